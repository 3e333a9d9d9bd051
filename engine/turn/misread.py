"""Misread dice: another roll, not unlikely, that explains a board which the roll believed does not."""

from dataclasses import dataclass, replace
from math import exp

from engine.board import Side
from engine.dice import Roll
from engine.faults.explain import likely_play
from engine.match.match import begins
from engine.play import Outcome
from engine.plays.legal import listed_plays
from engine.position import Position
from engine.state.events import Candidate, FaultSeen, Settled, Thrown
from engine.state.match_state import is_opening
from engine.turn.context import TurnContext
from engine.turn.throws import roll_odds
from engine.turn.tracker import Timer
from engine.turn.turn_reading import ILLEGAL_PRIOR, MARGIN, TurnReading, TurnVerdict, read_turn

PAUSE = 1.5
"""The log-likelihood that it costs to suppose that a player rests in the middle of their play, hands away."""
DOUBT = 2.0
"""The log-likelihood by which an illegal play must beat misread dice before it is flagged without a question."""
SURE_FACE = 0.85
"""The mean probability at which a die's face is read better than at first sight."""
OVERRULES = 7.0
"""The log-likelihood by which dice must speak against a roll that was concluded from the board to be believed again."""
BETTER_SECONDS = 0.4
"""How long the dice show another roll, surely, before it is believed."""


@dataclass(frozen=True, slots=True)
class Misread:
    """Another roll (and, after the opening throw, perhaps another side) and how the board reads under it.

    `gain` is the log-likelihood by which "the dice were misread" beats "the play is illegal".
    """

    roll: Roll
    side: Side
    reading: TurnReading
    gain: float

    @property
    def likelier(self) -> bool:
        """Whether a misread roll is likelier than an illegal play."""
        return self.gain > 0

    @property
    def sure(self) -> bool:
        """Whether it is so much likelier that nobody need be asked: never where nobody knows how that roll can end."""
        return self.reading.known and self.gain > MARGIN


