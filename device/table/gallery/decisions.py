"""Decisions: events of the log in words, with the pictures that they were read from; and what people
have put right, who and when.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from device.shape import Shaped, choice, flag, many, maybe, number, of, shape, shaped, text, whole
from device.status.text.narrator import correction_sentence, event_sentence
from device.store.log.store import LogEntry, Source
from device.store.pictures.ring import Reference, RingPicture
from engine.state.events import ClockTurned, FlagFell, MatchOver, ViewChanged
from engine.words.wording import Names

UNDATED = "Unix time; null where the clock was not set."
"""What is to be known of a time that an event bears."""
PICTURE = shape(
    {
        "id": of(lambda kept: kept.name, text()),
        "time": of(lambda kept: round(kept.time, 2), number()),
        "view": maybe(text()),
        "read": of(lambda kept: kept.is_read, flag()),
        "events": of(lambda kept: [reference.seq for reference in kept.events], many(whole(1))),
    }
)
"""A picture of the ring as the API tells of it."""


@shaped(
    {
        "seq": of(lambda told: told.entry.seq, whole(1)),
        "event": of(lambda told: type(told.entry.event).__name__, text()),
        "says": text(),
        "source": of(lambda told: told.entry.source, choice(Source)),
        "game": of(lambda told: told.entry.game, whole(0)),
        "wall": of(lambda told: dated(told.entry), maybe(number(UNDATED))),
        "frames": of(lambda told: [PICTURE.json(each) for each in told.pictures], many(PICTURE)),
    },
    name="Decision",
)
@dataclass(frozen=True, slots=True)
class Decision(Shaped):
    """An event, what it says, and the pictures that it was read from, the oldest first."""

    entry: LogEntry
    says: str
    pictures: tuple[RingPicture, ...]


def dated(entry: LogEntry) -> float | None:
    """When an event was, in seconds since 1970; None where the clock was not set."""
    return entry.wall if entry.clock_set else None


def decisions(
    entries: Iterable[LogEntry], kept: tuple[RingPicture, ...], names: Names
) -> tuple[Decision, ...]:
    """The events of which there are pictures, the newest first."""
    found: dict[Reference, list[RingPicture]] = {}
    for each in kept:
        for reference in each.events:
            found.setdefault(reference, []).append(each)
    # an event of the same number in a log that there was before was written at another time
    told = ((entry, found.get(Reference(entry.seq, entry.wall))) for entry in entries)
    return tuple(
        Decision(entry, event_sentence(entry.event, names), tuple(pictures))
        for entry, pictures in told
        if pictures
    )[::-1]


SHOWN = 30
"""How many corrections are told at once."""
_ASIDE = (ClockTurned, FlagFell, MatchOver, ViewChanged)
"""Events that only follow from what a person said."""


@shaped(
    {
        "seq": of(lambda told: told.entry.seq, whole(1)),
        "event": of(lambda told: type(told.entry.event).__name__, text()),
        "match": of(lambda told: told.entry.match, whole(0)),
        "game": of(lambda told: told.entry.game, whole(0)),
        "who": of(lambda told: told.entry.who, text()),
        "wall": of(lambda told: dated(told.entry), maybe(number(UNDATED))),
        "says": text(),
    }
)
@dataclass(frozen=True, slots=True)
class Correction(Shaped):
    """An event that a person made known, and what it says."""

    entry: LogEntry
    says: str


def corrections(entries: Iterable[LogEntry], names: Names) -> tuple[Correction, ...]:
    """What people have told, the newest first."""
    told = [
        Correction(entry, correction_sentence(entry.event, names))
        for entry in entries
        if entry.source is Source.PERSON and not isinstance(entry.event, _ASIDE)
    ]
    return tuple(told[::-1][:SHOWN])
