"""Tablut: the vectors of the rules (section 8.5), every option, a naive generator as the judge, and texts both ways."""

import sys
import tomllib
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

import naive_tablut as naive

from engine.board import Kind, Seating, Shape, Side
from engine.errors import AmbiguousPlay, IllegalPlay, InvalidOption, InvalidPlay, InvalidPosition
from engine.games.tablut import GAME
from engine.play import Move, Play
from engine.position import Position
from engine.squares import EDGE, KING, SQUARES, between, square_name, square_named, squares_text
from engine.tafl.seen_position import tafl_occupancy, tafl_position
from engine.tafl.tafl_faults import likely_tafl_play, tafl_fault, tafl_faults
from engine.tafl.tafl_moves import (
    NO_MOVE,
    EscapeCall,
    announcement,
    is_over,
    made,
    on_the_way,
    tafl_plays,
    tafl_text,
    tafl_win,
    ways_out,
)
from engine.tafl.tafl_notation import parse_tafl_play, parse_tafl_position, played_out
from engine.words.wording import Names, reason

W, B = Side.WHITE, Side.BLACK
START = squares_text(GAME.start.white, GAME.start.black)


def text_of(position: Position) -> str:
    return squares_text(position.white, position.black)


def on(square: str) -> int:
    number = square_named(square)
    assert number is not None
    return number


