"""eXtreme Gammon's .xg files, written by their description, are read as they were
played; damage is told in a sentence.
"""

import sys
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Side
from engine.errors import InvalidRecord
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score
from engine.match.terms import Terms
from engine.records.mat.mat_reader import read_mat_record
from engine.records.record import Record
from engine.records.replay import replay
from engine.records.xg.xg_archive import match_file
from engine.records.xg.xg_reader import read_xg_record
from engine.records.xg.xg_records import RECORD, XgEntry
from engine.records.xg.xg_writer import write_xg

sys.path.insert(0, str(Path(__file__).parents[1]))
from played_games import played
from played_matches import played as any_match
from written_matches import ILLEGAL, PLAIN
from xg_files import archive

MOVE = 3
"""The kind of a record that is a play."""


def plain(match: Match) -> Match:
    """What such a file can tell of a match: no turn without a roll, no cube as it was left."""
    games = []
    for game in match.games:
        turns = tuple(
            replace(turn, before=None, fault=None, frame=0)
            if isinstance(turn, CheckerTurn)
            else replace(turn, before=None)
            for turn in game.turns
        )
        games.append(Game(game.start, game.score, game.crawford, turns, game.result))
    return Match(match.length, match.white, match.black, tuple(games), match.game_id)


def main_file(data: bytes) -> bytes:
    return match_file(data)[0]


@given(st.integers(0, 10**6))
@settings(max_examples=8, deadline=None)
def test_a_match_of_nackgammon_is_read_as_it_was_played(seed: int) -> None:
    dice = Random(seed)
    games = tuple(played(dice, "nackgammon", Score(), (CubeAction.PASS,)) for _ in range(2))
    match = Match(dice.choice((0, 7)), "Anna", "Ben", games, "nackgammon")
    assert read_xg_record(write_xg(match)).match == match


@pytest.mark.parametrize("number, game_id", list(enumerate(("backgammon", "nackgammon", "hypergammon"))))
def test_the_game_is_told_by_its_number(number: int, game_id: str) -> None:
    def change(main: bytearray) -> None:
        main[96] = number

    won = Game(PLAIN.games[0].start, Score(), result=Result(Side.WHITE, 1, "resigned"))
    assert with_records(change, replace(PLAIN, games=(won,))).match.game_id == game_id


