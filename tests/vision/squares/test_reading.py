"""Drawn boards of squares, read with the networks that come with Tableside: men, king,
hands, and what the eye learns.
"""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration import Calibration, model_from_corners
from engine.board import Kind, Occupancy, Shape, View
from vision.board_model import BoardModel
from vision.draw import corners, draw, preset, random_appearance
from vision.drawing.board_look import Appearance
from vision.drawing.square_drawing import middle, on_squares, piece_on, set_out
from vision.eye import Eye
from vision.frame import Frame, Picture
from vision.overlay import overlay
from vision.reading import own_nets, read_picture
from vision.rectify import Corners
from vision.scene import Hand, Scene
from vision.squares.square_geometry import KING, MAN, MIDDLE, SQUARES, square_name
from vision.squares.square_observation import SquareObservation
from vision.squares.square_reading import examine_squares

START = (
    "Ke5 e3 e4 e6 e7 c5 d5 f5 g5",
    "d1 e1 f1 e2 d9 e9 f9 e8 a4 a5 a6 b5 i4 i5 i6 h5",
)
LATER = ("Kc7 e4 b5 d5 h2 g8", "d1 f3 e2 d9 a9 e8 b6 a5 a6 i4 i5 h6 c3")
NUMBERS = {square_name(number): number for number in range(SQUARES)}


def board_of(light: str, dark: str) -> Occupancy:
    """A board by the names of its squares."""
    sides = []
    for text in (light, dark):
        counts = [0] * SQUARES
        for word in text.split():
            counts[NUMBERS[word.removeprefix("K")]] = KING if word.startswith("K") else MAN
        sides.append(tuple(counts))
    return Occupancy(sides[0], sides[1])


def look_of(seed: int | None) -> Appearance:
    """A drawn board of squares to look at."""
    return on_squares(preset() if seed is None else random_appearance(seed, (960, 720)))


def shown(look: Appearance, board: Occupancy, hand: tuple[Hand, ...] = (), number: int = 0) -> Picture:
    """A picture of a board, perhaps with a hand over it."""
    return draw(Scene(set_out(board, look.sizes), hands=hand), look, number)


def taps(look: Appearance, off: float = 0.0) -> Corners:
    """The corners of a drawn board, `off` by so many pixels at most."""
    there = corners(look) + np.random.default_rng(5).uniform(-off, off, (4, 2))
    a, b, c, d = ((float(x), float(y)) for x, y in there)
    return a, b, c, d


def wrong(observation: SquareObservation, board: Occupancy) -> list[str]:
    """The squares that were read otherwise than they are, hidden ones aside."""
    best = observation.best()
    return [
        square_name(number)
        for number in range(SQUARES)
        if number not in observation.hidden
        and (best.light[number], best.dark[number]) != (board.light[number], board.dark[number])
    ]


@pytest.fixture(scope="module")
def calibrated() -> Callable[[int | None], tuple[Appearance, Calibration]]:
    """Boards calibrated with a picture of them empty and one of the start, with taps a little off."""
    made: dict[int | None, tuple[Appearance, Calibration]] = {}

    def calibrate(seed: int | None) -> tuple[Appearance, Calibration]:
        if seed not in made:
            look = look_of(seed)
            start = shown(look, board_of(*START))
            empty = draw(Scene(()), look)
            made[seed] = look, model_from_corners(taps(look, 5.0), start, empty, start, shape=Shape.TAFL)
        return made[seed]

    return calibrate


@pytest.mark.parametrize("seed", [pytest.param(None, marks=pytest.mark.long), 4])
def test_a_calibrated_board_is_read_whole(
    calibrated: Callable[[int | None], tuple[Appearance, Calibration]], seed: int | None
) -> None:
    look, done = calibrated(seed)
    assert done.model.near is Kind.LIGHT
    assert done.model.king is not None
    later = board_of(*LATER)
    seen = read_picture(done.model, shown(look, later))
    assert isinstance(seen, SquareObservation)
    assert [name for name in wrong(seen, later) if name not in ("c7", "e4", "b5", "d5", "h2", "g8")] == []
    # A king who is a man upon a man is hard to tell from his men; that somebody stands there is not.
    assert sum(map(bool, seen.best().light)) == 6
    assert not seen.hidden


