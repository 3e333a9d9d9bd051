"""Fields: what the opponent's checkers make of the board for the mover, as sets of bits in the mover's numbering."""

from dataclasses import dataclass

from engine.tables.tables_game import Landing, TablesGame


@dataclass(frozen=True, slots=True)
class LandingField:
    """The points that the mover may land on, those on which they would hit, and those the opponent has made."""

    opened: int
    blots: int
    closed: int


_HALF = 13
_HALF_MASK = (1 << _HALF) - 1
_DIGITS = bytes((48, *(49 for _ in range(255))))
"""For a number of checkers the digit that says whether there are any."""


def _bit_table(offset: int) -> tuple[tuple[int, ...], ...]:
    table: list[tuple[int, ...]] = [()]
    for mask in range(1, 1 << _HALF):
        top = mask.bit_length() - 1
        table.append((top + offset, *table[mask ^ (1 << top)]))
    return tuple(table)


_LOW, _HIGH = _bit_table(0), _bit_table(_HALF)


def field_of(
    game: TablesGame, facing: tuple[int, ...], theirs: tuple[int, ...], held: int = 0
) -> LandingField:
    """The field for the mover, from the opponent's counts in the opponent's own numbering.

    `facing[p]` is the mover's number of the opponent's point p; `held` are the mover's pinned checkers.
    """
    everywhere = (1 << game.bar) - 2
    if game.landing is Landing.COEXIST:
        return LandingField(everywhere, 0, 0)
    closed, blots = held, 0
    for point in range(1, game.bar):
        men = theirs[point]
        if men:
            bit = 1 << facing[point]
            if men >= game.block_at:
                closed |= bit
            elif game.landing is Landing.HIT:
                blots |= bit
    return LandingField(everywhere & ~closed, blots, closed)


def occupied(men: tuple[int, ...]) -> int:
    """The bar and the points on which a side has checkers, as a set of bits."""
    # Asked of every moment of a turn: a loop over the sites takes four times as long as reading a number's digits.
    return int(bytes(men[:0:-1]).translate(_DIGITS), 2) << 1


def points_of(mask: int) -> tuple[int, ...]:
    """The members of a set of bits, highest first."""
    beyond = mask >> 2 * _HALF
    if beyond:
        return (*(point + 2 * _HALF for point in points_of(beyond)), *points_of(mask & (1 << 2 * _HALF) - 1))
    return _HIGH[mask >> _HALF] + _LOW[mask & _HALF_MASK]
