"""Free play: the results of a roll in games whose moves may be made in any order.

Where a game has no restrictions beyond blocking, hitting, pinning and bearing off, plays with the same moves in another
order end alike, so each set of moves is made in one order only. Points are sets of bits in the mover's own numbering.
"""

from engine.board import OFF, Side
from engine.dice import Roll
from engine.play import Move, Outcome, Play, move_of
from engine.plays.turn_end import advanced
from engine.position import Position
from engine.tables.fields import field_of, occupied, points_of
from engine.tables.numbers import ThrowPlan
from engine.tables.tables_game import BearOff, TablesGame


def any_order(game: TablesGame) -> bool:
    """Whether moves by equal numbers may be made with the hindmost checkers first, whatever order they were made in:
    nothing bears on a move but blocking, hitting, pinning, coming in first, and bearing off when all are home.
    """
    bound = game.step_rules or game.turn_rules or game.breaks or game.wins or game.next_turn_off
    return not bound and game.bearoff in (BearOff.STANDARD, BearOff.EXACT, BearOff.NONE)


def is_free(game: TablesGame, plans: tuple[ThrowPlan, ...]) -> bool:
    """Whether the results of these plans in this game do not depend on the order of moves."""
    if len(plans) != 1 or len(plans[0].stages) != 1 or plans[0].stages[0].optional or game.points != 24:
        return False
    numbers = plans[0].stages[0].numbers
    loose_hand = any(game.start.past.hand) and game.enter_first is not None
    return any_order(game) and not loose_hand and (len(numbers) == 2 or len(set(numbers)) == 1)


def free_outcomes(
    game: TablesGame, position: Position, side: Side, roll: Roll, plan: ThrowPlan
) -> tuple[Outcome, ...]:
    """Every distinct result of a roll in a free game; one with an empty play where nothing can be played."""
    search = _Search(game, position, side, roll, plan)
    numbers = plan.stages[0].numbers
    if numbers[0] == numbers[-1]:
        search.repeat(numbers[0], len(numbers))
    else:
        search.both(*numbers)
    if not search.results:
        search.result((), position.of(side), 0)
    return tuple(search.results)


