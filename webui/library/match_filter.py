"""What somebody asks for of the matches, as the address of the request has it."""

from datetime import date
from http import HTTPStatus

from flask import request

from device.library.matches.match_query import MatchQuery
from device.shape import text, whole
from webui.language import translator
from webui.problem import Refused

MOST = 1000
"""How many matches are listed at once, at most."""
USUAL = 100
LONGEST = 80
"""The longest text that is looked for, in characters."""
QUERY = {
    "search": text("Words that must all be in names, game, evening or #number.", maxLength=LONGEST),
    "game": text("The id of a game or series."),
    "player": text("A whole name, capitals apart."),
    "dice": text("What a set of dice is called, capitals apart.", maxLength=LONGEST),
    "from": text("The first evening.", format="date"),
    "to": text("The last evening.", format="date"),
    "deleted": text("1: only the matches that were deleted; for the referee."),
    "limit": whole(1, MOST),
    "offset": whole(0),
}


def asked_query() -> MatchQuery:
    """Which matches are asked for. Raises Refused."""
    given = request.args
    words = {name: given.get(name, "").strip() for name in ("search", "game", "player", "dice")}
    if any(len(each) > LONGEST for each in words.values()):
        raise Refused(HTTPStatus.BAD_REQUEST, translator()("What is looked for has too many letters."))
    deleted = given.get("deleted", "") == "1"
    return MatchQuery(**words, since=asked_day("from"), until=asked_day("to"), deleted=deleted)


def asked_page() -> tuple[int, int]:
    """How many of them, after how many others. Raises Refused."""
    return _whole("limit", USUAL, 1, MOST), _whole("offset", 0, 0, 10**9)


def asked_day(name: str) -> date | None:
    """The day that is asked for by that name; None where none is. Raises Refused."""
    given = request.args.get(name, "")
    try:
        return date.fromisoformat(given) if given else None
    except ValueError as error:
        detail = translator()("'{name}' must be a day like 2026-11-20.", name=name)
        raise Refused(HTTPStatus.BAD_REQUEST, detail) from error


def _whole(name: str, usual: int, low: int, high: int) -> int:
    given = request.args.get(name, "")
    if not given:
        return usual
    if not (given.isascii() and given.isdecimal() and len(given) < 11 and low <= int(given) <= high):
        detail = translator()(
            "'{name}' must be a whole number from {low} to {high}.", name=name, low=low, high=high
        )
        raise Refused(HTTPStatus.BAD_REQUEST, detail)
    return int(given)
