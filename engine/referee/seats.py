"""Sides that were told wrongly: in a game that is joined the first play shows who has which checkers."""

from dataclasses import replace

from engine.board import OFF, Side
from engine.hearing.appearance import as_position, seen_as
from engine.hearing.case import Case
from engine.hearing.reading import Verdict, read_turn
from engine.ledger.events import Corrected
from engine.position import Position
from engine.referee.joining import JOINED
from engine.tables.tables import TablesGame

SEATS_SECONDS = 1.0
"""How long a board that only the other seats explain stands, still and free of hands: no longer than before it is flagged."""


def reseated(case: Case) -> bool:
    """Whether the near player turns out to have the checkers that he was not said to have, and the record says so now.

    So it is where a game was joined in the middle and the first play moves the opponent's checkers, as it would seem, but
    is in order with the seats exchanged, or moves one's own alone; nobody mistakes the opponent's for them.
    """
    ledger, game, seating = case.ledger, case.game, case.seating
    side, roll, joined = ledger.side, ledger.roll, ledger.game
    if side is None or roll is None or joined is None or not isinstance(game, TablesGame):
        return False
    if not case.attention.join or joined.turns or joined.start == game.start or roll.carried:
        return False
    told = read_turn(game, case.position, side, roll, seating, case.evidence)
    others = told.seen.of(side.other) != case.position.of(side.other)
    if told.final is Verdict.LEGAL or told.ongoing is Verdict.LEGAL or not others:
        return False
    exchanged = replace(seating, near=seating.near.other)
    seen = case.attention.of(JOINED)
    board = seen.what if seen is not None and isinstance(seen.what, Position) else case.position
    before = as_position(game, seen_as(game, board, seating), exchanged, game.start)
    reading = read_turn(game, before, side, roll, exchanged, case.evidence)
    in_order = reading.final is Verdict.LEGAL and reading.moved
    if not in_order and not (told.ongoing is Verdict.OPEN and _moves_alone(before, reading.seen, side)):
        return False
    if not case.hold("seats", exchanged).lasts(case.attention.now, SEATS_SECONDS):
        return False
    case.happen(Corrected("seating", seating=exchanged, position=before))
    case.forget("seats", JOINED, "board", "seen")
    return True


def _moves_alone(before: Position, seen: Position, side: Side) -> bool:
    """Whether nothing but a side's own checkers has moved, all of them still there and further on than they were."""
    same = seen.of(side.other) == before.of(side.other) and seen.of(side)[OFF] == before.of(side)[OFF]
    return same and seen.pip_count(side) < before.pip_count(side)
