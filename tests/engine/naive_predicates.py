"""What the naive generator looks at when men have moved: whether the game is over, and whether the turn may end so."""

from collections.abc import Callable

from naive_moment import Moment, Turn, opposite, runs

# ---- what ends the game, looked at after every single move


def game_over(turn: Turn, at: Moment) -> bool:
    """Whether the mover has ended the game: all men off, or a pattern of the game is complete."""
    return at.mine[0] == turn.rules.men or any(WINS[win](at) for win in turn.rules.wins)


def _stand(at: Moment, pattern: dict[int, int]) -> bool:
    return all(at.mine[site] == pattern.get(site, 0) for site in range(26))


def _jan(at: Moment) -> bool:
    """A24: more men on their bar than points of their first quarter that their own men do not hold."""
    return at.theirs[25] > sum(at.theirs[point] == 0 for point in range(19, 25))


def _mother(at: Moment) -> bool:
    """A4: their last man at home is pinned, and one's own home is empty (won) or one's
    own last man pinned too (drawn).
    """
    return 24 in at.their_pinned and (at.mine[24] == 0 or 24 in at.my_pinned)


def _six_pairs(at: Moment, men: int) -> bool:
    patterns = [range(12, 0, -2), range(11, 0, -2)]
    return any(
        all(at.mine[point] >= 2 for point in pattern) and sum(at.mine[point] for point in pattern) >= men
        for pattern in patterns
    )


WINS: dict[str, Callable[[Moment], bool]] = {
    "jan": _jan,
    "uppspel": lambda at: _stand(at, {1: 15}),
    "trappspel": lambda at: _stand(at, {3: 3, 2: 5, 1: 7}),
    "dubbelt_kronspel": lambda at: _stand(at, {3: 5, 2: 5, 1: 5}),
    "enkelt_kronspel": lambda at: _stand(at, {5: 3, 4: 3, 3: 3, 2: 3, 1: 3}),
    "any_five": lambda at: sum(at.mine[point] == 3 for point in range(1, 7)) == 5,
    "mother": _mother,
    "three_at_the_end": lambda at: at.mine[13] == 3,
    "twelve_at_home": lambda at: _stand(at, dict.fromkeys(range(1, 7), 2)),
    "six_pairs": lambda at: _six_pairs(at, 15),
    "six_pairs_and_three": lambda at: _six_pairs(at, 12),
    "all_home": lambda at: sum(at.mine[1:7]) == 15,
    "closed_out": lambda at: at.theirs[25] > 0 and all(at.mine[point] >= 2 for point in range(1, 7)),
}


# ---- step 3: restrictions on the end of a turn (1.4, kind T): True where the turn may end so


def _their_runs(turn: Turn, at: Moment, least: int) -> list[list[int]]:
    """The mover's series of at least six points with `least` men each, in the opponent's numbers and along their path."""
    held = {opposite(turn.rules, turn.side, point) for point in range(1, 25) if at.mine[point] >= least}
    return [run for run in runs(held) if len(run) >= 6]


def _keep_gap(turn: Turn, at: Moment) -> bool:
    return not all(at.mine[point] for point in range(19, 25))


def _keep_their_gap(turn: Turn, at: Moment) -> bool:
    return not all(at.mine[opposite(turn.rules, 1 - turn.side, point)] for point in range(19, 25))


def _prime_needs_passer(turn: Turn, at: Moment) -> bool:
    return all(any(at.theirs[: run[0]]) for run in _their_runs(turn, at, 1))


def _open_if_all_trapped(turn: Turn, at: Moment) -> bool:
    on_board = sum(at.theirs[1:25])
    return not any(
        run[-1] < 24 and on_board > 0 and at.theirs[run[-1] + 1] == on_board
        for run in _their_runs(turn, at, 1)
    )


def _six_block_needs(turn: Turn, at: Moment) -> bool:
    return not _their_runs(turn, at, 1) or (at.mine[1] > 0 and at.mine[2] > 0)


def _max_double_points(turn: Turn, at: Moment) -> bool:
    return sum(at.mine[point] >= 2 for point in range(19, 25)) <= turn.rules.max_double_points


def _max_prime(turn: Turn, at: Moment) -> bool:
    last_man_hit = at.theirs[25] > 0 and sum(at.theirs[1:25]) == 0
    return last_man_hit or not _their_runs(turn, at, 2)


def _leave_entry(turn: Turn, at: Moment) -> bool:
    shut = all(at.mine[opposite(turn.rules, 1 - turn.side, point)] >= 2 for point in range(19, 25))
    return at.theirs[25] == 0 or not shut


TURN_RULES: dict[str, Callable[[Turn, Moment], bool]] = {
    "keep_gap": _keep_gap,
    "keep_their_gap": _keep_their_gap,
    "prime_needs_passer": _prime_needs_passer,
    "open_if_all_trapped": _open_if_all_trapped,
    "six_block_needs": _six_block_needs,
    "max_double_points": _max_double_points,
    "max_prime": _max_prime,
    "leave_entry": _leave_entry,
}
