"""A phone as the camera: a real browser with a fake camera sends what it sees, and the table reads a board of it."""

import http.client
import json
import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.clock import SystemClock
from device.io.cameras.phone_camera import GONE, PHONE, PhoneLine
from device.io.cameras.picture_rotation import Turning
from device.ops.assembly.table_assembly import Running, start_table
from device.simulator.films import write_film
from device.simulator.slips import FLAWLESS
from device.simulator.stage import TablePace
from device.store.log.store import Source
from device.store.settings import (
    CameraSettings,
    LightSettings,
    MatchSettings,
    Settings,
    TableSettings,
    WebSettings,
)
from device.table.inbox import Envelope, Errand
from device.table.watch.boards import measured
from device.table.watch.film import watch_film
from device.table.watch.film_sequence import frames_of
from engine.board import Side
from engine.dice import Roll
from engine.match.match import CheckerTurn, Game
from engine.match_formats import find_match_format
from engine.position import Position
from tests.device.hand_clock import HandClock
from tests.webui.conftest import CHROMIUM, CLOSING, PATIENCE, PIN
from tests.webui.matrix import STATES
from tests.webui.waitress_here import Waitress
from vision.board_model import BoardModel
from vision.draw import corners, draw, preset
from vision.drawing.board_look import Appearance
from vision.frame import Picture
from vision.likeness import shows_same
from vision.rectify import parse_corners
from vision.scene import Scene
from webui.app import THREADS, create_app
from webui.door.server import LONGEST_BODY, LONGEST_FULL_PICTURE, LONGEST_PICTURE

OWN = {"X-Tableside": "1", "Content-Type": "image/jpeg"}
LOGIN = """
(pin) => fetch("/api/login", { method: "POST", body: JSON.stringify({ pin }),
  headers: { "Content-Type": "application/json", "X-Tableside": "1" } }).then(({ ok }) => ok)
"""
FAKE_RATE = 5
"""Pictures a second that Chromium takes of its fake camera."""
FILMED, FULL = 1280, 1.5
"""How wide a picture of the film is, in pixels, and how much larger the camera's photographs are than a board is drawn."""
SHORT = '{"like":"backgammon","men":2,"name":"Short","rules":"Two checkers each.","setup":{"5":1,"6":1}}'
RATE, SEED = 1, 8
"""A whole game in a film of 21 seconds, at so many pictures a second: three turns, one of them against the rules at first."""


def jpeg(picture: Any, quality: int = 90) -> bytes:
    return bytes(np.asarray(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]).tobytes())


def look() -> Appearance:
    return preset("club")


class FakeCamera:
    """A film of one picture, as Chromium takes it for a camera (Y4M): it is read anew for every picture, and so shows
    whatever was last written there.
    """

    def __init__(self, path: Path, picture: Picture, larger: float = 1.0) -> None:
        self.path, self._larger = path, larger
        seen = self._seen(picture)
        self._head = b"YUV4MPEG2 W%d H%d F%d:1 Ip C420\nFRAME\n" % (seen.shape[1], seen.shape[0], FAKE_RATE)
        path.write_bytes(self._head)
        self.show(picture)

    def show(self, picture: Picture) -> None:
        with self.path.open("r+b") as file:
            file.seek(len(self._head))
            file.write(np.asarray(cv2.cvtColor(self._seen(picture), cv2.COLOR_BGR2YUV_I420)).tobytes())

    def _seen(self, picture: Picture) -> Picture:
        return np.asarray(cv2.resize(picture, None, fx=self._larger, fy=self._larger), np.uint8)


ROWS = 5
"""In so many rows of a picture of 240 a tear is looked for."""
CHANGED, ENOUGH = 20, 8
"""By so much of 255 a pixel has changed, and so many of them tell of some rows."""