# vector, position, side, move, options, whether legal, what is captured, how the game ends
CORNER = ("corner_escape",)
TWO = ("king_four_on_throne_two_elsewhere",)
VECTORS = [
    ("TB-1", START, W, "c5-c1", (), True, "", None),
    ("TB-1", START, W, "d5-d4", (), True, "", None),
    ("TB-1", START, W, "e4-e5", (), False, "", None),
    ("TB-2", "W: Kg8 d3 B: d2 a4", B, "a4-d4", (), True, "d3", None),
    ("TB-3", "W: Kg8 a3 B: d4 d2", W, "a3-d3", (), True, "", None),
    ("TB-4", "W: Kg3 e6 B: a7", B, "a7-e7", (), True, "e6", None),
    ("TB-5", "W: Ke6 B: d6 e7 f9", B, "f9-f6", (), True, "e6", (B, 1, "capture")),
    ("TB-6", "W: Ke6 B: d6 f9", B, "f9-f6", (), True, "", None),
    ("TB-7", "W: Ke5 e4 B: d5 f5 e6 a3", B, "a3-e3", (), True, "e4", None),
    ("TB-8", "W: Kc3 B: i9", W, "c3-c1", (), True, "", (W, 1, "escape")),
    ("TB-8", "W: Kc3 B: i8", W, "c3-c1", CORNER, True, "", None),
    ("TB-9", "W: Kc3 B: b3 d9", B, "d9-d3", (), True, "", None),
    ("TB-9", "W: Kc3 B: b3 d9", B, "d9-d3", ("king_custodial",), True, "c3", (B, 1, "capture")),
    ("TB-10", "W: Kd3 b9 B: c3 i9", W, "b9-b3", ("unarmed_king",), True, "", None),
    ("TB-10", "W: Kd3 b9 B: c3 i9", W, "b9-b3", (), True, "c3", None),
    ("TB-11", "W: Ke7 B: i9", W, "e7-e5", ("king_may_return",), True, "", None),
    ("TB-11", "W: Ke7 B: i9", W, "e7-e5", (), False, "", None),
    ("TB-12", "W: Kg8 B: a5", B, "a5-e5", ("throne_open",), True, "", None),
    ("TB-12", "W: Kg8 B: a5", B, "a5-e5", (), False, "", None),
    ("TB-13", "W: Kc3 B: b3 d9", B, "d9-d3", TWO, True, "c3", (B, 1, "capture")),
    ("TB-13", "W: Ke5 B: d5 f9", B, "f9-f5", TWO, True, "", None),
    ("TB-13", "W: Ke5 B: d5 e4 e6 f9", B, "f9-f5", TWO, True, "e5", (B, 1, "capture")),
    ("TB-14", "W: Kg8 B: d5", B, "d5-e5", (), False, "", None),
    ("TB-14", "W: Kg8 B: d5", B, "d5-f5", (), False, "", None),
    ("TB-14", "W: Kg8 B: d5", B, "d5-f5", ("pass_throne",), True, "", None),
    ("TB-14", "W: Kg8 B: d5", B, "d5-e5", ("pass_throne",), False, "", None),
    # several men by one move, the mover being a captor every time
    ("several", "W: Kg8 b1 d1 B: c5 a1 e1", B, "c5-c1", (), True, "b1 d1", None),
    ("three", "W: Kg8 d5 e4 f5 B: e9 c5 g5 e2 e3", B, "e9-e5", ("throne_open",), True, "d5 f5 e4", None),
    ("old captor", "W: Kg8 d3 B: d2 d4 a9", B, "a9-a8", (), True, "", None),
    ("no edge", "W: Kg8 c1 B: c9", B, "c9-c2", (), True, "", None),
    # the empty throne is an enemy of both colours, the king's throne of nobody but in the special case
    ("throne", "W: Kg8 a6 B: d5 c9 i9", W, "a6-c6", (), True, "", None),
    ("throne", "W: Kg8 c6 B: d5 i9", W, "c6-c5", (), True, "d5", None),
    ("throne", "W: Kg8 c6 B: d5 i9", W, "c6-c5", ("no_throne_hostile",), True, "", None),
    ("throne", "W: Kg3 e6 B: a7", B, "a7-e7", ("no_throne_hostile",), True, "", None),
    ("throne held", "W: Ke5 e6 B: a7", B, "a7-e7", (), True, "", None),
    ("throne held", "W: Ke5 c6 B: d5 i9", W, "c6-c5", (), True, "d5", None),
    ("throne held", "W: Ke5 c6 B: d5 i9", W, "c6-c5", ("unarmed_king",), True, "", None),
    ("throne returned to", "W: Ke5 e6 B: a7", B, "a7-e7", ("king_may_return",), True, "", None),
    # the special case needs the attacker behind to be the one that moves
    ("cut off", "W: Ke5 e4 B: d5 f9 e6 e3", B, "f9-f5", (), True, "", None),
    ("cut off", "W: Ke5 e4 B: d5 e6 a3", B, "a3-e3", (), True, "", None),
    ("cut off", "W: Ke5 e4 B: d5 f5 e6 a3", B, "a3-e3", ("unarmed_king",), True, "e4", None),
    # the king captures, and moves in between
    ("armed", "W: Kd9 b3 B: c3 i8", W, "d9-d3", ("corner_escape",), True, "c3", None),
    ("armed", "W: Kd8 b3 B: c3 i9", W, "d8-d3", (), True, "c3", None),
    ("unarmed", "W: Kd8 b3 B: c3 i9", W, "d8-d3", ("unarmed_king",), True, "", None),
    ("in between", "W: Kc8 B: b3 d3", W, "c8-c3", ("king_custodial",), True, "", None),
    ("off the throne", "W: Ke5 B: d6 f6 e7", W, "e5-e6", (), True, "", None),
    # four around the king away from the throne
    ("four", "W: Kc3 B: b3 d3 c2 c9", B, "c9-c4", (), True, "c3", (B, 1, "capture")),
    ("three only", "W: Kc3 B: b3 d3 c9", B, "c9-c4", (), True, "", None),
    ("beside", "W: Ke6 B: d6 f6 e9", B, "e9-e7", ("no_throne_hostile",), True, "e6", (B, 1, "capture")),
    ("beside", "W: Ke6 B: e9", B, "e9-e7", TWO, True, "e6", (B, 1, "capture")),
    ("beside", "W: Ke6 B: e9", B, "e9-e7", (*TWO, "no_throne_hostile"), True, "", None),
    ("beside", "W: Ke6 B: d6 f9", B, "f9-f6", TWO, True, "e6", (B, 1, "capture")),
    ("beside", "W: Ke6 B: e9", B, "e9-e7", ("king_custodial",), True, "e6", (B, 1, "capture")),
    ("both", "W: Ke5 B: d5 f9", B, "f9-f5", (*TWO, "king_custodial"), True, "e5", (B, 1, "capture")),
    ("friend on the throne", "W: Ke6 e5 B: d6 f6 e9", B, "e9-e7", ("throne_open",), True, "", None),
    ("foe on the throne", "W: Ke6 B: e5 d6 f6 e9", B, "e9-e7", ("throne_open",), True, "e6", (B, 1, "capture")),
    # corners
    ("corner", "W: Kg8 B: a5", B, "a5-a1", CORNER, False, "", None),
    ("corner", "W: Kg8 B: a5", B, "a5-a1", (), True, "", None),
    ("corner", "W: Kc1 B: i8", W, "c1-a1", CORNER, True, "", (W, 1, "escape")),
    ("corner", "W: Kg8 b1 B: c5", B, "c5-c1", CORNER, True, "b1", None),
    ("corner", "W: Kg8 c5 B: b1 i8", W, "c5-c1", CORNER, True, "b1", None),
    ("corner", "W: Kg8 b1 B: c5", B, "c5-c1", (*CORNER, "no_corner_hostile"), True, "", None),
    ("corner", "W: Kg8 b1 B: c5", B, "c5-c1", (), True, "", None),
    ("edge", "W: Kd1 B: c1 e1 d9", B, "d9-d2", CORNER, True, "d1", (B, 1, "capture")),
    ("edge", "W: Kd1 g7 B: c1 e1 d9", B, "d9-d2", (*CORNER, "no_edge_capture"), True, "", None),
    ("edge", "W: Kd1 B: c1 h1", B, "h1-e1", (*CORNER, *TWO), True, "d1", (B, 1, "capture")),
    ("edge", "W: Kd1 B: d9", B, "d9-d2", (*CORNER, *TWO), True, "", None),
    # who may stop on the throne, and who may pass
    ("king passes", "W: Ke7 B: i9", W, "e7-e3", (), False, "", None),
    ("king passes", "W: Ke7 B: i9", W, "e7-e3", ("pass_throne",), True, "", None),
    ("king passes", "W: Ke7 B: i9", W, "e7-e3", ("king_may_return",), True, "", None),
    ("king passes", "W: Ke7 B: i9", W, "e7-e3", ("throne_open",), False, "", None),
    ("king stops", "W: Ke7 B: i9", W, "e7-e5", ("throne_open",), False, "", None),
    ("man passes", "W: Kg8 B: d5", B, "d5-f5", ("throne_open",), True, "", None),
    ("man passes", "W: Kg8 B: d5", B, "d5-f5", ("king_may_return",), False, "", None),
    ("king is there", "W: Ke5 B: d5", B, "d5-f5", ("pass_throne",), False, "", None),
    # who cannot move
    ("stuck", "W: Kg8 a2 B: a1", W, "g8-g7", (), True, "", None),
    ("stuck", "W: Kg7 a2 b2 B: a1", W, "b2-b1", (), True, "", (W, 1, "no move")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "position", "side", "move", "options", "legal", "captured", "ends"),
    VECTORS,
    ids=[f"{vector[0]} {vector[3]} {' '.join(vector[4])}".strip() for vector in VECTORS],
)
def test_vectors(
    name: str,
    position: str,
    side: Side,
    move: str,
    options: tuple[str, ...],
    legal: bool,
    captured: str,
    ends: tuple[Side, int, str] | None,
) -> None:
    game = GAME.with_options({each.removeprefix("no_"): not each.startswith("no_") for each in options})
    before = parse_tafl_position(game, position)
    if not legal:
        with pytest.raises(IllegalPlay):
            parse_tafl_play(game, before, side, move)
        return
    outcome = parse_tafl_play(game, before, side, move)
    assert {square_name(each) for each in outcome.play.captured} == set(captured.split()), name
    assert tafl_win(game, outcome.position, side) == ends, name


