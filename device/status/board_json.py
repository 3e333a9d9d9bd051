"""The words that boards are told in as JSON: sides, sites, throws, positions, and what a page must know of a game."""

from collections.abc import Callable

from device.shape import (
    Json,
    JsonMember,
    Named,
    Schema,
    choice,
    flag,
    many,
    maybe,
    of,
    table_of,
    text,
    thing,
    whole,
)
from engine.board import OFF, Kind, Seating, Shape, Side
from engine.chase import Chase
from engine.dice import Roll
from engine.position import Position
from engine.rules import Rules
from engine.squares import KING, square_name
from engine.tables.tables_game import Decide, DiceSource, Landing, TablesGame

SIDE = choice(Side, "W: the near player (White), B: the far one (Black).")
DICE = maybe(many(whole(1, 6), "The dice, the higher first."))
EITHER = flag("Of the numbers just one is to be played, whichever the opponent has left.")
EACH_SIDE = thing({"W": whole(), "B": whole()})
SITE: Schema = {"type": ["integer", "string"]}
SEATING = thing({"near": choice(Kind), "home_right": flag()})
POSITION = Named(
    "Position",
    thing(
        {
            "text": text("Each side in its own numbering: `W: 24(2) ... B: ...`."),
            "points": table_of(EACH_SIDE, "What lies on the points 1 to 24, as the near player counts."),
            "pinned": thing({"W": many(whole(1, 24)), "B": many(whole(1, 24))}),
            "bar": EACH_SIDE,
            "hand": EACH_SIDE,
            "off": EACH_SIDE,
            "squares": table_of(
                thing({"side": SIDE, "king": flag()}), "A board of squares: what stands where."
            ),
            "pips": maybe(EACH_SIDE),
        },
        "A position: of a board of points, or of one of squares (then `squares` and no `points`).",
        optional=("points", "pinned", "bar", "hand", "off", "squares"),
    ),
)
TABLES: dict[str, JsonMember] = {
    "facing": of(
        lambda game: _on_points(game, lambda: {side.value: list(game.lying(side)) for side in Side}),
        maybe(
            thing(
                {"W": many(whole()), "B": many(whole())},
                "Where a side's sites lie, as the near player counts.",
            )
        ),
    ),
    "dice": of(lambda game: game.dice, whole(0, 3, "How many are thrown.")),
    "faces": of(lambda game: _on_points(game, lambda: list(game.faces)), maybe(many(whole()))),
    "hand": of(
        lambda game: bool(_on_points(game, lambda: any(game.start.past.hand))),
        flag("Checkers begin beside the board."),
    ),
    "landing": of(lambda game: _on_points(game, lambda: game.landing.value), maybe(choice(Landing))),
    "off": of(
        lambda game: _on_points(game, lambda: "taken" if _runs_round(game) else "borne off"),
        maybe(choice(("taken", "borne off"))),
    ),
    "decide": of(lambda game: _on_points(game, lambda: game.decide.value), maybe(choice(Decide))),
    "source": of(lambda game: _on_points(game, lambda: game.source_of_dice.value), maybe(choice(DiceSource))),
}
"""What a page must know of a game to draw its board and put it right; on squares mostly None.

`facing`: for every site as a side counts, where it lies, as the near player of backgammon counts; `landing`: what a
single checker means to one that would land on it; `off`: what has become of the checkers that are off; `decide`: who
begins; `source`: where the numbers come from.
"""


def each_side(pair: tuple[int, int] | None) -> dict[str, int] | None:
    """White's and Black's number, by their letters."""
    return pair and {"W": pair[0], "B": pair[1]}


def dice(roll: Roll | None) -> list[int] | None:
    """The dice of a throw, the higher first."""
    return list(roll.dice) if roll else None


def tables_json(game: Rules) -> Json:
    """What a page must know of a game; see `TABLES`."""
    return {name: member.value(game) for name, member in TABLES.items()}


def _on_points(game: Rules, told: Callable[[], object]) -> object:
    return told() if isinstance(game, TablesGame) else None


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
        if pips and game.counts_pips
        else None,
    }


def _runs_round(game: TablesGame) -> bool:
    """Whether checkers go round and round and are taken off, so that none has so many points still to go."""
    return isinstance(game.family, Chase)
