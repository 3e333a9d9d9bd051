"""Matches that were played elsewhere and brought in as files: read, checked, and laid on a shelf of their own."""

import logging
from dataclasses import dataclass
from datetime import datetime

from device.errors import RecordError
from device.library.analysis.analysis_values import Analysis
from device.library.matches.heads import Head
from device.library.matches.record_events import events_of_record
from device.library.records.converting import audited
from device.library.records.ogxm_format import analysis_beside
from device.library.records.record_format import Read
from device.library.records.record_formats import parts_of, record_of
from device.store.log.store import LogEntry, Source
from engine.errors import EngineError
from engine.i18n import ENGLISH, Translator, in_language, marked, phrase, phrase_of
from engine.records.record import Record
from engine.records.record_audit import CUBE, OVER, TURN, Audit, AuditedFault
from engine.state.events import Event, GameStarted
from engine.words.wording import Names, sentence

_log = logging.getLogger(__name__)

MOST_MATCHES = 50
"""The most matches that are taken from one file."""
MOST_TURNS = 20_000
"""The most turns that a file may have: checking each takes its time."""
_RULES = {
    CUBE: marked("something is wrong with the doubling cube"),
    TURN: marked("it is not that player's turn"),
    OVER: marked("the game is over before"),
}


def shelf_of(table: str) -> str:
    """The name under which a table's database keeps what was brought in."""
    return f"{table} (brought in)"


def fault_text(fault: AuditedFault, names: Names) -> str:
    """A fault of a record in the language of the names."""
    if fault.fault is not None:
        return sentence(fault.fault, names)
    return fault.text if names.translator is ENGLISH else names.translator(_RULES.get(fault.rule, fault.text))


@dataclass(frozen=True, slots=True)
class BroughtFault:
    """What somebody did against the rules: game and turn, both from 1, and a sentence."""

    game: int
    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class Brought:
    """A match from a file: its record, its audit, the events that it comes to, and what the file says of how good plays
    were.
    """

    record: Record
    audit: Audit
    events: tuple[Event, ...]
    analysis: Analysis | None = None

    @property
    def begun(self) -> float | None:
        """When it began, seconds since 1970, as far as the file says."""
        tags = dict(self.record.tags)
        for text, form in (
            (f"{tags.get('EventDate')} {tags.get('EventTime')}", "%Y.%m.%d %H.%M"),
            (tags.get("EventDate", ""), "%Y.%m.%d"),
        ):
            try:
                return datetime.strptime(text, form).timestamp()
            except (ValueError, OverflowError, OSError):
                continue
        return None

    def faults(self, translator: Translator) -> tuple[BroughtFault, ...]:
        """What is wrong in it, in a language."""
        names = Names(self.record.match.white, self.record.match.black, translator)
        return tuple(
            BroughtFault(each.game, each.turn, fault_text(each, names)) for each in self.audit.faults
        )

    def notes(self, translator: Translator) -> tuple[str, ...]:
        """What the file leaves out or says oddly, in a language."""
        return tuple(in_language(note, translator) for note in self.audit.notes)

    def entries(self, table: str, number: int, first: int, who: str) -> tuple[LogEntry, ...]:
        """Its events as a log has them: a match of that number, the events counted from `first`."""
        game, found = 0, []
        for seq, event in enumerate(self.events, first):
            game += isinstance(event, GameStarted)
            wall = self.begun
            found.append(
                LogEntry(
                    table,
                    seq,
                    number,
                    game,
                    wall or 0.0,
                    0.0,
                    wall is not None,
                    Source.INFERRED,
                    (),
                    event,
                    who=who,
                )
            )
        return tuple(found)

    def is_same(self, head: Head) -> bool:
        """Whether a match that is listed is this one."""
        match = self.record.match
        here = (match.white, match.black, match.agreed.id, match.length, len(match.games))
        there = (head.white, head.black, head.game, head.length, head.games_played)
        results = [(each.result.points, each.result.how) for each in match.games if each.result]
        turns = sum(len(each.turns) for each in match.games)
        return (
            here == there
            and results == [(each.points, each.how) for each in head.outcomes]
            and turns == head.turns
        )


def brought_matches(data: bytes) -> tuple[Brought, ...]:
    """The matches in a file, each read, checked and told. Raises RecordError with one sentence."""
    if not data.strip():
        raise RecordError(phrase("the file is empty"))
    try:
        return tuple(_brought(each) for each in _reads(data))
    except RecordError:
        raise
    except EngineError as error:
        raise RecordError(phrase_of(error)) from error
    except Exception as error:
        _log.warning("a file of a match makes no sense: %r", error)
        raise RecordError(phrase("it is damaged")) from error


def _reads(data: bytes) -> list[Read]:
    parts = parts_of(data)
    if len(parts) > MOST_MATCHES:
        raise RecordError(
            phrase(
                "it holds {count} matches, more than {most}: split it", count=len(parts), most=MOST_MATCHES
            )
        )
    reads = [record_of(each) for each in parts]
    turns = sum(len(game.turns) for read in reads for game in read.record.match.games)
    if not turns:
        raise RecordError(phrase("there is no play in it"))
    if turns > MOST_TURNS:
        raise RecordError(
            phrase("it has {count} turns, more than {most}: split it", count=turns, most=MOST_TURNS)
        )
    return reads


def _brought(read: Read) -> Brought:
    audit, record = audited(read), read.record.before_hidden()
    faults = {(each.game, each.turn): each.fault for each in audit.faults if each.fault is not None}
    return Brought(record, audit, events_of_record(record.match, faults), analysis_beside(read))