def shows(sent: Picture, newest: Picture, before: Picture) -> bool:
    """Whether a picture that was sent shows the newest of two of a film, all of it, or they are the same.

    Chromium may read a picture while it is being written: a tear runs through the rows of its light or its colours.
    """
    seen, new, old = (
        np.asarray(
            cv2.cvtColor(cv2.resize(each, (320, 240), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2YCrCb),
            np.int16,
        ).reshape(-1, ROWS * 320, 3)
        for each in (sent, newest, before)
    )
    changed = np.abs(new - old) > CHANGED
    nearer_old = (np.abs(seen - new) - np.abs(seen - old)).sum(axis=1, where=changed) > 0
    return not (nearer_old & (changed.sum(axis=1) > ENOUGH)).any()


CLIP = Path(os.environ.get("TABLESIDE_SHARED", Path(__file__).parents[3] / "shared")) / "clips" / "game1.mp4"
"""A whole game, from the start on, that was filmed elsewhere."""

LOOKED_AT = 4
"""After so many further looks at a picture the referee has made of it what there is."""

ABLE = """
() => {
  window.asked = [];
  const both = ["continuous", "manual"];
  MediaStreamTrack.prototype.getCapabilities = () => ({ exposureMode: both, whiteBalanceMode: both });
  MediaStreamTrack.prototype.applyConstraints = async (wanted) => { window.asked.push(wanted); document.documentElement.dataset.asked = window.asked.length; };
  window.PressureObserver = class { constructor(told) { window.warm = told; } async observe() {} };
}
"""
"""Has Chromium's fake camera do what that of a phone can."""


class PhoneTable:
    """A table that watches through a phone, served as in earnest, and a browser whose camera plays a film."""

    def __init__(self, data: Path, game: str) -> None:
        settings = Settings(
            table=TableSettings(data=data),
            camera=CameraSettings(source="phone"),
            lights=LightSettings("off"),
            web=WebSettings(pin=PIN),
            match=MatchSettings(game=game, length=0),
        )
        self.running: Running = start_table(settings)
        service = self.running.service
        self.app = create_app(service, self.running, setup=self.running.setup, library=self.running.library)
        self.server = Waitress(self.app, 0, THREADS, service.close_broadcasters)

    def stop(self) -> None:
        self.server.stop()
        self.running.stop()


@pytest.fixture
def phone_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., PhoneTable]]:
    # the phone of the test before, on whatever clock, has gone
    monkeypatch.setattr(PHONE, "_heard", -math.inf)
    tables: list[PhoneTable] = []

    def begin(game: str = "backgammon") -> PhoneTable:
        tables.append(PhoneTable(tmp_path / "data", game))
        return tables[-1]

    yield begin
    for each in tables:
        each.stop()


