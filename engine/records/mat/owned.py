"""Illegal plays that a transcriber owns up to, in a remark above the games or in a tag.

`; |  Game 6, Move 19 of Anna --> 11: 3/2 1/Off(2) was illegal  |` or `; [IllegalPlay "Game 6, Move 19 of Anna"]`.
"""

import re
from dataclasses import dataclass

_REMARK = re.compile(
    r"\bGame\s+(\d{1,6})\s*,\s*Move\s+(\d{1,6})(?:\s+of\s+(?P<of>[^>\"|]{1,80}?))?\s*"
    r"(?:-+>[^|]{0,200}\billegal\b|\"\s*\]?\s*$)",
    re.IGNORECASE,
)
_TAG = re.compile(r";\s*\[\s*IllegalPlay\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Owned:
    """An illegal play as it is told: the numbers of the game and the row as they are
    printed, and who played it, if told.
    """

    game: int
    row: int
    name: str = ""

    def is_by(self, name: str) -> bool:
        """Whether it may be a play of this player."""
        return not self.name or self.name.casefold() == name.casefold()


def owned_in(comment: str) -> Owned | None:
    """The illegal play that a line of comment tells, if it does."""
    found = _REMARK.search(comment)
    if found is None or not (_TAG.match(comment) or "illegal" in found[0].casefold()):
        return None
    return Owned(int(found[1]), int(found[2]), (found["of"] or "").strip())
