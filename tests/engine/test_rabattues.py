"""Dames rabattues: laying down, lifting, numbers that go to the opponent, and a naive generator as the judge."""

import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.board import Side
from engine.dice import ALL_ROLLS, Roll
from engine.games import find_game
from engine.match.match import CheckerTurn
from engine.play import Fault, Outcome
from engine.plays.chains import play_text
from engine.plays.legal import completable, legal_plays
from engine.plays.notation import written
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names, reason, sentence

sys.path.insert(0, str(Path(__file__).parent))

from naive_families import doublets_results, rabattues_result, yahoudieh_result

NAMES = Names("Anna", "Ben")
GAME = find_game("dames_rabattues")
RESTACK = GAME.with_options({"restack": True})
DOUBLETS = find_game("doublets")
YAHOUDIEH, KIZ = find_game("yahoudieh"), find_game("kiz_tavlasi")


def board(white: dict[int, int], black: dict[int, int]) -> Position:
    sides = []
    for points in (white, black):
        counts = [points.get(site, 0) for site in range(26)]
        counts[0] = 15 - sum(counts)
        sides.append(tuple(counts))
    return Position(*sides)


def played(game: TablesGame, position: Position, roll: Roll, side: Side = Side.WHITE) -> Outcome:
    (only,) = legal_plays(game, position, side, roll)
    return only


def explain(position: Position, roll: Roll, seen: Position, game: TablesGame = GAME) -> Fault:
    assert game.family is not None
    return game.family.explain(game, position, Side.WHITE, roll, seen)


def test_fifteen_in_six_piles() -> None:
    assert [GAME.start.white[point] for point in range(7, 13)] == [2, 2, 2, 3, 3, 3]
    assert sum(GAME.start.white) == 15


def test_numbers_lay_down_and_doublets_throw_again() -> None:
    assert play_text(played(GAME, GAME.start, Roll.of(6, 2)).play) == "12/6 8/2"
    doublet = played(GAME, GAME.start, Roll.of(4, 4))
    assert (play_text(doublet.play), doublet.position.past.again) == ("10/4(2)", True)
    assert not played(GAME, GAME.start, Roll.of(6, 2)).position.past.again


def test_lifting_begins_in_the_middle_of_a_throw() -> None:
    position = board({9: 1, 5: 2, 3: 1}, {7: 2})
    assert play_text(played(GAME, position, Roll.of(5, 3)).play) == "9/3 5/off"
    assert play_text(played(GAME, position, Roll.of(3, 3)).play) == "9/off"


def test_nothing_is_lifted_while_a_pile_stands() -> None:
    after = played(GAME, board({9: 1, 5: 2}, {1: 1}), Roll.of(5, 2))
    assert (after.play.moves, after.position.past.owed) == ((), ())


def test_the_opponent_uses_what_the_thrower_cannot() -> None:
    after = played(GAME, board({9: 1}, {8: 1, 12: 2}), Roll.of(6, 3))
    assert (play_text(after.play), after.position.past.owed, after.position.past.again) == (
        "9/3",
        (6,),
        False,
    )
    reply = played(GAME, after.position, Roll((6,), carried=True), Side.BLACK)
    assert (play_text(reply.play), reply.position.past.owed, reply.position.past.again) == ("12/6", (), True)


def test_who_threw_a_doublet_throws_again_after_the_opponent_has_used_it() -> None:
    after = played(GAME, board({9: 1}, {8: 1, 12: 2}), Roll.of(6, 6))
    assert (after.position.past.owed, after.position.past.again) == ((6, 6), False)
    reply = played(GAME, after.position, Roll((6, 6), carried=True), Side.BLACK)
    assert (play_text(reply.play), reply.position.past.again) == ("12/6(2)", False)
    turns = (
        CheckerTurn(Side.WHITE, Roll.of(6, 6), after.play, after.position),
        CheckerTurn(Side.BLACK, after.position.past.owed_roll, reply.play, reply.position),
    )
    assert [turn.next_side for turn in turns] == [Side.BLACK, Side.WHITE]
    nobody = played(GAME, board({9: 1}, {8: 1}), Roll.of(6, 6))
    assert (nobody.position.past.owed, nobody.position.past.again) == ((), True)


