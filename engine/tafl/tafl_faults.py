"""Why a board that no legal tafl play reaches is wrong: the rules it breaks, the most telling
first, and the nearest legal play.
"""

from dataclasses import dataclass

from engine.board import Shape, Side
from engine.play import Fault, Move, Outcome, Play
from engine.position import Position
from engine.squares import CORNERS, EMPTY, KING, SQUARES, THRONE, between, board_of, square_name
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import NO_MOVE, is_over, may_cross_throne, may_stop, tafl_plays, tafl_text

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


def _found(
    game: TaflGame,
    position: Position,
    side: Side,
    seen: Position,
    outcomes: tuple[Outcome, ...],
    own: tuple[_Change, ...],
) -> list[Fault]:
    """Every fault, in no particular order."""
    names: tuple[tuple[str, str | int], ...] = (("mover", side.value), ("opponent", side.other.value))

    def fault(rule: str, message: str, points: tuple[int, ...], *args: tuple[str, str | int]) -> Fault:
        return Fault(rule, message, (*names, *args), points)

    if is_over(game, position.white):
        return [fault("R.turn", "tafl_over", ())]
    moved = [pair for change in own for pair in change.moved]
    play = next(
        (
            found.play
            for found in outcomes
            for move in found.play.moves
            if [(move.origin, move.target)] == moved
        ),
        None,
    )
    captured = frozenset(play.captured if play else ())
    theirs = tuple(
        _change(before, after, set(), captured)
        for before, after in zip(_kinds(position.of(side.other)), _kinds(seen.of(side.other)), strict=True)
    )
    faults: list[Fault] = []
    for owner, changes in ((side, own), (side.other, theirs)):
        for change, piece in zip(changes, ("man", "king"), strict=True):
            owned = ("owner", owner.value)
            for at in change.appeared:
                faults.append(
                    fault(
                        "R.conservation", f"tafl_{piece}_appeared", (at,), owned, ("square", square_name(at))
                    )
                )
            for at in change.vanished:
                square = ("square", square_name(at))
                if owner is side:
                    faults.append(fault("R.conservation", f"tafl_{piece}_vanished", (at,), owned, square))
                elif at not in captured:
                    faults.append(fault("R.capture", f"tafl_{piece}_not_captured", (at,), owned, square))
            if owner is not side:
                faults += [
                    fault(
                        "R.opponent_man",
                        f"tafl_{piece}_moved_by_opponent",
                        pair,
                        owned,
                        ("origin", square_name(pair[0])),
                        ("target", square_name(pair[1])),
                    )
                    for pair in change.moved
                ]
    for counts, most, owner in ((seen.white, KING, Side.WHITE), (seen.black, KING - 1, Side.BLACK)):
        for at in (number for number, count in enumerate(counts) if count > most):
            owned, square = ("owner", owner.value), ("square", square_name(at))
            faults.append(fault("R.conservation", "tafl_man_appeared", (at,), owned, square))
    if len(moved) > 1:
        text = ("play", " ".join(_text(pair) for pair in moved))
        points = tuple(square for pair in moved for square in pair)
        faults.append(fault("R.too_many", "tafl_too_many", points, ("count", len(moved)), text))
    elif moved and play is None:
        king = position.of(side)[moved[0][0]] == KING
        rule, message, points = _obstacle(game, position, moved[0], king)
        where = ", ".join(map(square_name, points))
        faults.append(fault(rule, message, points, ("move", _text(moved[0])), ("squares", where)))
    left = seen.of(side.other)
    standing = tuple(sorted(at for at in captured if left[at]))
    if standing:
        several = "several_" if len(standing) > 1 else ""
        piece = "king" if position.of(side.other)[standing[0]] == KING else "man"
        message = "tafl_several_stand" if several else f"tafl_{piece}_stands"
        where = ", ".join(map(square_name, standing))
        faults.append(fault("R.capture", message, standing, ("squares", where)))
    return faults or [fault("R.turn", "tafl_no_move", ())]


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
