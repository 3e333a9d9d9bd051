"""Jellyfish .mat files: what is written can be read, by us and by GNU Backgammon; what was played is kept."""

import random
import re
import shutil
import subprocess
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from engine.board import Side
from engine.cube import CubeAction
from engine.dice import Roll
from engine.errors import IllegalPlay, InvalidRecord
from engine.games import find_game
from engine.legal import legal_plays
from engine.match import CheckerTurn, CubeTurn, Game, Match, Result, Score, Turn
from engine.notation import parse_play, played_out
from engine.play import Play
from engine.position import Position, parse_position
from engine.records.mat import read_mat, read_mat_record, write_mat
from engine.records.replay import replay
from engine.wording import Names, sentence

BACKGAMMON = find_game("backgammon")
START = BACKGAMMON.start
GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
W, B = Side.WHITE, Side.BLACK


def turns_from(start: Position, *written: tuple[Side, str, str] | CubeTurn) -> tuple[Turn, ...]:
    """Turns from a position, written as side, roll and play; illegal plays are made as written."""
    position, turns = start, list[Turn]()
    for each in written:
        if isinstance(each, CubeTurn):
            turns.append(each)
            continue
        side, dice, text = each
        roll = Roll.parse(dice) if dice else None
        outcome = played_out(BACKGAMMON, position, side, text)
        if roll is not None:
            with suppress(IllegalPlay):
                outcome = parse_play(BACKGAMMON, position, side, roll, text)
        turns.append(CheckerTurn(side, roll, outcome.play, outcome.position))
        position = outcome.position
    return tuple(turns)


OPENING = (
    (W, "31", "8/5 6/5"),
    (B, "62", "24/18 13/11"),
    (W, "66", "24/18(2) 13/7*(2)"),
    (B, "43", "bar/22 13/9"),
)
CLOSED = parse_position("W: 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) 8(3) B: bar(1) 6(5) 13(5) 8(4)")


def match_of(*games: Game, length: int = 5) -> Match:
    return Match(length, "Anna", "Ben", games)


PLAIN = match_of(
    Game(START, Score(), turns=(*turns_from(START, *OPENING), CubeTurn(W, 2, CubeAction.PASS)), result=Result(W, 1, "passed")),
    Game(
        START, Score(1, 0),
        turns=turns_from(
            START, (B, "42", "8/4 6/4"), (W, "55", "13/3(2)"), CubeTurn(B, 2, CubeAction.TAKE), (B, "31", "13/10 6/5")
        ),
        result=Result(B, 4, "resigned"),
    ),
    Game(START, Score(1, 4), crawford=True, turns=turns_from(START, (B, "42", "8/4 6/4"))),
)  # fmt: skip
MONEY = match_of(
    Game(START, Score(), turns=(*turns_from(START, *OPENING), CubeTurn(W, 2, CubeAction.BEAVER))), length=0
)
MIDDLE = match_of(
    Game(
        CLOSED, Score(), turns=turns_from(CLOSED, (B, "", ""), (W, "21", "8/6 8/7")), result=Result(W, 2, "gammon")
    ),
    Game(START, Score(2, 0), turns=turns_from(START, *OPENING)),
)  # fmt: skip
ILLEGAL = match_of(
    Game(
        START, Score(),
        turns=turns_from(START, *OPENING, (W, "61", "8/1 6/5"), (B, "31", "8/5 6/5")),
        result=Result(B, 2, "gammon"),
    ),
    Game(START, Score(0, 2), turns=turns_from(START, (B, "31", "8/5 6/5"))),
)  # fmt: skip
UNSEEN = match_of(Game(START, Score(), turns=turns_from(START, *OPENING, (W, "", "8/7"))))
EMPTY = Match(7, "", "")
NAMED = replace(PLAIN, white="Käthe: 3\n", black='; "12) 31: 8/5"')
OTHER_GAME = replace(
    match_of(Game(find_game("hypergammon").start, Score(), result=Result(W, 1, "single"))),
    game_id="hypergammon",
)


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


def test_a_game_stops_before_an_illegal_play_that_stood() -> None:
    (comment,) = comments(ILLEGAL)
    assert comment == (
        "; Game 1: nothing is written from turn 5 on, because Anna played 6-1 as 8/1* 6/5, which was illegal and stood: "
        "Three moves were made with two numbers: 8/1* 6/5. Ben won 2 points (gammon)."
    )
    back = read_mat(write_mat(ILLEGAL))
    assert back.games[0] == replace(ILLEGAL.games[0], turns=ILLEGAL.games[0].turns[:4], result=None)
    assert back.games[1] == ILLEGAL.games[1]
    assert not replay(back)


def test_a_game_that_began_in_the_middle_is_a_comment() -> None:
    assert comments(MIDDLE) == [
        f"; Game 1: not written, because it was followed only from {CLOSED}. Anna won 2 points (gammon)."
    ]
    back = read_mat(write_mat(MIDDLE))
    assert back.games[0] == Game(START, Score())
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


