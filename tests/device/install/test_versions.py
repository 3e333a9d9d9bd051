"""An upgrade and the way back, by the installer's own script: with data of the first release, and a version to come whose
database is another.
"""

import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DATABASES = Path(__file__).parents[1] / "databases"
PACKAGES = ("engine", "vision", "calibration", "device", "webui")
STEP = '''
"""A step of a release to come."""

import sqlalchemy as sa
from alembic import op

revision = "{fresh:04d}"
down_revision = "{now:04d}"


def upgrade() -> None:
    op.create_table("to_come", sa.Column("n", sa.Integer, primary_key=True))
'''
SCRIPT = """
set -eu
HOME_OF={home} DATA={data} SETTINGS={settings}
say() {{ echo "tableside: $*"; }}
fail() {{ say "$*" >&2; exit 1; }}
. {versions}
{does}
"""


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A folder where things lie as on a Pi, with the first release's data."""
    data = tmp_path / "data"
    data.mkdir()
    database = sqlite3.connect(data / "tableside.db")
    database.executescript((DATABASES / "0.1.0.sql").read_text(encoding="utf-8"))
    database.close()
    return tmp_path


def version(box: Path, name: str, source: Path) -> Path:
    """What is installed of sources, in the folder of its version."""
    made = box / "home/versions" / name / "bin"
    made.mkdir(parents=True)
    program = made / "tableside"
    program.write_text(
        f'#!/bin/sh\ncd {box} && PYTHONPATH={source} exec {sys.executable} -m device.cli "$@"\n'
    )
    program.chmod(0o755)
    return made.parent


def to_come(box: Path) -> Path:
    """Sources of a release whose database has a table more."""
    source = box / "to-come"
    source.mkdir()
    for each in PACKAGES:
        if each != "device":
            (source / each).symlink_to(ROOT / each)
    shutil.copytree(ROOT / "device", source / "device", ignore=shutil.ignore_patterns("__pycache__"))
    schema = source / "device/store/log/schema.py"
    text = schema.read_text(encoding="utf-8")
    now = int(re.search(r"(?m)^REVISION = (\d+)$", text)[1])  # type: ignore[index]
    schema.write_text(text.replace(f"REVISION = {now}", f"REVISION = {now + 1}"), encoding="utf-8")
    step = source / "device/store/migrations/versions" / f"m{now + 1:04d}_to_come.py"
    step.write_text(STEP.format(now=now, fresh=now + 1), encoding="utf-8")
    return source


def does(box: Path, what: str) -> subprocess.CompletedProcess[str]:
    """What the script's functions do."""
    script = SCRIPT.format(
        home=box / "home",
        data=box / "data",
        settings=box / "tableside.toml",
        versions=ROOT / "device/ops/install/versions.sh",
        does=what,
    )
    return subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)


def events(box: Path) -> tuple[int, str]:
    """How many events are in the log, and its schema."""
    database = sqlite3.connect(box / "data/tableside.db")
    (count,) = database.execute("SELECT COUNT(*) FROM events").fetchone()
    (schema,) = database.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    database.close()
    return count, schema


def runs(box: Path) -> str:
    return (box / "home/venv").resolve().name


@pytest.mark.long
def test_data_of_the_first_release_are_upgraded_and_brought_back(box: Path) -> None:
    first = version(box, "one", ROOT)
    assert does(box, f"adopt; turn_to {first}").returncode == 0 and runs(box) == "one"
    before = events(box)

    second = version(box, "two", to_come(box))
    done = does(box, f"save_data; turn_to {second}")
    assert done.returncode == 0 and "keeping the data as they are" in done.stdout, done.stderr
    assert runs(box) == "two" and (box / "home/previous").resolve() == first
    # its first start brings the data up to date
    started = subprocess.run(
        [sys.executable, "-c", "import sys; from device.store.log.store import Store; Store(sys.argv[1]).close()",
         f"sqlite:///{box}/data/tableside.db"],
        env={"PYTHONPATH": str(box / "to-come")}, cwd=box, check=False,
    )  # fmt: skip
    assert started.returncode == 0 and events(box) == (before[0], str(int(before[1]) + 1))

    back = does(box, "turn_back")
    assert back.returncode == 0, back.stderr
    assert runs(box) == "one" and (box / "home/previous").resolve() == second and events(box) == before
    aside = [each for each in box.glob("data*/**/tableside.db") if each != box / "data/tableside.db"]
    assert len(aside) == 1, "what the newer version wrote is kept"

    # and forth again, with nothing to bring back: a newer version reads older data
    again = does(box, "turn_back")
    assert again.returncode == 0 and runs(box) == "two", again.stderr
    assert events(box)[0] == before[0]


def test_the_last_version_stays_and_no_other(box: Path) -> None:
    for name in ("one", "two", "three"):
        fresh = version(box, name, ROOT)
        assert does(box, f"turn_to {fresh}").returncode == 0
    # the one that runs, once more: nothing is taken from the other
    assert does(box, f"turn_to {fresh}").returncode == 0
    assert sorted(each.name for each in (box / "home/versions").iterdir()) == ["three", "two"]
    assert does(box, "turn_back").returncode == 0 and runs(box) == "two"


def test_without_a_version_before_there_is_no_way_back(box: Path) -> None:
    (box / "home").mkdir()
    done = does(box, "turn_back")
    assert done.returncode == 1 and "no version before" in done.stderr


def test_what_was_installed_before_there_were_versions_is_the_first(box: Path) -> None:
    old = version(box, "x", ROOT)
    old.rename(box / "home/venv")
    assert does(box, "adopt; adopt").returncode == 0
    assert (box / "home/venv").is_symlink() and runs(box) == "first"


@pytest.mark.parametrize("reads", [True, False])
def test_settings_that_the_version_before_does_not_know_wait_for_the_newer_one(
    box: Path, *, reads: bool
) -> None:
    settings = box / "tableside.toml"
    settings.write_text("old\n")
    (box / "data/before-upgrade.zip").touch()
    for name, knows in (("one", "old"), ("two", "old|new")):
        fresh = version(box, name, ROOT)
        # it says what the command line says, without all that it takes to say it
        (fresh / "bin/tableside").write_text(
            f"#!/bin/sh\ngrep -qE '^({knows})$' {settings} && exit 0\n"
            f"echo \"tableside: {settings}: 'new' is no setting\" >&2\nexit 1\n"
        )
        keeps = "save_data; " if name == "two" else ""
        assert does(box, f"{keeps}turn_to {fresh}").returncode == 0
    settings.write_text("new\n")
    if not reads:
        one = box / "home/versions/one/bin/tableside"
        one.write_text(one.read_text().replace("exit 0", "exit 3"))
        back = does(box, "turn_back")
        assert back.returncode == 1 and "nothing was changed" in back.stderr
        assert settings.read_text() == "new\n" and runs(box) == "two", "nothing was"
        return
    back = does(box, "turn_back")
    assert back.returncode == 0 and "those of before the upgrade" in back.stdout, back.stderr
    assert settings.read_text() == "old\n" and runs(box) == "one"
    assert does(box, "turn_back").returncode == 0
    assert settings.read_text() == "new\n" and runs(box) == "two"