def test_who_has_lifted_all_has_won() -> None:
    after = played(GAME, board({5: 1, 3: 1}, {7: 2}), Roll.of(5, 3))
    assert win_of(GAME, after.position, Side.WHITE) == (Side.WHITE, 1, "single")
    assert not after.position.past.again


def test_restack_piles_up_again_before_lifting() -> None:
    after = played(RESTACK, board({9: 1, 5: 2}, {7: 2}), Roll.of(5, 3))
    assert play_text(after.play) == "9/3 5/11"
    on = played(RESTACK, after.position, Roll.of(5, 3))
    assert play_text(on.play) == "5/11 3/9"
    lifted = played(RESTACK, on.position, Roll.of(5, 3))
    assert play_text(lifted.play) == "11/off 9/off"


def test_what_is_piled_up_again_is_told_before_what_that_allows() -> None:
    last = replace(board({11: 2, 6: 1}, {7: 2}), past=replace(YAHOUDIEH.start.past, tally=(1, 0)))
    assert play_text(played(YAHOUDIEH, last, Roll.of(6, 5)).play) == "6/12 11/off"
    once_more = played(YAHOUDIEH, board({10: 1, 1: 2}, {7: 2}), Roll.of(4, 4))
    assert play_text(once_more.play) == "10/4/10"
    assert written(YAHOUDIEH, board({10: 1, 1: 2}, {7: 2}), Side.WHITE, once_more.play) == "10/4/10"


def test_in_the_children_s_games_nothing_is_thrown_again_and_what_is_unused_is_lost() -> None:
    doublet = played(YAHOUDIEH, YAHOUDIEH.start, Roll.of(4, 4)).position
    assert (doublet.white[4], doublet.past.again, doublet.past.owed) == (2, False, ())
    after = played(YAHOUDIEH, board({9: 1}, {8: 1, 12: 2}), Roll.of(6, 3))
    assert (play_text(after.play), after.position.past.owed) == ("9/3", ())
    whole = played(KIZ, KIZ.start, Roll.of(5, 5))
    assert (play_text(whole.play), whole.position.past.again) == ("11/5(3)", False)
    assert play_text(played(KIZ, board({4: 3, 3: 1}, {7: 2}), Roll.of(4, 4)).play) == "4/off(3)"
    assert play_text(played(KIZ, KIZ.start, Roll.of(6, 2)).play) == "12/6 8/2"
    last = board({12: 1, 6: 2, 3: 2}, {7: 2})
    assert play_text(played(KIZ, last, Roll.of(6, 6)).play) == "12/6", "a doublet lays down or bears off"
    assert play_text(played(KIZ, last, Roll.of(6, 3)).play) == "12/6 3/off"
    both = explain(last, Roll.of(6, 6), board({3: 2}, {7: 2}), KIZ)
    assert (both.rule, both.message) == ("R.bearoff", "rabattues_doublet")


@pytest.mark.parametrize(("dice", "after", "told"), [
    ((4, 2), {10: 2}, ("rabattues_early_again", "10/off", "10/4 8/2")),
    ((6, 5), {10: 2}, ("rabattues_early_again", "10/off", "12/6 11/5")),
    ((6, 5), {10: 2, 7: 1}, ("rabattues_early_again", "10/off", "12/6 11/5")),
])  # fmt: skip
def test_a_checker_taken_from_its_pile_too_early_is_told_so_whatever_was_thrown(
    dice: tuple[int, int], after: dict[int, int], told: tuple[str, str, str]
) -> None:
    piles = {12: 3, 11: 3, 10: 3, 9: 2, 8: 2, 7: 2}
    for game, message in ((YAHOUDIEH, told[0]), (GAME, "rabattues_early")):
        fault = explain(game.start, Roll.of(*dice), board({**piles, **after}, piles), game)
        assert (fault.rule, fault.message) == ("R.bearoff", message)
        assert (dict(fault.args)["move"], dict(fault.args)["legal"]) == told[1:]
    lifting = board({6: 3, 5: 2}, {7: 2})
    odd = explain(lifting, Roll.of(5, 1), board({6: 2, 5: 2}, {7: 2}), GAME)
    assert (odd.message, dict(odd.args)["move"]) == ("dice", "6/off"), "a number is no distance"


