"""How a game of the tafl family is declared: a frozen TaflGame of plain values."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from engine.board import Shape, Side
from engine.dice import Roll
from engine.i18n import Called
from engine.past import NOTHING_PAST, Past
from engine.position import Position
from engine.squares import CORNERS, EDGE, KING, MAN, SQUARES, square_named
from engine.tables.options import Choice, Departure, Option, OptionValue, chosen_of
from engine.tables.tables_game import Decide, FirstRoll, LastTurn, NextGame, Tier

TABLUT_WHITE = "Ke5 e3 e4 e6 e7 c5 d5 f5 g5"
TABLUT_BLACK = "d1 e1 f1 e2 d9 e9 f9 e8 a4 a5 a6 b5 i4 i5 i6 h5"


class Stalemate(Enum):
    """What becomes of a side that is to move and cannot."""

    LOSES = "loses"
    DRAW = "draw"


class Repetition(Enum):
    """What becomes of the game when the same board, with the same side to move, is there for the third time."""

    DRAW = "draw"
    LOSES = "loses"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TaflGame:
    """A game of king and attackers as data (rules A32); two games are equal only if they are the same object.

    White has the king and his defenders and moves first, Black attacks. `setup` and `setup_black` name the
    squares, the king's with a K. What the other fields mean is told by the options that set them; those of
    the same name are declared with `switch`.
    """

    id: str
    names: tuple[tuple[str, str], ...]
    source: str
    rules: str | None
    aliases: tuple[str, ...] = ()
    tier: Tier = Tier.PLAYED
    reconstructed: bool = False
    setup: str = TABLUT_WHITE
    setup_black: str = TABLUT_BLACK
    king_custodial: bool = False
    unarmed_king: bool = False
    corner_escape: bool = False
    corner_hostile: bool = True
    edge_capture: bool = True
    king_may_return: bool = False
    throne_open: bool = False
    throne_hostile: bool = True
    king_four_on_throne_two_elsewhere: bool = False
    pass_throne: bool = False
    stalemate: Stalemate = Stalemate.LOSES
    repetition: Repetition = Repetition.DRAW
    announce: bool = False
    options: tuple[Option, ...] = ()
    departures: tuple[Departure, ...] = ()
    start: Position = field(init=False)

    def __post_init__(self) -> None:
        white, black = (_counts(text) for text in (self.setup, self.setup_black))
        object.__setattr__(self, "start", Position(white, black))

    @property
    def called(self) -> Called:
        """What the game is called."""
        return Called(self.names)

    @property
    def name(self) -> str:
        """What the game is called in English."""
        return str(self.called)

    @property
    def shape(self) -> Shape:
        """The shape of its board."""
        return Shape.TAFL

    @property
    def dice(self) -> int:
        """How many dice are thrown: none."""
        return 0

    @property
    def cube(self) -> bool:
        """Whether a doubling cube belongs to the game: never."""
        return False

    @property
    def first(self) -> Side:
        """Who moves first."""
        return Side.WHITE

    @property
    def remembers(self) -> bool:
        """Whether anything beyond the men on the squares bears on the game: boards that have been."""
        return self.repetition is not Repetition.NOTHING

    @property
    def men(self) -> tuple[int, int]:
        """How many pieces White, the king among them, and Black begin with."""
        return sum(map(bool, self.start.white)), sum(map(bool, self.start.black))

    @property
    def goal(self) -> frozenset[int]:
        """The squares where the king has escaped."""
        return CORNERS if self.corner_escape else EDGE

    @property
    def decide(self) -> Decide:
        """How it is decided who moves first: by the rules."""
        return Decide.WHITE_FIRST

    @property
    def next_game(self) -> NextGame:
        """Who begins the next game: that is decided as in the first."""
        return NextGame.DECIDE_AGAIN

    @property
    def first_roll(self) -> FirstRoll:
        """No dice decide anything that could be played."""
        return FirstRoll.REROLL

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll that can be thrown: none."""
        return ()

    @property
    def last_turn(self) -> LastTurn:
        """Nobody finishes after the game is won."""
        return LastTurn.NOBODY

    def units(self, roll: Roll | None, past: Past = NOTHING_PAST, side: Side = Side.WHITE) -> tuple[int, ...]:
        """The numbers that a roll gives to play: none."""
        return ()

    def with_options(self, options: Mapping[str, OptionValue]) -> "TaflGame":
        """The game as people have agreed to play it; always the same object for the same options.

        Raises InvalidOption with all that is wrong.
        """
        known = {option.name: option for option in self.options}
        changes: dict[str, object] = {}
        for name, index in chosen_of(self.called, self.options, options):
            changes.update(known[name].choices[index].changes)
        changed = {name: value for name, value in changes.items() if getattr(self, name) != value}
        return _changed(self, tuple(sorted(changed.items()))) if changed else self


@lru_cache(maxsize=256)
def _changed(game: TaflGame, changes: tuple[tuple[str, object], ...]) -> TaflGame:
    return dataclasses.replace(game, **dict(changes))  # type: ignore[arg-type]


def _counts(text: str) -> tuple[int, ...]:
    """81 counts from the names of squares; those of a declaration are right."""
    counts = [0] * SQUARES
    for word in text.split():
        number = square_named(word.removeprefix("K"))
        assert number is not None, word
        counts[number] = KING if word.startswith("K") else MAN
    return tuple(counts)


def switch(name: str, sentence: str, default: bool = False) -> Option:
    """An option that turns the field of a TaflGame with the same name on or off."""
    choices = tuple(Choice(value, ((name, value),)) for value in (default, not default))
    return Option(name, sentence, choices)
