"""Downloads: a match as a file that other programs, or people, read."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from device.library.analysis.ogxm_analysis import ANALYSIS
from device.library.matches.event_time import EventTime
from device.library.matches.story_view import StoryView
from device.library.records.events_json import clock_data, event_data
from device.library.records.record_format import Read
from device.library.records.record_formats import WRITTEN, listing, write_record
from device.library.records.tableside_json import write_json
from device.store.log.dating import date_tags
from device.store.log.store import LogEntry
from device.store.pictures.ring import Reference
from engine.i18n import Translator
from engine.match.match import Match
from engine.records.chouette_tags import chouette_tags
from engine.records.mat.mat_writer import write_mat
from engine.records.record import Record, Tags
from engine.records.sgf.sgf_writer import write_sgf
from engine.records.xg.xg_writer import write_xg

ENDINGS = ("mat", "xg", "sgf", "ogxm", "txt", "json")
"""The kinds of files that there are."""
_TYPES = {
    "mat": "text/plain; charset=utf-8",
    "xg": "application/octet-stream",
    "sgf": "application/x-go-sgf; charset=utf-8",
    "ogxm": "application/octet-stream",
    "txt": "text/plain; charset=utf-8",
    "json": "application/json",
}
_FOR_PEOPLE = ("txt", "json")
"""A listing, and our own: of any game."""
MEDIA_TYPES = tuple(dict.fromkeys(each.partition(";")[0] for each in _TYPES.values()))
"""What the files are, without their encoding."""


@dataclass(frozen=True, slots=True)
class Download:
    """A file: its name, which is plain letters, its media type and its bytes."""

    name: str
    media_type: str
    data: bytes


def endings_of(match: Match) -> tuple[str, ...]:
    """The kinds of files that have something to tell of a match: programs know few games, and OGXM takes a package."""
    told = (each for each in ENDINGS if each in _FOR_PEOPLE or (match.games and WRITTEN[each].holds(match)))
    return tuple(filter(is_made, told))


def is_made(ending: str) -> bool:
    """Whether files of that kind are made on this computer."""
    return ending in ENDINGS and (ending != "ogxm" or find_spec("ogxm") is not None)


def download(
    shown: StoryView, entries: Sequence[LogEntry], ending: str, translator: Translator, also: Tags = ()
) -> Download:
    """A match as a file of one of the ENDINGS; `entries` are its events, `also` what else stands at its head."""
    match = shown.story.match
    dice = (("Dice", match.dice),) if match.dice else ()
    tags = (
        *also,
        *date_tags(shown.listed.begun),
        *dice,
        *chouette_tags(shown.story.match_state.chouette),
    )
    content: str | bytes
    match ending:
        case "mat":
            content = write_mat(match, tags)
        case "xg":
            content = write_xg(match, tags)
        case "sgf":
            content = write_sgf(match, tags)
        case "ogxm":
            read = Read(Record(match, (), tags), "json", _beside(shown, entries))
            content = write_record(read, "ogxm").content
        case "txt":
            content = listing(match, tags, translator)
        case _:
            content = write_json(Record(match, (), tags), _beside(shown, entries))
    return Download(
        f"tableside-match-{shown.story.number}.{ending}",
        _TYPES[ending],
        content.encode() if isinstance(content, str) else content,
    )


def _beside(shown: StoryView, entries: Sequence[LogEntry]) -> dict[str, Any]:
    """What is known beside what was played: the events as the log has them, what they come to, and an analysis."""
    story = shown.story
    return {
        "number": story.number,
        "begun": shown.listed.begun,
        "ended": shown.listed.ended,
        "score": {"W": story.match_state.score.white, "B": story.match_state.score.black},
        "winner": shown.listed.head.winner,
        "kept": story.retention.value,
        "profile": story.match_state.profile.name,
        "clocks": clock_data(story.games, shown.dates),
        **({} if shown.analysis is None else {ANALYSIS: shown.analysis}),
        "events": [
            event_data(
                entry, shown.dates(EventTime.of(entry)), shown.frames(Reference(entry.seq, entry.wall))
            )
            for entry in entries
            if story.first <= entry.seq <= story.last
        ],
    }
