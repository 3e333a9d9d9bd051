"""The pages of a tournament in a real browser: a director's thumb, a wall, and anybody's phone."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from flask import Flask

from device.club.tournament.event_store import Events
from engine.tournament.entries import Entered
from engine.tournament.tournament_values import PairingFormat, PairingOutcome
from tests.webui.tournaments.conftest import PIN, announce, play, wonder


def test_a_director_announces_pairs_and_enters_with_a_thumb(
    visit: Callable[..., Any],
    serve_hall: Callable[[], str],
    events: Events,
    barred: Callable[..., Any],
) -> None:
    page = visit("/tournaments", at=serve_hall(), pardon="401")
    page.locator("[data-action=new]").first.click()
    page.locator("[name=name]").fill("Thursday")
    page.locator("[name=names]").fill("Anna\nBen\nCleo\nDan")
    page.locator("[data-new] .big").click()
    page.locator("[name=pin]").first.fill(PIN)
    page.locator("[data-login] .big").click()
    page.wait_for_url("**/tournaments/1")
    page.locator("[data-post=pair]").click()
    page.locator(".pairing .cover").first.click()
    page.locator("#sheet-result .winner label").nth(1).click()
    page.locator("#sheet-result .points-grid button", has_text="4").click()
    page.locator(".pairing .won .figure", has_text="7").wait_for()
    page.locator("[data-enter='1']:focus").wait_for()
    kept = events.find(1)
    assert kept is not None
    first = kept.event.pairings[0]
    assert kept.event.results[first.number].outcome == PairingOutcome(first.black, (4, 7))
    assert page.locator(".ranks tbody tr").count() == 4
    assert barred(page) == []
    # what another phone enters comes by itself
    other = kept.event.pairings[1]
    events.enter(1, [Entered(other.number, PairingOutcome(other.white, (7, 0)))])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(".pairing .won").nth(1).wait_for()


def test_brackets_and_crosstables_fit_a_small_phone_and_are_for_everybody(
    visit: Callable[..., Any],
    serve_hall: Callable[[], str],
    events: Events,
    barred: Callable[..., Any],
) -> None:
    cup = announce(events, PairingFormat.KNOCKOUT, 11, consolation=True, third_place=True)
    play(events, cup, 2, leaving=1)
    league = announce(events, PairingFormat.ROUND_ROBIN)
    play(events, league, 1, leaving=9)
    wonder(events, league)
    page = visit(f"/tournaments/{cup}", at=serve_hall(), size=(320, 640), color_scheme="dark")
    for number in (cup, league):
        page.goto(f"{serve_hall()}/tournaments/{number}")
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        assert barred(page) == []
        small = (
            "[...document.querySelectorAll('main a, main button')].filter((each) => each.checkVisibility()"
            " && each.getBoundingClientRect().height < 43).map((each) => each.outerHTML)"
        )
        assert page.evaluate(small) == []
    # on paper all is ink, also from a dark screen, and what is to be played has room for a pen
    page.emulate_media(media="print", color_scheme="dark")
    inks = "[...document.querySelectorAll('h1, th, .who')].map((each) => getComputedStyle(each).color)"
    assert set(page.evaluate(inks)) <= {"rgb(0, 0, 0)", "rgb(51, 51, 51)"}
    assert page.locator(".head button:visible").count() == 0
    assert page.locator(".is-open .figure").first.bounding_box()["width"] > 30


def test_a_wall_shows_all_of_it_as_large_as_it_goes(
    visit: Callable[..., Any], serve_hall: Callable[[], str], events: Events
) -> None:
    number = announce(events, people=10)
    play(events, number, leaving=3)
    page = visit(f"/tournaments/{number}/wall", at=serve_hall(), size=(1920, 1080))
    part = page.locator("[data-fit]")
    assert float(part.evaluate("(each) => parseFloat(each.style.fontSize)")) > 30
    assert part.evaluate(
        "(each) => each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth + 1"
    )
    assert page.locator(".pairing").count() == 5 and page.locator(".ranks tbody tr:visible").count() == 10


def test_the_headings_of_a_knock_out_leave_no_level_out(app: Flask, events: Events) -> None:
    number = announce(events, PairingFormat.KNOCKOUT, 8, consolation=True, third_place=True)
    play(events, number, 2)
    for page in ("", "/wall"):
        text = app.test_client().get(f"/tournaments/{number}{page}").text
        levels = [int(each) for each in re.findall(r"<h([1-6])", text)]
        assert levels[0] == 1 and 3 in levels
        assert all(deep <= before + 1 for before, deep in pairwise(levels)), (page, levels)
