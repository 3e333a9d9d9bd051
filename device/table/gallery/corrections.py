"""Corrections: what people have put right, who and when, in a sentence each."""

from collections.abc import Iterable
from dataclasses import dataclass

from device.shape import Shaped, maybe, number, of, shaped, text, whole
from device.status.text.narrator import correction_sentence
from device.store.log.store import LogEntry, Source
from device.table.gallery.decisions import UNDATED, dated
from engine.state.events import ClockTurned, FlagFell, MatchOver, ViewChanged
from engine.words.wording import Names

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
