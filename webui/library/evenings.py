"""The evenings of the library: their dates in the language of the request, and the matches of each."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from itertools import groupby
from typing import Any
from urllib.parse import quote

from flask_babel import format_date, format_decimal, format_time

Head = Mapping[str, Any]
"""A match as `GET /api/matches` lists it."""


def by_evening(matches: Iterable[Head]) -> list[tuple[str | None, list[Head]]]:
    """Each evening with its matches, in the order in which they are listed."""
    return [(evening, list(each)) for evening, each in groupby(matches, lambda match: match["evening"])]


def evening_text(evening: str | None) -> str:
    """An evening, given as `2026-11-20`, written out in the request's language; empty where nobody knows it."""
    return "" if evening is None else format_date(date.fromisoformat(evening), "full")


def day_text(evening: str | None) -> str:
    """The same, as short as people write it in a line of other things."""
    return "" if evening is None else format_date(date.fromisoformat(evening), "medium")


def hour_text(seconds: float | None) -> str:
    """The time of day, by the table's own clock, of so many seconds since 1970; empty where nobody knows it."""
    return "" if seconds is None else format_time(datetime.fromtimestamp(seconds), "short", rebase=False)


def date_text(seconds: float | None) -> str:
    """The day, by the table's own clock, of so many seconds since 1970; empty where nobody knows it."""
    return "" if seconds is None else format_date(datetime.fromtimestamp(seconds), "medium")


def signed(number: float) -> str:
    """A number with its sign, as the request's language writes it, such as `+4` or `+0,82`; nothing has none."""
    return decimal_text(number, "+0.###;\u2212#") if number else "0"


def decimal_text(number: float, pattern: str = "0.###") -> str:
    """A number as the request's language writes it; `pattern` is one of CLDR's."""
    return str(format_decimal(number, format=pattern))


def match_page(match: Head) -> str:
    """The address of a match's page; that of an archive of several tables names its table."""
    page = f"/matches/{match['number']}"
    return f"/tables/{quote(match['table'], safe='')}{page}" if match.get("table") else page
