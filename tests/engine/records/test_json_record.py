"""Tableside's own JSON: whatever was played, in whatever game, comes back as the very same match; damage is told."""

import json
import sys
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1]))

from random_matches import random_match
from written_matches import ILLEGAL, PLAIN, UNSEEN, WRITTEN

from engine.board import Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.games import find_game
from engine.i18n import Translator, phrase_of
from engine.match.match import CheckerTurn, Game, Match, Score
from engine.match_formats import find_match_format
from engine.past import Past
from engine.plays.notation import parse_play
from engine.position_parsing import parse_position
from engine.records.listing.listing_reader import read_text
from engine.records.listing.listing_text import write_text
from engine.records.record import Record
from engine.records.tableside.agreement import agreement_text, read_agreement
from engine.records.tableside.json_reader import record_from
from engine.records.tableside.json_writer import record_data
from engine.words.wording import Names, sentence

BROKEN = "W: bar(3) 24(1) 23(1) 22(1) 5(9) B: bar(1) 9(2) 8(2) 7(2) 24(4) 23(1) 22(1) 21(1) 20(1)"


def data_of(match: Match) -> Any:
    return json.loads(json.dumps(record_data(Record(match))))


def same(match: Match) -> None:
    # repr shows what == leaves out: what is remembered of the past, and the cube
    assert repr(record_from(data_of(match)).match) == repr(match)


@pytest.mark.parametrize("match", WRITTEN.values(), ids=WRITTEN.keys())
def test_a_match_comes_back_as_it_was(match: Match) -> None:
    same(match)


def test_that_a_match_is_won_by_the_best_win_comes_back_from_both_forms() -> None:
    swedish = find_match_format("brade_match", {"games": 5})
    match = Match(0, "Anna", "Ben", (), "brade_match", swedish)
    text = write_text(match, (), Names("Anna", "Ben", Translator()), str)
    assert "Match of 5 games [" in text and read_text(text).agreed == swedish
    assert swedish.best_win and read_agreement(agreement_text(match))[0] == swedish
    assert data_of(match)["match"]["programme"]["best_win"] is True
    same(match)


@pytest.mark.parametrize("dice", [[3], [3, 2, 1]])
def test_a_throw_that_the_game_does_not_have_is_refused_in_words(dice: list[int]) -> None:
    data = data_of(random_match(Random(3), find_match_format("trictrac")))
    turn = next(each for each in data["games"][0]["turns"] if each.get("roll"))
    turn["roll"] = dice
    with pytest.raises(InvalidRecord, match=f"played with 2 dice, not {len(dice)}"):
        record_from(data)


def test_a_broken_point_and_an_idle_game_are_remembered() -> None:
    """The turn of SW-15, and one of a game of intervals in which nobody gets on."""
    for name, board, roll, play in (
        ("swedish_tables", BROKEN, "5-4", "bar/20**"),
        ("da_jian", "W: 5(8) 4(7) B: 5(8) 4(7)", "6-6", ""),
    ):
        rules = find_game(name)
        start = parse_position(board, rules)
        outcome = parse_play(rules, start, Side.WHITE, Roll.parse(roll), play)
        turn = CheckerTurn(Side.WHITE, Roll.parse(roll), outcome.play, outcome.position)
        match = Match(5, "Anna", "Ben", (Game(start, Score(), False, (turn,), None),), name)
        assert outcome.position.past.broken if play else outcome.position.past.idle
        same(match)


def test_the_name_of_the_dice_comes_back() -> None:
    same(replace(PLAIN, dice="the red ones"))


def test_tags_and_notes_come_back() -> None:
    record = Record(PLAIN, ("one", "two"), (("Event", 'Käthe\'s "cup"'), ("Event", "")), ((1, 2),), ((2, 3),))
    assert record_from(json.loads(json.dumps(record_data(record)))) == record


def test_an_illegal_play_has_its_rule_and_its_sentence() -> None:
    match = random_match(Random(9), find_match_format("backgammon"), games=6, turns=12)
    turns = [turn for game in match.games for turn in game.turns if isinstance(turn, CheckerTurn)]
    told = [turn for game in data_of(match)["games"] for turn in game["turns"] if "double" not in turn]
    faulty = [(turn, its) for turn, its in zip(turns, told, strict=True) if turn.fault]
    assert faulty
    for turn, its in faulty:
        assert turn.fault is not None
        assert its["illegal"]["rule"] == turn.fault.rule
        assert its["illegal"]["text"] == sentence(turn.fault, Names(match.white, match.black))


def test_keys_that_nobody_knows_are_passed_over() -> None:
    data = data_of(PLAIN)
    for each in (data, data["match"], data["match"]["terms"], data["games"][0], data["games"][0]["turns"][0]):
        each["colour of the curtains"] = {"very": ["red"]}
    assert record_from(data).match == PLAIN


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        (("format",), "gammon", "its 'format' is not 'tableside-match'"),
        (("version",), 3, "written by a newer Tableside (version 3 of its format, this one knows 2)"),
        (("version",), "2", "'version' must be a whole number"),
        (("match", "length"), -1, "match: 'length' must be a whole number from 0"),
        (("match", "game"), "bridge", "game 1: there is no game called 'bridge'"),
        (("match", "terms", "stake"), "a cow", "match: terms: 'stake' cannot be 'a cow'"),
        (("games", 1, "turns", 0, "roll"), [7, 1], "game 2, turn 1: 'roll' must be at most"),
        (
            ("games", 1, "turns", 0, "moves"),
            [[26, 1]],
            "game 2, turn 1: 26 is no point from 0 (off) to 25 (the bar)",
        ),
        (("games", 0, "turns", 1, "after"), "W: 24(2)", "game 1, turn 2: 'after': 'W: 24(2)' is no board"),
        (
            ("games", 0, "turns", 1, "side"),
            "white",
            "game 1, turn 2: 'side' must be one of 'W', 'B', not 'white'",
        ),
        (("games", 0, "turns", 4, "answer"), "maybe", "game 1, turn 5: 'answer' must be"),
        (("games", 0, "result", "winner"), 1, "game 1, result: 'winner' must be"),
        (("games", 0, "options"), {"first_roll": "never"}, "first_roll of Backgammon can be"),
        (("games", 0), [], "game 1 must be an object"),
        (("tags",), [["Event"]], "'tags' must be pairs of texts"),
    ],
)
def test_damage_is_told_with_its_place(place: tuple[str | int, ...], value: object, says: str) -> None:
    data = data_of(PLAIN)
    inner = data
    for each in place[:-1]:
        inner = inner[each]
    inner[place[-1]] = value
    data["games"][0].pop("as_agreed", None) if "options" in place else None
    with pytest.raises(InvalidRecord) as told:
        record_from(data)
    assert says in str(told.value)


