"""The schemas of what a hub answers: its tables, the wall, results."""

from device.library.matches.listed_match import LISTING, PLAYING, SERIES
from device.shape import Named, choice, flag, many, maybe, number, table_of, text, thing, whole
from device.status.board_json import SIDE

_EACH = thing({"W": whole(), "B": whole()})
_AT = {"table": text("What it is filed under: the table's name, as a rule.")}
TABLE = Named(
    "Table",
    thing(
        {
            "name": text(),
            "key": text("What its matches are filed under."),
            "page": text("The address of its own pages; empty: unknown."),
            "online": flag(),
            "seen": maybe(number("When something was last heard of it, Unix time.")),
            "simulated": flag("It plays before the simulated board."),
        }
    ),
)
TABLES = thing(
    {
        "tables": many(TABLE),
        "trouble": maybe(text("What is wrong with the connection to them.")),
        "remarks": many(text()),
    }
)
CARD = Named(
    "Card",
    thing(
        {
            "online": flag(),
            "since": maybe(number("Since when it is gone, Unix time.")),
            "heard": number("When this came to the hub, Unix time."),
            "attention": choice(("fault", "question", "blind", ""), "What somebody should see to."),
            "page": text(),
            "key": text(),
            "simulated": flag(),
        },
        "What the wall shows of a table: parts of its notice under the notice's own names, the position without empty "
        "points. In an event only what has changed; null: there is none any more.",
        optional=("online", "since", "heard", "attention", "page", "key", "simulated"),
    ),
)
WALL = thing(
    {
        "full": flag("All cards, each whole; else what has changed since the event before."),
        "at": number("When it was drawn, Unix time."),
        "trouble": maybe(text("What is wrong with the connection to the tables.")),
        "cards": table_of(CARD, "By the tables' names."),
        "gone": many(text(), "Names of tables that have no card any more."),
        "waiting": whole(
            0, says="How many tables want to join, which a director lets in or refuses at /pairing."
        ),
    }
)
CLUB_LISTING = thing(
    {**LISTING.schema["properties"], "tables": many(text(), "What matches are filed under.")}
)
_MATCH = {
    **_AT,
    "number": whole(1),
    "white": text(),
    "black": text(),
    "game": text(),
    "name": text(),
    "length": whole(0),
    "series": SERIES,
    "score": _EACH,
    "ended": maybe(number("Unix time.")),
    "open": flag("It may go on."),
    "playing": PLAYING,
}
RESULTS = thing(
    {
        "evening": maybe(
            text("The day it belongs to, to six in the morning; null: nobody knows.", format="date")
        ),
        "earlier": maybe(text("The evening before, on which something was played.", format="date")),
        "later": maybe(text(format="date")),
        "undated": whole(0, says="Matches of which nobody knows when they were played."),
        "results": many(thing({**_MATCH, "winner": SIDE, "won": text(), "lost": text()}), "As they ended."),
        "unfinished": many(thing(_MATCH)),
        "players": many(
            thing(
                {
                    "name": text(),
                    "won": whole(0),
                    "lost": whole(0),
                    "points": whole(0),
                    "points_lost": whole(0),
                }
            ),
            "Who won most first.",
        ),
    }
)
