"""How a game of the tables family is declared: a frozen TablesGame of plain values and rule objects.

What a declaration leaves out has the value of modern backgammon (the profile BASE_BG of the rules, section 1.1).
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any, Protocol

from engine.board import OFF, Shape, Side
from engine.dice import Roll, all_rolls
from engine.i18n import Called
from engine.past import NOTHING_PAST, Past
from engine.play import Fault, Outcome
from engine.position import Position
from engine.tables.grades import BACKGAMMON, GAMMON, SINGLE, Grade
from engine.tables.moment import (
    BreakRule,
    ChipRule,
    Deadlock,
    FirstTurn,
    StepRule,
    Term,
    TurnRule,
    Win,
)
from engine.tables.numbers import TWICE, Numbers, PlanStage, ThrowPlan, UnderFaces
from engine.tables.options import Choice, Departure, Option, OptionValue, changed_part, chosen_of


class Relation(Enum):
    """How the two players' ways round the board lie to each other (rules section 0.1)."""

    CONTRARY = "contrary"
    PARALLEL_OPPOSITE = "parallel_opposite"
    PARALLEL_SAME = "parallel_same"
    OFFSET_6 = "offset_6"
    ACROSS = "across"
    FACING = "facing"

    def facing(self, point: int, points: int, side: Side) -> int:
        """The opponent's number of the point whose checkers one that comes to this point of `side` meets, on a board of
        so many points: of the same point, or of the one straight across.

        Where each side keeps to its own half, nobody meets a checker at the end of the half; where it keeps to its own
        table, all meet those straight across.
        """
        end = points // 2
        if self is Relation.FACING or (self is Relation.ACROSS and point not in (end, end + 1)):
            return point
        return self.place(point, points, side)

    def place(self, point: int, points: int, side: Side) -> int:
        """The opponent's number of the very point that `side` counts as this one."""
        match self:
            case Relation.CONTRARY | Relation.ACROSS | Relation.FACING:
                return points + 1 - point
            case Relation.PARALLEL_OPPOSITE:
                return (point - 1 + points // 2) % points + 1
            case Relation.PARALLEL_SAME:
                return point
            case Relation.OFFSET_6:
                return (point - 1 + (6 if side is Side.WHITE else -6)) % points + 1


class Landing(Enum):
    """What a single checker of the opponent means to one that would land on it (rules section 1.3); DRAW: one of any
    number goes back to the hand.
    """

    HIT = "hit"
    PIN = "pin"
    SOLO_BLOCK = "solo_block"
    CAPTURE = "capture"
    COEXIST = "coexist"
    DRAW = "draw"

    @property
    def shares(self) -> bool:
        """Whether checkers of both sides may stand on one point."""
        return self in (Landing.PIN, Landing.COEXIST)


class BearOff(Enum):
    """Which checkers a number bears off once all are home (rules section 1.5)."""

    STANDARD = "standard"
    EXACT = "exact"
    STRICT_REAR = "strict_rear"
    ANY_TWO = "any_two"
    NONE = "none"


class Decide(Enum):
    """Who moves first in a game, where the game before does not say."""

    HIGH_DIE = "high_die"
    LOW_DIE = "low_die"
    WHITE_FIRST = "white_first"
    AGREED = "agreed"


class FirstRoll(Enum):
    """Whether the dice that decided who begins are the first throw, or both are thrown again."""

    USE_BOTH = "use_both"
    REROLL = "reroll"


class NextGame(Enum):
    """Who begins the next game."""

    DECIDE_AGAIN = "decide_again"
    WINNER = "winner"
    LOSER = "loser"


class DiceSource(Enum):
    """Where the numbers come from: thrown dice, or one number and its complement to seven, which somebody picks."""

    THROWN = "thrown"
    OPPONENT_IN_SECRET = "opponent in secret"
    CHANCE = "chance"


class Unused(Enum):
    """What becomes of numbers that cannot be played."""

    LOST = "lost"
    OPPONENT_PLAYS = "opponent_plays"
    LOSES = "loses"


class LastTurn(Enum):
    """Who may finish too, in one turn more, once the opponent has borne off their last checker (rules section 5.5)."""

    NOBODY = "nobody"
    SECOND_PLAYER = "second player"
    ANYBODY = "anybody"


class Tier(Enum):
    """How well a game is known: in living use, from history, or put together from scraps."""

    PLAYED = "A"
    HISTORIC = "B"


STANDARD_SETUP = ((24, 2), (13, 5), (8, 3), (6, 5))
HEAD = ((24, 15),)
"""All fifteen on the first point of one's way."""
HAND = ((25, 15),)
"""All fifteen beside the board."""


class Family(Protocol):
    """A family of games that the kernel cannot play from data alone (rules section 1.6)."""

    @property
    def travels(self) -> bool:
        """Whether checkers run from point to point; else each waits where it lies for the number of its point."""

    def outcomes(self, game: "TablesGame", position: Position, side: Side, roll: Roll) -> tuple[Outcome, ...]:
        """Every legal result with its past; one with an empty play where nothing can be played."""

    def on_the_way(
        self, game: "TablesGame", position: Position, side: Side, roll: Roll
    ) -> frozenset[Position]:
        """The positions that the turn may pass through and still be completed legally, start and ends included."""

    def win(
        self, game: "TablesGame", position: Position, just_moved: Side
    ) -> tuple[Side | None, int, str] | None:
        """The winner (None: a draw), the grade and how, or None while the game goes on."""

    def stands(
        self, game: "TablesGame", position: Position, side: Side, roll: Roll, seen: Position
    ) -> Position:
        """A board that an illegal play of the roll left and that stands, with the past that it has there."""

    def explain(
        self, game: "TablesGame", position: Position, side: Side, roll: Roll, seen: Position
    ) -> Fault:
        """The fault of a seen position that no legal play reaches."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TablesGame:
    """A game of the tables family as data; two games are equal only if they are the same object.

    `rules` is the prose, `source` says where it comes from, `names` are (language, name); `reconstructed`
    that no full rules have come down. `setup` lists (point, checkers) in each player's own numbering, the
    number after the last point being the hand; `setup_black` is given where the sides start differently.
    `upward`: points are counted along the way, not by the distance to go. `home` is the last point of the
    home table. `dice` dice with these `faces` are thrown; `source_of_dice` says where their numbers come
    from. `block_at` checkers of the opponent close a point. `enter_first` checkers must have come in from
    the hand before another moves (None: all). `free_to_bear_off`: none may be pinned. `next_turn_off`: a
    side bears off only in turns that it begins with all home; `again_at_home`: it throws again only after
    such turns. `first_turn` is what a rule becomes on a side's first turn. `wins` are tried after every
    move, `grades` once all are off, in order; `giveaway`: who is off first loses. `early_resignation`: who
    has made no point on the second half of their way may give up singly, unasked. `terms` are told when what
    they mean happens. `departures`: where its sources disagree.
    `chips` are won in the course of the game; `deadlock` says when one that nobody gets
    on with is over. `family` plays games that need code of their own. `remembers`: more bears on the game
    than the checkers on the points.
    """

    id: str
    names: tuple[tuple[str, str], ...]
    source: str
    rules: str | None
    aliases: tuple[str, ...] = ()
    tier: Tier = Tier.PLAYED
    reconstructed: bool = False
    men: int = 15
    points: int = 24
    home: int = 6
    setup: tuple[tuple[int, int], ...] = STANDARD_SETUP
    setup_black: tuple[tuple[int, int], ...] | None = None
    relation: Relation = Relation.CONTRARY
    upward: bool = False
    decide: Decide = Decide.HIGH_DIE
    first_roll: FirstRoll = FirstRoll.USE_BOTH
    next_game: NextGame = NextGame.DECIDE_AGAIN
    dice: int = 2
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    source_of_dice: DiceSource = DiceSource.THROWN
    numbers: Numbers = TWICE
    unused: Unused = Unused.LOST
    landing: Landing = Landing.HIT
    block_at: int = 2
    enter_first: int | None = None
    bearoff: BearOff = BearOff.STANDARD
    free_to_bear_off: bool = False
    next_turn_off: bool = False
    again_at_home: bool = False
    step_rules: tuple[StepRule, ...] = ()
    turn_rules: tuple[TurnRule, ...] = ()
    first_turn: FirstTurn | None = None
    breaks: tuple[BreakRule, ...] = ()
    wins: tuple[Win, ...] = ()
    chips: tuple[ChipRule, ...] = ()
    deadlock: Deadlock | None = None
    grades: tuple[Grade, ...] = (BACKGAMMON, GAMMON, SINGLE)
    last_turn: LastTurn = LastTurn.NOBODY
    giveaway: bool = False
    early_resignation: bool = False
    terms: tuple[Term, ...] = ()
    cube: bool = False
    options: tuple[Option, ...] = ()
    departures: tuple[Departure, ...] = ()
    family: Family | None = None
    start: Position = field(init=False)
    remembers: bool = field(init=False, repr=False)
    _facing: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False, repr=False)
    _places: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        sides = [dict(self.setup), dict(self.setup_black or self.setup)]
        white, black = (tuple(each.get(site, 0) for site in range(self.bar + 1)) for each in sides)
        hand = (white[self.bar], black[self.bar])
        past = Past(hand=hand) if any(hand) else NOTHING_PAST
        object.__setattr__(self, "start", Position(white, black, past))
        for name, number in (("_facing", self.relation.facing), ("_places", self.relation.place)):
            by_side = (
                (OFF, *(number(point, self.points, side) for point in range(1, self.bar)), self.bar)
                for side in Side
            )
            object.__setattr__(self, name, tuple(by_side))
        # Asked for every result of every roll.
        object.__setattr__(self, "remembers", self._remembers())

    def variant(
        self, *, id: str, names: tuple[tuple[str, str], ...], source: str, rules: str | None, **changes: Any
    ) -> "TablesGame":
        """Another game that is like this one but for what it is called and the fields that are given."""
        own = {"aliases": (), "reconstructed": False, "departures": (), **changes}
        return dataclasses.replace(self, id=id, names=names, source=source, rules=rules, **own)

    @property
    def called(self) -> Called:
        """What the game is called."""
        return Called(self.names)

    @property
    def name(self) -> str:
        """What the game is called in English."""
        return str(self.called)

    def options_but(self, *names: str) -> tuple[Option, ...]:
        """Its options without those with these names, for a variant that has decided them."""
        return tuple(option for option in self.options if option.name not in names)

    @property
    def shape(self) -> Shape:
        """The shape of its board."""
        return Shape.TABLES

    @property
    def counts_pips(self) -> bool:
        """Whether the number of a checker's point is how far it has still to go: not where none is borne off, nor where
        each waits for its own number.
        """
        return self.bearoff is not BearOff.NONE and (self.family is None or self.family.travels)

    @property
    def bar(self) -> int:
        """The site of checkers that are not on a point, on the bar or in the hand: the number after the last point."""
        return self.points + 1

    def lying(self, side: Side) -> tuple[int, ...]:
        """For every site as `side` counts, where it lies, as the near player of backgammon counts the points."""
        there = tuple(range(self.bar + 1)) if side is Side.WHITE else self.same_place(side)
        # Who keeps to one half comes in at the right end of their own side, which is the first half of their way.
        if not self.upward and self.relation is not Relation.ACROSS:
            return there
        return (there[0], *(self.bar - point for point in there[1:-1]), there[-1])

    def facing(self, side: Side) -> tuple[int, ...]:
        """For every site as `side` counts, the opponent's number of that whose checkers are met there; off and the bar
        are themselves.
        """
        return self._facing[0 if side is Side.WHITE else 1]

    def same_place(self, side: Side) -> tuple[int, ...]:
        """For every site as `side` counts, the opponent's number of the same one."""
        return self._places[0 if side is Side.WHITE else 1]

    def shared_points(self, position: Position) -> list[int]:
        """The points, as White counts, on which both sides stand."""
        there = self.same_place(Side.WHITE)
        return [
            point for point in range(1, self.bar) if position.white[point] and position.black[there[point]]
        ]

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll that can be thrown."""
        if self.source_of_dice is not DiceSource.THROWN:
            return tuple(Roll((high, 7 - high)) for high in (6, 5, 4))
        return all_rolls(self.dice, self.faces)

    def plans(self, roll: Roll, past: Past, side: Side) -> tuple[ThrowPlan, ...]:
        """What a roll gives a side to play, as plans to choose from; carried numbers are played as they are."""
        if roll.carried:
            return (ThrowPlan((PlanStage(roll.dice),)),)
        index = 0 if side is Side.WHITE else 1
        return self.numbers_at(past).plans(roll, past.turns[index], past.doublets[index])

    def numbers_at(self, past: Past) -> Numbers:
        """How throws are turned into numbers now; the one that decided who begins may be played otherwise."""
        if isinstance(self.numbers, UnderFaces) and not any(past.turns):
            return self.numbers.opening()
        return self.numbers

    def units(self, roll: Roll | None, past: Past = NOTHING_PAST, side: Side = Side.WHITE) -> tuple[int, ...]:
        """The numbers that a roll gives to play, highest first in every stage, of the
        longest plan; none without a roll.
        """
        if roll is None:
            return ()
        return max(self.plans(roll, past, side), key=lambda plan: len(plan.numbers)).numbers

    def _remembers(self) -> bool:
        """Whether anything beyond the checkers on the points bears on the game."""
        return (
            any(self.start.past.hand)
            or self.numbers.remembers
            or self.unused is not Unused.LOST
            or self.landing is Landing.PIN
            or self.last_turn is not LastTurn.NOBODY
            or bool(self.wins)
            or bool(self.chips)
            or self.deadlock is not None
            or self.first_turn is not None
        )

    def with_options(self, options: Mapping[str, OptionValue]) -> "TablesGame":
        """The game as people have agreed to play it; always the same object for the same options.

        Raises InvalidOption with all that is wrong.
        """
        chosen = chosen_of(self.called, self.options, options)
        return _with_choices(self, chosen) if chosen else self


@lru_cache(maxsize=256)
def _with_choices(game: TablesGame, chosen: tuple[tuple[str, int], ...]) -> TablesGame:
    """The game changed by choices given as option and place in its list.

    A change may name a field, or with a dot a field of a rule object; of several, of every one that has it, or, with
    its name between two dots, of that one. With a plus it adds to a field of several rules.
    """
    known = {option.name: option for option in game.options}
    changes: dict[str, object] = {}
    for name, index in chosen:
        for changed, value in known[name].choices[index].changes:
            if "." in changed:
                whole, *names, part = changed.split(".")
                was = changes.get(whole, getattr(game, whole))
                changes[whole] = changed_part(was, names, part, value)
            elif changed.startswith("+"):
                joined = changes.get(changed[1:], getattr(game, changed[1:]))
                changes[changed[1:]] = (*joined, value)  # type: ignore[misc]
            else:
                changes[changed] = value
    return dataclasses.replace(game, **changes) if changes else game  # type: ignore[arg-type]


__all__ = [
    "BACKGAMMON", "GAMMON", "HAND", "HEAD", "SINGLE", "STANDARD_SETUP", "BearOff", "Choice", "Decide", "Departure",
    "FirstRoll", "Grade", "Landing", "LastTurn", "NextGame", "Option", "OptionValue", "Relation", "TablesGame", "Tier",
    "Unused",
]  # fmt: skip
