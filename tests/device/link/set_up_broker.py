"""A Mosquitto with what `tableside hub --setup` wrote."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from evening import until

from device.club.rehearsal.own_broker import broker_program


@contextmanager
def started(main: Path, log: Path) -> Iterator[bool]:
    """Whether a Mosquitto runs by a file of settings, which has it tell `log` when it does."""
    program = broker_program()
    if program is None:
        pytest.skip("Mosquitto is not installed: `make test` installs it")
    with log.open("w") as said:
        process = subprocess.Popen([program, "-c", str(main)], stderr=said)
    try:
        until(lambda: " running" in log.read_text() or process.poll() is not None)
        yield process.poll() is None
    finally:
        process.terminate()
        process.wait()


@contextmanager
def set_up_broker(folder: Path) -> Iterator[None]:
    """A broker with what the set-up wrote into a folder, and nothing else but whom it runs as."""
    main, log = folder.parent / "mosquitto.conf", folder.parent / "mosquitto.log"
    main.write_text(
        f"user root\npersistence false\nlog_dest stderr\nlog_type information\ninclude_dir {folder}\n"
    )
    with started(main, log) as runs:
        assert runs, log.read_text()
        yield
