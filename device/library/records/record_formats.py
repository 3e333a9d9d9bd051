"""The formats of match records: which there are, which of them a file is in, and reading and writing them."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from device.errors import RecordError
from device.library.records.files import decoded, read_bytes
from device.library.records.record_format import Read, RecordFormat, Written
from device.library.records.tableside_json import read_json, write_json
from device.plugins import plugins
from device.status.text.ending_text import result_sentence
from engine.errors import EngineError
from engine.i18n import ENGLISH, Translator
from engine.match.match import Match
from engine.records.bgf.bgf import read_bgf_record
from engine.records.bgf.container import is_bgf
from engine.records.codes.codes import is_position
from engine.records.format_limits import Boards, remarks_on
from engine.records.listing.gnubg_listing import is_gnubg_listing, read_gnubg_listing
from engine.records.listing.listing_reader import is_listing, read_text_record
from engine.records.listing.listing_text import label_of, write_text
from engine.records.mat.mat import read_mat_record, write_mat
from engine.records.mat.mat_grid import is_grid, matches_in
from engine.records.mat.snowie import read_snowie_record, write_snowie
from engine.records.record import Record, Tags
from engine.records.sgf.sgf import read_sgf_record, write_sgf
from engine.records.xg.xg import read_xg_record
from engine.words.wording import Names

_LONGEST = 500
"""The letters of a sentence about a file, at most."""
ONLY_READ = ("xg", "bgf", "gnubg")
"""The ids of formats that are read, but not written."""
_XG = b"RGMH"
"""What a file of eXtreme Gammon's begins with, which is no text."""


def read_record(path: Path, number: int = 1) -> Read:
    """The record in a file, whatever the file is called; the match of that number, counted from 1, where it holds several.

    Raises RecordError with one sentence, which does not name the file.
    """
    parts = parts_of(read_bytes(path))
    if not 1 <= number <= len(parts):
        held = "one match" if len(parts) == 1 else f"{len(parts)} matches"
        raise RecordError(f"the file holds {held}; there is no match {number} in it")
    return replace(record_of(parts[number - 1]), matches=len(parts))


def parts_of(data: bytes) -> tuple[bytes, ...]:
    """The bytes of a file, apart for each match where they are .mat files one after the other."""
    if data.startswith(_XG) or is_bgf(data):
        return (data,)
    try:
        text = decoded(data)
    except RecordError:
        return (data,)
    found = next((each for each in FORMATS.values() if each.looks_like(text)), None)
    if found is None or found.id != "mat" or is_gnubg_listing(text):
        return (data,)
    parts = matches_in(text)
    return (data,) if len(parts) == 1 else tuple(part.encode("utf-8") for part in parts)


def record_of(data: bytes) -> Read:
    """The record that the bytes of a file are. Raises RecordError."""
    try:
        if data.startswith(_XG):
            return Read(read_xg_record(data), "xg")
        if is_bgf(data):
            return Read(read_bgf_record(data), "bgf")
        text = decoded(data)
        if is_gnubg_listing(text):
            return Read(read_gnubg_listing(text), "gnubg")
    except EngineError as error:
        raise RecordError(_sentence(error)) from error
    found = next((each for each in FORMATS.values() if each.looks_like(text)), None)
    if found is None:
        raise RecordError(_stranger(text))
    try:
        return found.read(text)
    except EngineError as error:
        raise RecordError(_sentence(error)) from error
    except RecursionError:
        raise RecordError("this is nested too deep for any record of a match") from None


def write_record(record: Record | Read, to: str) -> Written:
    """A record in one of the FORMATS, by its id. A `Read` keeps what it has beside the match, where the format can hold it.

    Raises RecordError where there is no such format.
    """
    found = FORMATS.get(to)
    if found is None:
        raise RecordError(f"there is no format {to!r}, only {', '.join(FORMATS)}")
    return found.write(record if isinstance(record, Read) else Read(record, to))


def listing(match: Match, tags: Tags, translator: Translator) -> str:
    """A match as people read it in a language; only what is written in English can be read back."""
    names = Names(label_of(match.white), label_of(match.black), translator)
    return write_text(match, tags, names, lambda result: result_sentence(result, names))


def _names() -> str:
    return ", ".join(each.name for each in FORMATS.values())


def _stranger(text: str) -> str:
    """What to do about a text that is no record."""
    if is_position(text):
        return "this is a position, not a match: `tableside position` with the name of this file reads it"
    if "Position ID: " in text and "Match ID " in text:
        return "this is a listing by GNU Backgammon for people: export the match as .mat or .sgf there"
    if "XGID=" in text:
        return "these are positions, not a match: `tableside position` reads one of them at a time, as 'XGID=...'"
    return f"this is no record of a match: those that can be read are {_names()}"


def _sentence(error: EngineError) -> str:
    """What an error says, on one line, and not all that a strange file made it say."""
    text = " ".join(str(error).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _misfits(match: Match, boards: Boards) -> tuple[str, ...]:
    """What a format for analysis programs cannot hold of a match, game by game."""
    return tuple(f"game {remark[5:]}" for remark in remarks_on(match, boards))


def _no_misfits(match: Match) -> tuple[str, ...]:
    return ()


def _plain(
    id: str, name: str, ending: str, media_type: str, looks_like: Callable[[str], bool],
    read: Callable[[str], Record], write: Callable[[Match, Tags], str],
    remarks: Callable[[Match], tuple[str, ...]] = _no_misfits,
) -> RecordFormat:  # fmt: skip
    """A format that knows of nothing beside the match."""
    return RecordFormat(
        id, name, ending, media_type, looks_like,
        lambda text: Read(read(text), id),
        lambda read: Written(write(read.record.match, read.record.tags), remarks(read.record.match)),
    )  # fmt: skip


def _json(text: str) -> Read:
    whole = read_json(text)
    return Read(whole.record, "json", whole.beside)


FORMATS: dict[str, RecordFormat] = {
    each.id: each
    for each in (
        RecordFormat(
            "json", "Tableside's own JSON", ".json", "application/json",
            lambda text: text.lstrip().startswith(("{", "[")), _json,
            lambda read: Written(write_json(read.record, read.beside)),
        ),
        _plain(
            "sgf", "SGF as GNU Backgammon has it (.sgf)", ".sgf", "application/x-go-sgf",
            lambda text: text.lstrip().startswith("("), read_sgf_record, write_sgf,
            partial(_misfits, boards=Boards.ANYWHERE),
        ),
        _plain(
            "text", "a listing by Tableside in English (.txt)", ".txt", "text/plain", is_listing, read_text_record,
            lambda match, tags: listing(match, tags, ENGLISH),
        ),
        _plain(
            "mat", "Jellyfish (.mat)", ".mat", "text/plain", is_grid,
            read_mat_record, write_mat, partial(_misfits, boards=Boards.ILLEGAL),
        ),
        _plain(
            "txt", "Snowie (.txt)", ".txt", "text/plain", lambda text: False, read_snowie_record, write_snowie,
            partial(_misfits, boards=Boards.ILLEGAL),
        ),
    )
} | dict(plugins("record_formats"))  # fmt: skip
"""Every format by its id, in the order in which a text is tried; other packages add theirs (`tableside.record_formats`)."""
