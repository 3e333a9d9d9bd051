"""Aside: where old or damaged files are kept, in a folder of their own with its date."""

import time
from pathlib import Path

from device.clock import Clock


def free_folder(data: Path, why: str, clock: Clock) -> Path:
    """A folder that is not there yet, named for why there is one and for today where the clock is set."""
    when = time.strftime("%Y-%m-%d-%H%M", time.localtime(clock.wall())) if clock.is_set() else "undated"
    names = (f"{why}-{when}{end}" for end in ("", *(f"-{n}" for n in range(2, 10_000))))
    return next(data / name for name in names if not (data / name).exists())
