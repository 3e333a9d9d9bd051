"""What a snapshot shows of a board: what stands on it, the last play on it, and where something is wrong."""

from dataclasses import dataclass

from engine.board import OFF, Seating, Shape, Side
from engine.chase import Chase
from engine.dice import Roll
from engine.fault import Fault
from engine.play import Move
from engine.position import Position
from engine.rules import Rules
from engine.squares import CORNERS, KING, SIZE, THRONE, square_name
from engine.tables.tables import TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.trictrac import Trictrac, marks_of

Json = dict[str, object]
"""An object of JSON, on its way out."""


@dataclass(frozen=True, slots=True)
class SquaresView:
    """The board of squares on which a game is played, and by which rules."""

    rules: TaflGame

    def as_json(self) -> Json:
        """The `squares` of a snapshot's game; its corners only where they matter, and all men, kings too."""
        corners = sorted(CORNERS) if self.rules.corner_escape else []
        white, black = self.rules.men
        return {
            "size": SIZE,
            "throne": square_name(THRONE),
            "corners": [*map(square_name, corners)],
            "men": {"W": white, "B": black},
        }


@dataclass(frozen=True, slots=True)
class PlayView:
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

    def as_json(self) -> Json:
        """The `last_play` of a snapshot."""
        return {
            "side": self.side.value,
            "roll": list(self.roll.dice) if self.roll else None,
            "carried": self.roll is not None and self.roll.carried,
            "notation": self.notation,
            "moves": [[self._site(move.origin), self._site(move.target)] for move in self.moves],
            "captured": [self._site(each) for each in self.captured],
            "illegal": self.illegal,
            "inferred": self.inferred,
            "from_hand": self.from_hand,
            "scored": list(self.scored),
        }

    def _site(self, site: int) -> int | str:
        return square_name(site) if self.squares else site


@dataclass(frozen=True, slots=True)
class MarksView:
    """What each side has won in the course of a game: points and `holes`, or chips
    (then None); White's, then Black's.
    """

    points: tuple[int, int]
    holes: tuple[int, int] | None

    def as_json(self) -> Json:
        """The `marks` of a snapshot."""
        points, holes = ({"W": pair[0], "B": pair[1]} for pair in (self.points, self.holes or (0, 0)))
        if self.holes is None:
            return {"points": None, "holes": None, "chips": points}
        return {"points": points, "holes": holes, "chips": None}


def tables_json(game: Rules) -> Json:
    """What a page must know of a board of points to draw it and put it right; on squares all are None.

    `facing`: for every site as a side counts, where it lies, as the near player of backgammon counts; `dice`:
    how many are thrown, of these `faces`; `hand`: checkers begin beside the board; `landing`: what a single
    checker means to one that would land on it; `off`: what has become of the checkers that are off; `decide`:
    who begins; `source`: where the numbers come from.
    """
    if not isinstance(game, TablesGame):
        told = ("facing", "faces", "landing", "off", "decide", "source")
        return {**dict.fromkeys(told), "dice": game.dice, "hand": False}
    return {
        "facing": {side.value: list(game.lying(side)) for side in Side},
        "dice": game.dice,
        "faces": list(game.faces),
        "hand": any(game.start.past.hand),
        "landing": game.landing.value,
        "off": "taken" if _runs_round(game) else "borne off",
        "decide": game.decide.value,
        "source": game.source_of_dice.value,
    }


def seating_json(seating: Seating | None) -> Json | None:
    """Who has which checkers, and where they are borne off, for a page."""
    return None if seating is None else {"near": seating.near.value, "home_right": seating.home_right}


def position_json(position: Position | None, game: Rules, *, pips: bool = True) -> Json | None:
    """A position of a game for a page: its text, what lies where as the near player counts, and the pip counts or None.

    `pinned` are the points where a side's checker lies under the opponent's. Of a board of squares: what stands on
    those that are not empty.
    """
    if position is None:
        return None
    white, black = position.white, position.black
    if position.shape is Shape.TAFL or not isinstance(game, TablesGame):
        squares = {
            square_name(number): {"side": side.value, "king": piece == KING}
            for side in Side
            for number, piece in enumerate(position.of(side))
            if piece
        }
        return {"text": str(position), "squares": squares, "pips": None}
    near, far = game.lying(Side.WHITE), game.lying(Side.BLACK)
    bar = game.bar
    hand = min(position.past.hand[0], white[bar]), min(position.past.hand[1], black[bar])
    under = position.past.pinned
    return {
        "text": str(position),
        "points": {
            str(place): {"W": white[near.index(place)], "B": black[far.index(place)]}
            for place in range(1, bar)
        },
        "pinned": {
            side.value: sorted(lies[point] for point in range(1, bar) if pins >> point & 1)
            for side, lies, pins in ((Side.WHITE, near, under[0]), (Side.BLACK, far, under[1]))
        },
        "bar": {"W": white[bar] - hand[0], "B": black[bar] - hand[1]},
        "hand": {"W": hand[0], "B": hand[1]},
        "off": {"W": white[OFF], "B": black[OFF]},
        "pips": {side.value: position.pip_count(side) for side in Side}
        if pips and not _runs_round(game)
        else None,
    }


def marks_shown(rules: Rules, position: Position | None) -> MarksView | None:
    """What the past of a position says has been won by the way; None in games where nothing is."""
    if position is None or not isinstance(rules, TablesGame):
        return None
    if isinstance(rules.family, Trictrac):
        marks = marks_of(position.past)
        return MarksView(marks.points, marks.holes)
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


def _runs_round(game: TablesGame) -> bool:
    """Whether checkers go round and round and are taken off, so that none has so many points still to go."""
    return isinstance(game.family, Chase)