def test_a_doublet_of_the_queen_s_game_acts_on_as_many_checkers_as_it_shows_points() -> None:
    assert len(legal_plays(DOUBLETS, DOUBLETS.start, Side.WHITE, Roll.of(1, 1))) == 6 + 15
    fours = legal_plays(DOUBLETS, board({12: 3, 8: 2, 6: 1}, {7: 2}), Side.WHITE, Roll.of(4, 4))
    # five are laid down, and three of the six borne off
    assert {len(each.play.moves) for each in fours} == {8}
    assert {each.position.white[0] for each in fours} == {9 + 3}
    assert all(not each.position.past.again and not each.position.past.owed for each in fours)
    plain = played(DOUBLETS, board({9: 1}, {8: 1, 12: 2}), Roll.of(6, 3))
    assert (play_text(plain.play), plain.position.past.owed) == ("9/3", (6,))
    few = explain(board({12: 3, 8: 2}, {7: 2}), Roll.of(1, 1), board({12: 2, 8: 2, 6: 1}, {7: 2}), DOUBLETS)
    assert (few.rule, reason(few, NAMES)) == ("R.must_use", "Both 1s can be played: 12/6 8/2.")
    many = explain(board({12: 3, 8: 2}, {7: 2}), Roll.of(1, 1), board({12: 0, 8: 2, 6: 3}, {7: 2}), DOUBLETS)
    assert many.rule == "R.too_many"


@pytest.mark.parametrize(
    ("white", "dice", "left", "won"),
    [
        ({5: 2, 2: 2}, (2, 2), {7: 2}, True),  # four of the four
        ({5: 2, 2: 2, 1: 1}, (2, 2), {7: 2}, False),  # four of the five
        ({12: 1, 5: 1}, (2, 2), {12: 3}, True),  # one laid down, and two borne off
        ({5: 1, 3: 1}, (5, 3), {1: 1}, True),
    ],
)
def test_what_wins_the_queen_s_game(
    white: dict[int, int], dice: tuple[int, int], left: dict[int, int], won: bool
) -> None:
    ends = legal_plays(DOUBLETS, board(white, left), Side.WHITE, Roll.of(*dice))
    wins = {win_of(DOUBLETS, each.position, Side.WHITE) for each in ends}
    assert wins == {(Side.WHITE, 1, "single") if won else None}


def test_the_queen_s_game_as_a_naive_generator() -> None:
    rng = random.Random(17)
    for _ in range(2):
        position, side = DOUBLETS.start, Side.WHITE
        while win_of(DOUBLETS, position, side.other) is None:
            roll = rng.choice(ALL_ROLLS)
            own = position.of(side)
            piles, laid = ({n: own[n + more] for n in range(1, 7)} for more in (6, 0))
            found = legal_plays(DOUBLETS, position, side, roll)
            boards = {(each.position.of(side)[7:13], each.position.of(side)[1:7]) for each in found}
            if roll.is_doublet:
                assert boards == doublets_results(piles, laid, roll.dice[0])
            else:
                stacked, lying, _ = rabattues_result(piles, laid, roll.dice)
                assert boards == {(tuple(stacked.values()), tuple(lying.values()))}
            outcome = rng.choice(found)
            assert {position, outcome.position} <= completable(DOUBLETS, position, side, roll)
            position, side = outcome.position, side.other
            if position.past.owed:
                position = played(DOUBLETS, position, Roll(position.past.owed, carried=True), side).position
                if win_of(DOUBLETS, position, side):
                    break


