"""A table as it is attacked: `python tests/soak/attacked_table.py LOOKS run ...`

To it nobody is the box itself, so that each address of this machine counts; every picture that it looks at is a byte more in
the file LOOKS, and how many seconds each writing of the log took a line more in LOOKS.log.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from device.cli.main import main
from device.table.service.recorder import Recorder
from vision.eye import Eye
from webui.desk import referee_desk
from webui.door import crowd, request_turns, server
from webui.live import stream

looks, log = (
    os.open(f"{sys.argv[1]}{ending}", os.O_WRONLY | os.O_CREAT | os.O_APPEND) for ending in ("", ".log")
)
del sys.argv[1]
see, write = Eye.see, Recorder.write


def counted(eye: Eye, *given: Any, **named: Any) -> Any:
    os.write(looks, b".")
    return see(eye, *given, **named)


def timed(recorder: Recorder, *given: Any) -> None:
    begun = time.monotonic()
    write(recorder, *given)
    os.write(log, f"{time.monotonic() - begun:.3f}\n".encode())


def is_here(address: str | None) -> bool:
    """Nobody is."""
    return False


Eye.see = counted  # type: ignore[assignment, method-assign]
Recorder.write = timed  # type: ignore[assignment, method-assign]
for each in (crowd, referee_desk, request_turns, server, stream):
    each.is_here = is_here  # type: ignore[attr-defined]
main()
