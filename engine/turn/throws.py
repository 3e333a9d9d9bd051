"""Dice on the board, followed from look to look, and the throws that they make (rules section 6.1)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import permutations
from math import log, prod

from engine.board import Side
from engine.dice import Roll
from engine.profile import ThrowsCount
from engine.state.messages import DieSeen
from engine.words.reasons import ThrowReason

SAME_PLACE = 0.035
"""How far a die may seem to move between two looks and still be the one that lay there, in board widths."""
ENOUGH_LOOKS = 2
"""Looks at a die before it is believed to lie there."""
REST_SECONDS = 0.2
"""How long a die lies before it has come to rest."""
COCKED_SECONDS = 0.8
"""How long dice lie badly before the throw is called cocked."""
SURE_FACE = 0.9
"""How likely a face must be for a die not to be another that shows a different one."""
TOGETHER_SECONDS = 1.5
"""Within how long of each other the dice of one throw come to rest."""
GONE_AFTER = 2
"""Looks without a die before it is believed to be lifted."""


@dataclass(frozen=True, slots=True)
class FollowedDie:
    """A die followed over several looks: mean probabilities of its faces, share of looks in which it lay flat.

    `stale`: it lay there before this turn and says nothing; `thrown`: it belongs to the throw being played;
    `premature`: it belongs to a throw made too soon, which is kept in mind.
    """

    u: float
    v: float
    half: str
    faces: tuple[float, ...]
    flat_share: float
    looks: int
    frame: int
    time: float
    missing: int = 0
    stale: bool = False
    thrown: bool = False
    premature: bool = False

    @property
    def flat(self) -> bool:
        """Whether it lies flat on the playing surface."""
        return self.flat_share > 0.5

    @property
    def value(self) -> int:
        """Its likeliest face."""
        return max(range(6), key=self.faces.__getitem__) + 1

    @property
    def p(self) -> float:
        """The probability of its likeliest face."""
        return max(self.faces)

    @property
    def side(self) -> Side:
        """The side on whose right-hand half it lies."""
        return Side.WHITE if self.half == "right" else Side.BLACK

    @property
    def present(self) -> bool:
        """Whether it was there at the last look and has been seen often enough."""
        return self.missing == 0 and self.looks >= ENOUGH_LOOKS


def follow(
    dice: tuple[FollowedDie, ...], seen: tuple[DieSeen, ...], frame: int, time: float, *, lost: bool = False
) -> tuple[FollowedDie, ...]:
    """The dice after one more look: known ones found again or missed, new ones added.

    Where they had been `lost` sight of, or none lies on that half as it did, one that surely shows another face is
    another throw's, wherever it lies.
    """
    left = list(seen)
    followed: list[FollowedDie] = []
    unmoved = {die.half for die in dice if any(_is_the_same(each, die) for each in seen)}
    for die in sorted(dice, key=lambda each: -each.looks):
        there = [each for each in left if _is_near(each, die)]
        known = not lost and die.half in unmoved
        near = [each for each in there if known or _is_the_same(each, die)]
        if there and not near:
            continue
        if not near:
            if die.missing + 1 < GONE_AFTER:
                followed.append(replace(die, missing=die.missing + 1))
            continue
        found = min(near, key=lambda each: abs(each.u - die.u) + abs(each.v - die.v))
        left.remove(found)
        followed.append(_averaged(die, found))
    followed += [
        FollowedDie(each.u, each.v, each.half, each.faces, float(each.flat), 1, frame, time) for each in left
    ]
    return tuple(followed)


def _is_near(one: DieSeen | FollowedDie, other: FollowedDie) -> bool:
    return abs(one.u - other.u) < SAME_PLACE and abs(one.v - other.v) < SAME_PLACE * 1.5


def _is_the_same(one: DieSeen, other: FollowedDie) -> bool:
    """Whether a die lies where a followed one did, and does not surely show another face."""
    return _is_near(one, other) and (one.value == other.value or min(one.p, other.p) < SURE_FACE)


def turned_over(seen: tuple[DieSeen, ...]) -> tuple[DieSeen, ...]:
    """Dice on the other half each, as players have them whose picture is mirrored."""
    return tuple(replace(die, half="left" if die.half == "right" else "right") for die in seen)


def _averaged(die: FollowedDie, seen: DieSeen) -> FollowedDie:
    # A bounded memory, so that a die turned over by hand is noticed within a second or two.
    weight = 1.0 / min(die.looks + 1, 8)
    faces = tuple(old + weight * (new - old) for old, new in zip(die.faces, seen.faces, strict=True))
    flat = die.flat_share + weight * (float(seen.flat) - die.flat_share)
    return replace(
        die, faces=faces, flat_share=flat, half=seen.half, u=seen.u, v=seen.v, looks=die.looks + 1, missing=0
    )


class ThrowKind(Enum):
    """What the dice that lie on the board amount to."""

    NONE = "none"
    VALID = "valid"
    TIE = "tie"
    COCKED = "cocked"


@dataclass(frozen=True, slots=True)
class Throw:
    """What the dice amount to: whose throw, its roll where it is valid, why it is none where it is not."""

    kind: ThrowKind
    side: Side | None = None
    roll: Roll | None = None
    why: ThrowReason | None = None
    dice: tuple[FollowedDie, ...] = ()

    @property
    def p(self) -> float:
        """The probability that both dice are read right."""
        p = 1.0
        for die in self.dice:
            p *= die.p
        return p

    def lasts(self, now: float) -> bool:
        """Whether all its dice have lain long enough to have come to rest."""
        return all(now - die.time > REST_SECONDS - 1e-6 for die in self.dice)

    def is_of(self, side: Side | None) -> bool:
        """Whether it counts, and is a side's."""
        return self.kind is ThrowKind.VALID and self.side is side

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two looks show the same throw."""
        places = tuple(sorted((round(die.u, 1), round(die.v, 1)) for die in self.dice))
        return (self.kind, self.side, self.roll, self.why, len(places))


NO_THROW = Throw(ThrowKind.NONE)


def throw_of(
    dice: tuple[FollowedDie, ...],
    to_throw: Side | None,
    counts: ThrowsCount = ThrowsCount.STRICT,
    number: int = 2,
) -> Throw:
    """What the fresh dice amount to when `to_throw` is to throw, or when it is the opening throw (None).

    Valid are `number` flat dice on the right-hand half of the same player, whoever it is; at the opening one
    on each. Where dice may lie on either half (`counts`), it is `to_throw` who has thrown them.
    """
    number = 2 if to_throw is None else number
    fresh = _thrown_together([die for die in dice if die.present and not die.stale], number)
    there = LyingDice(tuple(fresh), to_throw, counts, number)
    return next((throw for rule in THROW_RULES if (throw := rule(there)) is not None), NO_THROW)


@dataclass(frozen=True, slots=True)
class LyingDice:
    """The dice that lie there anew; who is to throw, None at the opening; which throws count, with how many dice."""

    fresh: tuple[FollowedDie, ...]
    to_throw: Side | None
    counts: ThrowsCount
    number: int

    @property
    def flat(self) -> tuple[FollowedDie, ...]:
        """Those that lie flat on the board."""
        return tuple(die for die in self.fresh if die.flat)

    @property
    def is_level(self) -> bool:
        """Whether as many lie there as are thrown, all of them flat."""
        return len(self.fresh) == len(self.flat) == self.number

    def cocked(self, thrower: Side, why: ThrowReason) -> Throw:
        """A throw of theirs that does not count."""
        return Throw(ThrowKind.COCKED, thrower, None, why, self.fresh)


def _one_each(there: LyingDice) -> Throw | None:
    """At the opening each player throws one die on their own half."""
    if there.to_throw is None and there.is_level and len({die.side for die in there.flat}) == 2:
        return _opening(list(there.flat))
    return None


def _on_either_half(there: LyingDice) -> Throw | None:
    """Where dice may lie on either half, it is who is to throw that has thrown them; on both, if that counts."""
    if there.to_throw is None or there.counts.own_half or not there.is_level:
        return None
    if len({die.side for die in there.flat}) > 1 and there.counts is not ThrowsCount.HALF_ANY:
        return there.cocked(there.to_throw, ThrowReason.BOTH_HALVES)
    return Throw(ThrowKind.VALID, there.to_throw, roll_of(there.flat), dice=there.flat)


def _on_one_half(there: LyingDice) -> Throw | None:
    """All flat on the right-hand half of one player, whose throw it is."""
    sides = {die.side for die in there.flat}
    if not there.is_level or len(sides) != 1:
        return None
    return Throw(ThrowKind.VALID, sides.pop(), roll_of(there.flat), dice=there.flat)


def _leaning(there: LyingDice) -> Throw | None:
    """A die that leans spoils the throw; beside it one more may lie, with which it was tried again."""
    leans = len(there.fresh) > len(there.flat)
    if not leans or not there.number <= len(there.fresh) <= there.number + 1:
        return None
    why = ThrowReason.ON_A_CHECKER if there.counts is ThrowsCount.FRENCH else ThrowReason.LEANS
    return there.cocked(there.to_throw or _majority(list(there.fresh)), why)


def _on_both_halves(there: LyingDice) -> Throw | None:
    """Flat, but not together."""
    if there.to_throw is None or len(there.flat) != there.number:
        return None
    return there.cocked(there.to_throw, ThrowReason.BOTH_HALVES)


THROW_RULES: tuple[Callable[[LyingDice], Throw | None], ...] = (
    _one_each,
    _on_either_half,
    _on_one_half,
    _leaning,
    _on_both_halves,
)
"""What makes a throw of dice, or none, in the order in which it is asked; None: that rule has nothing to say."""


def roll_of(dice: Iterable[FollowedDie]) -> Roll:
    """What dice show. Raises InvalidRoll where there are none."""
    return Roll.of(*(die.value for die in dice))


def _thrown_together(dice: list[FollowedDie], number: int) -> list[FollowedDie]:
    """The latest dice where several came to lie at about the same time: what lay there long before is no part of it."""
    latest = max((die.time for die in dice), default=0.0)
    together = [die for die in dice if latest - die.time <= TOGETHER_SECONDS]
    return together if len(together) >= number else dice


def _majority(dice: list[FollowedDie]) -> Side:
    right = sum(die.half == "right" for die in dice)
    return Side.WHITE if 2 * right >= len(dice) else Side.BLACK


def _opening(dice: list[FollowedDie]) -> Throw:
    white, black = sorted(dice, key=lambda die: die.side is Side.BLACK)
    if white.value == black.value:
        return Throw(ThrowKind.TIE, None, None, dice=tuple(dice))
    side = Side.WHITE if white.value > black.value else Side.BLACK
    return Throw(ThrowKind.VALID, side, Roll.of(white.value, black.value), dice=tuple(dice))


def dice_on_board(dice: tuple[FollowedDie, ...], roll: Roll) -> int:
    """How many dice of the throw being played still lie on the board; one shifted aside by hand still counts."""
    here = [die for die in dice if die.missing < GONE_AFTER and not die.stale]
    thrown = sum(die.thrown for die in here)
    left = list(roll.dice)
    for die in here:
        if die.flat and die.value in left:
            left.remove(die.value)
    if not thrown and left:
        # Of a throw that is all gone, one die of the same value is another throw's.
        return 0
    return max(thrown, len(roll.dice) - len(left))


def told_apart(dice: tuple[FollowedDie, ...], thrown: tuple[FollowedDie, ...]) -> tuple[FollowedDie, ...]:
    """The dice with those of a throw marked as thrown, and all others as saying nothing."""
    places = {(die.u, die.v) for die in thrown}
    return tuple(
        replace(die, thrown=(die.u, die.v) in places, stale=(die.u, die.v) not in places, premature=False)
        for die in dice
    )


def where_lay(dice: tuple[FollowedDie, ...], before: tuple[FollowedDie, ...]) -> tuple[FollowedDie, ...]:
    """Those of the dice that lie where others lay before."""
    return tuple(die for die in dice if any(_is_near(each, die) for each in before))


def fresh(dice: tuple[FollowedDie, ...]) -> tuple[FollowedDie, ...]:
    """The dice, which may be of a throw again though they lay there before."""
    return tuple(replace(die, stale=False) for die in dice)


def played_out(
    dice: tuple[FollowedDie, ...],
    side: Side,
    counts: ThrowsCount = ThrowsCount.STRICT,
    again: Roll | None = None,
) -> tuple[FollowedDie, ...]:
    """The dice after a side's turn: what lies there says nothing more, but for the opponent's on their own half.

    Where dice may lie on either half, those that were not of the turn's throw are the opponent's; where the side throws
    `again` after that roll, they are its next throw if they show another.
    """
    own = {die for die in dice if die.side is side and not die.thrown and not die.stale}
    goes_on = again is not None and bool(own) and roll_of(own) != again
    gone = set() if goes_on or not counts.own_half else own
    return tuple(replace(die, thrown=False, stale=die.stale or die.thrown or die in gone) for die in dice)


def set_aside(dice: tuple[FollowedDie, ...], premature: tuple[FollowedDie, ...]) -> tuple[FollowedDie, ...]:
    """The dice with those of a throw made too soon marked so; they say nothing until that side's turn."""
    places = {(die.u, die.v) for die in premature}
    return tuple(
        replace(die, premature=True, stale=True) if (die.u, die.v) in places else die for die in dice
    )


def roll_odds(dice: tuple[FollowedDie, ...], roll: Roll, other: Roll) -> float:
    """How much likelier the thrown dice show `other` than `roll`, as a log-likelihood ratio (0: equally)."""
    if not len(dice) == len(roll.dice) == len(other.dice):
        return -12.0
    return _log_p(dice, other) - _log_p(dice, roll)


def _log_p(dice: tuple[FollowedDie, ...], roll: Roll) -> float:
    ways = (
        prod(die.faces[value - 1] for die, value in zip(dice, order, strict=True))
        for order in permutations(roll.dice)
    )
    return log(max(max(ways), 1e-6))
