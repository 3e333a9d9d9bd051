"""The set-up wizard: its page, and the API by which it asks and does things."""

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import NoReturn

from flask import Blueprint, Response, render_template, request

from device.errors import AccessError, CameraError, DeviceError, NotNow, SettingsError
from device.library.games.catalogue import listed_games, shelves
from device.ops.setup.setup_steps import SetupStep
from device.shape import number as number_told
from device.shape import text, thing, whole
from device.store.access import Right
from engine.board import Kind, Shape
from engine.errors import EngineError
from engine.games import all_games
from engine.i18n import phrase_of
from engine.match.terms import TERMS
from engine.match_formats import all_series
from engine.profile import PRESETS
from engine.words.rollnames import TRADITIONS
from webui.answering import json_answer
from webui.commands.command_parsing import parse_command
from webui.described import described
from webui.desk.referee_desk import Desk, json_object
from webui.language import translator
from webui.live.pages import CLOCK_TERMS
from webui.problem import Refused
from webui.setting_up import CAMERAS, DOABLE, LONGEST, STATE
from webui.table import Setup, Table

WIDTHS = range(64, 4097)
"""How wide a picture may be asked for, in pixels."""
SIZES = range(32, 401)
"""How wide a cut-out may be."""
_WIDTH = whole(WIDTHS[0], WIDTHS[-1])
SHAPES = {"points": Shape.TABLES, "squares": Shape.TAFL}
AGREED = ("game", "options", "length", "terms", "profile")
"""What of a match is said as the desk says it."""


def setup_pages(table: Table, setup: Setup, desk: Desk) -> Blueprint:
    """`GET /setup`, and `/api/setup...`: all but the page itself is for who has given the PIN, or the code."""
    pages = Blueprint("setup", __name__)

    @pages.get("/setup")
    def page() -> str:
        admitted = desk.admits()
        board = table.desk if admitted else table.broadcaster
        return render_template(
            "setup.html",
            snapshot=board.latest(translator()).as_json(),
            admitted=admitted,
            has_pin=desk.access.has_pin,
            profiles=PRESETS,
            shelves=shelves(listed_games((*all_games(), *table.own_games), all_series())),
            titles=CLOCK_TERMS,
            clock_terms=[term for term in TERMS if term.name in CLOCK_TERMS],
            other_terms=[term for term in TERMS if term.name not in CLOCK_TERMS],
            traditions=[{"id": each.id, "name": each.name} for each in TRADITIONS],
        )

    @pages.before_request
    def admit() -> None:
        if request.path == "/setup":
            return
        if request.method == "POST":
            desk.require(Right.DIRECTOR, by_token=request.path != "/api/setup/pin")
        elif not desk.admits():
            raise Refused(HTTPStatus.UNAUTHORIZED, desk.wanted())
        elif not desk.admits(Right.DIRECTOR):
            desk.require_look(Right.DIRECTOR)

    @pages.get("/api/setup")
    @described(
        "How far the set-up is.",
        returns=STATE,
        query={"since": text("The number of a state: it alone is answered where nothing has changed.")},
        needs_pin=True,
    )
    def state() -> Response:
        if request.args.get("since") == str(setup.seq):
            return json_answer({"seq": setup.seq})
        return json_answer(setup.state(translator()))

    @pages.get("/api/setup/cameras")
    @described("The cameras at hand.", returns=CAMERAS, needs_pin=True)
    def cameras() -> Response:
        return json_answer({"cameras": setup.cameras(translator())})

    @pages.get("/api/setup/camera.jpg")
    @described(
        "A small picture of what a camera at hand sees.",
        returns="image/jpeg",
        query={"id": text("The camera's id.")},
        needs_pin=True,
        problems=(400, 404, 409),
    )
    def camera() -> Response:
        return _picture(lambda: setup.thumbnail(request.args.get("id", "")))

    @pages.get("/api/setup/live.jpg")
    @described(
        "The newest picture of the camera that was chosen.",
        returns="image/jpeg",
        query={"width": _WIDTH},
        needs_pin=True,
        problems=(400, 404, 409),
    )
    def live() -> Response:
        width = _asked("width", WIDTHS, 960)
        return _picture(lambda: setup.live(width))

    @pages.get("/api/setup/pictures/<int:number>.jpg")
    @described(
        "A picture that was kept.",
        returns="image/jpeg",
        query={"width": _WIDTH},
        needs_pin=True,
        problems=(400, 404, 409),
    )
    def picture(number: int) -> Response:
        width = _asked("width", WIDTHS, WIDTHS[-1])
        return _picture(lambda: setup.picture(number, width))

    @pages.get("/api/setup/pictures/<int:number>/crop.jpg")
    @described(
        "A cut-out of a picture that was kept, around a place in it.",
        returns="image/jpeg",
        query={"x": number_told(), "y": number_told(), "size": whole(SIZES[0], SIZES[-1])},
        needs_pin=True,
        problems=(400, 404, 409),
    )
    def crop(number: int) -> Response:
        places = range(-4096, 100_000)
        x, y, size = _asked("x", places), _asked("y", places), _asked("size", SIZES, 120)
        return _picture(lambda: setup.crop(number, x, y, size))

    def do(name: str) -> Response:
        deed = _DEEDS[name]
        setup.touch()
        _granted(lambda: deed(setup, desk, _Body(json_object())))
        return json_answer(setup.state(translator()))

    for name, doable in DOABLE.items():
        told = described(
            doable.says,
            takes=doable.takes,
            returns=STATE,
            needs_pin=True,
            by_token=name != "pin",
            problems=(404, 409),
            example=doable.example or {},
        )
        pages.add_url_rule(f"/api/setup/{name}", f"do_{name}", told(partial(do, name)), methods=["POST"])

    @pages.post("/api/setup/signals/try")
    @described(
        "Show or sound one signal for a moment.",
        takes=thing({"id": text()}),
        returns=STATE,
        needs_pin=True,
        problems=(404, 409),
        example={"id": "lamps:all"},
    )
    def try_signal() -> Response:
        name = _Body(json_object()).text("id") or ""
        _granted(lambda: setup.try_signal(name))
        return json_answer(setup.state(translator()))

    return pages


