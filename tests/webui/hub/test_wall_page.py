"""The wall in a browser: every table on one screen, live, and what wants somebody first."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from device.club.link.club_trouble import ClubTrouble
from device.status.snapshot.table_snapshot import Snapshot
from engine.i18n import phrase

TV = (1920, 1080)
SETTLED = 3000
"""Milliseconds after which a card that wants somebody has its place before the others."""
CUT = """
() => [...document.querySelectorAll(".table-card")].filter((card) => {
  const box = card.getBoundingClientRect();
  return box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.height < 100;
}).map((card) => card.dataset.table)
"""
"""Cards that do not lie on the screen as a whole."""
SPILT = """
() => [...document.querySelectorAll(".table-card :is(.who, .score, .does, h2, .flag, .board)")].filter((each) => {
  const card = each.closest(".table-card").getBoundingClientRect();
  const box = each.getBoundingClientRect();
  return each.checkVisibility() && box.width && (box.bottom > card.bottom + 1 || box.right > card.right + 1);
}).map((each) => `${each.closest(".table-card").dataset.table} ${each.className.baseVal ?? each.className}`)
"""
"""What hangs out of its card."""
ORDER = "() => [...document.querySelectorAll('.table-card')].map((card) => card.dataset.table)"


def fill(hub: Any, moment: Any, count: int) -> None:
    """So many tables in the middle of their games."""
    usual: list[Snapshot] = [
        each.value for each in (moment.THROWN, moment.PLAYED, moment.DOUBLED, moment.BEARING_OFF)
    ]
    for number in range(1, count + 1):
        snapshot = usual[number % len(usual)]
        match = replace(snapshot.match, length=15, white="Alexandra Papadopoulou", black="Max")
        hub.hear(str(number), replace(snapshot, table=str(number), match=match))


def resize(page: Any, size: tuple[int, int]) -> None:
    """Another window; returns when the page has been drawn in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_it_follows_the_tables(
    hub: Any, moment: Any, serve_hub: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    hub.hear("1", moment.PLAYED.value)
    hub.hear("10", moment.THROWN.value)
    hub.hear("2", moment.OPENING.value)
    page = visit("about:blank", TV, reduced_motion="reduce")
    # Time stands still on the page, however long a test takes.
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(serve_hub(hub).url)
    page.wait_for_selector("body[data-connection=live]")
    assert page.evaluate(ORDER) == ["1", "2", "10"]
    card = page.locator("[data-table='10']")
    assert (
        card.locator(".on-turn .who").text_content() == "Anna"
        and card.locator(".does >> nth=1").text_content() == "to play 3-1"
    )
    page.wait_for_selector("[data-table='1'] .checker")
    assert page.locator("[data-table='1'] .checker").count() == 30
    assert card.locator(".news").text_content() == "Anna threw 3-1."
    hub.hear("10", moment.BROKEN.value)
    page.wait_for_selector("[data-table='10'][data-attention=fault] .flag[data-kind=fault]:visible")
    assert page.inner_text("[data-table='10'] .news") == "Bar/20 is illegal: Ben holds that point."
    assert page.text_content("[data-field=announce]") == "Table 10: Bar/20 is illegal: Ben holds that point."
    assert page.evaluate(ORDER)[-1] == "10"  # it may be put right at once
    page.clock.run_for(SETTLED)
    assert page.evaluate(ORDER) == ["10", "1", "2"]
    assert page.locator("[data-table='10'] .score").all_text_contents() == ["1", "2"]
    hub.hear("Bar", moment.NO_GAME.value)
    hub.lose("2")
    page.wait_for_selector("[data-table='2'][data-online=no]")
    assert "gone since" in page.inner_text("[data-table='2'] .news")
    page.clock.run_for(SETTLED)
    assert page.evaluate(ORDER) == ["10", "1", "Bar", "2"]
    assert page.text_content("[data-field=counted]") == "4 tables"
    assert page.get_attribute("[data-table=Bar] a", "href") == "/tables/Bar"
    hub.known.pop("1")
    hub.trouble = ClubTrouble(phrase("The broker is not there."))
    hub.news()
    page.wait_for_selector("[data-table='1']", state="detached")
    assert page.inner_text("[data-field=trouble]") == "The broker is not there."


def test_twenty_tables_are_on_one_screen(
    hub: Any,
    moment: Any,
    serve_hub: Callable[..., Any],
    visit: Callable[..., Any],
    contrast: str,
    barred: Any,
) -> None:
    fill(hub, moment, 16)
    for name, told in (
        ("17", moment.BROKEN),
        ("18", moment.ASKED),
        ("19", moment.BLIND),
        ("20", moment.NO_GAME),
    ):
        hub.hear(name, replace(told.value, table=name))
    hub.lose("3")
    page = visit("/", TV, at=serve_hub(hub).url, reduced_motion="reduce", color_scheme="light")
    page.wait_for_selector("body[data-connection=live]")
    for size in (TV, (1280, 800), (3840, 2160)):
        resize(page, size)
        assert page.evaluate(CUT) == [], size
        assert page.evaluate(SPILT) == [], size
        score = page.locator(".score >> nth=0").evaluate(
            "each => parseFloat(getComputedStyle(each).fontSize)"
        )
        assert score >= size[1] / 30, size  # seen from the other end of a room
        code = page.locator(".scan-card img").bounding_box()
        assert (code is None) == (size == (1280, 800)), "the tables come first"
        if code is not None:
            assert code["width"] == code["height"] >= size[1] / 8 and code["y"] + code["height"] <= size[1]
    assert barred(page) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(contrast) == []
    resize(page, (320, 640))
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert page.evaluate(SPILT) == []


def test_one_table_is_followed_and_told_to_be_gone(
    hub: Any, moment: Any, serve_hub: Callable[..., Any], visit: Callable[..., Any], barred: Any
) -> None:
    hub.hear("7", moment.PLAYED.value, page="http://table7.local/")
    page = visit("/", (390, 844), at=serve_hub(hub).url, reduced_motion="reduce")
    page.click("[data-table='7'] a")
    page.wait_for_selector("body[data-connection=live]")
    assert page.inner_text("[data-field=says]") == "Ben to throw."
    assert page.locator(".checker").count() == 30
    hub.hear("7", moment.BROKEN.value, page="http://table7.local/")
    page.wait_for_selector("[data-mood=fault]")
    assert barred(page) == []
    assert not page.is_visible("[data-field=gone]")
    hub.lose("7", 1.7e9)
    page.wait_for_selector("[data-field=gone]:visible")
    assert "what is shown may be old" in page.inner_text("[data-field=gone]")
    assert page.get_attribute("footer a >> nth=1", "href") == "http://table7.local/"


def test_no_page_of_its_own_bars_anybody(
    club: Any,
    moment: Any,
    serve_hub: Callable[..., Any],
    visit: Callable[..., Any],
    barred: Any,
    contrast: str,
) -> None:
    url = serve_hub(club).url
    page = visit("about:blank", reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for path in ("/", "/results"):
        page.goto(url + path)
        page.emulate_media(color_scheme="light")
        found[f"{path} light"] = barred(page)
        page.emulate_media(color_scheme="dark")
        found[f"{path} dark"] = page.evaluate(contrast)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    assert {each: wrong for each, wrong in found.items() if wrong} == {}
