"""A position, and the sides, sites and dice that it is told by."""

from device.shape import Named, choice, flag, many, maybe, table_of, text, thing, whole
from engine.board import Kind, Side

SIDE = choice(Side, "W: the near player (White), B: the far one (Black).")

DICE = maybe(many(whole(1, 6), "The dice, the higher first."))

EACH_SIDE = thing({"W": whole(), "B": whole()})

SITE = {"type": ["integer", "string"]}

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

SEATING = thing({"near": choice(Kind), "home_right": flag()})
