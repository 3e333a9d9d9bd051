"""The jans: what a throw scores in trictrac and its relatives, for whom and in how many ways (rules A29)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from engine.board import OFF, POINTS, Side
from engine.trictrac.movement import (
    CORNER,
    HOME,
    QUARTERS,
    TALON,
    THEIR_CORNER,
    Turn,
    Way,
    is_full,
)

Price = tuple[int, int]
"""Points for a throw of two different numbers, and for a doublet."""
_FIRST_SIX = range(18, 24)


class ScoringEvent(Enum):
    """Something that scores; its value is the message id of what people call it."""

    SIX_TABLES = "event_six_tables"
    TWO_TABLES = "event_two_tables"
    COUNTER_TWO_TABLES = "event_counter_two_tables"
    MEZEAS = "event_mezeas"
    COUNTER_MEZEAS = "event_counter_mezeas"
    HIT_BIG = "event_hit_big"
    HIT_SMALL = "event_hit_small"
    FALSE_BIG = "event_false_big"
    FALSE_SMALL = "event_false_small"
    CORNER = "event_corner"
    FILL_SMALL = "event_fill_small"
    FILL_BIG = "event_fill_big"
    FILL_RETURN = "event_fill_return"
    KEEP_SMALL = "event_keep_small"
    KEEP_BIG = "event_keep_big"
    KEEP_RETURN = "event_keep_return"
    UNPLAYABLE = "event_unplayable"
    FINISH = "event_finish"
    MEETING = "event_meeting"
    MISERY = "event_misery"
    MARGOT = "event_margot"
    CLAIM = "event_claim"
    SCHOOL = "event_school"


_FILLS = (ScoringEvent.FILL_SMALL, ScoringEvent.FILL_BIG, ScoringEvent.FILL_RETURN)
_KEEPS = (ScoringEvent.KEEP_SMALL, ScoringEvent.KEEP_BIG, ScoringEvent.KEEP_RETURN)


@dataclass(frozen=True, slots=True)
class JanScore:
    """What was scored with a throw: the event, in how many ways, for how many points, and by whom."""

    event: ScoringEvent
    ways: int
    points: int
    to: Side


@dataclass(frozen=True, slots=True)
class Tariff:
    """What the events are worth, for a way each; None: not scored at all.

    `hit_return` is for blots in the opponent's own small jan, `hit_small` for those in the mover's; `jan` is for all
    jans, fillings, keepings and the corner.
    """

    jan: Price | None = (4, 6)
    hit_big: Price = (2, 4)
    hit_small: Price = (4, 6)
    hit_return: Price = (4, 6)
    false_hits: bool = True
    unplayable: Price | None = (2, 2)
    finish: Price = (4, 6)
    margot: Price = (2, 4)


@dataclass(frozen=True, slots=True)
class JanThrow:
    """A throw to be scored: how it can be played, the tariff, whose throw it is, and the old jans in use.

    `number`: how many throws the side has had since the checkers were last set up; `met`: the opponent opened
    the game with the same numbers.
    """

    turn: Turn
    tariff: Tariff
    side: Side
    number: int
    met: bool = False
    margot: bool = False
    misery: bool = False

    @property
    def doublet(self) -> bool:
        """Whether both dice show the same."""
        return self.turn.dice[0] == self.turn.dice[1]

    def at_once(self) -> tuple[JanScore, ...]:
        """What the thrower scores before they touch a checker."""
        return tuple(self._at_once())

    def by_playing(self, way: Way) -> tuple[JanScore, ...]:
        """What the thrower scores for this way of playing."""
        found: list[JanScore] = []
        if way.own[OFF] == self.turn.men:
            found.append(self._scored(ScoringEvent.FINISH, 1, self.tariff.finish))
        if self.misery and way.own[CORNER] == self.turn.men and self.tariff.jan:
            found.append(self._scored(ScoringEvent.MISERY, 1, self.tariff.jan))
        return tuple(found)

    def afterwards(self, way: Way) -> tuple[JanScore, ...]:
        """What the opponent scores once the thrower has played."""
        return tuple(self._afterwards(way))

    def _at_once(self) -> Iterator[JanScore]:
        jan = self.tariff.jan
        if jan is not None:
            for event in self._rare_jans():
                yield self._scored(event, 1, jan)
            if self._hits_corner():
                yield self._scored(ScoringEvent.CORNER, 1, jan)
            usable = self.turn.usable()
            for quarter, fill, keep in zip(QUARTERS, _FILLS, _KEEPS, strict=True):
                if is_full(self.turn.own, quarter):
                    if any(is_full(way.own, quarter) for way in usable):
                        yield self._scored(keep, 1, jan)
                elif ways := self._ways_to_fill(quarter, usable):
                    yield self._scored(fill, ways, jan)
        for blot in self._blots():
            if ways := len(self._true_ways(blot)):
                event, price = self._hit(blot)
                yield self._scored(event, ways, price)

    def _afterwards(self, way: Way) -> Iterator[JanScore]:
        jan = self.tariff.jan
        if jan is not None and self.turn.against[THEIR_CORNER]:
            if self._two_tables():
                yield self._scored(ScoringEvent.COUNTER_TWO_TABLES, 1, jan, lost=True)
            if self._mezeas():
                yield self._scored(ScoringEvent.COUNTER_MEZEAS, 1, jan, lost=True)
        if self.tariff.false_hits:
            for blot in self._blots():
                if self._is_false(blot):
                    event, price = self._hit(blot)
                    false = (
                        ScoringEvent.FALSE_BIG if event is ScoringEvent.HIT_BIG else ScoringEvent.FALSE_SMALL
                    )
                    yield self._scored(false, 1, price, lost=True)
        if self.margot:
            for point in self._split_points():
                if ways := len(self._true_ways(point)):
                    yield self._scored(ScoringEvent.MARGOT, ways, self.tariff.margot, lost=True)
        left = len(self.turn.dice) - len(way.used)
        if left and self.tariff.unplayable and way.own[OFF] != self.turn.men:
            yield self._scored(ScoringEvent.UNPLAYABLE, left, self.tariff.unplayable, lost=True)

    def _scored(self, event: ScoringEvent, ways: int, price: Price, *, lost: bool = False) -> JanScore:
        return JanScore(event, ways, ways * price[self.doublet], self.side.other if lost else self.side)

    def _rare_jans(self) -> Iterator[ScoringEvent]:
        if self._six_tables():
            yield ScoringEvent.SIX_TABLES
        if not self.turn.against[THEIR_CORNER]:
            if self._two_tables():
                yield ScoringEvent.TWO_TABLES
            if self._mezeas():
                yield ScoringEvent.MEZEAS
        if self.met:
            yield ScoringEvent.MEETING

    def _six_tables(self) -> bool:
        """The third throw would complete one checker on each of the six points after the talon."""
        own = self.turn.own
        if self.number != 2 or self.doublet or own[TALON] != self.turn.men - 4:
            return False
        missing = {TALON - point for point in _FIRST_SIX if not own[point]}
        return len(missing) == 2 and missing == set(self.turn.dice)

    def _two_tables(self) -> bool:
        """The only two checkers off the talon would go one to each rest corner."""
        off_talon = self._off_talon()
        high, low = self.turn.dice
        wanted = [sorted((CORNER + a, THEIR_CORNER + b)) for a, b in ((high, low), (low, high))]
        return off_talon in wanted

    def _mezeas(self) -> bool:
        """The only two checkers off the talon hold the corner, and an ace was thrown."""
        return self._off_talon() == [CORNER, CORNER] and 1 in self.turn.dice

    def _off_talon(self) -> list[int]:
        """The points of the checkers that have left the talon, if they are two, all still on the board."""
        own = self.turn.own
        if own[TALON] != self.turn.men - 2 or own[OFF]:
            return []
        return [point for point in range(1, TALON) for _ in range(own[point])]

    def _hits_corner(self) -> bool:
        """With the own corner held and the opponent's empty, two checkers could go there."""
        own = self.turn.own
        if own[CORNER] < 2 or self.turn.against[THEIR_CORNER]:
            return False
        origins = [THEIR_CORNER + die for die in self.turn.dice]
        return all(
            own[origin] - (2 if origin == CORNER else 0) >= origins.count(origin) for origin in origins
        )

    def _ways_to_fill(self, quarter: range, usable: tuple[Way, ...]) -> int:
        """In how many ways the last checker that a quarter needs can be placed by this throw."""
        own = self.turn.own
        filling = [way for way in usable if is_full(way.own, quarter)]
        missing = [point for point in quarter for _ in range(2 - own[point])]
        if not filling or len(missing) != 1:
            return 1 if filling else 0
        (point,) = missing
        found: set[int] = set()
        for way in filling:
            steps = [(move.origin, move.target) for move in way.moves]
            for origin, target in (*steps, *way.trips):
                alone = list(own)
                alone[origin] -= 1
                alone[target] += 1
                if target == point and own[origin] and is_full(tuple(alone), quarter):
                    found.add(origin - target)
        return max(1, len(found))

    def _blots(self) -> Iterator[int]:
        return (point for point in POINTS if self.turn.against[point] == 1)

    def _split_points(self) -> Iterator[int]:
        """The empty points between two single checkers of the opponent's."""
        own, against = self.turn.own, self.turn.against
        for point in range(2, TALON):
            beside = (against[point - 1], against[point + 1])
            if not own[point] and not against[point] and beside == (1, 1):
                yield point

    def _hit(self, blot: int) -> tuple[ScoringEvent, Price]:
        if HOME < blot < TALON - 5:
            return ScoringEvent.HIT_BIG, self.tariff.hit_big
        return ScoringEvent.HIT_SMALL, self.tariff.hit_return if blot <= HOME else self.tariff.hit_small

    def _true_ways(self, point: int) -> set[int]:
        """The distances by which a point is truly reached: by a die, or by both with a point to rest on."""
        ways = {die for die in self.turn.dice if self._stands(point + die)}
        total = sum(self.turn.dice)
        if self._stands(point + total) and any(self.turn.against[point + die] < 2 for die in self.turn.dice):
            ways.add(total)
        return ways

    def _is_false(self, blot: int) -> bool:
        """Whether a blot is reached by both dice together only, with every point to rest on closed."""
        return self._stands(blot + sum(self.turn.dice)) and not self._true_ways(blot)

    def _stands(self, point: int) -> bool:
        return point <= TALON and self.turn.own[point] > 0