def test_a_side_that_cannot_move_loses_or_draws() -> None:
    locked = parse_tafl_position(GAME, "W: Kg7 b1 a2 B: a1")
    assert tafl_win(GAME, locked, W) == (W, 1, "no move")
    assert tafl_win(GAME.with_options({"stalemate": "draw"}), locked, W) == (None, 0, "no move")
    (only,) = tafl_plays(GAME, locked, B)
    assert only.play is NO_MOVE
    assert only.position == locked
    assert parse_tafl_play(GAME, locked, B, "").play is NO_MOVE


REPETITIONS = [
    ({}, (None, 0, "repetition")),
    ({"repetition": "loses"}, (W, 1, "repetition")),
    ({"repetition": "nothing"}, None),
]


@pytest.mark.parametrize(("options", "expected"), REPETITIONS)
def test_the_third_repetition(options: dict[str, str], expected: tuple[Side | None, int, str] | None) -> None:
    game, position = GAME.with_options(options), GAME.start
    moves = ["c5-c4", "a4-b4", "c4-c5", "b4-a4"] * 2
    for number, move in enumerate(moves):
        side = (W, B)[number % 2]
        assert tafl_win(game, position, side.other) is None
        position = parse_tafl_play(game, position, side, move).position
    assert position == game.start
    assert tafl_win(game, position, B) == expected
    assert bool(position.past.history) is (expected is not None)


