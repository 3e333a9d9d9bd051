"""Compares files of programs whose formats are only read with the same matches as .mat: `python
tests/soak/foreign.py FOLDER`.

Every .xg and .bgf anywhere in the folder is set beside the .mat of the same name: names, scores, every board,
roll, double, answer and result have to be the same, and the same plays illegal. A line for each file; ends
with 1 where something differs.
"""

import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from device.errors import RecordError
from device.library.records.record_formats import read_record
from engine.match.match import CheckerTurn, Game, Match, Result, Turn
from engine.records.replay import replay


def main(folder: Path) -> int:
    listings = {path.stem: path for path in folder.rglob("*.mat")}
    wrong = 0
    for path in sorted(path for path in folder.rglob("*") if path.suffix in (".xg", ".bgf")):
        says = "no .mat beside it"
        if path.stem in listings:
            try:
                says = "; ".join(
                    compared(read_record(path).record.match, read_record(listings[path.stem]).record.match)
                )
            except RecordError as error:
                says = str(error)
        wrong += bool(says)
        print(f"{path.name}: {says or 'the same'}")
    return int(wrong > 0)


def compared(one: Match, other: Match) -> Iterator[str]:
    """What is not the same in two matches."""
    if (one.length, one.game_id) != (other.length, other.game_id):
        yield f"{one.game_id} to {one.length}, not {other.game_id} to {other.length}"
    if _plain(one.white) != _plain(other.white) or _plain(one.black) != _plain(other.black):
        yield f"{one.white} and {one.black}, not {other.white} and {other.black}"
    if len(one.games) != len(other.games):
        yield f"{len(one.games)} games, not {len(other.games)}"
    for number, (game, as_told) in enumerate(zip(one.games, other.games, strict=False), 1):
        yield from (f"game {number}: {each}" for each in _differing(game, as_told, one.length))
    faults, expected = ([(each.game, each.turn) for each in replay(match)] for match in (one, other))
    if faults != expected:
        yield f"illegal plays at {faults}, not at {expected}"


def _differing(one: Game, other: Game, length: int) -> Iterator[str]:
    if (one.start, one.score, one.crawford) != (other.start, other.score, other.crawford):
        yield "it begins otherwise"
    for at, (turn, as_told) in enumerate(zip_longest(one.turns, other.turns), 1):
        if _told(turn) != _told(as_told):
            yield f"turn {at}: {_told(turn)}, not {_told(as_told)}"
            return
    if _counted(one, length) != _counted(other, length):
        yield f"{one.result}, not {other.result}"


def _told(turn: Turn | None) -> tuple[object, ...] | None:
    if isinstance(turn, CheckerTurn):
        return turn.side.value, turn.roll, str(turn.after)
    return turn and (turn.side.value, turn.value, turn.answer)


def _counted(game: Game, length: int) -> Result | None:
    """The result with no more points than were needed, as servers write it."""
    result = game.result
    if result is None or result.winner is None or not length:
        return result
    return Result(result.winner, min(result.points, length - game.score.of(result.winner)), result.how)


def _plain(name: str) -> str:
    # BGBlitz writes a blank as _.
    return name.replace("_", " ")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
