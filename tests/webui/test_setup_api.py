"""The set-up through the API, from a blank box with the simulated board to the first game,
and what goes wrong on the way.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from calibration.locate import Located
from device.io.cameras import open_camera
from device.ops.assembly.table_assembly import Running, start_table
from device.ops.setup.viewfinder import fitting_model
from device.ops.setup.wizard import Wizard
from device.store.settings import CameraSettings, LightSettings, Settings, TableSettings
from device.store.settings.chosen import with_chosen
from engine.state.match_state import Phase
from tests.device.awaited import until
from vision.board_model import BoardModel
from vision.draw import corners, preset
from vision.frame import Picture
from webui.app import create_app

PATIENCE = 60.0
OURS = {"X-Tableside": "1"}
CORNERS = [[float(x), float(y)] for x, y in corners(preset("club"))]
Begin = Callable[..., "Guide"]


def at_the_corners(picture: Picture) -> Located:
    """Finds what `calibration.find` finds in five seconds, which tests of its own see to."""
    a, b, c, d = ((x + 1.5, y - 1.0) for x, y in CORNERS)
    return Located((a, b, c, d), 0.6, True)


class Guide:
    """Somebody who sets a table up by the API."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.client: FlaskClient = create_app(running.service, running, setup=running.setup).test_client()

    def state(self) -> dict[str, Any]:
        """The state, once nothing slow is being done."""
        assert self.running.setup.wait(PATIENCE)
        return dict(self.client.get("/api/setup").get_json())

    def post(self, path: str, **body: object) -> dict[str, Any]:
        answer = self.client.post(f"/api/setup/{path}", json=body, headers=OURS)
        assert answer.status_code == 200, answer.get_json()
        return self.state()

    def refused(self, path: str, status: int, **body: object) -> str:
        answer = self.client.post(f"/api/setup/{path}", json=body, headers=OURS)
        assert answer.status_code == status
        return str(answer.get_json()["detail"])

    def admit(self, pin: str | None = None) -> None:
        pin = pin or self.running.service.access.code
        assert self.client.post("/api/login", json={"pin": pin}, headers=OURS).status_code in (200, 204)

    def to_the_corners(self) -> dict[str, Any]:
        self.post("camera", camera="simulated")
        self.post("at", step="view")
        self.post("view")
        return self.post("at", step="corners")


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Starts the table with the data as they are left, and lets somebody in."""
    monkeypatch.setattr("device.ops.assembly.table_assembly.Wizard", partial(Wizard, find=at_the_corners))
    monkeypatch.setattr("device.ops.setup.signal_trials.SECONDS", 0.0)
    ran: list[Running] = []

    def started(source: str = "simulated:club:3:4x", pin: str | None = None) -> Guide:
        for each in ran:
            each.stop()
        ran.clear()
        settings = Settings(
            table=TableSettings(data=tmp_path),
            camera=CameraSettings(source=source),
            lights=LightSettings("simulated"),
        )
        ran.append(start_table(with_chosen(settings)))
        # Nothing is tested of the game that goes on before the set-up.
        ran[0].service.watcher.hold()
        guide = Guide(ran[0])
        guide.admit(pin)
        return guide

    yield started
    for each in ran:
        each.stop()


def said(state: dict[str, Any], step: str) -> str:
    return " ".join(each["text"] for each in state["verdicts"][step]["says"])


@pytest.mark.long
def test_from_a_blank_box_to_the_first_game(begin: Begin, tmp_path: Path) -> None:
    guide = begin()
    access = guide.running.service.access
    assert guide.state()["next"] == "pin"
    guide.post("pin", pin="471147")
    assert access.check("471147") and access.code is None
    state = guide.to_the_corners()
    assert state["next"] == "corners" and state["calibrating"] and state["verdicts"]["view"]["ok"]
    assert state["corners"]["sure"] and not state["corners"]["confirmed"]
    still = state["corners"]["still"]
    crop = guide.client.get(f"/api/setup/pictures/{still}/crop.jpg?x=132&y=92&size=64")
    assert crop.status_code == 200 and crop.content_type == "image/jpeg"
    assert guide.client.get("/api/setup/pictures/99.jpg").status_code == 404

    # What is wrong is said, and nothing of it is taken.
    state = guide.post("corners", places=[[-900, 200], [600, 200], [600, 400], [300, 400]], still=still)
    assert state["next"] == "corners" and "outside the picture" in said(state, "corners")
    assert guide.refused("corners", 400, places=[[1, 2]], still=still)
    assert guide.refused("corners", 400, places=[[10**400, 2], *CORNERS[1:]], still=still)
    assert "gone" in guide.refused("corners", 409, places=CORNERS, still=99)
    state = guide.post("corners", places=CORNERS, still=still)
    assert state["next"] == "empty" and state["corners"]["confirmed"]
    finder = guide.running.setup._finder
    lay, finder.lay = finder.lay, lambda step, near: None  # type: ignore[method-assign]
    state = guide.post("empty")
    assert state["next"] == "empty" and "take everything off it" in said(state, "empty")
    finder.lay = lay  # type: ignore[method-assign]
    state = guide.post("empty")
    assert state["next"] == "start" and state["verdicts"]["empty"]["ok"]

    # The plug is pulled in the middle.
    guide = begin(pin="471147")
    assert guide.state()["next"] == "start" and guide.state()["corners"]["confirmed"]
    guide.post("at", step="start")
    state = guide.post("start")
    assert state["verdicts"]["start"]["ok"] and state["next"] == "colours"
    assert state["colours"]["near"] == "light" and state["colours"]["home_right"] is True
    assert state["colours"]["light"] > state["colours"]["dark"]
    state = guide.post("colours", white="Anna", black="Ben")
    guide.post("signals/try", id="lamps:legal")
    assert guide.refused("signals/try", 409, id="lamps:none")
    guide.post("signals")
    assert "squares" in guide.refused("match", 409, game="tablut")
    assert guide.refused("match", 400, game="no such game")
    assert "next step" in guide.refused("done", 409)
    state = guide.post("match", game="backgammon", length=3, profile="tournament", tradition="english")
    assert state["match"]["white"] == "Anna" and state["next"] == "done"
    assert guide.post("done")["next"] is None

    # The real eye reads the game by the model that was made.
    board = guide.running.service.broadcaster
    snapshot = until(
        board, lambda snapshot: snapshot.roll is not None and snapshot.game.phase is Phase.TO_MOVE
    )
    assert (snapshot.match.white, snapshot.match.length, snapshot.trouble) == ("Anna", 3, None)
    shot = guide.running.service.watcher.shot
    made = BoardModel.load(tmp_path / "board.simulated.json")
    assert shot is not None and shot.model is not None and shot.model.empty == made.empty is not None
    assert not (tmp_path / "board.json").exists(), "a real board's calibration is not touched"
    chosen = json.loads((tmp_path / "chosen.json").read_text())
    assert chosen["match"]["game"] == "backgammon" and chosen["profile"] == {"name": "tournament"}

    # At the next start all of that counts.
    settings = with_chosen(Settings(table=TableSettings(data=tmp_path)))
    assert (settings.camera.source, settings.profile.name) == ("simulated:club:3:4x", "tournament")
    assert (settings.match.length, settings.match.black, settings.announce.tradition) == (3, "Ben", "english")
    camera = open_camera(None, settings)
    assert (
        fitting_model(camera, made) is made
        and fitting_model(open_camera("simulated", settings), made) is None
    )


@pytest.mark.usefixtures("without_lens")
def test_nobody_gets_in_without_the_code_and_no_address_leads_into_the_box(begin: Begin) -> None:
    guide = begin()
    stranger = create_app(guide.running.service, setup=guide.running.setup).test_client()
    page = stranger.get("/setup")
    assert page.status_code == 200
    forms = re.findall("<form[^>]*>", page.text)
    assert forms and all('method="dialog"' in form for form in forms), (
        "what is typed before the scripts are there must not stand in the address"
    )
    for path in ("", "/cameras", "/live.jpg", "/camera.jpg?id=simulated", "/pictures/1.jpg"):
        assert stranger.get(f"/api/setup{path}").status_code == 401
    assert stranger.post("/api/setup/pin", json={"pin": "1234"}, headers=OURS).status_code == 401
    assert guide.client.post("/api/setup/pin", json={"pin": "1234"}).status_code == 403, "another site's page"
    assert guide.refused("pin", 400, pin="12")
    assert guide.refused("no-such-step", 404)
    inside = (
        "http://127.0.0.1:8080/",
        "http://[::ffff:127.0.0.1]/",
        "http://169.254.169.254/latest/meta-data/",
    )
    for camera in inside:
        assert "inside this box" in guide.refused("camera", 400, camera=camera)
    for camera in ("file:///etc/passwd", "/etc/passwd", "../film.mp4", "concat:http://example.org/"):
        assert "begins with http" in guide.refused("camera", 400, camera=camera)
    assert guide.state()["camera"]["id"].startswith("simulated")


@pytest.mark.usefixtures("without_lens")
def test_a_camera_that_is_gone_is_said_in_words(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    # half of it is waited for once the trouble is known, which takes a moment on a busy machine
    monkeypatch.setattr("device.ops.setup.viewfinder.PATIENCE", 4.0)
    guide = begin("simulated:club:lost:4x")
    state = guide.post("camera")
    assert not state["verdicts"]["camera"]["ok"] and "unplugged" in said(state, "camera")
    assert "unplugged" in state["trouble"] and state["next"] == "pin"
    answer = guide.client.get("/api/setup/live.jpg")
    assert answer.status_code == 409 and "unplugged" in answer.get_json()["detail"]

    # nobody is asked to try lamps where none hang
    def lamps_are_tried() -> bool:
        return not next(each["done"] for each in guide.state()["steps"] if each["id"] == "signals")

    assert lamps_are_tried()
    monkeypatch.setattr(guide.running.setup._signals, "signals", ())
    assert not lamps_are_tried()


@pytest.mark.usefixtures("without_lens")
def test_no_page_is_told_the_password_of_a_camera(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = begin("simulated:club:4x")
    address = "rtsp://anna:s3cret@192.0.2.7/live"
    monkeypatch.setattr(guide.running.setup._finder, "source", address)
    told = guide.client.get("/api/setup")
    assert told.get_json()["camera"]["id"] == "rtsp://192.0.2.7/live" and "s3cret" not in told.text
    assert "s3cret" not in guide.client.get("/api/setup/cameras").text
    # what a page was told is taken for the address as it is
    assert guide.running.setup._meant("rtsp://192.0.2.7/live") == address


@pytest.mark.usefixtures("without_lens")
def test_two_do_one_thing_after_another_and_who_goes_away_leaves_the_referee_reading(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = begin()
    guide.post("camera")
    guide.post("at", step="corners")
    other = create_app(guide.running.service, setup=guide.running.setup).test_client()
    other.post("/api/login", json={"pin": guide.running.service.access.code}, headers=OURS)
    both_asked = threading.Event()

    def looked_for(picture: Picture) -> Located:
        assert both_asked.wait(PATIENCE)
        return at_the_corners(picture)

    assert guide.running.setup.wait(PATIENCE)
    monkeypatch.setattr(guide.running.setup.board, "_find", looked_for)
    first = guide.client.post("/api/setup/find", json={}, headers=OURS)
    second = other.post("/api/setup/find", json={}, headers=OURS)
    assert first.status_code == 200 and first.get_json()["work"]["says"].startswith("I look for the board")
    assert second.status_code == 409 and "wait a moment" in second.get_json()["detail"]
    both_asked.set()
    assert guide.state()["corners"]["places"] is not None
    seq = guide.state()["seq"]
    assert other.get(f"/api/setup?since={seq}").get_json() == {"seq": seq}

    board = guide.running.service.broadcaster
    until(board, lambda snapshot: snapshot.trouble is not None and "being set up" in snapshot.trouble)
    assert guide.refused("at", 409, step="start")
    guide.post("leave")
    until(board, lambda snapshot: snapshot.trouble is None)
    assert not guide.state()["calibrating"]
