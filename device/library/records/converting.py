"""Converting a record into another format, or saying that there would be nothing in it; checking one; and putting what
was written in the place of a file.
"""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from device.errors import RecordError
from device.library.analysis.ogxm_analysis import ANALYSIS
from device.library.records.events_json import events_in
from device.library.records.record_format import Read, Written
from device.library.records.record_formats import WRITTEN, no_format, write_record
from device.store.folder.atomic_file import sync_folder
from engine.i18n import phrase
from engine.match.match import Match
from engine.records.format_limits import unwritten_from
from engine.records.record import Record
from engine.records.record_audit import Audit, audit
from engine.records.unreadable import of_game
from engine.state.events import Corrected, Event
from engine.state.match_state import new_match_state
from engine.state.reducer import reduce

ALSO = {"snowie": "txt", "txt": "snowie", "listing": "text", "gnubg": "sgf", "jellyfish": "mat"}
"""Other names of formats, each where there is no format of that name."""
FOR_ALL_GAMES = frozenset(("json", "text"))
"""The formats that know every game."""
UNJUDGED = phrase("what the file says of how good plays were is left out")
"""The remark where a format has no room for the analysis that a file brings along."""
IN_ROWS = frozenset(("mat", "txt", "snowie", "sgg"))
"""Formats of rows with two cells, in which a turn that nobody wrote down is only an empty cell."""


def converted(read: Read, to: str) -> Written:
    """A record in the format of that name; as txt, games that Snowie does not know become a listing for people.

    Raises RecordError where there is no such format, or where it can hold no game of the record.
    """
    id = to.casefold().removeprefix(".")
    id = id if id in WRITTEN else ALSO.get(id, id)
    if id not in WRITTEN:
        raise no_format(to)
    match = read.record.match
    if id in FOR_ALL_GAMES or WRITTEN[id].holds(match):
        if id == "json":
            return write_record(read, id)
        written = _without_hidden(read, id)
        return (
            written
            if id == "ogxm" or ANALYSIS not in read.beside
            else replace(written, remarks=(*written.remarks, UNJUDGED))
        )
    names = ", ".join(dict.fromkeys(match.rules(each).name for each in match.games))
    if id == "txt":
        written = write_record(read, "text")
        return replace(
            written,
            remarks=(
                phrase(
                    "a listing is written, as Snowie's text knows only backgammon, not {games}", games=names
                ),
                *written.remarks,
            ),
        )
    raise RecordError(
        phrase("this format knows only backgammon, not {games}: use --to json or --to text", games=names)
    )


def _without_hidden(read: Read, to: str) -> Written:
    """A record in a format that cannot say that a play is hidden: the games end before it."""
    record = read.record
    if not record.hidden:
        return write_record(read, to)
    remarks = tuple(
        of_game(number, unwritten_from(turn, phrase("the file that was read hides what was played")))
        for number, turn in sorted(record.hidden.items())
    )
    tags = (*record.tags, *(("Remark", str(remark)) for remark in remarks))
    cut = replace(record.before_hidden(), tags=tags)
    written = write_record(replace(read, record=cut), to)
    return replace(written, remarks=(*remarks, *written.remarks))


def written_for(path: Path, match: Match) -> Written:
    """A match in the format that a file's name ends like; as .mat where that is none, or
    one that does not know its games.
    """
    read = Read(Record(match), "mat")
    ending = path.suffix.casefold().removeprefix(".")
    try:
        return converted(read, ending if ending in WRITTEN or ending in ALSO else "mat")
    except RecordError:
        return write_record(read, "mat")


def replace_file(path: Path, data: bytes) -> None:
    """Write a file, in place of what it held; a pipe or a device is simply written to. Raises OSError."""
    target = Path(os.path.realpath(path))
    mode = 0o666
    with suppress(FileNotFoundError):
        found = target.stat()
        if not stat.S_ISREG(found.st_mode):
            target.write_bytes(data)
            return
        mode = stat.S_IMODE(found.st_mode)
    fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, target)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
    sync_folder(target.parent)


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
