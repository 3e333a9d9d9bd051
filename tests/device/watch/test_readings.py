"""Readings of single pictures as JSON and as text."""

from dataclasses import replace

from device.table.watch.readings import reading_json, reading_text
from engine.board import CubePlace, Kind, Seating
from engine.games import find_game
from engine.turn.appearance import seen_as
from vision.observation import SITES, Chance, CubeFace, Die, Observation, Site

GAME = find_game("backgammon")
BOARD = seen_as(GAME, GAME.start, Seating(Kind.LIGHT, True))


def observation(hidden: int | None = None, over: int | None = None) -> Observation:
    """The starting position; one site may be hidden, and on one a checker too many be a little likelier."""
    sites = []
    for index in SITES:
        light, dark = BOARD.light[index], BOARD.dark[index]
        chances: tuple[Chance, ...] = (Chance(light, dark, 0.98), Chance(light + 1, dark, 0.02))
        if index == over:
            chances = (Chance(light + 1, dark, 0.6), Chance(light, dark, 0.4))
        sites.append(Site(index, () if index == hidden else chances, index == hidden))
    dice = (Die((0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "left", False, 0.2, 0.5, (10.0, 20.0)),)
    return Observation(tuple(sites), dice, CubeFace(64, CubePlace.CENTRE, 0.97, (5.0, 6.0)))


def test_without_a_game_nothing_is_assumed() -> None:
    told = reading_json("a.jpg", observation(over=6), None)
    points = told["points"]
    assert isinstance(points, dict)
    assert (told["image"], told["off"], points["6"]["light"]) == ("a.jpg", None, 6)


def test_with_a_game_its_checkers_are_conserved() -> None:
    told = reading_json("a.jpg", observation(over=6), GAME)
    points = told["points"]
    assert isinstance(points, dict)
    assert (points["6"]["light"], points["6"]["dark"]) == (5, 0) and points["6"]["p"] > 0.99
    off = told["off"]
    assert isinstance(off, dict)
    assert (off["light"], off["dark"]) == (0, 0) and off["p"] > 0.95


def test_a_die_whose_face_cannot_be_told_counts_for_nothing() -> None:
    shown = replace(observation(), dice=tuple(_flat(p) for p in (0.99, 0.7, 0.69)))
    told = reading_json("a.jpg", shown, GAME)["dice"]
    assert isinstance(told, list)
    assert [(die["value"], die["p"], die["flat"]) for die in told] == [
        (5, 0.99, True),
        (5, 0.7, True),
        (5, 0.69, False),
    ]
    # the referee is told of the same die as it lies
    assert all(die.flat for die in shown.dice)
    assert reading_json("a.jpg", observation(), None)["dice"] == observation().as_json()["dice"]


def _flat(p: float) -> Die:
    """A five on the board, so surely."""
    return Die((1 - p, 0.0, 0.0, 0.0, p, 0.0), "right", True, 0.8, 0.5, (10.0, 20.0))


def test_what_is_hidden_is_not_told() -> None:
    told = reading_json("a.jpg", observation(hidden=8), GAME)
    points = told["points"]
    assert isinstance(points, dict)
    assert (points["8"], told["off"], told["hidden"]) == (None, None, ["8"])


def test_a_reading_for_people() -> None:
    assert reading_text("a.jpg", observation(hidden=8, over=6), None).splitlines() == [
        "a.jpg",
        "  light: 24(2) 13(5) 6(6)",
        "  dark:  19(5) 17(3) 12(5) 1(2)",
        "  dice:  3 (cocked) left",
        "  cube:  64, centre",
        "  least sure: point 6, 0.600",
        "  hidden: 8",
    ]
