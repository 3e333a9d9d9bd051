"""Bringing matches in: a file with records is read and checked, and then taken in."""

import threading
from http import HTTPStatus

from flask import Blueprint, Response, request

from device.errors import LibraryError, RecordError
from device.library.brought import Brought, brought_matches
from device.library.matches.listed_match import SERIES, game_title
from device.shape import choice, many, maybe, text, thing, whole
from engine.i18n import phrase_of
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk
from webui.door.server import RECORDS
from webui.language import translator
from webui.problem import Refused
from webui.table import MatchLibrary

LARGEST = 2 * 1024 * 1024
"""The largest file, in bytes; a match of a whole day with all its events has a third of that."""
MOST_TOLD = 100
"""The most faults of a match that are told, and the most notes."""
_FAULT = thing({"game": whole(1), "turn": whole(1), "says": text()})
_MATCH = thing(
    {
        "number": maybe(whole(1, says="What it is kept as; null: it is not kept yet.")),
        "known": maybe(whole(1, says="The same match that was here before.")),
        "white": text(),
        "black": text(),
        "name": text("What the game is called."),
        "length": whole(0),
        "series": SERIES,
        "games": whole(0),
        "turns": whole(0),
        "count": whole(0, says="How many faults there are; the first are told."),
        "faults": many(_FAULT),
        "notes": many(text("What the file leaves out or says oddly; the first are told.")),
    }
)


def bring_in(pages: Blueprint, library: MatchLibrary, desk: Desk) -> None:
    """Adds `POST /api/matches/file` to the pages of a library."""
    turn = threading.Lock()

    @pages.post(RECORDS)
    @described(
        "Check the matches in a file, in any format that `tableside convert` reads; with `take` keep those that are "
        "not here yet, too. Two megabytes at most.",
        takes="application/octet-stream",
        returns=thing({"matches": many(_MATCH)}),
        query={"take": choice(("1",))},
        needs_pin=True,
        problems=(400, 409, 503),
    )
    def brought() -> Response:
        desk.require()
        _ = translator()
        request.max_content_length = LARGEST
        data = request.get_data(cache=False)
        if not turn.acquire(blocking=False):
            raise Refused(HTTPStatus.CONFLICT, _("Another file is being checked: try again in a moment."))
        try:
            found = tuple(brought_matches(data))
            return json_answer({"matches": [_told(library, each, who=desk.who()) for each in found]})
        except RecordError as error:
            told = phrase_of(error).in_language(_)
            raise Refused(
                HTTPStatus.BAD_REQUEST, _("This file cannot be taken in: {why}", why=told)
            ) from error
        except LibraryError as error:
            raise Refused(HTTPStatus.CONFLICT, phrase_of(error)) from error
        finally:
            turn.release()


def _told(library: MatchLibrary, brought: Brought, who: str) -> dict[str, object]:
    """A match of a file as the page tells it; it is kept where that was asked for, and it is not here yet."""
    _, match, known = translator(), brought.record.match, library.known(brought)
    taken = library.take_in(brought, who) if request.args.get("take") == "1" and known is None else None
    faults = brought.faults(_)
    return {
        "number": taken,
        "known": known,
        "white": match.white,
        "black": match.black,
        "name": game_title(match.agreed.id, _),
        "length": match.length,
        "series": match.agreed.games_agreed,
        "games": len(match.games),
        "turns": sum(len(game.turns) for game in match.games),
        "count": len(faults),
        "faults": [{"game": each.game, "turn": each.turn, "says": each.text} for each in faults[:MOST_TOLD]],
        "notes": list(brought.notes(_)[:MOST_TOLD]),
    }
