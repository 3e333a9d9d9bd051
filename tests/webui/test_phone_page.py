"""A phone as the camera: a real browser with a fake camera sends what it sees, and the table reads a board of it."""

import base64
import http.client
import json
import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.clock import SystemClock
from device.io.cameras.phone_camera import GONE, PHONE, PhoneCamera, PhoneLine
from device.io.cameras.picture_rotation import Turning
from device.ops.assembly.table_assembly import Running, start_table
from device.simulator.truth import What
from device.simulator.virtual_table import VirtualTable
from device.store.settings import (
    CameraSettings,
    LightSettings,
    MatchSettings,
    Settings,
    TableSettings,
    WebSettings,
)
from device.table.watch.boards import measured
from device.table.watch.film import watch_film
from device.table.watch.film_sequence import frames_of
from engine.match.match import CheckerTurn
from engine.match_formats import find_match_format
from tests.device.hand_clock import HandClock
from tests.webui.conftest import CHROMIUM, CLOSING, PATIENCE, PIN
from tests.webui.waitress_here import Waitress
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
FAKE_RATE = 10
"""Pictures a second at which Chromium plays a film in place of a camera."""
FILMED, FULL = 1280, 1.5
"""How wide a picture of the film is, in pixels, and how much larger the camera's photographs are than a board is drawn."""
RATE = 1
FILM, TURNS, SEED = 31, 2, 7
"""Seconds of the film that is played, at so many pictures a second; how many turns are played in it, one of them against
the rules at first."""


def jpeg(picture: Any, quality: int = 90) -> bytes:
    return bytes(np.asarray(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]).tobytes())


def look() -> Appearance:
    return preset("club")


def filmed(path: Path, scenes: Iterator[Any], appearance: Appearance, larger: float = 1.0) -> None:
    """Writes a film as Chromium takes it for a camera (Y4M): pictures in a row, each for as long as it is to be seen."""
    with path.open("wb") as file:
        for number, scene in enumerate(scenes):
            seen = cv2.resize(draw(scene, appearance, number), None, fx=larger, fy=larger)
            if number == 0:
                file.write(b"YUV4MPEG2 W%d H%d F%d:1 Ip C420\n" % (seen.shape[1], seen.shape[0], FAKE_RATE))
            planes = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2YUV_I420)).tobytes()
            file.write((b"FRAME\n" + planes) * (FAKE_RATE // RATE))


CLIP = Path(os.environ.get("TABLESIDE_SHARED", Path(__file__).parents[3] / "shared")) / "clips" / "game1.mp4"
"""A whole game, from the start on, that was filmed elsewhere."""

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

    def __init__(self, data: Path, length: int) -> None:
        settings = Settings(
            table=TableSettings(data=data),
            camera=CameraSettings(source="phone"),
            lights=LightSettings("off"),
            web=WebSettings(pin=PIN),
            match=MatchSettings(length=length),
        )
        self.running: Running = start_table(settings)
        service = self.running.service
        self.app = create_app(service, self.running, setup=self.running.setup, library=self.running.library)
        self.server = Waitress(self.app, 0, THREADS, service.close_boards)

    def stop(self) -> None:
        self.server.stop()
        self.running.stop()


@pytest.fixture
def phone_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., PhoneTable]]:
    # the phone of the test before, on whatever clock, has gone
    monkeypatch.setattr(PHONE, "_heard", -math.inf)
    tables: list[PhoneTable] = []

    def begin(length: int = 1) -> PhoneTable:
        tables.append(PhoneTable(tmp_path / "data", length))
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


def calibrated(data: Path, appearance: Appearance, picture: Any) -> None:
    (a, b), (c, d), (e, f), (g, h) = ((float(x), float(y)) for x, y in corners(appearance))
    data.mkdir(exist_ok=True)
    measured(((a, b), (c, d), (e, f), (g, h)), picture, is_straight=True).save(data / "board.json")


