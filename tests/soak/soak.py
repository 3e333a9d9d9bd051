"""The soak: a simulated evening of 200 games in accelerated time, with faults at random, and the verdict on it.

python tests/soak/soak.py

TABLESIDE_GAMES   how many games, 200 by default
TABLESIDE_SEED    from which all chance comes, 1 by default
TABLESIDE_LANES   how many tables at a time, 2 by default
TABLESIDE_ONLY    only the parties of which the name contains this
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from party import Party
from verdict import Evening, Verdict, injected, judged

from device.store.log.store import Store, sqlite_url

HERE = Path(__file__).parent
PARTIES = (
    # In this order: what takes longest begins first.
    Party("eyes", "backgammon", 24, 100, eyes=True),
    Party("eyes, plug pulled", "backgammon", 6, 200, eyes=True, kills=500.0),
    Party("eyes, hypergammon", "hypergammon", 10, 300, eyes=True),
    Party("long", "backgammon", 80, 400),
    Party("plug pulled", "backgammon", 30, 500, kills=500.0),
    Party("matches", "backgammon", 20, 600, length=3),
    Party("nardy", "long_nardy", 10, 700),
    Party("plakoto", "plakoto", 10, 800),
    Party("tavli", "tavli_match", 10, 900, length=3),
)
"""What 200 games are made of."""
ENOUGH = 20
"""Of so many games it is told how much memory rises with them."""
FLAT = 10.0
"""By so many MB in 100 games it may rise."""
DOWN = (2.0, 12.0)
"""How long, in seconds, the service is not there after it was killed, at the least and at the most."""


@dataclass(slots=True)
class Course:
    """How an evening went: when it was killed, what each process weighed at every game, what
    it left, and how long it took.
    """

    party: Party
    log: int = 0
    events: int = 0
    seconds: float = 0.0
    end: float = 0.0
    outages: list[tuple[float, float]] = field(default_factory=list)
    lives: list[list[dict[str, Any]]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    broken: str = ""
    verdicts: list[Verdict] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)


def parties(games: int, seed: int) -> list[Party]:
    """What so many games are made of: of every party at least one."""
    whole = sum(party.games for party in PARTIES)
    shares = [max(1, round(party.games * games / whole)) for party in PARTIES]
    found = [
        replace(party, games=share, seed=party.seed + 1000 * seed)
        for party, share in zip(PARTIES, shares, strict=True)
    ]
    only = os.environ.get("TABLESIDE_ONLY", "")
    return [party for party in found if re.search(only, party.name)]


def spend(party: Party, data: Path) -> Course:
    """Spend an evening to its end, however often the service is killed; then judge it."""
    began, since = time.monotonic(), 0.0
    course, chance = Course(party), Random(party.seed)
    while not course.end and not course.broken:
        since = _live(course, data, since, chance)
    store = Store(sqlite_url(data / "log.db"))
    entries = store.load("1")
    store.close()
    course.log, course.events = (data / "log.db").stat().st_size, len(entries)
    end = course.end or since
    evening = Evening(party, entries, party.table().truths_until(end), end, course.outages)
    course.verdicts, course.faults = judged(evening), injected(evening)
    course.seconds = time.monotonic() - began
    print(
        _line(party.name, course.verdicts, len(course.outages), course.seconds), file=sys.stderr, flush=True
    )
    return course


def _live(course: Course, data: Path, since: float, chance: Random) -> float:
    """One process, until its end or until it is killed; from when on the next one watches."""
    party = course.party
    kill = since + chance.expovariate(1 / party.kills) + 5 if party.kills else float("inf")
    words = [sys.executable, str(HERE / "evening.py"), json.dumps(party.as_data()), str(data), str(since)]
    with (
        (data / "said").open("ab") as said,
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=said) as process,
    ):
        life: list[dict[str, Any]] = []
        course.lives.append(life)
        at, killed = since, False
        try:
            for told in _lines(process):
                at = told.get("at", at)
                if "mb" in told:
                    life.append(told)
                if "end" in told:
                    course.end, course.left = told["end"], [*course.left, *told["left"]]
                if at >= kill and not killed:
                    process.kill()
                    killed = True
        except BaseException:
            # A test that takes too long is broken off here; it must not wait for the evening's end.
            process.kill()
            raise
    if killed and not course.end:
        # What it had not told yet is within the next second.
        course.outages.append((at, at + 1 + chance.uniform(*DOWN)))
        return course.outages[-1][1]
    if process.returncode or not course.end:
        course.broken = f"{party.name}: ended with {process.returncode} at {at:.1f} s; {(data / 'said').read_text()[-2000:]}"
    return at


def _lines(process: subprocess.Popen[bytes]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in process.stdout:
        if line.endswith(b"\n"):
            yield json.loads(line)


def told(courses: list[Course]) -> Iterator[str]:
    """All that came out, in lines."""
    verdicts = [each for course in courses for each in course.verdicts]
    yield f"{'':24}games turns right marked silent  killed seconds"
    for course in courses:
        yield _line(course.party.name, course.verdicts, len(course.outages), course.seconds)
    yield _line(
        "all", verdicts, sum(len(each.outages) for each in courses), sum(each.seconds for each in courses)
    )
    yield ""
    yield "Marked: " + _counts(sum((each.marked for each in verdicts), Counter()))
    yield f"Called illegal though legal: {sum(each.false_alarms for each in verdicts)}"
    yield "Faults: " + _counts(sum((each.faults for each in courses), Counter()))
    yield ""
    yield f"{'':24}process MB at start, warm, at the end; MB per 100 games; open files; bytes of log per game"
    for course in courses:
        yield from _weights(course)
    for course in courses:
        if course.left:
            yield f"LEAKED {course.party.name}: {', '.join(course.left)}"
        if (more := rise(course)) is not None and more > FLAT:
            yield f"GROWS {course.party.name}: by {more:.0f} MB in 100 games"
        if course.broken:
            yield f"BROKEN {course.broken}"
    for each in verdicts:
        yield from (f"SILENT {line}" for line in each.silent)


def _line(name: str, verdicts: list[Verdict], killed: int, seconds: float) -> str:
    right = sum(each.is_right for each in verdicts)
    silent = sum(bool(each.silent) for each in verdicts)
    turns, marked = sum(each.turns for each in verdicts), len(verdicts) - right - silent
    return f"{name:24}{len(verdicts):5} {turns:5} {right:5} {marked:6} {silent:6} {killed:7} {seconds:7.0f}"


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"


def _weights(course: Course) -> Iterator[str]:
    """Of the process that lived longest: what it weighed."""
    life, games = _longest(course)
    if len(games) < 2:
        return
    warm, more = _warm(games), rise(course)
    said = f"too few games, {len(warm)}" if more is None else f"{more:+.1f} over {len(warm)} games"
    files = f"{games[0]['files']} to {games[-1]['files']}"
    threads = f"{len(games[0]['threads'])} to {len(games[-1]['threads'])} threads"
    mb = f"{life[0]['mb']:.0f}, {warm[0]['mb']:.0f}, {games[-1]['mb']:.0f}"
    per_game = course.log / max(1, len(course.verdicts))
    yield f"{course.party.name:24}{mb}; {said}; {files}, {threads}; {per_game:.0f}"


def rise(course: Course) -> float | None:
    """By how many MB in 100 games the process grew that lived longest, once it was warm; None after too few games."""
    warm = _warm(_longest(course)[1])
    if len(warm) < ENOUGH:
        return None
    return slope([each["over"] for each in warm], [each["mb"] for each in warm]) * 100


def _longest(course: Course) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What the process that lived longest weighed, and of that what it weighed when games were over."""
    life = max(course.lives, key=len, default=[])
    return life, [each for each in life if "over" in each]


