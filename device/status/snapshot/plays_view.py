"""The plays of a turn of which a person can say how it was played: those that are legal."""

from dataclasses import dataclass

from device.shape import Shaped, flag, many, maybe, of, shaped, text, thing, whole
from device.status.board_json import DICE, POSITION, SIDE, dice, position_json
from engine.board import Side
from engine.play import Outcome
from engine.plays.legal import listed_plays
from engine.plays.notation import written
from engine.referee.told_turn import ToldTurn, told_turn
from engine.rules import Rules
from engine.state.match_state import MatchState, rules_now

MOST = 200
"""How many plays are told at once; a doublet can have more, which are found by writing them."""


@shaped(
    {
        "side": of(lambda view: view.turn.side, SIDE),
        "turn": of(
            lambda view: view.turn.number,
            whole(0, says="Its number in its game: a `set_play` that names it is of this turn, or refused."),
        ),
        "roll": of(lambda view: dice(view.turn.roll), DICE),
        "last": of(
            lambda view: view.turn.played is not None, flag("It is the last turn, not the present one.")
        ),
        "played": of(lambda view: view.played, maybe(text("How it is on record."))),
        "before": of(lambda view: position_json(view.turn.before, view.rules), POSITION),
        "plays": of(
            lambda view: [
                {"notation": written, "position": position_json(each.position, view.rules)}
                for written, each in view.plays
            ],
            many(thing({"notation": text(), "position": POSITION})),
        ),
        "more": flag("There are others."),
    }
)
@dataclass(frozen=True, slots=True)
class PlaysView(Shaped):
    """A turn of which a person can say how it was played, and the plays that are legal; `more`: not all of them."""

    turn: ToldTurn
    rules: Rules
    plays: tuple[tuple[str, Outcome], ...]
    more: bool

    @property
    def played(self) -> str | None:
        """The turn as it is on record."""
        turn = self.turn
        if turn.played is None:
            return None
        return written(self.rules, turn.before, turn.side, turn.played)


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
