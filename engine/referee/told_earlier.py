"""A person says how it was turns ago: a play, or the board that some turns began from."""

from collections.abc import Iterator

from engine.dice import Roll
from engine.faults.explain import explain, likely_play
from engine.match.match import CheckerTurn
from engine.play import Outcome
from engine.plays.membership import may_end_so, turn_to
from engine.position import Position
from engine.state.events import Amended, Candidate, Corrected, Played, Reseated
from engine.state.match_state import Question
from engine.turn.context import TurnContext
from engine.turn.tracker import Timer


def choose_earlier(context: TurnContext, chosen: Candidate, question: Question) -> None:
    """A person says how an earlier turn of the game was played; the boards since are those of
    the record with that difference.
    """
    game, index = context.match_state.game, question.turns - 1
    turn = game.turns[index] if game is not None and 0 <= index < len(game.turns) else None
    if not isinstance(turn, CheckerTurn) or turn.side is not question.side or turn.before is None:
        return
    if (chosen.position, chosen.roll) == (turn.after, turn.roll):
        return
    outcome = Outcome(chosen.position, chosen.play or turn.play)
    now = _told(context, turn.before, turn, outcome, chosen.roll, legal=chosen.legal)
    _amend(context, {index: now, **dict(_since(context, index + 1, turn.after, chosen.position))})


def choose_earlier_board(context: TurnContext, chosen: Position, question: Question) -> None:
    """A person says which board it was that some turns of the game began from, when it was asked or when it was joined;
    the boards since are those of the record with that difference.
    """
    game, index = context.match_state.game, question.turns
    if game is None:
        return
    wrong = question.candidates[0].position if index else game.start
    now = context.position.shifted(wrong, chosen)
    if chosen == wrong or now is None:
        return
    since = dict(_since(context, index, wrong, chosen))
    last = game.turns[index - 1] if index else None
    if last is None:
        plays = {k: on_record(turn) for k, turn in enumerate(game.turns) if isinstance(turn, CheckerTurn)}
        context.happen(Reseated(context.seating, chosen, tuple((plays | since).values())))
    elif isinstance(last, CheckerTurn) and last.after == wrong and last.before is not None:
        play = likely_play(context.game, last.before, last.side, chosen, last.roll)
        # that the eye was in doubt accuses nobody
        led_there = Played(last.side, last.roll, play, chosen, inferred=True)
        _amend(context, {index - 1: led_there, **since})
    else:
        # nobody knows how that board came about: no turn of the record led to it
        context.happen(Corrected("unseen", position=now))
    context.forget(Timer.BOARD, Timer.DOUBT)


def _since(
    context: TurnContext, index: int, wrong: Position, right: Position
) -> Iterator[tuple[int, Played]]:
    """The turns from one on, by their numbers, as they were where the board before them was another."""
    game, before = context.match_state.game, right
    assert game is not None
    for number, turn in enumerate(game.turns[index:], index):
        if not isinstance(turn, CheckerTurn):
            continue
        after = turn.after.shifted(wrong, right)
        if after is None:
            # that checker has moved on since: the boards from here on are as they were seen
            return
        found = None if turn.roll is None else turn_to(context.game, before, turn.side, turn.roll, after)
        legal = turn.roll is not None and may_end_so(context.game, before, turn.side, turn.roll, after)
        played = _told(context, before, turn, found or Outcome(after, turn.play), turn.roll, legal=legal)
        yield number, played
        before = played.after


def _told(
    context: TurnContext,
    before: Position,
    turn: CheckerTurn,
    outcome: Outcome,
    roll: Roll | None,
    *,
    legal: bool,
) -> Played:
    """A turn as it was played from a board, with its fault where it was not legal."""
    fault = None
    if not legal and roll is not None:
        fault = explain(context.game, before, turn.side, roll, outcome.position)
    return Played(turn.side, roll, outcome.play, outcome.position, fault)


def on_record(turn: CheckerTurn) -> Played:
    """A turn as it is on record."""
    return Played(turn.side, turn.roll, turn.play, turn.after, turn.fault, turn.inferred)


def _amend(context: TurnContext, turns: dict[int, Played]) -> None:
    """These turns, by their numbers, are put right in the record."""
    for number, played in turns.items():
        context.happen(
            Amended(
                played.play, played.after, played.roll, played.fault, inferred=played.inferred, turn=number
            )
        )
