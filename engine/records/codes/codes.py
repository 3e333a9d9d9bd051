"""Position codes of every kind: which one a text is, and reading it whatever it is."""

from collections.abc import Callable

from engine.board import Side
from engine.errors import InvalidRecord
from engine.position import parse_position
from engine.records.codes.gnubgid import looks_like_gnubg_id, read_gnubg_id, write_gnubg_id
from engine.records.codes.ogid import looks_like_ogid, read_ogid, write_ogid
from engine.records.codes.snowie_position import looks_like_snowie_position, read_snowie_position
from engine.records.codes.standing import MEN, Standing, checked
from engine.records.codes.xgid import looks_like_xgid, read_xgid, write_xgid

WRITERS: dict[str, Callable[[Standing], str]] = {
    "xgid": write_xgid,
    "gnubg": write_gnubg_id,
    "ogid": write_ogid,
}
"""The codes that can be written, by their names."""


def read_code(text: str, men: int = MEN) -> Standing:
    """The standing that a code tells: an XGID, a GNU Backgammon ID, an OGID, a line of Snowie's, or a position as text.

    Raises InvalidRecord or InvalidPosition with one sentence.
    """
    if looks_like_xgid(text):
        return read_xgid(text, men)
    if looks_like_ogid(text):
        return read_ogid(text, men)
    if looks_like_snowie_position(text):
        return read_snowie_position(text).standing
    if text.lstrip().startswith("W:"):
        return checked(Standing(parse_position(text, men), Side.WHITE))
    if looks_like_gnubg_id(text) or len(text.strip()) == 12:
        return read_gnubg_id(text, men)
    raise InvalidRecord(
        "this is no position code; those that can be read are XGID, GNU Backgammon's Position ID and Match ID, OGID, "
        "and a position as text, like 'W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)'"
    )
