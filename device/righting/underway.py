"""A game under way, as the camera sees it before anybody has said how it stands: the board, and who seems to sit where."""

from dataclasses import dataclass

from device.notice.boardshown import position_json
from device.watch.watcher import Shot
from engine.board import Kind, Seating, Side
from engine.hearing.reading import settled_board
from engine.ledger.beginning import next_place, rules_at, rules_now
from engine.ledger.ledger import Ledger
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables import TablesGame

Json = dict[str, object]
"""An object of JSON, on its way out."""
EVERY = tuple(Seating(near, home_right) for home_right in (True, False) for near in Kind)
"""Every way to sit at a board, the usual one first."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A board that a game may be going on from; `position` is None where none is read, or nothing stands on it."""

    position: Position | None
    seating: Seating
    rules: Rules

    def as_json(self) -> Json:
        """What the page asks about."""
        return {
            "position": position_json(self.position, self.rules, pips=False),
            "seating": {"near": self.seating.near.value, "home_right": self.seating.home_right},
        }


def under_way(ledger: Ledger, shot: Shot | None) -> UnderWay:
    """What the last picture shows, with the seating that is known, or else the likeliest."""
    rules = rules_now(ledger) if ledger.playing else rules_at(ledger, next_place(ledger))
    sight, seating = None if shot is None else shot.sight, ledger.seating or Seating()
    seen = None if sight is None else sight.observation
    if seen is None or (best := seen.best(None)).shape is not rules.shape:
        return UnderWay(None, seating, rules)
    if not any(best.light) and not any(best.dark):
        return UnderWay(None, seating, rules)
    if ledger.seating is None and isinstance(rules, TablesGame):
        seating = likely_seating(
            rules, {each: settled_board(rules, seen, each, rules.start) for each in EVERY}
        )
    return UnderWay(settled_board(rules, seen, seating, rules.start), seating, rules)


def likely_seating(rules: TablesGame, boards: dict[Seating, Position]) -> Seating:
    """The seating by which the checkers have come furthest, of a board as it is by each: who plays gets nearer to his end."""
    return min(boards, key=lambda seating: _way_left(rules, boards[seating]))


def _way_left(rules: TablesGame, position: Position) -> int:
    """How many points both sides together have still to go with the checkers that are on the board."""
    return sum(site * men for side in Side for site, men in enumerate(position.of(side)[: rules.bar]))