def test_a_capture_makes_the_past_forgotten() -> None:
    position = parse_tafl_position(GAME, "W: Kg8 d3 B: d2 a4 i1")
    position = parse_tafl_play(GAME, position, B, "i1-i2").position
    position = parse_tafl_play(GAME, position, W, "g8-g7").position
    assert len(position.past.history) == 3
    assert len(parse_tafl_play(GAME, position, B, "a4-d4").position.past.history) == 1


ANNOUNCEMENTS = [
    ("W: Kc3 c6 B: b3 c1 g3", {}, None, 0),
    ("W: Kc3 c6 B: b3 g3", {}, EscapeCall.RAICHI, 1),
    ("W: Kc3 B: b3 g3", {}, EscapeCall.TUICHU, 2),
    ("W: Kc3 B: i9", {}, EscapeCall.TUICHU, 4),
    ("W: Kc3 B: i8", {"corner_escape": True}, None, 0),
    ("W: Kc1 B: i8 i2", {"corner_escape": True}, EscapeCall.TUICHU, 2),
    ("W: Kc1 B: h1 i2", {"corner_escape": True}, EscapeCall.RAICHI, 1),
    ("W: Kc1 B: h1 i2", {}, None, 0),
    ("W: B: h1 i2", {}, None, 0),
]


@pytest.mark.parametrize(("text", "options", "expected", "ways"), ANNOUNCEMENTS)
def test_announcements(text: str, options: dict[str, bool], expected: EscapeCall | None, ways: int) -> None:
    game = GAME.with_options(options)
    position = parse_tafl_position(game, text)
    assert len(ways_out(game, position)) == ways
    assert announcement(game, position) is None
    assert announcement(game.with_options({"announce": True}), position) is expected


# what was seen in place of a legal play: position, side, seen, rule, squares, sentence, options
FAULTS = [
    (START, W, START, "R.turn", "", "White has not moved: one man must be moved.", ()),
    ("W: Kg8 d3 B: d2 a4", B, "W: Kg8 d3 B: d2 d4", "R.capture", "d3",
     "White's man on d3 is captured and must be taken off.", ()),
    ("W: Kg8 b1 d1 B: c5 a1 e1", B, "W: Kg8 b1 d1 B: c1 a1 e1", "R.capture", "b1 d1",
     "White's men on b1, d1 are captured and must be taken off.", ()),
    ("W: Kg8 b1 d1 B: c5 a1 e1", B, "W: Kg8 b1 B: c1 a1 e1", "R.capture", "b1",
     "White's man on b1 is captured and must be taken off.", ()),
    ("W: Kg8 d3 a3 B: d2 a4", B, "W: Kg8 d3 B: d2 a5", "R.capture", "a3",
     "White's man was taken off a3, but it is not captured.", ()),
    ("W: Ke6 B: d6 e7 f9", B, "W: Ke6 B: d6 e7 f6", "R.capture", "e6",
     "The king on e6 is captured and must be taken off.", ()),
    ("W: Ke6 B: d6 f9", B, "W: B: d6 f6", "R.capture", "e6", "The king was taken off e6, but he is not captured.", ()),
    ("W: Kg8 B: d5", B, "W: Kg8 B: e5", "R.throne", "e5",
     "d5-e5 is illegal: only the king may stop on the throne.", ()),
    ("W: Kg8 B: d5", B, "W: Kg8 B: f5", "R.throne", "e5",
     "d5-f5 is illegal: the throne may not be passed over.", ()),
    ("W: Ke7 B: i9", W, "W: Ke5 B: i9", "R.throne", "e5",
     "e7-e5 is illegal: the king may not return to the throne.", ()),
    ("W: Kg8 B: a5", B, "W: Kg8 B: a1", "R.corner", "a1",
     "a5-a1 is illegal: only the king may stop on a corner.", CORNER),
    ("W: Kg8 c3 B: a5", W, "W: Kg8 d4 B: a5", "R.straight", "c3 d4",
     "c3-d4 is illegal: it is not in a straight line.", ()),
    ("W: Kg8 c3 B: e3 a5", W, "W: Kg8 f3 B: e3 a5", "R.block", "e3",
     "c3-f3 is illegal: the way is blocked, on e3.", ()),
    ("W: Kg8 c3 B: e3 a5", W, "W: Kg8 e3 B: a5", "R.block", "e3",
     "c3-e3 is illegal: the way is blocked, on e3.", ()),
    ("W: Kg8 c3 d3 B: a5", W, "W: Kg8 c4 d4 B: a5", "R.too_many", "c3 c4 d3 d4",
     "Two men were moved, but only one may be: c3-c4 d3-d4.", ()),
    ("W: Kg8 c3 B: a5", W, "W: Kg8 c3 B: a6", "R.opponent_man", "a5 a6",
     "Black's man was moved from a5 to a6, but it is White's turn.", ()),
    ("W: Kg8 c3 B: a5", B, "W: Kg7 c3 B: a5", "R.opponent_man", "g8 g7",
     "The king was moved from g8 to g7, but it is Black's turn.", ()),
    ("W: Kg8 c3 B: a5", W, "W: Kg8 B: a5", "R.conservation", "c3", "A man of White's has vanished from c3.", ()),
    ("W: Kg8 c3 B: a5", W, "W: c3 B: a5", "R.conservation", "g8", "The king has vanished from g8.", ()),
    ("W: Kg8 c3 B: a5", W, "W: Kg8 c4 c5 B: a5", "R.conservation", "c5", "White has a man too many, on c5.", ()),
    ("W: Kg8 c3 B: a5", W, "W: Kg8 c4 B: a5 a6", "R.conservation", "a6", "Black has a man too many, on a6.", ()),
    ("W: Kc1 c3 B: a5", B, "W: Kc1 c3 B: a6", "R.turn", "", "The game is over: nothing more is moved.", ()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "side", "seen", "rule", "squares", "said", "options"), FAULTS)
