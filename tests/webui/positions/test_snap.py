"""Positions on the pages: a photograph read on a phone, put right by thumb, coded, kept in the notebook and printed."""

import http.client
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest
from flask.testing import FlaskClient

from device.errors import AnalysisError
from device.library.analysis.analysis_values import (
    CandidatePlay,
    CubeDecision,
    OutcomeChances,
    PositionAnalysis,
)
from device.library.positions.caught import CaughtPositions
from device.library.positions.photo_reading import PhotoReading, read_photo, reading_of, unpacked
from engine.board import Side
from engine.profile import TOURNAMENT
from engine.records.codes.game_standing import GameStanding
from engine.state.match_state import Phase
from tests.device.positions.test_photographs import OPENING, START, photograph
from tests.webui.conftest import PIN, Desk, StillTable
from vision.draw import corners, preset
from vision.rectify import as_corners
from webui.app import create_app
from webui.door.server import LONGEST_BODY, SNAPS_AT_A_TIME

OWN = {"X-Tableside": "1", "Content-Type": "image/jpeg"}


CHANCES = OutcomeChances(0.551, 0.1737, 0.0128, 0.1244, 0.005)
JUDGED = PositionAnalysis(
    "GNU Backgammon 1.07",
    2,
    (CandidatePlay("8/5 6/5", 0.219, 0.0, CHANCES), CandidatePlay("24/20", -0.02, 0.239, CHANCES)),
)
DOUBLING = PositionAnalysis("GNU Backgammon 1.07", 2, (), CHANCES, CubeDecision(0.5, 0.7, 1.0))


def test_a_photograph_becomes_a_position_by_thumb(
    visit: Callable[..., Any],
    serve: Callable[..., Any],
    table: StillTable,
    tmp_path: Path,
    barred: Callable[[Any], list[str]],
    without_lens: None,
) -> None:
    """How its corners are found, and what is read in a process of its own, is in `test_photographs.py`."""
    file = tmp_path / "board.jpg"
    cv2.imwrite(str(file), photograph())
    asked: list[GameStanding] = []

    def analyse(standing: GameStanding) -> PositionAnalysis:
        asked.append(standing)
        if len(asked) == 1:
            raise AnalysisError("GNU Backgammon has gone")
        return JUDGED if standing.roll else DOUBLING

    def read(data: bytes, _: object) -> PhotoReading:
        return reading_of(read_photo(unpacked(data), as_corners(corners(preset("club")))).as_json())

    server = serve(table, positions=CaughtPositions(read=read, analyse=analyse))
    # the notebook asks for the PIN, which a browser logs
    page = visit("/snap", at=server.url, pardon="status of 40")
    page.locator("[data-take]").nth(1).set_input_files(str(file))
    code = page.locator("[data-code=xgid]")
    page.locator("[data-code=xgid]:not(:empty)").wait_for()
    assert code.text_content() == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    # four taps: whose turn, the throw, the cube, the score
    page.check("[name=to_play][value=B]", force=True)
    page.select_option("[name=roll]", "3-1")
    page.select_option("[name=cube]", "2 W")
    page.fill("[name=length_of]", "7")
    page.fill("[name=B]", "4")
    page.locator("[name=B]").blur()
    wanted = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:0:4:0:7:10"
    page.locator("[data-code=xgid]", has_text=wanted).wait_for()
    # a checker that was read wrongly is taken off its point by two taps, and put back
    page.locator("#board .checker.light").first.click()
    page.click(".touch-row [aria-label='Light: take one off']")
    page.locator("[data-field=counts]", has_text="Light: 14 of 15 checkers seen.").wait_for()
    page.click(".touch-row [aria-label='Light: put one here']")
    page.click("[data-touch=close]")
    # who bears off where is put right, and put back: the same board
    page.check("[name=home][value=far-left]", force=True)
    page.locator("[data-field=says]", has_text="The light checkers to play 3-1.").wait_for()
    page.check("[name=home][value=near-right]", force=True)
    page.locator("[data-code=xgid]", has_text=wanted).wait_for()
    assert page.evaluate("() => document.querySelector('[data-field=drawn]').decode().then(() => true)")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    page.click("text=What is best?")
    page.locator(".trouble", has_text="GNU Backgammon has gone").wait_for()
    page.click("text=What is best?")
    page.locator(".judged", has_text="24/20").wait_for()
    assert [each.to_play for each in asked] == [Side.BLACK] * 2 and asked[1].owner is Side.WHITE
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    assert barred(page) == []
    page.select_option("[name=roll]", "")
    page.locator("[data-field=judged]").wait_for(state="hidden")
    page.click("text=What is best?")
    page.locator(".says", has_text="To double is right. A double is to be taken.").wait_for()
    page.select_option("[name=roll]", "3-1")
    page.locator("[data-code=xgid]", has_text=wanted).wait_for()
    page.fill(".keep [name=words]", "slot or split?")
    page.click(".keep .big")
    page.fill("#sheet-pin [name=pin]", PIN)
    page.click("#sheet-pin [data-login] .big")
    page.locator("[data-field=kept]", has_text="It is in the notebook.").wait_for()
    page.goto(server.url + "/notebook")
    page.get_by_text("slot or split?").wait_for()
    assert barred(page) == []
    page.click("[data-judge]")
    page.locator(".judged", has_text="24/20").wait_for()
    page.click("[data-delete]")
    page.click("text=Tap again to delete it")
    page.locator("[data-number]").wait_for(state="detached")


