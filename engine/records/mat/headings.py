"""The line of a .mat file that names the players and the score: ` Anna : 0                      Ben : 0`.

Names are whatever people call themselves: with colons, digits and runs of blanks in them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_SCORE = re.compile(r":[ ]{0,80}(\d{1,6})(?=[ ]|$)")
_TOUCHING = re.compile(r":[ ]{0,80}(0|[1-9]\d{0,5})")
"""GNU Backgammon leaves no blank between the first score and the second player where the first name is long."""
_RATING = re.compile(r",\s{0,9}\d{1,5}(?:\.\d{0,5})?$")

_MOST_LETTERS = 1000


@dataclass(frozen=True, slots=True)
class MatHeading:
    """The two names and the score before a game."""

    names: tuple[str, str]
    score: tuple[int, int]


def players_of(line: str, known: Iterable[tuple[str, str]] = ()) -> MatHeading | None:
    """The players that a line names, or None; `known`: names that they may well have, as earlier lines have them."""
    if len(line) > _MOST_LETTERS:
        return None
    scores = list(_SCORE.finditer(line.rstrip()))
    if not scores or scores[-1].end() != len(line.rstrip()):
        return None
    last = scores[-1]
    if len(scores) == 1:
        scores = [*_TOUCHING.finditer(line, 0, last.start()), last]
    if len(scores) == 1:
        return None
    best = max(scores[:-1], key=lambda each: (_likely(line, each, last, known), -each.start()))
    names = _names(line, best, last)
    return MatHeading(names, (int(best[1]), int(last[1])))


def _names(line: str, first: re.Match[str], last: re.Match[str]) -> tuple[str, str]:
    left, right = line[: first.start()], line[first.end() : last.start()]
    # GridGammon writes the rating behind the name.
    return _RATING.sub("", left.strip()).strip(), _RATING.sub("", right.strip()).strip()


def _likely(
    line: str, score: re.Match[str], last: re.Match[str], known: Iterable[tuple[str, str]]
) -> tuple[bool, bool, bool, bool]:
    """How much speaks for the first score standing here: the names known, a gap behind it, blanks round the colon."""
    names = _names(line, score, last)
    return (
        names in known,
        names[0] in {each[0] for each in known if each[0]},
        line.startswith("  ", score.end()),
        line[score.start() - 1 : score.start()] == " " and bool(names[1]),
    )
