"""Dames rabattues: piles of checkers are laid down, then lifted, by the numbers thrown; nothing travels (rules B22).

The piles stand on a side's points 7 to 12, those for the ace on 7 and those for the six on 12; a checker that is laid
down goes six points on, to the point of its number; a lifted checker is borne off.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from functools import lru_cache
from itertools import product
from typing import Generic, TypeVar

from engine.board import OFF, Side
from engine.dice import Roll
from engine.faults.diagnosis import MUST_USE, JudgedTurn, Law, diagnosed
from engine.past import Past
from engine.play import Fault, Move, Outcome, Play
from engine.plays.legal import legal_plays
from engine.position import Position
from engine.tables.tables_game import TablesGame, Unused

NUMBERS = range(1, 7)
PILES = 6
"""A number's pile stands so many points behind the point where its checkers are laid down."""
EARLY = "rabattues_early"
"""The law that nothing is lifted before all is laid down."""
EARLY_AGAIN = "rabattues_early_again"
"""The same law where all is piled up again in between."""
PILED_EARLY = "rabattues_early_pile"
"""The law that nothing is piled up again before all is laid down."""
LAID_BEFORE = "rabattues_laid_before"
"""The law that nothing is laid down once more after all was, where all is piled up again."""
_DOUBLET = "rabattues_doublet"


_Moment = TypeVar("_Moment", bound=Hashable)


class RabattuesStage(IntEnum):
    """What a side does with its numbers."""

    LAY = 0
    STACK_AGAIN = 1
    LIFT = 2


class Early(Enum):
    """How checkers may be lifted before their time, to see whether that is what somebody has done."""

    NEVER = "never"
    BY_NUMBER = "by its number"
    BY_ANY = "by any number"


@dataclass(frozen=True, slots=True)
class _Node:
    """A moment of a turn: the mover's counts, what they are doing, the numbers left."""

    own: tuple[int, ...]
    stage: RabattuesStage
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NumberedTurn(Generic[_Moment]):
    """Every moment that a turn can pass through, each with the moves that led there first, and with those after it."""

    ways: dict[_Moment, tuple[Move, ...]]
    onward: dict[_Moment, list[_Moment]]

    @classmethod
    def explored(
        cls, start: _Moment, grow: Callable[[_Moment], Iterable[tuple[Move, _Moment]]]
    ) -> "NumberedTurn[_Moment]":
        """The turn that begins so; `grow` tells what comes after a moment, each with the move that leads there."""
        ways: dict[_Moment, tuple[Move, ...]] = {start: ()}
        onward: dict[_Moment, list[_Moment]] = {}
        waiting = [start]
        for moment in waiting:
            onward[moment] = []
            for move, child in grow(moment):
                onward[moment].append(child)
                if child not in ways:
                    ways[child] = (*ways[moment], move)
                    waiting.append(child)
        return cls(ways, onward)

    @property
    def ends(self) -> list[_Moment]:
        """The moments at which as many numbers have been used as can be."""
        most = max(map(len, self.ways.values()))
        return [moment for moment, moves in self.ways.items() if len(moves) == most]

    @property
    def completable(self) -> set[_Moment]:
        """The moments from which as many numbers can still be used, the ends included."""
        good = set(self.ends)
        # What comes after a moment has been found after it.
        for moment in reversed(self.ways):
            if not good.isdisjoint(self.onward[moment]):
                good.add(moment)
        return good


