"""Watching for a throw: whose it is, whether it counts, and what to make of one that comes out of turn."""

from engine.case import Case
from engine.events import Candidate, Tied
from engine.play import Play
from engine.reading import is_closed_out, missed_rolls, shows
from engine.throws import COCKED_SECONDS, Throw, ThrowKind
from engine.turns import after_turn

ONE_EACH = "each player throws one die to begin, on his own right-hand half"
OUT_OF_TURN_SECONDS = 0.8
"""How long dice lie on the wrong player's half before anything is made of it."""


def watch_throw(case: Case) -> None:
    """Look for the throw of the side whose turn it is, or for the opening throw."""
    side = case.ledger.side
    throw = case.attention.throw(side)
    if throw.kind is ThrowKind.NONE:
        case.forget("throw")
        return
    held = case.sight(throw)
    now = case.attention.now
    match throw.kind:
        case ThrowKind.VALID if side is None and len({die.side for die in throw.dice}) == 1:
            if held.lasts(now, COCKED_SECONDS) and throw.side is not None:
                case.call_cocked(throw.side, throw, ONE_EACH)
        case ThrowKind.VALID if throw.side is side or side is None:
            if throw.lasts(now):
                with case.looking_back():
                    after_turn(case, last_chance=True)
                case.accept(throw)
        case ThrowKind.VALID:
            if held.lasts(now, OUT_OF_TURN_SECONDS):
                _out_of_turn(case, throw)
        case ThrowKind.TIE:
            if throw.lasts(now):
                case.happen(Tied(throw.dice[0].value), max(die.frame for die in throw.dice))
                case.mark_dice()
        case ThrowKind.COCKED:
            if held.lasts(now, COCKED_SECONDS) and throw.side is not None:
                case.call_cocked(throw.side, throw, throw.why)


def _out_of_turn(case: Case, throw: Throw) -> None:
    """The other side has thrown: the one on turn passes, has played unseen, or the dice lie on the wrong half."""
    side = case.ledger.side
    assert side is not None and throw.side is not None
    if is_closed_out(case.game, case.position, side):
        case.play(None, Play(), case.position)
        case.accept(throw)
        return
    if shows(case.evidence, case.position, case.seating):
        case.call_cocked(side, throw, "the dice lie on the opponent's right-hand half")
        return
    missed = missed_rolls(case.game, case.position, side, case.seating, case.evidence)
    if not missed:
        return
    roll, scored = missed[0]
    options = tuple(
        Candidate(each, found.outcome.play, found.outcome.position, True, 1.0 / len(missed[:2]))
        for each, found in missed[:2]
    )
    case.play(roll, scored.outcome.play, scored.outcome.position, inferred=True)
    case.ask("missed", side, options)
    if case.ledger.side is throw.side:
        case.accept(throw)
