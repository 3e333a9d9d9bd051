"""The agenda: which match is analysed next, and how thoroughly."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

QUICK = 0
"""The ply of the first analysis, which takes a second or two."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that is over: its number, and at what ply it has been analysed (None: not yet, or not as it is now)."""

    number: int
    ply: int | None


@dataclass(frozen=True, slots=True)
class Job:
    """To analyse a match at a ply."""

    number: int
    ply: int


def next_job(
    waiting: Iterable[Waiting], deep: int | None, hopeless: frozenset[Job] = frozenset()
) -> Job | None:
    """What is to be done now: the first match that has no analysis; then, where there is time for `deep`
    plies, the first that was analysed less thoroughly. What is `hopeless` was tried in vain.
    """
    known = tuple(waiting)
    wanted = [Job(each.number, QUICK) for each in known if each.ply is None]
    if deep is not None:
        wanted += [Job(each.number, deep) for each in known if each.ply is None or each.ply < deep]
    return next((job for job in wanted if job not in hopeless), None)


def is_night(wall: float, begin: int, end: int) -> bool:
    """Whether it is night at this table: from one hour of the day to another, which may be of the next day.

    `wall`: seconds since 1970; the same hour twice: never.
    """
    hour = time.localtime(wall).tm_hour
    return begin <= hour < end if begin <= end else hour >= begin or hour < end