@given(st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_a_match_is_read_as_it_was_played_and_so_it_is_by_open_sages_reader(seed: int) -> None:
    match = any_match(seed, illegal=0.05 * (seed % 2))
    written = write_xg(match)
    read = read_xg_record(written).match
    assert [told(each) for each in read.games] == [told(each) for each in match.games]
    assert [(each.crawford, each.start) for each in read.games] == [
        (each.crawford, each.start) for each in match.games
    ]
    assert as_open_sage_reads(written) == [list(decisions(each)) for each in match.games]


def as_open_sage_reads(data: bytes) -> list[list[object]]:
    """Each game as another program's reader has it: whose decision, the double or the throw, and the board before it."""
    sage = pytest.importorskip("bgsage.xg_file", reason="NO OPEN SAGE: pip install 'tableside[analysis]'")
    records = main_file(data)
    games: list[list[object]] = []
    for at, kind in sage.iter_records(records):
        if kind == XgEntry.HEADER_GAME:
            games.append([])
        elif kind == XgEntry.MOVE:
            move = sage.parse_move_record(records, at)
            games[-1].append((move["actif"], tuple(move["dice"]), tuple(move["mover_board"])))
        elif kind == XgEntry.CUBE and (cube := sage.parse_cube_record(records, at))["double"] == 1:
            games[-1].append((cube["actif"], cube["take"], tuple(cube["mover_board"])))
    return games


def decisions(game: Game) -> Iterator[object]:
    """The same of a game as it was played."""
    position = game.start
    for turn in game.turns:
        own, other = position.of(turn.side), position.of(turn.side.other)
        board = (other[25], *(own[site] - other[25 - site] for site in range(1, 25)), own[25])
        number = 1 if turn.side is Side.WHITE else -1
        if isinstance(turn, CubeTurn):
            answers = {CubeAction.PASS: 0, CubeAction.TAKE: 1, CubeAction.BEAVER: 2, CubeAction.RACCOON: 2}
            yield number, answers[turn.answer] if turn.answer is not None else -1, board
        else:
            assert turn.roll is not None
            yield number, turn.roll.dice, board
            position = turn.after


def test_a_result_that_the_format_has_no_line_for_stands_in_a_comment() -> None:
    odd = Result(Side.BLACK, 1004, "Zeit {abgelaufen} \\ λ")
    drawn = Result(None, 0, "draw")
    games = tuple(replace(PLAIN.games[0], result=each) for each in (odd, drawn, None))
    match = replace(PLAIN, games=tuple(replace(each, score=Score()) for each in games))
    assert [each.result for each in read_xg_record(write_xg(match)).match.games] == [odd, drawn, None]


def test_names_and_tags_are_read() -> None:
    named = replace(PLAIN, white="Κώστας", black="Björn")
    tags = (("Event", "Club night"), ("Site", "Λέσχη"), ("EventDate", "2025.11.04"))
    record = read_xg_record(write_xg(named, tags))
    assert (record.match.white, record.match.black) == ("Κώστας", "Björn")
    assert record.tags == tags
    assert tuple(map(str, record.notes)) == ()


def test_what_was_agreed_on_for_money_is_read() -> None:
    money = replace(PLAIN, length=0, terms=Terms(jacoby=True, beaver=True))
    assert read_xg_record(write_xg(money)).match.terms == money.terms


def test_an_illegal_play_is_kept_as_it_was_made() -> None:
    read = read_xg_record(write_xg(ILLEGAL)).match
    assert [game.position for game in read.games] == [game.position for game in ILLEGAL.games]


def kinds(main: bytearray, kind: int) -> list[int]:
    """Where the records of a kind begin."""
    return [at for at in range(0, len(main), RECORD) if main[at + 8] == kind]


def test_a_board_that_contradicts_the_moves_is_taken_from_where_the_game_goes_on() -> None:
    main = bytearray(main_file(write_xg(PLAIN)))
    first = kinds(main, MOVE)[0]
    main[first + 9 + 26 + 6] += 1
    main[first + 9 + 26 + 8] -= 1
    record = read_xg_record(archive({"temp.xg": bytes(main)}))
    assert record.match == plain(PLAIN)
    assert tuple(map(str, record.notes)) == (
        "game 1, turn 1: the board after it is not the one that its moves lead to, from which the game goes on",
    )


def test_the_board_after_a_play_is_as_the_mover_sees_it() -> None:
    main = bytearray(main_file(write_xg(PLAIN)))
    second = kinds(main, MOVE)[1]
    end = slice(second + 35, second + 61)
    counts = [each - 256 if each > 127 else each for each in main[end]]
    assert (counts[18], counts[24], counts[11], counts[13]) == (1, 1, 1, 4), (
        "Ben's 24/18 13/11 in their own numbering"
    )
    main[end] = bytes(-count & 0xFF for count in reversed(counts))
    (note,) = read_xg_record(archive({"temp.xg": bytes(main)})).notes
    assert str(note).startswith("game 1, turn 2: the board after it is not the one")


def test_an_illegal_play_whose_moves_are_not_told_is_known_by_the_boards_around_it() -> None:
    main = bytearray(main_file(write_xg(ILLEGAL)))
    (fault, *_) = replay(ILLEGAL)
    assert fault.game == 1
    doubles = sum(isinstance(turn, CubeTurn) for turn in ILLEGAL.games[0].turns[: fault.turn])
    at = kinds(main, MOVE)[fault.turn - doubles - 1]
    main[at + 68 : at + 100] = b"\xff" * 32
    record = read_xg_record(archive({"temp.xg": bytes(main)}))
    assert [game.position for game in record.match.games] == [game.position for game in ILLEGAL.games]
    assert [each.turn for each in replay(record.match)] == [each.turn for each in replay(ILLEGAL)]
    assert tuple(map(str, record.notes)) == (
        f"game 1, turn {fault.turn}: only the board that the play left is told",
    )
    cut = read_xg_record(archive({"temp.xg": bytes(main[: at + RECORD])}))
    assert len(cut.match.games[0].turns) == fault.turn - 1
    assert "nothing follows; left out" in str(cut.notes[-1])


def test_moves_that_do_not_lead_to_the_legal_board_after_them_are_not_passed_over_in_silence() -> None:
    main = bytearray(main_file(write_xg(PLAIN)))
    at = kinds(main, MOVE)[0]
    main[at + 68 : at + 100] = b"\xff" * 32
    record = read_xg_record(archive({"temp.xg": bytes(main)}))
    assert record.match == plain(PLAIN)
    assert tuple(map(str, record.notes)) == ("game 1, turn 1: only the board that the play left is told",)


def test_a_cube_that_the_turns_do_not_account_for_is_taken_as_it_is_told() -> None:
    main = bytearray(main_file(write_xg(PLAIN)))
    main[kinds(main, MOVE)[0] + 108] = 2
    record = read_xg_record(archive({"temp.xg": bytes(main)}))
    assert [each.position for each in record.match.games] == [each.position for each in PLAIN.games]
    assert str(record.notes[0]) == (
        "game 1, turn 1: the cube is not as the turns before it left it; read on with it as it is told"
    )


def test_a_cube_that_ties_at_the_opening_have_doubled_begins_higher() -> None:
    turns = (
        *PLAIN.games[0].turns[:2],
        CubeTurn(PLAIN.games[0].turns[0].side, 8, CubeAction.TAKE, before=Cube(4)),
    )
    record = read_xg_record(write_xg(replace(PLAIN, games=(replace(PLAIN.games[0], turns=turns),))))
    assert record.match.games[0].turns[2] == turns[2]
    assert isinstance(last := record.match.games[0].turns[2], CubeTurn) and last.before == Cube(4)
    assert tuple(map(str, record.notes)) == ("game 1, its cube: it began at 4, after ties at the opening",)


def test_points_beyond_all_measure_are_no_result() -> None:
    def change(main: bytearray) -> None:
        at = kinds(main, XgEntry.FOOTER_GAME)[0] + 28
        main[at : at + 4] = (10**6).to_bytes(4, "little")

    game = replace(PLAIN.games[0], turns=PLAIN.games[0].turns[:2], result=Result(Side.WHITE, 4, "resigned"))
    record = with_records(change, replace(PLAIN, games=(game,)))
    assert record.match.games[0].result is None
    assert tuple(map(str, record.notes)) == (
        "game 1, its result: player 1 won 1000000 points, which cannot be; left out",
    )


def test_an_archive_that_is_not_compressed_is_read() -> None:
    assert read_xg_record(archive({"temp.xg": main_file(write_xg(PLAIN))}, plain=True)).match == plain(PLAIN)


@pytest.mark.parametrize("index", (True, False), ids=("with its index", "without"))
def test_a_file_that_grows_beyond_all_measure_is_refused(
    monkeypatch: pytest.MonkeyPatch, *, index: bool
) -> None:
    monkeypatch.setattr("engine.records.xg.xg_archive.MOST_BYTES", 10_000)
    whole = write_xg(PLAIN)
    with pytest.raises(InvalidRecord, match="longer than any match"):
        read_xg_record(whole if index else whole[:-36])


def test_nothing_but_the_match_is_unpacked() -> None:
    bomb = zlib.compress(bytes(300 * 2**20), 9)
    whole = archive({"temp.xg": main_file(write_xg(PLAIN))}, beside={"temp.xgr": bomb, "temp.xgc": bomb})
    tracemalloc.start()
    read_xg_record(whole)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 32 * 2**20


def without_index(data: bytes) -> bytes:
    """An .xg file that has lost what stands behind its compressed files."""
    about = data[-36:]
    return data[: -36 - int.from_bytes(about[12:16], "little")]


def test_a_match_is_found_without_the_index_of_the_file() -> None:
    whole = write_xg(PLAIN)
    for data in (without_index(whole), whole[:-36], without_index(whole) + b"#" * 90):
        record = read_xg_record(data)
        assert record.match == plain(PLAIN)
        assert tuple(map(str, record.notes)) == (
            "the file has no index at its end; what is in it was looked for",
        )


def test_of_a_file_that_is_cut_off_the_beginning_is_read() -> None:
    main = main_file(write_xg(PLAIN))
    whole = archive({"temp.xg": main})
    record = read_xg_record(whole[: -len(whole) // 40])
    (game, *_) = record.match.games
    assert game.turns and game.turns == plain(PLAIN).games[0].turns[: len(game.turns)]
    assert "the file is cut off; its last turns are missing" in map(str, record.notes)


def with_records(change: Callable[[bytearray], None], match: Match = PLAIN) -> Record:
    """A match whose records were changed before it is read."""
    main = bytearray(main_file(write_xg(match)))
    change(main)
    return read_xg_record(archive({"temp.xg": bytes(main)}))


BEFORE, AFTER, STEPS = slice(9, 35), slice(35, 61), slice(68, 100)
"""Where in the record of a play the boards before and after it are, and its moves."""


def blank(main: bytearray, kind: int, where: slice) -> None:
    """Make a place of all records of a kind nothing but zeros."""
    for at in kinds(main, kind):
        main[at + where.start : at + where.stop] = bytes(where.stop - where.start)


def test_a_game_that_begins_with_an_empty_board_begins_as_usual() -> None:
    record = with_records(lambda main: blank(main, 1, slice(21, 47)))
    assert record == Record(plain(PLAIN), (), record.tags)


@pytest.mark.parametrize("missing", (BEFORE, AFTER), ids=("before", "after"))
def test_boards_that_a_transcriber_left_out_follow_from_the_moves(missing: slice) -> None:
    def change(main: bytearray) -> None:
        blank(main, MOVE, missing)
        blank(main, 2, slice(36, 62))

    record = with_records(change)
    assert record == Record(plain(PLAIN), (), record.tags)


def test_moves_that_a_transcriber_left_out_follow_from_the_boards() -> None:
    def change(main: bytearray) -> None:
        blank(main, MOVE, STEPS)
        blank(main, MOVE, AFTER)

    record = with_records(change)
    for read, other in zip(record.match.games, plain(PLAIN).games, strict=True):
        at = len(read.turns)
        assert [each.side for each in read.turns] == [each.side for each in other.turns[:at]]
        assert len(other.turns) - at <= 1
        assert read.result == other.result


def test_a_roll_without_a_play_ends_a_game_that_was_given_up() -> None:
    first = PLAIN.games[0]
    given_up = replace(first, turns=first.turns[:4], result=Result(Side.WHITE, 2, "resigned"))

    def change(main: bytearray) -> None:
        last = kinds(main, MOVE)[-1]
        main[last + AFTER.start : last + AFTER.stop] = bytes(26)
        main[last + STEPS.start : last + STEPS.stop] = bytes(32)

    record = with_records(change, replace(PLAIN, games=(given_up,)))
    (game,) = record.match.games
    assert game.turns == plain(PLAIN).games[0].turns[:3]
    assert game.result == given_up.result
    assert tuple(map(str, record.notes)) == (
        f"game 1, turn 4: {first.turns[3].roll} was thrown, but no play is written",
    )


def test_of_a_game_that_cannot_be_read_the_winner_stays_and_the_others_are_read() -> None:
    second = replace(PLAIN.games[0], score=Score(1, 0))
    match = replace(PLAIN, games=(PLAIN.games[0], second))

    def change(main: bytearray) -> None:
        main[kinds(main, MOVE)[2] + 9 + 6] = 100

    record = with_records(change, match)
    told, other = record.match.games
    assert told.turns == plain(match).games[0].turns[:2]
    assert told.result == match.games[0].result
    assert other == plain(match).games[1]
    assert tuple(map(str, record.notes)) == (
        "game 1, turn 3: nothing can be read from here on: there cannot be such a board",
    )


def test_a_result_that_is_not_written_is_told_by_the_next_score_or_the_board() -> None:
    first = PLAIN.games[0]
    assert first.result is not None
    one = replace(first, turns=first.turns[:3], result=None)
    two = replace(first, score=Score(0, 3), result=None)
    record = with_records(lambda main: None, replace(PLAIN, games=(one, two)))
    assert record.match.games[0].result == Result(Side.BLACK, 3, "resigned")
    assert record.match.games[1].result == first.result
    assert str(record.notes[0]) == "game 1: its result is not written; the score of the next game tells it"


def test_a_double_that_was_not_taken_down_shows_on_the_cube() -> None:
    turns = PLAIN.games[0].turns[:4]
    doubled = CubeTurn(turns[2].side, 2, CubeAction.TAKE)
    game = replace(PLAIN.games[0], turns=(*turns[:2], doubled, *turns[2:]), result=None)

    def change(main: bytearray) -> None:
        (at,) = (each for each in kinds(main, XgEntry.CUBE) if main[each + 16] == 1)
        del main[at : at + RECORD]

    record = with_records(change, replace(PLAIN, games=(game,)))
    assert record.match.games[0].turns == plain(replace(PLAIN, games=(game,))).games[0].turns
    assert "filled in" in str(record.notes[0])


def test_a_transcribed_match_is_the_one_that_is_beside_it_as_a_mat_file(shared: Path) -> None:
    folder = shared / "records" / "xg"
    if not folder.is_dir():
        pytest.skip(f"NOT TESTED: no transcribed match in {folder}")
    for file in folder.glob("*.xg"):
        record = read_xg_record(file.read_bytes())
        beside = read_mat_record(file.with_suffix(".mat").read_text("utf-8-sig"))
        assert {record.match.white, record.match.black} == {beside.match.white, beside.match.black}
        assert [told(each) for each in record.match.games] == [told(each) for each in beside.match.games]
        assert not replay(record.match)


def told(game: Game) -> tuple[object, ...]:
    """What two formats tell alike of a game."""
    result = None if game.result is None else (game.result.winner, game.result.points)
    turns = [
        (turn.side, turn.value, turn.answer)
        if isinstance(turn, CubeTurn)
        else (turn.side, turn.roll, turn.after)
        for turn in game.turns
    ]
    return game.score, result, turns


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_damage_is_told_and_nothing_else_goes_wrong(data: st.DataObject) -> None:
    whole = write_xg(PLAIN)
    if data.draw(st.booleans()):
        broken = bytearray(whole)
        for _ in range(data.draw(st.integers(1, 4))):
            broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
        damaged = bytes(broken[: data.draw(st.integers(0, len(broken)))])
    else:
        # with right sums, so that the records themselves are met
        broken = bytearray(main_file(whole))
        for _ in range(data.draw(st.integers(1, 6))):
            record = data.draw(st.integers(0, len(broken) // RECORD - 1)) * RECORD
            broken[record + data.draw(st.integers(0, 140))] = data.draw(st.integers(0, 255))
        damaged = archive({"temp.xg": bytes(broken)})
    with suppress(InvalidRecord):
        read_xg_record(damaged)
