"""How checkers seem to have moved between two boards, legally or not, and what is wrong with it.

The checkers that left their points are paired with those that came to others in every way; each pair is served with
numbers of the roll; the account with the least wrong is the likeliest.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from engine.board import BAR, OFF, Side
from engine.chains import play_text, site_text
from engine.legal import after_hits
from engine.play import Move, Play
from engine.position import Position
from engine.tables import BearOff, Landing, TablesGame, TurnSoFar

_HOME = 6
"""The home table is a side's points 6 to 1."""
_MOST_PAIRED = 4
"""Up to so many moved checkers are paired in every way; more are paired in order."""
_MOST_ORDERED = 3
"""Up to so many steps are tried in every order; more are made hindmost first."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong with the way the checkers were moved: a rule, its message, and what the message needs."""

    rule: str
    message: str
    args: tuple[tuple[str, str | int], ...]
    points: tuple[int, ...]


WEIGHT = {
    "R.conservation": 30.0, "R.opponent_man": 12.0, "R.direction": 12.0, "R.too_many": 9.0, "R.dice": 10.0,
    "R.bar_first": 6.0, "R.block": 6.0, "R.bearoff": 6.0,
}  # fmt: skip
"""How unlikely each kind of mistake is beside the others; a restriction of a game weighs 6. In the order of telling."""


@dataclass(frozen=True, slots=True)
class Trip:
    """One checker's way: from where to where (None: it vanished, or came from nowhere) and the numbers it used."""

    origin: int | None
    target: int | None
    units: tuple[int, ...] = ()

    @property
    def served(self) -> bool:
        """Whether numbers of the roll account for it."""
        return bool(self.units)


@dataclass(frozen=True, slots=True)
class Account:
    """The moves as they seem to have been made, what is wrong with them, and how many numbers they used."""

    moves: tuple[Move, ...]
    flaws: tuple[Flaw, ...]
    used: tuple[int, ...]

    @property
    def cost(self) -> tuple[float, int]:
        """How far from legal it is; less is likelier."""
        return _weight(self.flaws), len(self.moves)


def _weight(flaws: tuple[Flaw, ...]) -> float:
    return sum(WEIGHT.get(flaw.rule, 6.0) for flaw in flaws)


def account_of(
    game: TablesGame, position: Position, side: Side, units: tuple[int, ...], seen: Position
) -> Account:
    """The likeliest way in which a side got from a position to the seen one with these numbers to play."""
    before, after = position.of(side), seen.of(side)
    left = [site for site in range(25, -1, -1) for _ in range(before[site] - after[site])]
    come = [site for site in range(25, -1, -1) for _ in range(after[site] - before[site])]
    scene = _Scene(game, position, side, units, seen)
    best: Account | None = None
    for pairs in _pairings(left, come):
        for trips in sorted(_servings(pairs, units), key=_unserved):
            known = scene.known_flaws(trips)
            if best is not None and _weight(known) > best.cost[0]:
                continue
            for account in scene.accounts(trips, known):
                if best is None or account.cost < best.cost:
                    best = account
    assert best is not None
    return best


def _pairings(left: list[int], come: list[int]) -> Iterator[tuple[tuple[int | None, int | None], ...]]:
    longer = max(len(left), len(come))
    origins: list[int | None] = [*left, *[None] * (longer - len(left))]
    targets: list[int | None] = [*come, *[None] * (longer - len(come))]
    if longer > _MOST_PAIRED:
        yield tuple(zip(origins, targets, strict=True))
        return
    known: set[tuple[tuple[int | None, int | None], ...]] = set()
    for order in permutations(targets):
        pairs = tuple(sorted(zip(origins, order, strict=True), key=_pair_order))
        if pairs not in known:
            known.add(pairs)
            yield pairs


def _pair_order(pair: tuple[int | None, int | None]) -> tuple[int, int]:
    origin, target = pair
    return (-1 if origin is None else -origin), (99 if target is None else target)


