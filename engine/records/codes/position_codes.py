"""Position codes of every kind: which one a text is, and reading it whatever it is."""

import re
from collections.abc import Callable

from engine.board import Side
from engine.errors import EngineError, InvalidRecord
from engine.i18n import phrase
from engine.position_parsing import parse_position
from engine.records.codes.game_standing import MEN, GameStanding, checked_standing
from engine.records.codes.gnubgid import looks_like_gnubg_id, read_gnubg_id, write_gnubg_id
from engine.records.codes.ogid import looks_like_ogid, read_ogid, write_ogid
from engine.records.codes.snowie_position import looks_like_snowie_position, read_snowie_position
from engine.records.codes.xgid import looks_like_xgid, read_xgid, write_xgid

WRITERS: dict[str, Callable[[GameStanding], str]] = {
    "xgid": write_xgid,
    "gnubg": write_gnubg_id,
    "ogid": write_ogid,
}
"""The codes that can be written, by their names."""


_MATCH_ID_LETTERS = 12
_XGID = re.compile(r"XGID\s*=\s*(\S+)")
_POSITION_ID = re.compile(r"\bPosition ID\s*:?\s*([A-Za-z0-9+/]{14})(?![A-Za-z0-9+/])", re.IGNORECASE)
_MATCH_ID = re.compile(r"\bMatch ID\s*:?\s*([A-Za-z0-9+/]{12})(?![A-Za-z0-9+/])", re.IGNORECASE)
_OGID = re.compile(r"OGID\s*[=:]\s*(\S+)")


def code_in(text: str) -> str | None:
    """The code of the one position that a text of more than a code tells of; None where
    there is none, or more than one.
    """
    xgid, ids, ogid = _XGID.findall(text), _POSITION_ID.findall(text), _OGID.findall(text)
    if len(set(xgid)) == 1:
        return f"XGID={xgid[0]}"
    if not xgid and len(set(ids)) == 1:
        return ":".join((ids[0], *_MATCH_ID.findall(text)[:1]))
    return ogid[0] if not xgid and not ids and len(set(ogid)) == 1 else None


def is_position(text: str) -> bool:
    """Whether a text is a position, or tells of one."""
    try:
        read_code(text)
    except EngineError:
        return False
    # Any word of twelve letters could be a Match ID.
    return len(text.strip()) > _MATCH_ID_LETTERS


def read_code(text: str, men: int = MEN) -> GameStanding:
    """The standing that a code tells: an XGID, a GNU Backgammon ID, an OGID, a line of Snowie's, or a position as text.

    It may stand in a text about the position, such as what programs copy or export. Raises InvalidRecord or
    InvalidPosition with one sentence.
    """
    text = code_in(text) or text
    if looks_like_xgid(text):
        return read_xgid(text, men)
    if looks_like_ogid(text):
        return read_ogid(text, men)
    if looks_like_snowie_position(text):
        return read_snowie_position(text).standing
    if text.lstrip().startswith("W:"):
        return checked_standing(GameStanding(parse_position(text, men), Side.WHITE))
    if looks_like_gnubg_id(text) or len(text.strip()) == _MATCH_ID_LETTERS:
        return read_gnubg_id(text, men)
    raise InvalidRecord(
        phrase(
            "this is no position code; those that can be read are XGID, GNU Backgammon's Position ID and Match ID, "
            "OGID, and a position as text, like {example}",
            example="'W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)'",
        )
    )
