"""Matches to be written down, in every format: plain ones, and those that hold what a format may not know."""

import random
import shutil
from contextlib import suppress
from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.errors import IllegalPlay
from engine.games import find_game
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score, Turn
from engine.play import Play
from engine.plays.legal import legal_plays
from engine.plays.notation import parse_play, played_out
from engine.position import Position
from engine.position_parsing import parse_position

BACKGAMMON = find_game("backgammon")
START = BACKGAMMON.start
GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
W, B = Side.WHITE, Side.BLACK


def turns_from(start: Position, *written: tuple[Side, str, str] | CubeTurn) -> tuple[Turn, ...]:
    """Turns from a position, written as side, roll and play; illegal plays are made as written."""
    position, turns = start, list[Turn]()
    for each in written:
        if isinstance(each, CubeTurn):
            turns.append(each)
            continue
        side, dice, text = each
        roll = Roll.parse(dice) if dice else None
        outcome = played_out(BACKGAMMON, position, side, text)
        if roll is not None:
            with suppress(IllegalPlay):
                outcome = parse_play(BACKGAMMON, position, side, roll, text)
        turns.append(CheckerTurn(side, roll, outcome.play, outcome.position))
        position = outcome.position
    return tuple(turns)


OPENING = (
    (W, "31", "8/5 6/5"),
    (B, "62", "24/18 13/11"),
    (W, "66", "24/18(2) 13/7*(2)"),
    (B, "43", "bar/22 13/9"),
)
CLOSED = parse_position("W: 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) 8(3) B: bar(1) 6(5) 13(5) 8(4)")


def match_of(*games: Game, length: int = 5) -> Match:
    return Match(length, "Anna", "Ben", games)


PLAIN = match_of(
    Game(
        START,
        Score(),
        turns=(*turns_from(START, *OPENING), CubeTurn(W, 2, CubeAction.PASS)),
        result=Result(W, 1, "passed"),
    ),
    Game(
        START,
        Score(1, 0),
        turns=turns_from(
            START,
            (B, "42", "8/4 6/4"),
            (W, "55", "13/3(2)"),
            CubeTurn(B, 2, CubeAction.TAKE),
            (B, "31", "13/10 6/5"),
        ),
        result=Result(B, 4, "resigned"),
    ),
    Game(START, Score(1, 4), crawford=True, turns=turns_from(START, (B, "42", "8/4 6/4"))),
)
MONEY = match_of(
    Game(START, Score(), turns=(*turns_from(START, *OPENING), CubeTurn(W, 2, CubeAction.BEAVER))), length=0
)
MIDDLE = match_of(
    Game(
        CLOSED,
        Score(),
        turns=turns_from(CLOSED, (B, "", ""), (W, "21", "8/6 8/7")),
        result=Result(W, 2, "gammon"),
    ),
    Game(START, Score(2, 0), turns=turns_from(START, *OPENING)),
)
ILLEGAL = match_of(
    Game(
        START,
        Score(),
        turns=turns_from(START, *OPENING, (W, "61", "8/1 6/5"), (B, "31", "8/5 6/5")),
        result=Result(B, 2, "gammon"),
    ),
    Game(START, Score(0, 2), turns=turns_from(START, (B, "31", "8/5 6/5"))),
)
UNSEEN = match_of(Game(START, Score(), turns=turns_from(START, *OPENING, (W, "", "8/7"))))
EMPTY = Match(7, "", "")
NAMED = replace(PLAIN, white="Käthe: 3\n", black='; "12) 31: 8/5"')
OTHER_GAME = replace(
    match_of(Game(find_game("hypergammon").start, Score(), result=Result(W, 1, "single"))),
    game_id="hypergammon",
)


def shut_out() -> Match:
    """A game in which White soon shuts a checker of Black's out, who then does not throw."""
    dice, position, side, turns = random.Random(42), START, W, list[Turn]()
    while not (position.black[25] and all(position.white[point] > 1 for point in range(1, 7))):
        roll = Roll.of(dice.randint(1, 6), dice.randint(1, 6))
        outcomes = legal_plays(BACKGAMMON, position, side, roll)
        outcome = (
            max(outcomes, key=lambda each: closing(each.position)) if side is W else dice.choice(outcomes)
        )
        turns.append(CheckerTurn(side, roll, outcome.play, outcome.position))
        position, side = outcome.position, side.other
        assert len(turns) < 100
    turns.append(CheckerTurn(B, None, Play(), position))
    after = legal_plays(BACKGAMMON, position, W, Roll.of(2, 1))[0]
    turns.append(CheckerTurn(W, Roll.of(2, 1), after.play, after.position))
    return match_of(Game(START, Score(), turns=tuple(turns)))


def closing(position: Position) -> tuple[int, int, int]:
    """How near White is to shutting Black out."""
    made = sum(position.white[point] > 1 for point in range(1, 7))
    return made, position.black[25], -sum(men == 1 for men in position.white[1:25])


WRITTEN = {
    "plain": PLAIN,
    "money": MONEY,
    "middle": MIDDLE,
    "illegal": ILLEGAL,
    "unseen": UNSEEN,
    "empty": EMPTY,
    "named": NAMED,
    "other game": OTHER_GAME,
    "shut out": shut_out(),
}
