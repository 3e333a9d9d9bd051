"""The lines of a listing, as its reader takes them."""

import json
from typing import Any

from engine.errors import EngineError, InvalidRecord
from engine.i18n import Phrase, phrase
from engine.records.listing.listing_text import EXACT, TOLD

_LONGEST = 2000
"""No line has more letters, but those with a text between quotation marks."""
_MAY_QUOTE = (EXACT, "White: ", "[")


class Lines:
    """The lines of a listing that are not empty, one after the other; those that only say what follows are left out."""

    def __init__(self, text: str) -> None:
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        told = [(number, line.strip()) for number, line in enumerate(lines, 1) if line.strip()]
        # How a game ended may be said in a sentence that begins so, too; what it counts stands behind it in brackets.
        self._lines = [each for each in told if not each[1].startswith(TOLD) or each[1].endswith("]")]
        self._at = 0
        for number, line in self._lines:
            if len(line) > _LONGEST and not line.startswith(_MAY_QUOTE):
                raise InvalidRecord(
                    phrase("line {number} is longer than anything that is written here", number=number)
                )

    @property
    def line(self) -> str:
        """The next line, empty at the end."""
        return self._lines[self._at][1] if self._at < len(self._lines) else ""

    def take(self) -> str:
        """The next line, which is over then."""
        line = self.line
        self._at += 1
        return line

    def took(self, start: str) -> str | None:
        """What follows on the next line if it begins so; None, and the line is still to come, if it does not."""
        return self.take()[len(start) :].strip() if self.line.startswith(start) else None

    @property
    def place(self) -> Phrase:
        """The line that was taken last, as an error names it."""
        number = self._lines[min(self._at, len(self._lines)) - 1][0] if self._at and self._lines else 1
        return phrase("line {number}", number=number)

    def wrong(self, says: Phrase | EngineError) -> InvalidRecord:
        """The error that says what is wrong with the line that was taken last."""
        return InvalidRecord(phrase("{where}: {why}", where=self.place, why=says))

    def exact(self) -> dict[str, Any] | None:
        """What a line in JSON tells beside the line before it; None where there is none."""
        told = self.took(EXACT)
        if told is None:
            return None
        try:
            data = json.loads(told)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise self.wrong(
                phrase("what follows {mark} is damaged: it is JSON between braces, on one line", mark=EXACT)
            )
        return data
