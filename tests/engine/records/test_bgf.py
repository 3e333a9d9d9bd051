"""BGBlitz's .bgf files, as it was found out what is in them, are read as they were
played; damage is told in a sentence.
"""

import gzip
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Side
from engine.errors import InvalidRecord
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, Game, Match, Result, Score
from engine.records.bgf.bgf_reader import read_bgf_record
from engine.records.bgf.container import is_bgf
from engine.records.replay import replay

sys.path.insert(0, str(Path(__file__).parents[1]))
from bgf_files import Smile, bgf_file, told_of
from played_games import played
from written_matches import ILLEGAL, PLAIN

SIMPLE = (CubeAction.TAKE, CubeAction.PASS)


def told_alike(match: Match) -> list[Any]:
    """What both tell of a match: how a checker went is told by where it came from and where it went to."""
    return [
        (
            game.start,
            game.score,
            game.crawford,
            game.result,
            [
                (turn.side, turn.roll, turn.after)
                if isinstance(turn, CheckerTurn)
                else replace(turn, before=None)
                for turn in game.turns
            ],
        )
        for game in match.games
    ]


def random_match(seed: int) -> Match:
    dice, games, score = Random(seed), list[Game](), Score()
    for _ in range(2):
        games.append(played(dice, "backgammon", score, SIMPLE))
        result = games[-1].result or Result(None, 0, "")
        score = score.plus(result.winner, result.points)
    return Match(0, "Anna", "Ben", tuple(games))


@given(st.integers(0, 10**6), st.booleans(), st.booleans())
@settings(max_examples=15, deadline=None)
def test_a_match_is_read_as_it_was_played(seed: int, compress: bool, smile: bool) -> None:
    match = random_match(seed)
    record = read_bgf_record(bgf_file(told_of(match), compress=compress, smile=smile))
    assert told_alike(record.match) == told_alike(match)
    assert tuple(map(str, record.notes)) == ()
    assert replay(record.match) == []


def test_names_terms_and_tags_are_read() -> None:
    more = {
        "nameGreen": "Κώστας",
        "nameRed": "B\ud800",
        "useJacoby": True,
        "useBeaver": True,
        "useCrawford": False,
        "matchlen": 0,
    }
    told = told_of(PLAIN, date="2026.11.20", event="Club night", site="", location="Athens", **more)
    record = read_bgf_record(bgf_file(told, smile=False))
    assert (record.match.white, record.match.black, record.match.length) == ("Κώστας", "B?", 0)
    assert (record.match.terms.jacoby, record.match.terms.beaver) == (True, True)
    assert record.tags == (("Event", "Club night"), ("Site", "Athens"), ("EventDate", "2026.11.20"))


def test_red_counts_from_the_other_side() -> None:
    told = told_of(Match(5, "Green", "Red", (Game(PLAIN.games[0].start, Score()),)))
    entry = {
        "type": "amove",
        "green": 4,
        "red": 2,
        "from": [8, 6, -1, -1],
        "to": [4, 4, -1, -1],
        "comment": None,
    }
    told["games"][0]["moves"] = [{**entry, "player": 1}, {**entry, "player": -1}]
    (game,) = read_bgf_record(bgf_file(told)).match.games
    assert [turn.side for turn in game.turns] == [Side.BLACK, Side.WHITE]
    assert str(game.position) == "W: 24(2) 13(5) 8(2) 6(4) 4(2) B: 24(2) 13(5) 8(2) 6(4) 4(2)"


def told_with(*plays: tuple[int, int, int, list[int], list[int]]) -> bytes:
    """A file of one game: player, the two dice, and where the checkers came from and went to."""
    told = told_of(replace(PLAIN, games=PLAIN.games[:1]), finalGreen=0, finalRed=0)
    told["games"][0] |= {
        "wonPoints": 0,
        "moves": [
            {
                "type": "amove",
                "player": side,
                "green": green,
                "red": red,
                "from": [*origins, -1],
                "to": [*targets, -1],
            }
            for side, green, red, origins, targets in plays
        ],
    }
    return bgf_file(told)


OPENING = (-1, 3, 1, [8, 6], [5, 5])
ONE_BLOT, TWO_BLOTS = (1, 6, 2, [24, 6], [18, 4]), (1, 2, 1, [8, 6], [7, 4])


def test_a_checker_that_may_have_hit_on_its_way_is_taken_not_to_have() -> None:
    (game,) = read_bgf_record(told_with(OPENING, ONE_BLOT, (-1, 6, 3, [24], [15]))).match.games
    assert str(game.position).endswith("B: 24(1) 18(1) 13(5) 8(3) 6(4) 4(1)")


def test_a_checker_that_must_have_hit_one_or_the_other_on_its_way_is_not_guessed_at() -> None:
    with pytest.raises(InvalidRecord, match="24/15 does not tell what was hit"):
        read_bgf_record(told_with(OPENING, TWO_BLOTS, (-1, 6, 3, [24], [15])))


def test_an_illegal_play_is_kept_as_it_was_made() -> None:
    read = read_bgf_record(bgf_file(told_of(ILLEGAL))).match
    assert [game.position for game in read.games] == [game.position for game in ILLEGAL.games]
    assert [fault.turn for fault in replay(read)] == [fault.turn for fault in replay(ILLEGAL)]


