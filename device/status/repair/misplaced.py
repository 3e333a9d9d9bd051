"""Misplaced checkers: where on a faulty board one stands that should not, and where one is missing."""

from engine.board import OFF, Side
from engine.fault import Fault
from engine.plays.notation import made
from engine.position import Position
from engine.rules import Rules
from engine.squares import SQUARES, square_name
from engine.tables.tables import TablesGame

Places = tuple[int, ...] | tuple[str, ...]
"""Points in White's numbering, or the names of squares."""


def misplaced(
    rules: Rules, before: Position | None, side: Side, fault: Fault, seen: Position | None
) -> tuple[Places, Places]:
    """Where too many checkers are seen beside the nearest legal play from a position, and where too few.

    Of the former those that the fault is about, if it is about any of them. Nothing where no legal play is known.
    """
    if before is None or seen is None or fault.nearest is None:
        return (), ()
    wanted = made(rules, before, side, fault.nearest)
    many: set[int] = set()
    few: set[int] = set()
    for player in Side:
        for site, place in _places(rules, player).items():
            there, want = seen.of(player)[site], wanted.of(player)[site]
            many |= {place} if there > want else set()
            few |= {place} if there < want else set()
    own = _places(rules, side)
    about = {own[site] for site in fault.points if site in own}
    return _told(rules, (many & about) or many), _told(rules, few)


def _places(rules: Rules, side: Side) -> dict[int, int]:
    """Where each point or square of a side's lies, as the near player counts; bar and off are no places."""
    if not isinstance(rules, TablesGame):
        return {square: square for square in range(SQUARES)}
    return {site: place for site, place in enumerate(rules.lying(side)) if OFF < site < rules.bar}


def _told(rules: Rules, there: set[int]) -> Places:
    if isinstance(rules, TablesGame):
        return tuple(sorted(there))
    return tuple(square_name(each) for each in sorted(there))
