"""Auditing records: what breaks a rule is a fault, what is only written down oddly is a note."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from written_matches import CLOSED, ILLEGAL, OPENING, PLAIN, START, B, W, match_of, turns_from

from engine.match.cube import Cube, CubeAction
from engine.match.match import CubeTurn, Game, Match, Result, Score
from engine.match.terms import CubeUse, Terms
from engine.play import Move, Play
from engine.position_parsing import parse_position
from engine.records.mat.mat_reader import read_mat_record
from engine.records.record import Record
from engine.records.record_audit import Audit, audit

TAKE, PASS = CubeAction.TAKE, CubeAction.PASS
LAST = parse_position("W: 1(1) off(14) B: 6(10) off(5)")


def notes(found: Audit) -> tuple[str, ...]:
    return tuple(map(str, found.notes))


def of(*games: Game, length: int = 5) -> Audit:
    return audit(Record(match_of(*games, length=length)))


def faults(found: Audit) -> list[tuple[int, int, str]]:
    return [(each.game, each.turn, each.rule) for each in found.faults]


def game(
    *turns: CubeTurn | tuple[object, str, str], result: Result | None = None, crawford: bool = False
) -> Game:
    return Game(START, Score(), crawford, turns_from(START, *turns), result)  # type: ignore[arg-type]


def mat(rows: str, *, length: int = 5, head: str = "", score: str = "0 0") -> Audit:
    a, b = score.split()
    text = f"{head}\n {length} point match\n\n Game 1\n Anna : {a}                          Ben : {b}\n{rows}"
    return audit(read_mat_record(text), in_rows=True)


def test_a_legal_match_has_neither_faults_nor_complaints() -> None:
    found = audit(Record(PLAIN))
    assert found.faults == ()
    assert notes(found) == ("game 3: it was not finished, or its result is not written",)


def test_illegal_plays_are_faults_with_what_would_have_been_legal() -> None:
    found = audit(Record(ILLEGAL))
    assert faults(found)[0] == (1, 5, "R.too_many")
    assert found.faults[0].text == "Three moves were made with two numbers: 8/2 6/5 2/1*; 8/1* is legal."
    assert found.faults[0].fault is not None and found.faults[0].fault.nearest is not None


def test_what_the_file_itself_calls_illegal_is_a_note() -> None:
    found = audit(Record(ILLEGAL, known=((1, 5),)))
    assert (1, 5, "R.too_many") not in faults(found)
    assert any(
        "turn 5: the file itself calls this play illegal: Three moves" in note for note in notes(found)
    )


def test_where_a_play_is_hidden_nothing_after_it_is_judged() -> None:
    found = audit(Record(ILLEGAL, lost=((1, 5),)))
    assert not any(each.game == 1 for each in found.faults)
    assert "game 1: turn 5 is not written, so nothing after it can be judged" in notes(found)


@pytest.mark.parametrize(
    ("moves", "found"),
    [(((13, 8), (6, 5)), [(1, 1, "R.dice")]), ((), [(1, 1, "R.must_use")]), (((24, 23), (24, 21)), [])],
)
def test_moves_that_somebody_changed_without_the_board_after_them(
    moves: tuple[tuple[int, int], ...], found: list[tuple[int, int, str]]
) -> None:
    first = turns_from(START, (W, "31", "8/5 6/5"))[0]
    changed = replace(first, play=Play(tuple(Move(*each) for each in moves)))
    told = of(Game(START, Score(), False, (changed,)))
    assert faults(told) == found
    assert bool(found) is not any("its moves do not lead to the board" in note for note in notes(told))


@pytest.mark.parametrize(
    ("turns", "place", "text"),
    [
        (
            ((W, "31", "8/5 6/5"), (W, "62", "24/18 13/11")),
            (2, "R.turn"),
            "It was Ben's turn, but Anna played 6-2.",
        ),
        (((W, "31", "8/5 6/5"), CubeTurn(W, 2, TAKE)), (2, "R.turn"), "It was Ben's turn, but Anna doubled."),
        (
            (CubeTurn(W, 2, TAKE), (W, "31", "8/5 6/5"), (B, "62", "24/18 13/11"), CubeTurn(W, 4, TAKE)),
            (4, "R.cube"),
            "Anna doubled, but the cube belongs to Ben.",
        ),
        (
            (CubeTurn(W, 2, PASS), (W, "31", "8/5 6/5")),
            (2, "R.over"),
            "Ben had passed the double, but Anna played 3-1 after that.",
        ),
    ],
)
def test_turns_and_doubles_out_of_order_are_faults(
    turns: tuple[object, ...], place: tuple[int, str], text: str
) -> None:
    found = of(game(*turns))  # type: ignore[arg-type]
    assert [(each.turn, each.rule) for each in found.faults] == [place]
    assert found.faults[0].text == text


def test_a_player_who_is_shut_out_may_have_no_turn_on_record() -> None:
    turns = turns_from(CLOSED, (W, "21", "8/6 8/7"), (W, "21", "8/6 7/6"))
    found = of(Game(CLOSED, Score(), turns=turns))
    assert found.faults == () and "game 1: turn 2: no turn of Ben's is written before it" in notes(found)


def test_a_play_after_the_last_checker_is_off_is_a_fault() -> None:
    found = of(Game(LAST, Score(), turns=turns_from(LAST, (W, "21", "1/off"), (B, "21", "6/4 6/5"))))
    assert faults(found) == [(1, 2, "R.over")]
    assert found.faults[0].text == "Anna had won (single), but Ben played 2-1 after that."


def test_a_double_in_a_game_without_the_cube_is_a_fault() -> None:
    turns = (CubeTurn(W, 2, TAKE), (W, "31", "8/5 6/5"))
    assert faults(of(game(*turns, crawford=True))) == [(1, 1, "R.cube")]
    match = replace(match_of(game(*turns)), terms=Terms(cube=CubeUse.OFF))
    assert faults(audit(Record(match))) == [(1, 1, "R.cube")]


CRAWFORD = """\
  1) 31: 8/5 6/5                   62: 24/18 13/11
  2)  Doubles => 2                  Drops
      Wins 1 point
