"""Games of somebody's own: the example of the docs, what is told of mistakes, and that a match outlives its file."""

import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from pseudo import PSEUDO, left_in_english

from device.cli.main import main
from device.errors import GameFileError, SettingsError
from device.library.records.converting import audited
from device.library.records.record_formats import record_of, write_record
from device.store.settings.game_file import game_in
from device.store.settings.settings_file import load_settings, parse_settings
from engine.board import Side
from engine.errors import InvalidGame
from engine.games import find_game
from engine.i18n import phrase_of
from engine.match.cube import CubeAction
from engine.match.match import Match, Score
from engine.match.terms import terms_of
from engine.match_formats import find_match_format
from engine.records.record import Record
from engine.tables.tables_game import TablesGame
from tests.engine.played_games import played
from tests.own_games_page import EXAMPLE

START = "W: 24(3) 13(4) 8(3) 6(5) B: 24(3) 13(4) 8(3) 6(5)"


@pytest.fixture
def sunday(tmp_path: Path) -> Path:
    """The example of docs/own-games.md as a file."""
    path = tmp_path / "sunday.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    return path


def said(*words: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [*map(str, words)])
    return result.exit_code, result.stdout + result.stderr


def wrong(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GameFileError) as found:
        game_in(path)
    outside = left_in_english(phrase_of(found.value).in_language(PSEUDO))
    assert not re.search(r"must|line|lacks|known|called|there", outside.replace(path.stem, "")), outside
    return str(found.value).replace(f"{path}, ", "")


def test_the_example_is_told_and_played_as_it_says(sunday: Path) -> None:
    status, text = said("games", sunday)
    assert status == 0
    assert text.startswith("Everybody begins with three checkers on the 24 and four on the 13.")
    assert "\nSunday tables. In living use." in text
    assert f"Start: {START}" in text and "{" not in text
    game = find_game(game_in(sunday))
    assert isinstance(game, TablesGame)
    assert [(each.how, each.points) for each in game.grades] == [("gammon", 2), ("single", 1)]
    status, text = said("plays", "--game", sunday, "--position", START, "--roll", "6-6", "--json")
    assert status == 0 and '"count": 13' in text and '"again": true' in text
    # A checker that hits on its 4 stays there; without that rule it would go on to the 3.
    blot = "W: 5(15) B: 21(1) 1(14)"
    status, text = said("plays", "--game", sunday, "--position", blot, "--roll", "2-1")
    assert status == 0 and "5/4*/2" not in text and "5/4* 5/3" in text


