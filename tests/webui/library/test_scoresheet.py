"""The score sheet: every step once, in the order in which it happened, each in its player's column."""

from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from webui.language import speak
from webui.library.evenings import by_evening, day_text, evening_text, hour_text, signed
from webui.library.scoresheet import IN_COLUMNS, SheetLine, sheet_lines

KINDS = (*IN_COLUMNS, "start", "fault", "question", "result")


def step(kind: str, side: str | None = None) -> dict[str, Any]:
    return {"kind": kind, "side": side}


def parts(line: SheetLine) -> list[Any]:
    return [each for each in (line.white, line.black, line.remark) if each is not None]


def test_who_begins_as_black_leaves_the_first_column_empty() -> None:
    black, white, fault, answer = (
        step("turn", "B"),
        step("turn", "W"),
        step("fault", "B"),
        step("answer", "B"),
    )
    lines = sheet_lines([step("start"), black, white, fault, answer])
    assert lines == [
        SheetLine(1, black=black),
        SheetLine(2, white=white),
        SheetLine(remark=fault),
        SheetLine(3, black=answer),
    ]


@given(st.lists(st.builds(step, st.sampled_from(KINDS), st.sampled_from([None, "W", "B"]))))
def test_every_step_stands_on_the_sheet_once_and_in_its_order(steps: list[dict[str, Any]]) -> None:
    lines = sheet_lines(steps)
    told = [each for line in lines for each in parts(line)]
    assert [id(each) for each in told] == [id(each) for each in steps if each["kind"] != "start"]
    numbers = [line.number for line in lines if line.number is not None]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(line.white["side"] == "W" for line in lines if line.white)
    assert all(line.black["side"] == "B" for line in lines if line.black)


def test_evenings_are_grouped_as_they_are_listed() -> None:
    heads = [{"evening": each} for each in (None, "2026-06-12", "2026-06-12", "2026-06-11")]
    assert [(evening, len(matches)) for evening, matches in by_evening(heads)] == [
        (None, 1),
        ("2026-06-12", 2),
        ("2026-06-11", 1),
    ]


@pytest.mark.parametrize(
    ("language", "asked", "long", "hour"),
    [
        ("en", "en-GB, en-US;q=0.8", "Friday, 12 June 2026", "15:05"),
        ("en", "fi, en;q=0.5", "Friday, 12 June 2026", "15:05"),
        ("en", "en-US, en-GB;q=0.8", "Friday, June 12, 2026", "3:05\N{NARROW NO-BREAK SPACE}PM"),
        ("de", "en-US", "Freitag, 12. Juni 2026", "15:05"),
    ],
)
def test_dates_are_in_the_language_of_the_page_as_the_browser_writes_it(
    language: str, asked: str, long: str, hour: str
) -> None:
    app = Flask(__name__)
    speak(app)
    with app.test_request_context(f"/?lang={language}", headers={"Accept-Language": asked}):
        assert evening_text("2026-06-12") == long
        assert hour_text(datetime(2026, 6, 12, 15, 5).timestamp()) == hour
        assert (evening_text(None), day_text(None), hour_text(None)) == ("", "", "")
    assert [signed(each) for each in (2, -2, 0)] == ["+2", "\N{MINUS SIGN}2", "0"]
