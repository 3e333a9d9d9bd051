"""The listing for people, read back: whatever game it is of, the same match; what
somebody mended in it by hand, mended.
"""

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1]))

from random_matches import as_told, random_match
from written_matches import PLAIN, WRITTEN

from engine.board import Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.games import find_game
from engine.i18n import Translator
from engine.match.match import CheckerTurn, Game, Match, Score
from engine.match_format import Chosen, MatchFormat
from engine.match_formats import find_match_format
from engine.plays.legal import legal_plays
from engine.position_parsing import parse_position
from engine.records.listing.listing_reader import is_listing, read_text, read_text_record
from engine.records.listing.listing_text import label_of, write_text
from engine.tables.tables_game import TablesGame
from engine.trictrac import claimed
from engine.words.wording import Names


def text_of(match: Match, tags: tuple[tuple[str, str], ...] = ()) -> str:
    return write_text(match, tags, Names(match.white, match.black), lambda result: f"Over: {result.how}.")


def same(match: Match) -> None:
    # repr shows what == leaves out: what is remembered of the past, and the cube
    text = text_of(match)
    assert repr(as_told(read_text(text))) == repr(as_told(match)), text


@pytest.mark.parametrize("match", WRITTEN.values(), ids=WRITTEN.keys())
def test_a_listing_is_read_as_the_match_that_it_is_of(match: Match) -> None:
    same(match)


NARDY = """Tableside record, text 1
White: Anna, Black: Ben
Single games [long_nardy]

Game 1, Long Nardy, score 0:0 [long_nardy]
   1. Anna  6-6: 24/18(2)
   2. Ben   4-3: 24/17
   3. Anna  5-2: 24/17
  Ben resigns. [W 1 resigned]
"""


def test_nardy_is_written_as_people_write_it() -> None:
    match = read_text(NARDY)
    turns = match.games[0].turns
    assert [turn.after.past.turns for turn in turns if isinstance(turn, CheckerTurn)] == [
        (1, 0),
        (1, 1),
        (2, 1),
    ]
    assert text_of(match).splitlines()[:8] == NARDY.splitlines()[:8]


def test_tablut_is_read_in_its_own_notation() -> None:
    text = NARDY.replace("long_nardy", "tablut").replace("Long Nardy", "Tablut").split("   1.")[0]
    match = read_text(text + "   1. Ben   e8-f8\n   2. Anna  e6-f6\n  The game was not finished.\n")
    first, second = match.games[0].turns
    assert isinstance(first, CheckerTurn) and isinstance(second, CheckerTurn)
    assert str(second.after).startswith("W: Ke5") and "f6" in str(second.after)
    assert first.after.past.history and match.rules(match.games[0]) is find_game("tablut")


@pytest.mark.parametrize(
    ("white", "black"),
    [
        ("", ""),
        ("White", ""),
        ("Black", "White"),
        ("Anna", "Anna"),
        ("Ann", "Ann B"),
        ('"', "doubles to 4; x"),
        ("a, Black: b", "\n"),
        ("3-1: 8/5", " x "),
    ],
)
def test_players_may_be_called_anything(white: str, black: str) -> None:
    same(replace(PLAIN, white=white, black=black))


@pytest.mark.parametrize("said", ["x", 'a", Black: "', "\\"])
def test_a_name_or_a_tag_of_any_length_is_read_back(said: str) -> None:
    long = said * 70_000
    match, tags = replace(WRITTEN["illegal"], white=long), (("Event", long), ("Site", "here"))
    names = Names(label_of(long), match.black)
    text = write_text(match, tags, names, lambda result: f"{names.of(Side.WHITE)} or not: {result.how}.")
    record = read_text_record(text)
    assert (repr(as_told(record.match)), record.tags) == (repr(as_told(match)), tags)
    assert max(map(len, text.splitlines()[5:])) < 2000


def test_options_and_terms_are_read() -> None:
    games = (Chosen("plakoto"), Chosen("backgammon", (("first_roll", "reroll"),)))
    match = Match(5, "Anna", "Ben", (), "odd [id]", MatchFormat("odd [id]", games, Chosen("fevga")))
    back = read_text(text_of(match))
    assert (back.agreed, back.length) == (match.agreed, 5)
    (line,) = (line for line in text_of(match).splitlines() if line.startswith("Match"))
    assert line == 'Match to 5 points ["odd [id]": plakoto, backgammon(first_roll=reroll); decider fevga]'


def test_an_agreement_that_is_not_known_is_told() -> None:
    text = text_of(PLAIN).replace("[backgammon]", "[backgammon; crawford=false, music=loud; wine=3]", 1)
    record = read_text_record(text)
    assert not record.match.terms.crawford
    assert tuple(map(str, record.notes)) == (
        "that music=loud was agreed on is not known here; left out",
        "that wine=3 was agreed on is not known here; left out",
    )


def test_tags_are_read() -> None:
    tags = (("Event", 'the "cup"\n'), ("EventDate", "2026.11.20"), ("odd key", "x"), ("EventTime", " 9.00"))
    assert read_text_record(text_of(PLAIN, tags)).tags == tags


def test_what_is_mended_by_hand_is_played_on_from() -> None:
    text = text_of(PLAIN)
    mended = read_text(text.replace("6-6: 24/18(2) 13/7*(2)", "6-6: 24/18 13/7*(3)"))
    third = mended.games[0].turns[2]
    assert isinstance(third, CheckerTurn) and third.after.white[7] == 3
    # what Ben then played is made from the new board
    assert (
        isinstance(fourth := mended.games[0].turns[3], CheckerTurn)
        and fourth.after.white == third.after.white
    )