@pytest.mark.parametrize(
    "query",
    [
        "", "code=x", "code=" + "a" * 500, "position=W:", "position=W: 24(2) B: 24(2)&to_play=X",
        f"position={START}&roll=7-1", f"position={START}&length=7&white=7", f"position={START}&cube=3", f"position={START}&cube=0",
        f"position={START}&length=999999", f"position={START}&near=red", f"position={START}&owner=me",
        "position=W: 24(16) B: 1(1)",
    ],
)  # fmt: skip
def test_what_makes_no_position_is_said(client: FlaskClient, query: str) -> None:
    for path in ("/api/position", "/api/position.svg"):
        answer = client.get(f"{path}?{query}")
        assert answer.status_code == 400 and answer.get_json()["detail"]


def test_an_analysis_is_for_own_pages_and_never_for_who_plays_where_that_is_forbidden(
    desk: Desk, table: StillTable
) -> None:
    table.match_state = replace(table.match_state, phase=Phase.TO_MOVE, profile=TOURNAMENT)
    path = f"/api/position/analysis?code={OPENING}"
    assert desk.client.post(path).status_code == 403
    refused = desk.client.post(path, headers={"X-Tableside": "1"})
    assert refused.status_code == 409 and "does not allow" in refused.get_json()["detail"]


def test_the_notebook_is_for_who_gave_the_pin(desk: Desk) -> None:
    for path in ("/api/notebook", "/api/notebook.txt", "/api/notebook.apkg"):
        assert desk.client.get(path).status_code == 401
    assert desk.post("/api/notebook", {"code": OPENING}).status_code == 401
    assert "give the PIN" in desk.client.get("/notebook").text
    desk.login()
    kept = desk.post("/api/notebook", {"code": OPENING, "near": "dark", "words": "why?"})
    assert kept.status_code == 201 and kept.get_json()["words"] == "why?"
    assert desk.post("/api/notebook/1", {"words": "because"}).get_json()["words"] == "because"
    for wrong in (
        {},
        {"code": 3},
        {"code": OPENING, "near": 1},
        {"code": OPENING, "words": "x" * 400},
        {"code": "W"},
    ):
        assert desk.post("/api/notebook", wrong).status_code == 400
    assert OPENING in desk.client.get("/api/notebook.txt").text
    assert desk.client.get("/api/notebook.apkg").data.startswith(b"PK")
    assert desk.client.get("/api/notebook.exe").status_code == 404
    assert desk.post("/api/notebook/2", {}).status_code == 404
    assert desk.post("/api/notebook/1/delete", {}).status_code == 200
    assert desk.post("/api/notebook/1/delete", {}).status_code == 404


def test_pictures_of_strangers_are_few_at_a_time_and_sent_by_own_pages(
    serve: Callable[..., Any], table: StillTable
) -> None:
    app = create_app(table)
    assert (
        app.test_client().post("/api/snap", data=b"x", headers={"Content-Type": "image/jpeg"}).status_code
        == 403
    )
    answer = app.test_client().post("/api/snap?corners=1,2", data=b"x", headers=OWN)
    assert answer.status_code == 400 and "corners" in answer.get_json()["detail"]
    server = serve(table)
    lines = []
    for _ in range(SNAPS_AT_A_TIME + 1):
        lines.append(http.client.HTTPConnection("127.0.0.1", server.port))
        lines[-1].putrequest("POST", "/api/snap")
        for name, value in {**OWN, "Content-Length": str(LONGEST_BODY + 1)}.items():
            lines[-1].putheader(name, value)
        lines[-1].endheaders()
        lines[-1].send(b"\xff")
    # the last is one too many, and refused; those before it are still waited for
    assert lines[-1].getresponse().status == 413
    for line in lines:
        line.close()
