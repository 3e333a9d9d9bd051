"""A board that was taken as it stood, since nobody saw how it came about: what the eye misread of it accuses nobody of
what they play from it later.
"""

from collections.abc import Iterator
from dataclasses import replace
from heapq import nlargest

from engine.board import OFF, Side
from engine.dice import Roll
from engine.position import Position
from engine.state.match_state import turns_now
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import seen_as
from engine.turn.context import TakenBoard, TurnContext
from engine.turn.turn_reading import TurnVerdict

KEPT_TURNS = 4
"""For so many turns a board that was taken as it stood may be doubted."""
MISREAD_BY = 5.0
"""By how much less likely (in log-likelihood) than the board that was taken another may have been."""
MOST_BOARDS = 8
"""So many other boards at most are tried."""


def rests_on_misreading(context: TurnContext, side: Side, roll: Roll, *, end: bool) -> bool:
    """Whether a turn is legal, at its `end` or as far as it has been played, if one checker of the board that was taken
    as it stood lay elsewhere than it seemed.
    """
    taken, game = context.tracker.taken, context.game
    if (
        taken is None
        or not isinstance(game, TablesGame)
        or turns_now(context.match_state) - taken.turns > KEPT_TURNS
    ):
        return False
    for board in _read_otherwise(context, game, taken):
        before = context.position.shifted(taken.position, board)
        if before is not None:
            reading = context.read(before, side, roll)
            if (reading.final if end else reading.ongoing) is TurnVerdict.LEGAL:
                return True
    return False


def _read_otherwise(context: TurnContext, game: TablesGame, taken: TakenBoard) -> list[Position]:
    """The likeliest boards that differ from the one taken by where one checker lies, or whether it is off."""

    def likelihood(board: Position) -> float:
        return taken.evidence.log_likelihood(seen_as(game, board, context.seating))

    stood = likelihood(taken.position)
    found: list[tuple[float, Position]] = []
    for side in Side:
        sites = range(OFF, game.bar + 1)
        less = dict(_changed(taken.position, side, -1, sites))
        more = dict(_changed(taken.position, side, 1, sites))
        gone = {site: likelihood(board) - stood for site, board in less.items()}
        come = {site: likelihood(board) - stood for site, board in more.items()}
        for origin, lost in gone.items():
            for target, won in come.items():
                if origin != target and lost + won > -MISREAD_BY:
                    board = less[origin].shifted(taken.position, more[target])
                    if board is not None and (game.landing.shares or not game.shared_points(board)):
                        found.append((lost + won, board))
    return [board for _, board in nlargest(MOST_BOARDS, found, key=lambda each: each[0])]


def _changed(board: Position, side: Side, by: int, sites: range) -> Iterator[tuple[int, Position]]:
    """The board with one checker more or less on each of the sites where that can be."""
    own = board.of(side)
    for site in sites:
        if own[site] + by >= 0:
            men = (*own[:site], own[site] + by, *own[site + 1 :])
            yield site, replace(board, white=men) if side is Side.WHITE else replace(board, black=men)