"""


def test_in_a_file_of_rows_a_double_in_the_crawford_game_is_a_fault_only_where_that_is_sure() -> None:
    before = "  1) 31: 8/5 6/5                    Doubles => 2\n  2)  Drops\n                                  Wins 4 points\n"
    rows = before + "\n Game 2\n Anna : 0                          Ben : 4\n" + CRAWFORD
    on = '; [Crawford "On"]'
    assert faults(mat(rows, head=on)) == [(2, 3, "R.cube")]
    assert (
        notes(mat(rows))[0]
        == "game 2: the cube is used, so the match seems to be played without the Crawford rule"
    )
    for found in (
        mat(rows),
        mat(CRAWFORD, score="0 4", head=on),
        mat(rows.replace("Ben : 4", "Ben : 3"), head=on),
    ):
        assert found.faults == ()


def test_an_empty_cell_in_rows_is_a_note() -> None:
    found = mat(
        "  1) 31: 8/5 6/5                   62: 24/18 13/11\n  2)                               31: 8/5 6/5\n"
    )
    assert found.faults == () and "game 1: turn 3: no turn of Anna's is written before it" in notes(found)


@pytest.mark.parametrize(
    ("result", "note"),
    [
        (Result(W, 1, "single"), None),
        (Result(W, 2, "gammon"), "its result is written as 2; with the cube at 1 it is 1"),
        (Result(B, 1, "single"), "its result is written as a win for Ben, but Anna has won"),
        (None, "its result is not written"),
    ],
)
def test_a_result_that_does_not_fit_the_board_is_a_note(result: Result | None, note: str | None) -> None:
    found = of(Game(LAST, Score(), turns=turns_from(LAST, (W, "21", "1/off")), result=result))
    assert found.faults == ()
    assert notes(found) == (() if note is None else (f"game 1: {note}",))


def test_points_capped_at_what_was_needed_are_in_order() -> None:
    turns = turns_from(LAST, CubeTurn(W, 4, TAKE), (W, "21", "1/off"))
    capped = Game(LAST, Score(3, 0), turns=turns, result=Result(W, 2, "single"))
    assert not any("result" in note for note in notes(of(capped)))


def test_scores_that_do_not_follow_are_notes() -> None:
    won = game(CubeTurn(W, 2, PASS), result=Result(W, 1, "passed"))
    found = of(won, replace(won, score=Score(0, 1)), replace(won, score=Score(5, 1)))
    assert found.faults == ()
    assert notes(found) == (
        "game 2: it begins at 0-1; after game 1 it was 1-0",
        "game 3: it begins at 5-1, when the match to 5 is over",
    )


def test_doubles_that_are_only_written_oddly_are_notes() -> None:
    found = of(game((W, "31", "8/5 6/5"), CubeTurn(B, 4), (B, "62", "24/18 13/11")))
    assert found.faults == ()
    assert notes(found)[:2] == (
        "game 1: turn 2: Ben doubled to 4; from 1 it should be 2",
        "game 1: turn 2: the double is not answered; the game went on as if it was taken",
    )


def test_a_beaver_that_is_passed_ends_the_game() -> None:
    beavered = game(CubeTurn(W, 2, CubeAction.BEAVER), result=Result(B, 1, "passed"))
    assert of(beavered, length=0).faults == ()


def test_a_board_that_was_set_by_hand_is_a_note() -> None:
    turns = turns_from(START, *OPENING[:1])
    by_hand = replace(turns_from(CLOSED, (B, "", ""))[0], before=CLOSED)
    found = audit(Record(Match(5, "Anna", "Ben", (Game(START, Score(), turns=(*turns, by_hand)),))))
    assert found.faults == () and "game 1: turn 2: the board was set by hand before it" in notes(found)


def test_what_a_table_marked_as_illegal_and_let_stand_is_a_fault_all_the_same() -> None:
    game = ILLEGAL.games[0]
    turns = list(game.turns)
    found = audit(Record(ILLEGAL))
    turns[4] = replace(turns[4], fault=found.faults[0].fault)  # type: ignore[call-arg]
    marked = replace(ILLEGAL, games=(replace(game, turns=tuple(turns)), *ILLEGAL.games[1:]))
    assert audit(Record(marked)) == found


def test_what_a_person_said_at_the_table_is_no_fault() -> None:
    turns = turns_from(START, (W, "31", "8/5 6/5"), CubeTurn(W, 2, TAKE, before=Cube()))
    match = Match(5, "Anna", "Ben", (Game(START, Score(), turns=turns),), terms=Terms(cube=CubeUse.OFF))
    assert faults(audit(Record(match))) == [(1, 2, "R.turn")]
    found = audit(Record(match), turns_told={(1, 2)})
    assert found.faults == () and "game 1: turn 2: a person said that it was Anna's turn" in notes(found)