def test_a_board_is_read_from_a_phones_browser(
    phone_table: Callable[..., PhoneTable], with_camera: Callable[..., Any], tmp_path: Path
) -> None:
    appearance = look()
    virtual = VirtualTable(find_match_format("backgammon"), 5, appearance.sizes, 1)
    first = virtual.scene_at(0.0)
    assert first is not None
    film = tmp_path / "film.y4m"
    filmed(film, iter([first, first]), appearance, FULL)
    calibrated(tmp_path / "data", appearance, draw(first, appearance, 0))
    table = phone_table()
    # as the code of the set-up has it: one tap, which gives the PIN
    page = with_camera(table.server.url + "/camera#start", film)
    page.evaluate(ABLE)
    page.fill("#sheet-pin [name=pin]", PIN)
    page.click("#sheet-pin [data-login] .big")
    page.wait_for_selector("[data-state=sending]")
    # what is read of it lies over the picture
    page.wait_for_selector(".marks polygon", state="attached")
    page.wait_for_selector(".marks circle >> nth=7", state="attached")
    counts = page.evaluate(
        "[...document.querySelectorAll('.marks text')].map(({ textContent }) => textContent)"
    )
    assert sorted(counts) == ["2", "2", "3", "3", "5", "5", "5", "5"]
    page.wait_for_selector("text=pictures a second go to the table")
    shot = table.running.service.watcher.shot
    assert shot is not None and shot.frame.shape[1] == FILMED
    # a photograph is taken when it is asked for, beside the film
    full = table.running.service.watcher.full_picture(PATIENCE)
    assert full is not None and full.shape[1] == FULL * appearance.camera.size[0]
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
    under_way: list[Any] = []
    page.route("**/api/camera/picture*", lambda route: under_way.append(route))
    with page.expect_request("**/api/camera/picture*"):
        pass
    page.click("[data-action=stop]")
    page.wait_for_selector("text=Stopped: this phone sends nothing.")
    with page.expect_response("**/api/camera/picture*"):
        under_way[0].continue_()
    # the camera closes once that picture has been answered, and the answer says nothing any more
    page.wait_for_selector(".seen", state="hidden")
    assert page.is_visible("text=Stopped: this phone sends nothing.")
    assert page.evaluate("document.querySelector('video').srcObject") is None


def test_no_page_of_somebody_else_has_a_phone_send(visit: Callable[..., Any]) -> None:
    page = visit("/camera")
    start = page.url + "#start"
    for referrer, asks in (("http://elsewhere.example/", False), (page.url, True), ("", True)):
        page.goto("about:blank")
        page.goto(start, **({"referer": referrer} if referrer else {}))
        assert page.evaluate("document.referrer") == referrer
        assert page.is_visible("#sheet-pin") is asks, referrer


FED = """
() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 960, height: 720 });
  const stream = canvas.captureStream(0);
  navigator.mediaDevices.getUserMedia = async () => stream;
  window.feed = async (jpeg) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(jpeg), (each) => each.charCodeAt(0))]));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    stream.getVideoTracks()[0].requestFrame();
  };
}
"""
"""Gives a page a camera that shows what it is fed, picture by picture."""


@pytest.fixture
def played_before(
    phone_table: Callable[..., PhoneTable],
    with_camera: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., list[CheckerTurn]]:
    """Plays a film, so many JPEGs a second, before a phone at a calibrated table, and tells the turns of its first game.

    The film waits for the phone, however busy the machine is: its time is the table's.
    """
    clock = HandClock(time.monotonic() + 2 * GONE)
    monkeypatch.setattr(SystemClock, "monotonic", lambda _: clock.now)
    monkeypatch.setattr(PHONE, "clock", clock.monotonic)

    def play(pictures: Iterator[bytes], rate: float, length: int = 1) -> list[CheckerTurn]:
        still = tmp_path / "still.y4m"
        filmed(still, iter([Scene()]), look())
        table = phone_table(length)
        page = with_camera(table.server.url + "/camera", still)
        page.evaluate(LOGIN, PIN)
        page.reload()
        page.evaluate(FED)
        for number, picture in enumerate(pictures):
            clock.now += 1 / rate
            page.evaluate(f"window.feed('{base64.b64encode(picture).decode()}')")
            if number == 0:
                page.click("[data-action=start]")
            sent, until = PHONE.number, time.monotonic() + PATIENCE
            while PHONE.number == sent:
                assert time.monotonic() < until, page.text_content(".says")
                page.evaluate("new Promise((resolve) => setTimeout(resolve, 30))")
        page.click("[data-action=stop]")
        service = table.running.service
        service.stop()
        games = [*service.match_state.match.games, service.match_state.game]
        return [each for each in (games[0].turns if games[0] else ()) if isinstance(each, CheckerTurn)]

    return play


