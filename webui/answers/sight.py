"""What the camera sees, and the decisions that were read from it."""

from device.shape import Named, choice, flag, many, maybe, number, text, thing, whole
from device.store.log.store import Source
from engine.board import View
from webui.answers.position import POSITION, SEATING, SIDE, SITE

_READING = {
    "reading": maybe({"type": "object", "description": "As `tableside read --json` tells it."}),
    "lines": many(text(), "The same in words."),
}

PICTURE = thing(
    {"id": text(), "time": number(), "view": maybe(text()), "read": flag(), "events": many(whole(1))}
)

FRAME = thing({**PICTURE["properties"], **_READING})

SIGHT = thing(
    {
        "frame": maybe(whole(0)),
        "view": maybe(choice(View)),
        "says": maybe(text()),
        "newest": maybe(whole(1, says="The newest decision of which there are pictures.")),
        "kept": whole(0),
        "trouble": maybe(text()),
        "differs": many(
            thing(
                {
                    "place": SITE,
                    "side": SIDE,
                    "seen": whole(0),
                    "believed": whole(0),
                    "outline": many(
                        many(number(), minItems=2, maxItems=2), "In shares of the picture's size."
                    ),
                }
            ),
            "Where the board is seen otherwise than it is believed.",
        ),
        **_READING,
    }
)

DECISION = Named(
    "Decision",
    thing(
        {
            "seq": whole(1),
            "event": text(),
            "says": text(),
            "source": choice(Source),
            "game": whole(0),
            "wall": maybe(number("Unix time; null where the clock was not set.")),
            "frames": many(PICTURE),
        }
    ),
)

UNDER_WAY = thing({"position": maybe(POSITION), "seating": SEATING})
