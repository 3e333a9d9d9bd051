"""One picture of a board of points, read: checkers, dice and the cube, each with its probabilities."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol, TypeVar

import cv2
import numpy as np

from engine.board import Shape, View
from vision.bare.bare_background import (
    TOLD_BY_OTHERS,
    Background,
    background,
    clear_of,
    ground_by,
    in_its_shade,
    known_background,
    known_ground,
    weighed,
)
from vision.bare.ground import small
from vision.bare.light import LitGround, own_light, shadows
from vision.bare.look_alikes import printed_alike
from vision.bare.printed import felt_of, printed_points, printed_tops, rings, unseen_firsts, without_print
from vision.board_model import BoardModel
from vision.checkers import SURE, Top, bare_points, find_tops, read_sites, settle
from vision.colour_model import Looks, in_likelier_light
from vision.cuboids.cube_reading import read_cube
from vision.cuboids.dice_reading import look_at_dice, read_dice, upright
from vision.detections import Detections, Spot, from_maps
from vision.frame import FloatArray, Picture
from vision.motion.light_meter import Tone, brightened, brightening
from vision.nets import Nets
from vision.observation import CubeFace, Die, Observation
from vision.rectify import INSET_X, INSET_Y, Rectifier
from vision.squares.square_observation import Seen
from vision.squares.square_reading import SquareReading, examine_squares
from vision.whole_board import together

FOREIGN_SHARE = 0.004
"""The share of the rectified picture that a foreign thing must cover to be one."""
MOSTLY = 0.5
"""What comes in over the edge and covers more than such a share is no hand."""
RIM = 3
"""How near to the rim of the maps, in cells, a foreign thing reaches that comes in from outside."""
DOUBTFUL = 0.05
"""What is likelier a checker than this, and no surer than that it is one, is worth a second look."""
CUBE_ROOM = (0.5, 0.75)
"""Within how many diameters of a checker from the cube's upper face no checker and no die can have its own."""


T = TypeVar("T")


class Timed(Protocol):
    """Does one stage of a reading, and may look at the clock meanwhile."""

    def __call__(self, stage: str, do: Callable[[], T], /) -> T:
        """What the stage makes."""


def untimed(_stage: str, do: Callable[[], T], /) -> T:
    """Does a stage of a reading, no more."""
    return do()


@dataclass(frozen=True, slots=True, eq=False)
class BoardReading:
    """One picture read: the observation, the checkers it rests on, and all that was found.

    `rectified`: the picture of the board (512x384); `lying`: what of dice, cube and foreign things was believed;
    `known`: whether it was known what the bare board looks like; `shade`: the shadows on it, as `LitGround` has them;
    `tone`: how the picture was made brighter before it was read.
    """

    observation: Observation
    tops: tuple[Top, ...]
    detections: Detections
    view: View
    rectified: Picture
    lying: Detections
    known: bool
    shade: FloatArray | None
    tone: Tone | None


def read_picture(model: BoardModel, picture: Picture, nets: Nets | None = None) -> Seen:
    """What one picture says of the board; `nets`: those that come with Tableside unless given."""
    if model.shape is Shape.TAFL:
        return examine_squares(model, picture, nets or own_nets()).observation
    return examine(model, picture, nets).observation


def examine(
    model: BoardModel, picture: Picture, nets: Nets | None = None, timed: Timed = untimed
) -> BoardReading:
    """What one picture says of a board of points, with all that it rests on.

    `timed` does the stages: rectify, board, dice, cube, checkers.
    """
    rectifier = model.rectifier(picture.shape)
    return read_board(model, nets or own_nets(), rectifier, picture, timed=timed, alone=True)


@lru_cache(maxsize=1)
def own_nets() -> Nets:
    """The networks that come with Tableside, loaded once."""
    return Nets.load()


def read_board(
    model: BoardModel,
    nets: Nets,
    rectifier: Rectifier,
    picture: Picture,
    before: Observation | None = None,
    last: CubeFace | None = None,
    timed: Timed = untimed,
    alone: bool = False,
) -> BoardReading:
    """Reads a picture; `before`: of the same still scene, whose cube is not looked at again; `last`: the last cube.

    `alone`: it is no picture of a game that is followed, which itself tells how many checkers there are.
    """
    start = time.perf_counter()
    rectified = timed("rectify", lambda: rectifier.rectify(picture))
    tone = brightening(rectified[INSET_Y:-INSET_Y, INSET_X:-INSET_X])
    picture, rectified = (brightened(each, tone) for each in (picture, rectified))
    bare = timed("checkers", lambda: known_ground(model, rectified))
    maps = timed("board", lambda: nets.board(rectified, None if bare is None else bare.planes()))
    found, behind = from_maps(maps), None
    if bare is not None:
        behind, shaded = timed("checkers", lambda: _behind(model, bare, found))
        if shaded is not None:
            maps = timed("board", lambda: nets.board(rectified, shaded.planes()))
            found = from_maps(maps)
            behind = timed("checkers", lambda: known_background(model, shaded, found))
        if behind is None:
            # another board: what was known of the bare one has misled
            maps = timed("board", lambda: nets.board(rectified))
            found = from_maps(maps)
    if behind is not None:
        found = behind.without_board(found, model)
    traces = timed(
        "dice", lambda: look_at_dice(found.dice, nets, picture, rectifier, upright(rectifier, model))
    )
    if before is not None:
        cube = before.cube
    else:
        cube = timed(
            "cube",
            lambda: read_cube(found.cubes, nets, picture, rectifier, model, last, traces, behind, found.tops),
        )
    cube_at = None if cube is None else rectifier.board(np.array([cube.px]))[0].tolist()

    def beside_cube(spot: Spot, room: float) -> bool:
        """Whether a spot is none of the cube's, but farther from it than `room`, in checkers' diameters."""
        return cube_at is None or spot.away(cube_at[0], cube_at[1], model.checker) > room

    def off_cube(tops: Sequence[Spot]) -> tuple[Spot, ...]:
        return tuple(spot for spot in tops if beside_cube(spot, CUBE_ROOM[0]))

    def again(told: LitGround) -> tuple[Spot, ...]:
        """The checkers once what the bare board looks like is told by the picture itself."""
        return off_cube(from_maps(maps.agreed(nets.board(rectified, told.planes()))).tops)

    traces = tuple(trace for trace in traces if beside_cube(trace.spot, CUBE_ROOM[1]))
    kept = replace(found, tops=off_cube(found.tops))
    shade = timed("checkers", lambda: _shadows_on(rectified, kept, model, behind))
    surely = [top for top in kept.tops if top.score > SURE]
    times = 1.0 if behind is None else behind.bare.times
    looks, model = in_likelier_light(Looks(rectified, model), shade, times, surely, model)
    tops, detections = timed("checkers", lambda: _checkers(kept, looks, model, behind, again))
    dice = timed("dice", lambda: read_dice(traces, rectifier, model, tops))
    sites = timed("checkers", lambda: together(read_sites(tops, detections.foreign, model), alone))
    ms = (time.perf_counter() - start) * 1000
    lying = Detections((), *_believed(dice, cube, rectifier), detections.foreign)
    return BoardReading(
        Observation(sites, dice, cube, True, ms),
        tops,
        detections,
        _view(detections),
        rectified,
        lying,
        behind is not None,
        shade,
        tone,
    )


