"""What was read, drawn over the picture it was read from."""

from collections.abc import Sequence

import cv2
import numpy as np

from engine.board import BAR
from vision.board_model import BoardModel
from vision.checkers import Top
from vision.frame import Picture
from vision.inks import (
    BAD,
    CERTAIN,
    DOUBT,
    GOOD,
    GREY,
    INK,
    PAPER,
    SURE,
    Colour,
    extent,
    percent,
    scale,
    size_of,
    thickness,
    whole,
    write,
)
from vision.observation import Site
from vision.rectify import Rectifier
from vision.squares.square_observation import Seen, SquareObservation
from vision.squares.square_overlay import overlay_squares


def overlay(
    picture: Picture, model: BoardModel, observation: Seen, tops: Sequence[Top] = (), caption: str = ""
) -> Picture:
    """A copy of the picture with the board's outline, a badge for every site that is not empty, dice and cube.

    What is not sure bears its probability in per cent; sites that cannot be seen are shaded.
    """
    if isinstance(observation, SquareObservation):
        return overlay_squares(picture, model, observation)
    rectifier = model.rectifier(picture.shape)
    drawing = picture.copy()
    size = size_of(rectifier.shrinking())
    _outline(drawing, rectifier, model, size)
    for site in observation.sites:
        if site.hidden:
            _shade(drawing, rectifier, model, site.index)
    for top in tops:
        if top.score > 0.5:
            _ring(drawing, rectifier, model, top, size)
    drawing = np.asarray(cv2.addWeighted(drawing, 0.75, picture, 0.25, 0), dtype=np.uint8)
    for site in observation.sites:
        _badge(drawing, rectifier, model, site, size)
    for die in observation.dice:
        text = f"{die.value}{_doubt(die.p)}" if die.flat else "/"
        _tag(drawing, die.px, text, GOOD if die.flat and die.p >= SURE else DOUBT if die.flat else BAD, size)
    if observation.cube is not None:
        cube = observation.cube
        _tag(
            drawing,
            cube.px,
            f"{cube.value} {cube.place.value}{_doubt(cube.p)}",
            GOOD if cube.p >= SURE else DOUBT,
            size,
        )
    if caption:
        _caption(drawing, caption, size)
    return drawing


