"""The cells of a Jellyfish .mat file's rows: whose each is, and what it begins with.

Real files differ in columns, capitals and habits, so cells are found by what they begin with, not by where they are.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.board import Side

ROW = re.compile(r"\s*(?P<number>\d{1,6})\s*(?:\)|\.(?=\s|$))(?:\s*(?P=number)\)(?=\s|$))?")
"""What a row begins with: `12)`, or `12.`; some files have it twice."""
_CELL = re.compile(
    r"(?<![\d/*(])(?P<roll>\d\d):"
    r"|\b(?P<word>Double|Redouble|Beaver|Raccoon|Take|Accept|Drop|Passe?|Reject|Refuse|Decline)(?:s|d|ed)?\b"
    r"|\b(?P<resigned>(?:Resign|Concede)(?:ed|s|d)?)\b"
    r"(?=\s*(?:\d|and\b|the\b|(?:game|match|single|normal|gammon|backgammon|wins?)\b|$)|\s{2})"
    r"|\b(?P<end>Win|Losse|Lose)s?\b(?=\s*(?:\d|and\b|the\b|$))",
    re.IGNORECASE,
)
_BEHIND_A_WORD = re.compile(
    r"(?:=*>|to\b)?\s*\d*\s*(?:(?:points?|pts?)\b)?"
    r"\s*(?:(?:and\s+)?(?:the\s+)?(?:game|match|single|normal|gammon|backgammon))?\W*",
    re.IGNORECASE,
)
"""What may follow a word of the cube or of a result, where no number of a row says that it is one."""
_DUMP = re.compile(r"\billegal play\s*\([^)]*\)", re.IGNORECASE)
"""A board in the place of a play, with names in it that may say anything."""
ASIDE = re.compile(
    r"\b(?:on time|out of time|time ?out|timed out|disconnect\w*|abandon\w*|adjourn\w*|left the)\b",
    re.IGNORECASE,
)
"""What servers write in the place of a play that was never made."""
_RIGHT_COLUMN = 18
"""A lone cell that starts further right than this belongs to the second player."""
RESIGNED = "resigned"
"""The head of a cell that says that somebody gave up; for how many points, and at times who, the result tells."""
SET_UP = "set up"
"""The head of a cell that puts up the board."""


@dataclass(frozen=True, slots=True)
class MatCell:
    """One entry: whose, on which line of the file, the two dice or a word in small letters, and the text behind it.

    `row` is the number that the file gives its row, None where it has none; `is_named`: a name stands before it.
    """

    side: Side
    line: int
    head: str
    text: str
    row: int | None = None
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class MatRow:
    """The cells of a line. `stray` is what is no part of a game; `odd`: in the place of a cell."""

    cells: tuple[MatCell, ...] = ()
    stray: str = ""
    odd: bool = False


def cut(line: str, number: int, names: Sequence[str], before: MatCell | None) -> MatRow:
    """The cells of a line of a game between these two players, after the cell `before`."""
    row = ROW.match(line)
    start = row.end() if row else 0
    heads = list(_CELL.finditer(_DUMP.sub(lambda dump: "-" * len(dump[0]), line), start))
    stray = (line[start : heads[0].start()] if heads else line[start:]).strip()
    printed = int(row["number"]) if row else None
    named = _side_named(stray, names) if heads and (heads[0]["end"] or heads[0]["resigned"]) else None
    if named is not None:
        text = line[heads[0].end() :].strip()
        return MatRow((MatCell(named, number, _head(heads[0]), text, printed, is_named=True),))
    if row is not None and stray.strip(" -."):
        return MatRow(stray=stray, odd=")" in row[0] and ASIDE.search(stray) is None)
    # Without a number of its own a line is a row only if it is cells and nothing else.
    if row is None and (not heads or stray):
        return MatRow(stray=line.strip())
    found = _cells(line, number, heads, printed)
    if row is None and any(
        not each.head.isdigit() and _BEHIND_A_WORD.fullmatch(each.text) is None for each in found
    ):
        return MatRow(stray=line.strip())
    alone = row is None and len(found) == 1 and found[0].head.isdigit()
    if alone and before is not None and before.side is Side.WHITE and before.head.isdigit():
        # A cell that did not fit beside a long one stands on a line of its own.
        found = [replace(found[0], side=Side.BLACK)]
    return MatRow(tuple(found))


def _side_named(name: str, names: Sequence[str]) -> Side | None:
    """The side that a name on the line of a result stands for."""
    known = [each.casefold() for each in names]
    return tuple(Side)[known.index(name.casefold())] if name and name.casefold() in known else None


def _cells(line: str, number: int, heads: list[re.Match[str]], row: int | None) -> list[MatCell]:
    """The cells that begin at these heads, each as far as the next."""
    cells: list[MatCell] = []
    for index, head in enumerate(heads):
        end = heads[index + 1].start() if index + 1 < len(heads) else len(line)
        right = head.start() > _RIGHT_COLUMN or index == 1
        side = Side.BLACK if right else Side.WHITE
        cells.append(MatCell(side, number, _head(head), line[head.end() : end].strip(), row))
    return cells


def _head(found: re.Match[str]) -> str:
    return RESIGNED if found["resigned"] else found["roll"] or _plain(found["word"] or found["end"])


def _plain(word: str) -> str:
    """A word of the cube or of a result as it is usually written, in small letters."""
    plain = word.casefold()
    return {"passe": "passes", "pass": "passes"}.get(plain, plain + "s")


def says_anything(name: str) -> bool:
    """Whether a name would be taken for an entry of its own within a cell."""
    return _CELL.search(name) is not None