class _Body:
    """What was sent, read field by field. All methods raise Refused (400)."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values = values

    def text(self, name: str, longest: int = LONGEST) -> str | None:
        value = self.values.get(name)
        if value is not None and not (
            isinstance(value, str) and len(value) <= longest and value.isprintable()
        ):
            _wrong(name)
        return None if value is None else str(value).strip()

    def flag(self, name: str) -> bool | None:
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            _wrong(name)
        return value is True if value is not None else None

    def number(self, name: str) -> int | None:
        value = self.values.get(name)
        if value is not None and type(value) is not int:
            _wrong(name)
        return value if isinstance(value, int) else None

    def step(self, name: str) -> SetupStep:
        found = next((step for step in SetupStep if step.value == self.values.get(name)), None)
        return found or _wrong(name)

    def places(self) -> tuple[tuple[float, float], ...]:
        value = self.values.get("places")
        if not isinstance(value, list) or len(value) != 4:
            _wrong("places")
        return tuple(map(_place, value))


def _place(value: object) -> tuple[float, float]:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(type(each) in (int, float) and abs(each) < 100_000 for each in value)
    ):
        _wrong("places")
    x, y = map(float, value)
    return x, y


def _camera(setup: Setup, desk: Desk, body: _Body) -> None:
    shape = body.text("board")
    if shape is not None and shape not in SHAPES:
        _wrong("board")
    known = SHAPES[str(setup.state()["shape"])]
    shown = known if shape is None else SHAPES[shape]
    setup.choose_camera(body.text("camera"), body.number("rotate"), body.flag("mirror"), shown)


def _corners(setup: Setup, desk: Desk, body: _Body) -> None:
    one, two, three, four = body.places()
    setup.board.set_corners(
        (one, two, three, four), body.number("still") or 0, insist=body.flag("insist") is True
    )


def _empty(setup: Setup, desk: Desk, body: _Body) -> None:
    setup.board.take_empty(skip=body.flag("skip") is True, insist=body.flag("insist") is True)


def _colours(setup: Setup, desk: Desk, body: _Body) -> None:
    named = body.text("near")
    near = next((kind for kind in Kind if kind.value == named), None)
    if named is not None and near is None:
        _wrong("near")
    names = _names(body.values)
    setup.board.set_colours(near, body.flag("home_right"), names.get("white"), names.get("black"))


def _pin(setup: Setup, desk: Desk, body: _Body) -> None:
    desk.set_pin(body.text("pin", 64) or "")


def _match(setup: Setup, desk: Desk, body: _Body) -> None:
    values, named = dict(body.values), {}
    told = {name: values[name] for name in AGREED if values.get(name) is not None}
    if told:
        usual = setup.settings.match.length
        # read as the desk's form is read, so that the same is allowed, and refused with the same sentences
        parse_command({"type": "new_match", "length": usual, **told})
    match = {name: value for name, value in told.items() if name != "profile"}
    if "game" in match:
        match.setdefault("options", {})
    match |= _names(values)
    named["match"] = match
    if "profile" in told:
        named["profile"] = {"name": told["profile"]}
    tradition = body.text("tradition")
    if tradition is not None:
        named["announce"] = {"tradition": tradition}
    setup.agree(named)


def _names(values: Mapping[str, object]) -> dict[str, str]:
    """The players' names that were sent, as the desk's form would send them."""
    names = {side: values[side] for side in ("white", "black") if values.get(side) is not None}
    parse_command({"type": "set_names", "white": "", "black": "", **names})
    return {side: str(name).strip() for side, name in names.items()}


_DEEDS: Mapping[str, Callable[[Setup, Desk, _Body], None]] = {
    "at": lambda setup, desk, body: setup.show(body.step("step")),
    "leave": lambda setup, desk, body: setup.leave(),
    "pin": _pin,
    "camera": _camera,
    "look": lambda setup, desk, body: setup.board.look(),
    "view": lambda setup, desk, body: setup.board.accept_view(),
    "find": lambda setup, desk, body: setup.board.find(),
    "corners": _corners,
    "empty": _empty,
    "start": lambda setup, desk, body: setup.board.take_start(insist=body.flag("insist") is True),
    "colours": _colours,
    "signals": lambda setup, desk, body: setup.accept_signals(skip=body.flag("skip") is True),
    "match": _match,
    "done": lambda setup, desk, body: setup.finish(),
    "again": lambda setup, desk, body: setup.again(body.step("from")),
}
"""What can be done, by the last word of its address."""


def _granted(do: Callable[[], None]) -> None:
    try:
        do()
    except NotNow as error:
        raise Refused(HTTPStatus.CONFLICT, phrase_of(error)) from error
    except (AccessError, CameraError, SettingsError, EngineError) as error:
        raise Refused(HTTPStatus.BAD_REQUEST, phrase_of(error)) from error


def _picture(take: Callable[[], bytes | None]) -> Response:
    try:
        found = take()
    except DeviceError as error:
        # the server does what it can: it is the camera that has to be seen to
        raise Refused(HTTPStatus.CONFLICT, phrase_of(error)) from error
    if found is None:
        _ = translator()
        raise Refused(HTTPStatus.NOT_FOUND, _("That picture is gone: take it once more."))
    return Response(found, content_type="image/jpeg")


def _asked(name: str, allowed: range, usual: int | None = None) -> int:
    text = request.args.get(name)
    if text is None and usual is not None:
        return usual
    try:
        value = round(float(text or ""))
    except (ValueError, OverflowError):
        _wrong(name)
    if value not in allowed:
        _wrong(name)
    return value


def _wrong(name: str) -> NoReturn:
    _ = translator()
    raise Refused(HTTPStatus.BAD_REQUEST, _("'{name}' makes no sense here.", name=name))
