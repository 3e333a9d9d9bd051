"""The steps that make the model of a board: corners, the bar, the checkers' size, their colours, the verdict."""

from dataclasses import dataclass, replace

from calibration.corners import refine
from calibration.lens import lens_of
from calibration.squares import squares_model, with_men
from calibration.start import learn_start
from calibration.verdict import verdict_of
from engine.board import Shape
from engine.tongue import marked, saying
from vision.board_model import BoardModel
from vision.checkers import learn_sizes, sure_looks
from vision.errors import PictureError
from vision.eye import examine, own_nets
from vision.frame import Picture
from vision.markers import find_tags, markers_of
from vision.nets import Nets
from vision.palette import learn_palette
from vision.pose import pose_of, usual_sizes
from vision.rectify import Corners, bent, lie_near, straightened

UNSTARTED = marked(
    "The picture of the start does not show the starting position of backgammon, "
    "so the colours were learned without it."
)
UNSTARTED_SQUARES = marked(
    "The picture of the start does not show the starting position of Tablut, "
    "so colours and king were learned without it."
)


@dataclass(frozen=True, slots=True)
class Calibration:
    """A board's model, and what there is to say about it, in sentences for the person who set the board up.

    `home_right`: whether the near player bears off at his right hand, None where no starting position told it.
    """

    model: BoardModel
    verdict: tuple[str, ...]
    home_right: bool | None = None


def model_from_corners(
    corners: Corners,
    picture: Picture,
    empty: Picture | None = None,
    start: Picture | None = None,
    nets: Nets | None = None,
    shape: Shape = Shape.TABLES,
) -> Calibration:
    """The model of a board from its four corners and a picture; better with one of it empty and one of the start.

    All pictures must be of one size. PictureError where the corners lie outside the picture or span no board.
    `nets`: those that come with Tableside unless given; `shape`: whether the board has points or squares.
    """
    height, width = picture.shape[:2]
    for other in (empty, start):
        if other is not None and other.shape != picture.shape:
            raise PictureError(
                saying("The pictures for a calibration must all be of one size: take them with one camera.")
            )
    if not lie_near(corners, width, height):
        raise PictureError(
            saying(
                "The corners do not lie in this picture of {width}x{height}: give them in its pixels.",
                width=width,
                height=height,
            )
        )
    if shape is Shape.TAFL:
        return _squares(corners, picture, empty, start, nets or own_nets())
    barest = picture if empty is None else empty
    lens = lens_of(corners, barest, nets)
    straight_corners, straight, bend = straightened(corners, barest, lens)
    fit = refine(straight_corners, straight, nets)
    model = BoardModel((width, height), bent(fit.corners, bend), fit.bar, lens=lens)
    laid = model.rectifier(picture.shape)
    checker, lift = usual_sizes(pose_of(laid, model.size), model.pitch)
    model = replace(model, checker=checker, lift=lift)
    if empty is not None:
        model = model.with_empty(laid.rectify(empty))
    shown = picture if start is None else start
    model = learn_sizes(examine(model, shown, nets).tops, model)
    tops = examine(model, shown, nets).tops
    lesson = learn_start(tops)
    said: tuple[str, ...] = ()
    if lesson is not None:
        model = replace(model, palette=lesson.palette, near=lesson.near)
    else:
        model = replace(model, palette=learn_palette(sure_looks(tops)))
        if start is not None:
            said = (UNSTARTED,)
    return Calibration(
        _with_frame(model, shown),
        said + verdict_of(model, shown, empty, len(tops)),
        None if lesson is None else lesson.home_right,
    )


def _squares(
    corners: Corners, picture: Picture, empty: Picture | None, start: Picture | None, nets: Nets
) -> Calibration:
    """The same of a board of squares."""
    shown = picture if start is None else start
    model = squares_model(corners, shown, empty)
    model, started, seen = with_men(model, shown, nets, told=start is not None)
    said = (UNSTARTED_SQUARES,) if start is not None and not started else ()
    return Calibration(_with_frame(model, shown), said + verdict_of(model, shown, empty, seen))


def _with_frame(model: BoardModel, picture: Picture) -> BoardModel:
    """The model with how board and frame look, and where markers stick on it, by which it is known to have moved."""
    tags = find_tags(picture)
    return replace(model, markers=markers_of(tags, model.rectifier(picture.shape))).with_glimpse(picture)
