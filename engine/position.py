"""A position: where each side's checkers stand, in that side's own numbering."""

import re
from dataclasses import dataclass

from engine.board import BAR, OFF, Kind, Occupancy, Seating, Side
from engine.errors import InvalidPosition

SITES = 26


@dataclass(frozen=True, slots=True)
class Position:
    """The checkers of both sides, each in its owner's own numbering (distance to go).

    Tuples of 26 counts: index 0 the checkers borne off, 1-24 the points, 25 the bar.
    """

    white: tuple[int, ...]
    black: tuple[int, ...]

    def of(self, side: Side) -> tuple[int, ...]:
        """The checkers of one side in its own numbering."""
        return self.white if side is Side.WHITE else self.black

    def pip_count(self, side: Side) -> int:
        """The points that a side's checkers have still to travel, the bar counted as 25."""
        return sum(point * men for point, men in enumerate(self.of(side)))

    def mirrored(self) -> "Position":
        """The same position with the players exchanged."""
        return Position(self.black, self.white)

    def __str__(self) -> str:
        return f"W: {side_text(self.white)} B: {side_text(self.black)}"


def side_text(men: tuple[int, ...]) -> str:
    """One side's checkers as text, bar first, then points from 24 down, then those borne off."""
    parts = [f"bar({men[BAR]})"] if men[BAR] else []
    parts += [f"{point}({men[point]})" for point in range(24, 0, -1) if men[point]]
    parts += [f"off({men[OFF]})"] if men[OFF] else []
    return " ".join(parts)


def side_men(points: dict[int, int], men: int) -> tuple[int, ...]:
    """One side's 26 counts from its occupied points; what is missing from `men` is borne off."""
    counts = [points.get(site, 0) for site in range(SITES)]
    if OFF not in points:
        counts[OFF] = men - sum(counts)
    return tuple(counts)


_PART = re.compile(r"(bar|off|\d+)\((\d+)\)$")


def parse_position(text: str, men: int = 15) -> Position:
    """The position written like `W: bar(1) 24(2) 6(5) B: 24(2) 13(5) off(3)`.

    A side whose checkers do not add up to `men` has borne off the rest, unless it says `off`. Raises InvalidPosition
    with all that is wrong.
    """
    match = re.fullmatch(r"\s*W:(.*?)B:(.*)", text, re.DOTALL)
    if match is None:
        raise InvalidPosition(
            f"{text!r} is not a position; write it like 'W: 24(2) 13(5) 8(3) 6(5) B: 24(2) ...'"
        )
    faults: list[str] = []
    sides = [_parse_side(name, part, men, faults) for name, part in zip("WB", match.groups(), strict=True)]
    white, black = sides
    faults += [
        f"point {point} of White is the {25 - point} of Black: both stand on it"
        for point in range(1, 25)
        if white[point] and black[25 - point]
    ]
    if faults:
        raise InvalidPosition("; ".join(faults))
    return Position(white, black)


def _parse_side(name: str, text: str, men: int, faults: list[str]) -> tuple[int, ...]:
    points: dict[int, int] = {}
    for word in text.split():
        part = _PART.match(word)
        site = (
            {"bar": BAR, "off": OFF}.get(part[1], int(part[1]) if part[1].isdigit() else -1) if part else -1
        )
        if part is None or (part[1].isdigit() and site not in range(1, 25)):
            faults.append(f"{name}: {word!r} is no point with its checkers, like 13(5), bar(1) or off(2)")
        else:
            points[site] = points.get(site, 0) + int(part[2])
    total = sum(points.values())
    if total > men:
        faults.append(f"{name}: {total} checkers, but the game has {men}")
    elif OFF in points and total != men:
        faults.append(f"{name}: {total} checkers with those borne off, but the game has {men}")
    return side_men(points, men)


def occupancy_of(position: Position, seating: Seating) -> Occupancy:
    """How a position of the contrary games looks on the board to somebody who sits as `seating` says."""
    white, black = [0] * SITES, [0] * SITES
    for site in range(SITES):
        white[seating.slot(site)] = position.white[site]
        black[seating.slot(site if site in (OFF, BAR) else 25 - site)] = position.black[site]
    light, dark = (white, black) if seating.near is Kind.LIGHT else (black, white)
    return Occupancy(tuple(light), tuple(dark))


def position_of(occupancy: Occupancy, seating: Seating) -> Position:
    """The position that an occupancy is, to somebody who sits as `seating` says; inverse of occupancy_of."""
    near, far = (
        (occupancy.light, occupancy.dark) if seating.near is Kind.LIGHT else (occupancy.dark, occupancy.light)
    )
    white = tuple(near[seating.slot(site)] for site in range(SITES))
    black = tuple(far[seating.slot(site if site in (OFF, BAR) else 25 - site)] for site in range(SITES))
    return Position(white, black)
