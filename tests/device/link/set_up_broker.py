"""A Mosquitto with what `tableside hub --setup` wrote."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from evening import until

from device.club.rehearsal.own_broker import broker_program


@contextmanager
def set_up_broker(folder: Path) -> Iterator[None]:
    """A broker with what the set-up wrote into a folder, and nothing else but whom it runs as."""
    program = broker_program()
    if program is None:
        pytest.skip("Mosquitto is not installed: `make test` installs it")
    head = folder.parent / "mosquitto.conf"
    head.write_text(
        f"user root\npersistence false\nlog_dest stderr\nlog_type information\ninclude_dir {folder}\n"
    )
    log = folder.parent / "mosquitto.log"
    with log.open("w") as said:
        process = subprocess.Popen([program, "-c", str(head)], stderr=said)
    try:
        until(lambda: " running" in log.read_text() or process.poll() is not None)
        assert process.poll() is None, log.read_text()
        yield
    finally:
        process.terminate()
        process.wait()