def test_faults(
    text: str, side: Side, seen: str, rule: str, squares: str, said: str, options: tuple[str, ...]
) -> None:
    game = GAME.with_options({name: True for name in options})
    loose = GAME.with_options({"throne_open": True})
    position = parse_tafl_position(game, text)
    fault = tafl_fault(game, position, side, parse_tafl_position(loose, seen))
    assert (fault.rule, reason(fault, Names())) == (rule, said)
    assert [square_name(point) for point in fault.points] == squares.split()
    assert fault.nearest in [outcome.play for outcome in tafl_plays(game, position, side)]


def test_a_second_king_is_told() -> None:
    position = parse_tafl_position(GAME, "W: Kg8 c3 B: a5")
    white = list(position.white)
    white[on("c4")], white[on("c3")] = KING, 0
    faults = tafl_faults(GAME, position, W, Position(tuple(white), position.black))
    assert [reason(fault, Names()) for fault in faults] == [
        "A man of White's has vanished from c3.",
        "There is a second king, on c4.",
    ]


def test_the_nearest_legal_play_is_that_of_the_man_that_moved() -> None:
    position = parse_tafl_position(GAME, "W: Kg8 c3 B: e3 a5")
    fault = tafl_fault(GAME, position, W, parse_tafl_position(GAME, "W: Kg8 f3 B: e3 a5"))
    assert fault.nearest is not None
    assert fault.nearest.moves[0].origin == on("c3")


def test_a_turn_passes_through_boards_with_captured_men_still_there() -> None:
    position = parse_tafl_position(GAME, "W: Kg8 b1 d1 B: c5 a1 e1")
    passed = on_the_way(GAME, position, B)
    for text in (
        "W: Kg8 b1 d1 B: c5 a1 e1",
        "W: Kg8 b1 d1 B: c1 a1 e1",
        "W: Kg8 b1 B: c1 a1 e1",
        "W: Kg8 B: c1 a1 e1",
    ):
        assert parse_tafl_position(GAME, text) in passed
    assert parse_tafl_position(GAME, "W: Kg8 b1 B: c5 a1 e1") not in passed
    assert {outcome.position for outcome in tafl_plays(GAME, position, B)} <= passed


@pytest.mark.parametrize("near", list(Kind))
def test_what_is_seen_is_the_position(near: Kind) -> None:
    seating = Seating(near)
    occupancy = tafl_occupancy(GAME.start, seating)
    kings = occupancy.light if near is Kind.LIGHT else occupancy.dark
    assert kings[on("e5")] == KING
    assert tafl_position(occupancy, seating) == GAME.start


