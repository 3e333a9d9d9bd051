"""The schemas of what the API answers: the notice with its parts, problems, findings, what the camera sees."""

from device.amiss import Why
from device.finding import Health
from device.signals.rhythm import Rhythm
from device.store import Source
from engine.board import Kind, Side, View
from engine.cube import CubeAction
from engine.kept import Kept
from engine.ledger import Phase
from engine.match import Crawford
from engine.tables import Decide, DiceSource, Landing
from engine.terms import ClockKind
from webui.schema import Named, choice, flag, many, maybe, number, table_of, text, thing, whole

SIDE = choice(Side, "W: the near player (White), B: the far one (Black).")
VALUE = {"type": ["boolean", "integer", "string"]}
NOTHING = {"type": "object", "maxProperties": 0}
"""The answer to what is passed on to the referee: what comes of it is told by the notice."""

PROBLEM = Named(
    "Problem",
    thing(
        {
            "type": text(format="uri-reference"),
            "title": text(),
            "status": whole(400, 599),
            "detail": text("What happened and what to do, for people, in the language asked for."),
        },
        "What went wrong, as RFC 9457 has it.",
    ),
)
_DICE = maybe(many(whole(1, 6), "The dice, the higher first."))
_EACH_SIDE = thing({"W": whole(), "B": whole()})
_SITE = {"type": ["integer", "string"]}
POSITION = Named(
    "Position",
    thing(
        {
            "text": text("Each side in its own numbering: `W: 24(2) ... B: ...`."),
            "points": table_of(_EACH_SIDE, "What lies on the points 1 to 24, as the near player counts."),
            "pinned": thing({"W": many(whole(1, 24)), "B": many(whole(1, 24))}),
            "bar": _EACH_SIDE,
            "hand": _EACH_SIDE,
            "off": _EACH_SIDE,
            "squares": table_of(
                thing({"side": SIDE, "king": flag()}), "A board of squares: what stands where."
            ),
            "pips": maybe(_EACH_SIDE),
        },
        "A position: of a board of points, or of one of squares (then `squares` and no `points`).",
        optional=("points", "pinned", "bar", "hand", "off", "squares"),
    ),
)
_MATCH = Named(
    "Match",
    thing(
        {
            "number": whole(0),
            "length": whole(0, says="Points; 0: single games."),
            "white": text("At the near side, the bottom of the picture."),
            "black": text("At the far side."),
            "crawford": choice(Crawford),
            "winner": maybe(SIDE),
            "programme": thing({"id": text(), "games": many(text()), "decider": maybe(text())}),
            "terms": table_of(VALUE),
            "kept": choice(Kept, "What of it is kept once it is over."),
            "kept_says": maybe(text("What that means, where it is not everything.")),
        }
    ),
)
GAME_SHOWN = Named(
    "Game",
    thing(
        {
            "number": whole(0),
            "id": text(),
            "name": text(),
            "phase": maybe(choice(Phase)),
            "result": maybe(thing({"winner": maybe(SIDE), "points": whole(), "how": text()})),
            "men": whole(0),
            "turns": whole(0),
            "squares": maybe(
                thing({"size": whole(), "throne": text(), "corners": many(text()), "men": _EACH_SIDE})
            ),
            "facing": maybe(
                thing(
                    {"W": many(whole()), "B": many(whole())},
                    "Where a side's sites lie, as the near player counts.",
                )
            ),
            "dice": whole(0, 3, "How many are thrown."),
            "faces": maybe(many(whole())),
            "hand": flag("Checkers begin beside the board."),
            "landing": maybe(choice(Landing)),
            "off": maybe(choice(("taken", "borne off"))),
            "decide": maybe(choice(Decide)),
            "source": maybe(choice(DiceSource)),
        }
    ),
)
_CLOCK = Named(
    "Clock",
    thing(
        {
            "kind": choice(ClockKind),
            "W": number("Seconds left."),
            "B": number("Seconds left."),
            "free": number("Seconds of this turn that still cost nothing."),
            "running": maybe(SIDE),
            "stopped": flag(),
            "paused": flag(),
            "fallen": many(SIDE),
            "says": text(),
        }
    ),
)
QUESTION = Named(
    "Question",
    thing(
        {
            "number": whole(1),
            "text": text(),
            "candidates": many(
                thing(
                    {
                        "position": POSITION,
                        "notation": maybe(text()),
                        "roll": _DICE,
                        "legal": flag(),
                        "text": text(),
                    }
                ),
                "The likeliest first.",
            ),
        }
    ),
)
NOTICE = Named(
    "Notice",
    thing(
        {
            "table": text(),
            "seq": whole(0, says="Grows with every notice, over restarts as well."),
            "match": _MATCH,
            "game": GAME_SHOWN,
            "position": maybe(POSITION),
            "seen": maybe(POSITION),
            "seating": maybe(thing({"near": choice(Kind), "home_right": flag()})),
            "to_play": maybe(SIDE),
            "roll": _DICE,
            "carried": flag(),
            "roll_name": maybe(text()),
            "cube": thing(
                {
                    "value": whole(1),
                    "next": whole(1),
                    "may": many(choice(CubeAction)),
                    "owner": maybe(SIDE),
                    "offered_by": maybe(SIDE),
                    "in_play": flag(),
                }
            ),
            "score": _EACH_SIDE,
            "last_play": maybe(
                thing(
                    {
                        "side": SIDE,
                        "roll": _DICE,
                        "carried": flag(),
                        "notation": text(),
                        "moves": many(many(_SITE, minItems=2, maxItems=2)),
                        "captured": many(_SITE),
                        "illegal": maybe(text()),
                        "inferred": flag("Nobody saw it."),
                        "from_hand": whole(0),
                        "scored": many(text()),
                    }
                )
            ),
            "says": text("What there is to say, in one sentence."),
            "fault": maybe(
                thing(
                    {
                        "side": SIDE,
                        "rule": text(),
                        "text": text(),
                        "points": many(_SITE),
                        "provisional": flag("The turn has not ended yet: it can be put right."),
                        "stands": many(_SITE),
                        "should": many(_SITE),
                    }
                )
            ),
            "cocked": maybe(text()),
            "cube_fault": maybe(text()),
            "question": maybe(QUESTION),
            "questions": whole(0, says="How many are open."),
            "clock": maybe(_CLOCK),
            "camera": thing({"view": choice(View), "text": text(), "reads": flag(), "note": maybe(text())}),
            "profile": text(),
            "hasty": maybe(
                thing({"side": SIDE, "roll": _DICE, "text": text(), "void": flag(), "may_demand": flag()})
            ),
            "setup": maybe(text()),
            "resign": maybe(thing({"side": SIDE, "grade": whole(1, 3), "text": text()})),
            "kept_back": flag("The board is kept from everybody but the referee."),
            "marks": maybe(
                thing({"points": maybe(_EACH_SIDE), "holes": maybe(_EACH_SIDE), "chips": maybe(_EACH_SIDE)})
            ),
            "opening": maybe(text()),
            "mend": maybe(
                thing(
                    {
                        "why": choice(Why),
                        "text": text(),
                        "counted": text("As whom the points are counted, in a sentence."),
                        "side": SIDE,
                        "steps": many(
                            thing(
                                {
                                    "text": text(),
                                    "side": SIDE,
                                    "done": flag(),
                                    "from": maybe(_SITE),
                                    "to": maybe(_SITE),
                                }
                            ),
                            "One checker each; null: beside the board.",
                        ),
                        "over": flag("All are done."),
                        "told": flag("A person may say that the board is right: POST /api/overlook."),
                    },
                    "The steps that make the board stand as it should.",
                )
            ),
            "host": many(thing({"what": text(), "health": choice(Health), "text": text(), "advice": text()})),
        },
        "Everything that a page or a lamp needs to know, at one moment.",
    ),
)

