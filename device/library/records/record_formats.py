"""The formats of match records: which there are, which of them a file is in, and reading and writing them."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from device.errors import RecordError
from device.library.records.files import read_bytes
from device.library.records.ogxm_format import OGXM
from device.library.records.record_format import Contents, Read, RecordFormat, Written, text_format
from device.library.records.tableside_json import read_json, write_json
from device.packages import plugins
from device.status.text.naming import result_sentence
from engine.errors import EngineError
from engine.i18n import ENGLISH, Phrase, Translator, marked, phrase, phrase_of
from engine.match.match import Match
from engine.records.bgf.bgf_reader import read_bgf_record
from engine.records.bgf.container import is_bgf
from engine.records.chouette_tags import chouette_told
from engine.records.codes.position_codes import is_position
from engine.records.format_limits import Boards, remarks_on
from engine.records.listing.gnubg_listing import is_gnubg_listing, read_gnubg_listing
from engine.records.listing.listing_reader import is_listing, read_text_record
from engine.records.listing.listing_text import label_of, write_text
from engine.records.mat.jellyfish_game import is_jellyfish_game, read_jellyfish_game
from engine.records.mat.mat_grid import is_grid, matches_in
from engine.records.mat.mat_reader import read_mat_record
from engine.records.mat.mat_writer import write_mat
from engine.records.mat.snowie import read_snowie_record, write_snowie
from engine.records.record import Record, Tags
from engine.records.servers.bgammon import is_bgammon, read_bgammon
from engine.records.servers.fibs import is_fibs, read_fibs
from engine.records.servers.gamesgrid import is_gamesgrid, read_gamesgrid
from engine.records.sgf.sgf_reader import VARIATIONS, read_sgf_record
from engine.records.sgf.sgf_writer import write_sgf
from engine.records.unreadable import of_game
from engine.records.xg.xg_reader import is_xg, read_xg_record
from engine.records.xg.xg_writer import GAMES, write_xg
from engine.words.wording import Names

_LONGEST = 500
"""The letters of a sentence about a file, at most."""


def read_record(path: Path, number: int = 1) -> Read:
    """The record in a file, whatever the file is called; the match of that number, counted
    from 1, where it holds several.

    Raises RecordError with one sentence, which does not name the file.
    """
    parts = parts_of(read_bytes(path))
    if not 1 <= number <= len(parts):
        raise RecordError(
            phrase("there is no match {number} in the file; it has {count}", number=number, count=len(parts))
        )
    return replace(record_of(parts[number - 1]), matches=len(parts))


def parts_of(data: bytes) -> tuple[bytes, ...]:
    """The bytes of a file, apart for each match where it holds several one after the other."""
    contents = Contents(data)
    found = _format_of(contents)
    return (data,) if found is None else found.parts(contents)


def record_of(data: bytes) -> Read:
    """The record that the bytes of a file are. Raises RecordError."""
    contents = Contents(data)
    found = _format_of(contents)
    if found is None:
        raise RecordError(_foreign(contents.text))
    try:
        return found.read(contents)
    except EngineError as error:
        raise RecordError(_sentence(error)) from error
    except RecursionError:
        raise RecordError(phrase("this is nested too deep for any record of a match")) from None


def write_record(record: Record | Read, to: str) -> Written:
    """A record in one of the formats that are WRITTEN, by its id. A `Read` keeps what it has beside the
    match, where the format can hold it.

    Raises RecordError where there is no such format.
    """
    found = FORMATS.get(to)
    if found is None or found.write is None:
        raise no_format(to)
    return found.write(record if isinstance(record, Read) else Read(record, to))


def no_format(name: str) -> RecordError:
    """There is no format of that name that is written."""
    if name.casefold().removeprefix(".") in FORMATS:
        return RecordError(
            phrase(
                "{format} is only read here, not written: choose one of {formats}",
                format=repr(name),
                formats=", ".join(WRITTEN),
            )
        )
    return RecordError(
        phrase("there is no format {name}, only {formats}", name=repr(name), formats=", ".join(WRITTEN))
    )


def _format_of(contents: Contents) -> RecordFormat | None:
    """The first of the FORMATS that a file looks like."""
    return next((each for each in FORMATS.values() if each.looks_like(contents)), None)


def listing(match: Match, tags: Tags, translator: Translator) -> str:
    """A match as people read it in a language; only what is written in English can be read back."""
    names = Names(label_of(match.white), label_of(match.black), translator)
    return write_text(match, tags, names, lambda result: result_sentence(result, names))


def _names() -> Phrase:
    """What can be read, one after the other."""
    names = tuple((f"name{number}", Phrase(each.name)) for number, each in enumerate(FORMATS.values()))
    return Phrase(", ".join(f"{{{place}}}" for place, _ in names), names)


def _foreign(text: str) -> Phrase:
    """What to do about a text that is no record."""
    if is_position(text):
        return phrase(
            "this is a position, not a match: `tableside position` with the name of this file reads it"
        )
    if "Position ID: " in text and "Match ID " in text:
        return phrase(
            "this is a listing by GNU Backgammon for people: export the match as .mat or .sgf there"
        )
    if "XGID=" in text:
        return phrase(
            "these are positions, not a match: `tableside position` reads one of them at a time, as 'XGID=...'"
        )
    return phrase(
        "this is no record of a match: those that can be read are {formats}; save it as .mat where it was made",
        formats=_names(),
    )


def _sentence(error: EngineError) -> Phrase:
    """What an error says, on one line; in English where that is long, and not all that a strange file made it say."""
    text = " ".join(str(error).split())
    if len(text) > _LONGEST:
        return Phrase(f"{text[:_LONGEST]}...")
    return phrase_of(error) if text == str(error) else Phrase(text)


def _misfits(match: Match, boards: Boards) -> tuple[Phrase, ...]:
    """What a format for analysis programs cannot hold of a match, game by game."""
    return tuple(of_game(number, remark) for number, remark in remarks_on(match, boards))


def _no_misfits(match: Match) -> tuple[Phrase, ...]:
    return ()


def _chouette_left_out(tags: Tags) -> tuple[Phrase, ...]:
    """That what a game of a chouette was to the others is not written, where it was one."""
    told = chouette_told(tags)
    if told is None:
        return ()
    why = phrase("this format has no place for the chouette, in which {name} was in the box", name=told.box)
    return (Phrase("{why}.", (("why", why),)),)


def _plain(
    id: str,
    name: str,
    ending: str,
    media_type: str,
    looks_like: Callable[[str], bool],
    read: Callable[[str], Record],
    write: Callable[[Match, Tags], str],
    remarks: Callable[[Match], tuple[Phrase, ...]] = _no_misfits,
    parts: Callable[[str], tuple[str, ...]] | None = None,
    games: tuple[str, ...] = (),
) -> RecordFormat:
    """A format of text that knows of nothing beside the match."""
    return text_format(
        id,
        name,
        ending,
        media_type,
        looks_like,
        lambda text: Read(read(text), id),
        lambda read: Written(write(read.record.match, read.record.tags), remarks(read.record.match)),
        parts,
        games,
    )


def _read_only(
    id: str, name: str, ending: str, looks_like: Callable[[str], bool], read: Callable[[str], Record]
) -> RecordFormat:
    """A format of text that is not written."""
    return text_format(id, name, ending, "text/plain", looks_like, lambda text: Read(read(text), id))


def _json(text: str) -> Read:
    whole = read_json(text)
    return Read(whole.record, "json", whole.beside)


FORMATS: dict[str, RecordFormat] = {
    each.id: each
    for each in (
        RecordFormat(
            "bgf",
            "BGBlitz (.bgf)",
            ".bgf",
            "application/octet-stream",
            lambda file: is_bgf(file.data),
            lambda file: Read(read_bgf_record(file.data), "bgf"),
        ),
        text_format(
            "json",
            marked("Tableside's own JSON"),
            ".json",
            "application/json",
            lambda text: text.lstrip().startswith(("{", "[")),
            _json,
            lambda read: Written(write_json(read.record, read.beside)),
        ),
        _plain(
            "sgf",
            marked("SGF as GNU Backgammon has it (.sgf)"),
            ".sgf",
            "application/x-go-sgf",
            lambda text: text.lstrip().startswith("("),
            read_sgf_record,
            write_sgf,
            partial(_misfits, boards=Boards.ANYWHERE),
            games=tuple(VARIATIONS),
        ),
        _plain(
            "text",
            marked("a listing by Tableside in English (.txt)"),
            ".txt",
            "text/plain",
            is_listing,
            read_text_record,
            lambda match, tags: listing(match, tags, ENGLISH),
        ),
        _read_only(
            "gnubg",
            marked("GNU Backgammon's export of a game as text"),
            ".txt",
            is_gnubg_listing,
            read_gnubg_listing,
        ),
        _read_only("sgg", "GamesGrid (.sgg)", ".sgg", is_gamesgrid, read_gamesgrid),
        _plain(
            "mat",
            "Jellyfish (.mat)",
            ".mat",
            "text/plain",
            is_grid,
            read_mat_record,
            write_mat,
            partial(_misfits, boards=Boards.ILLEGAL),
            lambda text: tuple(matches_in(text)),
        ),
        _read_only("gam", "Jellyfish (.gam)", ".gam", is_jellyfish_game, read_jellyfish_game),
        _read_only("fibs", "FIBS (oldmoves)", ".txt", is_fibs, read_fibs),
        _read_only("bgammon", "bgammon.org (.match)", ".match", is_bgammon, read_bgammon),
        _plain(
            "txt",
            "Snowie (.txt)",
            ".txt",
            "text/plain",
            lambda text: False,
            read_snowie_record,
            write_snowie,
            partial(_misfits, boards=Boards.ILLEGAL),
        ),
        RecordFormat(
            "xg",
            "eXtreme Gammon (.xg)",
            ".xg",
            "application/octet-stream",
            lambda file: is_xg(file.data),
            lambda file: Read(read_xg_record(file.data), "xg"),
            lambda read: Written(
                write_xg(read.record.match, read.record.tags),
                (*_misfits(read.record.match, Boards.START), *_chouette_left_out(read.record.tags)),
            ),
            games=GAMES,
        ),
        OGXM,
    )
} | dict(plugins("record_formats"))
"""Every format by its id, in the order in which a file is tried; other packages add
theirs (`tableside.record_formats`).
"""
WRITTEN = {id: each for id, each in FORMATS.items() if each.write is not None}
"""Those of them that are written, too."""