@pytest.mark.parametrize("depth", [2, pytest.param(3, marks=pytest.mark.long)])
def test_plays_from_the_start_are_as_many_as_counted(depth: int) -> None:
    known = tomllib.loads((Path(__file__).parent / "tablut.toml").read_text(encoding="utf-8"))
    game = GAME.with_options({"repetition": "nothing"})
    boards = Counter({game.start: 1})
    plies, different, captures = [], [], 0
    for number in range(depth):
        after: Counter[Position] = Counter()
        for position, times in boards.items():
            for outcome in tafl_plays(game, position, (W, B)[number % 2]):
                after[outcome.position] += times
                captures += times * bool(outcome.play.captured) * (number == 2)
        boards = after
        plies.append(boards.total())
        different.append(len(boards))
    assert (plies, different) == (known["plies"][:depth], known["boards"][:depth])
    assert captures == (known["captures"] if depth == 3 else 0)
    first = naive.results(naive.read(START), "W")
    second = [naive.results(dict(board), "B") for board in first]
    assert [len(first), sum(map(len, second))] == known["plies"][:2]


SWITCHES = [option.name for option in GAME.options if isinstance(option.default, bool)]
NAIVE_OFF = {
    "corner_hostile": "no_corner_hostile",
    "edge_capture": "no_edge_capture",
    "throne_hostile": "no_throne_hostile",
}
option_sets = st.dictionaries(st.sampled_from(SWITCHES), st.booleans(), max_size=6)


