"""Chase games: the vectors of the rules, a naive generator as the judge, and the sentences.

The points are the slots of the rules, counted along the way.
"""

import random
import sys
from pathlib import Path

import pytest

from engine.board import BAR, OFF, Side
from engine.dice import ALL_ROLLS, Roll
from engine.games import find_game
from engine.play import Fault
from engine.plays.chains import play_text
from engine.plays.legal import completable, legal_plays
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names, reason, sentence

sys.path.insert(0, str(Path(__file__).parent))

from naive_families import chase_results

NAMES = Names("Anna", "Ben")
ELTA, CHASE, ICELAND = (find_game(name) for name in ("ad_elta_stelpur", "chase_nardy", "icelandic_nardy"))


def board(white: tuple[int, ...], black: tuple[int, ...]) -> Position:
    """A position with single checkers on these slots, counted along the way."""
    sides = []
    for slots in (white, black):
        counts = [0] * 26
        for slot in slots:
            counts[slot] += 1
        counts[OFF] = 6 - len(slots)
        sides.append(tuple(counts))
    return Position(*sides)


def slots(position: Position, side: Side) -> frozenset[int]:
    men = position.of(side)
    return frozenset(point for point in range(1, 25) if men[point])


def results(game: TablesGame, position: Position, *dice: int) -> set[tuple[frozenset[int], frozenset[int]]]:
    return {
        (slots(found.position, Side.WHITE), slots(found.position, Side.BLACK))
        for found in legal_plays(game, position, Side.WHITE, Roll.of(*dice))
    }


def explain(game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position) -> Fault:
    assert game.family is not None
    return game.family.explain(game, position, side, roll, seen)


def test_es_1_nothing_counts() -> None:
    (only,) = legal_plays(ELTA, ELTA.start, Side.WHITE, Roll.of(5, 3))
    assert (only.play.moves, only.position, only.position.past.again) == ((), ELTA.start, False)
    assert (slots(ELTA.start, Side.WHITE), slots(ELTA.start, Side.BLACK)) == (
        frozenset(range(1, 7)),
        frozenset(range(13, 19)),
    )


def test_es_2_only_the_six_counts() -> None:
    found = legal_plays(ELTA, ELTA.start, Side.WHITE, Roll.of(6, 4))
    assert all(len(outcome.play.moves) == 1 for outcome in found)
    assert frozenset({2, 3, 4, 5, 6, 7}) in {white for white, _ in results(ELTA, ELTA.start, 6, 4)}


def test_es_3_own_checkers_are_skipped() -> None:
    """The vector names a throw of 1-3 and a checker on slot 3: its 1 goes past 4, 5 and 6 to 7."""
    assert frozenset({1, 2, 4, 5, 6, 7}) in {white for white, _ in results(ELTA, ELTA.start, 3, 1)}
    illegal = ELTA.with_options({"skip": "illegal"})
    assert {white for white, _ in results(illegal, ELTA.start, 3, 1)} == {frozenset({1, 2, 3, 4, 5, 7})}


def test_es_4_a_taken_checker_is_gone() -> None:
    position = board((12, 1), (13, 20))
    found = {outcome.position: outcome for outcome in legal_plays(ELTA, position, Side.WHITE, Roll.of(2, 1))}
    taken = found[board((13, 1), (20,))]
    assert taken.position.black[OFF] == 5
    assert play_text(taken.play) == "12/13*"


@pytest.mark.parametrize(("dice", "moves"), [((3, 3), 2), ((6, 6), 4), ((1, 1), 2)])
def test_es_5_and_6_doublets(dice: tuple[int, int], moves: int) -> None:
    found = legal_plays(ELTA, ELTA.start, Side.WHITE, Roll.of(*dice))
    assert {len(outcome.play.moves) for outcome in found} == {moves}
    assert all(outcome.position.past.again for outcome in found)


def test_a_doublet_that_cannot_be_played_still_gives_another_throw() -> None:
    (only,) = legal_plays(ELTA, board((7,), (20, 21)), Side.WHITE, Roll.of(3, 3))
    assert (only.play.moves, only.position.past.again) == ((), True)


def test_es_7_the_last_checker_goes_from_corner_to_corner() -> None:
    assert results(ELTA, board((1,), (20, 21)), 6, 1) == {(frozenset({12}), frozenset({20, 21}))}
    assert results(ELTA, board((1,), (20, 21)), 1, 1) == {(frozenset({7}), frozenset({20, 21}))}
    assert results(ELTA, board((1,), (20, 21)), 6, 6) == {(frozenset({13}), frozenset({20, 21}))}
    assert results(ELTA, board((1,), (6, 7, 20)), 6, 1) == {
        (frozenset({12}), frozenset({7, 20})),
        (frozenset({12}), frozenset({6, 20})),
    }