def test_a_game_that_the_clock_ended_and_one_without_points() -> None:
    told = told_of(random_match(3))
    told["games"] = [
        told["games"][0] | {"lostOnTime": True, "wonPoints": 0, "moves": told["games"][0]["moves"][:6]}
    ]
    told |= {"finalGreen": 0, "finalRed": 2}
    (game,) = read_bgf_record(bgf_file(told)).match.games
    assert game.result == Result(Side.BLACK, 2, "flag")


def changed(told: Any, **more: Any) -> bytes:
    """A file with something else in its first game, or its first entry."""
    game = told["games"][0]
    for name, value in more.items():
        (game if name in game else game["moves"][0])["from" if name == "origin" else name] = value
    return bgf_file(told)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"player": 2}, "entry 1: this is of a kind that is not known"),
        ({"type": "aduel"}, "entry 1: this is of a kind that is not known"),
        ({"green": 7, "red": 6}, r"entry 1: this is of a kind that is not known"),
        ({"green": 8}, "no roll of two dice"),
        ({"origin": [-1] * 4}, "a roll, but no play"),
        ({"origin": [26, 6, -1, -1]}, "a move without points"),
        ({"origin": [9, 6, -1, -1]}, "no checker is where it is moved from"),
        ({"origin": "8/5"}, "'from' is not what it should be"),
        ({"initial": {"points": [2, -2, *[0] * 26]}}, "begins in a way that is not known"),
        (
            {"initial": {"points": told_of(PLAIN)["games"][0]["initial"]["points"], "cube": 2}},
            "begins in a way",
        ),
        ({"initial": {"points": "none"}}, "game 1: there cannot be such a board"),
        ({"scoreGreen": -1}, "begin at -1:0"),
        ({"wonPoints": True}, "'wonPoints' is not what it should be"),
        ({"scoreRed": -5}, "begin at 0:-5"),
        ({"scoreRed": 10**6}, "begin at 0:1000000"),
        ({"wonPoints": 10**6}, "beyond all measure"),
    ],
)
def test_what_is_not_known_is_not_guessed_at(more: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidRecord, match=says):
        read_bgf_record(changed(told_of(PLAIN), **more))


@pytest.mark.parametrize(
    "entries",
    [((1, 1), (-1, 1)), ((1, 1), (1, 1)), ((1, 1), (1, 2)), ((1, 2),)],
    ids=["a beaver", "doubled twice", "his own answer", "no double"],
)
def test_a_cube_that_is_used_as_in_no_known_file_is_not_guessed_at(
    entries: tuple[tuple[int, int], ...],
) -> None:
    told = told_of(replace(PLAIN, games=PLAIN.games[:1]))
    game = told["games"][0]
    game["moves"] = [{**game["moves"][0], "player": side, "green": 7, "red": red} for side, red in entries]
    with pytest.raises(InvalidRecord, match="the cube is used in a way that is not known here"):
        read_bgf_record(bgf_file(told))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"gameMode": 1}, "a game that is not known here"),
        ({"matchlen": -1}, "a match to -1 points"),
        ({"games": [7]}, "game 1: this is of a kind"),
        ({"games": [{}] * 1001}, "more than 1000 games"),
        ({"finalGreen": 0, "finalRed": 9}, "gives it to one player and the score to the other"),
    ],
)
def test_a_match_that_makes_no_sense_is_refused(more: dict[str, Any], says: str) -> None:
    match = replace(PLAIN, games=PLAIN.games[:1])
    with pytest.raises(InvalidRecord, match=says):
        read_bgf_record(bgf_file(told_of(match) | more))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'{"format":"BGF","version":"2.0"}\n', "of version 2.0"),
        (b'{"format":"BGX","version":"1.0"}\n"BGF"', "this is no .bgf file"),
        (b'{"format":"BGF","version":"1.0","compress":true}\nxx', "cannot be unpacked"),
        (b'{"format":"BGF","version":"1.0"}\n[]', "holds no match"),
        (b'{"format":"BGF","version":"1.0"}\n' + b"[" * 100_000, "not as it was written"),
        (b'{"format":"BGF","version":"1.0"}\n:)\n\1\xfa', "not as it was written"),
    ],
)
def test_a_container_that_is_none_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(InvalidRecord, match=says):
        read_bgf_record(data)


def test_a_file_that_grows_beyond_all_measure_is_refused() -> None:
    line = b'{"format":"BGF","version":"1.0","compress":true}\n'
    with pytest.raises(InvalidRecord, match="larger than any match"):
        read_bgf_record(line + gzip.compress(bytes(20 * 2**20)))
    assert is_bgf(line) and not is_bgf(b'{"format":"tableside-match"}')


def test_tablesides_own_json_is_not_taken_for_such_a_file() -> None:
    assert is_bgf(b'{ "version": "1.0", "format" : "BGF" }\r\n')
    assert not is_bgf(
        b'{"format":"tableside-match","match":{"white":"BGF","black":"\\"format\\":\\"BGF\\""}}'
    )


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_damage_is_told_and_nothing_else_goes_wrong(data: st.DataObject) -> None:
    line, _, packed = bgf_file(told_of(PLAIN)).partition(b"\n")
    inner = data.draw(st.booleans())
    broken = bytearray(Smile().document(told_of(PLAIN)) if inner else line + b"\n" + packed)
    for _ in range(data.draw(st.integers(1, 4))):
        broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
    with suppress(InvalidRecord):
        read_bgf_record(line + b"\n" + gzip.compress(bytes(broken)) if inner else bytes(broken))
