"""Jellyfish .mat files: what is written can be read, by us and by GNU Backgammon; what was played is kept."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from written_matches import (
    BACKGAMMON,
    CLOSED,
    ILLEGAL,
    MIDDLE,
    MONEY,
    OPENING,
    OTHER_GAME,
    PLAIN,
    START,
    UNSEEN,
    B,
    W,
    match_of,
    shut_out,
    turns_from,
)

from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.games import find_game
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score
from engine.match.terms import Terms
from engine.play import Play
from engine.plays.notation import parse_play, played_out
from engine.records.mat.mat_reader import read_mat, read_mat_record
from engine.records.mat.mat_writer import write_mat
from engine.records.replay import replay
from engine.words.wording import Names, sentence


@pytest.mark.parametrize("match", [PLAIN, MONEY], ids=["plain", "money"])
def test_what_the_format_holds_comes_back_as_it_was(match: Match) -> None:
    assert read_mat(write_mat(match)) == match


def test_a_file_as_other_programs_write_it() -> None:
    assert write_mat(PLAIN, [("EventDate", "2026.11.20")]) == (
        '; [EventDate "2026.11.20"]\n'
        '; [Variation "Backgammon"]\n'
        '; [Crawford "On"]\n'
        "\n"
        " 5 point match\n"
        "\n"
        " Game 1\n"
        " Anna : 0                          Ben : 0\n"
        "  1) 31: 8/5 6/5                   62: 24/18 13/11\n"
        "  2) 66: 24/18(2) 13/7*(2)         43: bar/22 13/9\n"
        "  3)  Doubles => 2                  Drops\n"
        "      Wins 1 point\n"
        "\n"
        " Game 2\n"
        " Anna : 1                          Ben : 0\n"
        "  1)                               42: 8/4 6/4\n"
        "  2) 55: 13/8(2) 8/3(2)             Doubles => 2\n"
        "  3)  Takes                        31: 13/10 6/5\n"
        "                                  Wins 4 points\n"
        "\n"
        " Game 3\n"
        " Anna : 1                          Ben : 4\n"
        "  1)                               42: 8/4 6/4\n"
    )


def comments(match: Match) -> list[str]:
    return [line for line in write_mat(match).splitlines() if line.startswith("; Game")]


def test_a_game_goes_on_after_an_illegal_play_that_stood() -> None:
    assert comments(ILLEGAL) == [
        "; Game 1: in turn 5 Anna played 6-1 as 8/1* 6/5, which was illegal and stood: Three moves were made with two "
        + "numbers: 8/2 6/5 2/1*; 8/1* is legal. The board is put up as it stood after it.",
        "; Game 1: in turn 6 Ben played 3-1 as 8/5 6/5, which was illegal and stood: Ben's checker on the bar must "
        + "enter first; bar/22 6/5 is legal. The board is put up as it stood after it.",
    ]
    assert "  3) 61: Illegal play (5;0;0;0;0;Ben;Anna;0;0;0;1;0;0;0;" in write_mat(ILLEGAL)
    back = read_mat(write_mat(ILLEGAL))
    assert [each.position for each in back.games] == [each.position for each in ILLEGAL.games]
    assert back.games[0].turns[:4] == ILLEGAL.games[0].turns[:4]
    assert [(game, turn) for game, turn, _ in replay(back)] == [(1, 5), (1, 6)]


def test_a_game_that_began_in_the_middle_is_a_comment() -> None:
    assert comments(MIDDLE) == [
        f"; Game 1: not written, because it was followed only from {CLOSED}. Anna won 2 points (gammon)."
    ]
    back = read_mat(write_mat(MIDDLE))
    assert back.games[0] == Game(START, Score(), result=Result(W, 2, "gammon"))
    assert back.games[1] == MIDDLE.games[1]


def test_a_play_whose_roll_nobody_saw_ends_the_writing() -> None:
    (comment,) = comments(UNSEEN)
    assert comment == (
        "; Game 1: nothing is written from turn 5 on, because nobody saw what Anna threw for 8/7. "
        "The game was not finished."
    )


def test_a_board_set_by_hand_is_not_called_illegal() -> None:
    turns = turns_from(START, *OPENING)
    jump = CheckerTurn(W, Roll.of(2, 1), Play(), START)
    (comment,) = comments(match_of(Game(START, Score(), turns=(*turns, jump))))
    assert "illegal" not in comment
    assert "does not follow from the one before" in comment


def test_a_player_who_is_shut_out_need_not_throw() -> None:
    match = shut_out()
    number = len(match.games[0].turns) - 1
    assert comments(match) == [
        f"; Game 1: in turn {number} Ben did not throw, the entry being closed; 6-6 stands for it."
    ]
    back = read_mat(write_mat(match)).games[0].turns
    position = back[-2].after if isinstance(back[-2], CheckerTurn) else START
    assert back[-2] == CheckerTurn(B, Roll.of(6, 6), Play(), position)
    assert back[-1] == match.games[0].turns[-1]
    (comment,) = comments(
        match_of(Game(START, Score(), turns=turns_from(START, (W, "31", "8/5 6/5"), (B, "", ""))))
    )
    assert "nobody saw what Ben threw." in comment


def test_another_game_is_only_a_comment() -> None:
    assert comments(OTHER_GAME) == [
        "; Game 1: not written, because this format knows only backgammon, not Hypergammon. Anna won 1 point (single)."
    ]


def files(shared: Path) -> list[Path]:
    samples = sorted((shared / "records" / "samples").glob("*.mat"))
    return [*samples, *sorted((shared / "records" / "real").iterdir())]


def test_real_files_are_read_and_played_through_without_false_alarm(shared: Path) -> None:
    plays = 0
    for path in files(shared)[::2]:
        match = read_mat(path.read_text(encoding="utf-8"))
        assert match.games, path.name
        if path.name != "hand3_illegal.mat":
            assert not replay(match), path.name
            for each, following in zip(match.games, match.games[1:], strict=False):
                assert each.result is not None, path.name
                assert each.score.plus(each.result.winner, each.result.points) == following.score, path.name
            assert read_mat(write_mat(match)) == match, path.name
        plays += sum(isinstance(turn, CheckerTurn) for game in match.games for turn in game.turns)
    assert plays > 1500


def test_the_illegal_plays_of_a_sample_are_found_and_kept(shared: Path) -> None:
    text = (shared / "records" / "samples" / "hand3_illegal.mat").read_text(encoding="utf-8")
    match = read_mat(text)
    names = Names(match.white, match.black)
    assert [(game, turn, sentence(fault, names)) for game, turn, fault in replay(match)] == [
        (1, 4, "24/20 is illegal: Alice holds that point; bar/22 13/9 is legal."),
        (2, 2, "6/1 is illegal: Bob holds that point; 13/3 8/3(2) is legal."),
        (2, 3, "Bob has no checker on the bar to move."),
    ]


def test_a_changed_play_is_found(shared: Path) -> None:
    """Every play of a real match in turn is moved one point too far, and noticed unless that is legal too."""
    match = read_mat((shared / "records" / "samples" / "charlot_7p.mat").read_text(encoding="utf-8"))
    changed = missed = 0
    for game in match.games:
        position = game.start
        for turn in game.turns:
            if not isinstance(turn, CheckerTurn):
                continue
            if turn.play.moves and turn.play.moves[-1].target > 1 and turn.roll is not None:
                last = turn.play.moves[-1]
                further = replace(last, target=last.target - 1, hit=False)
                play = Play((*turn.play.moves[:-1], further))
                text = " ".join(f"{move.origin}/{move.target}" for move in play.moves)
                outcome = played_out(BACKGAMMON, position, turn.side, text)
                one = CheckerTurn(turn.side, turn.roll, outcome.play, outcome.position)
                changed += 1
                missed += not replay(match_of(Game(position, Score(), turns=(one,))))
            position = turn.after
    assert changed > 100
    assert missed == 0


ODD = """\ufeff; [Site "Somewhere"]\r
; [Crawford "Off"]\r
\r
 3 point match\r
