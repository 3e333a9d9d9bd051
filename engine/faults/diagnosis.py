"""Diagnosis: which rule a seen board breaks, found by setting the rules of a family aside one at a time.

The rule without which the board could be reached is the one that was broken. What no rule explains has to do with the
checkers themselves (one is missing, the opponent's was moved) or with the dice.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine.board import BAR, OFF, Side
from engine.dice import Roll
from engine.play import Fault, Move, Outcome, Play
from engine.plays.chains import chains, play_text, site_text
from engine.position import Position

Args = tuple[tuple[str, str | int], ...]
Reach = Callable[[frozenset[str]], Mapping[Position, Play]]
"""Where a turn could end, with a play that leads there, if the laws with these messages did not hold."""

MUST_USE = "must_use"
HIGHER_DIE = "higher_die"


@dataclass(frozen=True, slots=True)
class Law:
    """A rule that can be set aside to see what it alone forbids: its id, its sentence, the moves it is about.

    Without `about` it is about all moves of the play. The message `must_use` stands for the sentences about numbers
    that could be played.
    """

    rule: str
    message: str
    about: Callable[[Move], bool] | None = None


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn to be judged: the board before, the throw, the numbers it gives, the legal results, the board seen.

    `facing`: for every site as the mover counts, the opponent's number of it. `number`: the number that a move
    needs. `endless`: the way has no end, so nothing is borne off; `directed`: nothing goes backwards; `pile`: where
    no number takes a checker so many points on, to which pile a site belongs, whose checkers never leave it.
    """

    position: Position
    side: Side
    roll: Roll
    units: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    seen: Position
    facing: tuple[int, ...]
    number: Callable[[int, int], int] = operator.sub
    endless: bool = False
    directed: bool = True
    pile: Callable[[int], int] | None = None


def diagnosed(scene: JudgedTurn, laws: Sequence[Law], reach: Reach, together: int = 3) -> Fault:
    """The fault of the board that is seen: a law, or up to so many laws together, of which the first is named."""
    for count in range(1, min(together, len(laws)) + 1):
        for chosen in combinations(laws, count):
            # Where so many laws are broken, numbers are left over as a rule; looking further takes long.
            if count > 2 and all(law.message != MUST_USE for law in chosen):
                continue
            reached = reach(frozenset(law.message for law in chosen))
            if scene.seen in reached:
                play = reached[scene.seen]
                telling = sorted(chosen, key=lambda law: law.message in (MUST_USE, HIGHER_DIE))
                first, *others = (
                    _broken(scene, law, play)
                    for law in telling
                    if law.message != MUST_USE or law is telling[0] or len(play.moves) < _most(scene)
                )
                return replace(first, also=tuple(other for other in others if other.rule != first.rule))
    return _strayed(scene) or _misplayed(scene)


def nearest(outcomes: tuple[Outcome, ...], side: Side, seen: Position) -> Outcome:
    """The legal result that differs least from what is seen."""

    def distance(outcome: Outcome) -> int:
        return sum(
            abs(men - there)
            for each in (side, side.other)
            for men, there in zip(outcome.position.of(each), seen.of(each), strict=True)
        )

    return min(outcomes, key=distance)


def _broken(scene: JudgedTurn, law: Law, play: Play) -> Fault:
    """The fault of a play that breaks a law."""
    if law.message == MUST_USE:
        whole = tuple(each for each in scene.outcomes if len(each.play.moves) == _most(scene))
        best = nearest(whole, scene.side, scene.seen)
        message, args = _unused(scene, best.play)
        points = tuple(sorted({move.origin for move in best.play.moves}, reverse=True))
        return _fault(scene, law.rule, message, args, points, best)
    moves = [move for move in play.moves if law.about is None or law.about(move)] or list(play.moves)
    sites = sorted({site for move in moves for site in (move.origin, move.target)}, reverse=True)
    args = (
        ("move", _way_of(moves[0], play) if moves else "No move"),
        ("play", play_text(play) or "no move"),
        ("unit", max(scene.units, default=0)),
    )
    return _fault(scene, law.rule, law.message, args, tuple(sites))


def _most(scene: JudgedTurn) -> int:
    """The most moves that a legal play makes."""
    return max(len(outcome.play.moves) for outcome in scene.outcomes)


def _way_of(move: Move, play: Play) -> str:
    """The whole way of the checker that ended with this move, or the move alone if the checker went on."""
    ends = (chain for chain in chains(play) if chain.stops[-1][0] == move.target)
    chain = next(ends, None)
    return _text(move.origin, move.target) if chain is None else _text(chain.stops[0][0], move.target)


