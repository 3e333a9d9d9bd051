"""Results that a file tells in a remark of ours: those that its format has no line for,
or that would be read as others.

Such are a draw, a game of which not everything fits, and points that do not follow from board and cube, since
a site caps them or people agreed on them. The writer notices by asking the reader, so that both agree.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from engine.board import Side
from engine.errors import InvalidRecord
from engine.match.match import Match, Result
from engine.records.record import MOST_GAMES, Record, Tags
from engine.words.wording import Names

_BYTES = 31
"""GNU Backgammon has room for so many, and cuts a longer name off in the middle of a letter."""
ROOMY = 120
"""So many bytes of a name in a format that has more room."""
_HEADING = re.compile(r"game ?\d|\d ?point", re.IGNORECASE)
"""What GNU Backgammon takes for the heading of a game or of a match, wherever on a line it stands."""
KEY = "Result"
"""The key of such a remark among the tags of a file."""
UNFINISHED = "unfinished"
"""The remark on a game that nobody has won yet, though scores or the board seem to say so."""
_TOLD = re.compile(r"\s*(?P<winner>[WB-])\+(?P<points>\d{1,18}) (?P<how>\S.*?)\s*")
_TAG = re.compile(r"Game (?P<number>\d{1,6}): (?P<told>.*)")
Content = TypeVar("Content", str, bytes)
Told = Mapping[int, Result | None]
"""The results that are told so, by the numbers of the games, counted from 1; None: unfinished."""


def names_in(match: Match, most: int = _BYTES) -> Names:
    """The players' names as formats can have them in which a name has at most so many bytes."""
    return Names(clean_name(match.white, "White", most), clean_name(match.black, "Black", most))


def clean_name(name: str, default: str, most: int = _BYTES) -> str:
    """A player's name that no reader of such formats stumbles over: one line, no colon
    and no backslash, at most so many bytes.
    """
    plain = "".join(letter if letter.isprintable() and letter not in ':;"\\' else " " for letter in name)
    words = " ".join(plain.split()).encode()[:most].decode(errors="ignore").strip()
    return (words.replace(" ", "_") if _HEADING.search(words) else words) or default


def remark_line(text: str) -> str:
    """A remark on one line, with no quotation mark in it that could end it."""
    return " ".join(text.replace('"', "'").split())


def remark_on(result: Result | None) -> str:
    """A result as such a remark has it, such as `W+4 gammon`, `-+0 draw` or `unfinished`."""
    if result is None:
        return UNFINISHED
    winner = "-" if result.winner is None else result.winner.value
    return f"{winner}+{result.points} {remark_line(result.how) or 'resigned'}"


def results_told(remarks: Mapping[int, str]) -> Told:
    """The results that remarks tell; what makes no sense tells nothing."""
    found: dict[int, Result | None] = {}
    for number, text in remarks.items():
        told = _TOLD.fullmatch(text)
        if told is not None:
            winner = None if told["winner"] == "-" else Side(told["winner"])
            found[number] = Result(winner, int(told["points"]), told["how"])
        elif text.strip() == UNFINISHED:
            found[number] = None
    return found


def tag_of(number: int, result: Result | None) -> tuple[str, str]:
    """The tag that tells the result of a game."""
    return KEY, f"Game {number}: {remark_on(result)}"


def results_in_tags(tags: Tags) -> tuple[Told, Tags]:
    """The results that tags tell, and the tags that are none of these."""
    remarks: dict[int, str] = {}
    others = []
    for key, value in tags:
        found = _TAG.fullmatch(value) if key == KEY else None
        if found is not None and 1 <= int(found["number"]) <= MOST_GAMES:
            remarks[int(found["number"])] = found["told"]
        else:
            others.append((key, value))
    return results_told(remarks), tuple(others)


def with_results_told(
    match: Match, write: Callable[[Told], Content], read: Callable[[Content], Record]
) -> Content:
    """What is written of a match, with a remark on every result that would be read as another."""
    text = write({})
    try:
        back = read(text).match.games
    except InvalidRecord:
        back = ()
    told = {
        number: game.result
        for number, game in enumerate(match.games, 1)
        if number > len(back) or back[number - 1].result != game.result
    }
    return write(told) if told else text
