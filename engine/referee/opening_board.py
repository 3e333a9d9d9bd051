"""The board with which a joined game began: one of several that the first look leaves open, weighed by the turns since.

Checkers that are not to be seen were borne off, or lie in a heap that was read short. What the game goes on with tells
which: a play that one board makes absurd is an everyday one from the other.
"""

from collections.abc import Iterator
from dataclasses import replace
from heapq import nlargest
from itertools import product

from engine.board import OFF, Evidence, Side
from engine.match.match import CheckerTurn
from engine.plays.membership import may_end_so, turn_to
from engine.position import Position
from engine.referee.unseen import MISCOUNTED, OF_OPENING
from engine.state.events import Played, Reseated, Settled
from engine.state.match_state import Question
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import as_position, differ_by_heaps, on_board
from engine.turn.context import TurnContext
from engine.turn.histories import REACH, History, HistoryStep, HistoryTrial
from engine.turn.turn_reading import best_with, settled_board

MOST_BOARDS = 6
"""So many boards at most are weighed."""
BREADTH_EACH = 6
"""How many histories are followed at most from each of them."""


def openings(context: TurnContext, trial: HistoryTrial) -> Iterator[HistoryTrial]:
    """The same turns from every other board that the game may have begun with."""
    if trial.opened is None:
        return
    for board in _boards(context, trial.game, trial.opened):
        steps = None if board == trial.start else _moved(trial, board)
        if steps is not None:
            yield replace(trial, start=board, recorded=steps[:-1], believed=steps[-1], breadth=BREADTH_EACH)


def _boards(context: TurnContext, game: TablesGame, opened: Evidence) -> list[Position]:
    """The boards that the first look leaves open: those on which other numbers of checkers are off."""
    like, match_state = game.start, context.match_state
    if match_state.game is None or any(like.past.hand):
        return []
    seen, believed = settled_board(game, opened, context.seating, like), match_state.game.start
    found: list[tuple[float, Position]] = []
    for white, black in product(*(_off(seen, believed, side) for side in Side)):
        men = {Side.WHITE: on_board(like, Side.WHITE) - white, Side.BLACK: on_board(like, Side.BLACK) - black}
        best = best_with(opened, context.seating, men)
        found.append((opened.log_likelihood(best), as_position(game, best, context.seating, like)))
    most = max(score for score, _ in found)
    near = [pair for pair in found if pair[0] > most - REACH]
    return [board for _, board in nlargest(MOST_BOARDS, near, key=lambda pair: pair[0])]


def _off(seen: Position, believed: Position, side: Side) -> list[int]:
    """How many checkers of a side may be off: none, as many as seemed so, or fewer, as a heap was read short."""
    known = {0, seen.of(side)[OFF], believed.of(side)[OFF]}
    return sorted(known | {off - k for off in known for k in range(1, MISCOUNTED + 1) if off - k > 0})


def _moved(trial: HistoryTrial, board: Position) -> tuple[HistoryStep, ...] | None:
    """The turns as they were from another board, legal where they can be; None where it has none for them."""
    steps: list[HistoryStep] = []
    before = board
    for heard, step in zip((*trial.heard, trial.now), (*trial.recorded, trial.believed), strict=True):
        after = step.after.shifted(trial.start, board)
        if after is None:
            return None
        outcome = turn_to(trial.game, before, heard.side, step.roll, after)
        steps.append(
            HistoryStep(step.roll, outcome.play, outcome.position, True)
            if outcome is not None
            else replace(
                step, after=after, legal=may_end_so(trial.game, before, heard.side, step.roll, after)
            )
        )
        before = steps[-1].after
    return tuple(steps)


def open_with(context: TurnContext, trial: HistoryTrial, history: History) -> None:
    """The game began with the board of this trial, and went on as in this history: its turns so far are read anew."""
    game = context.match_state.game
    assert game is not None
    turns = [turn for turn in game.turns if isinstance(turn, CheckerTurn)]
    plays, before = [], trial.start
    for turn, step in zip(turns, history.steps, strict=False):
        play, fault = step.play, None
        if not step.legal:
            play, fault = context.explained(before, turn.side, step.roll, step.after)
        plays.append(
            Played(turn.side, step.roll, play, step.after, fault, inferred=turn.inferred and not step.legal)
        )
        before = step.after
    context.happen(Reseated(context.seating, trial.start, tuple(plays)))
    settle_opening(context)


def is_asked_of_opening(context: TurnContext) -> bool:
    """Whether people are asked which board it was that the game was joined with."""
    return any(
        question.what == OF_OPENING and not question.turns for question in context.match_state.questions
    )


def settle_opening(context: TurnContext) -> None:
    """What has been played since tells it, unless that is no more than how a heap is counted again and again."""
    for question in context.match_state.questions:
        if question.what == OF_OPENING and not question.turns and not _rests_on_heaps(context, question):
            context.happen(Settled(question.number, None))


def _rests_on_heaps(context: TurnContext, question: Question) -> bool:
    """Whether the board is still like that of another candidate but for how many lie in heaps."""
    game, now = context.match_state.game, context.position
    assert game is not None
    others = (now.shifted(game.start, each.position) for each in question.candidates)
    return any(other is not None and other != now and differ_by_heaps(now, other) for other in others)