def _unused(scene: JudgedTurn, best: Play) -> tuple[str, Args]:
    """The sentence for numbers that were left though they could be played."""
    units, text, most = scene.units, ("play", play_text(best)), len(best.moves)
    if most == 1:
        number = scene.number(best.moves[0].origin, best.moves[0].target)
        unit = number if number in units else max(units)
        return "must_use_one", (("unit", unit), text)
    if len(set(units)) > 1:
        return "must_use_both", (("high", max(units)), ("low", min(units)), text)
    if len(units) == 2:
        return "must_use_twice", (("unit", units[0]), text)
    return "must_use_all" if most == len(units) else "must_use_some", (
        ("unit", units[0]),
        ("count", most),
        text,
    )


def _strayed(scene: JudgedTurn) -> Fault | None:
    """What is wrong with the checkers whatever the dice: too many, too few, the opponent's moved, one come back."""
    return _miscounted(scene) or _others_moved(scene) or _gone_astray(scene)


def _miscounted(scene: JudgedTurn) -> Fault | None:
    """That a side has more checkers than before, or fewer."""
    for owner in (scene.side, scene.side.other):
        before, after = scene.position.of(owner), scene.seen.of(owner)
        extra = sum(after) - sum(before)
        if extra:
            changed = [s for s in range(26) if (after[s] > before[s] if extra > 0 else after[s] < before[s])]
            point = changed[-1] if owner is scene.side else scene.facing[changed[-1]]
            message = "appeared" if extra > 0 else "vanished"
            return _fault(scene, "R.conservation", message, _whose(owner, point), (point,))
    return None


def _others_moved(scene: JudgedTurn) -> Fault | None:
    """That a checker of the opponent's has been moved, or borne off, which no legal play does."""
    theirs, others = scene.position.of(scene.side.other), scene.seen.of(scene.side.other)
    fixed = frozenset(tuple(outcome.position.of(scene.side.other)) for outcome in scene.outcomes)
    if others == theirs or others in fixed or _taken(scene):
        return None
    left, come = _changes(theirs, others)
    here = scene.facing[left[0]]
    there = scene.facing[come[0]]
    if there == OFF:
        return _fault(scene, "R.conservation", "vanished", _whose(scene.side.other, here), (here,))
    args = (("origin", _place(here)), ("target", _place(there)))
    return _fault(scene, "R.opponent_man", "opponent_moved", args, (here, there))


def _gone_astray(scene: JudgedTurn) -> Fault | None:
    """That a checker of the mover's is where none of theirs ever comes: back on the board, off too soon, backwards."""
    left, come = _changes(scene.position.of(scene.side), scene.seen.of(scene.side))
    if OFF in left:
        return _fault(scene, "R.direction", "returned", (("point", _place(come[0])),), (come[0],))
    farthest = max(scene.units, default=0) * len(scene.units)
    gone = come.count(OFF)
    if gone and (scene.endless or (scene.pile is None and left[-gone] > farthest)):
        point = _vanished(scene, left, [site for site in come if site != OFF])
        return _fault(scene, "R.conservation", "vanished", _whose(scene.side, point), (point,))
    pairs = _pairs(scene, left, come)
    if scene.pile is not None:
        on_points = (pair for pair in pairs if OFF not in pair and BAR not in pair)
        strange = (pair for pair in on_points if scene.pile(pair[0]) != scene.pile(pair[1]))
        astray = next(strange, None)
        if astray is not None:
            return _fault(scene, "R.direction", "pile_left", (("move", _text(*astray)),), astray)
    backwards = next((pair for pair in pairs if pair[1] > pair[0]), None)
    if backwards is not None and scene.directed:
        return _fault(scene, "R.direction", "direction", (("move", _text(*backwards)),), backwards)
    return None


def _whose(owner: Side, point: int) -> Args:
    return ("owner", owner.value), ("point", _place(point))


def _taken(scene: JudgedTurn) -> bool:
    """Whether the opponent's checkers that are gone were taken where the mover's have come, by whichever number."""
    if not scene.endless:
        return False
    own, mine = scene.position.of(scene.side), scene.seen.of(scene.side)
    left, come = _changes(scene.position.of(scene.side.other), scene.seen.of(scene.side.other))
    points = [scene.facing[site] for site in left]
    return set(come) == {OFF} and all(mine[point] > own[point] for point in points)


