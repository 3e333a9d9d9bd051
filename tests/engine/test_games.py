"""How games are declared and found, and how they are won."""

import ast
from pathlib import Path

import pytest

import engine.games
from engine.board import Side
from engine.errors import InvalidOption, UnknownGame
from engine.games import all_games, find_game
from engine.position import parse_position
from engine.result import win_of
from engine.tables import FirstRoll, Relation, TablesGame

FILES = [path for path in Path(engine.games.__file__).parent.glob("*.py") if path.name != "__init__.py"]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_game_is_a_docstring_imports_and_one_assignment(path: Path) -> None:
    prose, *imports, assigned = ast.parse(path.read_text(encoding="utf-8")).body
    assert isinstance(prose, ast.Expr)
    assert isinstance(prose.value, ast.Constant)
    assert len(str(prose.value.value)) > 100
    assert 1 <= len(imports) <= 2
    assert all(isinstance(each, ast.ImportFrom) for each in imports)
    assert isinstance(assigned, ast.Assign)
    assert [ast.unparse(target) for target in assigned.targets] == ["GAME"]


def test_every_file_is_a_game_of_its_own_name() -> None:
    assert [game.id for game in all_games()] == sorted(path.stem for path in FILES)


@pytest.mark.parametrize("game", all_games(), ids=[game.id for game in all_games()])
def test_every_game_stands_ready_to_play(game: TablesGame) -> None:
    assert sum(game.start.white) == sum(game.start.black) == game.men
    assert game.rules
    assert game.source
    assert find_game(game.name) is game
    assert game.grades[-1].points == 1
    for option in game.options:
        assert option.sentence.endswith(".")
        for choice in option.choices:
            game.with_options({option.name: choice.value})
    assert win_of(game, game.start, Side.WHITE) is None


@pytest.mark.parametrize(
    ("name", "game_id"),
    [
        ("backgammon", "backgammon"), ("BG", "backgammon"), ("Короткие нарды", "backgammon"),
        ("Hyper-Backgammon", "hypergammon"), ("πορτες", "portes"), ("Nack Gammon", "nackgammon"),
    ],
)  # fmt: skip
def test_games_are_found_by_any_of_their_names(name: str, game_id: str) -> None:
    assert find_game(name).id == game_id


def test_an_unknown_game_is_answered_with_the_nearest_names() -> None:
    with pytest.raises(UnknownGame, match="backgammon"):
        find_game("bakgamon")
    with pytest.raises(UnknownGame, match="hypergammon"):
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
    assert all(relation.theirs(relation.theirs(point)) == point for point in range(26))
