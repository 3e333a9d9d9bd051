# Tableside: `make run` plays a game on the simulated board and opens the page; `make test` runs the tests.
# Both set up what they need, on Debian 12 and Raspberry Pi OS or later: Debian packages, a virtual environment, Python packages.
SHELL := /bin/bash
.DEFAULT_GOAL := help
# Debian's own where it will do: its packages are for that one, a Pi has no other, and one that was built without a profile
# takes a third more of the processor for the tests.
PYTHON ?= $$(/usr/bin/python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo /usr/bin/python3 || echo python3)
VENV := .venv
# What is started again and again is compiled once, also where the environment says that nothing be kept.
export PYTHONDONTWRITEBYTECODE :=
BIN := $(VENV)/bin
RUN_PACKAGES := python3-venv libgl1 libglib2.0-0
TEST_PACKAGES := node-typescript gnubg libatomic1 fonts-dejavu-core fonts-liberation postgresql mosquitto mosquitto-clients
# Without windows to draw on, the browser takes half the processor's time; Raspberry Pi OS has the whole one alone.
BROWSER := $$(apt-cache show chromium-headless-shell >/dev/null 2>&1 && echo chromium-headless-shell || echo chromium)
AS_ROOT := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# Installs what is missing of the Debian packages $(1); says what to do where that is not possible.
define debian
	@missing=""; for each in $(1); do dpkg-query -W -f='$${Provides} $${Status}' $$each 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$each"; done; \
	if [ -n "$$missing" ]; then \
	  if ! command -v apt-get >/dev/null; then echo "Please install the equivalents of these Debian packages:$$missing"; \
	  else echo "Installing Debian packages:$$missing"; \
	    $(AS_ROOT) apt-get update -qq && $(AS_ROOT) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null \
	    || echo "These could not be installed; please run: apt-get install$$missing"; fi; fi
endef

# Makes the virtual environment where there is none, with a pip that finds packages in half the time of the one Debian brings.
define environment
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
endef

# What is set up, each beside what it needs: the packages to run it; to check and try it fast, without Debian's; to try all of it.
$(VENV)/.run: pyproject.toml
	$(call debian,$(RUN_PACKAGES))
	$(call environment)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.tools: pyproject.toml
	$(call environment)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

$(VENV)/.dev: pyproject.toml
	$(call debian,$(RUN_PACKAGES))
	@# Python's packages beside Debian's: either waits for its index and its disk
	@$(MAKE) --no-print-directory packages-for-tests & debian=$$!; $(MAKE) --no-print-directory $(VENV)/.packages; python=$$?; wait $$debian; exit $$python
	@touch $(VENV)/.run $(VENV)/.tools $@

packages-for-tests:
	$(call debian,$(TEST_PACKAGES))
	$(call debian,$(BROWSER))

$(VENV)/.packages: pyproject.toml
	$(call environment)
	@# what of it is imported is compiled then, while types are checked: a quarter less than all of it at once
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -e '.[dev]'
	@touch $@

.PHONY: help run packages-for-tests test fast dist test-dist deb test-deb lock audit attack test-long test-training check words soak fuzz fuzz-parsers bench round-trips film clean install-pi back-pi uninstall-pi test-pi

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 15

run: $(VENV)/.run ## start the service on the simulated board and open its page
	@$(BIN)/tableside run --camera simulated --open

test: $(VENV)/.dev ## all tests, with linting and types
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@# types are checked beside the tests: each leaves a core idle for a while; training's, a third of them, with `make check`
	@$(BIN)/mypy --exclude vision/training $(if $(wildcard .mypy_cache),,--cache-dir=/dev/null) & types=$$!; $(BIN)/python -m pytest -q -n auto --dist worksteal; tests=$$?; wait $$types && exit $$tests

check: $(VENV)/.tools ## linting and types only
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

# The rooms whose tests need no browser, server or film.
FAST := tests/engine tests/referee tests/test_architecture.py tests/test_docs.py tests/device/signals tests/device/snapshot
# Of these, the files that take longest: what they compare at length is said in short by others.
SLOW := engine/test_results engine/test_explain_games engine/test_chase engine/test_properties engine/records/test_mat \
  engine/records/test_xg engine/records/test_gnubg_opens engine/records/test_every_game_recorded \
  referee/test_every_game referee/test_anew referee/test_joined_with_heaps

