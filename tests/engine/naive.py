"""A move generator written to be read beside the rules: every single move is tried, then whole turns are sifted.

Nothing here is fast, and nothing is shared with the package `engine`: the two are compared. Sections are
those of the rules. A position is two tuples of men, White's and Black's, each in its owner's numbering, with
0 off and the last index the bar and the hand together. Sides are 0 (White) and 1 (Black).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from naive_games import Rules, Value, rules_of
from naive_moment import Men, Moment, Points, Stage, Turn, all_home, opposite, runs
from naive_predicates import TURN_RULES, game_over

Result = tuple[Men, Men, tuple[Points, Points], tuple[int, ...], bool]
"""White, Black, their pinned men, the numbers left for the opponent (high to low), and
whether the same side throws again.
"""


class TooMany(Exception):
    """A turn can go more ways than one wants to wait for."""


# ---- step 1: the numbers to be played


def is_doublet(rules: Rules, roll: tuple[int, ...]) -> bool:
    """Whether the throw counts as a doublet: two equal dice, or whatever the game treats as such."""
    return len(set(roll)) < len(roll) or (rules.special == "two_one" and sorted(roll) == [1, 2])


def throws(rules: Rules, roll: tuple[int, ...], turns: int, doublets: int) -> list[tuple[Stage, ...]]:
    """What a throw gives to play, stage by stage; several where the player names a doublet (A15, A23)."""
    if rules.special == "acey" and sorted(roll) == [1, 2]:
        return [(Stage(roll), Stage((n,) * 4)) for n in range(1, 7)]
    if rules.special == "matador" and sorted(roll) == [3, 4]:
        return [(Stage(roll), Stage((n,) * 4)) for n in range(1, 7)]
    if rules.special == "two_one" and sorted(roll) == [1, 2]:
        times = 1 if doublets == 0 else 2
        upper, lower = (1, 2), (5, 6)
        return [
            tuple(Stage((n,) * times) for n in upper) + tuple(Stage((n,) * times, lower=True) for n in lower)
        ]
    if rules.doublets == "lowest":
        return [(Stage((min(roll),)),)]
    if rules.doublets == "each_once":
        return [(Stage(tuple(set(roll))),)]
    if rules.doublets == "garanguet":
        return [(Stage(_garanguet(roll)),)]
    if len(roll) == 2 and roll[0] == roll[1]:
        return [_doublet(rules, roll[0], turns, doublets)]
    if rules.low_first:
        return [tuple(Stage((die,)) for die in sorted(roll))]
    return [(Stage(roll),)]


def _doublet(rules: Rules, n: int, turns: int, doublets: int) -> tuple[Stage, ...]:
    match rules.doublets:
        case "plain":
            return (Stage((n, n)),)
        case "product":
            return (Stage((n,) * n),)
        case "triple_three":
            return (Stage((n,) * (3 if n == 3 else 4)),)
        case "ascending" if turns >= rules.delay:
            return tuple(Stage((number,) * 4) for number in range(n, 7))
        case "complement":
            return (Stage((n,) * 4), Stage((7 - n,) * 4))
        case "faces":
            times = 2 if doublets == 0 else 4
            return (Stage((n,) * times), Stage((7 - n,) * times, lower=True))
    return (Stage((n,) * 4),)


def _garanguet(roll: tuple[int, ...]) -> tuple[int, ...]:
    """B21: nine of a triplet; a pair twice over if the third die is lower."""
    low, middle, high = sorted(roll)
    if low == high:
        return (low,) * 9
    if middle == high:
        return (high,) * 4 + (low,)
    return roll


# ---- step 2: single moves


def starts(rules: Rules, at: Moment) -> list[int]:
    """The sites from which a man may move at all: the bar first, then what the game says of the hand (1.1 entry)."""
    outside = rules.points + 1
    bar = at.mine[outside] - at.hand
    if bar > 0:
        return [outside]
    if at.hand > 0:
        entered = rules.men - at.hand
        if rules.hand_rule in ("all_first", "pairs_first") or entered < rules.hand_min:
            return [outside]
    return [site for site in range(outside, 0, -1) if at.mine[site] > 0 and site not in at.my_pinned]


def landing(turn: Turn, at: Moment, origin: int, target: int) -> str:
    """What happens on a point (1.3): "land", "hit", "pin" or "break", or "" if a man may not land there."""
    rules = turn.rules
    there = opposite(rules, turn.side, target)
    enemies = at.theirs[there]
    entering = origin == rules.points + 1
    upon_head = rules.entry_on_head and target == 24
    if entering and not rules.entry_on_own and not upon_head and at.mine[target] > 0:
        return ""
    if entering and rules.hand_rule == "pairs_first" and at.hand > 0 and at.mine[target] >= 2:
        return ""
    if enemies == 0 or rules.landing == "coexist":
        return "land"
    if rules.landing == "solo_block":
        return ""
    if rules.landing == "pin":
        if target in at.my_pinned:
            return ""
        if there in at.their_pinned:
            return "land"
        return "pin" if enemies == 1 else ""
    if enemies == 1:
        return "hit" if may_hit(turn, at, entering) else ""
    return "break" if may_break(turn, at, origin, target) else ""


def may_hit(turn: Turn, at: Moment, entering: bool) -> bool:
    """Whether a single man may be hit at this moment (1.4)."""
    rules = turn.rules
    if entering and not rules.entry_on_blot:
        return False
    if "no_hit" in rules.steps:
        return False
    if rules.hand_rule == "pairs_first" and at.hand > 0:
        return False
    return sum(at.mine[: rules.home + 1]) >= rules.home_before_hit


def may_break(turn: Turn, at: Moment, origin: int, target: int) -> bool:
    """Whether a band may be hit like a blot (1.4, break rules)."""
    rules = turn.rules
    if "not_lone_man" in rules.breaks and rules.men - 1 in (at.mine[0], at.theirs[0]):
        return False
    enemies = {point: at.theirs[opposite(rules, turn.side, point)] for point in range(1, rules.points + 1)}
    if "entry" in rules.breaks and origin == 25:
        available = [point for point in range(19, 25) if enemies[point] <= 1 and at.mine[point] == 0]
        if at.mine[25] > len(available):
            return True
    if "entry_cannot" in rules.breaks and origin == 25:
        return True  # with this number there is no other point to enter on
    for run in runs({point for point in enemies if enemies[point] >= 2}):
        if target in run and len(run) >= 6:
            if "run" in rules.breaks and origin > run[-1]:
                return True
            if "run_adjacent" in rules.breaks and origin == run[-1] + 1:
                return True
    return False


def may_bear_off(turn: Turn, at: Moment, origin: int, unit: int) -> bool:
    """Whether a man may leave the board from a point with a number that reaches beyond it (1.5)."""
    rules = turn.rules
    if rules.bear_off == "none" or not all_home(rules, at.mine):
        return False
    if rules.free_men and at.my_pinned:
        return False
    if rules.bear_off_next_turn and not turn.all_home_before:
        return False
    rearmost = not any(at.mine[origin + 1 :])
    match rules.bear_off:
        case "exact":
            return unit == origin
        case "strict_rear":
            return unit >= origin and rearmost
        case "any_two":
            return True
        case _:
            return unit == origin or (unit > origin and rearmost)


def allowed(turn: Turn, at: Moment, origin: int, target: int) -> bool:
    """Whether the restrictions on single moves (1.4, kind S) let a man go from here to there; 0 is off the board."""
    rules = turn.rules
    if origin == 24 and at.left_head >= turn.head_limit:
        return False
    if rules.runner_region:
        out = [site for site in range(26) for _ in range(at.mine[site]) if site != 24]
        if len(out) == 1 and out[0] > rules.runner_region and origin != out[0]:
            return False
    if rules.left_before_huk and target == 13 and rules.men - at.mine[24] < rules.left_before_huk:
        return False
    singles = rules.singles_after_huk or not any(at.mine[:14])
    upon_head = rules.entry_on_head and target == 24
    full = target >= rules.single_down_to and at.mine[target] >= rules.single_most
    if singles and full and not upon_head:
        return False
    if "no_half_until_entered" in rules.steps and at.hand > 0 and target < 13:
        return False
    if rules.file_end:
        in_the_way = [site for site in range(target, origin) if at.mine[site] and site != rules.file_end]
        if target < rules.file_end or in_the_way:
            return False
    doublet = len(set(turn.roll)) < len(turn.roll)
    return not ("corner_doublet" in rules.steps and origin >= 13 > target and not doublet)


def single_moves(turn: Turn, at: Moment, unit: int) -> Iterator[Moment]:
    """Every moment that one man moved by one number leads to."""
    rules = turn.rules
    for origin in starts(rules, at):
        target = max(origin - unit, 0)
        if rules.bear_off == "any_two" and all_home(rules, at.mine):
            target = 0
        if target == 0:
            how = "land" if may_bear_off(turn, at, origin, unit) else ""
        else:
            how = landing(turn, at, origin, target)
        if not how or not allowed(turn, at, origin, target):
            continue
        for hitters in hitters_after(rules, at, origin, target, how):
            after = moved(turn, at, unit, origin, target, how)
            after = replace(after, hitters=hitters, over=game_over(turn, after))
            if "prime_needs_passer" in rules.steps and not TURN_RULES["prime_needs_passer"](turn, after):
                continue
            yield after


def hitters_after(rules: Rules, at: Moment, origin: int, target: int, how: str) -> list[tuple[int, ...]]:
    """Where the men that have hit in the last quarter stand after a move, once for each man that may be the mover."""
    if not rules.steps & {"no_hit_and_run", "no_hit_and_run_to_safety"}:
        return [()]
    fresh = (target,) if how == "hit" and 1 <= target <= 6 else ()
    found = []
    if at.mine[origin] > at.hitters.count(origin):  # a man that has not hit moves
        found.append(tuple(sorted(at.hitters + fresh)))
    if origin in at.hitters and "no_hit_and_run_to_safety" in rules.steps:  # one that has hit moves
        joins_a_man = target > 0 and at.mine[target] > 0
        if not joins_a_man:
            others = list(at.hitters)
            others.remove(origin)
            found.append(tuple(sorted([*others, target])))
    return found


def moved(turn: Turn, at: Moment, unit: int, origin: int, target: int, how: str) -> Moment:
    """The moment after a man has moved, with all that this does to the opponent's men."""
    rules = turn.rules
    outside = rules.points + 1
    mine, theirs = list(at.mine), list(at.theirs)
    their_pinned = set(at.their_pinned)
    mine[origin] -= 1
    mine[target] += 1
    if 0 < origin < outside and mine[origin] == 0:
        their_pinned.discard(opposite(rules, turn.side, origin))
    if target > 0:
        there = opposite(rules, turn.side, target)
        if how in ("hit", "break"):
            theirs[outside] += theirs[there]
            theirs[there] = 0
        if how == "pin":
            their_pinned.add(there)
    stage = at.rest[0]
    units = list(stage.units)
    units.remove(unit)
    rest = (Stage(tuple(units), stage.lower), *at.rest[1:]) if units else at.rest[1:]
    optional = stage.lower and not rules.lower_compulsory
    waste = unit - origin if target == 0 and rules.bear_off == "strict_rear" else 0
    bar = at.mine[outside] - at.hand
    return replace(
        at,
        mine=tuple(mine),
        theirs=tuple(theirs),
        their_pinned=frozenset(their_pinned),
        hand=at.hand - 1 if origin == outside and bar == 0 else at.hand,
        rest=rest,
        used=at.used if optional else tuple(sorted((*at.used, unit))),
        left_head=at.left_head + (origin == 24),
        waste=at.waste + waste,
    )


