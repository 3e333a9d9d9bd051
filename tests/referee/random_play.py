"""What games that are played at random need, before whatever eye: who begins, and the results of a roll."""

from random import Random

from engine.board import Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.match.match import begins, first_to_play
from engine.play import Outcome
from engine.plays.legal import legal_plays
from engine.plays.membership import some_play
from engine.position import Position
from engine.tables.tables_game import Decide, FirstRoll, TablesGame


def decided(game: TablesGame, rng: Random) -> tuple[Side, tuple[int, int] | None]:
    """Who begins, and by which dice that was decided, White's and Black's; None: no dice are thrown for it."""
    first = first_to_play(game)
    if first is not None or game.decide is Decide.AGREED:
        return first or Side.WHITE, None
    white, black = rng.sample(game.faces, 2)
    side = begins(game, white, black)
    assert side is not None
    return side, (white, black)


def first_roll(game: TablesGame, dice: tuple[int, int] | None) -> Roll | None:
    """The roll of the dice that decided who begins, where it is played."""
    return Roll.of(*dice) if dice is not None and game.first_roll is FirstRoll.USE_BOTH else None


def results(game: TablesGame, position: Position, side: Side, roll: Roll) -> tuple[Outcome, ...]:
    """The legal results of a roll; one of them where there are too many to list."""
    try:
        return legal_plays(game, position, side, roll)
    except TooManyPlays:
        return (some_play(game, position, side, roll),)
