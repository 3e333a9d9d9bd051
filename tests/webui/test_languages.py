"""The pages in other languages: chosen by a tap, found with the keyboard, and with room for words that are longer."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract
from flask.testing import FlaskClient

import webui
from device.i18n import LANGUAGES
from device.ops.extraction import KEYWORDS
from device.status.text import labels
from engine.i18n import Translator
from webui import language
from webui.app import create_app

WORDS = {"Live board": "Lauta nyt", "Record of the match": "Ottelun pöytäkirja", "Language": "Kieli"}
SCRIPT_WORDS: dict[str, str | list[str]] = {
    "to play {roll}": "heitti {roll}",
    "{count} pip": ["{count} pistettä", "{count} pistettä"],
}
CLIPPED = """
() => [...document.querySelectorAll("body *:not(svg *, script)")].filter((each) => each.checkVisibility())
  .filter((each) => !each.closest(".unseen, .name, .half, dialog") && getComputedStyle(each).display !== "inline")
  .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 40)}`)
"""
"""What does not fit into its box; names are shortened where they must be."""
ON_THE_WIRE = """
() => performance.getEntries().filter(({ name }) => !name.includes("/api/"))
  .reduce((bytes, { encodedBodySize }) => bytes + (encodedBodySize ?? 0), 0)
"""
"""The bytes in which the page, its styles and scripts come to a browser that has none of them, packed; headers apart."""


@pytest.fixture
def finnish(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Finnish of a few words, whatever the real one has."""
    translator = Translator(
        "fi", lambda text: WORDS.get(text, text), lambda one, more, count: f"{{count}} ({one[8:]})"
    )
    english = language.find_translator("en")
    monkeypatch.setattr(
        language, "find_translator", lambda code, first="": translator if code == "fi" else english
    )
    monkeypatch.setattr(language, "script_words", lambda code: SCRIPT_WORDS if code == "fi" else {})


def longer(text: str) -> str:
    """A text with every word two fifths longer, as German, Finnish and Russian make them."""
    parts = re.split(r"(\{\w+\})", text)
    return "".join(part if part[:1] == "{" else re.sub(r"[A-Za-z]+", _longer, part) for part in parts)


def _longer(word: re.Match[str]) -> str:
    return word[0] + "enlichkeiten"[: round(len(word[0]) * 0.4)]


@pytest.fixture(scope="session")
def longer_scripts() -> dict[str, str | list[str]]:
    """All that the pages' scripts say, and the labels of snapshots that they put into a language, made longer."""
    words: dict[str, str | list[str]] = {}
    for path in (*(Path(webui.__file__).parent / "static").glob("*.js"), Path(labels.__file__)):
        with path.open("rb") as file:
            for _, text, _, _ in extract("python" if path.suffix == ".py" else "javascript", file, KEYWORDS):
                if isinstance(text, str):
                    words[text] = longer(text)
                else:
                    words[text[0]] = [longer(each) for each in text[:2]]
    return words


def test_a_tap_chooses_the_language_for_all_pages(
    visit: Callable[..., Any], table: Any, moment: Any, finnish: None
) -> None:
    table.show(moment.THROWN)
    page = visit(size=(320, 640))
    assert page.get_attribute("html", "lang") == "en"
    page.click(".menu summary")
    names = page.locator(".menu-languages a").all_text_contents()
    assert names == list(LANGUAGES.values())
    page.click("text=Suomi")
    page.wait_for_selector("html[lang=fi]", state="attached")
    page.wait_for_selector("[data-side=W] .duty:has-text('heitti 3-1')")
    assert page.text_content("[data-side=W] .pips") == "167 pistettä"
    assert page.text_content(".foot a[download]") == "Ottelun pöytäkirja"
    assert page.locator(".menu-languages [aria-current=true]").all_text_contents() == ["Suomi"]
    # What comes later is asked for in the language of the page, and other pages have it, too.
    with page.expect_request("**/api/events?lang=fi"):
        page.goto(page.url.partition("?")[0])
    assert page.get_attribute("html", "lang") == "fi"
    page.click(".menu summary")
    assert page.text_content(".menu-card [aria-current=page]").strip() == "Lauta nyt"


def test_the_menu_is_there_for_keys_and_without_scripts(visit: Callable[..., Any], finnish: None) -> None:
    page = visit()
    open_menu = "document.querySelector('.menu details').open"
    page.focus(".menu summary")
    page.keyboard.press("Enter")
    assert page.evaluate(open_menu)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "/home"
    page.keyboard.press("Escape")
    assert not page.evaluate(open_menu)
    assert page.evaluate("document.activeElement.localName") == "summary"
    page.keyboard.press("Enter")
    ways = page.locator(".menu-card a").evaluate_all("(all) => all.map((each) => each.lang)")
    for _ in range(ways.index("fi") + 1):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.lang") == "fi"
    page.keyboard.press("Enter")
    page.wait_for_selector("html[lang=fi]", state="attached")

    bare = visit("/?lang=fi", java_script_enabled=False)
    bare.click(".menu summary")
    bare.wait_for_selector("text=Kieli")
    bare.click("text=Svenska")
    bare.wait_for_selector("html[lang=en]", state="attached")  # there is no Swedish in this test


def test_the_menu_leads_only_where_something_is(client: FlaskClient, box: Any, table: Any) -> None:
    def leads(client: FlaskClient) -> list[str]:
        menu = client.get("/").text.partition('<div class="menu-card">')[2].partition("</ul>")[0]
        return re.findall('href="([^"]*)"', menu)

    bare, boxed = leads(client), create_app(table, box).test_client()
    assert {"/home", "/", "/desk", "/door", "/api"} <= set(bare) and "/box" not in bare
    assert [way for way in leads(boxed) if way not in bare] == ["/box"]
    for way in leads(boxed):
        with boxed.get(way) as answer:
            assert answer.status_code == 200, way


@pytest.mark.parametrize("path", ["/", "/desk", "/clock", "/box", "/sight"])
def test_longer_words_fit_the_smallest_phone(
    visit: Callable[..., Any],
    serve: Callable[..., Any],
    table: Any,
    box: Any,
    moment: Any,
    path: str,
    monkeypatch: pytest.MonkeyPatch,
    longer_scripts: dict[str, str | list[str]],
) -> None:
    translator = Translator("de", longer, lambda one, more, count: longer(one if count == 1 else more))
    monkeypatch.setattr(language, "find_translator", lambda code, first="": translator)
    monkeypatch.setattr(language, "script_words", lambda code: longer_scripts)
    page = visit(path, size=(320, 640), at=serve(table, box=box).url, reduced_motion="reduce")
    for each in (moment.THROWN, moment.DOUBLED, moment.FINISHED) if path == "/" else (moment.DOUBLED,):
        box.show(each)
        if path in ("/", "/desk", "/clock"):
            page.wait_for_selector(f"html[data-seq='{each.value.seq}']", state="attached")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.evaluate(CLIPPED) == [], each.name
    if path == "/":
        assert page.text_content("[data-side=W] .duty") == "winsen thee matchen"
        # The first visit, with every word that any script can say, stays small enough for a slow phone.
        assert 20_000 < page.evaluate(ON_THE_WIRE) < 100_000