fast: $(VENV)/.tools ## the fast lane: the rules, the referee and the map in less than a minute, without Debian's packages
	@$(BIN)/python -m pytest -q -n auto --dist worksteal --hypothesis-profile=few $(SLOW:%=--ignore=tests/%.py) $(FAST)

# What makes a release: an environment of its own, since nothing of the product is needed.
build/release/.made:
	@$(PYTHON) -m venv build/release
	@build/release/bin/python -m pip install --quiet --disable-pip-version-check build packaging
	@touch $@

dist: build/release/.made ## a source archive and a wheel in dist/, with a bill of materials and SHA256SUMS; SIGNING_KEY=FILE (of ssh) signs them
	@rm -rf dist
	@build/release/bin/python -m build --outdir dist
	@build/release/bin/python release/sbom.py dist
	@sh release/sums.sh dist "$(SIGNING_KEY)"

test-dist: dist ## wheel and source archive, installed in environments of their own and run from another folder
	@sh release/prove.sh $(PYTHON)

SYSTEM ?= bookworm-x86_64

deb: dist ## a Debian package in dist/ that needs no package index; SYSTEM=trixie-aarch64 makes it for another Debian or processor
	@build/release/bin/python release/deb.py $(SYSTEM)
	@sh release/sums.sh dist "$(SIGNING_KEY)"

test-deb: deb ## that package, installed, brought up to date and removed in a Debian of its own (as root; 1 GB in build/)
	$(call debian,mmdebstrap eatmydata)
	@$(AS_ROOT) sh release/prove_deb.sh dist/tableside_*.deb $(firstword $(subst -, ,$(SYSTEM)))

.PHONY: test-container
test-container: ## the container's image, built, and the compose file run: hub, broker and PostgreSQL come up, and a table is paired (as root, with podman)
	@# without the last two, containers do not find each other by their names
	$(call debian,mmdebstrap podman netavark aardvark-dns)
	@$(AS_ROOT) sh release/prove_container.sh $(firstword $(subst -, ,$(SYSTEM)))

lock: $(VENV)/.tools ## renew the lock files of the installer: every Python package with its hash (needs a package index; a quarter of an hour)
	@$(BIN)/python release/lock.py

audit: $(VENV)/.tools ## is a hole known in what is locked, or in the oldest versions that are admitted?
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-audit 2>/dev/null || true
	@$(BIN)/python release/audit.py

test-training: $(VENV)/.dev ## the training code, with PyTorch, which nothing else needs
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,train]'
	@$(BIN)/python -m pytest -q tests/vision/test_training_smoke.py tests/vision/test_training_pairs.py

test-long: $(VENV)/.dev ## the tests that `make test` leaves out because they take long
	@$(BIN)/python -m pytest -q -n auto --dist worksteal -m long --hypothesis-profile=search

soak: $(VENV)/.dev ## a simulated evening of 200 games with faults at random, in accelerated time; 10,000 records with an illegal play; pulled plugs; every game to its end
	@$(BIN)/python tests/soak/soak.py
	@$(BIN)/python tests/soak/mutations.py
	@$(BIN)/python -m pytest -q -n auto --dist worksteal -m long --hypothesis-profile=search
	@TABLESIDE_KILLS=50 $(BIN)/python -m pytest -q tests/golden/test_pulled_plug.py -o timeout=3600
	@TABLESIDE_TURNS=400 $(BIN)/python -m pytest -q -n auto tests/referee/test_every_game.py -o timeout=3600

attack: $(VENV)/.dev ## a table flooded from loopback addresses in all ways, and its PIN guessed: what the desk and phones notice (five minutes)
	@$(BIN)/python tests/soak/attack.py 60

words: $(VENV)/.dev ## bring the languages' files up to date with the sources, and tell what is left to translate
	@$(BIN)/python -m device.ops.extraction

fuzz: $(VENV)/.dev ## the API under a thousand odd requests an endpoint, and all properties, with other examples each time
	@$(BIN)/python -m pytest -q -n auto --dist worksteal --hypothesis-profile=search $$(grep -rl '^@given' tests)
	@TABLESIDE_EXAMPLES=1000 $(BIN)/python -m pytest -q tests/webui/test_schemathesis.py -o timeout=7200

