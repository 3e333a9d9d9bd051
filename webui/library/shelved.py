"""The schemas of what the library answers: matches, their games step by step, players."""

from device.library.analysis.analysis_values import Analysis
from device.library.downloads import ENDINGS
from device.library.matches.listed_match import DeletedView
from device.library.matches.players import WinRecord
from device.shape import Named, choice, flag, many, maybe, number, table_of, text, thing, whole
from device.status.board_json import POSITION, SIDE
from device.status.snapshot.views import GameView, QuestionView
from device.store.log.store import Source
from engine.match.game_phase import GamePhase
from engine.state.events import Retention
from webui.answers import VALUE

_SCORE = thing({"W": whole(), "B": whole()})
_EACH = maybe(thing({"W": maybe(number()), "B": maybe(number())}))
_TIME = maybe(number("Unix time; null where the clock was not set."))
_NAMED = thing({"id": text(), "name": text()})
PHASES = many(
    thing({"phase": choice(GamePhase), "plays": whole(0), "error": number(), "blunders": whole(0)}),
    "What plays lost, thousandths of equity a play, and how many were blunders, in each phase of the game.",
)
GONE = maybe(DeletedView.SHAPE)
"""Since when a match is deleted, and in how many days it goes for good."""
SERIES = whole(0, says="Of how many games the match is, where that is agreed on; 0: it is not.")
PLAYING = flag("A game of it has begun, and it may go on.")
_HEAD = {
    "number": whole(1),
    "white": text("Empty: nobody was named."),
    "black": text(),
    "game": text(),
    "name": text(),
    "length": whole(0),
    "series": SERIES,
    "score": _SCORE,
    "winner": maybe(SIDE),
    "begun": _TIME,
    "ended": _TIME,
    "evening": maybe(text("The day it belongs to, to six in the morning.", format="date")),
    "games_played": whole(0),
    "turns": whole(0),
    "faults": whole(0),
    "questions": whole(0),
    "corrections": whole(0),
    "open": flag("It may go on."),
    "playing": PLAYING,
    "brought": flag("It was played elsewhere, and brought in as a file."),
    "kept": choice(Retention),
    "dice": text("What the set of dice is called; empty: nobody named it."),
    "deleted": GONE,
    "withheld": flag("The game that is on is left out."),
    "luck": _EACH,
    "error": _EACH,
}
HEAD = Named("MatchHead", thing(_HEAD))
LISTING = thing(
    {
        "total": whole(0),
        "games": many(_NAMED),
        "players": many(text()),
        "dice": many(text("What a set of dice is called.")),
        "matches": many(HEAD),
    }
)
STEP = Named(
    "Step",
    thing(
        {
            "seq": whole(0),
            "kind": text("start, turn, double, answer, fault, question, correction, result, ..."),
            "side": maybe(SIDE),
            "time": _TIME,
            "source": choice(Source),
            "turn": whole(0),
            "says": text(),
            "fault": maybe({"type": "object"}),
            "question": maybe(QuestionView.SHAPE),
            "marks": many(choice(("fault", "question", "correction", "inferred"))),
            "position": maybe(POSITION),
            "seen": maybe(POSITION),
            "roll": maybe(many(whole(1, 6))),
            "last_play": maybe({"type": "object", "description": "As in a notice."}),
            "labels": {"type": "object", "description": "Some of a notice's."},
            "xgid": maybe(
                text("How it stood then, as eXtreme Gammon codes it; null where it has no code for it.")
            ),
            "frames": many(text("The id of a picture; for the referee alone.")),
        }
    ),
)
MATCH = thing(
    {
        **_HEAD,
        "profile": text(),
        "terms": table_of(VALUE),
        "downloads": many(choice(ENDINGS)),
        "analysis": maybe(Analysis.SHAPE),
        "games": many(
            thing(
                {
                    "number": whole(1),
                    "game": text(),
                    "name": text(),
                    "board": GameView.SHAPE,
                    "result": maybe(thing({"winner": maybe(SIDE), "points": whole(), "how": text()})),
                    "says": maybe(text()),
                    "score": _SCORE,
                    "steps": many(STEP),
                }
            )
        ),
    }
)
_TALLY = WinRecord.SHAPE.schema["properties"]
_PLAYER = {
    "name": text(),
    **_TALLY,
    "last": _TIME,
    "open": whole(0),
    "luck": maybe(number("Equity won by the dice a match.")),
    "error": maybe(number("Thousandths of equity lost a decision, over all matches that were analysed.")),
    "plays": maybe(number("The part of it that was lost with plays.")),
    "cube": maybe(number("The part of it that was lost with the cube.")),
    "rating": maybe(number("XG's performance rating (PR): half of the error rate.")),
    "phases": PHASES,
}
PLAYERS = thing({"players": many(thing(_PLAYER))})
PLAYER = thing(
    {
        **_PLAYER,
        "opponents": many(thing({"name": text(), **_TALLY})),
        "by_game": many(thing({"game": text(), "name": text(), **_TALLY})),
        "line": many(
            thing({"match": whole(1), "points": whole(), "total": whole(), "opponent": text(), "how": text()})
        ),
        "matches_played": many(thing({**_HEAD, "side": SIDE})),
    }
)
