"""The snapshot with its parts."""

from device.finding import Health
from device.shape import Named, choice, flag, many, maybe, number, table_of, text, thing, whole
from device.status.repair.board_problem import Why
from engine.board import View
from engine.match.cube import CubeAction
from engine.match.match import Crawford
from engine.match.terms import ClockKind
from engine.state.match_state import Phase
from engine.state.retention import Retention
from engine.tables.tables import Decide, DiceSource, Landing
from webui.answers.games import VALUE
from webui.answers.position import DICE, EACH_SIDE, POSITION, SEATING, SIDE, SITE

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
            "kept": choice(Retention, "What of it is kept once it is over."),
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
                thing({"size": whole(), "throne": text(), "corners": many(text()), "men": EACH_SIDE})
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
                        "roll": DICE,
                        "legal": flag(),
                        "text": text(),
                        "seating": maybe(
                            {**SEATING, "description": "By which it stands so, where that is asked."}
                        ),
                    }
                ),
                "The first is believed meanwhile.",
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
            "seating": maybe(SEATING),
            "to_play": maybe(SIDE),
            "roll": DICE,
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
            "score": EACH_SIDE,
            "last_play": maybe(
                thing(
                    {
                        "side": SIDE,
                        "roll": DICE,
                        "carried": flag(),
                        "notation": text(),
                        "moves": many(many(SITE, minItems=2, maxItems=2)),
                        "captured": many(SITE),
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
                        "told": text("The same below a heading that says that the play is not legal."),
                        "points": many(SITE),
                        "provisional": flag("The turn has not ended yet: it can be put right."),
                        "stands": many(SITE),
                        "should": many(SITE),
                    }
                )
            ),
            "cocked": maybe(text()),
            "cube_fault": maybe(text()),
            "question": maybe(QUESTION),
            "questions": whole(0, says="How many are open."),
            "clock": maybe(_CLOCK),
            "camera": thing(
                {
                    "view": choice(View),
                    "text": text(),
                    "reads": flag(),
                    "note": maybe(text()),
                    "ready": flag("There is a camera, and the board is calibrated."),
                }
            ),
            "profile": text(),
            "hasty": maybe(
                thing({"side": SIDE, "roll": DICE, "text": text(), "void": flag(), "may_demand": flag()})
            ),
            "setup": maybe(text()),
            "resign": maybe(thing({"side": SIDE, "grade": whole(1, 3), "text": text()})),
            "kept_back": flag("The board is kept from everybody but the referee."),
            "marks": maybe(
                thing({"points": maybe(EACH_SIDE), "holes": maybe(EACH_SIDE), "chips": maybe(EACH_SIDE)})
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
                                    "from": maybe(SITE),
                                    "to": maybe(SITE),
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
            "simulated": flag("The simulated board plays by itself: nobody sits at this table."),
            "host": many(thing({"what": text(), "health": choice(Health), "text": text(), "advice": text()})),
        },
        "Everything that a page or a lamp needs to know, at one moment.",
    ),
)
