"""Watching for a throw: whose it is, whether it counts, and what to make of one that comes out of turn."""

from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.i18n import marked
from engine.match.opening_roll import begins
from engine.outcome import Outcome
from engine.play import Play
from engine.plays.legal import can_play
from engine.referee.turn_watching import after_turn
from engine.referee.unseen import missed_before_reply, take_as_seen
from engine.state.beginning import anybody_begins
from engine.state.events import Candidate, Decided, Tied
from engine.state.match_state import Phase
from engine.tables.tables import FirstRoll, TablesGame
from engine.turn.context import Case
from engine.turn.premature_throw import receive
from engine.turn.throws import COCKED_SECONDS, Throw, ThrowKind
from engine.turn.turn_reading import TurnVerdict, is_closed_out, missed_rolls, read_turn, settled_board, shows

ONE_EACH = marked("each player throws one die to begin, on his own right-hand half")
OPPONENTS_HALF = marked("the dice lie on the opponent's right-hand half")
CLOSED_OUT = marked("the other player throws first, though he cannot enter")
OUT_OF_TURN_SECONDS = 0.8
"""How long dice lie on the wrong player's half before anything is made of it."""


def watch_throw(case: Case) -> None:
    """Look for the throw of the side whose turn it is, or for the opening throw."""
    side = case.ledger.side
    throw = case.seen_throw(_thrower(case))
    if side is None and throw.kind is ThrowKind.VALID and len(throw.dice) == 2:
        throw = _opening(case, throw)
    if throw.kind is ThrowKind.NONE:
        case.forget("throw")
        return
    held = case.sight(throw)
    now = case.attention.now
    match throw.kind:
        case ThrowKind.VALID if side is None and _on_one_half(throw) and not anybody_begins(case.ledger):
            if held.lasts(now, COCKED_SECONDS) and throw.side is not None:
                if case.ledger.setup is None and not _stands(case):
                    _opening_missed(case, throw.side, throw)
                else:
                    case.call_cocked(throw.side, throw, ONE_EACH)
        case ThrowKind.VALID if throw.side is side or side is None:
            if throw.lasts(now):
                with case.looking_back():
                    after_turn(case, last_chance=True)
                if side is None and not _begun(case, throw):
                    return
                receive(case, throw)
        case ThrowKind.VALID:
            if held.lasts(now, OUT_OF_TURN_SECONDS):
                _out_of_turn(case, throw)
        case ThrowKind.TIE:
            if throw.lasts(now):
                case.happen(_tied(case, throw.dice[0].value), max(die.frame for die in throw.dice))
                case.mark_dice()
        case ThrowKind.COCKED:
            if held.lasts(now, COCKED_SECONDS) and throw.side is not None:
                passes = case.profile.auto_pass_closed_out and side is not None and throw.side is side
                closed = passes and side is not None and is_closed_out(case.game, case.position, side)
                case.call_cocked(throw.side.other if closed else throw.side, throw, throw.why)


def _on_one_half(throw: Throw) -> bool:
    return len({die.side for die in throw.dice}) == 1


def _opening(case: Case, throw: Throw) -> Throw:
    """An opening throw as belonging to the side that begins with it."""
    white, black = sorted(throw.dice, key=lambda die: die.side is Side.BLACK)
    if white.side is black.side:
        return throw
    return replace(throw, side=begins(case.game, white.value, black.value))


def _begun(case: Case, throw: Throw) -> bool:
    """Whether a throw made before it was known who begins is played, or only tells who begins."""
    assert throw.side is not None and throw.roll is not None
    frame = max(die.frame for die in throw.dice)
    if anybody_begins(case.ledger) and _on_one_half(throw):
        case.happen(Decided(throw.side, ()), frame)
        return True
    if case.game.first_roll is FirstRoll.USE_BOTH:
        return True
    case.happen(Decided(throw.side, throw.roll.dice), frame)
    case.mark_dice()
    case.forget("throw")
    return False