def _outline(drawing: Picture, rectifier: Rectifier, model: BoardModel, size: float) -> None:
    thick = max(1, round(size / 9))
    frame = np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]])
    cv2.polylines(drawing, [whole(rectifier.line(frame, closed=True))], True, GOOD, thick, cv2.LINE_AA)
    if model.bar is not None:
        for u in model.bar:
            ends = rectifier.line(np.array([[u, 0.0], [u, 1.0]]))
            cv2.polylines(drawing, [whole(ends)], False, GOOD, max(1, thick // 2), cv2.LINE_AA)


def _shade(drawing: Picture, rectifier: Rectifier, model: BoardModel, index: int) -> None:
    """Stripes over a site that cannot be seen."""
    left, right = _across(model, index)
    low, high = (0.0, 1.0) if index == BAR else (0.54, 1.0) if index <= 12 else (0.0, 0.46)
    corners = np.array([[left, low], [right, low], [right, high], [left, high]])
    mask = np.zeros(drawing.shape[:2], np.uint8)
    cv2.fillPoly(mask, [whole(rectifier.line(corners, closed=True))], 255)
    slanting = np.add.outer(np.arange(drawing.shape[0]), np.arange(drawing.shape[1]))
    stripes = (mask > 0) & (slanting // 7 % 2 == 0)
    drawing[stripes] = (0.4 * drawing[stripes] + 0.6 * np.array(GREY)).astype(np.uint8)


def _across(model: BoardModel, index: int) -> tuple[float, float]:
    """Where a site begins and ends, in board coordinates from the left."""
    if index == BAR and model.bar is not None:
        return model.bar
    half = (0.3 if index == BAR else 0.5) * model.pitch
    return model.middle(index) - half, model.middle(index) + half


def _ring(drawing: Picture, rectifier: Rectifier, model: BoardModel, top: Top, size: float) -> None:
    turn = np.linspace(0, 2 * np.pi, 40)
    ring = np.column_stack(
        [top.u + np.cos(turn) * model.checker[0] * 0.47, top.v + np.sin(turn) * model.checker[1] * 0.47]
    )
    colour = PAPER if top.light >= 0.5 else INK
    line = whole(rectifier.pixels(ring))
    cv2.polylines(
        drawing, [line], True, INK if colour is PAPER else PAPER, max(2, round(size / 4)), cv2.LINE_AA
    )
    cv2.polylines(drawing, [line], True, colour, thickness(size), cv2.LINE_AA)


def _badge(drawing: Picture, rectifier: Rectifier, model: BoardModel, site: Site, size: float) -> None:
    likeliest = site.likeliest
    if not site.hidden and not likeliest.light and not likeliest.dark and likeliest.p >= SURE:
        return
    v = 0.5 if site.index == BAR else 1.035 if site.index <= 12 else -0.035
    place = rectifier.pixels(np.array([[model.middle(site.index), v]]))[0]
    place = np.clip(place, size, [drawing.shape[1] - size, drawing.shape[0] - size])
    ring = GREY if site.hidden else GOOD if likeliest.p >= SURE else DOUBT
    shown = [(GREY, INK, "?")] if site.hidden else []
    if not site.hidden:
        if likeliest.light:
            shown.append((PAPER, INK, str(likeliest.light)))
        if likeliest.dark or not shown:
            shown.append((INK, PAPER, str(likeliest.dark)))
    for k, (fill, ink, text) in enumerate(shown):
        centre = (round(place[0] + (k - (len(shown) - 1) / 2) * 2.1 * size), round(place[1]))
        cv2.circle(drawing, centre, round(size), ring, -1, cv2.LINE_AA)
        cv2.circle(drawing, centre, round(size * 0.8), fill, -1, cv2.LINE_AA)
        write(drawing, text, centre, ink, size * 0.95)
    if not site.hidden and likeliest.p < CERTAIN:
        # below the badge, or above it at the picture's lower edge
        down = 1.75 * size if place[1] < drawing.shape[0] - 3 * size else -1.75 * size
        _label(drawing, (round(place[0]), round(place[1] + down)), percent(likeliest.p), ring, size * 0.8)


def _label(drawing: Picture, centre: tuple[int, int], text: str, colour: Colour, size: float) -> None:
    """Small text in a box."""
    width, _ = extent(text, size)
    half = (width // 2 + round(size * 0.35), round(size * 0.7))
    x = min(max(centre[0], half[0]), drawing.shape[1] - half[0])
    cv2.rectangle(drawing, (x - half[0], centre[1] - half[1]), (x + half[0], centre[1] + half[1]), colour, -1)
    write(drawing, text, (x, centre[1]), INK, size)


def _doubt(p: float) -> str:
    """How likely it is, where that is worth saying."""
    return "" if p >= CERTAIN else f" {percent(p)}"


def _tag(drawing: Picture, pixel: tuple[float, float], text: str, colour: Colour, size: float) -> None:
    x, y = round(pixel[0] + 1.4 * size), round(pixel[1] - 1.6 * size)
    width, _ = extent(text, size)
    half = width // 2 + round(size * 0.5)
    x = min(max(x, half), drawing.shape[1] - half)
    y = max(y, round(size))
    top, bottom = (x - half, y - round(size * 0.85)), (x + half, y + round(size * 0.85))
    cv2.line(drawing, (round(pixel[0]), round(pixel[1])), (x, y), colour, thickness(size), cv2.LINE_AA)
    cv2.rectangle(drawing, top, bottom, colour, -1, cv2.LINE_AA)
    write(drawing, text, (x, y), INK, size)


def _caption(drawing: Picture, caption: str, size: float) -> None:
    height = round(2.4 * size)
    drawing[:height] = (drawing[:height] * 0.35).astype(np.uint8)
    place = (round(size * 0.8), round(1.65 * size))
    cv2.putText(
        drawing,
        caption,
        place,
        cv2.FONT_HERSHEY_SIMPLEX,
        scale(size),
        PAPER,
        max(1, round(size / 9)),
        cv2.LINE_AA,
    )
