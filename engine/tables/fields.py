"""Fields: what the opponent's checkers make of the board for the mover, as sets of bits in the mover's numbering."""

from dataclasses import dataclass

from engine.tables.tables import Landing, TablesGame


@dataclass(frozen=True, slots=True)
class LandingField:
    """The points that the mover may land on, those on which they would hit, and those the opponent has made."""

    opened: int
    blots: int
    closed: int


_BITS = (0, *(1 << point for point in range(1, 64)))


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
    mask = 0
    for bit, count in zip(_BITS, men, strict=False):
        if count:
            mask |= bit
    return mask


def points_of(mask: int) -> list[int]:
    """The members of a set of bits, highest first."""
    found: list[int] = []
    while mask:
        top = mask.bit_length() - 1
        found.append(top)
        mask ^= 1 << top
    return found
