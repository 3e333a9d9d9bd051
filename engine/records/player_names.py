"""Names and remarks as formats for analysis programs can have them."""

import re

from engine.match.match import Match
from engine.words.wording import Names

_BYTES = 31
"""GNU Backgammon has room for so many, and cuts a longer name off in the middle of a letter."""
_HEADING = re.compile(r"game ?\d|\d ?point", re.IGNORECASE)
"""What GNU Backgammon takes for the heading of a game or of a match, wherever on a line it stands."""


def names_in(match: Match) -> Names:
    """The players' names as such formats can have them."""
    return Names(clean_name(match.white, "White"), clean_name(match.black, "Black"))


def clean_name(name: str, default: str) -> str:
    """A player's name that no reader of such formats stumbles over: one line, no colon
    and no backslash, not too long.
    """
    plain = "".join(letter if letter.isprintable() and letter not in ':;"\\' else " " for letter in name)
    words = " ".join(plain.split()).encode()[:_BYTES].decode(errors="ignore").strip()
    return (words.replace(" ", "_") if _HEADING.search(words) else words) or default


def one_line(text: str) -> str:
    """A remark on one line, with no quotation mark in it that could end it."""
    return " ".join(text.replace('"', "'").split())