# ---- the whole turn (1.2)


def every_play(turn: Turn, start: Moment) -> list[Moment]:
    """All moments that a turn can reach, the start included (step 2); a game that is over goes no further (step 5)."""
    seen: set[Moment] = set()

    def go(at: Moment) -> None:
        if at in seen:
            return
        seen.add(at)
        if turn.patience is not None and len(seen) > turn.patience:
            raise TooMany
        if at.over or not at.rest:
            return
        found = [after for unit in sorted(set(at.rest[0].units)) for after in single_moves(turn, at, unit)]
        for after in found:
            go(after)
        if not found and turn.rules.lenient and len(at.rest) > 1:
            go(replace(at, rest=at.rest[1:], skipped=True))

    go(start)
    return list(seen)


def sifted(turn: Turn, plays: list[Moment]) -> list[Moment]:
    """The plays that are legal as whole turns."""
    ending = [play for play in plays if play.over]
    kept = plays
    for name in turn.rules.turns:  # step 3
        good = [play for play in kept if play.over or TURN_RULES[name](turn, play)]
        kept = good or kept
    most = max(len(play.used) for play in kept)  # step 4
    kept = [play for play in kept if len(play.used) == most]
    if most == 1:
        largest = max(play.used for play in kept)
        kept = [play for play in kept if play.used == largest]
    if turn.rules.bear_off == "strict_rear":  # section 1.5: the least waste
        least = min(play.waste for play in kept)
        kept = [play for play in kept if play.waste == least]
    return kept + [play for play in ending if play not in kept]  # step 5


