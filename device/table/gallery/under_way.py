"""A game under way, as the camera sees it before anybody has said how it stands: the
board, and who seems to sit where.
"""

from dataclasses import dataclass

from device.shape import Shaped, maybe, of, shaped
from device.status.board_json import POSITION, SEATING, position_json, seating_json
from engine.board import Seating
from engine.position import Position
from engine.referee.seats import EVERY, likely_seating
from engine.rules import Rules
from engine.state.match_state import MatchState, next_place, rules_at, rules_now
from engine.tables.tables_game import TablesGame
from engine.turn.turn_reading import settled_board
from vision.eye import Shot


@shaped(
    {
        "position": of(lambda found: position_json(found.position, found.rules, pips=False), maybe(POSITION)),
        "seating": of(lambda found: seating_json(found.seating), SEATING),
    }
)
@dataclass(frozen=True, slots=True)
class UnderWay(Shaped):
    """A board that a game may be going on from; `position` is None where none is read, or nothing stands on it."""

    position: Position | None
    seating: Seating
    rules: Rules


def under_way(match_state: MatchState, shot: Shot | None) -> UnderWay:
    """What the last picture shows, with the seating that is known, or else the likeliest."""
    rules = rules_now(match_state) if match_state.playing else rules_at(match_state, next_place(match_state))
    sight, seating = None if shot is None else shot.sight, match_state.seating or Seating()
    seen = None if sight is None else sight.observation
    if seen is None or (best := seen.best(None)).shape is not rules.shape:
        return UnderWay(None, seating, rules)
    if not any(best.light) and not any(best.dark):
        return UnderWay(None, seating, rules)
    if match_state.seating is None and isinstance(rules, TablesGame):
        seating = likely_seating(
            rules, {each: settled_board(rules, seen, each, rules.start) for each in EVERY}
        )
    return UnderWay(settled_board(rules, seen, seating, rules.start), seating, rules)
