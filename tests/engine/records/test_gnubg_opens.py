"""GNU Backgammon opens every match in every format without a word of complaint, and finds in it what was played."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from gnubg import COMPLAINTS, gnubg
from played_matches import played
from written_matches import BACKGAMMON, CLOSED, WRITTEN, B, W, turns_from

from engine.board import Side
from engine.games import find_game
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Score
from engine.records.mat.mat_reader import read_mat_record
from engine.records.mat.mat_writer import write_mat
from engine.records.mat.snowie import read_snowie_record, write_snowie
from engine.records.sgf.sgf_reader import read_sgf_record
from engine.records.sgf.sgf_writer import write_sgf

FORMATS = {
    "sgf": (write_sgf, "load match"),
    "mat": (write_mat, "import mat"),
    "txt": (write_snowie, "import mat"),
}
READERS = {"sgf": read_sgf_record, "mat": read_mat_record, "txt": read_snowie_record}
LEGAL = [played(seed) for seed in range(16)]
ILLEGAL = [played(seed, illegal=0.08) for seed in range(100, 112)]


def opened(
    folder: Path, matches: Iterable[Match], formats: Iterable[str] = FORMATS
) -> dict[str, list[Match]]:
    """The matches as GNU Backgammon gives them back after it has opened them, by format."""
    commands, matches = [], list(matches)
    for ending in formats:
        write, opens = FORMATS[ending]
        for number, match in enumerate(matches):
            name = f"{ending}{number}"
            (folder / f"{name}.{ending}").write_text(write(match), encoding="utf-8")
            commands += [f"{opens} {name}.{ending}", f"save match {name}.out"]
    said = gnubg(folder, *commands)
    for complaint in COMPLAINTS:
        assert complaint not in said, [line for line in said.splitlines() if complaint in line][:3]
    return {
        ending: [back(folder / f"{ending}{number}.out", match) for number, match in enumerate(matches)]
        for ending in formats
    }


def back(path: Path, match: Match) -> Match:
    """A match as it was saved; one without games is saved as nothing at all."""
    text = path.read_text(encoding="utf-8")
    return read_sgf_record(text).match if match.games else match


def boards(match: Match) -> list[list[str]]:
    return [[str(turn.after) for turn in each.turns if isinstance(turn, CheckerTurn)] for each in match.games]


def changes(match: Match) -> list[list[str]]:
    """The boards that each game came to; a turn that changed nothing leaves no trace, nor does the usual start.

    Where the first play of all is illegal, GNU Backgammon's own SGF begins with the board after it.
    """
    return [
        [board for board, _ in groupby([str(game.start), *after]) if board != str(BACKGAMMON.start)]
        for game, after in zip(match.games, boards(match), strict=True)
    ]


def rolls(match: Match) -> list[list[tuple[Side, object]]]:
    return [
        [(turn.side, turn.roll) for turn in each.turns if isinstance(turn, CheckerTurn)]
        for each in match.games
    ]


def cubes(match: Match) -> list[list[tuple[Side, int, object]]]:
    return [
        [(turn.side, turn.value, turn.answer) for turn in each.turns if isinstance(turn, CubeTurn)]
        for each in match.games
    ]


def results(match: Match) -> list[tuple[Score, bool, object]]:
    return [
        (each.score, each.crawford, each.result and (each.result.winner, each.result.points))
        for each in match.games
    ]


def test_whatever_is_written_is_opened_without_complaint(tmp_path: Path) -> None:
    opened(tmp_path, WRITTEN.values())


def test_matches_played_by_the_rules_are_found_as_they_were_played(tmp_path: Path) -> None:
    for ending, found in opened(tmp_path, LEGAL).items():
        for number, (match, there) in enumerate(zip(LEGAL, found, strict=True)):
            for what in (boards, rolls, cubes, results):
                assert what(match) == what(there), (ending, number)


def test_after_an_illegal_play_that_stood_it_has_the_same_boards_and_cubes(tmp_path: Path) -> None:
    stood = 0
    for ending, found in opened(tmp_path, ILLEGAL).items():
        for number, (match, there) in enumerate(zip(ILLEGAL, found, strict=True)):
            for ours, theirs in zip(changes(match), changes(there), strict=True):
                assert ours == theirs, (ending, number)
            for what in (cubes, results):
                assert what(match) == what(there), (ending, number)
            stood += write_sgf(match).count("XI[")
    assert stood > 20


def test_a_game_followed_from_the_middle_stands_as_it_stood(tmp_path: Path) -> None:
    start = Game(CLOSED, Score(), turns=turns_from(CLOSED, (B, "", ""), (W, "21", "8/6 8/7")))
    (found,) = opened(tmp_path, [Match(5, "Anna", "Ben", (start,))], ["sgf"])["sgf"]
    assert found.games[0].start == CLOSED
    assert found.games[0].position == start.position


@pytest.mark.parametrize("game_id", ["nackgammon"])
def test_other_games_that_it_knows_are_opened_as_what_they_are(tmp_path: Path, game_id: str) -> None:
    game = find_game(game_id)
    (found,) = opened(tmp_path, [Match(3, "Anna", "Ben", (Game(game.start, Score()),), game_id)], ["sgf"])[
        "sgf"
    ]
    assert found.game_id == game_id


def test_a_cube_raised_before_the_game_is_where_it_was(tmp_path: Path) -> None:
    turns = turns_from(BACKGAMMON.start, (W, "31", "8/5 6/5"))
    double = CubeTurn(B, 4, CubeAction.TAKE, before=Cube(2))
    match = Match(0, "Anna", "Ben", (Game(BACKGAMMON.start, Score(), turns=(*turns, double)),))
    (found,) = opened(tmp_path, [match], ["sgf"])["sgf"]
    assert cubes(found) == cubes(match)
    assert "CV[2]" in write_sgf(match)


NAMES = (
    "Game 1", "5 point match", "Takes", "Wins 2 points", "1) 31: 8/5", "a]b\\c]", "(;GM[6]", "A (x) y)", '; [Site "x"]', "é" * 40, "שלום 3",
)  # fmt: skip


def test_players_may_be_called_anything(tmp_path: Path) -> None:
    plain = next(each for each in ILLEGAL if "Illegal play" in write_mat(each))
    plain = replace(plain, games=plain.games[:1])
    called = [replace(plain, white=name, black=NAMES[number - 1]) for number, name in enumerate(NAMES)]
    for ending, found in opened(tmp_path, called).items():
        write, read = FORMATS[ending][0], READERS[ending]
        written = boards(read(write(plain)).match)
        for match, there in zip(called, found, strict=True):
            ours = read(write(match)).match
            assert boards(ours) == written
            assert (there.white, there.black) == (ours.white, ours.black)
            assert changes(there) == changes(plain) and results(there) == results(plain)
