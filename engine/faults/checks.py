"""Checks: which rules a single move breaks, at a moment of a turn."""

from engine.board import OFF
from engine.faults.violation import Args, Violation, place
from engine.plays.ordered import Steps
from engine.tables.fields import occupied
from engine.tables.moment import Moment, StepRule, points_named
from engine.tables.tables_game import BearOff, Landing

Counts = tuple[int, ...]


class MoveChecks:
    """What is wrong with single moves in one turn, under the rules that hold in it."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.game = steps.game
        self.bar = steps.game.bar
        self._sources: dict[tuple[Counts, Counts, int], int] = {}

    def sources(self, own: Counts, theirs: Counts, die: int) -> int:
        """From where the rules allow a checker to be moved by a die, as a set of bits."""
        key = (own, theirs, die)
        found = self._sources.get(key)
        if found is None:
            found = self._sources[key] = self.steps.sources(own, theirs, die, occupied(own))
        return found

    def of(
        self, own: Counts, theirs: Counts, origin: int, target: int, die: int | None
    ) -> tuple[Violation, ...]:
        """All rules that moving a checker breaks, by a number or as if its way were one."""
        violations = [
            *self._not_movable(own, origin, target),
            *(
                self._bearing_off(own, origin, die)
                if target == OFF
                else self._landing(own, theirs, origin, target)
            ),
        ]
        if origin > target:
            moment = self.steps.moment(own, theirs)
            number = die or origin - target
            broken = [rule for rule in self.steps.rules if not rule.allowed(moment, 1 << origin, number)]
            entering = any(rule.rule == "R.entry" for rule in broken)
            for rule in broken:
                if not entering or rule.rule != "R.band":
                    violations.append(self._restricted(rule, moment, origin, target))
        return tuple(violations)

    def move_args(self, own: Counts, origin: int, target: int) -> Args:
        """A move as text, with its ends."""
        hand = origin == self.bar and own[origin] <= self.steps.start.hand
        names = {self.bar: "hand" if hand else "bar", OFF: "off"}
        start, end = names.get(origin, str(origin)), names.get(target, str(target))
        return (("move", f"{start}/{end}"), ("origin", place(origin, self.bar, hand=hand)), ("target", end))

    def made_against(self, theirs: Counts, point: int) -> bool:
        """Whether the opponent's checkers close a point of the mover's."""
        game = self.game
        return game.landing is not Landing.COEXIST and theirs[self.steps.facing[point]] >= game.block_at

    def _not_movable(self, own: Counts, origin: int, target: int) -> list[Violation]:
        """A pinned checker, or one that is to wait for those beside the board."""
        args = self.move_args(own, origin, target)
        if self.steps.held >> origin & 1 and own[origin] == 1:
            return [Violation("R.pinned", "pinned", (*args, ("point", origin)), (origin,))]
        if origin == self.bar or not own[self.bar] or self.steps.movable(own, occupied(own)) >> origin & 1:
            return []
        outside, hand = own[self.bar], self.steps.start.hand
        if outside > hand:
            on_bar = outside - hand
            message = "bar_first" if on_bar == 1 else "bar_first_several"
            return [Violation("R.bar_first", message, (("count", on_bar),), (self.bar,))]
        needed = self.game.enter_first
        if needed is None:
            message = "hand_first" if outside == 1 else "hand_first_several"
            return [Violation("R.bar_first", message, (("count", outside),), (self.bar,))]
        lacking = needed - (self.game.men - outside)
        message = "hand_first_some" if lacking > 1 else "hand_first_more" if needed > 1 else "hand_first_one"
        return [Violation("R.bar_first", message, (("count", lacking),), (self.bar,))]

    def _landing(self, own: Counts, theirs: Counts, origin: int, target: int) -> list[Violation]:
        args = self.move_args(own, origin, target)
        if target != self.bar and self.steps.held >> target & 1:
            return [Violation("R.block", "block_pinned", (*args, ("point", target)), (target,))]
        if target == self.bar or not self.made_against(theirs, target):
            return []
        alone = theirs[self.steps.facing[target]] == 1
        return [
            Violation("R.block", "block_single" if alone else "block", (*args, ("point", target)), (target,))
        ]

    def breaking(self, own: Counts, theirs: Counts, origin: int, target: int) -> Violation:
        """The violation of hitting a made point that may not be broken."""
        return Violation(
            "R.break", "break", (*self.move_args(own, origin, target), ("point", target)), (target,)
        )

    def _bearing_off(self, own: Counts, origin: int, die: int | None) -> list[Violation]:
        game = self.game
        move = self.move_args(own, origin, OFF)
        hindmost = occupied(own).bit_length() - 1
        behind = (*move, ("unit", die or 0), ("point", place(hindmost, self.bar)))
        if game.bearoff is BearOff.NONE:
            return [Violation("R.bearoff", "bearoff_never", move, (origin,))]
        if hindmost > game.home:
            in_hand = hindmost == self.bar and own[self.bar] <= self.steps.start.hand
            args = (*move, ("point", place(hindmost, self.bar, hand=in_hand)))
            return [
                Violation("R.bearoff", "bearoff_hand" if in_hand else "bearoff_outside", args, (hindmost,))
            ]
        if game.free_to_bear_off and self.steps.held:
            pinned = self.steps.held.bit_length() - 1
            return [Violation("R.bearoff", "bearoff_pinned", (*move, ("point", pinned)), (pinned,))]
        if game.next_turn_off and not self.steps.all_home:
            return [Violation("R.bearoff", "bearoff_next_turn", move, (origin,))]
        if game.bearoff is BearOff.STRICT_REAR and hindmost > origin:
            return [Violation("R.bearoff", "bearoff_rear", behind, (hindmost, origin))]
        if die is None or die <= origin:
            return []
        if game.bearoff is BearOff.EXACT:
            return [Violation("R.bearoff", "bearoff_exact", behind, (origin,))]
        if game.bearoff is BearOff.STANDARD and hindmost > origin:
            return [Violation("R.bearoff", "bearoff_behind", behind, (hindmost, origin))]
        return []

    def _restricted(self, rule: StepRule, moment: Moment, origin: int, target: int) -> Violation:
        """The violation of a move against a restriction of the game, which says itself what is wrong."""
        own, theirs, _ = self.steps.after(moment.own, moment.theirs, origin, target)
        said = rule.broken(moment, self.steps.moment(own, theirs), origin, target)
        args = (*self.move_args(moment.own, origin, target), *said.args)
        return Violation(rule.rule, said.message, args, said.points)


def end_violations(steps: Steps, own: Counts, theirs: Counts) -> tuple[Violation, ...]:
    """The rules about the end of a turn that are broken where it ends so."""
    moment = steps.moment(own, theirs)
    broken = ((rule, rule.broken(moment)) for rule in steps.game.turn_rules if not rule.allows(moment))
    return tuple(
        Violation(rule.rule, said.message, (("points", points_named(said.points)), *said.args), said.points)
        for rule, said in broken
    )


def opponent_violations(steps: Steps, theirs: Counts, seen: Counts) -> list[Violation]:
    """What was done to the opponent's checkers beyond what the moves did to them."""
    here, there = steps.game.facing(steps.side.other), steps.facing
    bar = steps.game.bar
    gone = [site for site in range(bar + 1) for _ in range(theirs[site] - seen[site])]
    come = [site for site in range(bar + 1) for _ in range(seen[site] - theirs[site])]
    before = steps.start.theirs
    hit_points = [
        point for point in range(1, bar) for _ in range(before[there[point]] - theirs[there[point]])
    ]
    violations: list[Violation] = []
    while bar in gone and hit_points:
        gone.remove(bar)
        still = next((p for p in hit_points if there[p] in come), hit_points[0])
        hit_points.remove(still)
        if come:
            come.remove(there[still] if there[still] in come else come[-1])
        violations.append(Violation("R.opponent_man", "hit_not_on_bar", (("point", still),), (still,)))
    violations += [
        _strayed(steps, here[origin], here[target]) for origin, target in zip(gone, come, strict=False)
    ]
    owner = ("owner", steps.side.other.value)
    for message, sites in (("vanished", gone[len(come) :]), ("appeared", come[len(gone) :])):
        for site in sites:
            args = (owner, ("point", place(here[site], bar)))
            violations.append(Violation("R.conservation", message, args, (here[site],)))
    return violations


def _strayed(steps: Steps, origin: int, target: int) -> Violation:
    """A checker of the opponent's that went, in the mover's numbering, from one site to another."""
    bar = steps.game.bar
    if target == bar:
        return Violation("R.opponent_man", "not_hit", (("point", place(origin, bar)),), (origin,))
    if target == OFF:
        owner = ("owner", steps.side.other.value)
        return Violation("R.conservation", "vanished", (owner, ("point", place(origin, bar))), (origin,))
    args = (("origin", place(origin, bar)), ("target", place(target, bar)))
    return Violation("R.opponent_man", "opponent_moved", args, (origin, target))
