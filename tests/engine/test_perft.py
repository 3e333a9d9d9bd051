"""Legal plays of every game against files written by a naive generator that shares nothing with the engine.

`make_perft.py` writes the files; a few cases of each are worked out again here, so that no file drifts from its source.
"""

import functools
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import make_perft
import naive
from naive_games import GAMES, rules_of

from engine.board import Side
from engine.dice import Roll
from engine.games import all_games
from engine.past import Past
from engine.play import Outcome
from engine.plays.legal import every_play
from engine.position import Position
from engine.tables.tables_game import TablesGame

KNOWN = {game.id: game for game in all_games() if isinstance(game, TablesGame)}
SHARED = sorted(set(KNOWN) & set(GAMES))
"""The games that both generators know."""


FAMILIES = {name for name, game in KNOWN.items() if game.family is not None}
"""The games with code of their own: `test_family_perft.py` counts theirs."""


def test_every_game_has_a_naive_twin_and_its_counts() -> None:
    unwatched = sorted(set(KNOWN) - set(GAMES) - FAMILIES)
    assert not unwatched, (
        f"{', '.join(unwatched)}: describe the game once more, from the rules and not from the engine, in "
        "tests/engine/naive_games.py (CONTRIBUTING.md, 'Add a game')"
    )
    uncounted = sorted(each for each in GAMES if not make_perft.FOLDER.joinpath(f"{each}.json").exists())
    assert not uncounted, f"write their perft: python tests/engine/make_perft.py {' '.join(uncounted)}"


@functools.cache
def perft(game_id: str) -> dict[str, Any]:
    """The file of a game."""
    return json.loads(make_perft.FOLDER.joinpath(f"{game_id}.json").read_text(encoding="utf-8"))


def men_of(text: str, points: int) -> tuple[int, ...]:
    """One side's men from text."""
    counts = [0] * (points + 2)
    for site, number in re.findall(r"(\w+)\((\d+)\)", text):
        counts[{"bar": points + 1, "off": 0}.get(site, -1) if site in ("bar", "off") else int(site)] = int(
            number
        )
    return tuple(counts)


def both(case: dict[str, Any], points: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """White's and Black's men of a case."""
    white, black = case["position"].removeprefix("W:").split("B:")
    return men_of(white, points), men_of(black, points)


def position_of(case: dict[str, Any], points: int) -> Position:
    """A case's position for the engine."""
    bits = [sum(1 << point for point in points_) for points_ in case.get("pinned", ([], []))]
    pairs = {name: tuple(case.get(name, (0, 0))) for name in ("hand", "turns", "doublets")}
    return Position(*both(case, points), Past(**pairs, pinned=(bits[0], bits[1])))


def outcomes(game: TablesGame, case: dict[str, Any], roll: tuple[int, ...]) -> tuple[Outcome, ...]:
    """What the engine says a case leads to."""
    side = Side.WHITE if case["side"] == "W" else Side.BLACK
    points = rules_of(game.id, case.get("options", {})).points
    return every_play(game, position_of(case, points), side, Roll(roll, case.get("carried", False)))


def result_of(outcome: Outcome) -> naive.Result:
    """An outcome of the engine in the naive generator's words."""
    position, past = outcome.position, outcome.position.past
    pins = [frozenset(point for point in range(1, 25) if bits >> point & 1) for bits in past.pinned]
    owed = tuple(sorted(past.owed, reverse=True))
    return position.white, position.black, (pins[0], pins[1]), owed, past.again or past.thrower_again


def dice_of(case: dict[str, Any]) -> tuple[int, ...]:
    """The numbers of a case's roll."""
    return tuple(map(int, case["roll"].split("-")))


@pytest.mark.parametrize("game_id", SHARED)
def test_legal_plays_are_those_of_the_naive_generator(game_id: str) -> None:
    wrong = []
    for case in perft(game_id)["cases"]:
        game = KNOWN[game_id].with_options(case.get("options", {}))
        found = make_perft.summary({result_of(outcome) for outcome in outcomes(game, case, dice_of(case))})
        expected = {name: case[name] for name in ("n", "digest", "whole") if name in case}
        if found != expected:
            wrong.append((case["position"], case["side"], case["roll"], case.get("options"), expected, found))
    assert not wrong


@pytest.mark.parametrize("game_id", SHARED)
def test_number_of_positions_from_the_start(game_id: str) -> None:
    game, rules, plies = KNOWN[game_id], GAMES[game_id], perft(game_id)["plies"]
    rolls = make_perft.all_rolls(game_id, rules)

    def total(case: dict[str, Any]) -> int:
        return sum(len({each.position for each in outcomes(game, case, roll)}) for roll in rolls)

    start = make_perft.state_text(make_perft.start_of(rules))
    assert total(start) == plies["first"]
    assert sum(map(total, plies["then"])) == plies["second"]


@pytest.mark.parametrize("game_id", GAMES)
def test_the_file_is_what_the_naive_generator_says(game_id: str) -> None:
    cases = [case for case in perft(game_id)["cases"] if case["n"] < 60]
    for case in cases[:: max(1, len(cases) // 4)]:
        past = {name: case[name] for name in ("hand", "turns", "doublets", "pinned") if name in case}
        found = naive.results(
            game_id,
            case.get("options", {}),
            both(case, rules_of(game_id, case.get("options", {})).points),
            "WB".index(case["side"]),
            dice_of(case),
            past,
            case.get("carried", False),
        )
        expected = {name: case[name] for name in ("n", "digest", "whole") if name in case}
        assert make_perft.summary(found) == expected, case
