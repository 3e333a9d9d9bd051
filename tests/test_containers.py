"""The container, its compose file and the stage of an SD card's image: what they name is there, and what they run is understood."""

import re
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from device.cli.main import main

ROOT = Path(__file__).parents[1]
CONTAINER, IMAGE = ROOT / "release" / "container", ROOT / "release" / "image"


def instructions(text: str) -> list[tuple[str, str]]:
    """Of a Containerfile, each with its arguments on one line."""
    joined = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in joined.splitlines() if line]


def is_understood(words: Sequence[str]) -> bool:
    """Whether the command line takes these words; click ends the test with a usage error where it does not."""
    command = main.get_command(main.make_context("tableside", list(words)), words[0])
    assert command is not None, words[0]
    command.make_context(words[0], list(words[1:])).close()
    return True


def test_the_container_is_built_of_what_is_here() -> None:
    lines = instructions((CONTAINER / "Containerfile").read_text(encoding="utf-8"))
    copied = [rest.split() for name, rest in lines if name == "COPY"]
    here = [each for words in copied if not words[0].startswith("--from") for each in words[:-1]]
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    assert {"pyproject.toml", *packages} <= {*here}, "all that the wheel is made of"
    assert all((ROOT / each).exists() for each in here)
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").split()
    assert not {*here} & {*ignored}
    locks = next(rest for name, rest in lines if name == "RUN" and "--require-hashes" in rest)
    pattern = re.search(r"/source/(\S*lock-)\$VERSION_CODENAME-\$\(uname -m\)\.txt", locks)
    assert pattern is not None and (ROOT / f"{pattern[1]}trixie-aarch64.txt").exists()
    entry, words = (next(rest for name, rest in lines if name == wanted) for wanted in ("ENTRYPOINT", "CMD"))
    assert yaml.safe_load(entry) == ["tableside"] and is_understood(yaml.safe_load(words))


def test_the_compose_file_names_what_there_is() -> None:
    compose: dict[str, Any] = yaml.safe_load((CONTAINER / "compose.yaml").read_text(encoding="utf-8"))
    services, volumes = compose["services"], {*compose["volumes"]}
    used: set[str] = set()
    for name, service in services.items():
        assert service["image"] == "tableside" or re.search(r":\d", service["image"]), name
        if service["image"] == "tableside" and "command" in service:
            assert is_understood(service["command"])
        for other, condition in service.get("depends_on", {}).items():
            assert condition["condition"] != "service_healthy" or "healthcheck" in services[other]
        for source, *_ in (each.split(":") for each in service.get("volumes", ())):
            if source.startswith("."):
                assert (CONTAINER / source).exists(), source
            else:
                used.add(source)
    assert used == volumes
    broker = (CONTAINER / "mosquitto.conf").read_text(encoding="utf-8")
    mounted = [each.split(":")[1] for each in services["mosquitto"]["volumes"]]
    assert {"/broker", "/kept"} <= {*mounted} and "include_dir /broker" in broker
    built = services["setup"]["build"]
    assert (CONTAINER / built["context"] / built["dockerfile"]).resolve() == CONTAINER / "Containerfile"


def test_the_stage_of_an_image_is_as_pi_gen_wants_it() -> None:
    stage = IMAGE / "stage-tableside"
    scripts = [*stage.rglob("*.sh"), IMAGE / "config"]
    for script in scripts:
        subprocess.run(["bash", "-n", script], check=True)
        assert script.suffix != ".sh" or script.stat().st_mode & 0o100, f"{script.name} is run"
    assert {each.name for each in scripts} == {"prerun.sh", "01-run.sh", "config"}
    assert (stage / "EXPORT_IMAGE").exists() and (stage / "00-tableside" / "files").is_dir()
    packages = (stage / "00-tableside" / "00-packages-nr").read_text(encoding="utf-8").split()
    assert packages and all(re.fullmatch(r"[a-z0-9][a-z0-9.+-]+", each) for each in packages)
    config = (IMAGE / "config").read_text(encoding="utf-8")
    settings = dict(line.split("=", 1) for line in shlex.split(config, comments=True) if "=" in line)
    assert settings["RELEASE"] in {path.stem.split("-")[1] for path in ROOT.glob("device/ops/install/lock-*")}


def test_what_is_not_understood_would_be_told() -> None:
    with pytest.raises(Exception, match="No such option"):
        is_understood(["hub", "--broke", "mosquitto"])
