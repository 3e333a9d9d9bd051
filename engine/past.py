"""The past: what a game must remember of its course that the checkers on the board do not show (rules section 1.8)."""

from dataclasses import dataclass

from engine.board import Side
from engine.dice import Roll

Pair = tuple[int, int]
"""A number for White and one for Black."""


def one_of(pair: Pair, side: Side) -> int:
    """A side's number of a pair."""
    return pair[0] if side is Side.WHITE else pair[1]


def with_one(pair: Pair, side: Side, value: int) -> Pair:
    """A pair with another number for a side."""
    return (value, pair[1]) if side is Side.WHITE else (pair[0], value)


@dataclass(frozen=True, slots=True)
class Past:
    """What of the course of a game bears on what may happen next; a game remembers only what its rules ask for.

    `hand`: of the checkers that are not yet on the board (site 25), how many have never been on it; the others are
    on the bar. `turns`, `doublets`: how many turns and doublets each side has had. `pinned`: each side's pinned
    checkers, a set of bits in its owner's own numbering. `owed`: numbers that the last mover could not play, and
    that the opponent is to play before they throw, or by which the game is lost; `either`: just one of them is to
    be played, whichever the last mover has left; `thrower_again`: once they are played who threw them throws again,
    and not who has played them. `again`: the side that has played throws again. `broken`: where the last play broke
    made points, a set of bits in the mover's own numbering. `last_turn`: the side that has one turn left, the other
    having finished. `opener`: who moved first. `tally`: what is counted during play; `history`: boards that have
    been, as text. `idle`: how many turns nobody has come nearer to their aim.
    """

    hand: Pair = (0, 0)
    turns: Pair = (0, 0)
    doublets: Pair = (0, 0)
    pinned: Pair = (0, 0)
    owed: tuple[int, ...] = ()
    again: bool = False
    broken: int = 0
    last_turn: Side | None = None
    opener: Side | None = None
    tally: tuple[int, ...] = ()
    history: tuple[str, ...] = ()
    idle: int = 0
    thrower_again: bool = False
    either: bool = False

    @property
    def owed_roll(self) -> Roll:
        """The numbers owed as what is to be played."""
        return Roll(self.owed, carried=True, either=self.either)

    def mirrored(self) -> "Past":
        """The same past with the players exchanged; `tally` and `history` are left, as only their family reads them."""
        return Past(
            self.hand[::-1],
            self.turns[::-1],
            self.doublets[::-1],
            self.pinned[::-1],
            self.owed,
            self.again,
            self.broken,
            self.last_turn and self.last_turn.other,
            self.opener and self.opener.other,
            self.tally,
            self.history,
            self.idle,
            self.thrower_again,
            self.either,
        )


NOTHING_PAST = Past()
"""The past of a game that remembers nothing, or has just begun."""
