"""The container, its compose file and the stage of an SD card's image: what they name is there, and what they run is understood."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema.validators import validator_for

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
    # whoever starts it names the volumes: one that the image declares is left behind, nameless, by each that mounts none there
    assert "VOLUME" not in dict(lines)
    entry, words = (next(rest for name, rest in lines if name == wanted) for wanted in ("ENTRYPOINT", "CMD"))
    assert yaml.safe_load(entry) == ["tableside"] and is_understood(yaml.safe_load(words))


def complaints(text: str) -> str:
    """What hadolint, with which images are linted, says of a Containerfile."""
    words = [Path(sys.executable).with_name("hadolint"), "--no-color", "-"]
    return subprocess.run(words, input=text, capture_output=True, text=True, check=False).stdout


def test_the_container_is_linted() -> None:
    text = (CONTAINER / "Containerfile").read_text(encoding="utf-8")
    assert complaints(text) == ""
    assert "DL3066" in complaints(text.replace("USER 1001", "USER tableside")), "it looks at what it is given"


def test_the_compose_file_is_as_its_specification_wants_it() -> None:
    """By the schema of the Compose specification, as check-jsonschema brings it along."""
    schemas = metadata.distribution("check-jsonschema").locate_file("check_jsonschema/builtin_schemas/vendor")
    schema = json.loads(Path(str(schemas), "compose-spec.json").read_text(encoding="utf-8"))
    compose = yaml.safe_load((CONTAINER / "compose.yaml").read_text(encoding="utf-8"))
    validator = validator_for(schema)(schema)
    assert [*validator.iter_errors(compose)] == []
    compose["services"]["hub"]["restrat"] = "always"
    assert "restrat" in "".join(each.message for each in validator.iter_errors(compose))


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


def test_the_stage_installs_the_package_that_was_put_into_it(tmp_path: Path) -> None:
    """Its scripts are run as pi-gen runs them, with stand-ins for what is pi-gen's."""
    stage, root, said = tmp_path / "stage", tmp_path / "root", tmp_path / "said"
    shutil.copytree(IMAGE / "stage-tableside", stage)
    (stage / "00-tableside" / "files" / "tableside_1.0_arm64.deb").write_text("the package")
    given = {"PATH": os.environ["PATH"], "ROOTFS_DIR": str(root), "SAID": str(said)}

    def run(folder: Path, script: str) -> None:
        begun = 'copy_previous() { mkdir -p "$ROOTFS_DIR/root" "$ROOTFS_DIR/boot/firmware"; echo copied >> "$SAID"; }; on_chroot() { cat >> "$SAID"; }'
        words = ["bash", "-c", f"{begun}; export -f copy_previous on_chroot; ./{script}"]
        subprocess.run(words, cwd=folder, env=given, check=True)

    run(stage, "prerun.sh")
    run(stage, "prerun.sh")
    assert said.read_text() == "copied\n", "what the stage before has made is copied once"
    config = root / "boot" / "firmware" / "config.txt"
    config.write_text("arm_64bit=1\n")
    run(stage / "00-tableside", "01-run.sh")
    assert (root / "root" / "tableside.deb").read_text() == "the package"
    assert said.read_text().splitlines()[1:] == [
        "apt-get install -y --no-install-recommends /root/tableside.deb",
        "rm /root/tableside.deb",
    ]
    assert config.read_text() == "arm_64bit=1\ndtparam=spi=on\ndtparam=i2c_arm=on\n"


def test_what_is_not_understood_would_be_told() -> None:
    with pytest.raises(Exception, match="No such option"):
        is_understood(["hub", "--broke", "mosquitto"])