def test_es_8_the_last_checker_between_two_is_safe() -> None:
    safe = board((11, 13, 3), (12,))
    assert all(black for _, black in results(ELTA, safe, 2, 1))
    open_one = board((11, 3), (12,))
    assert (frozenset({12, 3}), frozenset()) in results(ELTA, open_one, 2, 1)
    off_corner = board((8, 3), (9,))
    assert all(black for _, black in results(ELTA, off_corner, 2, 1))
    assert any(not black for _, black in results(ELTA.with_options({"last_man": "none"}), off_corner, 2, 1))


def test_the_last_checker_is_put_on_a_corner_first() -> None:
    far = (20, 22)
    assert results(ELTA, board((3,), far), 5, 3) == {(frozenset({6}), frozenset(far))}
    assert results(ELTA, board((3,), far), 2, 1) == {(frozenset({7}), frozenset(far))}
    assert results(ELTA, board((3,), (6, 22)), 5, 3) == {(frozenset({6}), frozenset({22}))}
    either = ELTA.with_options({"corner_entry": "either_side"})
    assert results(either, board((3,), far), 5, 3) == {(frozenset({1}), frozenset(far))}
    anywhere = ELTA.with_options({"any_corner": True})
    assert len(results(anywhere, board((3,), far), 5, 3)) == 8


def test_six_moves_two() -> None:
    game = ELTA.with_options({"six_moves_two": True})
    found = legal_plays(game, ELTA.start, Side.WHITE, Roll.of(6, 4))
    assert {len(outcome.play.moves) for outcome in found} == {2}
    assert all(len({move.origin for move in outcome.play.moves}) == 2 for outcome in found)
    alone = legal_plays(game, board((7, 14), (20, 22)), Side.WHITE, Roll.of(6, 4))
    assert {slots(outcome.position, Side.WHITE) for outcome in alone} == {frozenset({13, 20})}


def test_ic_1_both_numbers_are_played() -> None:
    found = legal_plays(ICELAND, ICELAND.start, Side.WHITE, Roll.of(5, 4))
    assert {len(outcome.play.moves) for outcome in found} == {2}
    assert not any(outcome.position.past.again for outcome in found)


def test_icelandic_shift_owes_the_rest_to_the_opponent() -> None:
    position = board((3,), (10, 15))
    found = {
        outcome.position: outcome for outcome in legal_plays(ICELAND, position, Side.WHITE, Roll.of(5, 2))
    }
    shift = found[board((6,), (10, 15))]
    owed = shift.position.past.owed_roll
    assert owed == Roll((5, 2), carried=True, either=True), (
        "its owner chooses which, and the board does not show it"
    )
    replies = legal_plays(ICELAND, shift.position, Side.BLACK, owed)
    # What either number alone would lead to: by the 5 the checker on 10 goes past 15, where another stands.
    assert {slots(reply.position, Side.BLACK) for reply in replies} == set(
        map(frozenset, ((12, 15), (10, 17), (15, 16), (10, 20)))
    )
    for reply in replies:
        assert reply.position.past.again and not reply.position.past.owed and not reply.position.past.either
    whole = found[board((10,), (15,))]
    assert whole.position.past.owed == ()
    doublet = {
        each.position: each.position.past.owed_roll
        for each in legal_plays(ICELAND, position, Side.WHITE, Roll.of(4, 4))
    }
    assert doublet[board((6,), (10, 15))] == Roll((4, 4, 4), carried=True)


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        ((15, 17), "Anna left Ben one of the two numbers, but 10/17 uses both; 10/16 is legal."),
        ((10, 15), "The 5 can be played: 10/16."),
        ((10, 18), "15/18 needs a 3: only the 5 and the 2 were thrown; 15/20 is legal."),
    ],
)
def test_one_of_the_two_numbers_left_is_played_and_not_both(seen: tuple[int, ...], said: str) -> None:
    owed = Roll((5, 2), carried=True, either=True)
    assert ICELAND.family is not None
    fault = ICELAND.family.explain(ICELAND, board((6,), (10, 15)), Side.BLACK, owed, board((6,), seen))
    assert sentence(fault, NAMES) == said


