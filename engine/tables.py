"""How a game of the tables family is declared: a frozen TablesGame of plain values and rule objects.

What a declaration leaves out has the value of modern backgammon (the profile BASE_BG of the rules, section 1.1).
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Protocol

from engine.board import BAR, OFF
from engine.dice import Roll
from engine.errors import InvalidOption
from engine.play import Move
from engine.position import Position, side_men

OptionValue = bool | int | str
"""What an option of a game can be set to."""


class Relation(Enum):
    """How the two players' ways round the board lie to each other (rules section 0.1)."""

    CONTRARY = "contrary"
    PARALLEL_OPPOSITE = "parallel_opposite"
    PARALLEL_SAME = "parallel_same"

    def theirs(self, point: int) -> int:
        """The opponent's number of the point with this number in one's own counting; its own inverse."""
        if point in (OFF, BAR) or self is Relation.PARALLEL_SAME:
            return point
        if self is Relation.CONTRARY:
            return BAR - point
        return point + 12 if point <= 12 else point - 12


class Landing(Enum):
    """What a single checker of the opponent means to one that would land on it (rules section 1.3)."""

    HIT = "hit"
    SOLO_BLOCK = "solo_block"


class Doublets(Enum):
    """What equal dice give: one move for each die, or two."""

    PLAIN = "plain"
    TWICE = "twice"

    def units(self, roll: Roll) -> tuple[int, ...]:
        """The numbers to be played with a roll, highest first."""
        return roll.dice * 2 if self is Doublets.TWICE and roll.is_doublet else roll.dice


class BearOff(Enum):
    """Which checkers a number bears off once all are home (rules section 1.5)."""

    STANDARD = "standard"
    EXACT = "exact"
    NONE = "none"


class FirstRoll(Enum):
    """Whether the dice that decided who begins are the first throw, or both are thrown again."""

    USE_BOTH = "use_both"
    REROLL = "reroll"


class NextGame(Enum):
    """Who begins the next game."""

    DECIDE_AGAIN = "decide_again"
    WINNER = "winner"
    LOSER = "loser"


class Loser(Enum):
    """What the loser's checkers must show for a grade of win."""

    ANY = "any"
    NONE_OFF = "none off"
    NONE_OFF_ONE_BACK = "none off, and one on the bar or in the winner's home"
    ONE_BACK = "one on the bar or in the winner's home"

    def shown_by(self, men: tuple[int, ...]) -> bool:
        """Whether the loser's 26 counts, in his own numbering, show it."""
        none_off = men[OFF] == 0
        one_back = any(men[19:])
        match self:
            case Loser.ANY:
                return True
            case Loser.NONE_OFF:
                return none_off
            case Loser.NONE_OFF_ONE_BACK:
                return none_off and one_back
            case Loser.ONE_BACK:
                return one_back


@dataclass(frozen=True, slots=True)
class Grade:
    """A way to win, what it counts, and what the loser must show for it."""

    how: str
    points: int
    loser: Loser


SINGLE = Grade("single", 1, Loser.ANY)
GAMMON = Grade("gammon", 2, Loser.NONE_OFF)
BACKGAMMON = Grade("backgammon", 3, Loser.NONE_OFF_ONE_BACK)


@dataclass(frozen=True, slots=True)
class TurnSoFar:
    """What a rule of a game may look at in the middle of a turn; the 26 counts are in each owner's own numbering."""

    before: tuple[int, ...]
    own: tuple[int, ...]
    theirs: tuple[int, ...]
    moves: tuple[Move, ...]


class StepRule(Protocol):
    """A restriction that every single move must satisfy (kind S in rules section 1.4)."""

    @property
    def rule(self) -> str:
        """The id of the rule, such as `R.hit_run`."""

    @property
    def message(self) -> str:
        """The id of its sentence in engine.wording."""

    def allows(self, turn: TurnSoFar, move: Move) -> bool:
        """Whether the move may be made at this moment of the turn."""