OPTION = Named(
    "Option",
    thing(
        {
            "name": text(),
            "type": choice(("boolean", "integer", "text")),
            "default": VALUE,
            "values": many(VALUE),
            "text": text(),
            "title": text("What pages call it."),
            "words": many(text(), "What pages call its values."),
        },
        optional=("title", "words"),
    ),
)
GAME = Named(
    "GameRules",
    thing(
        {
            "id": text(),
            "name": text(),
            "names": table_of(text()),
            "aliases": many(text()),
            "family": text(),
            "kind": text(),
            "tier": text(),
            "reconstructed": flag(),
            "options": many(OPTION),
            "source": text(),
            "rules": text("The rules in prose."),
            "games": many(text()),
            "decider": maybe(text()),
            "length": whole(0),
            "men": {"type": ["integer", "array"]},
            "start": text(),
            "cube": flag(),
        },
        "A game, or a series of games.",
        optional=("rules", "games", "decider", "length", "men", "start", "cube"),
    ),
)
PROFILE = thing({"name": text(), "text": text(), "options": many(OPTION)})
TRADITION = thing({"id": text(), "name": text(), "language": maybe(text())})
ROLLNAMES = thing(
    {
        **TRADITION["properties"],
        "rolls": table_of({}, "What each throw is called."),
        "take": maybe(text()),
        "pass": maybe(text()),
    }
)

