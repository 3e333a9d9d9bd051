"""The analysis on the page of a match: what is told beside the board, the line, and the better play."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.library.analysis.gnubg import find_gnubg
from device.library.analyst import Analyst
from device.library.match_library import Library
from device.store.settings import AnalysisSettings
from webui.app import create_app

DEVICE = Path(__file__).parents[1] / "device"
sys.path[:0] = [str(DEVICE / each) for each in ("", "library", "analysis")]

from hand_clock import HandClock
from playing import Told
from retelling import retell
from small_match import HAND

from engine.records.mat.mat_reader import read_mat
from engine.state.messages import NewGame


@pytest.mark.skipif(find_gnubg() is None, reason="NO GNU BACKGAMMON: nothing is analysed (apt install gnubg)")
def test_a_match_is_played_again_with_the_better_plays(
    tmp_path: Path, serve: Callable[..., Any], visit: Callable[..., Any], barred: Any
) -> None:
    clock = HandClock()
    told = Told(tmp_path / "log.db", clock=clock)
    retell(told, read_mat(HAND))
    told.tell(NewGame(new_match=True, length=1))
    library = Library(told.service, clock)
    try:
        client = create_app(told.service, library=library).test_client()
        before: Any = client.get("/api/matches/2").json
        assert before["analysis"] is None and before["error"] is None
        analyst = Analyst(told.service, library, AnalysisSettings(), clock=clock)
        analyst.step()
        clock.now += 4000
        analyst.step()

        server = serve(told.service, library=library)
        page = visit("/matches/2", at=server.url)
        page.locator(".equity .path").wait_for()
        page.locator(".skill summary").click()
        assert page.locator(".skill summary small").inner_text().startswith("GNU Backgammon")
        assert page.locator(".skill summary small").inner_text().endswith("0-ply")
        assert page.locator(".skill td").all_inner_texts() == ["27.6", "+1.92", "1", "144.0", "+1.06", "4"]
        mistakes = page.locator(".mistakes a")
        assert mistakes.count() == 5
        mistakes.first.click()
        verdict = page.locator(".verdict").first
        assert verdict.inner_text().startswith("blunder") and "13/7*/1* 13/1" in verdict.inner_text()
        assert barred(page) == []
        page.locator(".verdict .small").click()
        assert page.locator("#board .mending").count() == 4
        page.locator("[data-go=next]").click()
        assert page.locator("#board .mending").count() == 2
        page.locator(".verdict .small").click()
        assert page.locator("#board .mending").count() == 0
        box = page.locator(".equity").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
        assert page.locator(".game-chip[aria-current] .which").inner_text().endswith("2")
    finally:
        library.close()
        told.close()
