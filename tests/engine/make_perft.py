"""Writes the files in `perft/` from the naive generator: `python tests/engine/make_perft.py [game ...]`.

One file a game: cases (a position, what the game remembers of its past, a roll, the number of different
positions that it leads to, and digests of them), taken from games in which every result of a random roll is
equally likely; and the sums of those numbers over all rolls from the start ("plies").
"""

import dataclasses
import hashlib
import itertools
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import naive
from naive_games import GAMES, OPTIONS, Rules, Value, rules_of
from naive_moment import Men, Moment, all_home
from naive_positions import State, thrown_together

FOLDER = Path(__file__).with_name("perft")
PATIENCE = 5_000
MANY, MOST = 600, 3000
"""Cases with more results than MANY are rare, with more than MOST there are none."""

Case = dict[str, Any]


def all_rolls(game_id: str, rules: Rules) -> list[tuple[int, ...]]:
    """The different rolls of a game, highest die first."""
    if game_id == "bu_da":
        return [(6, 1), (5, 2), (4, 3)]
    rolls = itertools.combinations_with_replacement(sorted(rules.faces, reverse=True), rules.dice)
    return sorted(rolls, reverse=True)


def position_text(position: tuple[Men, Men]) -> str:
    """A position as text; `bar` is the bar and the hand together."""
    return " ".join(f"{name}: {side_text(men)}" for name, men in zip("WB", position, strict=True))


def side_text(men: Men) -> str:
    outside = len(men) - 1
    names = {outside: "bar", 0: "off"}
    return " ".join(f"{names.get(site, site)}({men[site]})" for site in range(outside, -1, -1) if men[site])


def digest(lines: Iterable[str]) -> str:
    """A short digest of a set of lines."""
    return hashlib.sha256("\n".join(sorted(set(lines))).encode()).hexdigest()[:12]


def men_line(white: Iterable[int], black: Iterable[int]) -> str:
    """A position as a line for a digest."""
    return ",".join(map(str, white)) + " " + ",".join(map(str, black))


def result_line(result: naive.Result) -> str:
    """A whole result as a line for a digest."""
    white, black, pinned, owed, again = result
    pins = ["+".join(map(str, sorted(points))) for points in pinned]
    return f"{men_line(white, black)} {pins[0]}/{pins[1]} {'-'.join(map(str, owed))} {int(again)}"


def summary(results: set[naive.Result]) -> dict[str, Any]:
    """How many positions a roll leads to, their digest, and the digest of the whole results where they say more."""
    positions = {result[:2] for result in results}
    found: dict[str, Any] = {"n": len(positions), "digest": digest(men_line(*each) for each in positions)}
    if any(any(result[2]) or result[3] or result[4] for result in results):
        found["whole"] = digest(map(result_line, results))
    return found


def case_of(
    state: State, roll: tuple[int, ...], results: set[naive.Result], carried: bool, options: dict[str, Value]
) -> Case:
    """A case as it is written."""
    case = {**state_text(state), "roll": "-".join(map(str, roll))}
    if carried:
        case["carried"] = True
    if options:
        case["options"] = options
    return case | summary(results)


def state_text(state: State) -> Case:
    """A position, who is to throw, and what the past says that is not nothing."""
    position, side, past = state
    found: Case = {"position": position_text(position), "side": "WB"[side]}
    for name in ("hand", "turns", "doublets"):
        if any(past[name]):
            found[name] = list(past[name])
    if any(past["pinned"]):
        found["pinned"] = [sorted(points) for points in past["pinned"]]
    return found


def start_of(rules: Rules) -> State:
    """The start of a game, White to throw."""
    white, black = rules.start(0), rules.start(1)
    past = {
        "hand": (white[-1], black[-1]),
        "turns": (0, 0),
        "doublets": (0, 0),
        "pinned": (frozenset(), frozenset()),
    }
    return (white, black), 0, past