def _behind(
    model: BoardModel, bare: LitGround, found: Detections
) -> tuple[Background | None, LitGround | None]:
    """The background that a known board makes, None where this is another; and that board with the shadows that fall
    on it, None where none do.
    """
    clear = clear_of(found, model)
    shaded = in_its_shade(model, bare, clear)
    behind = known_background(model, shaded, found, clear)
    return behind, None if behind is None or shaded is bare else shaded


def _shadows_on(
    rectified: Picture, found: Detections, model: BoardModel, behind: Background | None
) -> FloatArray | None:
    """The shadows and bright spots on a board, as `LitGround` has them."""
    if behind is not None:
        return behind.bare.shade
    clear = clear_of(found, model)
    return shadows(own_light(small(rectified), clear, model), clear)


def _believed(
    dice: Sequence[Die], cube: CubeFace | None, rectifier: Rectifier
) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """Where dice and cube lie on the board."""
    places = [rectifier.board(np.array([each.px]))[0] for each in dice]
    cubes = [] if cube is None else [rectifier.board(np.array([cube.px]))[0]]
    return tuple(Spot(float(u), float(v), 1.0) for u, v in places), tuple(
        Spot(float(u), float(v), 1.0) for u, v in cubes
    )


def _checkers(
    found: Detections,
    looks: Looks,
    model: BoardModel,
    behind: Background | None,
    again: Callable[[LitGround], tuple[Spot, ...]],
) -> tuple[tuple[Top, ...], Detections]:
    """The checkers, weighed by the bare board: the one that is known, or what the picture's own bare points tell of it.

    `again`: looks for checkers once more, knowing that; where print or a doubtful checker is seen.
    """
    if behind is None:
        seen = _settled(found, looks, model)
        alike = printed_alike(seen, looks.rectified, model)
        bare, printed = _by_itself(seen, found, looks, model, alike)
        in_doubt = printed or any(DOUBTFUL < spot.score < 1 - DOUBTFUL for spot in found.tops)
        if in_doubt and bare.ground.known.any():
            found = replace(found, tops=again(bare))
            bare, printed = _by_itself(_settled(found, looks, model), found, looks, model, alike)
        behind = background(model, bare, TOLD_BY_OTHERS)
        found = without_print(found, {(top.u, top.v): p for top, p in printed.items()})
    elif looks.shade is behind.bare.shade:
        # where looks do not bear out the light on the board, they do not tell either whether it shows in their middle
        found = without_print(found, rings(found, looks, model))
    detections = weighed(found, looks, model, behind)
    return _settled(detections, looks, model), detections


def _by_itself(
    seen: Sequence[Top], found: Detections, looks: Looks, model: BoardModel, alike: Mapping[int, float]
) -> tuple[LitGround, dict[Top, float]]:
    """What a picture's own bare points tell of the board, and what of the checkers seen is print rather, how likely.

    `alike`: how likely print is on points that look alike.
    """
    printed = printed_tops(seen, felt_of(looks, model), alike, unseen_firsts(seen, looks, model))
    bare = [*bare_points(seen, found.foreign, model), *printed_points(seen, printed)]
    return ground_by(bare, found, looks.rectified, model), printed


def _settled(found: Detections, looks: Looks, model: BoardModel) -> tuple[Top, ...]:
    """The checkers found, each on its site and as sure as it is in its pile."""
    return settle(find_tops(found, looks, model), found.foreign, model)


def covered(reading: BoardReading | SquareReading) -> float:
    """The share (0-1) of the picture that foreign things cover."""
    return float(np.mean(reading.detections.foreign > 0.5))


def _view(detections: Detections) -> View:
    """HAND where something comes in over the edge, COVERED where something lies on the board or hides most of it, else
    CLEAR.
    """
    mask = (detections.foreign > 0.5).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    height, width = mask.shape
    view = View.CLEAR
    for label in range(1, count):
        x, y, wide, high, area = (int(n) for n in stats[label])
        if area < FOREIGN_SHARE * mask.size:
            continue
        if area > MOSTLY * mask.size:
            return View.COVERED
        if min(x, y, width - x - wide, height - y - high) <= RIM:
            return View.HAND
        view = View.COVERED
    return view
