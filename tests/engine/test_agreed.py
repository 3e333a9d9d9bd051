"""What people may agree on beside a game's rules, played: what the options change in numbers, set-ups and endings."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.board import Side
from engine.dice import Roll
from engine.games import all_games, find_game
from engine.plays.legal import legal_plays
from engine.plays.notation import parse_play
from engine.plays.turn_end import gives_up_freely, remarks, win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.rules import Rules
from engine.tables.options import Departure
from engine.tables.tables_game import Decide, FirstRoll, OptionValue, TablesGame
from engine.words.wording import Names

NAMES = Names("Anna", "Ben")


def game_of(name: str, options: Mapping[str, OptionValue] | None = None) -> TablesGame:
    game = find_game(name)
    assert isinstance(game, TablesGame)
    return game.with_options(options or {})


def numbers(
    game: TablesGame, position: Position, roll: str, side: Side = Side.WHITE
) -> list[tuple[int, ...]]:
    (plan,) = game.plans(Roll.parse(roll), position.past, side)
    return [stage.numbers for stage in plan.stages]


@pytest.mark.parametrize("name", ["puff_contrary", "puff_long", "tricktrack"])
def test_generalpasch_plays_the_deciding_throw_as_a_doublet(name: str) -> None:
    game = game_of(name, {"generalpasch": True})
    assert game.first_roll is FirstRoll.USE_BOTH
    assert numbers(game, game.start, "5-3") == [(3,), (5,), (2,), (4,)]
    assert numbers(game_of(name), game.start, "5-3") == [(3,), (5,)]
    outcome = parse_play(game, game.start, Side.WHITE, Roll.of(5, 3), "hand/22 hand/20 hand/23 hand/21")
    assert (outcome.position.past.doublets, outcome.position.past.again) == ((1, 0), False)
    assert numbers(game, outcome.position, "5-3", Side.BLACK) == [(3,), (5,)]
    assert numbers(game, outcome.position, "3-3") == [(3,) * 4, (4,) * 4]
    upper = parse_play(game, game.start, Side.WHITE, Roll.of(5, 3), "hand/22 hand/20")
    assert upper.position.past.doublets == (1, 0)


def test_two_one_in_long_puff() -> None:
    assert numbers(game_of("puff_long"), game_of("puff_long").start, "2-1") == [(1,), (2,)]
    game = game_of("puff_long", {"two_one": True})
    assert numbers(game, game.start, "2-1") == [(1,), (2,), (5,), (6,)]
    outcome = parse_play(game, game.start, Side.WHITE, Roll.of(2, 1), "hand/24 hand/23 hand/20 hand/19")
    assert outcome.position.past.doublets == (1, 0)


@pytest.mark.parametrize("name", ["ping_bei", "hui_hui"])
def test_the_liaoning_ending(name: str) -> None:
    start = parse_position("W: 8(1) 6(7) 5(7) B: 6(15)", 15)
    usual, ending = game_of(name), game_of(name, {"stop_at_home": True})
    for game, expected in ((usual, None), (ending, (Side.WHITE, 1, "all home"))):
        found = {
            win_of(game, each.position, Side.WHITE)
            for each in legal_plays(game, start, Side.WHITE, Roll.of(4, 3))
            if not any(each.position.white[7:])
        }
        assert found == {expected}


def test_b5_an_exposed_head_costs_three_chips() -> None:
    game = game_of("qi_liang", {"exposing_head": True})
    for text, roll, tally in (
        ("W: 5(8) 4(7) B: 6(15)", "6-1", (-3, 0)),
        ("W: 5(8) 4(7) B: 6(15)", "5-1", (0, 0)),
        ("W: 6(1) 5(7) 4(7) B: 6(15)", "6-1", (0, 0)),
        ("W: 8(1) 5(7) 4(7) B: 6(15)", "6-1", (0, 0)),
    ):
        start = parse_position(text, game)
        dice = Roll.parse(roll)
        for outcome in legal_plays(game, start, Side.WHITE, dice):
            assert outcome.position.past.tally == tally
            told = tuple(each.sentence(NAMES) for each in remarks(game, start, Side.WHITE, dice, outcome))
            assert told == (("Anna loses 3 chips.",) if tally[0] else ())


def test_b5_seven_points_at_the_start() -> None:
    game = game_of("qi_liang", {"seven_pairs_setup": True})
    assert sum(men >= 2 for men in game.start.white[1:25]) == 7
    assert parse_position(str(game.start), game) == game.start
    assert sum(game.start.white) == 15


def told(text: str, roll: str, play: str, name: str = "swedish_tables") -> tuple[str, ...]:
    game = game_of(name)
    start, dice = parse_position(text, game), Roll.parse(roll)
    found = remarks(game, start, Side.WHITE, dice, parse_play(game, start, Side.WHITE, dice, play))
    return tuple(each.sentence(NAMES) for each in found)


def test_terms_are_told_when_they_happen() -> None:
    assert told("W: 24(15) B: 24(15)", "6-6", "24/18") == ("Fåt: Anna cannot play 3 of the numbers.",)
    assert told("W: 24(15) B: 24(15)", "6-6", "24/18", "verkehren") == ()
    assert told("W: 24(15) B: 24(15)", "6-5", "24/13") == ("Anna has reached the huk, the 13 point.",)
    assert told("W: 24(13) 14(1) 13(1) B: 24(15)", "5-1", "14/13 24/19") == ()
    bomarsund = "Bomarsund: Anna holds the points on which Ben enters with a 5 and with a 6."
    before = "W: 13(11) 8(2) 7(1) 4(1) B: 24(15)"
    assert told(before, "6-2", "13/7 13/11", "lautapeli") == (bomarsund,)
    assert told(before, "6-2", "13/5", "lautapeli") == ()
    assert told("W: 13(9) 8(2) 7(3) 4(1) B: 24(15)", "6-2", "13/7 13/11") == ()


def test_who_has_made_no_point_on_his_own_side_may_give_up_singly() -> None:
    game = game_of("verkehren", {"early_resignation": True})
    early = parse_position("W: 24(8) 13(5) 11(1) 10(1) B: 24(13) 9(2)", game)
    assert gives_up_freely(game, early, Side.WHITE)
    assert not gives_up_freely(game, early, Side.BLACK)
    assert not gives_up_freely(game_of("verkehren"), early, Side.WHITE)
    assert not gives_up_freely(find_game("tablut"), find_game("tablut").start, Side.WHITE)


DEPARTURES = [(game, each) for game in all_games() for each in game.departures]


@pytest.mark.parametrize(("game", "each"), DEPARTURES, ids=[each.instead for _, each in DEPARTURES])
def test_what_another_source_says_can_be_played(game: Rules, each: Departure) -> None:
    name, equals, value = each.instead.partition("=")
    if equals:
        choices = {str(choice.value).lower(): choice.value for option in game.options if option.name == name
                   for choice in option.choices[1:]}  # fmt: skip
        assert value in choices
        assert game.with_options({name: choices[value]}) is not game
    else:
        assert find_game(name) is not game
        assert find_game(name).id == name


def both(name: str, text: str, roll: str, preset: str) -> list[set[str]]:
    """The results of a throw by a game and by its preset."""
    dice = Roll.parse(roll)
    found = []
    for each in (name, preset):
        game = game_of(each)
        position = parse_position(text, game)
        position = replace(position, past=replace(position.past, turns=(3, 3)))
        found.append({str(out.position) for out in legal_plays(game, position, Side.WHITE, dice)})
    return found


def test_presets_have_it_as_their_source_does() -> None:
    ours, salmi = both("moultezim", "W: 24(5) 5(2) 4(2) 3(3) 2(3) B: 18(15)", "2-1", "moultezim_s0")
    assert ours > salmi
    ours, salmi = both(
        "persian_nard",
        "W: 8(2) 6(3) 13(5) 24(2) 7(3) B: 20(1) 24(2) 13(5) 8(2) 6(5)",
        "3-2",
        "persian_nard_s0",
    )
    assert salmi > ours
    ours, german = both("dutch", "W: hand(15) B: 4(1) 8(2) hand(12)", "4-3", "dutch_s4")
    assert all("B: bar" not in each for each in ours) and all("bar(1)" in each for each in german)
    ours, salmi = both("puff_contrary", "W: 13(15) B: 24(15)", "3-3", "puff_s0")
    assert ours > salmi
    assert game_of("moultezim").grades[0].points == 1 and game_of("moultezim_s0").grades[0].points == 2
    assert game_of("kotra_s0").decide is Decide.LOW_DIE and game_of("kotra_s0").first_roll is FirstRoll.REROLL
