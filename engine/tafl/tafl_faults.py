"""Why a board that no legal tafl play reaches is wrong: the rules it breaks, the most telling
first, and the nearest legal play.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import Shape, Side
from engine.play import Fault, Move, Outcome, Play
from engine.position import Position
from engine.squares import CORNERS, EMPTY, KING, SQUARES, THRONE, between, board_of, square_name
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import NO_MOVE, is_over, may_cross_throne, may_stop, tafl_plays, tafl_text

_PIECES = ("man", "king")
Pair = tuple[int, int]
"""Where a piece came from and where it went."""
_TELLING = (
    "R.conservation",
    "R.opponent_man",
    "R.too_many",
    "R.straight",
    "R.throne",
    "R.corner",
    "R.block",
    "R.capture",
    "R.turn",
)


@dataclass(frozen=True, slots=True)
class _Change:
    """What has become of one side's men, or of the king: where they went, where they vanished and appeared."""

    moved: tuple[Pair, ...]
    vanished: tuple[int, ...]
    appeared: tuple[int, ...]


def tafl_faults(game: TaflGame, position: Position, side: Side, seen: Position) -> tuple[Fault, ...]:
    """All that is wrong with a seen position, most telling first; nothing where a legal play reaches it."""
    outcomes = tafl_plays(game, position, side)
    if any(outcome.position == seen for outcome in outcomes):
        return ()
    own = _own_changes(position, side, seen, outcomes)
    nearest = _nearest(outcomes, seen, [pair for change in own for pair in change.moved])
    legal = ("legal", tafl_text(nearest) or "no move")
    return tuple(
        Fault(fault.rule, fault.message, (*fault.args, legal), fault.points, nearest)
        for fault in sorted(_found(game, position, side, seen, outcomes, own), key=_rank)
    )


def tafl_fault(game: TaflGame, position: Position, side: Side, seen: Position) -> Fault:
    """The most telling fault of a seen position; raises ValueError for one that a legal play reaches."""
    faults = tafl_faults(game, position, side, seen)
    if not faults:
        raise ValueError("nothing is wrong with this board: a legal play reaches it")
    return faults[0]


def likely_tafl_play(game: TaflGame, position: Position, side: Side, seen: Position) -> Play:
    """The move as it seems to have been made, legal or not, and what was taken off with it."""
    outcomes = tafl_plays(game, position, side)
    for outcome in outcomes:
        if outcome.position == seen:
            return outcome.play
    own = _own_changes(position, side, seen, outcomes)
    moves = tuple(Move(*pair) for change in own for pair in change.moved)
    theirs, left = position.of(side.other), seen.of(side.other)
    gone = tuple(number for number in range(SQUARES) if theirs[number] and not left[number])
    return Play(moves, gone, Shape.TAFL) if moves or gone else NO_MOVE


def _rank(fault: Fault) -> int:
    return _TELLING.index(fault.rule)


def _kinds(counts: tuple[int, ...]) -> tuple[set[int], set[int]]:
    """The squares of a side's men and of its king (or kings, as seen)."""
    men = {number for number, count in enumerate(counts) if 0 < count < KING}
    return men, {number for number, count in enumerate(counts) if count >= KING}


def _own_changes(
    position: Position, side: Side, seen: Position, outcomes: tuple[Outcome, ...]
) -> tuple[_Change, ...]:
    """What has become of the mover's men and his king, a legal move being the likeliest."""
    legal = {(move.origin, move.target) for outcome in outcomes for move in outcome.play.moves}
    return tuple(
        _change(before, after, legal)
        for before, after in zip(_kinds(position.of(side)), _kinds(seen.of(side)), strict=True)
    )


def _change(
    before: set[int], after: set[int], likely: set[Pair], captured: frozenset[int] = frozenset()
) -> _Change:
    gone, new = before - after, after - before
    pairs = sorted(
        ((origin, target) for origin in gone for target in new),
        key=lambda pair: (pair not in likely, pair[0] in captured, _effort(*pair), pair),
    )
    moved: list[Pair] = []
    for origin, target in pairs:
        if origin in gone and target in new:
            moved.append((origin, target))
            gone, new = gone - {origin}, new - {target}
    return _Change(tuple(moved), tuple(sorted(gone)), tuple(sorted(new)))