def _servings(
    pairs: tuple[tuple[int | None, int | None], ...], units: tuple[int, ...]
) -> Iterator[tuple[Trip, ...]]:
    """Every way to give numbers of the roll to the pairs; a pair goes without only where nothing left fits it."""
    if not pairs:
        yield ()
        return
    (origin, target), rest = pairs[0], pairs[1:]
    served = False
    for sequence in _sequences(units):
        if _fits(origin, target, sequence):
            served = True
            remaining = list(units)
            for unit in sequence:
                remaining.remove(unit)
            for others in _servings(rest, tuple(remaining)):
                yield (Trip(origin, target, sequence), *others)
    if not served or len(pairs) > 1:
        for others in _servings(rest, units):
            yield (Trip(origin, target), *others)


def _unserved(trips: tuple[Trip, ...]) -> int:
    return sum(not trip.served for trip in trips)


def _sequences(units: tuple[int, ...]) -> list[tuple[int, ...]]:
    if len(set(units)) == 1:
        return [units[:count] for count in range(1, len(units) + 1)]
    return list(dict.fromkeys(p for count in range(1, len(units) + 1) for p in permutations(units, count)))


def _fits(origin: int | None, target: int | None, sequence: tuple[int, ...]) -> bool:
    if origin is None or target is None or origin <= target:
        return False
    total = sum(sequence)
    if target != OFF:
        return origin - target == total
    return total - sequence[-1] < origin <= total