def test_an_exact_line_that_no_longer_fits_is_told() -> None:
    match = random_match(Random(3), find_match_format("trictrac"), games=3, turns=12)
    text = text_of(match)
    at = text.index("~")
    turn = text.rindex("\n", 0, text.rindex("\n", 0, at))
    line = text[turn:at].split("\n")[1]
    with pytest.raises(InvalidRecord, match=r"line \d+: the turn and the line below it disagree"):
        read_text(text.replace(line, line.replace(": ", ": 6/5 ", 1) if ": " in line else line + " 6/5", 1))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("text 1", "text 2", "line 1: a listing that can be read begins with"),
        ("White: Anna", "Anna", "line 2: here are the players"),
        ("Match to 5", "To 5", "line 3: here is the length"),
        ("[backgammon]", "[bridge]", "line 3: there is no game called 'bridge'"),
        ("[backgammon]", "[backgammon(x)]", "line 3: \\[backgammon\\(x\\)\\] does not say"),
        ("score 0:0 [backgammon]", "score 0:0 [bridge]", "line 5: there is no game called 'bridge'"),
        ("score 0:0", "score", "line 5: here a game begins"),
        ("3-1: 8/5 6/5", "3-1: 8/x", "line 6: '8/x' is no move"),
        ("3-1: 8/5 6/5", "3: 8/5 6/5", "line 6: Backgammon is played with 2 dice, not 1"),
        ("1. Anna", "1. Cleo", "line 6: a turn begins with its number and one of Anna, Ben"),
        ("Ben passes", "Ben sings", "line 10: a double is answered like 'Ben takes'"),
        ("[W 1 passed]", "", "line 11: here is a turn, or how the game ended"),
        ("6/5\n", "6/5\n      ! Illegal, and stood: nonsense.\n", "line 7: 8/5 6/5 is legal here"),
        ("6/5\n", "6/5\n      ~ {\n", "line 7: what follows ~ is damaged"),
        ("6/5\n", '6/5\n      ~ {"side": "W"}\n', "line 7: 'after' is missing"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, says: str) -> None:
    text = text_of(PLAIN)
    assert old in text
    with pytest.raises(InvalidRecord, match=says):
        read_text(text.replace(old, new, 1))


def test_only_english_is_read() -> None:
    names = Names("Anna", "Ben", Translator("de", {"Match to {count} point": "x"}.get and str.upper))
    text = write_text(PLAIN, (), names, lambda result: "vorbei")
    assert not is_listing(text) and is_listing(text_of(PLAIN)) and is_listing("\ufeff\r\n" + text_of(PLAIN))
    assert "~" not in text


LISTINGS = [
    text_of(PLAIN),
    text_of(random_match(Random(3), find_match_format("trictrac"))),
    text_of(random_match(Random(2), find_match_format("tablut"))),
]
PIECES = st.sampled_from(["\n", " ", "[", "]", "~ {}", "6-6: ", "9999999999", "24/18", "(2)", "doubles to ", '"', "Game 1, ", "K", "bar/", "\x85", "\ud800", "off", "W: ", "pin(3)"])  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_is_damaged_is_refused_in_words_or_read(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(LISTINGS))
    for _ in range(data.draw(st.integers(1, 4))):
        first = data.draw(st.integers(0, len(text)))
        last = min(len(text), first + data.draw(st.integers(0, 12)))
        text = text[:first] + data.draw(PIECES | st.text(max_size=3)) + text[last:]
    try:
        match = read_text(text)
    except InvalidRecord as error:
        assert str(error) and "\n" not in str(error)
    else:
        text_of(match)


def test_a_board_that_was_set_before_the_first_turn_is_not_that_of_the_start() -> None:
    game = PLAIN.games[0]
    first = game.turns[0]
    assert isinstance(first, CheckerTurn)
    by_hand = replace(first, before=replace(game.start, white=first.after.white))
    same(replace(PLAIN, games=(replace(game, turns=(by_hand, *game.turns[1:])),)))


@pytest.mark.parametrize("nothing", ["", "\n\n"])
def test_nothing_at_all_is_no_listing(nothing: str) -> None:
    with pytest.raises(InvalidRecord, match="a listing that can be read begins with"):
        read_text_record(nothing)


def test_what_was_claimed_and_who_went_to_school_is_told_and_read_back() -> None:
    chosen = Chosen("trictrac", (("ecole", True),))
    rules = chosen.rules()
    assert isinstance(rules, TablesGame)
    start = parse_position("W: 24(13) 13(2) B: 24(10) 21(1) 17(2) 16(2)")
    before = claimed(start, Side.WHITE, 2, thrown=True)
    first = next(each for each in legal_plays(rules, before, Side.WHITE, Roll.of(5, 4)) if each.play.moves)
    asked = claimed(first.position, Side.BLACK, 6, thrown=False)
    second, *_ = legal_plays(rules, asked, Side.BLACK, Roll.of(2, 1))
    turns = (
        CheckerTurn(Side.WHITE, Roll.of(5, 4), first.play, first.position, before=before),
        CheckerTurn(Side.BLACK, Roll.of(2, 1), second.play, second.position, before=asked),
    )
    game = Game(start, Score(), turns=turns, chosen=chosen)
    match = Match(0, "Anna", "Ben", (game,), "trictrac", MatchFormat("trictrac", (chosen,)))
    told = [line.strip() for line in text_of(match).splitlines() if line.strip().startswith("+ ")]
    assert told[:5] == [
        "+ Anna claimed 2 points.",
        "+ Ben scores 2 points: sending the opponent to school.",
        "+ Ben claimed 6 points.",
        "+ Ben scores 4 points: as claimed.",
        "+ Anna scores 2 points: sending the opponent to school.",
    ]
    same(match)