@pytest.mark.parametrize(
    ("place", "says"),
    [("match", "match: 'length' must be"), ("games", "Partie 1 must be an object")],
)
def test_the_keys_of_a_file_are_told_as_they_are_and_the_rest_in_ones_language(place: str, says: str) -> None:
    words = {"match": "Wettkampf", "game {number}": "Partie {number}"}
    data = data_of(PLAIN)
    if place == "match":
        data["match"]["length"] = -1
    else:
        data["games"][0] = []
    with pytest.raises(InvalidRecord) as told:
        record_from(data)
    german = Translator("de", lambda text: words.get(text, text))
    assert phrase_of(told.value).in_language(german).startswith(says)


def first_version(match: Match) -> Any:
    """A match as the first version wrote it."""
    data = data_of(match)
    data["version"] = 1
    for name in ("tags", "notes", "known", "lost"):
        del data[name]
    data["match"] = {
        **{name: data["match"][name] for name in ("white", "black", "length", "terms")},
        "game": match.agreed.id,
        "kept": "full",
    }
    for game in data["games"]:
        for name in ("as_agreed", "place", "cube", "start_past", "start_counts"):
            game.pop(name, None)
        game["turns"] = [_first_turn(turn) for turn in game["turns"]]
    return data


def _first_turn(turn: Any) -> Any:
    if "double" in turn:
        return {name: turn[name] for name in ("side", "double", "answer")}
    kept = {name: turn[name] for name in ("side", "roll", "play", "after", "inferred")}
    return {**kept, "illegal": turn["illegal"] and turn["illegal"]["rule"]}


@pytest.mark.parametrize("name", ["backgammon", "long_nardy", "plakoto", "trictrac", "tablut", "tavli_match"])
def test_the_first_version_is_still_read(name: str) -> None:
    match = random_match(Random(name + "!"), find_match_format(name), games=2, turns=12)
    back = record_from(first_version(match)).match
    for game, old in zip(match.games, back.games, strict=True):
        assert (game.score, game.result, match.chosen(game)) == (old.score, old.result, old.chosen)
        assert [turn.side for turn in game.turns] == [turn.side for turn in old.turns]
        for turn, was in zip(game.turns, old.turns, strict=True):
            if isinstance(turn, CheckerTurn) and isinstance(was, CheckerTurn):
                assert (turn.after, turn.roll and turn.roll.dice) == (was.after, was.roll and was.roll.dice)
                assert (turn.fault and turn.fault.rule) == (was.fault and was.fault.rule)


def test_what_the_first_version_left_out_is_found_by_the_rules() -> None:
    for match in (PLAIN, UNSEEN, ILLEGAL):
        back = record_from(first_version(match)).match
        assert [[getattr(turn, "play", None) for turn in game.turns] for game in back.games] == [
            [getattr(turn, "play", None) for turn in game.turns] for game in match.games
        ]
    nardy = random_match(Random(3), find_match_format("long_nardy"), games=1, turns=2)
    back = record_from(first_version(nardy)).match
    after = back.games[0].turns[-1]
    assert isinstance(after, CheckerTurn) and after.after.past != Past()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
SOURCES = [
    data_of(match)
    for match in (
        PLAIN,
        ILLEGAL,
        random_match(Random(1), find_match_format("tablut")),
        random_match(Random(2), find_match_format("plakoto")),
    )
]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_is_damaged_is_refused_in_words_or_read(data: st.DataObject) -> None:
    source = deepcopy(data.draw(st.sampled_from(SOURCES)))
    for _ in range(data.draw(st.integers(1, 3))):
        inner: Any = source
        for _ in range(data.draw(st.integers(0, 6))):
            keys = [*inner] if isinstance(inner, dict) else [*range(len(inner))]
            found = [key for key in keys if isinstance(inner[key], dict | list) and inner[key]]
            if not found:
                break
            inner = inner[data.draw(st.sampled_from(found))]
        keys = [*inner] if isinstance(inner, dict) else [*range(len(inner))]
        if keys:
            inner[data.draw(st.sampled_from(keys))] = data.draw(JSON)
    try:
        record = record_from(source)
    except InvalidRecord as error:
        assert str(error) and "\n" not in str(error)
    else:
        assert repr(record_from(data_of(record.match)).match) == repr(record.match)


@settings(max_examples=30, deadline=None)
@given(JSON, JSON)
def test_whatever_is_no_record_is_refused(one: Any, other: Any) -> None:
    with pytest.raises(InvalidRecord):
        record_from({"format": "tableside-match", "version": 2, "match": one, "games": [other]})
