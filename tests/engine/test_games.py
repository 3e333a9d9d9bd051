"""How games are declared and found, and how they are won."""

import ast
from pathlib import Path

import pytest

import engine.games
from engine.board import Side
from engine.dice import Roll
from engine.errors import InvalidOption, UnknownGame
from engine.games import all_games, find_game
from engine.plays.legal import legal_plays
from engine.plays.turn_end import win_of
from engine.position_parsing import parse_position
from engine.rules import Rules
from engine.tables.grades import Loser
from engine.tables.tables_game import FirstRoll, Relation, TablesGame

FILES = [path for path in Path(engine.games.__file__).parent.glob("*.py") if path.name != "__init__.py"]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_game_is_a_docstring_imports_and_one_assignment(path: Path) -> None:
    prose, *imports, assigned = ast.parse(path.read_text(encoding="utf-8")).body
    assert isinstance(prose, ast.Expr)
    assert isinstance(prose.value, ast.Constant)
    assert len(str(prose.value.value)) > 100
    assert all(isinstance(each, ast.ImportFrom) for each in imports)
    assert isinstance(assigned, ast.Assign)
    assert [ast.unparse(target) for target in assigned.targets] == ["GAME"]


def test_every_file_is_a_game_of_its_own_name() -> None:
    assert [game.id for game in all_games()] == sorted(path.stem for path in FILES)


@pytest.mark.parametrize("game", all_games(), ids=[game.id for game in all_games()])
def test_every_game_stands_ready_to_play(game: Rules) -> None:
    if isinstance(game, TablesGame):
        assert sum(game.start.white) == sum(game.start.black)
        assert sum(game.start.white) == game.men
        assert game.grades[-1].loser is Loser.ANY
    assert game.rules
    assert game.source
    assert find_game(game.name) is game
    for option in game.options:
        assert option.sentence.endswith(".")
        for choice in option.choices:
            game.with_options({option.name: choice.value})
    assert win_of(game, game.start, Side.WHITE) is None


@pytest.mark.parametrize(
    ("name", "game_id"),
    [
        ("backgammon", "backgammon"),
        ("BG", "backgammon"),
        ("Короткие нарды", "short_nardy"),
        ("narde", "long_nardy"),
        ("нарды", "long_nardy"),
        ("shesh-besh", "short_nardy"),
        ("lautapeli", "lautapeli"),
        ("bräde", "swedish_tables"),
        ("tavla", "tavla"),
        ("تخته نرد", "persian_nard"),
        ("Hyper-Backgammon", "hypergammon"),
        ("πορτες", "portes"),
        ("Nack Gammon", "nackgammon"),
        ("Verfolgungsjagd", "chase_nardy"),
        ("Niederlaendisches Backgammon", "dutch"),
        ("three-stack", "san_dui"),
    ],
)
def test_games_are_found_by_any_of_their_names(name: str, game_id: str) -> None:
    assert find_game(name).id == game_id


def test_an_unknown_game_is_answered_with_the_nearest_names() -> None:
    with pytest.raises(UnknownGame, match="Backgammon"):
        find_game("bakgamon")
    with pytest.raises(UnknownGame, match="Hypergammon"):
        find_game("zzz")


# game, position, options, expected result of White's last play
WINS = [
    ("backgammon", "W: off(15) B: 6(14)", {}, (1, "single")),
    ("backgammon", "W: off(15) B: 6(15)", {}, (2, "gammon")),
    ("backgammon", "W: off(15) B: 18(1) 6(14)", {}, (2, "gammon")),
    ("backgammon", "W: off(15) B: 19(1) 6(14)", {}, (3, "backgammon")),
    ("backgammon", "W: off(15) B: bar(1) 6(14)", {}, (3, "backgammon")),
    ("backgammon", "W: off(15) B: bar(1) 6(13) off(1)", {}, (1, "single")),
    ("backgammon", "W: off(15) B: bar(1) 6(13) off(1)", {"backgammon_requires_none_off": False}, (3, "backgammon")),
    ("backgammon", "W: 1(1) off(14) B: 6(15)", {}, None),
    ("portes", "W: off(15) B: 24(1) 6(14)", {}, (2, "gammon")),
    ("rencontrat", "W: off(15) B: 6(15)", {}, (2, "gammon")),
    ("rencontrat", "W: off(15) B: 6(14)", {}, (1, "single")),
    ("si_jia_ba", "W: off(15) B: 6(15)", {}, (2, "gammon")),
    ("hypergammon", "W: off(3) B: 24(3)", {}, (1, "single")),
    ("hypergammon", "W: off(3) B: 24(3)", {"count_gammons": True}, (3, "backgammon")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "options", "expected"), WINS)
def test_wins(name: str, text: str, options: dict[str, bool], expected: tuple[int, str] | None) -> None:
    game = find_game(name).with_options(options)
    position = parse_position(text, game.men)
    found = win_of(game, position, Side.WHITE)
    assert found == (None if expected is None else (Side.WHITE, *expected))
    mirrored = win_of(game, position.mirrored(), Side.BLACK)
    assert mirrored == (None if expected is None else (Side.BLACK, *expected))


def test_options_change_only_what_they_say() -> None:
    game = find_game("backgammon")
    changed = game.with_options({"first_roll": "reroll"})
    assert game.first_roll is FirstRoll.USE_BOTH
    assert changed.first_roll is FirstRoll.REROLL
    assert changed.with_options({}) is changed
    assert game.with_options({"first_roll": "reroll"}) is changed
    assert changed.start == game.start


@pytest.mark.parametrize(
    "options", [{"nonsense": True}, {"first_roll": "sometimes"}, {"backgammon_requires_none_off": 1}]
)
def test_options_that_do_not_exist_are_refused(options: dict[str, bool | str]) -> None:
    with pytest.raises(InvalidOption):
        find_game("backgammon").with_options(options)


@pytest.mark.parametrize("relation", list(Relation))
def test_the_opponents_number_of_a_point_is_its_own_inverse(relation: Relation) -> None:
    for points in (20, 24, 36):
        for point in range(1, points + 1):
            there = relation.facing(point, points, Side.WHITE)
            assert 1 <= there <= points
            assert relation.facing(there, points, Side.BLACK) == point


def test_dashi_doublets_are_thrown_again_always_or_only_in_bearing_off() -> None:
    game = find_game("da_shi")
    home, away = "W: 6(5) 5(5) 4(5) B: 24(15)", "W: 7(1) 6(4) 5(5) 4(5) B: 24(15)"
    for option, text, again in ((False, away, True), (True, away, False), (True, home, True)):
        agreed = game.with_options({"reroll_only_bearoff": option})
        found = legal_plays(agreed, parse_position(text, agreed), Side.WHITE, Roll((2, 2, 1)))
        assert {each.position.past.again for each in found} == {again}