fuzz-parsers: $(VENV)/.tools ## all that reads what others wrote, and the API, under mutated bytes, led by which lines they reach (Atheris); SECONDS_EACH=60
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'atheris>=3.0'
	@PYTHONPATH=$(CURDIR) $(BIN)/python tests/soak/fuzz.py $(or $(SECONDS_EACH),60)

bench: $(VENV)/.dev ## how well pictures are read and how fast, what the referee makes of disturbed films (hours, may be broken off), how fast plays are found, phones and a club of tables are served, measured here
	@$(BIN)/tableside bench
	@$(BIN)/python tests/bench/reading.py
	@$(BIN)/python tests/bench/gnubg_boards.py
	@$(BIN)/python tests/bench/plays.py
	@mkdir -p build && $(BIN)/python tests/bench/films.py --cache build/films.cache.json --json build/films.json
	@$(BIN)/python tests/bench/phones.py
	@$(BIN)/python tests/bench/club.py

round-trips: $(VENV)/.dev ## 500 matches through every pair of formats that are written: are all winners, points and scores there? (half an hour); MATCHES=20
	@$(BIN)/python tests/bench/round_trips.py $(MATCHES)

HELD_OUT ?= $(HOME)/tableside-held-out

.PHONY: held-out
held-out: $(VENV)/.dev ## how well held-out and tournament tables are read, rendered once to HELD_OUT (with PyTorch and Mitsuba; half an hour)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,train]' 'mitsuba==3.9.1'
	@$(BIN)/python -m vision.training.make held-out --data $(HELD_OUT) --shards 9
	@$(BIN)/python tests/bench/reading.py --cold --warm --only boards --boards $(HELD_OUT)
	@$(BIN)/python -m vision.training.make tournaments --data $(HELD_OUT)/tournaments --shards 9
	@$(BIN)/python tests/bench/reading.py --cold --start --only boards --boards $(HELD_OUT)/tournaments

film: $(VENV)/.run ## a film of a simulated game, and its truth
	@$(BIN)/tableside simulate -o film.mp4 --truth film.json

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis build dist

install-pi: ## install as a service that starts with this Raspberry Pi, or bring it up to date; ANALYSIS=no leaves GNU Backgammon out
	@$(AS_ROOT) sh device/ops/install/pi.sh install $(if $(filter no,$(ANALYSIS)),--without-analysis)

back-pi: ## go back to the version that was installed before, with the data as it can read them; once more goes forth again
	@$(AS_ROOT) sh device/ops/install/pi.sh back

uninstall-pi: ## take the service off; games, pictures and settings stay
	@$(AS_ROOT) sh device/ops/install/pi.sh uninstall

test-pi: $(VENV)/.dev ## installing, in systems of Debian 12 and 13 made for it (as root; 1 GB in build/, a few minutes)
	$(call debian,mmdebstrap)
	@$(AS_ROOT) env TABLESIDE_CHROOTS=build $(BIN)/python -m pytest -q tests/device/install/test_in_chroot.py -o timeout=1800

.PHONY: test-arm64
test-arm64: $(VENV)/.run ## installing by the lock, a part of the tests, and boards read as here, in Debian 12 and 13 for arm64 under qemu-user (as root; 4 GB in build/, hours); SUITES=trixie
	$(call debian,mmdebstrap arch-test qemu-user-static)
	@$(AS_ROOT) env TABLESIDE_ARM64="$(TABLESIDE_ARM64)" $(BIN)/python -u release/prove_arm64.py $(SUITES)

.PHONY: test-picamera
test-picamera: ## the cameras' tests over the real Picamera2 and libcamera's virtual cameras (as root; 1.2 GB in build/, two minutes once)
	@$(AS_ROOT) bash tests/device/cameras/run.sh

.PHONY: test-v4l2
test-v4l2: ## the same over a real video device, the kernel's test camera in a virtual machine (as root; 5 GB in build/, five minutes)
	@$(AS_ROOT) bash tests/device/cameras/vm.sh