def _tied(case: Case, value: int) -> Tied:
    """A tie at the opening, which doubles the cube if that was agreed on (rules 5.1)."""
    cube = case.ledger.cube
    doubles = cube.in_play and cube.owner is None and cube.raises < case.terms.auto_doubles
    return Tied(value, cube.next_value if doubles else None)


def _thrower(case: Case) -> Side | None:
    """Whose throw dice would be: where the half does not tell, the opponent's of a player who passes closed out."""
    side, profile = case.ledger.side, case.profile
    passes = side is not None and not profile.throws.own_half and profile.auto_pass_closed_out
    if side is not None and passes and is_closed_out(case.game, case.position, side):
        return side.other
    return side


def _out_of_turn(case: Case, throw: Throw) -> None:
    """The other side has thrown: the one on turn passes, has played unseen, or the dice lie on the wrong half."""
    side = case.ledger.side
    assert side is not None and throw.side is not None
    if is_closed_out(case.game, case.position, side):
        if case.profile.auto_pass_closed_out:
            case.play(None, Play(), case.position)
            receive(case, throw)
        else:
            case.call_cocked(throw.side, throw, CLOSED_OUT)
        return
    if _stands(case) and not (case.attention.was_blind and _may_have_danced(case, side)):
        case.call_cocked(side, throw, OPPONENTS_HALF)
        return
    _turn_missed(case, side, throw, at_any_rate=case.attention.was_blind)


def _turn_missed(case: Case, side: Side, throw: Throw, *, at_any_rate: bool) -> None:
    """The side before the one that has thrown played unseen: what explains the board or, `at_any_rate`, what nobody knows."""
    missed = _missed(case, side, throw)[:2]
    if not missed:
        if at_any_rate:
            take_as_seen(case, None)
            _accept(case, throw)
        return
    roll, outcome = missed[0]
    options = tuple(
        Candidate(each, found.play, found.position, True, 1.0 / len(missed)) for each, found in missed
    )
    case.play(roll, outcome.play, outcome.position, inferred=True)
    case.ask("missed", side, options)
    if _stands(case):
        # What was missed is known again, and hands that come now hide nothing more than usual.
        case.recognise()
    _accept(case, throw)


def _opening_missed(case: Case, side: Side, throw: Throw) -> None:
    """A side has thrown, and the board is no starting position any more: it is that throw which is being played.

    Or the other side has begun, and nobody saw it.
    """
    if throw.roll is not None:
        reading = read_turn(case.game, case.position, side, throw.roll, case.seating, case.evidence)
        if reading.ongoing is TurnVerdict.LEGAL:
            case.happen(Decided(side, ()))
            _accept(case, throw)
            return
    case.happen(Decided(side.other, ()))
    _turn_missed(case, side.other, throw, at_any_rate=True)


def _stands(case: Case) -> bool:
    """Whether the board is as it was after the last play."""
    return shows(case.game, case.evidence, case.position, case.seating)


def _accept(case: Case, throw: Throw) -> None:
    if case.ledger.phase is Phase.TO_THROW and case.ledger.side is throw.side:
        case.accept(throw)


def _may_have_danced(case: Case, side: Side) -> bool:
    """Whether there is a roll that a side cannot play at all."""
    return not all(can_play(case.game, case.position, side, roll) for roll in case.game.rolls)


def _missed(case: Case, side: Side, throw: Throw) -> tuple[tuple[Roll, Outcome], ...]:
    """What a side may have thrown and played unseen: the board shows it, or what the opponent has played since."""
    game, position = case.game, case.position
    rolls = missed_rolls(game, position, side, case.seating, case.evidence)
    if rolls or throw.roll is None or not isinstance(game, TablesGame):
        return tuple((roll, scored.outcome) for roll, scored in rolls)
    seen = settled_board(game, case.evidence, case.seating, position)
    return missed_before_reply(game, position, side, throw.roll, seen)