@pytest.mark.long
def test_a_film_played_before_a_phone_is_refereed_as_it_was_played(
    played_before: Callable[..., list[CheckerTurn]], tmp_path: Path
) -> None:
    appearance = look()
    virtual = VirtualTable(find_match_format("backgammon"), SEED, appearance.sizes, 1)
    truth = virtual.truth_until(float(FILM))
    turns = [(each.side, each.roll) for each in truth.games[0].turns if isinstance(each, CheckerTurn)][:TURNS]
    after = [each.position for each in truth.happenings[0] if each.what is What.PLAY][TURNS - 1]
    assert len(turns) == TURNS and any(each.what is What.ILLEGAL for each in truth.happenings[0])
    scenes = [virtual.scene_at(number / RATE) for number in range(FILM * RATE)]
    calibrated(tmp_path / "data", appearance, draw(scenes[0] or Scene(), appearance, 0))

    def shown() -> Iterator[bytes]:
        picture = b""
        for number, scene in enumerate(scenes):
            picture = picture if scene is None else jpeg(draw(scene, appearance, number))
            yield picture

    played = played_before(shown(), RATE)
    assert [(each.side, each.roll) for each in played[:TURNS]] == turns
    assert played[TURNS - 1].after == after


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not CLIP.exists(), reason=f"NO FILM: there is none at {CLIP} (set TABLESIDE_SHARED)")
def test_a_whole_film_before_a_phone_gives_the_turns_that_watch_gives(
    played_before: Callable[..., list[CheckerTurn]], tmp_path: Path
) -> None:
    truth = json.loads(CLIP.with_suffix(".json").read_text())
    places = parse_corners(" ".join(f"{x},{y}" for x, y in truth["corners"]))
    frames = list(frames_of([CLIP]))
    (tmp_path / "data").mkdir()
    measured(places, frames[0].picture).save(tmp_path / "data" / "board.json")
    watched = watch_film(CLIP, places).record.games[0]
    wanted = [(each.side, each.roll, each.after) for each in watched.turns if isinstance(each, CheckerTurn)]
    played = played_before((jpeg(each.picture, 95) for each in frames), truth["fps"], length=0)
    assert [(each.side, each.roll, each.after) for each in played] == wanted
    assert len(wanted) == sum("roll" in each for each in truth["turns"])


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


def test_a_full_picture_is_taken_from_the_referee_when_it_is_wanted(app: Any, line: PhoneLine) -> None:
    one, given = Phone(app, "one"), list[Picture]()
    line.watch(1)
    line.ask_full(given.append)
    sending = threading.Thread(target=lambda: line.take(0, PATIENCE, lambda: False))
    sending.start()
    assert one.send().get_json()["full"] is True
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


def test_the_page_goes_on_after_the_table_was_away_and_yields_to_another_phone(
    table: Any, line: PhoneLine, with_camera: Callable[..., Any], serve: Callable[..., Any], tmp_path: Path
) -> None:
    film = tmp_path / "film.y4m"
    filmed(film, iter([Scene()]), look())
    camera = PhoneCamera(line=line, patience=PATIENCE)
    server = serve(table, phone=line)
    page = with_camera(server.url + "/camera", film, "Failed to load resource")
    page.evaluate(LOGIN, PIN)
    page.reload()
    page.click("[data-action=start]")
    assert camera.read() is not None
    page.context.set_offline(True)
    page.wait_for_selector("text=the table cannot be reached")
    page.context.set_offline(False)
    assert camera.read() is not None and camera.read() is not None
    # a call, or another app, ends the camera's stream: it is opened anew
    page.evaluate("document.querySelector('video').srcObject.getTracks().forEach((track) => track.stop())")
    number = line.number
    while line.number < number + 3:
        assert camera.read() is not None
    line.offer("another", jpeg(np.zeros((48, 64, 3), np.uint8)), take_over=True, patience=0.0)
    page.wait_for_selector("text=Another phone is the camera now.")
    page.click("[data-action=take]")
    assert camera.read() is not None
    camera.close()
    page.wait_for_selector("text=The table watches through another camera.")