def test_the_settings_name_it_by_its_file_beside_them(sunday: Path) -> None:
    settings = sunday.parent / "tableside.toml"
    settings.write_text('[match]\ngame = "sunday.toml"\n', encoding="utf-8")
    (game,) = load_settings(settings).match.match_format.games
    assert game.rules().name == "Sunday tables"
    with pytest.raises(SettingsError, match=r"nothere\.toml cannot be read"):
        parse_settings('[match]\ngame = "nothere.toml"\n')


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('name = "A"\nrules = "B"\n\n# so many\nsetup = { 24 = 2 }\nlanding = "pinn"', 'line 6: landing must be one of "hit", "pin", "solo_block", not \'pinn\''),
        ('name = "A"\nrules = "B"\nsetup = { 24 = 2, 13 = 5 }', "line 3: setup has 7 checkers, and each side has 15: say `men` or put it right"),
        ('name = "A"\nrules = "B"\n[setup]\n24 = 15\n31 = 1', 'line 5: setup, 31 is no point: they are 1 to 24, and "hand" beside the board'),
        ('name = "A"\nrules = "B"\n[[step_rules]]\nkind = "KeepGap"', "line 4: step_rules, entry 1, kind is not known here; there are NoHitAndRun"),
        ('name = "A"\nrules = "B"\n[[turn_rules]]\nkind = "KeepGap"\n[[turn_rules]]\nkind = "MaxPrime"\nmoste = 4', "line 7: turn_rules, entry 2, moste is no part of MaxPrime; did you mean most?"),
        ('name = "A"\nlike = "trictrac"\nrules = "B"', "line 2: like must be a game with dice on 24 points"),
        ('name = "A"\nlike = "tavlo"\nrules = "B"', "line 2: like: there is no game called 'tavlo'; did you mean Tavla"),
        ('like = "tavla"', 'mine.toml: the game lacks its name: write name = "...", with what it is called'),
        ('name = "A"\nrules = "B"\nlike = "backgammon"\n[options]\nkoks = true', "line 4: options: Backgammon has no option 'koks'"),
        ('name = "A"\nrules = "B"\ngrades = [{ how = "gammon", points = 2, loser = "none off" }]', "line 3: grades must end with one that always fits"),
        ('name = "A"\nrules = "B"\nbearoff = "none"', "line 3: bearoff leaves no way to win: say one in `wins`"),
        ('name = "A"\nrules = "B"\n[numbers]\nkind = "Bonus"\nroll = [3, 4]', "line 5: numbers, roll is to be written with the higher number first, like [4, 3]"),
        ('name = "A"\nrules = "B"\nday = 2020-01-01', "has a date or a time in it"),
        ('name = "A"\nrules = B', "line 2: rules = B is not TOML: write a name, = and a value, like men = 15"),
        pytest.param(f'name = "A"\nmen = {"3" * 5000}', "line 2: men = 333", id="digits"),
        ('name = "A"\nmen = 3\nsetup = [', "line 3: setup = [ is not TOML"),
        ('name = "A"\nmen = 3\nmen = 4', "line 3: what is said here was said before"),
        ('name = "A"\nmen = 3\nrules = "B"\nrelation = "parallel_opposite"\nblock_at = 1\nsetup = { 24 = 3 }', 'line 5: block_at is 1 where one checker closes a point (landing = "solo_block"), else 2 or more'),
        ('name = "A"\nrules = "B"\nlike = "fevga"\n[[step_rules]]\nkind = "HeadLimit"\nlimit = 0', "neither side can play any throw from the start"),
        ('name = "A"\nrules = "B"\nrelation = "parallel_same"', "puts both sides on one point (White's 6, 8, 13, 24)"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_line(tmp_path: Path, text: str, told: str) -> None:
    assert told in wrong(tmp_path, text)


@pytest.mark.parametrize(("code", "told"), [
    ("de", "Zeile 4: step_rules, Eintrag 1, within muss eine ganze Zahl von 0 bis 99 sein, nicht eine Liste"),
    ("fi", "rivi 4: step_rules, merkintä 1, within on oltava kokonaisluku väliltä 0–99, ei luettelo"),
])  # fmt: skip
def test_what_is_wrong_is_told_in_the_reader_s_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, told: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = "A"\nrules = "B"\n[[step_rules]]\nwithin = [6]\nkind = "NoHitAndRun"', encoding="utf-8"
    )
    monkeypatch.setenv("LC_ALL", f"{code}.UTF-8")
    status, text = said("games", path)
    assert (status, text) == (2, f"tableside: {path}, {told}\n")


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = 'name = "A"\nruls = "B"\ncube = 1\n[setup]\n24 = "two"\n99 = 2\n[numbers]\nkind = "Twice"\nagain = 1\nx = 2\n'
    said = wrong(tmp_path, text)
    wanted = ("lacks its rules", "line 2: ruls", "line 3: cube must", "line 5: setup, 24 must")
    wanted += (
        "line 6: setup, 99 is no point",
        "line 9: numbers, again must",
        "line 10: numbers, x is no part",
    )
    assert [said.find(each) for each in wanted] == sorted(said.find(each) for each in wanted)
    assert all(each in said for each in wanted)


@pytest.mark.parametrize(
    "text",
    [
        '{"name": 3}',
        "{",
        '{"a":' * 3000,
        '{"name":"' + "a" * 13_000 + '"}',
        '{"name":"\\u001b[2J","rules":"B"}',
    ],
)
def test_a_strangers_declaration_is_refused_in_words(text: str) -> None:
    with pytest.raises(InvalidGame):
        find_game(text)


@pytest.mark.parametrize("format_", ["json", "text"])
def test_a_record_holds_the_game_it_was_played_by(sunday: Path, format_: str) -> None:
    game_id = game_in(sunday)
    sunday.unlink()
    match_format = find_match_format(game_id)
    game = played(Random(4), game_id, Score(0, 0), answers=(CubeAction.TAKE,))
    match = Match(0, "Anna", "Ben", (game,), game_id, match_format, terms_of({"cube": "on"}, 0))
    read = record_of(write_record(Record(match), format_).data)
    assert read.record.match.agreed == match_format
    assert read.record.match.games[0].turns == game.turns
    assert not audited(read).faults


def test_options_that_change_what_the_file_states_are_not_offered() -> None:
    text = '{"like":"backgammon","name":"A","rules":"B"'
    whole, less = find_game(text + "}"), find_game(text + ',"numbers":"Plain"}')
    assert isinstance(whole, TablesGame) and isinstance(less, TablesGame)
    assert {each.name for each in less.options} <= {each.name for each in whole.options}
    for game in (whole, less):
        for option in game.options:
            for choice in option.choices:
                assert game.with_options({option.name: choice.value}).start.of(Side.WHITE)
