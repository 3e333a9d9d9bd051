"""OGXM as a format of files: packed and unpacked by the format's own codec (`ogxm`), where that is installed.

What a file holds besides the match, such as analyses, clocks, videos, profiles and signatures, is kept beside it as the
codec tells it, and written again whole where the match is still the same.
"""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

from device.errors import RecordError
from device.library.analysis.analysis_values import Analysis
from device.library.analysis.ogxm_analysis import ANALYSIS, analysis_in, with_analysis
from device.library.records.events_json import CLOCKS
from device.library.records.ogxm_clocks import clocks_in, with_clocks
from device.library.records.ogxm_head import tags_of, with_head
from device.library.records.record_format import Contents, Read, RecordFormat, Written
from engine.errors import EngineError
from engine.i18n import Phrase, phrase
from engine.records.format_limits import Boards, remarks_on
from engine.records.ogxm.ogxm_reader import VARIANTS, OgxmMatch, read_ogxm_document
from engine.records.ogxm.ogxm_writer import write_ogxm_document
from engine.records.unreadable import damaged, of_game

Json = dict[str, Any]
MAGIC = b"OGXM"
"""What a file begins with, one match or many."""
WHOLE = "ogxm"
"""The key under which all of a file's document stands beside the match."""
_DERIVED = ("ogid_before", "ogid_after")
"""What the codec adds to every ply, and takes from none."""


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
    found = _told(document)
    beside: Json = {WHOLE: _without_derived(document)}
    if clocks := clocks_in(document, found.turns):
        beside[CLOCKS] = clocks
    if (analysis := analysis_in(document, found)) is not None:
        beside[ANALYSIS] = analysis.as_json()
    return Read(found.record, "ogxm", beside)


def _told(document: Json) -> OgxmMatch:
    """The match of a document, and its tags: those of ours, or what others say at its head. Raises InvalidRecord."""
    found = read_ogxm_document(document)
    tags = found.record.tags or tags_of(document, found)
    return replace(found, record=replace(found.record, tags=tags))


def analysis_beside(read: Read) -> Analysis | None:
    """The analysis of a match that was read from such a file, as values; None where there is none."""
    document = read.beside.get(WHOLE)
    if read.format != "ogxm" or ANALYSIS not in read.beside or not isinstance(document, dict):
        return None
    return analysis_in(document, _told(document))


def _without_derived(document: Json) -> Json:
    """A document without what the codec derives of it."""
    games = [
        {**game, "plies": [{key: ply[key] for key in ply if key not in _DERIVED} for ply in game["plies"]]}
        for game in document["games"]
    ]
    return {**document, "games": games}


def _write(read: Read) -> Written:
    codec = _codec()
    whole = _unchanged(codec, read)
    if whole is not None:
        return Written(whole)

    def fits(tried: Json) -> bool:
        return codec.v2_problem(tried) is None

    match, tags = read.record.match, read.record.tags
    document = with_head(write_ogxm_document(match, tags), tags, read.format, fits)
    cut = tuple(_cut_to_fit(codec, document))
    problem = codec.v2_problem(document)
    if problem is not None:
        raise RecordError(
            phrase("OGXM cannot hold this match: its codec says {problem}", problem=repr(problem))
        )
    found = read_ogxm_document(document)
    timed = with_clocks(document, found.turns, match, read.beside)
    document = timed if fits(timed) else document
    document = with_analysis(document, found, read.beside, fits)
    remarks = tuple(
        of_game(number, remark) for number, remark in remarks_on(match, Boards.ANYWHERE, VARIANTS)
    )
    return Written(codec.json_to_binary(document), (*remarks, *cut))


def _unchanged(codec: Any, read: Read) -> bytes | None:
    """The file of the document that stands beside a match; None where there is none, or it is of another match."""
    document = read.beside.get(WHOLE)
    if not isinstance(document, dict):
        return None
    try:
        found = _told(document)
        same = (found.record.match, found.record.tags) == (read.record.match, read.record.tags)
        return bytes(codec.json_to_binary(document)) if same else None
    except (codec.OgxmError, EngineError, TypeError, ValueError):
        return None


def _cut_to_fit(codec: Any, document: Json) -> Iterator[Phrase]:
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
    VARIANTS,
)