def _warm(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return games[min(len(games) // 4, 10) :]


def slope(x: list[float], y: list[float]) -> float:
    """By how much y rises with x: the line of least squares."""
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((each - mean_x) ** 2 for each in x)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread if spread else 0.0


def soak(games: int, seed: int, lanes: int, data: Path) -> list[Course]:
    """Spend all parties, so many at a time."""
    wanted = parties(games, seed)
    for number in range(len(wanted)):
        (data / str(number)).mkdir(parents=True)
    with ThreadPoolExecutor(lanes) as pool:
        return list(pool.map(lambda each: spend(each[1], data / str(each[0])), enumerate(wanted)))


def main() -> int:
    """Soak as the environment says; 1 where a record is wrong and nobody is told, memory grows, a thread is left, or it
    broke.
    """
    games, seed, lanes = (
        int(os.environ.get(f"TABLESIDE_{name}", usual))
        for name, usual in (("GAMES", 200), ("SEED", 1), ("LANES", 2))
    )
    began = time.monotonic()
    kept = os.environ.get("TABLESIDE_KEEP")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        courses = soak(games, seed, lanes, Path(kept or folder))
    print("\n".join(told(courses)))
    print(f"\n{time.monotonic() - began:.0f} seconds in all")
    bad = any(course.broken or course.left or (rise(course) or 0.0) > FLAT for course in courses)
    return int(bad or any(each.silent for course in courses for each in course.verdicts))


if __name__ == "__main__":
    sys.exit(main())
