"""Auditing a record that was read, as its format allows."""

from collections.abc import Iterable

from device.library.records.events_json import events_in
from device.library.records.record_format import Read
from engine.match.match import Match
from engine.records.record_audit import Audit, audit
from engine.state.events import Corrected, Event
from engine.state.match_state import new_match_state
from engine.state.reducer import reduce

IN_ROWS = frozenset(("mat", "txt", "snowie"))
"""Formats of rows with two cells, in which a turn that nobody wrote down is only an empty cell."""


def audited(read: Read) -> Audit:
    """What is wrong in a record, and what is odd. Raises EngineError where its game is not known here."""
    told = turns_told(events_in(read.beside), read.record.match)
    return audit(read.record, in_rows=read.format in IN_ROWS, turns_told=told)


def turns_told(events: Iterable[Event], match: Match) -> frozenset[tuple[int, int]]:
    """The games and turns of a match, both from 1, before which a person said whose turn it was."""
    match_state, found = new_match_state(match), set()
    try:
        for event in events:
            match_state = reduce(match_state, event)
            if isinstance(event, Corrected) and event.to_play is not None and match_state.game is not None:
                found.add((len(match_state.match.games) + 1, len(match_state.game.turns) + 1))
    except Exception:  # noqa: BLE001 - events that somebody has changed need not follow from each other
        return frozenset()
    return frozenset(found)