@pytest.fixture
def with_camera(request: pytest.FixtureRequest, browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page in a browser whose camera plays a film; whatever it complains of fails the test."""
    browsers: list[Any] = []
    complaints: list[str] = []

    def open_page(url: str, film: Path, pardon: str = "") -> Any:
        chromium = browser.browser_type.launch(
            executable_path=str(CHROMIUM),
            timeout=4 * PATIENCE * 1000,
            args=[
                "--no-sandbox",
                "--use-fake-ui-for-media-stream",
                "--use-fake-device-for-media-stream",
                f"--use-file-for-fake-video-capture={film}",
                "--host-resolver-rules=MAP table.test 127.0.0.1",
            ],
        )
        browsers.append(chromium)
        context = chromium.new_context(viewport={"width": 390, "height": 844}, permissions=["camera"])
        context.set_default_timeout(2 * PATIENCE * 1000)
        request.node.stash.setdefault(CLOSING, []).append(context.close)
        page = context.new_page()
        page.on(
            "console",
            lambda said: (
                said.type == "error" and not (pardon and pardon in said.text) and complaints.append(said.text)
            ),
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        return page

    yield open_page
    for chromium in browsers:
        chromium.close()
    assert complaints == []


def test_no_page_of_somebody_else_has_a_phone_send(visit: Callable[..., Any]) -> None:
    page = visit("/camera")
    start = page.url + "#start"
    for referrer, asks in (("http://elsewhere.example/", False), (page.url, True), ("", True)):
        page.goto("about:blank")
        page.goto(start, **({"referer": referrer} if referrer else {}))
        assert page.evaluate("document.referrer") == referrer
        assert page.is_visible("#sheet-pin") is asks, referrer


Played = list[tuple[Side, Roll | None, Position]]
"""The turns of a game, one by one: whose, the throw, and the position after it."""


def turns_of(game: Game) -> Played:
    return [(each.side, each.roll, each.after) for each in game.turns if isinstance(each, CheckerTurn)]


@pytest.fixture
def played_before(
    phone_table: Callable[..., PhoneTable],
    with_camera: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., Game]:
    """Plays a film before the camera of a phone at a calibrated table, and tells the first game that was refereed.

    The film waits for the phone and for the referee, however busy the machine is: its time is the table's. Each of `begun` is given
    the table and the page while the first picture is to be seen.
    """
    clock = HandClock(time.monotonic() + 2 * GONE)
    monkeypatch.setattr(SystemClock, "monotonic", lambda _: clock.now)
    monkeypatch.setattr(PHONE, "clock", clock.monotonic)

    def play(
        pictures: Sequence[Picture],
        board: BoardModel,
        rate: float,
        game: str = "backgammon",
        larger: float = 1.0,
        begun: Sequence[Callable[[PhoneTable, Any], None]] = (),
    ) -> Game:
        (tmp_path / "data").mkdir()
        board.save(tmp_path / "data" / "board.json")
        camera = FakeCamera(tmp_path / "film.y4m", pictures[0], larger)
        before = picture = pictures[0]
        changing = threading.Lock()

        def offer(phone: str, jpeg: bytes, **more: Any) -> bool:
            """As no camera gives a torn picture, none gets to the table, nor one of a moment that has gone by."""
            seen = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
            with changing:
                return offered(phone, jpeg, **more) if shows(seen, picture, before) else True

        offered = PHONE.offer
        monkeypatch.setattr(PHONE, "offer", offer)
        table = phone_table(game)
        service = table.running.service
        watcher = service.watcher
        # as the code of the set-up has it: one tap, which gives the PIN
        page = with_camera(table.server.url + "/camera#start", camera.path, "Failed to load resource")
        page.evaluate(ABLE)
        page.fill("#sheet-pin [name=pin]", PIN)
        page.click("#sheet-pin [data-login] .big")
        page.wait_for_selector("[data-state=sending]")
        for each in begun:
            each(table, page)
        began = clock.now
        # the last one stands until the referee, too, has looked at it
        for shown in pairwise([*pictures, *pictures[-1:] * LOOKED_AT]):
            # one picture with the time of the next would make that seem to move, which comes at the same time
            with changing:
                before, picture = shown
                clock.now += 1 / rate
                camera.show(picture)
            until = time.monotonic() + PATIENCE
            while (shot := watcher.shot) is None or began + shot.frame.time < clock.now - 0.5 / rate:
                assert time.monotonic() < until, page.text_content(".says")
                page.evaluate("new Promise((resolve) => setTimeout(resolve, 30))")
            # of the looks that wait for a referee who is late the oldest would be dropped
            heard = threading.Event()
            service._inbox.put(Envelope(Errand(heard.set), Source.PERSON))
            assert heard.wait(PATIENCE)
        service.stop()
        page.wait_for_selector("text=The table does not watch through this phone")
        stopped(page)
        return service.match_state.record.games[0]

    return play


def board_of(truth: Any, picture: Picture, *, is_straight: bool) -> BoardModel:
    """The board of a film, by the corners that its truth tells; what is drawn is drawn straight."""
    places = parse_corners(" ".join(f"{x},{y}" for x, y in truth["corners"]))
    return measured(places, picture, is_straight=is_straight)


def read_from(table: PhoneTable, page: Any) -> None:
    """What the page shows of a board that is read, and what it asks of the phone."""
    page.wait_for_selector(".marks polygon", state="attached")
    page.wait_for_selector(".marks circle >> nth=3", state="attached")
    counts = page.evaluate(
        "[...document.querySelectorAll('.marks text')].map(({ textContent }) => textContent)"
    )
    assert counts == ["1", "1", "1", "1"]
    page.wait_for_selector("text=/pictures? a second go(es)? to the table/")
    shot = table.running.service.watcher.shot
    assert shot is not None and shot.frame.shape[1] == FILMED
    # a photograph is taken when it is asked for, beside the film
    full = table.running.service.watcher.full_picture(PATIENCE)
    assert full is not None and full.shape[1] == FULL * look().camera.size[0]
    assert shows_same(full, shot.frame.picture)
    again = table.running.service.watcher.full_picture(PATIENCE)
    assert again is not None and again.shape == full.shape, "one that is asked for at once is taken, too"
    # what the browser can do for a phone is asked of it: exposure and white balance are held, and heat slows it down
    page.wait_for_selector("html[data-asked='2']", state="attached")
    assert page.evaluate(
        "window.asked.map(({ advanced }) => advanced.map((each) => Object.values(each)[0]))"
    ) == [
        ["continuous", "continuous"],
        ["manual", "manual"],
    ]
    page.evaluate("window.warm([{ state: 'critical' }])")
    assert page.is_visible("text=The phone is hot")
    page.evaluate("window.warm([{ state: 'nominal' }])")


def disturbed(table: PhoneTable, page: Any) -> None:
    """The page goes on after the table was away and a call has ended the camera's stream, and yields to another phone."""

    def goes_on(pictures: int) -> None:
        number, until = PHONE.number, time.monotonic() + PATIENCE
        while PHONE.number < number + pictures:
            assert time.monotonic() < until, page.text_content(".says")
            page.evaluate("new Promise((resolve) => setTimeout(resolve, 30))")

    page.context.set_offline(True)
    page.wait_for_selector("text=the table cannot be reached")
    page.context.set_offline(False)
    goes_on(2)
    page.evaluate("document.querySelector('video').srcObject.getTracks().forEach((track) => track.stop())")
    goes_on(3)
    shot = table.running.service.watcher.shot
    assert shot is not None
    PHONE.offer("another", jpeg(shot.frame.picture), take_over=True, patience=0.0)
    page.wait_for_selector("text=Another phone is the camera now.")
    page.click("[data-action=take]")
    goes_on(1)


def stopped(page: Any) -> None:
    """The phone is told to stop while a picture is under way, whose answer says nothing any more."""
    under_way: list[Any] = []
    page.route("**/api/camera/picture*", lambda route: under_way.append(route))
    with page.expect_request("**/api/camera/picture*"):
        pass
    page.click("[data-action=stop]")
    page.wait_for_selector("text=Stopped: this phone sends nothing.")
    with page.expect_response("**/api/camera/picture*"):
        under_way[0].continue_()
    # the camera closes once that picture has been answered
    page.wait_for_selector(".seen", state="hidden")
    assert page.is_visible("text=Stopped: this phone sends nothing.")
    assert page.evaluate("document.querySelector('video').srcObject") is None


def test_a_whole_film_before_a_phones_browser_gives_the_game_that_watch_gives(
    played_before: Callable[..., Game], tmp_path: Path
) -> None:
    film, truth = tmp_path / "film.mp4", tmp_path / "film.json"
    agreed = find_match_format(SHORT)
    mistakes = replace(FLAWLESS, corrected=0.3)
    write_film(
        film, truth, agreed, SEED, look=look(), rate=RATE, pace=TablePace().times(0.5), mistakes=mistakes
    )
    pictures = [each.picture for each in frames_of([film])]
    told = json.loads(truth.read_text())
    board = board_of(told, pictures[0], is_straight=True)
    watched = watch_film(film, board, match_format=agreed).record.games[0]
    played = played_before(pictures, board, RATE, SHORT, FULL, (read_from, disturbed))
    assert turns_of(played) == turns_of(watched) and played.result == watched.result is not None
    assert any(each["event"] == "illegal" for each in told["events"])
    assert len(turns_of(played)) == sum("roll" in each for each in told["turns"])


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not CLIP.exists(), reason=f"NO FILM: there is none at {CLIP} (set TABLESIDE_SHARED)")
def test_a_film_from_elsewhere_before_a_phones_browser_gives_the_turns_that_watch_gives(
    played_before: Callable[..., Game],
) -> None:
    truth = json.loads(CLIP.with_suffix(".json").read_text())
    pictures = [each.picture for each in frames_of([CLIP])]
    board = board_of(truth, pictures[0], is_straight=False)
    watched = turns_of(watch_film(CLIP, board).record.games[0])
    assert turns_of(played_before(pictures, board, truth["fps"])) == watched
    assert len(watched) == sum("roll" in each for each in truth["turns"])


