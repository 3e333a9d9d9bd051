"""Legal plays: every position that a roll can lead to, each with one play that leads there (rules section 1.2).

Points are sets of bits in the mover's own numbering: bit 25 the bar, 24-1 the points. Where a game has no
restrictions beyond blocking, hitting and bearing off, plays with the same moves in another order end alike, so
each set of moves is made in one order only; games with restrictions are explored in every order.
"""

from dataclasses import dataclass
from functools import lru_cache

from engine.board import BAR, OFF, Side
from engine.dice import Roll
from engine.play import Move, Play
from engine.position import Position
from engine.tables import BearOff, Landing, TablesGame, TurnSoFar

_ALL_POINTS = (1 << 25) - 2
_BAR_BIT = 1 << BAR
_OUTSIDE_HOME = 1 << 7
_HALF = 13
_HALF_MASK = (1 << _HALF) - 1


def _bit_table(offset: int) -> tuple[tuple[int, ...], ...]:
    table: list[tuple[int, ...]] = [()]
    for mask in range(1, 1 << _HALF):
        top = mask.bit_length() - 1
        table.append((top + offset, *table[mask ^ (1 << top)]))
    return tuple(table)


_LOW, _HIGH = _bit_table(0), _bit_table(_HALF)
_MOVES = tuple(tuple(tuple(Move(o, t, hit) for t in range(26)) for o in range(26)) for hit in (False, True))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A position that a roll leads to, and one play that leads there."""

    position: Position
    play: Play


@dataclass(frozen=True, slots=True)
class Field:
    """What the opponent's checkers make of the board for the mover: sets of bits in the mover's own numbering.

    `opened` are the points he may land on, `blots` those on which he would hit.
    """

    opened: int
    blots: int


def field_of(game: TablesGame, theirs: tuple[int, ...]) -> Field:
    """The field for the mover, from the opponent's 26 counts in the opponent's own numbering."""
    closed = blots = 0
    for point in range(1, 25):
        men = theirs[point]
        if men:
            bit = 1 << game.relation.theirs(point)
            if men >= game.block_at:
                closed |= bit
            elif game.landing is Landing.HIT:
                blots |= bit
    return Field(_ALL_POINTS & ~closed, blots)


def occupied(men: tuple[int, ...]) -> int:
    """The bar and the points on which a side has checkers, as a set of bits."""
    mask = 0
    for point in range(1, 26):
        if men[point]:
            mask |= 1 << point
    return mask


def sources(game: TablesGame, occ: int, opened: int, die: int) -> int:
    """From where a side with checkers on `occ` may move one of them by a die, restrictions of the game apart."""
    found = occ & opened << die
    if occ >= _BAR_BIT:
        return found & _BAR_BIT
    if occ < _OUTSIDE_HOME and game.bearoff is not BearOff.NONE:
        if occ >> die & 1:
            found |= 1 << die
        elif 0 < occ < 1 << die and game.bearoff is BearOff.STANDARD:
            found |= 1 << occ.bit_length() - 1
    return found


@lru_cache(maxsize=2048)
def legal_plays(game: TablesGame, position: Position, side: Side, roll: Roll) -> tuple[Outcome, ...]:
    """Every distinct position that the roll can legally lead to; one with an empty play where nothing can be played.

    >>> from engine.games import find_game
    >>> backgammon = find_game("backgammon")
    >>> len(legal_plays(backgammon, backgammon.start, Side.WHITE, Roll.of(3, 1)))
    16
    """
    if game.step_rules or game.turn_rules:
        return _Exploration(game, position, side, game.units(roll)).outcomes()
    own, theirs = position.of(side), position.of(side.other)
    units = game.units(roll)
    search = _Search(game, own, theirs, side)
    if units[0] == units[-1]:
        search.repeat(units[0], len(units))
    elif len(units) == 2:
        search.both(*units)
    else:
        return _Exploration(game, position, side, units).outcomes()
    return tuple(search.results) or (Outcome(position, Play()),)


class _Search:
    """The search for the results of one roll in a game without restrictions; `results` grows."""

    __slots__ = ("field", "game", "men", "occ", "own", "results", "side", "theirs", "theirs_after")

    def __init__(self, game: TablesGame, own: tuple[int, ...], theirs: tuple[int, ...], side: Side) -> None:
        self.game = game
        self.side = side
        self.own = own
        self.theirs = theirs
        self.men = list(own)
        self.occ = occupied(own)
        self.field = field_of(game, theirs)
        self.theirs_after = {0: theirs}
        self.results: list[Outcome] = []

    def result(self, moves: tuple[Move, ...], own: tuple[int, ...], hits: int) -> None:
        """Add a result: the mover's checkers and the set of points where he hit."""
        theirs = self.theirs_after.get(hits)
        if theirs is None:
            theirs = self.theirs_after[hits] = after_hits(self.game, self.theirs, hits)
        position = Position(own, theirs) if self.side is Side.WHITE else Position(theirs, own)
        self.results.append(Outcome(position, Play(moves)))

    def repeat(self, die: int, times: int) -> None:
        """Find the results of one number played several times, the hindmost checkers first.

        Any legal order of the moves can be sorted so, and different sets of moves end differently.
        """
        game, men, opened = self.game, self.men, self.field.opened
        best = 0

        def descend(occ: int, blots: int, hits: int, below: int, made: tuple[Move, ...]) -> None:
            nonlocal best
            found = sources(game, occ, opened, die) & below if occ and len(made) < times else 0
            if not found:
                if made and len(made) >= best:
                    if len(made) > best:
                        best = len(made)
                        self.results.clear()
                    self.result(made, tuple(men), hits)
                return
            for origin in _HIGH[found >> _HALF] + _LOW[found & _HALF_MASK]:
                target = origin - die if origin > die else OFF
                bit = 1 << target
                hit = blots & bit
                men[origin] -= 1
                men[target] += 1
                left = (occ if men[origin] else occ ^ 1 << origin) | (bit if target else 0)
                move = _MOVES[1 if hit else 0][origin][target]
                descend(left, blots ^ hit, hits | hit, (2 << origin) - 1, (*made, move))
                men[target] -= 1
                men[origin] += 1

        descend(self.occ, self.field.blots, 0, -1, ())

    def both(self, high: int, low: int) -> None:
        """Find the results of two different numbers: both played where possible, else the higher, else the lower."""
        game, men, opened, blots = self.game, self.men, self.field.opened, self.field.blots
        seconds: dict[int, int] = {}
        known: set[tuple[tuple[int, ...], int]] = set()
        ended: list[tuple[tuple[Move, ...], tuple[int, ...], int]] = []
        singles: list[tuple[tuple[Move, ...], tuple[int, ...], int]] = []
        lower: list[tuple[tuple[Move, ...], tuple[int, ...], int]] = []
        for first, second in ((high, low), (low, high)):
            found = sources(game, self.occ, opened, first)
            for origin in _HIGH[found >> _HALF] + _LOW[found & _HALF_MASK]:
                target = origin - first if origin > first else OFF
                bit = 1 << target
                hit = blots & bit
                men[origin] -= 1
                men[target] += 1
                occ = (self.occ if men[origin] else self.occ ^ 1 << origin) | (bit if target else 0)
                move = _MOVES[1 if hit else 0][origin][target]
                then = sources(game, occ, opened, second) if occ else 0
                if not occ:
                    ended.append(((move,), tuple(men), hit))
                elif not then:
                    (singles if first == high else lower).append(((move,), tuple(men), hit))
                elif first == high:
                    seconds[origin] = then
                for origin2 in _HIGH[then >> _HALF] + _LOW[then & _HALF_MASK]:
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
                        self.result((move, _MOVES[1 if hit2 else 0][origin2][target2]), own, hit | hit2)
                men[target] -= 1
                men[origin] += 1
        if not known and not ended:
            for found_one in singles or lower:
                self.result(*found_one)
        for moves, own, hits in ended:
            if (own, hits) not in known:
                known.add((own, hits))
                self.result(moves, own, hits)


