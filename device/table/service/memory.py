"""Memory: how much the whole service takes, measured in a process of its own, and how it takes less."""

import ctypes
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from device.errors import DeviceError
from engine.i18n import phrase

EVENTS = 4
"""After so many events something has been read, thrown and judged."""
PATIENCE = 90.0
"""Seconds until then at most; what is there by then is measured."""
LARGE = 4 * 2**20
"""Bytes from which on what is used no more goes back to the system at once; a picture
of 1280x960 is a little smaller.
"""
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
_RUN = "from device.cli.main import main; main()"


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """Megabytes (2^20 bytes) of a process that lie in the computer's memory: now, and at the most so far."""

    now: float
    most: float


def service_memory() -> MemoryUse | None:
    """What the service takes on the simulated board, whose drawing is counted in; None where nobody tells (not Linux).

    Raises DeviceError where it does not start.
    """
    if not Path("/proc/self/status").exists():
        return None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        port = _free_port()
        words = [
            "run",
            "--camera",
            "simulated:3:4x",
            "--data",
            data,
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
        ]
        process = subprocess.Popen(
            [sys.executable, "-c", _RUN, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            until = time.monotonic() + PATIENCE
            while _seq(port) < EVENTS and time.monotonic() < until and process.poll() is None:
                time.sleep(0.2)
            if process.poll() is not None:
                raise DeviceError(phrase("the service does not start here: `tableside run` says why"))
            status = Path(f"/proc/{process.pid}/status").read_text()
        finally:
            process.terminate()
            process.wait(60)
    return MemoryUse(_megabytes(status, "VmRSS"), _megabytes(status, "VmHWM"))


def economise() -> None:
    """Have glibc give back what is used no more, and let all threads share two heaps; nothing with another C library.

    Left to itself it keeps ever larger blocks for later, and a heap for each of the pages' first sixteen threads:
    together 60 MB of the service's 260.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for what, value in ((_M_ARENA_MAX, 2), (_M_MMAP_THRESHOLD, LARGE), (_M_TRIM_THRESHOLD, LARGE)):
            mallopt(what, value)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _seq(port: int) -> int:
    """How much has happened at the table; -1 while the service does not answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/state", timeout=5) as answer:
            return int(json.load(answer)["seq"])
    except (OSError, ValueError, KeyError):
        return -1


def _megabytes(status: str, name: str) -> float:
    found = re.search(rf"^{name}:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0
