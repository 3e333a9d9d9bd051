"""Jellyfish's .gam files: one game, as the grid of a .mat file has it, with nothing above it but the players' names."""

import re

from engine.errors import InvalidRecord
from engine.i18n import phrase
from engine.records.mat.mat_reader import read_mat_record
from engine.records.record import Record

_LONGEST_HEAD = 200
"""Characters of the line with the names: in a longer one it would take seconds to see that it is none."""
_ROW = re.compile(r"\s*1\)")
_NAMES = re.compile(r"\s*(?P<left>\S(?:[^:\n]{0,60}\S)?)\s{2,}(?P<right>\S[^:\n]{0,60}?)\s*$")


def is_jellyfish_game(text: str) -> bool:
    """Whether a text is such a file: two names, and below them the first row."""
    return _head(text) is not None


def read_jellyfish_game(text: str) -> Record:
    """The game, with notes; for money, since nothing says to how many points it was played. Raises InvalidRecord."""
    found = _head(text)
    if found is None:
        raise InvalidRecord(phrase("no game is in this file"))
    names, rows = found
    head = f" 0 point match\n\n Game 1\n {names['left']} : 0{'':20}{names['right']} : 0\n"
    return read_mat_record(head + rows)


def _head(text: str) -> tuple[re.Match[str], str] | None:
    lines = text.lstrip("\ufeff\r\n").splitlines()
    if len(lines) < 2 or len(lines[0]) > _LONGEST_HEAD or _ROW.match(lines[1]) is None:
        return None
    names = _NAMES.match(lines[0])
    return None if names is None else (names, "\n".join(lines[1:]) + "\n")
