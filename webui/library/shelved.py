"""The schemas of what the library answers: matches, their games step by step, players."""

from device.library.analysis.analysis_values import Analysis
from device.library.downloads import ENDINGS
from device.library.matches.listed_match import MATCH_HEAD, TIME, DeletedView
from device.library.matches.players import WinRecord
from device.shape import Named, choice, many, maybe, number, table_of, text, thing, whole
from device.status.board_json import EACH_SIDE, POSITION, SIDE
from device.status.snapshot.question_view import QuestionView
from device.status.snapshot.views import GameView
from device.store.log.store import Source
from engine.match.game_phase import GamePhase
from webui.answers import VALUE

PHASES = many(
    thing({"phase": choice(GamePhase), "plays": whole(0), "error": number(), "blunders": whole(0)}),
    "What plays lost, thousandths of equity a play, and how many were blunders, in each phase of the game.",
)
GONE = maybe(DeletedView.SHAPE)
"""Since when a match is deleted, and in how many days it goes for good."""
_HEAD = MATCH_HEAD.schema["properties"]
STEP = Named(
    "Step",
    thing(
        {
            "seq": whole(0),
            "kind": text("start, turn, double, answer, fault, question, correction, result, ..."),
            "side": maybe(SIDE),
            "time": TIME,
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
                    "score": EACH_SIDE,
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
    "last": TIME,
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
