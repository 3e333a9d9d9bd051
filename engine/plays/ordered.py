"""Explorations: every moment that a turn can pass through, in every order of its moves, and which are legal ends.

Moments are alike when the same checkers stand on the same sites and the same numbers are left, however that came about.
Where nothing bears on the order in which equal numbers are played, they are played in one: the hindmost checkers first.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.board import OFF, Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.i18n import phrase
from engine.past import Past
from engine.play import Move, Outcome, Play, move_of
from engine.plays.turn_end import advanced, in_hand, moment_of, remembers_points
from engine.plays.unordered import any_order
from engine.position import Position
from engine.tables.fields import LandingField, field_of, occupied, points_of
from engine.tables.moment import Moment, StepRule
from engine.tables.numbers import ThrowPlan
from engine.tables.tables_game import BearOff, Landing, TablesGame

VAST = 3_000
"""More moments of a turn than this are not listed."""


class TurnNode(NamedTuple):
    """A moment of a turn: each side's counts in its own numbering, the stage of the
    plan, and the numbers left of it.
    """

    own: tuple[int, ...]
    theirs: tuple[int, ...]
    stage: int
    left: tuple[int, ...]


class Steps:
    """The single moves that the rules allow at the moments of one turn."""

    def __init__(
        self,
        game: TablesGame,
        position: Position,
        side: Side,
        doublet: bool,
        rules: tuple[StepRule, ...] | None = None,
    ) -> None:
        self.game = game
        self.side = side
        self.rules = game.step_rules if rules is None else rules
        self.start = moment_of(game, position, side, doublet)
        self.facing = game.facing(side)
        self.held = position.past.pinned[0 if side is Side.WHITE else 1]
        self._all_home = 1 << game.home + 1
        self.all_home = occupied(self.start.own) < self._all_home
        self._fields: dict[tuple[int, ...], LandingField] = {}

    def moment(self, own: tuple[int, ...], theirs: tuple[int, ...]) -> Moment:
        """The moment of the turn at which these checkers stand so."""
        return self.start._replace(own=own, theirs=theirs)

    def field(self, theirs: tuple[int, ...]) -> LandingField:
        """What the opponent's checkers make of the board."""
        found = self._fields.get(theirs)
        if found is None:
            back = self.game.facing(self.side.other)
            found = self._fields[theirs] = field_of(self.game, back, theirs, self.held)
        return found

    def movable(self, own: tuple[int, ...], occ: int) -> int:
        """Where the checkers stand that may move at all: those on the bar first, then enough of the hand."""
        bar = self.game.bar
        if not own[bar]:
            return occ & ~self.held
        on_bar = own[bar] > self.start.hand
        wanted = self.game.men if self.game.enter_first is None else self.game.enter_first
        if on_bar or self.game.men - own[bar] < wanted:
            return 1 << bar
        return occ & ~self.held

    def sources(self, own: tuple[int, ...], theirs: tuple[int, ...], die: int, occ: int | None = None) -> int:
        """From where one checker may be moved by a die, as a set of bits; `occ` is what occupied(own) says."""
        if occ is None:
            occ = occupied(own)
        field = self.field(theirs)
        found = occ & field.opened << die
        if self.game.breaks:
            # Men of the mover's never stand with the opponent's, so a closed point that is landed on is a made one.
            closing = occ & (field.closed & ~self.held) << die
            if closing:
                moment = self.moment(own, theirs)
                for breaking in self.game.breaks:
                    found |= breaking.breakable(moment, closing, die)
        if occ < self._all_home:
            found |= self._bearing_off(occ, die)
        found &= self.movable(own, occ)
        if found and self.rules:
            moment = self.moment(own, theirs)
            for rule in self.rules:
                found = rule.allowed(moment, found, die)
        return found

    def _bearing_off(self, occ: int, die: int) -> int:
        game = self.game
        if not occ or game.bearoff is BearOff.NONE:
            return 0
        if (self.held and game.free_to_bear_off) or (game.next_turn_off and not self.all_home):
            return 0
        rear = occ.bit_length() - 1
        match game.bearoff:
            case BearOff.ANY_TWO:
                return occ
            case BearOff.EXACT:
                return occ & 1 << die
            case BearOff.STRICT_REAR:
                return 1 << rear if die >= rear else 0
            case _:
                return occ & 1 << die if die <= rear else 1 << rear

    def after(
        self, own: tuple[int, ...], theirs: tuple[int, ...], origin: int, target: int
    ) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        """The counts of both sides after one checker has moved, and whether it hit."""
        men = list(own)
        men[origin] -= 1
        men[target] += 1
        there = self.facing[target]
        if target == OFF or not theirs[there] or self.game.landing is not Landing.HIT:
            return tuple(men), theirs, False
        others = list(theirs)
        others[-1] += others[there]
        others[there] = 0
        return tuple(men), tuple(others), True

    def over(self, own: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
        """Whether the game, or at least the turn, is over at this moment."""
        if own[OFF] == self.game.men:
            return True
        if not self.game.wins:
            return False
        moment = self.moment(own, theirs)
        return any(win.points(moment) is not None for win in self.game.wins) or any(
            chip.stops(moment) for chip in self.game.chips
        )


class Exploration:
    """Every moment that a turn can pass through when a roll is played by one plan."""

    def __init__(
        self, steps: Steps, position: Position, roll: Roll, plan: ThrowPlan, most: int | None = VAST
    ) -> None:
        self.steps = steps
        self.position = position
        self.roll = roll
        self.plan = plan
        self._after = [
            sum(len(stage.numbers) for stage in plan.stages[index + 1 :] if not stage.optional)
            for index in range(len(plan.stages))
        ]
        own, theirs = position.of(steps.side), position.of(steps.side.other)
        self.start = TurnNode(own, theirs, 0, plan.stages[0].numbers)
        self.parents: dict[TurnNode, list[tuple[TurnNode, Move | None]]] = {self.start: []}
        self.over: set[TurnNode] = set()
        self._paths: dict[TurnNode, tuple[Move, ...]] = {self.start: ()}
        self._in_hand: dict[int, Past] = {}
        self._pasts: dict[tuple[int, tuple[int, ...], int, bool, bool], Past] = {}
        self._given_up: frozenset[TurnNode] = frozenset()
        if plan.lenient and len(plan.stages) > 1:
            # The throw itself is played by the usual rules before what it earns, whether or not it is played whole.
            first = Exploration(steps, position, roll, ThrowPlan(plan.stages[:1]))
            self._given_up = frozenset(first.ends)
        # Where a stage may be given up, a moment can be come to after more moves or fewer.
        self._sorted = any_order(steps.game) and not plan.lenient
        self.ends: list[TurnNode] = []
        if most:
            self._explore(most)

    def _explore(self, most: int) -> None:
        bar = self.steps.game.bar
        # With every moment: from where at most the next checker may be moved.
        layer = {self.start: bar}
        while layer:
            new: dict[TurnNode, int] = {}
            for node, hindmost in layer.items():
                alike = self._sorted and len(set(node.left)) == 1
                for child, move in self._onward(node, hindmost):
                    next_one = move.origin if alike and move and child.stage == node.stage else bar
                    known = self.parents.get(child)
                    if known is None:
                        self.parents[child] = [(node, move)]
                        new[child] = next_one
                    else:
                        known.append((node, move))
                        if new.get(child, bar) < next_one:
                            new[child] = next_one
            layer = new
            if len(self.parents) > most:
                raise TooManyPlays(
                    phrase(
                        "{roll} can be played in too many ways to list them: ask whether a position is one of them",
                        roll=self.roll,
                    )
                )
        self.ends = self._legal_ends()

    def children(self, node: TurnNode) -> list[tuple[TurnNode, Move | None]]:
        """The moments one move after this one, with the move; None where a stage is given up."""
        return list(self._onward(node, self.steps.game.bar))

    def _onward(self, node: TurnNode, hindmost: int) -> Iterator[tuple[TurnNode, Move | None]]:
        """The children of a moment, as they are found, by moves of checkers that stand no farther back than this."""
        steps = self.steps
        own, theirs, stage, left = node
        if steps.over(own, theirs) and node is not self.start:
            self.over.add(node)
            return
        occ = occupied(own)
        takes_any = steps.game.bearoff is BearOff.ANY_TWO and occ < 1 << steps.game.home + 1
        within, stuck = (2 << hindmost) - 1, True
        for die in dict.fromkeys(left):
            sources = steps.sources(own, theirs, die, occ) & within
            if not sources:
                continue
            stuck = False
            rest = list(left)
            rest.remove(die)
            then = self._next(stage, tuple(rest))
            for origin in points_of(sources):
                target = OFF if takes_any or origin < die else origin - die
                men, others, hit = steps.after(own, theirs, origin, target)
                yield TurnNode(men, others, *then), move_of(origin, target, hit)
        if stuck and node in self._given_up:
            yield TurnNode(own, theirs, stage + 1, self.plan.stages[stage + 1].numbers), None

    def _next(self, stage: int, left: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        if not left and stage + 1 < len(self.plan.stages):
            return stage + 1, self.plan.stages[stage + 1].numbers
        return stage, left

    def unplayed(self, node: TurnNode) -> int:
        """How many of the numbers that must be played if they can be are left."""
        here = 0 if self.plan.stages[node.stage].optional else len(node.left)
        return here + self._after[node.stage]

    def _legal_ends(self) -> list[TurnNode]:
        """The moments at which the turn may be over: as many numbers used as possible, the highest if only one."""
        game = self.steps.game
        nodes = list(self.parents)
        if game.turn_rules:
            kept = [node for node in nodes if self.may_end(node)]
            nodes = kept or nodes
        fewest = min(map(self.unplayed, nodes))
        ends = [node for node in nodes if self.unplayed(node) == fewest]
        if fewest == self.plan.compulsory - 1:
            least = min(sum(node.left) for node in ends)
            ends = [node for node in ends if sum(node.left) == least]
        if game.bearoff is BearOff.STRICT_REAR:
            least = min(map(self._waste, ends))
            ends = [node for node in ends if self._waste(node) == least]
        return ends + [node for node in self.over if node not in ends]

    def may_end(self, node: TurnNode) -> bool:
        """Whether the rules about the end of a turn let it end at this moment."""
        if node in self.over:
            return True
        moment = self.steps.moment(node.own, node.theirs)
        return all(rule.allows(moment) for rule in self.steps.game.turn_rules)

    def _waste(self, node: TurnNode) -> int:
        """The pips of the numbers used beyond what the checkers have moved; the same for every way that led here."""
        played = sum(self.plan.numbers) - sum(node.left)
        played -= sum(sum(stage.numbers) for stage in self.plan.stages[node.stage + 1 :])
        moved = sum(site * (b - a) for site, (b, a) in enumerate(zip(self.start.own, node.own, strict=True)))
        return played - moved

    @property
    def whole(self) -> bool:
        """Whether every number that must be played if it can be was played at the legal ends."""
        return any(self.unplayed(node) == 0 for node in self.ends)

    def position_at(self, node: TurnNode) -> Position:
        """The position at a moment, with so much of its past as shows on the board: what is still in hand."""
        return self._position(node, self._past_at(node))

    def _past_at(self, node: TurnNode) -> Past:
        past = self.position.past
        if not any(past.hand):
            return past
        outside = node.own[-1]
        found = self._in_hand.get(outside)
        if found is None:
            found = self._in_hand[outside] = in_hand(past, self.steps.side, node.own)
        return found

    def _position(self, node: TurnNode, past: Past) -> Position:
        if self.steps.side is Side.WHITE:
            return Position(node.own, node.theirs, past)
        return Position(node.theirs, node.own, past)

    def outcome(self, node: TurnNode, play: Play | None = None) -> Outcome:
        """The result of ending the turn at a moment, by the play that led there (by default the first one found)."""
        return Outcome(self._position(node, self._past_after(node)), play or Play(self._path(node)))

    def _past_after(self, node: TurnNode) -> Past:
        """The past after a turn that ends at a moment; where the game remembers no points, alike for many of them."""
        over, own = node in self.over, node.own
        if remembers_points(self.steps.game):
            return self._advanced(node, over)
        key = (node.stage, node.left, own[-1], own[OFF] == self.steps.game.men, over)
        found = self._pasts.get(key)
        if found is None:
            found = self._pasts[key] = self._advanced(node, over)
        return found

    def _advanced(self, node: TurnNode, over: bool) -> Past:
        plan, steps = self.plan, self.steps
        again = plan.throws_again(self.unplayed(node))
        left = tuple(
            number
            for stage, numbers in zip(
                plan.stages[node.stage :],
                (node.left, *(stage.numbers for stage in plan.stages[node.stage + 1 :])),
                strict=True,
            )
            if not stage.optional
            for number in numbers
        )
        return advanced(
            steps.game,
            self.position,
            steps.side,
            self.roll,
            node.own,
            node.theirs,
            left=() if over else tuple(sorted(left, reverse=True)),
            again=again and not over,
        )

    def _path(self, node: TurnNode) -> tuple[Move, ...]:
        found = self._paths.get(node)
        if found is None:
            before, move = self.parents[node][0]
            found = self._path(before) if move is None else (*self._path(before), move)
            self._paths[node] = found
        return found

    def on_the_way(self) -> set[Position]:
        """The positions of all moments from which a legal end can be reached, the start and the ends included."""
        good = set(self.ends)
        if self._sorted:
            # Not every move between two moments was looked at: the last ones are asked first whether one leads on.
            bar = self.steps.game.bar
            for node in reversed(self.parents):
                if node not in good and any(child in good for child, _ in self._onward(node, bar)):
                    good.add(node)
        else:
            waiting = list(self.ends)
            while waiting:
                for parent, _ in self.parents[waiting.pop()]:
                    if parent not in good:
                        good.add(parent)
                        waiting.append(parent)
        return {self.position_at(node) for node in good}


def explorations(
    game: TablesGame, position: Position, side: Side, roll: Roll, most: int | None = VAST
) -> tuple[Exploration, ...]:
    """The explorations of a roll, one for every plan to choose from, under the rules that hold in this turn.

    Nothing has been explored yet where `most` is None. Raises TooManyPlays where there are more moments than that.
    """
    plans = game.plans(roll, position.past, side)
    doublet = not roll.carried and game.numbers_at(position.past).is_doublet(roll)
    steps = Steps(game, position, side, doublet)
    most = None if most is None else most // len(plans)
    found = tuple(Exploration(steps, position, roll, plan, most) for plan in plans)
    first = game.first_turn
    if first is None or not steps.start.first or (first.rolls and roll.dice not in first.rolls):
        return found
    whole = most is not None and any(each.whole for each in found)
    whole = whole or (most is None and any(Exploration(steps, position, roll, plan).whole for plan in plans))
    if whole and not first.always:
        return found
    rules = tuple(first.instead if rule == first.rule else rule for rule in game.step_rules)
    steps = Steps(game, position, side, doublet, rules)
    return tuple(Exploration(steps, position, roll, plan, most) for plan in plans)
