"""Names and remarks as formats for analysis programs can have them."""

from engine.match import Match
from engine.wording import Names


def names_in(match: Match) -> Names:
    """The players' names as such formats can have them."""
    return Names(clean_name(match.white, "White"), clean_name(match.black, "Black"))


def clean_name(name: str, default: str) -> str:
    """A player's name that no reader of such formats stumbles over: one line, no colon, at most 40 letters."""
    plain = "".join(letter if letter.isprintable() and letter not in ':;"' else " " for letter in name)
    return " ".join(plain.split())[:40].strip() or default


def one_line(text: str) -> str:
    """A remark on one line, with no quotation mark in it that could end it."""
    return " ".join(text.replace('"', "'").split())
