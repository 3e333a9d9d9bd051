"""A play that a person tells: of the turn that is being played, or of the last one, which it puts right; and the
answers to questions that change what is on record of a turn.
"""

from dataclasses import dataclass, replace

from engine.board import Seating, Side
from engine.dice import Roll
from engine.errors import EngineError, IllegalPlay, TooManyPlays
from engine.faults.explain import explain
from engine.match.match import CheckerTurn
from engine.play import Fault, Outcome, Play
from engine.plays.notation import parse_play, played_out
from engine.position import Position
from engine.state.events import Amended, Candidate, Thrown
from engine.state.match_state import MatchState, Phase, Question, is_opening, rules_now
from engine.state.messages import SetPlay, Undo
from engine.trictrac import may_claim
from engine.turn.context import Timer, TurnContext, TurnTracker
from engine.turn.turn_reading import shows


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn of which a person can tell how it was played: whose, with which throw, from which board.

    `number`: in its game, from 0; `played`: the play that is on record of it, None while it is still being played.
    """

    number: int
    side: Side
    roll: Roll | None
    before: Position
    played: Play | None


@dataclass(frozen=True, slots=True)
class ToldPlay:
    """A play as told, and the position after it; with its fault where it is illegal."""

    turn: ToldTurn
    play: Play
    after: Position
    fault: Fault | None


def told_turn(match_state: MatchState, side: Side) -> ToldTurn | None:
    """The turn of a side of which a person can tell how it was played: the present one,
    or else the last; None: neither.
    """
    turns = turns_now(match_state)
    if match_state.phase is Phase.TO_MOVE and match_state.side is side and match_state.position is not None:
        return ToldTurn(turns, side, match_state.roll, match_state.position, None)
    last, before = match_state.last_play, match_state.position_before
    if last is None or before is None or last.side is not side:
        return None
    if last.roll is None and rules_now(match_state).dice:
        return None
    return ToldTurn(turns - 1, side, last.roll, before, last.play)


def is_stale(match_state: MatchState, command: SetPlay | Undo) -> bool:
    """Whether a person says something of a turn that is not that any more: another came, or went, in between."""
    match command:
        case SetPlay(turn=int() as number):
            turn = told_turn(match_state, command.side)
            return turn is not None and turn.number != number
        case Undo(turns=int() as turns):
            return turns_now(match_state) != turns
        case _:
            return False


def is_time_to_claim(match_state: MatchState, side: Side, tracker: TurnTracker) -> bool:
    """Whether a side may claim points now: before it throws, or until it is seen to have touched a checker."""
    position, thrown = match_state.position, match_state.phase is Phase.TO_MOVE
    if (
        position is None
        or match_state.side is not side
        or not (thrown or match_state.phase is Phase.TO_THROW)
    ):
        return False
    rules, seating = rules_now(match_state), match_state.seating or Seating(tracker.near)
    seen = tracker.look.evidence if thrown and tracker.look is not None else None
    if seen is not None and not shows(rules, seen, position, seating):
        return False
    return may_claim(rules, position, side, thrown=thrown)


def turns_now(match_state: MatchState) -> int:
    """How many turns the game has that is on."""
    return 0 if match_state.game is None else len(match_state.game.turns)


def told_play(match_state: MatchState, turn: ToldTurn, text: str, *, stands: bool = False) -> ToldPlay:
    """The play of a turn that a text means; an illegal one only if it `stands` all the same.

    Raises InvalidPlay where it is no play or can mean several, IllegalPlay where the rules forbid it.
    """
    rules = rules_now(match_state)
    try:
        found = parse_play(rules, turn.before, turn.side, turn.roll, text)
    except IllegalPlay:
        if not stands:
            raise
        made = played_out(rules, turn.before, turn.side, text)
        return ToldPlay(
            turn, made.play, made.position, explain(rules, turn.before, turn.side, turn.roll, made.position)
        )
    return ToldPlay(turn, found.play, found.position, None)


def fault_of(match_state: MatchState, turn: ToldTurn, text: str) -> Fault | None:
    """Which rule a written play breaks; None where it breaks none, or nobody can say."""
    rules = rules_now(match_state)
    try:
        made: Outcome = played_out(rules, turn.before, turn.side, text)
        if made.position == turn.before:
            return None
        return explain(rules, turn.before, turn.side, turn.roll, made.position)
    except (EngineError, TooManyPlays):
        return None


def choose_play(context: TurnContext, chosen: Candidate, last: CheckerTurn) -> None:
    """A person says which of two plays the last turn was."""
    fault = _fault(context, chosen, context.match_state.position_before, last.side)
    if chosen.position != last.after or chosen.roll != last.roll:
        refused = last.after if chosen.position != last.after else None
        context.amend(chosen.play or last.play, chosen.position, chosen.roll, fault)
        context.tracker = replace(context.tracker, refused=refused)


def choose_dice(context: TurnContext, chosen: Candidate, question: Question) -> None:
    """A person says what was thrown in the turn that is being played; nothing else is made of its dice then."""
    match_state = context.match_state
    side = question.side
    if (
        match_state.phase is not Phase.TO_MOVE
        or side is None
        or match_state.side is not side
        or chosen.roll is None
    ):
        return
    if chosen.roll != match_state.roll:
        context.happen(Thrown(side, chosen.roll, is_opening(match_state)))
    context.tracker = replace(context.tracker, reread=True)
    context.forget(Timer.BOARD, Timer.DICE, Timer.ROLL)


def choose_long_ago(context: TurnContext, chosen: Candidate, question: Question) -> None:
    """A question that had to wait until the game was over: the answer puts its turn right in the record."""
    game, index = context.match_state.game, question.turns - 1
    if game is None or context.match_state.phase is not Phase.OVER or not 0 <= index < len(game.turns):
        return
    turn = game.turns[index]
    if not isinstance(turn, CheckerTurn) or turn.side is not question.side:
        return
    fault = _fault(context, chosen, turn.before, turn.side)
    if chosen.position != turn.after or chosen.roll != turn.roll:
        play = chosen.play or turn.play
        context.happen(Amended(play, chosen.position, chosen.roll, fault, turn=index))


def _fault(context: TurnContext, chosen: Candidate, before: Position | None, side: Side) -> Fault | None:
    """What is wrong with a play that was chosen, where it is illegal and known what it was played with."""
    known = chosen.roll is not None or not context.game.dice
    if chosen.legal or not known or before is None:
        return None
    return explain(context.game, before, side, chosen.roll, chosen.position)