class _Search:
    """The search for the results of one roll in a free game; `results` grows."""

    __slots__ = (
        "field", "game", "held", "men", "occ", "own", "plan", "position", "results", "roll", "side", "theirs",
        "theirs_after",
    )  # fmt: skip

    def __init__(self, game: TablesGame, position: Position, side: Side, roll: Roll, plan: ThrowPlan) -> None:
        self.game, self.position, self.side, self.roll, self.plan = game, position, side, roll, plan
        self.own, self.theirs = position.of(side), position.of(side.other)
        self.men = list(self.own)
        self.occ = occupied(self.own)
        self.held = position.past.pinned[0 if side is Side.WHITE else 1]
        self.field = field_of(game, game.facing(side.other), self.theirs, self.held)
        self.theirs_after = {0: self.theirs}
        self.results: list[Outcome] = []

    def result(self, moves: tuple[Move, ...], own: tuple[int, ...], hits: int) -> None:
        """Add a result: the mover's checkers, the set of points where they hit."""
        theirs = self.theirs_after.get(hits)
        if theirs is None:
            theirs = self.theirs_after[hits] = after_hits(self.game, self.side, self.theirs, hits)
        white, black = (own, theirs) if self.side is Side.WHITE else (theirs, own)
        if self.game.remembers:
            unplayed = self._unplayed(moves)
            again = self.plan.throws_again(len(unplayed))
            past = advanced(
                self.game, self.position, self.side, self.roll, own, theirs, left=unplayed, again=again
            )
            self.results.append(Outcome(Position(white, black, past), Play(moves)))
        else:
            self.results.append(Outcome(Position(white, black), Play(moves)))

    def _unplayed(self, moves: tuple[Move, ...]) -> tuple[int, ...]:
        """The numbers that the moves have not used."""
        numbers = list(self.plan.stages[0].numbers)
        for move in moves:
            distance = move.origin - move.target
            used = (
                distance if distance in numbers else min(number for number in numbers if number >= distance)
            )
            numbers.remove(used)
        return tuple(numbers)

    def sources(self, occ: int, die: int) -> int:
        """From where a side with checkers on `occ` may move one of them by a die."""
        game = self.game
        found = occ & self.field.opened << die
        if occ >= _BAR_BIT:
            return found & _BAR_BIT
        if occ < _OUTSIDE_HOME and game.bearoff is not BearOff.NONE:
            if self.held and game.free_to_bear_off:
                return found & ~self.held
            if occ >> die & 1:
                found |= 1 << die
            elif 0 < occ < 1 << die and game.bearoff is BearOff.STANDARD:
                found |= 1 << occ.bit_length() - 1
        return found & ~self.held

    def repeat(self, die: int, times: int) -> None:
        """Find the results of one number played several times, the hindmost checkers first.

        Any legal order of the moves can be sorted so, and different sets of moves end differently.
        """
        men, sources = self.men, self.sources
        best = 0

        def descend(occ: int, blots: int, hits: int, below: int, made: tuple[Move, ...]) -> None:
            nonlocal best
            found = sources(occ, die) & below if occ and len(made) < times else 0
            if not found:
                if made and len(made) >= best:
                    if len(made) > best:
                        best = len(made)
                        self.results.clear()
                    self.result(made, tuple(men), hits)
                return
            for origin in points_of(found):
                target = origin - die if origin > die else OFF
                bit = 1 << target
                hit = blots & bit
                men[origin] -= 1
                men[target] += 1
                left = (occ if men[origin] else occ ^ 1 << origin) | (bit if target else 0)
                move = move_of(origin, target, bool(hit))
                descend(left, blots ^ hit, hits | hit, (2 << origin) - 1, (*made, move))
                men[target] -= 1
                men[origin] += 1

        descend(self.occ, self.field.blots, 0, -1, ())

    def both(self, high: int, low: int) -> None:
        """Find the results of two different numbers: both played where possible, else the higher, else the lower."""
        men, blots, sources = self.men, self.field.blots, self.sources
        seconds: dict[int, int] = {}
        known: set[tuple[tuple[int, ...], int]] = set()
        ended: list[tuple[tuple[Move, ...], tuple[int, ...], int]] = []
        singles: list[tuple[tuple[Move, ...], tuple[int, ...], int]] = []
        lower: list[tuple[tuple[Move, ...], tuple[int, ...], int]] = []
        for first, second in ((high, low), (low, high)):
            found = sources(self.occ, first)
            for origin in points_of(found):
                target = origin - first if origin > first else OFF
                bit = 1 << target
                hit = blots & bit
                men[origin] -= 1
                men[target] += 1
                occ = (self.occ if men[origin] else self.occ ^ 1 << origin) | (bit if target else 0)
                move = move_of(origin, target, bool(hit))
                then = sources(occ, second) if occ else 0
                if not occ:
                    ended.append(((move,), tuple(men), hit))
                elif not then:
                    (singles if first == high else lower).append(((move,), tuple(men), hit))
                elif first == high:
                    seconds[origin] = then
                for origin2 in points_of(then):
                    if first == low and seconds.get(origin2, 0) >> origin & 1:
                        continue
                    target2 = origin2 - second if origin2 > second else OFF
                    hit2 = (blots ^ hit) & 1 << target2
                    men[origin2] -= 1
                    men[target2] += 1
                    own = tuple(men)
                    men[target2] -= 1
                    men[origin2] += 1
                    if (own, hit | hit2) not in known:
                        known.add((own, hit | hit2))
                        self.result((move, move_of(origin2, target2, bool(hit2))), own, hit | hit2)
                men[target] -= 1
                men[origin] += 1
        if not known and not ended:
            for found_one in singles or lower:
                self.result(*found_one)
        for moves, own, hits in ended:
            if (own, hits) not in known:
                known.add((own, hits))
                self.result(moves, own, hits)


_BAR_BIT = 1 << 25
_OUTSIDE_HOME = 1 << 7


def after_hits(game: TablesGame, side: Side, theirs: tuple[int, ...], hits: int) -> tuple[int, ...]:
    """The opponent's counts after a checker was hit on each of the points of a set of bits (`side`'s numbering)."""
    men, facing = list(theirs), game.facing(side)
    for point in points_of(hits):
        men[facing[point]] -= 1
        men[-1] += 1
    return tuple(men)