FINDING = thing({"check": text(), "health": choice(Health), "found": text(), "advice": text()})
_RHYTHM = choice(Rhythm)
PANEL = Named(
    "Panel",
    thing(
        {
            "at": number("Seconds of the stopwatch."),
            "silent": flag(),
            "lamps": maybe(
                thing(
                    {
                        "on": text(),
                        "brightness": whole(0, 100),
                        "lamps": many(
                            thing({"name": text(), "rhythm": _RHYTHM, "lit": flag(), "says": text()})
                        ),
                    }
                )
            ),
            "strip": maybe(
                thing(
                    {
                        "on": text(),
                        "brightness": whole(0, 100),
                        "milliamps": number(),
                        "leds": many(
                            thing(
                                {
                                    "point": whole(1, 24),
                                    "colour": text(),
                                    "rhythm": _RHYTHM,
                                    "lit": flag(),
                                    "sent": many(whole(0, 255)),
                                }
                            )
                        ),
                    }
                )
            ),
            "display": maybe(
                thing(
                    {
                        "on": text(),
                        "width": whole(),
                        "height": whole(),
                        "lines": many(text()),
                        "rows": many(text("Pixels in hexadecimal.")),
                    }
                )
            ),
            "buzzer": maybe(
                thing(
                    {"on": text(), "heard": many(thing({"sound": text(), "says": text(), "ago": number()}))}
                )
            ),
            "buttons": maybe(thing({"on": text(), "names": many(text())})),
            "missing": many(text()),
            "rhythms": table_of({}),
            "sounds": table_of(many(many(maybe(number()))), "Of every sound its tones: hertz and seconds."),
        },
        "All that lamps, strip, display and buzzer show now; null for what is switched off.",
    ),
)

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
                    "place": _SITE,
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
CORRECTION = thing(
    {
        "seq": whole(1),
        "event": text(),
        "match": whole(0),
        "game": whole(0),
        "who": text(),
        "wall": maybe(number("Unix time; null where the clock was not set.")),
        "says": text(),
    }
)
TURN = thing(
    {
        "turn": whole(0, says="Its number in the game."),
        "side": SIDE,
        "says": text(),
        "illegal": maybe(text()),
        "seq": maybe(whole(1)),
        "source": maybe(choice(Source)),
        "who": text(),
        "wall": maybe(number("Unix time; null where the clock was not set.")),
        "frames": many(thing({**PICTURE["properties"], "when": choice(("before", "after"))})),
    }
)
PLAYS = thing(
    {
        "side": SIDE,
        "turn": whole(
            0, says="Its number in its game: a `set_play` that names it is of this turn, or refused."
        ),
        "roll": _DICE,
        "last": flag("It is the last turn, not the present one."),
        "played": maybe(text("How it is on record.")),
        "before": POSITION,
        "plays": many(thing({"notation": text(), "position": POSITION})),
        "more": flag("There are others."),
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
EVENT = Named(
    "Event",
    thing(
        {
            "table": text(),
            "seq": whole(1, says="Counts the events of a table."),
            "match": whole(0),
            "game": whole(0),
            "schema": whole(1),
            "wall": number("Unix time; to be trusted where `clock_set`."),
            "monotonic": number("Seconds of the stopwatch that starts with the computer."),
            "clock_set": flag(),
            "source": choice(Source),
            "who": text("The person who made it known, where a name was given; for the referee alone."),
            "frames": many(whole(0), "The pictures that it was read from."),
            "kind": text("What happened: Thrown, Played, ..."),
            "body": {"type": "object", "description": "What else there is to say of it, by its kind."},
        },
        "An event as it stands in the log.",
    ),
)
TOKEN = Named("Token", thing({"id": whole(1), "name": text(), "made": number("Unix time.")}))