def misread(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> Misread | None:
    """The likeliest other roll under which the board is in order, unless it is out of the question."""
    if context.tracker.reread:
        return None
    of, tried = (context.evidence, context.position, reading.seen, side, roll), context.tracker.tried
    if tried is not None and tried[0][0] is of[0] and tried[0][1:] == of[1:]:
        # a still board is shown many times
        return tried[1] if isinstance(tried[1], Misread) else None
    found = _misread(context, reading, side, roll)
    context.tracker = replace(context.tracker, tried=(of, found))
    return found


def _misread(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> Misread | None:
    dice = context.tracker.thrown
    opening = is_opening(context.match_state)
    found = []
    for other in context.game.rolls:
        gain = roll_odds(dice, roll, other) - (reading.open_score - ILLEGAL_PRIOR)
        for mover in (side, side.other) if opening else (side,):
            # by the same two dice nobody else begins
            if other == roll or (opening and other.is_doublet) or gain <= -DOUBT:
                continue
            again = read_turn(context.game, context.position, mover, other, context.seating, context.evidence)
            if again.final is not TurnVerdict.LEGAL and not again.moved:
                # A board on which nothing has moved tells nothing of the dice.
                continue
            total = gain + again.ongoing_score - (0.0 if again.final is TurnVerdict.LEGAL else PAUSE)
            if again.ongoing is TurnVerdict.LEGAL and total > -DOUBT:
                found.append(Misread(other, mover, again, total))
    return max(found, key=lambda each: each.gain, default=None)


def throw_again(context: TurnContext, found: Misread) -> None:
    """From now on the roll is the other one."""
    context.happen(Thrown(found.side, found.roll, is_opening(context.match_state), inferred=True))
    context.tracker = replace(context.tracker, reread=True)


def dice_in_doubt(
    context: TurnContext, side: Side, roll: Roll, seen: Position, found: Misread
) -> tuple[Candidate, ...]:
    """The two candidates of the question whether a play is illegal or its dice were misread, the likelier first."""
    play = likely_play(context.game, context.position, side, seen, roll)
    return dice_or(found, Candidate(roll, play, seen, False, 0.5))


def dice_or(found: Misread, otherwise: Candidate, rival: float = 0.0) -> tuple[Candidate, ...]:
    """The two candidates of the question whether dice were misread, the likelier first; how the turn is to be taken
    `otherwise` is likelier by the log-likelihood `rival` than that it was illegal.
    """
    best = found.reading.legal[0].outcome
    share = 1 / (1 + exp(rival - found.gain))
    misread_roll = Candidate(found.roll, best.play, best.position, True, share)
    both = (replace(otherwise, weight=1 - share), misread_roll)
    return tuple(sorted(both, key=lambda each: -each.weight))


def other_throws(context: TurnContext, side: Side, roll: Roll, outcome: Outcome) -> tuple[Candidate, ...]:
    """The candidates of the question what was thrown, where the dice were hardly read and the
    board fits another throw, too.

    None where that is out of the question, or somebody has said what was thrown.
    """
    dice = context.tracker.thrown
    if context.tracker.told or context.tracker.reread or not dice or is_opening(context.match_state):
        return ()
    for other in context.game.rolls:
        if other == roll or roll_odds(dice, roll, other) <= -DOUBT:
            continue
        for found in listed_plays(context.game, context.position, side, other):
            if found.position == outcome.position:
                share = 1 / (1 + exp(-roll_odds(dice, roll, other)))
                believed = Candidate(roll, outcome.play, outcome.position, True, 1 - share)
                return believed, Candidate(other, found.play, found.position, True, share)
    return ()


def ask_of_dice(context: TurnContext, side: Side, options: tuple[Candidate, ...], turn: int) -> None:
    """People are asked about the dice of a turn; what was asked of it before is settled, unless it was the same."""
    known = next(
        (each for each in context.match_state.questions if each.what == "roll" and each.turns == turn + 1),
        None,
    )
    boards = [(each.roll, each.position) for each in options]
    if known is not None:
        if [(each.roll, each.position) for each in known.candidates] == boards:
            return
        context.happen(Settled(known.number, None))
    context.ask("roll", side, options, turn)


def answer_dice(context: TurnContext, side: Side, roll: Roll, after: Position) -> None:
    """The turn has ended as the roll believed allows, and no other: what was asked about its dice is answered.

    A board that stood there then and that this roll cannot lead to was an illegal play, which has been taken back.
    """
    game, first = context.match_state.game, context.tracker.of(Timer.SEEN)
    if game is None or context.tracker.reread:
        return
    for question in context.match_state.questions:
        if question.what != "roll" or question.turns != len(game.turns) + 1:
            continue
        stood = next(
            (each.position for each in question.candidates if each.roll == roll and not each.legal), None
        )
        if stood is not None and stood != after and context.match_state.fault is None:
            _, fault = context.explained(context.position, side, roll, stood)
            frame = first.frame if first is not None and first.what == stood else None
            context.happen(FaultSeen(side, fault, stood), frame)
        context.happen(Settled(question.number, None))


def seen_better(context: TurnContext, side: Side, roll: Roll) -> bool:
    """Whether longer looking has shown the dice, surely now, to be others than they seemed at first."""
    thrown = [die for die in context.tracker.dice if die.thrown and die.flat]
    if len(thrown) != len(roll.dice) or context.tracker.told:
        return False
    context.tracker = replace(context.tracker, thrown=tuple(thrown))
    again = Roll.of(*(die.value for die in thrown))
    contradicted = not context.tracker.reread or roll_odds(tuple(thrown), roll, again) > OVERRULES
    if again == roll or min(die.p for die in thrown) < SURE_FACE or not contradicted:
        context.forget(Timer.ROLL)
        return False
    opening = is_opening(context.match_state)
    lasts = context.hold(Timer.ROLL, again).lasts(context.tracker.now, BETTER_SECONDS)
    if not lasts or (opening and again.is_doublet):
        return False
    mover = side
    if opening and thrown[0].side is not thrown[1].side:
        white, black = sorted(thrown, key=lambda die: die.side is Side.BLACK)
        mover = begins(context.game, white.value, black.value) or side
    context.happen(Thrown(mover, again, opening))
    context.forget(Timer.ROLL)
    return True
