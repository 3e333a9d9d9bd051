"""The board of nine by nine squares: their numbers and names, the throne, the corners, and what lies in line."""

SIZE = 9
SQUARES = SIZE * SIZE
MAN, KING = 1, 2
"""What a count of a square says: a man or, in White's counts only, the king."""
_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""One square to the east, west, north and south, as files and ranks."""


def square(file: int, rank: int) -> int | None:
    """The number of a square from its file and rank, each 0-8; None beyond the board."""
    return SIZE * rank + file if 0 <= file < SIZE and 0 <= rank < SIZE else None


def square_name(number: int) -> str:
    """What a square is called.

    >>> square_name(0), square_name(40), square_name(80)
    ('a1', 'e5', 'i9')
    """
    return f"{'abcdefghi'[number % SIZE]}{number // SIZE + 1}"


def square_named(name: str) -> int | None:
    """The number of a square from its name, in capitals or not; None where there is no such square.

    >>> square_named("E5"), square_named("j5")
    (40, None)
    """
    return _NUMBERS.get(name.casefold())


_NUMBERS = {square_name(number): number for number in range(SQUARES)}
THRONE = _NUMBERS["e5"]
CORNERS = frozenset(_NUMBERS[name] for name in ("a1", "i1", "a9", "i9"))


def _ray(start: int, step: tuple[int, int]) -> tuple[int, ...]:
    found = []
    file, rank = start % SIZE + step[0], start // SIZE + step[1]
    while (there := square(file, rank)) is not None:
        found.append(there)
        file, rank = file + step[0], rank + step[1]
    return tuple(found)


RAYS = tuple(tuple(_ray(number, step) for step in _STEPS) for number in range(SQUARES))
"""For every square the squares in line to the east, west, north and south, nearest first."""
BESIDE = tuple(tuple(ray[0] if ray else None for ray in rays) for rays in RAYS)
"""For every square its neighbours to the east, west, north and south; None beyond the board."""
EDGE = frozenset(number for number in range(SQUARES) if None in BESIDE[number])
"""The squares along the edge, corners included."""


def between(origin: int, target: int) -> tuple[int, ...] | None:
    """The squares passed over in a straight line, ends left out; None where the two are not in line.

    >>> [square_name(each) for each in between(18, 21)]
    ['b3', 'c3']
    """
    for ray in RAYS[origin]:
        if target in ray:
            return ray[: ray.index(target)]
    return None


Counts = tuple[int, ...]
"""What stands on the 81 squares for one side: 0, MAN or KING."""
EMPTY, DEFENDER, SOVEREIGN, ATTACKER = b".wkb"
"""What stands on a square, in the 81 bytes of a board of both sides."""


def board_of(white: Counts, black: Counts) -> bytes:
    """The 81 squares as bytes, White's pieces covering Black's where something impossible was seen."""
    return bytes(
        (DEFENDER if ours < KING else SOVEREIGN) if ours else ATTACKER if theirs else EMPTY
        for ours, theirs in zip(white, black, strict=True)
    )


def squares_text(white: Counts, black: Counts) -> str:
    """A board as text, the king first, then the squares row by row: `W: Ke5 e3 e4 ... B: d1 e1 ...`."""
    king = [f"K{square_name(number)}" for number in range(SQUARES) if white[number] == KING]
    men = [square_name(number) for number in range(SQUARES) if white[number] == MAN]
    theirs = [square_name(number) for number in range(SQUARES) if black[number]]
    return " ".join(["W:", *king, *men, "B:", *theirs])