# One phone, and others


class Phone:
    """A client of the API that sends pictures."""

    def __init__(self, app: Any, name: str, pin: str | None = PIN) -> None:
        self.client, self.name = app.test_client(), name
        if pin is not None:
            self.client.post("/api/login", json={"pin": pin}, headers={"X-Tableside": "1"})

    def send(self, data: bytes = b"", *, more: str = "", headers: dict[str, str] | None = None) -> Any:
        address = f"/api/camera/picture?phone={self.name}{more}"
        return self.client.post(
            address, data=data or jpeg(np.zeros((48, 64, 3), np.uint8)), headers=OWN | (headers or {})
        )

    def send_full(self, data: bytes) -> Any:
        return self.client.post(f"/api/camera/picture/full?phone={self.name}", data=data, headers=OWN)


@pytest.fixture
def line() -> PhoneLine:
    return PhoneLine()


@pytest.fixture
def app(table: Any, line: PhoneLine) -> Any:
    return create_app(table, phone=line)


def test_pictures_are_taken_from_the_referee_alone(app: Any) -> None:
    assert Phone(app, "one", None).send().status_code == 401
    there = Phone(app, "one")
    assert there.send(headers={"X-Tableside": ""}).status_code == 200
    elsewhere = there.client.post("/api/camera/picture", data=b"x", headers={"Origin": "http://evil.example"})
    assert elsewhere.status_code == 403
    assert there.send(b"no picture at all").status_code == 400
    assert there.send(b"\xff" * (LONGEST_PICTURE + 1)).status_code in (400, 413)


