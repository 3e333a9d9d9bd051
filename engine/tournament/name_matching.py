"""Names of players: when two are the same, and when they are nearly so."""

import re
from difflib import SequenceMatcher
from functools import lru_cache
from unicodedata import combining, normalize

NEAR = 0.8
"""From which share of letters in common on two names may be one person's."""

_TURNING = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@lru_cache(maxsize=4096)
def same_name(name: str) -> str:
    """What two spellings of a name have in common: capitals and spaces make no difference."""
    return tidy_name(normalize("NFKC", name)).casefold()


def tidy_name(name: str) -> str:
    """A name as it is kept: single blanks, and no marks that would turn round the text that stands beside it."""
    return " ".join(_TURNING.sub("", name).split())


def is_near(one: str, other: str) -> bool:
    """Whether two names may be one person's: but for a few letters or accents, or one is a part of the other.

    >>> is_near("Anna Meier", "anna meyer"), is_near("Björn", "Bjorn")
    (True, True)
    >>> is_near("Anna M.", "Anna Meier"), is_near("Anna", "Ben")
    (True, False)
    """
    a, b = _plain(one), _plain(other)
    if not a or not b:
        return False
    words, more = sorted((a.split(), b.split()), key=len)
    if _begin(words, more) or _begin(words, more[::-1]):
        return True
    return SequenceMatcher(None, a, b).ratio() >= NEAR


def _begin(words: list[str], more: list[str]) -> bool:
    """Whether each of some words begins, or is begun by, the word in its place."""
    return all(a.startswith(b) or b.startswith(a) for a, b in zip(words, more, strict=False))


def _plain(name: str) -> str:
    letters = (each for each in normalize("NFKD", name) if not combining(each))
    return same_name("".join(letters).replace(".", " "))