Visit = Callable[[State, tuple[int, ...], set[naive.Result], bool], None]


def playout(
    game_id: str, options: dict[str, Value], chance: random.Random, visit: Visit, longest: int = 500
) -> None:
    """Plays one random game; `visit` sees every turn with all its results."""
    rules = rules_of(game_id, options)
    rolls = all_rolls(game_id, rules)
    state: State | None = start_of(rules)
    owed: tuple[int, ...] = ()
    turns = tries = 0
    while state is not None and turns < longest and tries < 50:
        carried = bool(owed)
        dice = owed or (chance.choice(rolls) if game_id == "bu_da" else thrown(rules, chance))
        try:
            state, owed = one_turn(game_id, options, state, dice, chance, visit, carried)
        except naive.TooMany:  # throw again
            owed = ()
            tries += 1
            continue
        turns, tries = turns + 1, 0


def thrown(rules: Rules, chance: random.Random) -> tuple[int, ...]:
    return tuple(sorted((chance.choice(rules.faces) for _ in range(rules.dice)), reverse=True))


def one_turn(
    game_id: str,
    options: dict[str, Value],
    state: State,
    dice: tuple[int, ...],
    chance: random.Random,
    visit: Visit,
    carried: bool,
) -> tuple[State | None, tuple[int, ...]]:
    """The state after a random turn, or None where the game is over, and what is left for the opponent."""
    position, side, past = state
    found = naive.ends(game_id, options, position, side, dice, past, carried, PATIENCE)
    visit(state, dice, naive.distinct(side, found), carried)
    end, owed, again = chance.choice(sorted(found, key=repr))
    if end.over or (owed and GAMES[game_id].unused == "loses"):
        return None, ()
    return next_state(rules_of(game_id, options), state, dice, end, again, carried), owed


def next_state(
    rules: Rules, state: State, dice: tuple[int, ...], end: Moment, again: bool, carried: bool
) -> State:
    """What the next to throw finds, the past no longer than the game remembers it."""
    _, side, past = state
    men, pins, hand = (end.mine, end.theirs), (end.my_pinned, end.their_pinned), list(past["hand"])
    hand[side] = end.hand
    turns, doublets = list(past["turns"]), list(past["doublets"])
    if not carried:
        turns[side] = min(turns[side] + 1, 4 if rules.delay else 1 if rules.head_first else 0)
        if naive.is_doublet(rules, dice):
            doublets[side] = min(doublets[side] + 1, 2 if rules.low_first else 0)
    after = {
        "hand": tuple(hand),
        "turns": tuple(turns),
        "doublets": tuple(doublets),
        "pinned": pins if side == 0 else pins[::-1],
    }
    return men if side == 0 else men[::-1], side if again or carried else 1 - side, after


# ---- which positions are worth keeping


class Seen(NamedTuple):
    """A turn of a random game: what is remarkable about it, as it is written, and as it was."""

    kinds: list[str]
    case: Case
    state: State
    roll: tuple[int, ...]


def kinds(rules: Rules, state: State, results: set[naive.Result], carried: bool, doublet: bool) -> list[str]:
    """What is remarkable about a case; a few of every kind are kept."""
    position, side, past = state
    mine, theirs = position[side], position[1 - side]
    bar = mine[-1] - past["hand"][side]
    found = ["doublet" if doublet else "mixed", "White" if side == 0 else "Black"]
    found += ["bar"] * (bar > 0) + ["two on the bar"] * (bar > 1) + ["hand"] * (past["hand"][side] > 0)
    found += ["pinned"] * bool(past["pinned"][side]) + ["pinning"] * bool(past["pinned"][1 - side])
    found += ["carried"] * carried + ["first turn"] * (past["turns"][side] == 0)
    found += ["bearing off"] * (all_home(rules, mine) and mine[0] < rules.men) + ["few left"] * (
        mine[0] >= rules.men - 4
    )
    found += ["they are home"] * all_home(rules, theirs)
    found += ["nothing to play"] * (len(results) == 1 and next(iter(results))[:2] == position)
    found += ["owed"] * any(result[3] for result in results) + ["again"] * any(
        result[4] for result in results
    )
    found += ["ends"] * any(result[:2][side][0] == rules.men for result in results)
    found += ["hits"] * any(result[:2][1 - side][-1] > theirs[-1] for result in results)
    found += ["hits two"] * any(result[:2][1 - side][-1] > theirs[-1] + 1 for result in results)
    found += ["many results"] * (len(results) > 100) + ["one result"] * (len(results) == 1)
    return found