def test_a_full_picture_is_taken_from_the_referee_when_it_is_wanted(
    app: Any, table: Any, line: PhoneLine
) -> None:
    one, given = Phone(app, "one"), list[Picture]()
    table.broadcaster.post(STATES["no camera"])
    line.watch(1)
    line.ask_full(given.append)
    sending = threading.Thread(target=lambda: line.take(0, PATIENCE, lambda: False))
    sending.start()
    told = one.send().get_json()
    assert told["full"] is True
    assert told["says"] == "The pictures arrive at the table.", "though the referee has no camera yet"
    sending.join(PATIENCE)
    large = jpeg(np.random.default_rng(1).integers(0, 255, (960, 1280, 3)).astype(np.uint8))
    assert Phone(app, "one", None).send_full(large).status_code == 401
    assert one.send_full(b"no picture at all").status_code == 400
    line.ask_full(given.append)
    assert Phone(app, "two").send_full(large).status_code == 409
    assert one.send_full(large).status_code == 200 and given[0].shape == (960, 1280, 3)
    line.watch(-1)


def test_who_watches_another_camera_says_so_and_keeps_nothing(app: Any, line: PhoneLine) -> None:
    told = Phone(app, "one").send().get_json()
    assert told["watched"] is False and line.number == 0
    assert told["marks"] == {"outline": [], "sites": [], "dice": []}


def test_a_second_phone_is_told_and_may_take_its_place(app: Any) -> None:
    one, two = Phone(app, "one"), Phone(app, "two")
    assert one.send().status_code == 200
    refused = two.send()
    assert refused.status_code == 409 and "Another phone" in refused.get_json(force=True)["detail"]
    assert two.send(more="&take").status_code == 200
    assert one.send().status_code == 409


