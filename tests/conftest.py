"""How properties are tried: the same examples every time, and however slow the computer is, so that what a
change must pass says the same of it whenever it is asked. `make fuzz` looks for others
(`--hypothesis-profile=search`), `make fast` is content with few.
"""

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

SLOWLY = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("search", **SLOWLY)  # type: ignore[arg-type]
settings.register_profile("same", derandomize=True, max_examples=40, **SLOWLY)  # type: ignore[arg-type]
settings.register_profile("few", derandomize=True, max_examples=10, **SLOWLY)  # type: ignore[arg-type]
settings.load_profile("same")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """How many tests run side by side: three for two cores, since many wait for a browser or a server."""
    return (3 * (os.cpu_count() or 1) + 1) // 2


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """What seven thousand tests are made of is never garbage: looking through it again and again takes a seventh of
    the time.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def never_waiting() -> Iterator[None]:
    """Analysis stands back behind whatever else the machine does: behind other tests it would wait for their end."""
    from device.library.analysis import gnubg

    gentle, gnubg.GENTLE = gnubg.GENTLE, gnubg.GENTLE[-1:]
    gnubg.gently.cache_clear()
    yield
    gnubg.GENTLE = gentle
    gnubg.gently.cache_clear()