def _effort(origin: int, target: int) -> tuple[bool, int]:
    """How unlikely it is that a piece was taken from one square to another."""
    files, ranks = abs(origin % 9 - target % 9), abs(origin // 9 - target // 9)
    return bool(files and ranks), files + ranks


def _nearest(outcomes: tuple[Outcome, ...], seen: Position, made: list[Pair]) -> Play:
    """The legal play whose result differs on fewest squares from what is seen, and begins or ends as what was made."""
    ends = {square for pair in made for square in pair}
    white, black = seen.white, seen.black

    def distance(outcome: Outcome) -> tuple[int, int]:
        after = outcome.position
        differing = sum(ours != there for ours, there in zip(after.white, white, strict=True)) + sum(
            theirs != there for theirs, there in zip(after.black, black, strict=True)
        )
        return differing, -sum((move.origin in ends) + (move.target in ends) for move in outcome.play.moves)

    return min(outcomes, key=distance).play


@dataclass(frozen=True, slots=True)
class _Seen:
    """A seen board beside the one before: `moved` are the mover's pieces and where they went, `play` the legal play
    that this is, if it is one, and `captured` what that play takes off the board.
    """

    game: TaflGame
    before: Position
    side: Side
    after: Position
    moved: tuple[Pair, ...]
    play: Play | None

    @property
    def captured(self) -> frozenset[int]:
        return frozenset(self.play.captured if self.play else ())

    def fault(self, rule: str, message: str, points: tuple[int, ...], *args: tuple[str, str | int]) -> Fault:
        """A fault with who moved and who did not among its arguments."""
        return Fault(
            rule, message, (("mover", self.side.value), ("opponent", self.side.other.value), *args), points
        )


def _found(
    game: TaflGame,
    position: Position,
    side: Side,
    after: Position,
    outcomes: tuple[Outcome, ...],
    own: tuple[_Change, ...],
) -> list[Fault]:
    """Every fault, in no particular order."""
    moved = tuple(pair for change in own for pair in change.moved)
    plays = (
        outcome.play
        for outcome in outcomes
        for move in outcome.play.moves
        if ((move.origin, move.target),) == moved
    )
    seen = _Seen(game, position, side, after, moved, next(plays, None))
    if is_over(game, position.white):
        return [seen.fault("R.turn", "tafl_over", ())]
    faults = [
        *_own_strays(seen, own),
        *_opponents_strays(seen),
        *_doubled(seen),
        *_moves(seen),
        *_left_standing(seen),
    ]
    return faults or [seen.fault("R.turn", "tafl_no_move", ())]


def _stray(seen: _Seen, rule: str, message: str, owner: Side, at: int) -> Fault:
    """A fault about a single square: what somebody's piece did there."""
    return seen.fault(rule, message, (at,), ("owner", owner.value), ("square", square_name(at)))


def _own_strays(seen: _Seen, own: tuple[_Change, ...]) -> Iterator[Fault]:
    """The mover's pieces that came from nowhere, or are gone."""
    for change, piece in zip(own, _PIECES, strict=True):
        for at in change.appeared:
            yield _stray(seen, "R.conservation", f"tafl_{piece}_appeared", seen.side, at)
        for at in change.vanished:
            yield _stray(seen, "R.conservation", f"tafl_{piece}_vanished", seen.side, at)


def _opponents_strays(seen: _Seen) -> Iterator[Fault]:
    """The opponent's pieces that came from nowhere, were taken off though nothing captures them, or were moved."""
    owner = seen.side.other
    kinds = zip(_kinds(seen.before.of(owner)), _kinds(seen.after.of(owner)), _PIECES, strict=True)
    for before, after, piece in kinds:
        change = _change(before, after, set(), seen.captured)
        for at in change.appeared:
            yield _stray(seen, "R.conservation", f"tafl_{piece}_appeared", owner, at)
        for at in change.vanished:
            if at not in seen.captured:
                yield _stray(seen, "R.capture", f"tafl_{piece}_not_captured", owner, at)
        for pair in change.moved:
            origin, target = map(square_name, pair)
            yield seen.fault(
                "R.opponent_man",
                f"tafl_{piece}_moved_by_opponent",
                pair,
                ("owner", owner.value),
                ("origin", origin),
                ("target", target),
            )


def _doubled(seen: _Seen) -> Iterator[Fault]:
    """Squares with more than one piece on them."""
    for counts, most, owner in (
        (seen.after.white, KING, Side.WHITE),
        (seen.after.black, KING - 1, Side.BLACK),
    ):
        for at, count in enumerate(counts):
            if count > most:
                yield _stray(seen, "R.conservation", "tafl_man_appeared", owner, at)


def _moves(seen: _Seen) -> Iterator[Fault]:
    """Several pieces moved, or one as it may not."""
    if len(seen.moved) > 1:
        text = " ".join(map(_text, seen.moved))
        points = tuple(square for pair in seen.moved for square in pair)
        yield seen.fault("R.too_many", "tafl_too_many", points, ("count", len(seen.moved)), ("play", text))
    elif seen.moved and seen.play is None:
        (pair,) = seen.moved
        king = seen.before.of(seen.side)[pair[0]] == KING
        rule, message, points = _obstacle(seen.game, seen.before, pair, king)
        where = ", ".join(map(square_name, points))
        yield seen.fault(rule, message, points, ("move", _text(pair)), ("squares", where))


def _left_standing(seen: _Seen) -> Iterator[Fault]:
    """What a legal move captures and nobody took off."""
    theirs, left = seen.before.of(seen.side.other), seen.after.of(seen.side.other)
    standing = tuple(sorted(at for at in seen.captured if left[at]))
    if standing:
        piece = "king" if theirs[standing[0]] == KING else "man"
        message = "tafl_several_stand" if len(standing) > 1 else f"tafl_{piece}_stands"
        where = ", ".join(map(square_name, standing))
        yield seen.fault("R.capture", message, standing, ("squares", where))


def _obstacle(game: TaflGame, position: Position, pair: Pair, king: bool) -> tuple[str, str, tuple[int, ...]]:
    """The rule that forbids a move, its message, and the squares concerned."""
    origin, target = pair
    passed = between(origin, target)
    if passed is None:
        return "R.straight", "tafl_straight", pair
    board = board_of(position.white, position.black)
    blocked = tuple(at for at in (*passed, target) if board[at] != EMPTY)
    if blocked:
        return "R.block", "tafl_block", blocked
    if not may_stop(game, king, target):
        if target in CORNERS:
            return "R.corner", "tafl_corner", (target,)
        return "R.throne", "tafl_return" if king else "tafl_throne", (target,)
    assert THRONE in passed and not may_cross_throne(game, king)
    return "R.throne", "tafl_pass", (THRONE,)


def _text(pair: Pair) -> str:
    return f"{square_name(pair[0])}-{square_name(pair[1])}"