def test_nothing_need_be_played_where_the_number_left_may_be_one_that_cannot_be() -> None:
    """A last checker on a corner goes by a 1 or a 6 alone: was it the 2 that was left, it stays."""
    owed = Roll((6, 2), carried=True, either=True)
    replies = legal_plays(ICELAND, board((6,), (12,)), Side.BLACK, owed)
    assert {slots(reply.position, Side.BLACK) for reply in replies} == {frozenset({12}), frozenset({18})}


def test_winning_ends_the_turn() -> None:
    position = board((4, 11), (12,))
    won = [
        outcome
        for outcome in legal_plays(ELTA, position, Side.WHITE, Roll.of(6, 1))
        if win_of(ELTA, outcome.position, Side.WHITE)
    ]
    assert any(len(outcome.play.moves) == 1 for outcome in won)
    assert win_of(ELTA, won[0].position, Side.WHITE) == (Side.WHITE, 1, "single")
    assert win_of(ELTA, ELTA.start, Side.WHITE) is None


def random_board(rng: random.Random) -> Position:
    slots_of_both = rng.sample(range(1, 25), 12)
    mine, theirs = rng.randint(1, 6), rng.randint(1, 6)
    return board(tuple(slots_of_both[:mine]), tuple(slots_of_both[6 : 6 + theirs]))


@pytest.mark.parametrize("game", [ELTA, ICELAND], ids=lambda game: game.id)
def test_as_a_naive_generator(game: TablesGame) -> None:
    rng = random.Random(27)
    for _ in range(150):
        position = random_board(rng)
        roll = rng.choice(ALL_ROLLS)
        expected = chase_results(
            slots(position, Side.WHITE), slots(position, Side.BLACK), roll.dice, game is ICELAND
        )
        assert results(game, position, *roll.dice) == expected, (position, roll)
        mirrored = legal_plays(game, position.mirrored(), Side.BLACK, roll)
        assert {outcome.position.mirrored() for outcome in mirrored} == {
            outcome.position for outcome in legal_plays(game, position, Side.WHITE, roll)
        }


@pytest.mark.parametrize("game", [ELTA, CHASE, ICELAND], ids=lambda game: game.id)
def test_perft_of_two_turns(game: TablesGame) -> None:
    """Results counted two turns deep from the start, by throws whose trees are not too wide for a naive generator."""
    every, rolls = game is ICELAND, [Roll.of(6, 1), Roll.of(5, 2), Roll.of(3, 1)]
    mine, theirs = slots(game.start, Side.WHITE), slots(game.start, Side.BLACK)
    for first in rolls:
        found = legal_plays(game, game.start, Side.WHITE, first)
        expected = chase_results(mine, theirs, first.dice, every)
        assert len(found) == len(expected)
        for second in rolls:
            count = sum(len(legal_plays(game, each.position, Side.BLACK, second)) for each in found)
            assert count == sum(len(chase_results(b, w, second.dice, every)) for w, b in expected)


@pytest.mark.parametrize("game", [ELTA, CHASE, ICELAND], ids=lambda game: game.id)
def test_playouts_end(game: TablesGame) -> None:
    rng = random.Random(8)
    for _ in range(12):
        position, side = game.start, Side.WHITE
        for _ in range(3000):
            roll = rng.choice(ALL_ROLLS)
            outcomes = legal_plays(game, position, side, roll)
            on_the_way = completable(game, position, side, roll)
            assert position in on_the_way
            assert all(outcome.position in on_the_way for outcome in outcomes)
            position = rng.choice(outcomes).position
            assert sum(position.white) == sum(position.black) == 6
            assert all(men <= 1 for men in (*position.white[1:], *position.black[1:]))
            assert not any(position.white[p] and position.black[p] for p in range(1, 25))
            if win_of(game, position, side):
                break
            side = side if position.past.again else side.other
        else:
            pytest.fail("no result")


