"""The last turns as they are on record and as they were heard, laid out to be weighed together."""

from engine.board import Side
from engine.match.match import CheckerTurn
from engine.plays.membership import turn_to
from engine.tables.tables import TablesGame
from engine.turn.context import TurnContext
from engine.turn.histories import REMEMBERED, HeardTurn, HistoryStep, HistoryTrial


def trial_of(context: TurnContext, believed: HistoryStep, side: Side, *, end: bool) -> HistoryTrial | None:
    """What is to be weighed, where enough of the last turns is remembered; with the look at the board that the game was
    joined with, where they go back as far as that.
    """
    game, rules = context.match_state.game, context.game
    if game is None or not isinstance(rules, TablesGame) or rules.family is not None:
        return None
    turns = [(k, turn) for k, turn in enumerate(game.turns) if isinstance(turn, CheckerTurn)]
    known = {each.turn: each for each in context.tracker.recent}
    heard: list[HeardTurn] = []
    recorded: list[HistoryStep] = []
    start = None if turns else game.start
    for index, turn in reversed(turns[-REMEMBERED:]):
        if index not in known or turn.roll is None or turn.before is None:
            break
        heard.insert(0, known[index])
        recorded.insert(0, HistoryStep(turn.roll, turn.play, turn.after, is_legal(rules, turn)))
        start = turn.before
    if start is None:
        return None
    now = HeardTurn(len(game.turns), side, context.tracker.thrown, context.evidence)
    opened = context.tracker.opened if len(heard) == len(turns) and start == game.start else None
    return HistoryTrial(
        rules, context.seating, start, tuple(heard), tuple(recorded), now, believed, end, opened=opened
    )  # fmt: skip


def is_legal(rules: TablesGame, turn: CheckerTurn) -> bool:
    """Whether a turn on record is legal; of what was concluded the record does not say it."""
    if turn.fault is not None or not turn.inferred or turn.roll is None or turn.before is None:
        return turn.fault is None
    return turn_to(rules, turn.before, turn.side, turn.roll, turn.after) is not None
