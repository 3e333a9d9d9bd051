"""Files of text that people bring: whatever encoding they are in, and never more of them than memory holds."""

import codecs
from pathlib import Path

from device.errors import RecordError
from engine.i18n import Phrase, marked, phrase

MOST = 64 * 1024 * 1024
"""The longest record, in bytes; a match of a whole day with all its events has a tenth of that."""
_MARKED = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""What a file may begin with that tells its encoding; the longer marks first."""
_FOREIGN = (
    (
        b"SQLite format 3\0",
        marked("this is a database: a match in it is downloaded from the page of the match"),
    ),
    (b"\x89PNG", marked("this is a picture: `tableside read` reads those")),
    (b"\xff\xd8\xff", marked("this is a picture: `tableside read` reads those")),
    (b"PK\x03\x04", marked("this is a zip archive: unpack it first")),
    (b"\x1f\x8b", marked("this is a packed file (gzip): unpack it first")),
    (b"%PDF", marked("this is a PDF: save the record as text")),
)
"""Files that people may well take for a record, and what to do with them."""


def read_bytes(path: Path) -> bytes:
    """What is in a file. Raises RecordError where it cannot be read, is empty, or is too long for any record."""
    try:
        if path.is_dir():
            raise RecordError(phrase("this is a folder: name the files in it"))
        with path.open("rb") as file:
            data = file.read(MOST + 1)
    except FileNotFoundError:
        raise RecordError(phrase("there is no such file")) from None
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or error
        raise RecordError(phrase("the file cannot be read: {why}", why=why)) from error
    if len(data) > MOST:
        raise RecordError(
            phrase("the file has more than {most} MB, which no record of a match has", most=MOST >> 20)
        )
    if not data.strip():
        raise RecordError(phrase("the file is empty"))
    return data


def decoded_text(data: bytes) -> str:
    """The text that bytes are: as their first bytes tell, else UTF-8, else that of Windows.

    Raises RecordError for what is no text.
    """
    for mark, encoding in _MARKED:
        if data.startswith(mark):
            try:
                return _plain(data[len(mark) :].decode(encoding))
            except UnicodeDecodeError:
                raise RecordError(
                    phrase("the file begins as text in {encoding}, but is damaged", encoding=encoding.upper())
                ) from None
    for start, says in _FOREIGN:
        if data.startswith(start):
            raise RecordError(Phrase(says))
    for encoding in ("utf-8", "cp1252"):
        try:
            return _plain(data.decode(encoding))
        except UnicodeDecodeError:
            continue
    return _plain(data.decode("latin-1"))


def _plain(text: str) -> str:
    """The text, if it is one: a file with the byte 0 in it is not, but for its end, which pulled plugs fill with it;
    old programs mark it with Ctrl-Z.
    """
    text = text.rstrip("\0\x1a")
    if "\0" in text:
        raise RecordError(phrase("this is no text, so it is no record of a match that can be read here"))
    return text
