"""What stands at the head of a match in OGXM, as tags of ours and back: event, place, date, ratings, and comments."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from engine.records.ogxm.ogxm_reader import OgxmMatch
from engine.records.record import Tags
from engine.records.result_remarks import remark_line

Json = dict[str, Any]
COMMENT = "Comment"
"""The tag of what somebody has written about a match, a game or a turn."""
_DATE, _DAY_AND_TIME = "%Y.%m.%d", "%Y.%m.%d %H.%M"
_PLAYERS = {"Player 1 Elo": "white_profile", "Player 2 Elo": "black_profile"}
_IMPORTED = {"mat": 1, "xg": 2, "bgf": 4, "sgf": 5}
"""How OGXM numbers where a record comes from, by the format that it was read in."""
TRANSCRIBED = 3
_MOST_ROUND = 99


def tags_of(document: Json, found: OgxmMatch) -> Tags:
    """The tags that a document of another program tells."""
    tags = [
        ("Event", document.get("event")),
        ("Site", document.get("city") or document.get("site")),
        ("Round", document.get("round") or document.get("stage")),
        ("Table", document.get("table")),
        *_dates(document),
        *((tag, (document.get(name) or {}).get("rating")) for tag, name in _PLAYERS.items()),
        *((COMMENT, each) for each in _comments(document, found)),
    ]
    return tuple((key, remark_line(str(value))) for key, value in tags if value)


def _dates(document: Json) -> Iterator[tuple[str, str]]:
    """The day, and the hour of this computer's clock where more than the day is known."""
    begun, precision = document.get("started_at"), document.get("date_precision")
    if not begun or precision in ("month", "year"):
        return
    try:
        day = datetime.fromtimestamp(begun / 1000, UTC)
        moment = day.astimezone()
    except (TypeError, ValueError, OverflowError, OSError):
        return
    if precision == "day":
        yield "EventDate", day.strftime(_DATE)
    else:
        yield "EventDate", moment.strftime(_DATE)
        yield "EventTime", moment.strftime("%H.%M")


def _comments(document: Json, found: OgxmMatch) -> Iterator[str]:
    """What people wrote, each with where it belongs."""
    places = [(game, turn) for game, turns in enumerate(found.turns, 1) for turn in turns]
    for each in document.get("annotations") or ():
        said, at = each.get("value"), each.get("ref", 0)
        if each.get("key") or not said:
            continue
        match each.get("scope"):
            case "match":
                yield said
            case "game":
                yield f"Game {at + 1}: {said}"
            case _ if at < len(places):
                game, turn = places[at]
                yield f"Game {game}, turn {turn}: {said}" if turn else f"Game {game}: {said}"


def with_head(document: Json, tags: Tags, read_as: str, fits: Callable[[Json], bool]) -> Json:
    """The document of a match with what its tags say, as far as OGXM has a field for it and it `fits` there."""
    told = dict(tags)
    fields: Json = {
        "event": told.get("Event", "").strip(),
        "city": told.get("Site", "").strip(),
        "table": told.get("Table", "").strip(),
        **_round(told.get("Round", "").strip()),
        **_begun(told.get("EventDate", ""), told.get("EventTime", "")),
        "source": _IMPORTED.get(read_as, TRANSCRIBED),
    }
    for name, value in tags:
        if name in _PLAYERS and (rating := _number(value)) is not None:
            fields[_PLAYERS[name]] = {"rating": rating, "rating_system": "elo"}
    bare = {**document, "games": [], "annotations": []}
    held = {name: value for name, value in fields.items() if value}
    if not fits(bare | held):
        kept: Json = {}
        for name, value in held.items():
            # a date and how exact it is go together
            more = kept | (
                {**_begun(told["EventDate"], told.get("EventTime", ""))}
                if name == "started_at"
                else {name: value}
            )
            kept = more if fits(bare | more) else kept
        held = kept
    remarks = [
        {"scope": "match", "ref": 0, "value": value} for key, value in tags if key == COMMENT and value
    ]
    spoken = [each for each in remarks if fits({**bare, "annotations": [each]})]
    return {**document, **held, "annotations": [*document["annotations"], *spoken]}


def _round(told: str) -> Json:
    if told.isascii() and told.isdigit() and 1 <= int(told) <= _MOST_ROUND:
        return {"round": int(told)}
    return {"stage": told}


def _begun(date: str, time: str) -> Json:
    """When a match began: to the minute, or to the day."""
    for text, form in ((f"{date} {time}", _DAY_AND_TIME), (date, _DATE)):
        try:
            moment = datetime.strptime(text, form)
            if form == _DATE:
                return {
                    "started_at": int(moment.replace(tzinfo=UTC).timestamp()) * 1000,
                    "date_precision": "day",
                }
            return {"started_at": int(moment.astimezone().timestamp()) * 1000}
        except (ValueError, OverflowError, OSError):
            continue
    return {}


def _number(text: str) -> float | None:
    """A rating, as `1523.47` or, with a player's experience behind it, `1523.47/400`."""
    try:
        return round(float(text.partition("/")[0]), 2)
    except ValueError:
        return None
