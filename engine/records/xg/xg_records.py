"""The records of 2,560 bytes of which the match in an .xg file is made, as extremegammon.com/XGformat.aspx has them.

The layouts are of what is both read and written; what lies between is analysis, or of no use elsewhere.
"""

import re
import struct
from enum import IntEnum

RECORD = 2560
"""The bytes of a record."""
AT_KIND = 8
"""Where in a record its kind stands."""
AT_BODY, AT_BOARDS = 12, 9
"""Where GAME, DECISION and END begin, and where PLAY does."""
GAME = struct.Struct("<iiB26bxiBxxxiii")
"""Both scores, whether the Crawford rule holds, the board, the number of the game, whether it is going on, the comments
at its head and its end (-1: none), and how often ties at the opening doubled the cube."""
DECISION = struct.Struct("<iiiiii26b")
"""Who decides, whether they double, how that was answered, and the beaver, and the raccoon; the cube; the board."""
PLAY = struct.Struct("<26b26bxxxi8i2ii")
"""The boards before and after, who plays, pairs of points, the throw, the cube."""
END = struct.Struct("<iiBxxxiii")
"""Both scores, whether the Crawford rule will hold, who won, how many points, and how."""
RESIGNED, SETTLED = 100, 1000
"""What is added to how a game ended where somebody gave it up, and where the players settled it."""
HOW = {0: "passed", 1: "single", 2: "gammon", 3: "backgammon"}
"""How a game ended."""


class XgEntry(IntEnum):
    """What a record is."""

    HEADER_MATCH = 0
    HEADER_GAME = 1
    CUBE = 2
    MOVE = 3
    FOOTER_GAME = 4
    FOOTER_MATCH = 5


class XgAnswer(IntEnum):
    """How a double was answered, and a beaver."""

    PASS = 0
    TAKE = 1
    RAISE = 2
    """A beaver; in answer to one, a raccoon."""


_PIECE = re.compile(
    r"\\u(?P<code>-?\d{1,5})\??|\\(?P<plain>[\\{}])|\\[a-z]+-?\d* ?|[{}]|(?P<letters>[^\\{}]+)"
)
"""A letter outside ASCII, one that means something to RTF, a command, or what stands as it is."""


def rich(text: str) -> str:
    """A line of rich text that says this."""
    units = re.sub(r"([\\{}])", r"\\\1", text).encode("utf-16-le", errors="replace")
    letters = (int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2))
    return (
        r"{\rtf1\ansi " + "".join(chr(each) if 31 < each < 127 else rf"\u{each}?" for each in letters) + "}"
    )


def text_of(line: str) -> str:
    """What a line of rich text says."""
    units = b"".join(
        (int(found["code"]) & 0xFFFF).to_bytes(2, "little")
        if found["code"]
        else (found["plain"] or found["letters"] or "").encode("utf-16-le", errors="replace")
        for found in _PIECE.finditer(line)
    )
    return units.decode("utf-16-le", errors="replace")