@pytest.mark.parametrize("game", [YAHOUDIEH, KIZ], ids=lambda game: game.id)
def test_what_the_children_s_games_count(game: TablesGame) -> None:
    for left in ({7: 2}, {12: 3, 7: 2}, {1: 1}):
        over = board({}, left)
        assert win_of(game, over, Side.WHITE) == (Side.WHITE, 1, "single")
        assert win_of(game, over.mirrored(), Side.BLACK) == (Side.BLACK, 1, "single")
    assert win_of(game, board({1: 1}, {7: 2}), Side.WHITE) is None


@pytest.mark.parametrize("game", [YAHOUDIEH, KIZ], ids=lambda game: game.id)
def test_the_children_s_games_as_naive_generators(game: TablesGame) -> None:
    rng = random.Random(7)
    for _ in range(10):
        position, side, stages = game.start, Side.WHITE, {Side.WHITE: 0, Side.BLACK: 0}
        while win_of(game, position, side.other) is None:
            roll = rng.choice(ALL_ROLLS)
            own = position.of(side)
            piles, laid = ({n: own[n + more] for n in range(1, 7)} for more in (6, 0))
            position = played(game, position, roll, side).position
            if game is KIZ:
                dice = roll.dice * 2 if roll.is_doublet else roll.dice
                stacked, lying, _ = rabattues_result(piles, laid, dice, does_one=roll.is_doublet)
            else:
                stacked, lying, stages[side] = yahoudieh_result(piles, laid, stages[side], roll.dice)
            now = position.of(side)
            assert {n: now[n + 6] for n in stacked} == stacked
            assert {n: now[n] for n in lying} == lying
            assert not position.past.again and not position.past.owed
            side = side.other


@pytest.mark.parametrize("game", [GAME, RESTACK], ids=["plain", "restack"])
def test_playouts_as_a_naive_generator(game: TablesGame) -> None:
    rng = random.Random(22)
    for _ in range(20):
        position, side = game.start, Side.WHITE
        for _ in range(2000):
            roll = rng.choice(ALL_ROLLS)
            after = played(game, position, roll, side)
            if game is GAME:
                own = position.of(side)
                piles, laid = ({n: own[n + more] for n in range(1, 7)} for more in (6, 0))
                stacked, lying, _ = rabattues_result(piles, laid, roll.dice)
                now = after.position.of(side)
                assert {n: now[n + 6] for n in stacked} == stacked
                assert {n: now[n] for n in lying} == lying
            way = completable(game, position, side, roll)
            assert {position, after.position} <= way
            position = after.position
            assert sum(position.white) == sum(position.black) == 15
            if win_of(game, position, side):
                break
            if position.past.owed:
                side = side.other
                position = played(game, position, Roll(position.past.owed, carried=True), side).position
                if win_of(game, position, side):
                    break
            side = side if position.past.again else side.other
        else:
            pytest.fail("no result")


@pytest.mark.parametrize(
    ("white", "stage", "dice", "seen", "said"),
    [
        ({12: 2, 6: 1, 10: 3}, 0, (6, 4), {12: 3, 10: 2, 4: 1},
         "6/12 is illegal: Anna piles up again only after all are laid down; 12/6 10/4 is legal."),
        ({12: 2, 6: 1}, 0, (5, 4), {12: 3}, "6/12 needs a 6: only the 5 and the 4 were thrown; no move is legal."),
        ({12: 1, 6: 2, 5: 3}, 1, (6, 5), {6: 3, 11: 1, 5: 2},
         "12/6 is illegal: Anna has laid down all, and does not do so again; 6/12 5/11 is legal."),
        ({12: 2, 11: 3}, 2, (6, 5), {12: 1, 6: 1, 11: 2},
         "12/6 is illegal: Anna has laid down all, and does not do so again; 12/off 11/off is legal."),
    ],
)  # fmt: skip
def test_what_is_piled_up_or_laid_down_out_of_its_time_is_told_so(
    white: dict[int, int], stage: int, dice: tuple[int, int], seen: dict[int, int], said: str
) -> None:
    position = replace(board(white, {12: 3}), past=replace(YAHOUDIEH.start.past, tally=(stage, 0)))
    assert sentence(explain(position, Roll.of(*dice), board(seen, {12: 3}), YAHOUDIEH), NAMES) == said