def seen_in_play(game_id: str, options: dict[str, Value], games: int) -> list[Seen]:
    """Every turn of some random games."""
    rules = rules_of(game_id, options)
    chance = random.Random(f"{game_id} {options}")
    found: list[Seen] = []

    def visit(state: State, roll: tuple[int, ...], results: set[naive.Result], carried: bool) -> None:
        if len(results) <= MOST:
            case = case_of(state, roll, results, carried, options)
            doublet = len(set(roll)) < len(roll)
            found.append(Seen(kinds(rules, state, results, carried, doublet), case, state, roll))

    for _ in range(games):
        playout(game_id, options, chance, visit)
    return found


def chosen(found: list[Seen], each: int, least: int) -> list[Case]:
    """`each` cases of every kind and at least `least` in all, few of them with very many results."""
    kept: dict[str, Case] = {}
    order = random.Random(0).sample(found, len(found))
    every = list(dict.fromkeys(kind for row in found for kind in row.kinds))
    for kind in [*every, ""]:
        have = len(kept) if kind == "" else sum(kind in row.kinds for row in found if key(row.case) in kept)
        for row in order:
            if have >= (least if kind == "" else each):
                break
            many = sum(case["n"] > MANY for case in kept.values())
            if kind in ["", *row.kinds] and key(row.case) not in kept and (row.case["n"] <= MANY or many < 2):
                kept[key(row.case)] = row.case
                have += 1
    return list(kept.values())


def key(case: Case) -> str:
    return json.dumps(case)


def biting(game_id: str, pool: list[Seen], each: int) -> Iterator[Case]:
    """For everything in which a game differs from modern backgammon, some cases that
    would have other results without.
    """
    rules, usual = GAMES[game_id], Rules()
    for field in dataclasses.fields(Rules):
        value = getattr(usual, field.name)
        if field.name in BOARD or getattr(rules, field.name) == value:
            continue
        without = dataclasses.replace(rules, **{field.name: value})
        kept = 0
        for row in pool:
            if kept == each:
                break
            if row.case["n"] <= MANY // 3 and changed(without, row):
                kept += 1
                yield row.case


BOARD = ("men", "points", "home", "relation", "setup", "faces", "dice")
"""What cannot be left out of a game without changing its positions."""


def scattered(game_id: str, number: int) -> list[Seen]:
    """Turns from positions that are thrown together, as play at random seldom leads to what is remarkable."""
    rules, chance = GAMES[game_id], random.Random(f"{game_id} scattered")
    found: list[Seen] = []
    while len(found) < number:
        state = thrown_together(rules, chance)
        roll = chance.choice(all_rolls(game_id, rules))
        position, side, past = state
        try:
            ends = naive.ends(game_id, {}, position, side, roll, past, patience=PATIENCE)
        except naive.TooMany:
            continue
        results = naive.distinct(side, ends)
        found.append(Seen([], case_of(state, roll, results, False, {}), state, roll))
    return found


