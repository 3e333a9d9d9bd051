"""Chase games: single checkers that run round and round the board and take each other off it (rules A27).

Both sides number the points alike, along their common way, and run upwards: after point 24 comes point 1 (the slots of
rules A27). A checker that is taken counts as off and never comes back.
"""

from dataclasses import dataclass, replace

from engine.board import BAR, OFF, Side
from engine.chase.search import CORNERED, COUNTING, LEFT, ONE_LEFT, PROTECTED, STACKED, UNTAKEN, Search
from engine.chase.variety import Counting, Variety, men_left
from engine.dice import Roll
from engine.faults.diagnosis import HIGHER_DIE, MUST_USE, JudgedTurn, Law, diagnosed
from engine.past import Past
from engine.play import Fault, Outcome, Play
from engine.position import Position
from engine.tables.tables_game import TablesGame


@dataclass(frozen=True, slots=True)
class Chase(Variety):
    """The family of chase games."""

    @property
    def travels(self) -> bool:
        """All run round and round."""
        return True

    def outcomes(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> tuple[Outcome, ...]:
        """Every legal result with its past; one with an empty play where nothing can be played."""
        search = Search(self, position, side, roll)
        return tuple(
            Outcome(replace(where, past=self._past(position, side, roll, where, owed)), play)
            for where, (play, owed) in search.results().items()
        )

    def on_the_way(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> frozenset[Position]:
        """The positions that the turn may pass through and still be completed legally, start and ends included."""
        return Search(self, position, side, roll).on_the_way()

    def win(
        self, game: TablesGame, position: Position, just_moved: Side
    ) -> tuple[Side | None, int, str] | None:
        """Who has taken the opponent's last checker."""
        for side in (just_moved, just_moved.other):
            if not men_left(position.of(side.other)):
                return side, 1, "single"
        return None

    def explain(self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position) -> Fault:
        """The fault of a seen position that no legal play reaches."""
        alone = self.alone(position.of(side))
        laws = [
            Law("R.must_use", MUST_USE),
            Law("R.higher_die", HIGHER_DIE),
            Law("R.opponent_man", UNTAKEN, lambda move: move.hit),
            Law("R.block", PROTECTED, lambda move: move.hit),
            Law("R.block", STACKED),
        ]
        if roll.either:
            laws.append(Law("R.too_many", ONE_LEFT))
        if alone:
            laws.append(Law("R.corner", CORNERED))
        if self.counting is not Counting.ALL and not alone:
            laws.append(Law("R.dice", COUNTING))
        units = self.units(roll, alone=False)
        facing = game.facing(side)
        outcomes = self.outcomes(game, position, side, roll)
        scene = JudgedTurn(
            position,
            side,
            roll,
            units,
            outcomes,
            seen,
            facing,
            number=_points_between,
            endless=True,
            directed=False,
        )

        def reach(ignored: frozenset[str]) -> dict[Position, Play]:
            results = Search(self, position, side, roll, ignored).results()
            if UNTAKEN in ignored:
                off = position.of(side.other)[OFF]
                barred = {_barred(where, side, off): found for where, found in results.items()}
                results = {**barred, **Search(self, position, side, roll, ignored | {LEFT}).results()}
            return {where: play for where, (play, _) in results.items()}

        return diagnosed(scene, laws, reach, together=2)

    def stands(
        self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position
    ) -> Position:
        """A board that stands although no legal play leads to it, with the past that it has."""
        return replace(seen, past=self._past(position, side, roll, seen, ()))

    def _past(
        self, position: Position, side: Side, roll: Roll, after: Position, owed: tuple[int, ...]
    ) -> Past:
        """The past after a turn: who was owed numbers throws once they have played them; doublets may throw again."""
        over = not men_left(after.of(side.other))
        again = not over and (roll.carried or (self.doublets_again and roll.is_doublet))
        past = position.past
        left = () if over else owed
        return replace(past, owed=left, either=len(set(left)) > 1, again=again, opener=past.opener or side)


def _points_between(origin: int, target: int) -> int:
    """The number that takes a checker from one point to another."""
    return (target - origin) % 24


def _barred(position: Position, side: Side, off: int) -> Position:
    """A board on which the opponent's checkers taken in this turn, those beyond `off`, lie on the bar."""
    men = list(position.of(side.other))
    men[BAR], men[OFF] = men[BAR] + men[OFF] - off, off
    theirs, own = tuple(men), position.of(side)
    return Position(own, theirs) if side is Side.WHITE else Position(theirs, own)
