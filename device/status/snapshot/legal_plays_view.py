"""The legal plays of a turn, for a person who says how it was played."""

from dataclasses import dataclass

from device.status.snapshot.board_view import position_json
from device.status.snapshot.views import dice
from engine.board import Side
from engine.outcome import Outcome
from engine.plays.legal import listed_plays
from engine.plays.notation import written
from engine.referee.told_play import ToldTurn, told_turn
from engine.rules import Rules
from engine.state.beginning import rules_now
from engine.state.match_state import MatchState

Json = dict[str, object]
"""An object of JSON, on its way out."""
MOST = 200
"""How many plays are told at once; a doublet can have more, which are found by writing them."""


@dataclass(frozen=True, slots=True)
class PlaysView:
    """A turn of which a person can say how it was played, and the plays that are legal; `more`: not all of them."""

    turn: ToldTurn
    rules: Rules
    plays: tuple[tuple[str, Outcome], ...]
    more: bool

    def as_json(self) -> Json:
        """What the API tells of it."""
        turn, rules = self.turn, self.rules
        played = turn.played
        return {
            "side": turn.side.value,
            "turn": turn.number,
            "roll": dice(turn.roll),
            "last": played is not None,
            "played": None if played is None else written(rules, turn.before, turn.side, played),
            "before": position_json(turn.before, rules),
            "plays": [
                {"notation": text, "position": position_json(each.position, rules)}
                for text, each in self.plays
            ],
            "more": self.more,
        }


def plays_shown(match_state: MatchState, side: Side | None = None) -> PlaysView | None:
    """The plays of a side's present turn, or else of its last; without a side, of whose there is any."""
    sides = (
        [side]
        if side is not None
        else [each for each in (match_state.side, *_last(match_state)) if each is not None]
    )
    turns = [told_turn(match_state, each) for each in sides]
    turn = next((each for each in turns if each is not None), None)
    if turn is None:
        return None
    rules = rules_now(match_state)
    found = listed_plays(rules, turn.before, turn.side, turn.roll)
    told = [(written(rules, turn.before, turn.side, each.play), each) for each in found]
    plays = sorted(told, key=lambda pair: pair[0])
    return PlaysView(turn, rules, tuple(plays[:MOST]), len(found) > MOST or not found)


def _last(match_state: MatchState) -> tuple[Side, ...]:
    last = match_state.last_play
    return () if last is None else (last.side,)
