"""The score sheet of a game: its steps in two columns, as players write them down, and
what happened between the plays.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

Step = Mapping[str, Any]
"""A step of a match as `GET /api/matches/N` tells it."""

IN_COLUMNS = ("turn", "double", "answer")
"""The kinds of steps that stand in a player's column; every other one has a line to itself."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the sheet: its number with White's step, Black's, or both; or, without a number, a remark."""

    number: int | None = None
    white: Step | None = None
    black: Step | None = None
    remark: Step | None = None


def sheet_lines(steps: Iterable[Step]) -> list[SheetLine]:
    """The lines of a game's sheet, White's column before Black's; the start of the game stands in none."""
    lines: list[SheetLine] = []
    count = 0
    open_line = False
    for step in steps:
        if step["kind"] == "start":
            continue
        if step["kind"] not in IN_COLUMNS or step["side"] is None:
            lines.append(SheetLine(remark=step))
            # A remark parts the columns, so that everything is read in the order in which it happened.
            open_line = False
            continue
        if step["side"] == "B" and open_line:
            lines[-1] = replace(lines[-1], black=step)
            open_line = False
            continue
        count += 1
        open_line = step["side"] == "W"
        lines.append(SheetLine(count, white=step) if open_line else SheetLine(count, black=step))
    return lines