# white and black slots, dice, what is seen, rule, sentence
FAULTS = [
    ((1, 2), (13, 14), (6, 4), (1, 6), (13, 14), "R.dice", "2/6 is illegal: only 1s, 6s and doublets are played."),
    ((1, 2), (13, 14), (6, 4), (1, 2), (13, 14), "R.must_use", "The 6 can be played: 1/7."),
    ((1, 2), (13, 14), (6, 4), (1, 10), (13, 14), "R.dice", "2/10 needs 8 points: only the 6 can be used."),
    ((1, 2), (13, 14), (5, 4), (1, 3), (13, 14), "R.dice", "5-4 gives nothing to play here, so 2/3 is illegal."),
    ((7, 2), (13, 14), (6, 4), (13, 2), (13, 14), "R.opponent_man",
     "7/13 took Ben's checker, which must leave the board."),
    ((1, 2), (13, 14), (2, 1), (2, 2), (13, 14), "R.block", "1/2 is illegal: only one checker may stand on a point."),
    ((11, 13, 3), (12,), (2, 1), (12, 13, 3), (), "R.block", "11/12 is illegal: Ben's last checker is safe there."),
    ((1,), (20, 21), (2, 1), (2,), (20, 21), "R.corner",
     "Anna's last checker goes from corner to corner, with a 1 or a 6: 1/6 is legal."),
    ((1, 2), (13, 14), (3, 3), (1, 5), (13, 14), "R.must_use", "Both 3s can be played: 2/5 1/4."),
    ((1, 2), (13, 14), (6, 1), (1, 8), (13, 15), "R.opponent_man", "Ben's checker was moved from 14 to 15, as Anna counts."),
    ((1, 9), (3, 14), (5, 1), (3, 9), (14,), "R.dice", "1/3 needs a 2: only the 1 can be used."),
    ((1, 2), (13, 14), (6, 1), (8,), (13, 14), "R.conservation", "A checker of Anna's has vanished from 1."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("white", "black", "dice", "seen_white", "seen_black", "rule", "said"), FAULTS, ids=[f[6] for f in FAULTS]
)
def test_faults(
    white: tuple[int, ...],
    black: tuple[int, ...],
    dice: tuple[int, int],
    seen_white: tuple[int, ...],
    seen_black: tuple[int, ...],
    rule: str,
    said: str,
) -> None:
    position, seen = board(white, black), board(seen_white, seen_black)
    fault = explain(ELTA, position, Side.WHITE, Roll.of(*dice), seen)
    assert (fault.rule, reason(fault, NAMES)) == (rule, said)


def test_a_taken_checker_on_the_bar() -> None:
    position, seen = board((7, 2), (13, 14)), board((13, 2), (14,))
    black = list(seen.black)
    black[OFF], black[BAR] = black[OFF] - 1, 1
    fault = explain(ELTA, position, Side.WHITE, Roll.of(6, 4), Position(seen.white, tuple(black)))
    assert (fault.rule, fault.message) == ("R.opponent_man", "chase_untaken")


@pytest.mark.parametrize("game", [ELTA, ICELAND], ids=lambda game: game.id)
def test_every_wrong_board_is_explained(game: TablesGame) -> None:
    rng = random.Random(5)
    for _ in range(60):
        position, seen, roll = random_board(rng), random_board(rng), rng.choice(ALL_ROLLS)
        outcomes = legal_plays(game, position, Side.WHITE, roll)
        if rng.random() < 0.5:
            seen = rng.choice(legal_plays(game, position, Side.WHITE, rng.choice(ALL_ROLLS))).position
        if seen not in {outcome.position for outcome in outcomes}:
            fault = explain(game, position, Side.WHITE, roll, seen)
            assert reason(fault, NAMES)
            assert fault.nearest in [outcome.play for outcome in outcomes]


def test_with_any_corner_a_last_checker_shifts_to_any_of_the_eight() -> None:
    game = ICELAND.with_options({"any_corner": True})
    position = board((3,), (10, 15))
    found = legal_plays(game, position, Side.WHITE, Roll.of(5, 2))
    shifted = {slots(each.position, Side.WHITE) for each in found if each.position.past.owed == (5, 2)}
    assert shifted == {frozenset({corner}) for corner in (1, 6, 7, 12, 13, 18, 19, 24)}


def test_s4_a_last_checker_shifts_to_the_nearest_corner() -> None:
    """Ahead by the usual reading; by the German collection to whichever corner is nearest, behind or ahead."""
    nearest = find_game("icelandic_nardy_s4")
    for slot, ahead, near in ((8, 12, 7), (10, 12, 12), (20, 24, 19), (23, 24, 24), (2, 6, 1)):
        position = board((slot,), (14, 15, 16))
        for game, corner in ((ICELAND, ahead), (nearest, near)):
            owed = {
                min(slots(found.position, Side.WHITE))
                for found in legal_plays(game, position, Side.WHITE, Roll.of(5, 4))
                if found.position.past.owed == (5, 4)
            }
            assert owed == {corner}