def with_options(game_id: str, each: int) -> Iterator[Case]:
    """For every value of every option, some cases in which it changes the results."""
    usual = GAMES[game_id]
    for name, values in OPTIONS.get(game_id, {}).items():
        for value in values:
            options = {name: value}
            rules = rules_of(game_id, options)
            other_board = (rules.setup, rules.relation, rules.landing) != (
                usual.setup,
                usual.relation,
                usual.landing,
            )
            kept = 0
            found = seen_in_play(game_id, options, 4)
            for row in random.Random(1).sample(found, len(found)):
                if kept == each:
                    break
                if row.case["n"] <= MANY and (other_board or changed(usual, row)):
                    kept += 1
                    yield row.case


def changed(without: Rules, row: Seen) -> bool:
    """Whether a case would lead elsewhere under other rules."""
    position, side, past = row.state
    carried = row.case.get("carried", False)
    try:
        ends = naive.ends_of(without, position, side, row.roll, past, carried, patience=PATIENCE)
    except naive.TooMany:
        return False
    other = summary(naive.distinct(side, ends))
    return other != {name: row.case[name] for name in ("n", "digest", "whole") if name in row.case}


def plies(game_id: str, rules: Rules) -> dict[str, Any]:
    """Sums of the numbers of different positions over all rolls: from the start, and from three positions after it.

    A position with more than MOST of them is left out.

    In the second ply what is owed from the first is not played: the side throws at once.
    """
    start = start_of(rules)
    first = 0
    after: dict[str, State] = {}
    for roll in all_rolls(game_id, rules):
        position, side, past = start
        found = naive.ends(game_id, {}, position, side, roll, past)
        first += len({(end.mine, end.theirs) for end, _, _ in found})
        for end, _, again in found:
            state = next_state(rules, start, roll, end, again, False)
            after[json.dumps(state_text(state))] = state
    picked = random.Random(2).sample(sorted(after), min(3, len(after)))
    seconds = []
    for text in picked:
        position, side, past = after[text]
        results = [
            naive.results(game_id, {}, position, side, roll, past) for roll in all_rolls(game_id, rules)
        ]
        seconds.append(sum(len({result[:2] for result in each}) for each in results))
    few = [n for n in range(len(seconds)) if seconds[n] <= MOST]
    return {
        "first": first,
        "then": [json.loads(picked[n]) for n in few],
        "second": sum(seconds[n] for n in few),
    }


def file_text(game_id: str) -> str:
    """The file of one game."""
    rules = GAMES[game_id]
    start = start_of(rules)
    rolls = all_rolls(game_id, rules)
    rolls = rolls if len(rolls) <= 21 else random.Random(3).sample(rolls, 14)
    cases = [
        case_of(start, roll, naive.results(game_id, {}, start[0], 0, roll, start[2]), False, {})
        for roll in rolls
    ]
    found, thrown = seen_in_play(game_id, {}, 8), scattered(game_id, 200)
    cases += chosen(found, 3, 20)
    cases += biting(game_id, thrown + found, 4)
    cases += random.Random(4).sample([row.case for row in thrown if row.case["n"] <= MANY], 6)
    cases += with_options(game_id, 3)
    cases = list({key(case): case for case in cases}.values())
    lines = ",\n".join(json.dumps(case) for case in cases if case["n"] <= MOST)
    return (
        f'{{"game": "{game_id}",\n"plies": {json.dumps(plies(game_id, rules))},\n"cases": [\n{lines}\n]}}\n'
    )


def main(game_ids: list[str]) -> None:
    """Writes the files of these games, or of all."""
    FOLDER.mkdir(exist_ok=True)
    unknown = [game_id for game_id in game_ids if game_id not in GAMES]
    if unknown:
        sys.exit(f"{', '.join(unknown)}: describe it in tests/engine/naive_games.py first")
    for game_id in game_ids or GAMES:
        text = file_text(game_id)
        FOLDER.joinpath(f"{game_id}.json").write_text(text, encoding="utf-8")
        found = json.loads(text)
        print(
            f"{game_id}: {len(found['cases'])} cases, {len(text)} bytes, plies {found['plies']['first']}, {found['plies']['second']}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