def test_only_who_was_let_in_may_send_much(serve: Callable[..., Any], table: Any) -> None:
    """Before any of it is taken in: all others' bodies stay as short as commands are."""
    server = serve(table, phone=PhoneLine())
    cookie = table_cookie(server.port)
    picture = jpeg(np.random.default_rng(1).integers(0, 255, (960, 1280, 3)).astype(np.uint8))
    assert LONGEST_BODY < len(picture) < LONGEST_PICTURE

    def sent(path: str, data: bytes, more: dict[str, str]) -> int:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        try:
            line.request("POST", path, data, OWN | more)
            return line.getresponse().status
        finally:
            line.close()

    def announced(path: str, length: int, more: dict[str, str]) -> int:
        """Only told of: a server that refuses may close while a body is still being sent."""
        return sent(path, b"", {**more, "Content-Length": str(length)})

    mine = {"Cookie": cookie}
    assert sent("/api/camera/picture?phone=one", picture, mine) == 200
    assert announced("/api/command", len(picture), mine) == 413
    for stranger in ({}, {"Cookie": "tableside=guessed"}, {"Authorization": "Bearer guessed"}):
        assert announced("/api/camera/picture?phone=one", len(picture), stranger) == 413
    assert announced("/api/camera/picture?phone=one", LONGEST_PICTURE + 1, mine) == 413
    assert announced("/api/camera/picture/full?phone=one", LONGEST_FULL_PICTURE + 1, mine) == 413
    assert announced("/api/camera/picture/full?phone=one", LONGEST_PICTURE, {}) == 413


def table_cookie(port: int) -> str:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request(
            "POST",
            "/api/login",
            json.dumps({"pin": PIN}),
            {"X-Tableside": "1", "Content-Type": "application/json"},
        )
        return str(line.getresponse().getheader("Set-Cookie")).partition(";")[0]
    finally:
        line.close()


def test_marks_lie_where_the_phone_sees_them(tmp_path: Path) -> None:
    """However the settings lay its picture, the phone shows it as it took it."""
    appearance = look()
    picture = draw(Scene(), appearance, 0)
    places = [(float(x), float(y)) for x, y in corners(appearance)]
    height, width = picture.shape[:2]
    wanted = [[round(x / width, 3), round(y / height, 3)] for x, y in places]
    for rotate in (0, 90, 180, 270):
        for mirror in (False, True):
            turning = Turning.of(CameraSettings(rotate=rotate, mirror=mirror))
            laid = np.ascontiguousarray(turning.turned(picture))
            turned_height, turned_width = laid.shape[:2]
            pixels = np.zeros((height, width, 3), np.uint8)
            turned = []
            for x, y in places:
                dot = pixels.copy()
                dot[int(y), int(x)] = 255
                v, u = np.argwhere(turning.turned(dot)[:, :, 0] > 0)[0]
                turned.append((float(u), float(v)))
            assert (turned_width > turned_height) is (rotate in (0, 180))
            back = [turning.before((u + 0.5) / turned_width, (v + 0.5) / turned_height) for u, v in turned]
            assert np.abs(np.array(back) - np.array(wanted)).max() < 0.002, (rotate, mirror)


# The page


def test_without_a_secure_connection_it_leads_to_one(
    with_camera: Callable[..., Any], serve: Callable[..., Any], table: Any, tmp_path: Path
) -> None:
    film = tmp_path / "film.y4m"
    film.write_bytes(jpeg(np.zeros((48, 64, 3), np.uint8)))
    page = with_camera(f"http://table.test:{serve(table).port}/camera", film, "Cross-Origin-Opener-Policy")
    assert page.evaluate("isSecureContext") is False
    assert page.is_visible("[data-part=insecure]") and not page.is_visible("[data-action=start]")


def test_other_pages_never_ask_for_a_camera(client: Any) -> None:
    assert "camera=()" in client.get("/").headers["Permissions-Policy"]
    assert "camera=(self)" in client.get("/camera").headers["Permissions-Policy"]
