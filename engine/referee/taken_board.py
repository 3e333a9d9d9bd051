"""A board that was taken as it stood, since nobody saw how it came about: what the eye misread of it accuses nobody of
what they play from it later.
"""

from collections.abc import Iterator
from dataclasses import replace
from heapq import nlargest
from itertools import product

from engine.board import OFF, Side
from engine.dice import Roll
from engine.position import Position
from engine.state.match_state import turns_now
from engine.tables.tables_game import TablesGame
from engine.turn.context import TurnContext
from engine.turn.tracker import TakenBoard
from engine.turn.turn_reading import TurnVerdict

KEPT_TURNS = 4
"""For so many turns a board that was taken as it stood may be doubted."""
MISREAD_BY = 5.0
"""By how much less likely (in log-likelihood) than the board that was taken another may have been."""
MOST_BOARDS = 8
"""So many other boards at most are tried."""


def take_note(context: TurnContext) -> None:
    """The board has been taken as it stands: should the eye have misread it, that may show later."""
    game = context.game
    others = _read_otherwise(context, game) if isinstance(game, TablesGame) else ()
    taken = TakenBoard(turns_now(context.match_state), context.position, others)
    context.tracker = replace(context.tracker, taken=taken)


def rests_on_misreading(context: TurnContext, side: Side, roll: Roll, *, end: bool) -> bool:
    """Whether a turn is legal, at its `end` or as far as it has been played, if one checker of the board that was taken
    as it stood lay elsewhere than it seemed.
    """
    taken = context.tracker.taken
    if taken is None or turns_now(context.match_state) - taken.turns > KEPT_TURNS:
        return False
    for board in taken.others:
        before = context.position.shifted(taken.position, board)
        if before is not None:
            reading = context.read(before, side, roll)
            if (reading.final if end else reading.ongoing) is TurnVerdict.LEGAL:
                return True
    return False


def _read_otherwise(context: TurnContext, game: TablesGame) -> tuple[Position, ...]:
    """The likeliest boards that differ from the one on record by where one checker lies, or whether it is off."""
    here, stood = context.position, context.likelihood(context.position)
    found: list[tuple[float, Position]] = []
    for side in Side:
        less, more = (
            [(board, context.likelihood(board) - stood) for board in _changed(game, here, side, by)]
            for by in (-1, 1)
        )
        for (gone, lost), (come, won) in product(less, more):
            board = gone.shifted(here, come)
            if lost + won <= -MISREAD_BY or board is None or board == here:
                continue
            if game.landing.shares or not game.shared_points(board):
                found.append((lost + won, board))
    return tuple(board for _, board in nlargest(MOST_BOARDS, found, key=lambda each: each[0]))


def _changed(game: TablesGame, board: Position, side: Side, by: int) -> Iterator[Position]:
    """The board with one checker of a side more or less, each place of it in turn where that can be."""
    own = board.of(side)
    for site in range(OFF, game.bar + 1):
        if own[site] + by >= 0:
            men = (*own[:site], own[site] + by, *own[site + 1 :])
            yield replace(board, white=men) if side is Side.WHITE else replace(board, black=men)
