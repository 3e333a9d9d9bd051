"""Throws made too soon: before the opponent has finished, or while his illegal play stands (rules 6.3 and 6.4)."""

from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.profile import Premature
from engine.state.events import Counts, Doubled, Hasty, Taken, ThrownTooSoon
from engine.state.match_state import Phase
from engine.turn.context import Case
from engine.turn.doubling import is_taken
from engine.turn.misread import misread
from engine.turn.throws import NO_THROW, Throw, lying, set_aside
from engine.turn.turn_reading import TurnReading, TurnVerdict, read_turn

HASTY_SECONDS = 0.8
"""How long the opponent's dice lie beside an unfinished play before his throw is called hasty."""
AHEAD_SECONDS = 1.0
"""How long the board shows that a throw made too soon was played all the same."""
_BECOMES = {
    Premature.STAND: Counts.LATER,
    Premature.REROLL: Counts.NO,
    Premature.OPPONENT_CHOICE: Counts.UNLESS_ASKED,
}


def opponents_throw(case: Case, side: Side, roll: Roll) -> Throw:
    """The throw of the side not on turn, if there is one; where dice may lie anywhere, not the mover's pushed aside."""
    other = case.seen_throw(side.other)
    if case.profile.throws.own_half:
        return other
    if not lying(case.attention.dice, roll):
        case.hold("away", True)
    beside = sum(die.thrown for die in case.attention.dice) >= len(roll.dice)
    return other if beside or case.attention.of("away") else NO_THROW


def unfinished(case: Case, side: Side, roll: Roll, reading: TurnReading) -> bool:
    """Whether the mover's dice all lie there, and his play can be finished legally but is not.

    A board from which no legal play can come any more is no unfinished play but an illegal one, and a complete play
    beside dice that were left lying is a turn that the throw ends (rules 6.2).
    """
    return (
        not case.attention.told
        and reading.final is TurnVerdict.OPEN
        and reading.ongoing is TurnVerdict.LEGAL
        and lying(case.attention.dice, roll) == len(roll.dice)
        and misread(case, reading, side, roll) is None
    )


def call_hasty(case: Case, throw: Throw, left: TurnReading) -> None:
    """The opponent has thrown before the mover has finished: the profile says what becomes of it."""
    assert throw.side is not None and throw.roll is not None
    known = case.ledger.hasty
    if known is None or known.counts is Counts.NO:
        counts = _BECOMES[case.profile.premature]
        frame = max(die.frame for die in throw.dice)
        case.happen(ThrownTooSoon(throw.side, throw.roll, Hasty.UNFINISHED, counts), frame)
        case.attention = replace(case.attention, left=left.seen)
    case.attention = replace(case.attention, dice=set_aside(case.attention.dice, throw.dice))
    case.forget("throw")


def receive(case: Case, throw: Throw) -> None:
    """The throw of the side on turn counts, unless an illegal play has to be put right first."""
    if case.ledger.phase is not Phase.TO_THROW or case.ledger.side not in (throw.side, None):
        return
    if not case.ledger.must_put_right:
        _recall_double(case, throw)
        case.accept(throw)
        return
    assert throw.side is not None and throw.roll is not None
    frame = max(die.frame for die in throw.dice)
    case.happen(ThrownTooSoon(throw.side, throw.roll, Hasty.FAULT, Counts.NO), frame)
    case.mark_dice()
    # Should the players go on with it nevertheless, the referee goes with them; the fault stays on record.
    dice = set_aside(case.attention.dice, throw.dice)
    case.attention = replace(case.attention, cocked=throw.dice, dice=dice)
    case.forget("throw")


def _recall_double(case: Case, throw: Throw) -> None:
    """Who throws may have doubled before, while nobody saw it: then the cube lies where his opponent has taken it."""
    look, held, by = case.attention.look, case.attention.of("cube"), throw.side
    if look is None or look.cube is None or held is None or by is None or held.what != look.cube.place:
        return
    if held.lasts(case.attention.now, 0.0) and is_taken(case.ledger, by, look.cube):
        case.happen(Doubled(by, case.ledger.cube.next_value), held.frame)
        case.happen(Taken(by.other), held.frame)


def played_ahead(case: Case, side: Side, roll: Roll, reading: TurnReading) -> bool:
    """Whether the opponent has played the throw that he made too soon: then the mover's turn was over as it was left."""
    hasty, left = case.ledger.hasty, case.attention.left
    if hasty is None or left is None or hasty.side is side or reading.ongoing is not TurnVerdict.OPEN:
        case.forget("ahead")
        return False
    ahead = read_turn(case.game, left, hasty.side, hasty.roll, case.seating, case.evidence)
    if ahead.final is not TurnVerdict.LEGAL or not ahead.moved:
        case.forget("ahead")
        return False
    if case.hold("ahead", reading.seen).lasts(case.attention.now, AHEAD_SECONDS):
        play, fault = case.explained(case.position, side, roll, left)
        dice = tuple(die for die in case.attention.dice if die.hasty)
        case.play(roll, play, left, fault, inferred=True)
        if case.ledger.phase is Phase.TO_THROW:
            case.throw(hasty.side, hasty.roll, dice, opening=False, inferred=True)
            case.attention = replace(case.attention, told=len(dice) < len(hasty.roll.dice))
    return True
