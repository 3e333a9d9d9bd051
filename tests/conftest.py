"""How properties are tried: the same examples every time, and however slow the computer is, so that what a
change must pass says the same of it whenever it is asked. `make fuzz` looks for others
(`--hypothesis-profile=search`), `make fast` is content with few.
"""

import gc
import os
import pickle
from collections.abc import Iterator
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from shutil import disk_usage
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

SLOWLY = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("search", **SLOWLY)  # type: ignore[arg-type]
settings.register_profile("same", derandomize=True, max_examples=40, **SLOWLY)  # type: ignore[arg-type]
settings.register_profile("few", derandomize=True, max_examples=10, **SLOWLY)  # type: ignore[arg-type]
settings.load_profile("same")
os.environ["LC_ALL"] = "C.UTF-8"
if "PYTEST_XDIST_WORKER" in os.environ:
    # Where tests run side by side, two threads for a picture wait for one another, and take an eighth more of the
    # processor than one; programs that tests start take one, too.
    os.environ |= {"OPENCV_FOR_THREADS_NUM": "1", "OPENBLAS_NUM_THREADS": "1"}


MEMORY = Path("/dev/shm")
ENOUGH = 2**30
"""All that tests keep at a time is a fifth of this, in bytes."""

if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and disk_usage(MEMORY).free > ENOUGH:
    # A database waits for its disk at every event, and tests write thousands: in memory those that keep much take a third
    # of the time. What a plug that is pulled leaves is tried by killing programs, for which a disk is no other.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_configure(config: pytest.Config) -> None:
    """Examples are not made of constants in whatever modules happen to be loaded, or they would be others from worker to
    worker; to look for them takes each several seconds besides.
    """
    if config.getoption("--hypothesis-profile", default=None) != "search":
        from hypothesis.internal.conjecture import providers

        providers.is_local_module_file = lambda path: False


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """How many tests run side by side: three for two cores, since many wait for a browser or a server."""
    return (3 * (os.cpu_count() or 1) + 1) // 2


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """One worker compiles the tests and rewrites their assertions, for all; the others wait for it and read what it wrote:
    in a fresh clone that is two thirds of what looking for tests takes each of them.
    """
    if not hasattr(session.config, "workerinput"):
        return (yield)
    with Path(__file__).open() as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            flock(lock, LOCK_SH)
        return (yield)


DEAREST = {
    "test_accessibility.py",
    "test_films.py",
    "test_phone_page.py",
    "test_pulled_plug.py",
    "test_schemathesis.py",
    "test_setup_page.py",
}
"""The files of tests that take ten seconds and more."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest is begun first, so that no worker is left alone with it in the end."""
    items.sort(key=lambda each: each.path.name not in DEAREST)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """What seven thousand tests are made of is never garbage: looking through it again and again takes a seventh of
    the time. Of what tests make, little is garbage that nothing else frees: looking for it at every 700th value
    takes up to a quarter.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Templates and addresses are compiled once for all applications that tests make: that takes most of what it takes to
    make one and to answer with a page.
    """
    from flask import Flask
    from jinja2 import BytecodeCache
    from jinja2.bccache import Bucket
    from werkzeug.routing import Rule

    class Compiled(BytecodeCache):
        def __init__(self) -> None:
            self._all: dict[str, bytes] = {}

        def load_bytecode(self, bucket: Bucket) -> None:
            if kept := self._all.get(bucket.key):
                bucket.bytecode_from_string(kept)

        def dump_bytecode(self, bucket: Bucket) -> None:
            self._all[bucket.key] = bucket.bytecode_to_string()

    compile_address, addresses = Rule._compile_builder, dict[object, Any]()

    def compiled(rule: Rule, append_unknown: bool = True) -> Any:
        key = tuple(rule._trace), repr(rule.defaults), append_unknown
        if key not in addresses:
            addresses[key] = compile_address(rule, append_unknown)
        return addresses[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": Compiled()})
        patch.setattr(Rule, "_compile_builder", compiled)
        yield


@pytest.fixture(scope="session", autouse=True)
def shared_studios(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What boards are drawn in is set up once for all workers, which takes about a second for a look; a file keeps it."""
    try:
        import vision.draw as drawing
    except ImportError:
        # without Debian's packages OpenCV does not load: the fast lane draws nothing
        yield
        return
    before = drawing.studio
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "studios"
    folder.mkdir(exist_ok=True)

    @lru_cache(maxsize=4)
    def studio(look: drawing.Appearance) -> drawing.Studio:
        file = folder / sha256(repr(look).encode()).hexdigest()
        with suppress(FileNotFoundError):
            kept: drawing.Studio = pickle.loads(file.read_bytes())
            return kept
        made = drawing.Studio(look)
        half = file.with_suffix(f".{os.getpid()}")
        half.write_bytes(pickle.dumps(made))
        half.replace(file)
        return made

    drawing.studio = studio
    yield
    drawing.studio = before


@pytest.fixture(scope="session", autouse=True)
def never_waiting() -> Iterator[None]:
    """Analysis stands back behind whatever else the machine does: behind other tests it would wait for their end."""
    from device.library.analysis import gentle_process

    gentle, gentle_process.GENTLE = gentle_process.GENTLE, gentle_process.GENTLE[-1:]
    gentle_process.gently.cache_clear()
    yield
    gentle_process.GENTLE = gentle
    gentle_process.gently.cache_clear()


@pytest.fixture
def without_lens(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lens is looked for in the pictures of a board, which takes seconds where there is none;
    `tests/calibration/test_lens.py` sees to that.
    """
    for place in ("calibration.board_calibration", "device.ops.setup.calibrating"):
        monkeypatch.setattr(f"{place}.lens_of", lambda *_: None)
