"""Prints what of a match outlasts every pair of formats: `python tests/bench/round_trips.py [MATCHES [FIRST]]` (500, and
from the first on, where not said).

Real matches, where there are any, then matches played at random, some with illegal plays that stood and some whose points
somebody capped, forgot or agreed on. Each is written in the first format, read, written in the second and read once more; what
was read alike in several formats goes on once for all of them.
Every result and score has to be there; where both formats can hold a whole game, every play and double, too. Ends with
status 1 where a winner, points or a score are lost.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/engine"), str(ROOT / "tests/device/records")]

from played_matches import played
from test_round_trips import FILES, told, with_odd_points

from device.errors import RecordError
from device.library.records.converting import converted
from device.library.records.record_format import Read
from device.library.records.record_formats import WRITTEN, read_record, record_of
from engine.errors import EngineError
from engine.match.match import CheckerTurn, Match
from engine.records.record import Record

MATCHES = 500
REAL = os.environ.get("TABLESIDE_MATCHES")
"""A folder with more real matches."""


def matches(count: int, first: int) -> Iterator[tuple[str, Match]]:
    """The matches from the number `first` up to `count`, counted from 0, each with its name."""
    more = sorted(each for each in Path(REAL).rglob("*") if each.is_file()) if REAL else []
    for number in range(first, count):
        if number < len(real := [*FILES, *more]):
            try:
                yield real[number].name, read_record(real[number]).record.match
            except (RecordError, EngineError) as error:
                print(f"{real[number].name} is not read: {error}", flush=True)
        elif Random(number).random() < 0.4:
            yield f"with odd points {number}", with_odd_points(number)
        else:
            yield f"played {number}", played(number, illegal=0.05 * (number % 2))


def plays(match: Match) -> list[object]:
    """What was played in every game, and how it was doubled."""
    return [
        (turn.side, turn.after if isinstance(turn, CheckerTurn) else (turn.value, turn.answer))
        for game in match.games
        for turn in game.turns
    ]


def main() -> int:
    """A line for each pair of formats; what is lost is told at once."""
    count, from_number = (*map(int, sys.argv[1:]), *(MATCHES, 0)[len(sys.argv) - 1 :])
    tried, kept, whole = Counter[tuple[str, str]](), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    lost = 0
    for name, match in matches(count, from_number):
        known: dict[str, Match] = {}
        for first in WRITTEN:
            once = record_of(converted(Read(Record(match), "json"), first).data)
            for second in WRITTEN:
                # the second format is told of nothing but this
                same = f"{second} {once.record!r} {once.beside!r}"
                if same not in known:
                    known[same] = record_of(converted(once, second).data).record.match
                twice = known[same]
                tried[first, second] += 1
                if told(twice) == told(match):
                    kept[first, second] += 1
                else:
                    lost += 1
                    print(
                        f"{name} through {first} and {second}: {told(match)} became {told(twice)}", flush=True
                    )
                whole[first, second] += plays(twice) == plays(match)
    print(f"\n{'':6}" + "".join(f"{second:>16}" for second in WRITTEN))
    for first in WRITTEN:
        row = (f"{kept[first, each]}/{tried[first, each]} ({whole[first, each]})" for each in WRITTEN)
        print(f"{first:6}" + "".join(f"{each:>16}" for each in row))
    print("results and scores kept of matches tried (in how many every play and double is kept, too)")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