def legal_turns(turn: Turn, start: Moment) -> list[Moment]:
    """The legal plays, by their last moments; the head's exception is the only rule that looks at the whole roll."""
    rules = turn.rules
    if not (rules.head_first and turn.first_turn):
        return sifted(turn, every_play(turn, start))
    two = replace(turn, head_limit=2)
    if rules.head_first == "any" or (
        rules.head_first == "rolls" and sorted(turn.roll) in ([6, 6], [4, 4], [3, 3])
    ):
        return sifted(two, every_play(two, start))
    plays = sifted(turn, every_play(turn, start))
    whole = sum(len(stage.units) for stage in start.rest)
    if rules.head_first == "generic" and max(len(play.used) for play in plays) < whole:
        return sifted(two, every_play(two, start))
    return plays


def throws_again(turn: Turn, end: Moment, doublets: int) -> bool:
    """Whether the same side throws again after a turn that has not ended the game."""
    rules = turn.rules
    played = not end.skipped and all(stage.lower for stage in end.rest)
    named = {"acey": [1, 2], "matador": [3, 4]}.get(rules.special)
    if sorted(turn.roll) == named:
        return played or rules.lenient
    if not is_doublet(rules, turn.roll):
        return False
    match rules.again:
        case "doublet":
            return True
        case "played_doublet" | "first_too":
            return played
        case "from_second":
            return played and doublets > 0
        case "second_whether_played_or_not":
            return doublets > 0
    return False