@st.composite
def boards(draw: st.DrawFn) -> Position:
    """Any board with a king, mostly crowded round him; a man never stands on the throne or a corner."""
    king = draw(st.one_of(st.just(on("e5")), st.integers(0, SQUARES - 1)))
    ground = [
        n for n in range(SQUARES) if n != king and n not in (on("e5"), on("a1"), on("i1"), on("a9"), on("i9"))
    ]
    close = [n for n in ground if max(abs(n % 9 - king % 9), abs(n // 9 - king // 9)) <= 2]
    places = st.one_of(st.sampled_from(close), st.sampled_from(ground))
    squares = draw(st.lists(places, max_size=24, unique=True))
    white, black = [0] * SQUARES, [0] * SQUARES
    white[king] = KING
    for square in squares:
        (white if draw(st.integers(0, 2)) == 0 else black)[square] = 1
    return Position(tuple(white), tuple(black))


@st.composite
def anything_seen(draw: st.DrawFn) -> Position:
    """Any counts at all."""
    counts = st.lists(st.sampled_from((0, 0, 0, 0, 1, 1, 2, 3)), min_size=SQUARES, max_size=SQUARES)
    return Position(tuple(draw(counts)), tuple(draw(counts)))


quick = settings(max_examples=50, deadline=None)
sides = st.sampled_from(Side)


@quick
@given(boards(), sides, option_sets)
def test_agrees_with_trying_everything(position: Position, side: Side, options: dict[str, bool]) -> None:
    game = GAME.with_options(options)
    told = frozenset(name for name, on_ in options.items() if on_ and name not in NAIVE_OFF) | frozenset(
        NAIVE_OFF[name] for name, on_ in options.items() if not on_ and name in NAIVE_OFF
    )
    expected = naive.results(naive.read(text_of(position)), side.value, told)
    outcomes = tafl_plays(game, position, side)
    found = {frozenset(naive.read(text_of(each.position)).items()) for each in outcomes if each.play.moves}
    assert found == expected
    assert len(outcomes) == max(1, len(expected))


@quick
@given(boards(), sides, option_sets)
def test_men_are_conserved_and_texts_lead_back(
    position: Position, side: Side, options: dict[str, bool]
) -> None:
    game = GAME.with_options(options)
    before = Counter(position.of(side)), Counter(position.of(side.other))
    for outcome in tafl_plays(game, position, side):
        after, play = outcome.position, outcome.play
        assert Counter(after.of(side)) == before[0]
        assert before[1].total() == Counter(after.of(side.other)).total()
        gone = sum(map(bool, position.of(side.other))) - sum(map(bool, after.of(side.other)))
        assert gone == len(play.captured)
        assert made(game, position, side, play) == after
        assert made(game, position, side, play).past == after.past
        assert parse_tafl_play(game, position, side, tafl_text(play)) == outcome
        if play.moves:
            assert parse_tafl_play(game, position, side, tafl_text(play).split("x")[0]) == outcome


@quick
@given(boards())
def test_positions_as_text_lead_back(position: Position) -> None:
    crowded = sum(1 for men in position.white if men == 1) > 8 or sum(position.black) > 16
    if crowded:
        with pytest.raises(InvalidPosition):
            parse_tafl_position(GAME, text_of(position))
    else:
        assert parse_tafl_position(GAME, text_of(position)) == position


@quick
@given(boards(), sides, option_sets, st.one_of(boards(), anything_seen()))
def test_every_board_is_explained_and_none_that_is_legal_is_blamed(
    position: Position, side: Side, options: dict[str, bool], seen: Position
) -> None:
    game = GAME.with_options(options)
    outcomes = tafl_plays(game, position, side)
    legal = [outcome.position for outcome in outcomes]
    for each in (seen, position, *sorted(on_the_way(game, position, side), key=text_of)[::20]):
        faults = tafl_faults(game, position, side, each)
        assert bool(faults) is (each not in legal)
        for fault in faults:
            assert reason(fault, Names("Anna", "Ben"))
            assert all(0 <= point < SQUARES for point in fault.points)
            assert fault.nearest in [outcome.play for outcome in outcomes]
        play = likely_tafl_play(game, position, side, each)
        assert play.shape is Shape.TAFL
    for outcome in outcomes:
        assert not tafl_faults(game, position, side, outcome.position)
        assert likely_tafl_play(game, position, side, outcome.position) == outcome.play


@quick
@given(boards(), sides, st.tuples(st.integers(0, SQUARES - 1), st.integers(0, SQUARES - 1)))
def test_a_move_that_breaks_a_rule_is_found_out(
    position: Position, side: Side, move: tuple[int, int]
) -> None:
    origin, target = move
    if not position.of(side)[origin] or position.of(side)[target] or is_over(GAME, position.white):
        return
    play = Play((Move(origin, target),), (), Shape.TAFL)
    seen = made(GAME, position, side, play)
    if any(outcome.position == seen for outcome in tafl_plays(GAME, position, side)):
        return
    fault = tafl_fault(GAME, position, side, seen)
    legal = any(outcome.play.moves == play.moves for outcome in tafl_plays(GAME, position, side))
    straight = between(origin, target) is not None
    expected = (
        {"R.capture"}
        if legal
        else {"R.block", "R.throne", "R.too_many", "R.capture"}
        if straight
        else {"R.straight"}
    )
    assert fault.rule in expected
    assert likely_tafl_play(GAME, position, side, seen).moves == play.moves


@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False), option_sets)
def test_games_played_at_random_come_to_an_end(random: Random, options: dict[str, bool]) -> None:
    game = GAME.with_options(options)
    position, side = game.start, W
    ended = None
    for _ in range(2000):
        outcomes = tafl_plays(game, position, side)
        outcome = random.choice(outcomes)
        assert sum(map(bool, outcome.position.of(side))) == sum(map(bool, position.of(side)))
        position = outcome.position
        ended = tafl_win(game, position, side)
        if ended is not None:
            break
        side = side.other
    assert ended is not None
    winner, points, how = ended
    assert points == (0 if winner is None else 1)
    assert (KING in position.white) is (how != "capture")
    if how == "escape":
        assert position.white.index(KING) in (EDGE if game.goal == EDGE else game.goal)


PLAYS = [
    ("c5-c1", "c5-c1"), ("C5-C1", "c5-c1"), ("c5c1", "c5-c1"), (" c5 - c1 ", "c5-c1"), ("c5/c1", "c5-c1"),
    ("c1", "c5-c1"), ("c5–c1", "c5-c1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meant"), PLAYS)
def test_many_ways_to_write_one_play(text: str, meant: str) -> None:
    assert tafl_text(parse_tafl_play(GAME, GAME.start, W, text).play) == meant


def test_captures_are_written_with_the_play() -> None:
    position = parse_tafl_position(GAME, "W: Kg8 b1 d1 B: c5 a1 e1")
    for text in ("c5-c1xd1xb1", "c5-c1xb1xd1", "c5-c1 x b1 x d1", "c5-c1", "c1"):
        assert tafl_text(parse_tafl_play(GAME, position, B, text).play) == "c5-c1xd1xb1"
    with pytest.raises(IllegalPlay, match="c5-c1xd1xb1"):
        parse_tafl_play(GAME, position, B, "c5-c1xd1")


def test_the_king_can_be_named() -> None:
    position = parse_tafl_position(GAME, "W: Kc7 g7 B: i9")
    assert tafl_text(parse_tafl_play(GAME, position, W, "Kc7-e7").play) == "c7-e7"
    assert tafl_text(parse_tafl_play(GAME, position, W, "Ke7").play) == "c7-e7"
    with pytest.raises(IllegalPlay, match="the king does not stand on g7"):
        parse_tafl_play(GAME, position, W, "Kg7-e7")


def test_a_text_that_two_plays_fit_is_ambiguous() -> None:
    with pytest.raises(AmbiguousPlay, match="e3-c3 or c5-c3|c5-c3 or e3-c3"):
        parse_tafl_play(GAME, GAME.start, W, "c3")


@pytest.mark.parametrize("text", ["hello", "c", "c5-", "c5-c1y", "c5-j1", "c0-c1", "c5-c1xz9", "13/8"])
def test_what_is_no_play_is_invalid(text: str) -> None:
    position = parse_tafl_position(GAME, "W: Kg8 c3 B: a5")
    with pytest.raises(InvalidPlay) as caught:
        parse_tafl_play(GAME, position, W, text)
    assert type(caught.value) is InvalidPlay


REFUSED = [
    ("d4-d5", "none of White's men stands on d4"), ("c5-c5", "is no move"), ("e4-e5", "another man stands on e5"),
    ("c5-a5", "the way is blocked, on b5"), ("c5-d6", "not in a straight line"), ("", "a move is possible"), ("e1", "no man can go to e1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_illegal_plays_are_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(IllegalPlay, match=why):
        parse_tafl_play(GAME, GAME.start, W, text)


def test_a_play_made_as_written_may_break_the_rules() -> None:
    outcome = played_out(GAME, GAME.start, W, "e4-h8xe2")
    assert outcome.position.white[on("h8")] == 1
    assert not outcome.position.black[on("e2")]
    assert tafl_text(outcome.play) == "e4-h8xe2"
    assert tafl_text(played_out(GAME, GAME.start, W, "c5-c1").play) == "c5-c1"
    assert played_out(GAME, GAME.start, W, "-").position == GAME.start
    with pytest.raises(InvalidPlay, match="where the man comes from"):
        played_out(GAME, GAME.start, W, "e1")


WRONG = [
    ("", "is not a position"),
    ("W: Ke5 Ke6 B: d1", "W: 2 kings, but there is one"),
    ("W: e5 Ke6 B: d1", "W: only the king may stand on the throne, e5"),
    ("W: Ke5 c3 c3 B: d1", "W: c3 is named twice"),
    ("W: Ke5 c3 B: c3", "c3 is held by both"),
    ("W: Ke5 B: Kd1", "B: the king belongs to White, not on d1"),
    ("W: Ke5 j3 B: d1 13(5)", r"W: 'j3' is no square.*B: '13\(5\)' is no square"),
    ("W: Ke5 a2 a3 a4 a5 a6 a7 b2 b3 b4 B: d1", "W: 9 men, but the game has 8 and the king"),
    (
        "W: e5 Ka3 Ka4 b2 B: b2 b3 b3",
        "W: only the king.*W: 2 kings.*B: b3 is named twice.*b2 is held by both",
    ),
]


@pytest.mark.parametrize(("text", "why"), WRONG)
def test_all_that_is_wrong_with_a_position_is_told(text: str, why: str) -> None:
    with pytest.raises(InvalidPosition, match=why):
        parse_tafl_position(GAME, text)


def test_positions_depend_on_what_is_agreed() -> None:
    assert parse_tafl_position(GAME, "W: Ke5 a1, b2 B: d1").white[0] == 1
    with pytest.raises(InvalidPosition, match="only the king may stand on a corner, a1"):
        parse_tafl_position(GAME.with_options({"corner_escape": True}), "W: Ke5 a1 B: d1")
    opened = GAME.with_options({"throne_open": True})
    assert parse_tafl_position(opened, "W: Ke6 B: e5").black[on("e5")] == 1


def test_the_game_stands_ready_to_play() -> None:
    assert START.startswith("W: Ke5 e3 e4 c5 d5 f5 g5 e6 e7 B: d1 e1 f1 e2 a4")
    assert GAME.men == (9, 16)
    assert GAME.first is W
    assert not GAME.cube
    assert GAME.dice == 0
    assert GAME.rules
    assert tafl_win(GAME, GAME.start, B) is None
    for option in GAME.options:
        assert option.sentence.endswith(".")
        for choice in option.choices:
            chosen = GAME.with_options({option.name: choice.value})
            assert chosen is GAME.with_options({option.name: choice.value})
            assert (chosen is GAME) is (choice.value == option.default)
            assert chosen.with_options({option.name: option.default}).start == GAME.start


def test_options_that_do_not_exist_are_refused_all_at_once() -> None:
    with pytest.raises(InvalidOption, match="stalemate of Tablut can be.*no option 'zzz'"):
        GAME.with_options({"stalemate": True, "zzz": 1})