def shut_out() -> Match:
    """A game in which White soon shuts a checker of Black's out, who then does not throw."""
    dice, position, side, turns = random.Random(42), START, W, list[Turn]()
    while not (position.black[25] and all(position.white[point] > 1 for point in range(1, 7))):
        roll = Roll.of(dice.randint(1, 6), dice.randint(1, 6))
        outcomes = legal_plays(BACKGAMMON, position, side, roll)
        outcome = (
            max(outcomes, key=lambda each: closing(each.position)) if side is W else dice.choice(outcomes)
        )
        turns.append(CheckerTurn(side, roll, outcome.play, outcome.position))
        position, side = outcome.position, side.other
        assert len(turns) < 100
    turns.append(CheckerTurn(B, None, Play(), position))
    after = legal_plays(BACKGAMMON, position, W, Roll.of(2, 1))[0]
    turns.append(CheckerTurn(W, Roll.of(2, 1), after.play, after.position))
    return match_of(Game(START, Score(), turns=tuple(turns)))


def closing(position: Position) -> tuple[int, int, int]:
    """How near White is to shutting Black out."""
    made = sum(position.white[point] > 1 for point in range(1, 7))
    return made, position.black[25], -sum(men == 1 for men in position.white[1:25])


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
    assert "nobody saw what Ben threw for his turn" in comment


def test_another_game_is_only_a_comment() -> None:
    assert comments(OTHER_GAME) == [
        "; Game 1: not written, because this format knows only backgammon, not Hypergammon. Anna won 1 point (single)."
    ]


WRITTEN = {
    "plain": PLAIN, "money": MONEY, "middle": MIDDLE, "illegal": ILLEGAL, "unseen": UNSEEN, "empty": EMPTY,
    "named": NAMED, "other game": OTHER_GAME, "shut out": shut_out(),
}  # fmt: skip


@pytest.mark.parametrize("match", WRITTEN.values(), ids=WRITTEN.keys())
def test_gnu_backgammon_reads_it_without_complaint(match: Match, tmp_path: Path) -> None:
    if GNUBG is None:
        pytest.skip("NOT TESTED: GNU Backgammon is not installed")
    record, script = tmp_path / "match.mat", tmp_path / "script"
    record.write_text(write_mat(match), encoding="utf-8")
    script.write_text(f"set automatic game off\nimport mat {record}\nshow score\n", encoding="utf-8")
    command = [GNUBG, "-t", "-q", "-r", "-c", str(script)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, cwd=tmp_path)
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert "The score (after" in said
    for complaint in ("WARNING", "nrecogni", "rror", "nvalid"):
        assert complaint not in said, said


def files(shared: Path) -> list[Path]:
    samples = sorted((shared / "records" / "samples").glob("*.mat"))
    return [*samples, *sorted((shared / "records" / "real").iterdir())]


def test_real_files_are_read_and_played_through_without_false_alarm(shared: Path) -> None:
    plays = 0
    for path in files(shared):
        match = read_mat(path.read_text(encoding="utf-8"))
        assert match.games, path.name
        if path.name != "hand3_illegal.mat":
            assert not replay(match), path.name
            for each, following in zip(match.games, match.games[1:], strict=False):
                assert each.result is not None, path.name
                assert each.score.plus(each.result.winner, each.result.points) == following.score, path.name
            assert read_mat(write_mat(match)) == match, path.name
        plays += sum(isinstance(turn, CheckerTurn) for game in match.games for turn in game.turns)
    assert plays > 3000


def test_the_illegal_plays_of_a_sample_are_found_and_kept(shared: Path) -> None:
    text = (shared / "records" / "samples" / "hand3_illegal.mat").read_text(encoding="utf-8")
    match = read_mat(text)
    names = Names(match.white, match.black)
    assert [(game, turn, sentence(fault, names)) for game, turn, fault in replay(match)] == [
        (1, 4, "24/20 is not possible: Alice holds that point."),
        (2, 2, "6/1 is not possible: Bob holds that point."),
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
    assert game.score == Score(0, 2)
    assert not game.crawford
    assert game.result == Result(B, 2, "resigned")
    assert [turn.side for turn in game.turns] == [B, W, B, W, B, W]
    assert game.turns[-1] == CubeTurn(W, 2, CubeAction.TAKE)
    assert [(turn, fault.rule) for _, turn, fault in replay(record.match)] == [
        (2, "R.dice"), (3, "R.must_use"), (4, "R.must_use"),
    ]  # fmt: skip
    assert record.notes == (
        "game 1, line 9: the file itself calls this play illegal",
        "game 1, line 12: 6-1 was thrown, but no play is written",
    )


def test_a_forced_play_left_blank_is_filled_in() -> None:
    record = read_mat_record(
        " 1 point match\n\n Game 1\n A : 0          B : 0\n"
        "  1) 21: 24/23 24/22             11: 6/3*/2*\n"
        "  2) 64:                         21: 13/11 6/5\n"
    )
    assert record.notes == ("game 1, line 6: 6-4: the only legal play is not written; filled in",)
    forced = record.match.games[0].turns[2]
    assert isinstance(forced, CheckerTurn)
    assert [(move.origin, move.target) for move in forced.play.moves] == [(25, 21)]
    assert not replay(record.match)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no .mat file"),
        ("hello", "no .mat file"),
        (" Game 1\n", "line 1: a game begins before"),
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
