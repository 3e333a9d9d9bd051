"""OGXM as a format of files: packed and unpacked by the format's own codec (`ogxm`), where that is installed."""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from device.errors import RecordError
from device.library.records.record_format import Contents, Read, RecordFormat, Written
from engine.i18n import Phrase, phrase
from engine.records.format_limits import Boards, remarks_on
from engine.records.ogxm.ogxm_reader import read_ogxm_document
from engine.records.ogxm.ogxm_writer import write_ogxm_document
from engine.records.unreadable import damaged, of_game

MAGIC = b"OGXM"
"""What a file begins with, one match or many."""


def _codec() -> Any:
    """The package. Raises RecordError where it is not installed."""
    try:
        import ogxm
    except ImportError as error:
        raise RecordError(
            phrase("OGXM needs a package that is not installed: pip install 'tableside[ogxm]'")
        ) from error
    return ogxm


def _read(contents: Contents) -> Read:
    codec = _codec()
    try:
        document = codec.binary_to_json(contents.data)
    except (codec.OgxmError, ValueError) as error:
        raise RecordError(damaged(".ogxm", Phrase(str(error)[:200]))) from error
    return Read(read_ogxm_document(json.dumps(document)), "ogxm")


def _write(read: Read) -> Written:
    match = read.record.match
    document = json.loads(write_ogxm_document(match, read.record.tags))
    codec = _codec()
    cut = tuple(_cut_to_fit(codec, document))
    problem = codec.v2_problem(document)
    if problem is not None:
        raise RecordError(f"OGXM cannot hold this match ({problem})")
    remarks = tuple(of_game(number, remark) for number, remark in remarks_on(match, Boards.ANYWHERE))
    return Written(codec.json_to_binary(document), (*remarks, *cut))


def _cut_to_fit(codec: Any, document: dict[str, Any]) -> Iterator[Phrase]:
    """Leaves out of each game what the codec takes for impossible, and all after it; remarks on it."""
    if codec.v2_problem(document) is None:
        return
    games = document["games"]
    whole = [each["plies"] for each in games]
    for each in games:
        each["plies"] = []
    for number, (game, plies) in enumerate(zip(games, whole, strict=True), 1):
        game["plies"] = plies
        if codec.v2_problem(document) is None:
            continue
        fits, more = 0, len(plies)
        while fits < more - 1:
            game["plies"] = plies[: (half := (fits + more) // 2)]
            fits, more = (half, more) if codec.v2_problem(document) is None else (fits, half)
        game["plies"] = plies[:fits]
        yield of_game(
            number, phrase("nothing is written from step {step} on, which OGXM refuses", step=fits + 1)
        )


def _parts(contents: Contents) -> tuple[bytes, ...]:
    """Each match of a stream (.ogxms)."""
    try:
        codec = _codec()
        found = tuple(codec.iter_stream(BytesIO(contents.data), strict=False))
    except Exception:  # noqa: BLE001 - one file that is damaged is told of when it is read
        found = ()
    return found if len(found) > 1 else (contents.data,)


OGXM = RecordFormat(
    "ogxm",
    "OGXM (.ogxm)",
    ".ogxm",
    "application/octet-stream",
    lambda file: file.data.startswith(MAGIC),
    _read,
    _write,
    _parts,
)
