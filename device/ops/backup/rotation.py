"""Rotation: how backups that are made by themselves are named, and which of them are kept."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from device.store.settings import BackupSettings

_NAME = re.compile(r"daily-(.+)-([0-9]{6})-([0-9]{4}-[0-9]{2}-[0-9]{2}|undated)\.zip")


@dataclass(frozen=True, slots=True, order=True)
class Copy:
    """A backup in a row of them: its number in the row, and the day it was made, None where the clock was not set."""

    number: int
    day: date | None = None

    def name(self, table: str) -> str:
        """The name of its file, for the table of that name.

        >>> Copy(42, date(2026, 11, 24)).name("Table 1")
        'daily-Table-1-000042-2026-11-24.zip'
        """
        return f"daily-{_plain(table)}-{self.number:06}-{self.day or 'undated'}.zip"


def copy_of(name: str, table: str) -> Copy | None:
    """The backup whose file has that name; None for any other file, and for those of other tables.

    >>> copy_of("daily-1-000042-2026-11-24.zip", "1")
    Copy(number=42, day=datetime.date(2026, 11, 24))
    >>> copy_of("holiday.zip", "1")
    """
    found = _NAME.fullmatch(name)
    if found is None or found[1] != _plain(table):
        return None
    try:
        return Copy(int(found[2]), None if found[3] == "undated" else date.fromisoformat(found[3]))
    except ValueError:
        return None


def kept(
    copies: Sequence[Copy],
    days: int,
    weeks: int,
    today: date | None = None,
    besides: Collection[Copy] = (),
) -> frozenset[Copy]:
    """Those that stay of copies that come the oldest first: the last one of each of the newest `days` days on which
    any was made, and the last one of each of the `weeks` weeks before that have any; always the newest of all. So do
    those `besides`, until they are as old as any may be.

    One that is undated is a day of its own, and of no week. Where `today` is known, nothing but the newest stays for
    longer than so many days and weeks last: what was deleted for good shall be gone from the copies, too, some day.
    """
    newest = tuple(reversed(copies))
    of_day: dict[object, Copy] = {}
    of_week: dict[tuple[int, int], Copy] = {}
    for copy in newest:
        key = copy.day or copy.number
        if key in of_day:
            continue
        if len(of_day) < max(1, days):
            of_day[key] = copy
        elif copy.day is not None and all(
            _week(copy.day) != _week(each.day) for each in of_day.values() if each.day
        ):
            week = _week(copy.day)
            if week in of_week or len(of_week) < weeks:
                of_week.setdefault(week, copy)
    stay = {*of_day.values(), *of_week.values(), *(copy for copy in copies if copy in besides)}
    if today is not None:
        oldest = today - timedelta(days=days + 7 * (weeks + 1))
        stay = {copy for copy in stay if copy.day is None or copy.day >= oldest}
    return frozenset({*stay, *newest[:1]})


def rotate(
    folder: Path,
    fresh: Path,
    table: str,
    wanted: BackupSettings,
    today: date | None,
    besides: Collection[Copy] = (),
) -> None:
    """Take away the copies of a table in a folder that are not kept any more, never the fresh one. Raises OSError.

    A new or emptied card numbers its copies from 1 again; so the day comes before the number.
    """
    known = [(copy_of(path.name, table), path) for path in folder.iterdir()]
    copies = {copy: path for copy, path in known if copy is not None}
    stay = kept(sorted(copies, key=_day_and_number), wanted.days, wanted.weeks, today, besides)
    for copy, path in copies.items():
        if copy not in stay and path != fresh:
            path.unlink()


def _day_and_number(copy: Copy) -> tuple[date, int]:
    return copy.day or date.min, copy.number


def _week(day: date) -> tuple[int, int]:
    year, week, _ = day.isocalendar()
    return year, week


def _plain(table: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in table)
