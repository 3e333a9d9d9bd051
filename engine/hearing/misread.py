"""Misread dice: another roll, not unlikely, that explains a board which the roll believed does not."""

from dataclasses import dataclass, replace

from engine.board import Side
from engine.dice import Roll
from engine.hearing.case import Case
from engine.hearing.reading import ILLEGAL_PRIOR, Reading, Verdict, read_turn
from engine.hearing.throws import roll_odds
from engine.ledger.beginning import is_opening
from engine.ledger.events import Candidate, Thrown
from engine.match.opening import begins

PAUSE = 1.5
"""The log-likelihood that it costs to suppose that a player rests in the middle of his play, hands away."""
DOUBT = 2.0
"""The log-likelihood by which an illegal play must beat misread dice before it is flagged without a question."""
SURE_FACE = 0.85
"""The mean probability at which a die's face is read better than at first sight."""
BETTER_SECONDS = 0.4
"""How long the dice show another roll, surely, before it is believed."""


@dataclass(frozen=True, slots=True)
class Misread:
    """Another roll (and, after the opening throw, perhaps another side) and how the board reads under it.

    `gain` is the log-likelihood by which "the dice were misread" beats "the play is illegal".
    """

    roll: Roll
    side: Side
    reading: Reading
    gain: float

    @property
    def likelier(self) -> bool:
        """Whether a misread roll is likelier than an illegal play."""
        return self.gain > 0


def misread(case: Case, reading: Reading, side: Side, roll: Roll) -> Misread | None:
    """The likeliest other roll under which the board is in order, unless it is out of the question."""
    dice = case.attention.thrown
    if case.attention.reread:
        return None
    opening = is_opening(case.ledger)
    found = []
    for other in case.game.rolls:
        gain = roll_odds(dice, roll, other) - (reading.open_score - ILLEGAL_PRIOR)
        for mover in (side, side.other) if opening else (side,):
            if (other, mover) == (roll, side) or (opening and other.is_doublet) or gain <= -DOUBT:
                continue
            again = read_turn(case.game, case.position, mover, other, case.seating, case.evidence)
            if again.final is not Verdict.LEGAL and not again.moved:
                # A board on which nothing has moved tells nothing of the dice.
                continue
            total = gain + again.ongoing_score - (0.0 if again.final is Verdict.LEGAL else PAUSE)
            if again.ongoing is Verdict.LEGAL and total > -DOUBT:
                found.append(Misread(other, mover, again, total))
    return max(found, key=lambda each: each.gain, default=None)


def throw_again(case: Case, found: Misread) -> None:
    """From now on the roll is the other one."""
    case.happen(Thrown(found.side, found.roll, is_opening(case.ledger), inferred=True))
    case.attention = replace(case.attention, reread=True)
    case.forget("board")


def rolls_in_doubt(case: Case, seen: Candidate, found: Misread) -> tuple[Candidate, Candidate]:
    """The two candidates of the question whether a play was illegal or its dice misread."""
    best = found.reading.legal[0].outcome
    return replace(seen, weight=0.5), Candidate(found.roll, best.play, best.position, True, 0.5)


def seen_better(case: Case, side: Side, roll: Roll) -> bool:
    """Whether longer looking has shown the dice, surely now, to be others than they seemed at first."""
    thrown = [die for die in case.attention.dice if die.thrown and die.flat]
    if len(thrown) != len(roll.dice) or case.attention.told:
        return False
    case.attention = replace(case.attention, thrown=tuple(thrown))
    again = Roll.of(*(die.value for die in thrown))
    if again == roll or min(die.p for die in thrown) < SURE_FACE:
        case.forget("roll")
        return False
    opening = is_opening(case.ledger)
    lasts = case.hold("roll", again).lasts(case.attention.now, BETTER_SECONDS)
    if not lasts or (opening and again.is_doublet):
        return False
    mover = side
    if opening and thrown[0].side is not thrown[1].side:
        white, black = sorted(thrown, key=lambda die: die.side is Side.BLACK)
        mover = begins(case.game, white.value, black.value) or side
    case.happen(Thrown(mover, again, opening))
    case.forget("roll", "board")
    return True