class TurnRule(Protocol):
    """A restriction on the position at the end of a turn (kind T in rules section 1.4)."""

    @property
    def rule(self) -> str:
        """The id of the rule, such as `R.gap`."""

    @property
    def message(self) -> str:
        """The id of its sentence in engine.wording."""

    def allows(self, turn: TurnSoFar) -> bool:
        """Whether the turn may end so."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that an option can have, and the fields of the game that it changes."""

    value: OptionValue
    changes: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A variation that people may agree on; the first choice is the default."""

    name: str
    sentence: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> OptionValue:
        """The value that holds unless people say otherwise."""
        return self.choices[0].value


STANDARD_SETUP = ((24, 2), (13, 5), (8, 3), (6, 5))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TablesGame:
    """A game of the tables family as data; two games are equal only if they are the same object.

    `setup` lists (point, checkers) in each player's own numbering, 25 being the bar or the hand; `setup_black`
    is given where the sides start differently. `block_at` checkers of the opponent close a point. `grades` are
    tried in order. `rules` is the prose, `source` says where it comes from, `names` are (language, name).
    """

    id: str
    names: tuple[tuple[str, str], ...]
    source: str
    rules: str | None
    aliases: tuple[str, ...] = ()
    men: int = 15
    setup: tuple[tuple[int, int], ...] = STANDARD_SETUP
    setup_black: tuple[tuple[int, int], ...] | None = None
    relation: Relation = Relation.CONTRARY
    first_roll: FirstRoll = FirstRoll.USE_BOTH
    next_game: NextGame = NextGame.DECIDE_AGAIN
    doublets: Doublets = Doublets.TWICE
    landing: Landing = Landing.HIT
    block_at: int = 2
    bearoff: BearOff = BearOff.STANDARD
    step_rules: tuple[StepRule, ...] = ()
    turn_rules: tuple[TurnRule, ...] = ()
    grades: tuple[Grade, ...] = (BACKGAMMON, GAMMON, SINGLE)
    cube: bool = False
    options: tuple[Option, ...] = ()
    start: Position = field(init=False)

    def __post_init__(self) -> None:
        white, black = dict(self.setup), dict(self.setup_black or self.setup)
        object.__setattr__(self, "start", Position(side_men(white, self.men), side_men(black, self.men)))

    @property
    def name(self) -> str:
        """What the game is called in English."""
        return dict(self.names).get("en", self.id)

    def units(self, roll: Roll) -> tuple[int, ...]:
        """The numbers to be played with a roll, highest first."""
        return self.doublets.units(roll)

    def with_options(self, options: Mapping[str, OptionValue]) -> "TablesGame":
        """The game as people have agreed to play it; always the same object for the same options.

        Raises InvalidOption.
        """
        known = {option.name: option for option in self.options}
        chosen: list[tuple[str, int]] = []
        for name, value in sorted(options.items()):
            if name not in known:
                offered = ", ".join(sorted(known)) or "none"
                raise InvalidOption(f"{self.name} has no option {name!r}; its options: {offered}")
            values = [choice.value for choice in known[name].choices]
            fitting = [i for i, each in enumerate(values) if each == value and type(each) is type(value)]
            if not fitting:
                offered = ", ".join(str(each).lower() for each in values)
                raise InvalidOption(f"{name} of {self.name} can be {offered}, not {value!r}")
            chosen.append((name, fitting[0]))
        return _with_choices(self, tuple(chosen)) if chosen else self


@lru_cache(maxsize=256)
def _with_choices(game: TablesGame, chosen: tuple[tuple[str, int], ...]) -> TablesGame:
    """The game changed by choices given as option and place in its list."""
    known = {option.name: option for option in game.options}
    changes: dict[str, object] = {}
    for name, index in chosen:
        changes.update(known[name].choices[index].changes)
    return dataclasses.replace(game, **changes) if changes else game  # type: ignore[arg-type]