@dataclass(frozen=True, slots=True)
class Rabattues:
    """The family of dames rabattues; `restack`: once laid down, all are piled up again before they are lifted;
    `doublet_does_one`: a doublet that does the last of one thing does nothing of the next; `doublet_of_any`: what a
    doublet lays down or lifts are checkers of any number.

    The past's tally is each side's stage.
    """

    restack: bool = False
    doublet_does_one: bool = False
    doublet_of_any: bool = False

    @property
    def travels(self) -> bool:
        """Nothing travels: a number lays down or lifts the checkers of its pile."""
        return False

    def outcomes(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> tuple[Outcome, ...]:
        """The legal results with their past: just one, where a number says which checker it is for."""
        results: dict[Position, Outcome] = {}
        turn = self._turn(game, position, side, roll)
        for node in turn.ends:
            where = self._board(position, side, node)
            if where not in results:
                past = self._past(game, position, side, roll, node)
                results[where] = Outcome(replace(where, past=past), Play(turn.ways[node]))
        return tuple(results.values())

    def on_the_way(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> frozenset[Position]:
        """The positions that the turn may pass through and still be completed legally, start and ends included."""
        turn = self._turn(game, position, side, roll)
        return frozenset(self._board(position, side, node) for node in turn.completable)

    def win(
        self, game: TablesGame, position: Position, just_moved: Side
    ) -> tuple[Side | None, int, str] | None:
        """Who has lifted their last checker."""
        for side in (just_moved, just_moved.other):
            if position.of(side)[OFF] == game.men:
                return side, 1, "single"
        return None

    def explain(self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position) -> Fault:
        """The fault of a seen position that no legal play reaches."""
        laws = [Law("R.must_use", MUST_USE)]
        if self.doublet_does_one:
            laws.append(Law("R.bearoff", _DOUBLET, lambda move: move.target == OFF))
        early = EARLY_AGAIN if self.restack else EARLY
        laws.append(Law("R.bearoff", early, lambda move: move.target == OFF))
        if self.restack:
            laws.append(Law("R.stage", PILED_EARLY, lambda move: move.target > PILES))
            laws.append(Law("R.stage", LAID_BEFORE, lambda move: move.origin > PILES and move.target != OFF))
        lifting = any(
            node.stage is RabattuesStage.LIFT for node in self._turn(game, position, side, roll).ways
        )
        outcomes = legal_plays(game, position, side, roll)
        most = len(outcomes[0].play.moves)
        start = _Node(position.of(side), self._stage(position, side), game.units(roll))
        scene = JudgedTurn(
            position,
            side,
            roll,
            game.units(roll),
            outcomes,
            seen,
            game.facing(side),
            number=(lambda *_: roll.dice[0]) if self._of_any(roll) else _number,
            directed=not self.restack,
            pile=lambda site: (site - 1) % PILES,
        )

        def reach(ignored: frozenset[str]) -> dict[Position, Play]:
            moves = _moves_between(start.own, seen.of(side), at_once=early in ignored)
            if not self.restack and not 0 <= moves <= len(start.left):
                return {}
            turn = self.grown(
                start,
                doublet=roll.is_doublet,
                of_any=self._of_any(roll),
                ignored=ignored,
                towards=seen.of(side),
                early=Early.NEVER if early not in ignored else Early.BY_NUMBER if lifting else Early.BY_ANY,
            )
            return {
                self._board(position, side, node): Play(moves)
                for node, moves in turn.ways.items()
                if MUST_USE in ignored or len(moves) >= most
            }

        return diagnosed(scene, laws, reach, together=2)

    def stands(
        self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position
    ) -> Position:
        """A board that stands although no legal play leads to it, with the past that it has."""
        node = _Node(seen.of(side), self._next(seen.of(side), self._stage(position, side)), ())
        return replace(seen, past=self._past(game, position, side, roll, node))

    def stages(self, position: Position) -> tuple[RabattuesStage, RabattuesStage]:
        """What White and Black do with their numbers."""
        return self._stage(position, Side.WHITE), self._stage(position, Side.BLACK)

    def _stage(self, position: Position, side: Side) -> RabattuesStage:
        """What a side is doing: remembered where checkers are piled up again, else seen from the board."""
        tally = position.past.tally
        stage = RabattuesStage(tally[0 if side is Side.WHITE else 1]) if tally else RabattuesStage.LAY
        return self._next(position.of(side), stage)

    def _next(self, own: tuple[int, ...], stage: RabattuesStage) -> RabattuesStage:
        """The stage after a move: the next one if nothing is left to do in this."""
        if stage is RabattuesStage.LAY and not _piled(own):
            stage = RabattuesStage.STACK_AGAIN if self.restack else RabattuesStage.LIFT
        if stage is RabattuesStage.STACK_AGAIN and not any(own[1 : PILES + 1]):
            return RabattuesStage.LIFT
        return stage

    def _move(self, own: tuple[int, ...], stage: RabattuesStage, number: int) -> Move | None:
        """What a number does, or None if it can do nothing."""
        match stage:
            case RabattuesStage.LAY:
                move = Move(number + PILES, number)
            case RabattuesStage.STACK_AGAIN:
                move = Move(number, number + PILES)
            case RabattuesStage.LIFT:
                move = Move(number + PILES if self.restack else number, OFF)
        return move if own[move.origin] else None

    def _of_any(self, roll: Roll) -> bool:
        """Whether the numbers of a throw are for any checker."""
        return self.doublet_of_any and roll.is_doublet and not roll.carried

    def _turn(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> NumberedTurn[_Node]:
        """A turn, the numbers taken in every order."""
        start = _Node(position.of(side), self._stage(position, side), game.units(roll))
        return _explored(self, start, doublet=roll.is_doublet, of_any=self._of_any(roll))

    def grown(
        self,
        start: _Node,
        *,
        doublet: bool,
        of_any: bool,
        ignored: frozenset[str] = frozenset(),
        towards: tuple[int, ...] | None = None,
        early: Early = Early.NEVER,
    ) -> NumberedTurn[_Node]:
        """The turn that begins so; `ignored`: as if the laws with these messages did not hold; `towards`: no further
        than these counts; `early`: how checkers may be lifted before their time.
        """
        one = self.doublet_does_one and doublet and _DOUBLET not in ignored

        def grow(node: _Node) -> Iterable[tuple[Move, _Node]]:
            if one and node.stage is not start.stage:
                return ()
            onward = self._grow(node, of_any=of_any, early=early, ignored=ignored)
            if towards is None:
                return onward
            return (step for step in onward if self._leads_to(*step, towards))

        return NumberedTurn.explored(start, grow)

    def _leads_to(self, move: Move, node: _Node, wanted: tuple[int, ...]) -> bool:
        """Whether after a move there are still enough checkers of its number for the counts to become these."""
        number, own = (move.origin - 1) % PILES + 1, node.own
        piled, wanted_piled = own[number + PILES], wanted[number + PILES]
        together = own[number] + piled >= wanted[number] + wanted_piled
        return together and (self.restack or piled >= wanted_piled)

    def _grow(
        self, node: _Node, *, of_any: bool, early: Early, ignored: frozenset[str]
    ) -> Iterator[tuple[Move, _Node]]:
        """The moments after one, with the move; `of_any`: by numbers that are for any checker."""
        if not node.left:
            return
        for number in NUMBERS if of_any else dict.fromkeys(node.left):
            usual = self._move(node.own, node.stage, number)
            moves = [] if usual is None else [usual]
            if early is Early.BY_NUMBER or (of_any and early is Early.BY_ANY):
                moves += [each for each in _liftings(node.own, (number,)) if each != usual]
            if PILED_EARLY in ignored and node.stage is RabattuesStage.LAY and node.own[number]:
                moves.append(Move(number, number + PILES))
            if LAID_BEFORE in ignored and node.stage is not RabattuesStage.LAY and node.own[number + PILES]:
                moves.append(Move(number + PILES, number))
            for move in moves:
                yield move, self._after(node, move, node.left[0] if of_any else number)
        if early is Early.BY_ANY and not of_any:
            for move, used in product(_liftings(node.own, NUMBERS), dict.fromkeys(node.left)):
                yield move, self._after(node, move, used)

    def _after(self, node: _Node, move: Move, used: int) -> _Node:
        """The moment after a move that uses a number."""
        own, left = list(node.own), list(node.left)
        own[move.origin] -= 1
        own[move.target] += 1
        left.remove(used)
        return _Node(tuple(own), self._next(tuple(own), node.stage), tuple(left))

    def _board(self, position: Position, side: Side, node: _Node) -> Position:
        theirs = position.of(side.other)
        if side is Side.WHITE:
            return Position(node.own, theirs, position.past)
        return Position(theirs, node.own, position.past)

    def _past(self, game: TablesGame, position: Position, side: Side, roll: Roll, node: _Node) -> Past:
        """The past after a turn: the numbers that the opponent is to use now, and who throws next."""
        past = position.past
        over = node.own[OFF] == game.men
        stages = [self._stage(position, each) for each in Side]
        stages[0 if side is Side.WHITE else 1] = node.stage
        owed: tuple[int, ...] = ()
        # Numbers owed are played within another's throw: that a doublet gives another one is remembered until then.
        thrower_again, again = past.thrower_again, not past.thrower_again
        if not roll.carried:
            theirs, stage = position.of(side.other), self._stage(position, side.other)
            useful = any(self._move(theirs, stage, number) for number in node.left)
            owed = node.left if useful and not over and game.unused is Unused.OPPONENT_PLAYS else ()
            once_more = game.plans(roll, past, side)[0].throws_again(0)
            thrower_again, again = once_more and bool(owed), once_more and not owed
        return replace(
            past,
            owed=owed,
            again=again and not over,
            opener=past.opener or side,
            tally=(int(stages[0]), int(stages[1])),
            thrower_again=thrower_again,
        )


@lru_cache(maxsize=4)
def _explored(family: Rabattues, start: _Node, *, doublet: bool, of_any: bool) -> NumberedTurn[_Node]:
    """A turn, of which the legal results and what is on the way to them are asked one after the other."""
    return family.grown(start, doublet=doublet, of_any=of_any)


def _moves_between(own: tuple[int, ...], wanted: tuple[int, ...], *, at_once: bool) -> int:
    """In how many moves checkers are laid down and lifted until the counts are these; `at_once`: one may lift
    a piled checker; -1: they never are.
    """
    laid = [own[number + PILES] - wanted[number + PILES] for number in NUMBERS]
    lifted = [own[number] + more - wanted[number] for number, more in zip(NUMBERS, laid, strict=True)]
    if any(wanted[2 * PILES + 1 :]) or min(*laid, *lifted) < 0:
        return -1
    return sum(map(max, laid, lifted)) if at_once else sum(laid) + sum(lifted)


def _liftings(own: tuple[int, ...], numbers: Iterable[int]) -> list[Move]:
    """The moves that lift a checker of these numbers, be it laid down or piled."""
    return [Move(at, OFF) for number in numbers for at in (number, number + PILES) if own[at]]


def _piled(own: tuple[int, ...]) -> bool:
    return any(own[PILES + 1 : 2 * PILES + 1])


def _number(origin: int, target: int) -> int:
    """The number that a checker is moved by: that of its pile."""
    return (origin - 1) % PILES + 1 if origin else target