def _vanished(scene: JudgedTurn, left: list[int], come: list[int]) -> int:
    """The point from which a checker has vanished: one without which the throw accounts for the others."""
    for index, point in enumerate(left):
        others = left[:index] + left[index + 1 :]
        if all(scene.number(*pair) in scene.units for pair in zip(others, come, strict=False)):
            return point
    return left[-1]


def _misplayed(scene: JudgedTurn) -> Fault:
    """A fault of the dice: too many checkers moved, or by numbers that were not thrown."""
    left, come = _changes(scene.position.of(scene.side), scene.seen.of(scene.side))
    pairs = _pairs(scene, left, come)
    units = scene.units
    points = tuple(sorted({origin for origin, _ in pairs}, reverse=True))
    if not pairs:
        return _unreachable(scene, Play(), ())
    if not units:
        args: Args = (("roll", str(scene.roll)), ("move", _text(*pairs[0])))
        return _fault(scene, "R.dice", "dice_nothing", args, points)
    text = play_text(Play(tuple(Move(origin, target) for origin, target in pairs)))
    if len(pairs) > len(units):
        args = (("play", text), ("count", len(pairs)), ("given", len(units)))
        return _fault(scene, "R.too_many", "too_many_here", args, points)
    odd = next((pair for pair in pairs if scene.number(*pair) not in units), None)
    if odd is None:
        numbers = [scene.number(*pair) for pair in pairs]
        twice = next((each for each in numbers if numbers.count(each) > units.count(each)), None)
        if twice is None or units.count(twice) > 1:
            return _unreachable(scene, Play(tuple(Move(*pair) for pair in pairs)), points)
        return _fault(scene, "R.dice", "dice_once", (("unit", twice), ("play", text)), points)
    need = scene.number(*odd)
    args = (
        ("move", _text(*odd)),
        ("need", f"a {need}" if need <= 6 else f"{need} points"),
        ("high", max(units)),
        ("low", min(units)),
        ("roll", str(scene.roll)),
    )
    message = "dice" if len(set(units)) > 1 else "dice_doublet" if len(units) > 1 else "dice_single"
    return _fault(scene, "R.dice", message, args, odd)


def _unreachable(scene: JudgedTurn, tried: Play, points: tuple[int, ...]) -> Fault:
    """Moves that are each possible, and no way of playing the throw together."""
    legal = _written(scene, nearest(scene.outcomes, scene.side, scene.seen))
    args: Args = (("roll", str(scene.roll)), ("tried", play_text(tried)), ("play", legal))
    message = "unreachable_tried" if tried.moves else "unreachable_still"
    return _fault(scene, "R.dice", message, args, points)


def _changes(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The sites that checkers have left and those they have come to, highest first."""
    left = [site for site in range(25, -1, -1) for _ in range(before[site] - after[site])]
    come = [site for site in range(25, -1, -1) for _ in range(after[site] - before[site])]
    return left, come


def _pairs(scene: JudgedTurn, left: list[int], come: list[int]) -> tuple[tuple[int, int], ...]:
    """From where to where checkers have gone: the farthest first, or each within its pile if it never leaves that."""
    if scene.pile is None:
        return tuple(zip(left, come, strict=True))
    pairs, waiting = [], list(come)
    # What comes from the hand goes to any pile, so that it is what is left over.
    for origin in sorted(left, key=lambda site: site == BAR):
        alike = (site for site in waiting if site != OFF and scene.pile(site) == scene.pile(origin))
        other = OFF if OFF in waiting and (origin != BAR or waiting[0] == OFF) else waiting[0]
        target = next(alike, other)
        waiting.remove(target)
        pairs.append((origin, target))
    return tuple(pairs)


def _fault(
    scene: JudgedTurn,
    rule: str,
    message: str,
    args: Args,
    points: tuple[int, ...],
    best: Outcome | None = None,
) -> Fault:
    best = best or nearest(scene.outcomes, scene.side, scene.seen)
    named: Args = (("mover", scene.side.value), ("opponent", scene.side.other.value), *args)
    if "legal" not in dict(args):
        named = (*named, ("legal", _written(scene, best)))
    return Fault(rule, message, named, points, best.play)


def _written(scene: JudgedTurn, outcome: Outcome) -> str:
    """A legal result as a sentence names the way to it."""
    if outcome.play.moves:
        return play_text(outcome.play)
    return "no move" if outcome.position == scene.position else "go"


def _text(origin: int, target: int) -> str:
    return f"{site_text(origin)}/{site_text(target)}"


def _place(site: int) -> str:
    return {BAR: "the bar", OFF: "the tray"}.get(site, str(site))
