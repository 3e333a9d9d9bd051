"""What was read, drawn over the picture it was read from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
from vision.label_layout import Label, Rectangle, around, laid_out
from vision.observation import Observation, Site
from vision.rectify import Pixel, Rectifier
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
    shape = (drawing.shape[1], drawing.shape[0])
    for mark, box in marks(rectifier, model, observation, size, shape, caption):
        _draw(drawing, mark, box)
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


@dataclass(frozen=True, slots=True)
class Mark:
    """A text to be written: in a box, or with a `rim` in a badge; `about`: the die or cube to which a line leads."""

    text: str
    label: Label
    fill: Colour
    ink: Colour
    size: float
    rim: Colour | None = None
    about: Rectangle | None = None


def marks(
    rectifier: Rectifier,
    model: BoardModel,
    observation: Observation,
    size: float,
    shape: tuple[int, int],
    caption: str = "",
) -> list[tuple[Mark, Rectangle]]:
    """All that is written over a picture of that width and height, and where: nothing over anything else."""
    told = [site for site in observation.sites if _is_told(site)]
    found = [each for site in told for each in _badges(rectifier, model, site, size)]
    found += [_share(rectifier, model, site, size) for site in told if _is_doubtful(site)]
    found += _tags(observation, size)
    taken = [each.about for each in found if each.about is not None]
    if caption:
        taken.append(Rectangle((shape[0] / 2, 1.2 * size), (shape[0] / 2, 1.2 * size)))
    return list(zip(found, laid_out([each.label for each in found], shape, taken), strict=True))


def _draw(drawing: Picture, mark: Mark, box: Rectangle) -> None:
    centre = (round(box.middle[0]), round(box.middle[1]))
    if mark.rim is not None:
        cv2.circle(drawing, centre, round(mark.size), mark.rim, -1, cv2.LINE_AA)
        cv2.circle(drawing, centre, round(mark.size * 0.8), mark.fill, -1, cv2.LINE_AA)
        write(drawing, mark.text, centre, mark.ink, mark.size * 0.95)
        return
    if mark.about is not None:
        x, y = mark.about.middle
        cv2.line(drawing, (round(x), round(y)), centre, mark.fill, thickness(mark.size), cv2.LINE_AA)
    half = (round(box.half[0]), round(box.half[1]))
    low, high = (centre[0] - half[0], centre[1] - half[1]), (centre[0] + half[0], centre[1] + half[1])
    cv2.rectangle(drawing, low, high, mark.fill, -1, cv2.LINE_AA)
    write(drawing, mark.text, centre, mark.ink, mark.size)


def _badges(rectifier: Rectifier, model: BoardModel, site: Site, size: float) -> Iterator[Mark]:
    """How many checkers of each kind stand on a site, beside it."""
    likeliest = site.likeliest
    shown = [(GREY, INK, "?")] if site.hidden else []
    if not site.hidden:
        if likeliest.light:
            shown.append((PAPER, INK, str(likeliest.light)))
        if likeliest.dark or not shown:
            shown.append((INK, PAPER, str(likeliest.dark)))
    places = _beside(rectifier, model, site)
    for k, (fill, ink, text) in enumerate(shown):
        across = (k - (len(shown) - 1) / 2) * 2.1 * size
        label = Label((size, size), tuple((x + across, y) for x, y in places))
        yield Mark(text, label, fill, ink, size, rim=_colour(site))


def _beside(rectifier: Rectifier, model: BoardModel, site: Site) -> list[Pixel]:
    """Where what is written of a site may lie: outside the board and further out, then further in; on the bar about
    its middle.
    """
    if site.index == BAR:
        v = 0.5 + np.array([0.0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.24, -0.24])
    else:
        out = np.array([0.035, 0.095, 0.155, 0.215, -0.045, -0.105, -0.165, -0.225, -0.285])
        v = 1 + out if site.index <= 12 else -out
    pixels = rectifier.pixels(np.column_stack([np.full(len(v), model.middle(site.index)), v]))
    return [(float(x), float(y)) for x, y in pixels]


def _colour(site: Site) -> Colour:
    return GREY if site.hidden else GOOD if site.likeliest.p >= SURE else DOUBT


def _is_told(site: Site) -> bool:
    """Whether anything is to be written of a site: of one that is surely empty, nothing is."""
    likeliest = site.likeliest
    return site.hidden or bool(likeliest.light or likeliest.dark) or likeliest.p < SURE


def _is_doubtful(site: Site) -> bool:
    return not site.hidden and site.likeliest.p < CERTAIN


def _share(rectifier: Rectifier, model: BoardModel, site: Site, size: float) -> Mark:
    """How likely it is what is told of a site, below its badge, or above it at the picture's lower edge."""
    (x, y), *_ = _beside(rectifier, model, site)
    text, small = percent(site.likeliest.p), size * 0.8
    places = tuple((x, y + down * size) for down in (1.75, -1.75, 3.2, -3.2, 4.6, -4.6))
    half = (extent(text, small)[0] / 2 + small * 0.35, small * 0.7)
    return Mark(text, Label(half, places), _colour(site), INK, small)


def _tags(observation: Observation, size: float) -> Iterator[Mark]:
    """What dice and cube show, beside them."""
    told = [
        (die.px, f"{die.value}{_doubt(die.p)}" if die.flat else "/", die.p, die.flat)
        for die in observation.dice
    ]
    if observation.cube is not None:
        cube = observation.cube
        told.append((cube.px, f"{cube.value} {cube.place.value}{_doubt(cube.p)}", cube.p, True))
    for pixel, text, p, flat in told:
        about = Rectangle(pixel, (size, size))
        half = (extent(text, size)[0] / 2 + size * 0.5, size * 0.85)
        fill = BAD if not flat else GOOD if p >= SURE else DOUBT
        yield Mark(text, around(about, half), fill, INK, size, about=about)


def _doubt(p: float) -> str:
    """How likely it is, where that is worth saying."""
    return "" if p >= CERTAIN else f" {percent(p)}"


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