FAULTS = [
    ({9: 1, 5: 2}, (5, 3), {9: 1, 5: 1}, "R.bearoff",
     "5/off is illegal: Anna lifts checkers only after all are laid down."),
    ({12: 3, 8: 2}, (6, 2), {12: 2, 6: 1, 8: 2}, "R.must_use", "Both numbers can be played: 12/6 8/2 uses the 6 and the 2."),
    ({12: 3, 8: 2}, (6, 6), {12: 2, 6: 1, 8: 2}, "R.must_use", "Both 6s can be played: 12/6(2)."),
    ({12: 3, 8: 2}, (6, 4), {12: 2, 6: 1, 8: 1, 2: 1}, "R.dice", "8/2 needs a 2: only the 6 and the 4 were thrown."),
    ({12: 3, 8: 2}, (6, 2), {12: 2, 8: 1, 6: 1, 1: 1}, "R.direction",
     "8/1 is illegal: no checker goes to the point of another number."),
    ({12: 3, 8: 2}, (6, 2), {12: 2, 8: 2, 6: 1, 7: 1}, "R.conservation", "There is one checker of Anna's too many on 7."),
]  # fmt: skip


@pytest.mark.parametrize(("white", "dice", "seen", "rule", "said"), FAULTS, ids=[f[4] for f in FAULTS])
def test_faults(
    white: dict[int, int], dice: tuple[int, int], seen: dict[int, int], rule: str, said: str
) -> None:
    black = {7: 2, 12: 3}
    position = board(white, black)
    shown = board(seen, black)
    if rule == "R.conservation":
        shown = Position((position.white[0], *shown.white[1:]), shown.black)
    fault = explain(position, Roll.of(*dice), shown)
    assert (fault.rule, reason(fault, NAMES)) == (rule, said)


@pytest.mark.parametrize(
    ("white", "seen", "said"),
    [
        ({12: 1, 6: 2}, {}, "12/off is illegal: a doublet that lays the last one down lifts none."),
        ({12: 1, 6: 2}, {12: 1, 6: 1}, "6/off is illegal: Anna lifts checkers only after all are laid down."),
        ({12: 1, 6: 2}, {12: 1, 6: 2}, "The 6 can be played: 12/6."),
    ],
)
def test_a_doublet_of_kiz_tavlasi_does_one_thing(
    white: dict[int, int], seen: dict[int, int], said: str
) -> None:
    position = board(white, {12: 3})
    fault = explain(position, Roll.of(6, 6), board(seen, {12: 3}), KIZ)
    assert reason(fault, NAMES) == said


def test_every_wrong_board_is_explained() -> None:
    rng = random.Random(3)
    for _ in range(60):
        white = {site: rng.randint(0, 2) for site in rng.sample(range(1, 13), 5)}
        other = {site: rng.randint(0, 2) for site in rng.sample(range(1, 13), 5)}
        position, seen = board(white, {7: 2}), board(other, {7: 2})
        roll = rng.choice(ALL_ROLLS)
        outcomes = legal_plays(GAME, position, Side.WHITE, roll)
        if seen not in {outcome.position for outcome in outcomes}:
            fault = explain(position, roll, seen)
            assert reason(fault, NAMES)
            assert fault.nearest in [outcome.play for outcome in outcomes]