class _Scene:
    """A roll, the board before it and the board seen, against which ways of moving are judged."""

    def __init__(
        self, game: TablesGame, position: Position, side: Side, units: tuple[int, ...], seen: Position
    ) -> None:
        self.game = game
        self.side = side
        self.units = units
        self.before, self.theirs = position.of(side), position.of(side.other)
        self.seen_theirs = seen.of(side.other)
        relation = game.relation
        self.facing = tuple(
            self.theirs[relation.theirs(point)] if 1 <= point <= 24 else 0 for point in range(26)
        )

    def known_flaws(self, trips: tuple[Trip, ...]) -> tuple[Flaw, ...]:
        """What is wrong with these trips whatever their order: directions and numbers."""
        flaws = [flaw for trip in trips if (flaw := self._trip_flaw(trip)) is not None]
        return (*flaws, *self._number_flaws(trips))

    def accounts(self, trips: tuple[Trip, ...], known: tuple[Flaw, ...]) -> Iterator[Account]:
        """The accounts of these trips, one for every order of the steps that is possible."""
        steps = [step for trip in trips for step in self._steps(trip)]
        used = tuple(unit for trip in trips for unit in trip.units)
        hindmost_first = sorted(steps, key=lambda step: -step[0])
        orders = [hindmost_first]
        if 1 < len(steps) <= _MOST_ORDERED and len(set(self.units)) > 1:
            orders += [list(order) for order in permutations(steps)]
        done = False
        for order in orders:
            if self._possible(order) or (order is orders[-1] and not done):
                done = True
                moves, found, hits = self._made(order)
                yield Account(moves, (*known, *found, *self._opponent_flaws(hits)), used)

    def _steps(self, trip: Trip) -> list[tuple[int, int, int | None, Trip]]:
        """The steps of a trip: from, to, the number used."""
        if trip.origin is None or trip.target is None:
            return []
        if not trip.served:
            return [(trip.origin, trip.target, None, trip)]
        steps: list[tuple[int, int, int | None, Trip]] = []
        point = trip.origin
        for unit in trip.units:
            steps.append((point, max(point - unit, OFF), unit, trip))
            point = max(point - unit, OFF)
        return steps

    def _possible(self, steps: list[tuple[int, int, int | None, Trip]]) -> bool:
        men = list(self.before)
        for origin, target, _, _ in steps:
            if not men[origin]:
                return False
            men[origin] -= 1
            men[target] += 1
        return True

    def _made(
        self, steps: list[tuple[int, int, int | None, Trip]]
    ) -> tuple[tuple[Move, ...], list[Flaw], int]:
        """The moves of steps made in this order, their flaws, and where checkers were hit as a set of bits."""
        men = list(self.before)
        moves: list[Move] = []
        flaws: list[Flaw] = []
        hits = 0
        for origin, target, unit, trip in steps:
            if men[BAR] and origin != BAR and not any(flaw.rule == "R.bar_first" for flaw in flaws):
                message = "bar_first" if men[BAR] == 1 else "bar_first_several"
                flaws.append(Flaw("R.bar_first", message, (("count", men[BAR]),), (BAR,)))
            if target == OFF and origin > OFF:
                flaws += self._bearoff_flaws(men, origin, unit)
            alone = self.facing[target] == 1 and not hits >> target & 1
            if self.facing[target] >= self.game.block_at:
                flaws.append(self._block_flaw(trip, target))
            hit = alone and self.game.landing is Landing.HIT
            hits |= hit << target
            move = Move(origin, target, hit)
            theirs = after_hits(self.game, self.theirs, hits)
            turn = TurnSoFar(self.before, tuple(men), theirs, tuple(moves))
            for rule in self.game.step_rules:
                if not rule.allows(turn, move):
                    flaws.append(Flaw(rule.rule, rule.message, _move_args(origin, target), (origin, target)))
            men[origin] -= 1
            men[target] += 1
            moves.append(move)
        return tuple(moves), flaws, hits

    def _trip_flaw(self, trip: Trip) -> Flaw | None:
        """What is wrong with a trip that no numbers serve, numbers apart."""
        origin, target = trip.origin, trip.target
        side = ("owner", self.side.value)
        if origin is None:
            assert target is not None
            return Flaw("R.conservation", "appeared", (side, ("point", _place(target))), (target,))
        if target is None or (target == OFF and origin > max(_HOME, sum(self.units))):
            return Flaw("R.conservation", "vanished", (side, ("point", _place(origin))), (origin,))
        if origin == OFF:
            return Flaw("R.direction", "returned", (("point", _place(target)),), (target,))
        if target > origin:
            return Flaw("R.direction", "direction", _move_args(origin, target), (origin, target))
        return None

    def _number_flaws(self, trips: tuple[Trip, ...]) -> list[Flaw]:
        """The flaws of trips that would be moves, had the numbers for them been thrown."""
        unserved = [trip for trip in trips if not trip.served and self._trip_flaw(trip) is None]
        if not unserved:
            return []
        steps = sum(
            len(trip.units) or 1 for trip in trips if trip.origin is not None and trip.target is not None
        )
        if steps > len(self.units):
            moves = [Move(step[0], step[1]) for trip in trips for step in self._steps(trip)]
            message = "too_many_doublet" if self._doublet else "too_many"
            args = (("play", play_text(Play(tuple(moves)))), ("count", steps))
            points = tuple(sorted({move.origin for move in moves}, reverse=True))
            return [Flaw("R.too_many", message, args, points)]
        return [self._dice_flaw(trip, trips) for trip in unserved]

    @property
    def _doublet(self) -> bool:
        return len(self.units) > 1 and len(set(self.units)) == 1

    def _dice_flaw(self, trip: Trip, trips: tuple[Trip, ...]) -> Flaw:
        origin, target = trip.origin, trip.target
        assert origin is not None and target is not None
        points = (origin, target)
        twice = next((u for u in self.units if _fits(origin, target, (u,))), None)
        if twice is not None and not self._doublet:
            rival = next((other for other in trips if twice in other.units), None)
            if rival is not None and rival.origin is not None and rival.target is not None:
                moves = Play((Move(rival.origin, rival.target), Move(origin, target)))
                return Flaw("R.dice", "dice_once", (("unit", twice), ("play", play_text(moves))), points)
        args: tuple[tuple[str, str | int], ...] = (
            *_move_args(origin, target),
            ("need", _number(origin - target)),
            ("high", self.units[0]),
            ("low", self.units[-1]),
        )
        return Flaw("R.dice", "dice_doublet" if self._doublet else "dice", args, points)

    def _block_flaw(self, trip: Trip, point: int) -> Flaw:
        """A landing on a closed point: at the end of the trip, or between, where all ways round are closed."""
        origin, target = trip.origin, trip.target
        assert origin is not None and target is not None
        if point == target:
            return Flaw("R.block", "block", _move_args(origin, target), (point,))
        closed = sorted(
            {
                origin - unit
                for unit in ({trip.units[0]} if self._doublet else set(trip.units))
                if origin > unit and self.facing[origin - unit] >= self.game.block_at
            }
            | {point},
            reverse=True,
        )
        args = (*_move_args(origin, target), ("points", " and ".join(map(str, closed))))
        return Flaw("R.block", "block_between", args, tuple(closed))

    def _bearoff_flaws(self, men: list[int], origin: int, unit: int | None) -> list[Flaw]:
        game = self.game
        hindmost = max(site for site in range(26) if men[site])
        move = _move_args(origin, OFF)
        if game.bearoff is BearOff.NONE:
            return [Flaw("R.bearoff", "bearoff_never", move, (origin,))]
        if hindmost > _HOME:
            return [Flaw("R.bearoff", "bearoff_outside", (*move, ("point", _place(hindmost))), (hindmost,))]
        if unit is not None and unit > origin and (hindmost > origin or game.bearoff is BearOff.EXACT):
            if game.bearoff is BearOff.EXACT:
                return [Flaw("R.bearoff", "bearoff_exact", (*move, ("unit", unit)), (origin,))]
            args = (*move, ("unit", unit), ("point", _place(hindmost)))
            return [Flaw("R.bearoff", "bearoff_behind", args, (hindmost, origin))]
        return []

    def _opponent_flaws(self, hits: int) -> list[Flaw]:
        """What was done to the opponent's checkers beyond putting those that were hit on the bar."""
        expected = after_hits(self.game, self.theirs, hits)
        gone = [site for site in range(26) for _ in range(expected[site] - self.seen_theirs[site])]
        come = [site for site in range(26) for _ in range(self.seen_theirs[site] - expected[site])]
        flaws: list[Flaw] = []
        hit_points = [point for point in range(1, 25) if hits >> point & 1]
        while BAR in gone and hit_points:
            gone.remove(BAR)
            still = next((p for p in hit_points if self.game.relation.theirs(p) in come), hit_points[0])
            hit_points.remove(still)
            facing = self.game.relation.theirs(still)
            if come:
                come.remove(facing if facing in come else come[-1])
            flaws.append(Flaw("R.opponent_man", "hit_not_on_bar", (("point", still),), (still,)))
        flaws += [self._strayed(origin, target) for origin, target in zip(gone, come, strict=False)]
        owner = ("owner", self.side.other.value)
        for site in gone[len(come) :]:
            point = self.game.relation.theirs(site)
            flaws.append(Flaw("R.conservation", "vanished", (owner, ("point", _place(point))), (point,)))
        for site in come[len(gone) :]:
            point = self.game.relation.theirs(site)
            flaws.append(Flaw("R.conservation", "appeared", (owner, ("point", _place(point))), (point,)))
        return flaws

    def _strayed(self, origin: int, target: int) -> Flaw:
        """A checker of the opponent's that went, in his own numbering, from one site to another."""
        here, there = self.game.relation.theirs(origin), self.game.relation.theirs(target)
        if target == BAR:
            return Flaw("R.opponent_man", "not_hit", (("point", _place(here)),), (here,))
        if target == OFF:
            owner = ("owner", self.side.other.value)
            return Flaw("R.conservation", "vanished", (owner, ("point", _place(here))), (here,))
        args = (("origin", _place(here)), ("target", _place(there)))
        return Flaw("R.opponent_man", "opponent_moved", args, (here, there))


def _move_args(origin: int, target: int) -> tuple[tuple[str, str | int], ...]:
    return (("move", f"{site_text(origin)}/{site_text(target)}"),)


def _place(site: int) -> str:
    return {BAR: "the bar", OFF: "the tray"}.get(site, str(site))


def _number(points: int) -> str:
    """A distance as a number that would have had to be thrown."""
    return f"a {points}" if points <= 6 else f"{points} points"
