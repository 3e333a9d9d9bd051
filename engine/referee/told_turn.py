"""The turn of which a person can tell how it was played, and whether what they say is still of it."""

from dataclasses import dataclass

from engine.board import Seating, Side
from engine.dice import Roll
from engine.errors import EngineError, IllegalPlay, TooManyPlays
from engine.faults.explain import explain
from engine.play import Fault, Outcome, Play
from engine.plays.notation import parse_play, played_out
from engine.position import Position
from engine.state.match_state import MatchState, Phase, rules_now, turns_now
from engine.state.messages import SetPlay, Undo
from engine.trictrac import may_claim
from engine.turn.tracker import TurnTracker
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
