"""What a snapshot shows of a board: what stands on it, the last play on it, where something is wrong, and which plays
are legal.
"""

from dataclasses import dataclass

from device.shape import Shaped, flag, many, maybe, of, shaped, text, thing, whole
from device.status.board_json import (
    DICE,
    EACH_SIDE,
    EITHER,
    POSITION,
    SIDE,
    SITE,
    dice,
    each_side,
    position_json,
)
from engine.board import Side
from engine.dice import Roll
from engine.play import Fault, Move, Outcome
from engine.plays.legal import listed_plays
from engine.plays.notation import written
from engine.position import Position
from engine.referee.told_play import ToldTurn, told_turn
from engine.rules import Rules
from engine.squares import CORNERS, SIZE, THRONE, square_name
from engine.state.match_state import MatchState, rules_now
from engine.tables.tables_game import TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.trictrac import Trictrac, marks_of

MOST = 200
"""How many plays are told at once; a doublet can have more, which are found by writing them."""


@shaped(
    {
        "size": of(lambda view: SIZE, whole()),
        "throne": of(lambda view: square_name(THRONE), text()),
        "corners": of(lambda view: view.corners, many(text())),
        "men": of(lambda view: each_side(view.rules.men), EACH_SIDE),
    }
)
@dataclass(frozen=True, slots=True)
class SquaresView(Shaped):
    """The board of squares on which a game is played, and by which rules."""

    rules: TaflGame

    @property
    def corners(self) -> list[str]:
        """The corners, where they matter."""
        return [square_name(each) for each in sorted(CORNERS)] if self.rules.corner_escape else []


@shaped(
    {
        "side": SIDE,
        "roll": of(lambda view: dice(view.roll), DICE),
        "carried": of(lambda view: view.roll is not None and view.roll.carried, flag()),
        "either": of(lambda view: view.roll is not None and view.roll.either, EITHER),
        "notation": text(),
        "moves": of(
            lambda view: [view.sites(move.origin, move.target) for move in view.moves],
            many(many(SITE, minItems=2, maxItems=2)),
        ),
        "captured": of(lambda view: view.sites(*view.captured), many(SITE)),
        "illegal": maybe(text()),
        "inferred": flag("Nobody saw it."),
        "from_hand": whole(0),
        "scored": many(text()),
    }
)
@dataclass(frozen=True, slots=True)
class PlayView(Shaped):
    """The last play: whose, with which throw, how it is written; `illegal` is a sentence where it broke the rules.

    `squares`: it was made on a board of squares, where it took off the men on those that are `captured`. So many of the
    checkers that came in were still in hand (`from_hand`); `scored` are sentences about what the throw scored.
    """

    side: Side
    roll: Roll | None
    notation: str
    moves: tuple[Move, ...]
    illegal: str | None
    inferred: bool
    captured: tuple[int, ...] = ()
    squares: bool = False
    from_hand: int = 0
    scored: tuple[str, ...] = ()

    def sites(self, *sites: int) -> list[int | str]:
        """Sites as a page names them."""
        return [square_name(each) if self.squares else each for each in sites]


@shaped(
    {
        "points": of(lambda view: each_side(view.holes and view.points), maybe(EACH_SIDE)),
        "holes": of(lambda view: each_side(view.holes), maybe(EACH_SIDE)),
        "chips": of(lambda view: None if view.holes else each_side(view.points), maybe(EACH_SIDE)),
        "claims": of(lambda view: view.claims, flag("The players claim their points, with `claim`.")),
    }
)
@dataclass(frozen=True, slots=True)
class MarksView(Shaped):
    """What each side has won in the course of a game: points and `holes`, or chips
    (then None); White's, then Black's. `claims`: the players claim them.
    """

    points: tuple[int, int]
    holes: tuple[int, int] | None
    claims: bool = False


def marks_shown(rules: Rules, position: Position | None) -> MarksView | None:
    """What the past of a position says has been won by the way; None in games where nothing is."""
    if position is None or not isinstance(rules, TablesGame):
        return None
    if isinstance(rules.family, Trictrac):
        marks = marks_of(position.past)
        return MarksView(marks.points, marks.holes, rules.family.schools)
    if rules.chips:
        white, black = position.past.tally or (0, 0)
        return MarksView((white, black), None)
    return None


def places(fault: Fault, side: Side, game: Rules) -> tuple[int, ...] | tuple[str, ...]:
    """Where a side's fault is: the points as the near player of backgammon counts them, or the names of the squares."""
    if not isinstance(game, TablesGame):
        return tuple(square_name(each) for each in fault.points)
    lies = game.lying(side)
    return tuple(lies[point] for point in fault.points)


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
