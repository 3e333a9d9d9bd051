"""Converting a record into another format, or saying that there would be nothing in it."""

from dataclasses import replace
from pathlib import Path

from device.errors import RecordError
from device.library.records.record_format import Read, Written
from device.library.records.record_formats import WRITTEN, write_record
from engine.match.match import Match
from engine.records.format_limits import is_known
from engine.records.record import Record

ALSO = {"snowie": "txt", "txt": "snowie", "listing": "text", "gnubg": "sgf", "jellyfish": "mat"}
"""Other names of formats, each where there is no format of that name."""
FOR_ALL_GAMES = frozenset(("json", "text"))
"""The formats that know every game."""


def converted(read: Read, to: str) -> Written:
    """A record in the format of that name; as txt, games that Snowie does not know become a listing for people.

    Raises RecordError where there is no such format, or where it can hold no game of the record.
    """
    id = to.casefold().removeprefix(".")
    id = id if id in WRITTEN else ALSO.get(id, id)
    if id not in WRITTEN:
        raise RecordError(f"there is no format {to!r}, only {', '.join(WRITTEN)}")
    match = read.record.match
    if id in FOR_ALL_GAMES or not match.games or any(is_known(match.rules(each)) for each in match.games):
        return write_record(read, id) if id == "json" else _without_hidden(read, id)
    names = ", ".join(dict.fromkeys(match.rules(each).name for each in match.games))
    if id == "txt":
        written = write_record(read, "text")
        return replace(
            written,
            remarks=(
                f"a listing is written, as Snowie's text knows only backgammon, not {names}",
                *written.remarks,
            ),
        )
    raise RecordError(f"this format knows only backgammon, not {names}: use --to json or --to text")


def _without_hidden(read: Read, to: str) -> Written:
    """A record in a format that cannot say that a play is hidden: the games end before it."""
    record = read.record
    if not record.hidden:
        return write_record(read, to)
    remarks = tuple(
        f"game {number}: nothing is written from turn {turn} on, because the file that was read hides what was played"
        for number, turn in sorted(record.hidden.items())
    )
    tags = (*record.tags, *(("Remark", remark) for remark in remarks))
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