def test_a_board_is_read_cold(calibrated: Callable[[int | None], tuple[Appearance, Calibration]]) -> None:
    look, _ = calibrated(4)
    start = board_of(*START)
    picture = shown(look, start)
    seen = read_picture(model_from_corners(taps(look), picture, shape=Shape.TAFL).model, picture)
    assert isinstance(seen, SquareObservation)
    assert wrong(seen, start) == []
    assert seen.king[MIDDLE] == max(seen.king)


def test_a_king_of_another_colour_is_found_wherever_he_stands(
    calibrated: Callable[[int | None], tuple[Appearance, Calibration]],
) -> None:
    """Cold too: he is the one man unlike all others."""
    look, done = calibrated(1)
    light, dark = LATER
    rest = board_of(light.replace("Kc7 ", ""), dark)
    picture = shown(look, rest)
    crowned = draw(
        Scene((*set_out(rest, look.sizes), *piece_on(Kind.LIGHT, 1, NUMBERS["c7"], look.sizes))), look
    )
    # The man on c7, and only he, is made green.
    changed = np.abs(crowned.astype(int) - picture).max(axis=2) > 24
    mask = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0
    crowned[mask] = np.clip(crowned[mask] * np.array([0.4, 0.9, 0.3]), 0, 255).astype(np.uint8)
    model = replace(done.model, king=None)
    seen = read_picture(model, crowned)
    assert isinstance(seen, SquareObservation)
    assert int(np.argmax(seen.king)) == NUMBERS["c7"]
    assert seen.king[NUMBERS["c7"]] > 0.6


def test_a_hand_hides_what_is_below_it(
    calibrated: Callable[[int | None], tuple[Appearance, Calibration]],
) -> None:
    look, done = calibrated(None)
    board = board_of(*LATER)
    hand = Hand(middle(NUMBERS["f5"], 1.0), False, 0.3)
    reading = examine_squares(done.model, shown(look, board, (hand,)), own_nets())
    assert reading.view is View.HAND
    assert {"f4", "f3"} <= {square_name(number) for number in reading.observation.hidden}
    assert len(reading.observation.hidden) < 30
    json = reading.observation.as_json()
    assert json["sites"]["f4"] is None
    assert json["sites"]["a9"] is not None


def test_the_eye_fuses_looks_and_learns_the_start(
    calibrated: Callable[[int | None], tuple[Appearance, Calibration]],
) -> None:
    look, done = calibrated(4)
    cold = BoardModel(
        done.model.size, done.model.corners, None, done.model.checker, done.model.lift, shape=Shape.TAFL
    )
    eye = Eye(cold)
    start, later = board_of(*START), board_of(*LATER)
    for number in range(3):
        sight = eye.see(Frame(shown(look, start, number=number), number / 5, number))
    assert sight.view is View.CLEAR
    assert isinstance(sight.observation, SquareObservation)
    assert sight.observation.looks == 3
    assert wrong(sight.observation, start) == []
    assert eye.model.near is Kind.LIGHT
    assert eye.model.king is not None and eye.model.colour_model is not None
    moved = eye.see(Frame(shown(look, later), 1.0, 5))
    assert (moved.view, moved.observation) == (View.MOVING, None)
    sight = eye.see(Frame(shown(look, later, number=1), 1.2, 6))
    assert isinstance(sight.observation, SquareObservation)
    assert sum(map(bool, sight.observation.best().dark)) == 13


def test_the_overlay_draws_what_was_read(
    calibrated: Callable[[int | None], tuple[Appearance, Calibration]],
) -> None:
    look, done = calibrated(None)
    hand = Hand(middle(NUMBERS["f5"], 1.0), False, 0.3)
    picture = shown(look, board_of(*LATER), (hand,))
    seen = read_picture(done.model, picture)
    drawn = overlay(picture, done.model, seen)
    assert drawn.shape == picture.shape
    assert (drawn != picture).any(axis=2).mean() > 0.03