def ends(
    game_id: str,
    options: Mapping[str, Value],
    position: tuple[Men, Men],
    side: int,
    roll: tuple[int, ...],
    past: Mapping[str, Any],
    carried: bool = False,
    patience: int | None = None,
) -> list[tuple[Moment, tuple[int, ...], bool]]:
    """The last moments of all legal turns, each with the numbers left for the opponent and whether one throws again.

    `past`: `hand`, `turns`, `doublets` (a number for each side), `pinned` (a set of points for each side); what is
    missing is nothing. `carried`: `roll` is what the opponent left, played in any order before one's own throw. Raises
    TooMany where more than `patience` moments would have to be looked at.
    """
    return ends_of(rules_of(game_id, dict(options)), position, side, roll, past, carried, patience)


def ends_of(
    rules: Rules,
    position: tuple[Men, Men],
    side: int,
    roll: tuple[int, ...],
    past: Mapping[str, Any],
    carried: bool = False,
    patience: int | None = None,
) -> list[tuple[Moment, tuple[int, ...], bool]]:
    """The same for rules that need not be those of a game."""
    hand, turns, doublets = (past.get(name, (0, 0))[side] for name in ("hand", "turns", "doublets"))
    pinned = past.get("pinned", (frozenset(), frozenset()))
    home = all_home(rules, position[side])
    turn = Turn(rules, side, tuple(roll), turns == 0, rules.head_limit, home, patience)
    choices = [(Stage(tuple(roll)),)] if carried else throws(rules, tuple(roll), turns, doublets)
    found = []
    for stages in choices:
        start = Moment(
            position[side],
            position[1 - side],
            frozenset(pinned[side]),
            frozenset(pinned[1 - side]),
            hand,
            stages,
        )
        for end in legal_turns(turn, start):
            compulsory = [stage for stage in end.rest if rules.lower_compulsory or not stage.lower]
            left = sorted((unit for stage in compulsory for unit in stage.units), reverse=True)
            owed = tuple(left) if rules.unused != "lost" and not carried and not end.over else ()
            again = not carried and not end.over and throws_again(turn, end, doublets)
            found.append((end, owed, again))
    return found


def results(
    game_id: str,
    options: Mapping[str, Value],
    position: tuple[Men, Men],
    side: int,
    roll: tuple[int, ...],
    past: Mapping[str, Any],
    carried: bool = False,
) -> set[Result]:
    """The distinct results of a throw; see `ends` for what it takes."""
    return distinct(side, ends(game_id, options, position, side, roll, past, carried))


def distinct(side: int, found: list[tuple[Moment, tuple[int, ...], bool]]) -> set[Result]:
    """The results of these ends of a turn.

    Where two doublets that can be named lead to the same men, and only one of them lets the player
    throw again, they name that one.
    """
    all_of_them = {result_of(side, *end) for end in found}
    return {result for result in all_of_them if result[4] or (*result[:4], True) not in all_of_them}


def result_of(side: int, end: Moment, owed: tuple[int, ...], again: bool) -> Result:
    """What the two players see of the end of a turn of `side`."""
    men, pins = (end.mine, end.theirs), (end.my_pinned, end.their_pinned)
    if side == 1:
        men, pins = men[::-1], pins[::-1]
    return (*men, pins, owed, again)
