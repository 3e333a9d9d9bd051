"""The wall of all tables, and each of them live: pages, streams, and the same as JSON."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from http import HTTPStatus

from flask import Blueprint, Response, render_template
from jinja2 import TemplateError
from markupsafe import Markup

from device.club.hub.card import safe_page
from device.club.hub.table_following import Following, snapshot_line
from device.club.hub.wall import Json, SeenTable, Wall, WallFrame
from device.club.link.seen_table import natural
from device.shape import maybe, text, thing, whole
from device.status.snapshot.table_snapshot import Snapshot
from device.status.text.status_text import put
from engine.i18n import Translator
from webui.answering import json_answer
from webui.described import Streamed, described
from webui.desk.referee_desk import Desk
from webui.hub.hub_schemas import TABLE, TABLES, WALL
from webui.hub.served_hub import Hub
from webui.language import label, table_title, translator
from webui.live.feed_api import ENDING, FEED, FeedAnswers
from webui.live.stream import BEAT, HEARD, LAST_EVENT, Streams, last_heard
from webui.problem import Refused

RANKS = {"fault": 0, "question": 1, "blind": 2, "": 3}
"""In which order the cards stand: what somebody should see to comes first, what has gone last."""
_HUB = thing({"name": text(), "tables": whole(0), "online": whole(0), "trouble": maybe(text())})


def wall_pages(hub: Hub, desk: Desk, streams: Streams) -> Blueprint:
    """`GET /`, `/tables/NAME`, `/api/hub`, `/api/wall/...` and `/api/tables[/NAME[/...]]`."""
    pages = Blueprint("wall", __name__)
    feeds: defaultdict[str, FeedAnswers] = defaultdict(FeedAnswers)
    pages.add_app_template_filter(label)
    pages.add_app_template_global(table_title)

    def trouble() -> str | None:
        wrong = hub.trouble
        return None if wrong is None else put(wrong.told(whole=desk.admits()), translator())

    @pages.get("/")
    def wall() -> str:
        latest = hub.wall.latest().in_language(translator(), whole=desk.admits())
        return render_template(
            "hub-wall.html",
            club=hub.name,
            cards=sorted_cards(hub.wall),
            wall=_in_page(latest),
            trouble=trouble(),
            waiting=0 if hub.admission is None else len(hub.admission.waiting),
            joining="paired" if hub.guard else "asked" if hub.admission else "",
        )

    @pages.get("/tables/<path:name>")
    def one_table(name: str) -> str:
        seen = _seen(hub, name)
        told = {"name": name, "seen": seen, "page": safe_page(seen.page), "club": hub.name}
        try:
            return render_template("hub-table.html", snapshot=hub.following.snapshot(name), **told)
        except (LookupError, TypeError, AttributeError, ValueError, TemplateError):
            # A table of another version may say what this page cannot show.
            return render_template("hub-table.html", snapshot=None, **told)

    @pages.get("/api/hub")
    @described("What this hub is called, and how many tables it knows.", returns=_HUB)
    def about() -> Response:
        tables = hub.tables()
        told = {"name": hub.name, "tables": len(tables), "online": sum(each.online for each in tables)}
        return json_answer({**told, "trouble": trouble()})

    @pages.get("/api/wall/state")
    @described("The cards of all tables as they are now.", returns=WALL)
    def state() -> Response:
        latest = hub.wall.latest().in_language(translator(), whole=desk.admits())
        return Response(latest, content_type="application/json")

    @pages.get("/api/wall/events")
    @described(
        "The wall, and then its changes, a few times a second at most: `event: wall`, a comment every five seconds.",
        returns=Streamed("wall", WALL),
        headers={LAST_EVENT: HEARD},
        problems=(503,),
    )
    def events() -> Response:
        return streams.answer(_follow_wall(hub.wall, last_heard(), translator(), desk.still_admits()))

    @pages.get("/api/tables")
    @described("All tables, also those that have gone.", returns=TABLES)
    def tables() -> Response:
        told = [table_json(each) for each in hub.tables()]
        remarks = [put(each, translator()) for each in hub.remarks]
        return json_answer({"tables": told, "trouble": trouble(), "remarks": remarks})

    @pages.get("/api/tables/<path:name>")
    @described("A table.", returns=TABLE, problems=(404,))
    def table(name: str) -> Response:
        return json_answer(table_json(_seen(hub, name)))

    @pages.get("/api/tables/<path:name>/state")
    @described(
        "A table's notice for everybody, in the table's own language.",
        returns=Snapshot.SHAPE,
        problems=(404,),
    )
    def snapshot(name: str) -> Response:
        found = hub.following.snapshot(_seen(hub, name).name)
        if found is None:
            raise Refused(HTTPStatus.NOT_FOUND, translator()("Nothing has been heard of this table yet."))
        return Response(snapshot_line(found), content_type="application/json")

    @pages.get("/api/tables/<path:name>/events")
    @described(
        "A table's notices as they come: `event: notice`, a comment every five seconds.",
        returns=Streamed("notice", Snapshot.SHAPE),
        problems=(404, 503),
    )
    def follow(name: str) -> Response:
        return streams.answer(_follow_table(hub.following, _seen(hub, name).name))

    @pages.get("/api/tables/<path:name>/feed.<ending>")
    @described(
        "A table's match so far for who follows it from elsewhere, as late and with the names that the hub's settings "
        "say: a record that grows, with an ETag.",
        returns=FEED,
        path=ENDING,
        also={304: None},
        problems=(404,),
    )
    def feed(name: str, ending: str) -> Response:
        seen = _seen(hub, name)
        return feeds[name].answer(ending, hub.feeds.record(seen))

    return pages


def sorted_cards(wall: Wall) -> list[tuple[str, Json]]:
    """The cards as they stand on the wall."""

    def rank(card: tuple[str, Json]) -> tuple[object, ...]:
        name, told = card
        return not told["online"], RANKS.get(str(told.get("attention", "")), len(RANKS)), natural(name)

    return sorted(wall.cards().items(), key=rank)


def table_json(seen: SeenTable) -> Json:
    """A table as the API tells of it."""
    return {
        "name": seen.name,
        "key": seen.key,
        "page": safe_page(seen.page),
        "online": seen.online,
        "seen": seen.seen,
        "simulated": seen.simulated,
    }


def _in_page(line: str) -> Markup:
    """JSON as it may stand within a script element: no text in it can end that."""
    return Markup(line.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def _seen(hub: Hub, name: str) -> SeenTable:
    found = hub.table(name)
    if found is None:
        raise Refused(HTTPStatus.NOT_FOUND, translator()("There is no table of that name here."))
    return found


def _follow_wall(
    wall: Wall, last: int | None, translator: Translator, admits: Callable[[], bool]
) -> Iterator[str]:
    yield "retry: 2000\n\n"
    for frame in wall.follow(last, BEAT):
        yield ": still here\n\n" if frame is None else _event(frame, translator, whole=admits())


def _event(frame: WallFrame, translator: Translator, *, whole: bool) -> str:
    told = frame.in_language(translator, whole=whole)
    return f"id: {frame.number}\nevent: wall\ndata: {told}\n\n"


def _follow_table(following: Following, name: str) -> Iterator[str]:
    yield "retry: 2000\n\n"
    for line in following.follow(name, BEAT):
        yield ": still here\n\n" if line is None else f"event: notice\ndata: {line}\n\n"
