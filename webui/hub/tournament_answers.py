"""The schemas of what the hub answers about tournaments."""

from device.shape import Named, choice, flag, many, maybe, number, table_of, text, thing, whole
from engine.tournament.tournament_values import BracketStage, How, PairingFormat, Seeding, TieBreak

PERSON = thing({"number": whole(1), "name": text()})
STATE = choice(
    ("announced", "running", "over", "closed"),
    "`over`: all is played; `closed`: nothing is entered any more.",
)
_HEAD = {
    "number": whole(1),
    "name": text(),
    "format": choice(PairingFormat),
    "length": whole(0),
    "state": STATE,
    "round": whole(0, says="The present one; 0 before the first."),
    "rounds": whole(0),
    "players": whole(0),
    "begun": number("Unix time."),
    "leaders": many(PERSON, "Who is first; nobody where more than three are."),
    "questions": whole(0, says="How many matches wait for a person to say which pairing they are."),
    "seq": whole(1, says="Grows with everything that is entered."),
}
TOURNAMENTS = thing({"tournaments": many(Named("TournamentHead", thing(_HEAD)))})
_SCORE = maybe(many(whole(0), minItems=2, maxItems=2))
_RESULT = thing(
    {
        "winner": maybe(whole(1)),
        "score": _SCORE,
        "how": choice((*(each.value for each in How), "bye")),
        "corrected": flag(),
        "table": maybe(text("Where the match was played that it comes from; null: a person entered it.")),
        "match": maybe(whole(1)),
        "at": maybe(number("When it was entered, in Unix time.")),
    }
)
_PAIRING = thing(
    {
        "number": whole(1),
        "stage": choice(BracketStage),
        "round": whole(1),
        "place": whole(0),
        "table": maybe(whole(1)),
        "white": PERSON,
        "black": maybe(PERSON),
        "result": maybe(_RESULT),
        "overtaken": flag("By a result that was corrected later, others would play here."),
        "now": maybe(
            thing(
                {"table": text(), "score": many(whole(0), minItems=2, maxItems=2)},
                "Where it is being played.",
            )
        ),
    }
)
_CELL = thing(
    {
        "pairing": whole(1),
        "round": whole(1),
        "opponent": maybe(PERSON),
        "result": maybe(choice(("won", "lost", "drawn", "bye"))),
        "score": _SCORE,
        "played": flag("False: by forfeit."),
    }
)
_NODE = thing(
    {
        "pairing": maybe(whole(1)),
        "white": maybe(PERSON),
        "black": maybe(PERSON),
        "bye": flag(),
        "winner": maybe(whole(1)),
        "score": _SCORE,
    }
)
TOURNAMENT = Named(
    "Tournament",
    thing(
        {
            **_HEAD,
            "cycles": whole(1, 2),
            "third_place": flag(),
            "consolation": flag(),
            "seeding": choice(Seeding),
            "scoring": thing({"win": number(), "draw": number(), "bye": number()}),
            "may_pair": flag("POST .../pair makes pairings now."),
            "may_unpair": many(whole(1), "What POST .../unpair takes back."),
            "people": many(
                thing(
                    {
                        "number": whole(1),
                        "name": text(),
                        "rating": maybe(whole(1)),
                        "club": text(),
                        "gone": flag(),
                    }
                )
            ),
            "pairings": many(_PAIRING),
            "ties": many(choice(TieBreak)),
            "standings": many(
                thing(
                    {
                        "rank": maybe(whole(1)),
                        "player": PERSON,
                        "club": text(),
                        "gone": flag(),
                        "points": number(),
                        "won": whole(0),
                        "drawn": whole(0),
                        "lost": whole(0),
                        "byes": whole(0),
                        "ties": table_of(number()),
                    }
                ),
                "The best first; without a rank: left a round robin before half of it.",
            ),
            "crosstable": many(
                thing({"rank": maybe(whole(1)), "player": PERSON, "points": number(), "cells": many(_CELL)})
            ),
            "bracket": maybe(many(thing({"stage": choice(BracketStage), "rounds": many(many(_NODE))}))),
            "queries": many(
                thing(
                    {
                        "table": text(),
                        "match": whole(1),
                        "players": many(text(), minItems=2, maxItems=2),
                        "score": many(whole(0), minItems=2, maxItems=2),
                        "winner": whole(0, 1),
                        "length": whole(0),
                        "why": choice(("names", "length", "several", "again", "changed", "undated")),
                        "pairings": many(whole(1)),
                    }
                ),
                "Matches that may be pairings, where a person has to say.",
            ),
        }
    ),
)
ADDED = thing(
    {"added": many(text()), "known": many(text(), "Those who took part already."), "tournament": TOURNAMENT}
)
ENTERED = thing(
    {"says": text("What a correction leaves as it is; empty: nothing."), "tournament": TOURNAMENT}
)