def after_hits(game: TablesGame, theirs: tuple[int, ...], hits: int) -> tuple[int, ...]:
    """The opponent's 26 counts after a checker was hit on each of the points of a set of bits (mover's numbering)."""
    men = list(theirs)
    for point in _HIGH[hits >> _HALF] + _LOW[hits & _HALF_MASK]:
        men[game.relation.theirs(point)] -= 1
        men[BAR] += 1
    return tuple(men)


@lru_cache(maxsize=512)
def completable(game: TablesGame, position: Position, side: Side, roll: Roll) -> frozenset[Position]:
    """All positions, start and ends included, from which the turn can still be completed legally while the dice lie."""
    return _Exploration(game, position, side, game.units(roll)).on_the_way()


@dataclass(frozen=True, slots=True)
class _Node:
    """A moment of a turn: the mover's checkers, where he has hit, the numbers left, and the moves that matter.

    `moves` is kept only where a restriction of the game may look at them.
    """

    own: tuple[int, ...]
    hits: int
    left: tuple[int, ...]
    moves: tuple[Move, ...] = ()


class _Exploration:
    """Every moment that a turn can pass through, in every order of its moves, and which of them are legal ends."""

    def __init__(self, game: TablesGame, position: Position, side: Side, units: tuple[int, ...]) -> None:
        self.game = game
        self.position = position
        self.side = side
        self.own, self.theirs = position.of(side), position.of(side.other)
        self.units = units
        start = _Node(self.own, 0, units)
        self.parents: dict[_Node, list[tuple[_Node, Move]]] = {start: []}
        self.start = start
        layer = [start]
        while layer:
            layer = [node for parent in layer for node in self._grow(parent)]
        self.ends = self._legal_ends()

    def _grow(self, node: _Node) -> list[_Node]:
        """The moments one move after this one that were not known before."""
        game = self.game
        occ = occupied(node.own)
        field = field_of(game, self.theirs_at(node))
        found: list[_Node] = []
        for die in dict.fromkeys(node.left) if occ else ():
            left = list(node.left)
            left.remove(die)
            mask = sources(game, occ, field.opened, die)
            for origin in _HIGH[mask >> _HALF] + _LOW[mask & _HALF_MASK]:
                target = max(origin - die, OFF)
                hit = field.blots >> target & 1
                move = _MOVES[hit][origin][target]
                if game.step_rules:
                    turn = TurnSoFar(self.own, node.own, self.theirs_at(node), node.moves)
                    if not all(rule.allows(turn, move) for rule in game.step_rules):
                        continue
                men = list(node.own)
                men[origin] -= 1
                men[target] += 1
                moves = (*node.moves, move) if game.step_rules or game.turn_rules else ()
                child = _Node(tuple(men), node.hits | hit << target, tuple(left), moves)
                if child not in self.parents:
                    self.parents[child] = []
                    found.append(child)
                self.parents[child].append((node, move))
        return found

    def _legal_ends(self) -> list[_Node]:
        """The moments at which the turn may be over: as many numbers used as possible, the highest if only one."""
        nodes = list(self.parents)
        if self.game.turn_rules:
            nodes = [node for node in nodes if self._may_end(node)] or nodes
        fewest = min(len(node.left) for node in nodes)
        ends = [node for node in nodes if len(node.left) == fewest]
        if fewest == len(self.units) - 1:
            least = min(sum(node.left) for node in ends)
            ends = [node for node in ends if sum(node.left) == least]
        return ends + [node for node in nodes if not occupied(node.own) and node not in ends]

    def _may_end(self, node: _Node) -> bool:
        turn = TurnSoFar(self.own, node.own, self.theirs_at(node), node.moves)
        return all(rule.allows(turn) for rule in self.game.turn_rules)

    def theirs_at(self, node: _Node) -> tuple[int, ...]:
        """The opponent's checkers at a moment, in his own numbering."""
        return after_hits(self.game, self.theirs, node.hits) if node.hits else self.theirs

    def position_at(self, node: _Node) -> Position:
        """The position at a moment."""
        theirs = self.theirs_at(node)
        return Position(node.own, theirs) if self.side is Side.WHITE else Position(theirs, node.own)

    def outcomes(self) -> tuple[Outcome, ...]:
        """The distinct legal results, each with one play."""
        results: dict[Position, Play] = {}
        for node in self.ends:
            position = self.position_at(node)
            if position not in results:
                results[position] = Play(self._path(node))
        return tuple(Outcome(position, play) for position, play in results.items())

    def _path(self, node: _Node) -> tuple[Move, ...]:
        moves: list[Move] = []
        while node != self.start:
            node, move = self.parents[node][0]
            moves.append(move)
        return tuple(reversed(moves))

    def on_the_way(self) -> frozenset[Position]:
        """The positions of all moments from which a legal end can be reached, the start and the ends included."""
        good = set(self.ends)
        waiting = list(self.ends)
        while waiting:
            for parent, _ in self.parents[waiting.pop()]:
                if parent not in good:
                    good.add(parent)
                    waiting.append(parent)
        return frozenset(self.position_at(node) for node in good)