\r
 Game 1\r
 Anna A. : 0                          Ben : 2\r
  1)                                 21: 13/11 6/5\r
  2) 64: Illegal play (24/15)        66: Cannot Move\r
  3) 11:                             21: 24/21\r
  4)  Doubles => 2                   Takes\r
  5) 61: ????\r
                                     Wins 2 points and the match\r
"""


def test_oddities_of_real_files() -> None:
    record = read_mat_record(ODD)
    (game,) = record.match.games
    assert (record.match.white, record.match.black, record.match.length) == ("Anna A.", "Ben", 3)
    assert record.match.terms == Terms(crawford=False)
    assert read_mat_record(write_mat(record.match)).match.terms == Terms(crawford=False)
    assert game.score == Score(0, 2)
    assert not game.crawford
    assert game.result == Result(B, 2, "resigned")
    assert [turn.side for turn in game.turns] == [B, W, B, W, B, W]
    assert game.turns[-1] == CubeTurn(W, 2, CubeAction.TAKE)
    assert [(turn, fault.rule) for _, turn, fault in replay(record.match)] == [
        (2, "R.dice"),
        (3, "R.must_use"),
        (4, "R.must_use"),
    ]
    assert tuple(map(str, record.notes)) == (
        "game 1, line 9: the file itself calls this play illegal",
        "game 1, line 12: 6-1 was thrown, but no play is written",
    )


def test_tags_tell_by_what_rules_single_games_are_played() -> None:
    head = '; [Jacoby "On"]\n; [Beaver "Off"]\n; [Crawford "Off"]\n 0 point match\n\n Game 1\n Anna : 0    Ben : 0\n'
    assert read_mat_record(head).match.terms == Terms(jacoby=True)


def test_a_forced_play_left_blank_is_filled_in() -> None:
    record = read_mat_record(
        " 1 point match\n\n Game 1\n A : 0          B : 0\n"
        "  1) 21: 24/23 24/22             11: 6/3*/2*\n"
        "  2) 64:                         21: 13/11 6/5\n"
    )
    assert tuple(map(str, record.notes)) == (
        "game 1, line 6: 6-4: the only legal play is not written; filled in",
    )
    forced = record.match.games[0].turns[2]
    assert isinstance(forced, CheckerTurn)
    assert [(move.origin, move.target) for move in forced.play.moves] == [(25, 21)]
    assert not replay(record.match)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no .mat file"),
        ("hello", "no .mat file"),
        (" Game 1\n", "no .mat file"),
        (" 5 point match\n\n Game 1\n  1) 31: 8/5 6/5\n", "line 4: expected the players"),
        (" 5 point match\n\n Game 1\n A : 0     B : 0\n  1) 31: x/y\n", "line 5: 'x/y' is no move"),
        (" 5 point match\n\n Game 1\n A : 0     B : 0\n  1) hello\n", "line 5: '1) hello' is neither"),
    ],
)
def test_what_is_no_record_is_refused_with_the_line(text: str, said: str) -> None:
    with pytest.raises(InvalidRecord, match=said.replace("(", r"\(").replace(")", r"\)")):
        read_mat(text)


def test_a_legal_play_reads_as_the_engine_makes_it() -> None:
    outcome = parse_play(BACKGAMMON, START, W, Roll.of(3, 1), "8/5 6/5")
    (turn,) = read_mat(" 1 point match\n\n Game 1\n A : 0     B : 0\n  1) 31: 6/5 8/5\n").games[0].turns
    assert turn == CheckerTurn(W, Roll.of(3, 1), outcome.play, outcome.position)


@pytest.mark.parametrize(
    ("game_id", "throw", "play", "why"),
    [
        ("irish", "33", "8/5 6/3", "8/5 6/3, as Irish has it, which is no play of the backgammon"),
        ("bu_da", "61", "24/18 6/5", "Ben played 6-1 as 13/7 8/7, as No-Hit Tables has it, which is no play"),
        ("giveaway", "31", "8/5 6/5", "knows only backgammon, not Giveaway"),
    ],
)
def test_what_readers_would_play_otherwise_is_not_written(
    game_id: str, throw: str, play: str, why: str
) -> None:
    game = find_game(game_id)
    roll = Roll.parse(throw)
    found = parse_play(game, game.start, W, roll, play)
    turns = [CheckerTurn(W, roll, found.play, found.position)]
    if game_id == "bu_da":
        # A black checker comes to stand beside a white one, which readers of the format would take for a hit.
        onto = Roll.parse("61")
        shared = parse_play(game, found.position, B, onto, "8/7 13/7")
        turns.append(CheckerTurn(B, onto, shared.play, shared.position))
    written = write_mat(Match(0, "Anna", "Ben", (Game(game.start, Score(), turns=tuple(turns)),), game_id))
    assert re.search(why, next(line for line in written.splitlines() if line.startswith("; Game 1")))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (" Game 1\n Anna : 0    Ben : 0\n" * 1001, "more than 1000 games"),
        (
            " Game 1\n Anna : 0    Ben : 0\n" + "; Set Pos=-b----E-C---eE---c-e----B-/0\n" * 15_001,
            "goes on and on",
        ),
        (f" Game{' ' * 600}?\n", "no game begins"),
    ],
    ids=["games", "boards", "blanks"],
)
def test_what_would_keep_a_reader_busy_for_long_is_refused(text: str, says: str) -> None:
    with pytest.raises(InvalidRecord, match=says):
        read_mat(" 5 point match\n" + text)
