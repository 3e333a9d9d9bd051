"""Where the camera stands over the board, as far as the four corners tell, and what it does not see from there."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.board_model import BoardModel, Lift
from vision.frame import FloatArray, Mask
from vision.rectify import (
    HEIGHT,
    INSET_X,
    INSET_Y,
    SPAN_X,
    SPAN_Y,
    WIDTH,
    Corners,
    Lens,
    Rectifier,
    bend_of,
    rectifier,
)

USUAL_FOCAL = 1.05
"""The usual focal length, in widths of the picture."""
USUAL_ASPECT = 1.27
"""The usual width of a playing surface over its depth."""
FREEDOM = 0.09
"""By how much, in natural logarithms, that differs from board to board."""
FOCAL_FREEDOM = 0.35
"""The same of focal lengths from camera to camera."""
SKEW = 0.01
"""The cosine between across and along that badly set corners make of a right angle."""
ACROSS = 0.96
"""The usual diameter of a checker, in widths of a point."""
THICKNESS = 0.3
"""The usual thickness of a checker, in its diameters."""
RAIL = 0.08
"""How high rails may stand above the playing surface, in its depths: an inch and a half on a tournament board."""


@dataclass(frozen=True, slots=True)
class Pose:
    """The camera over the board: (`u`, `v`) the place straight below it, in board coordinates; `height` in depths of
    the playing surface; `aspect`: the surface's width over its depth; `focal` length in widths of the picture.
    """

    u: float
    v: float
    height: float
    aspect: float
    focal: float


def pose_of(
    rectifier: Rectifier, size: tuple[int, int], aspect: float = USUAL_ASPECT, freedom: float = FREEDOM
) -> Pose:
    """The likeliest pose of a camera with square pixels that looks along its picture's middle.

    `rectifier` knows the corners in a picture of that `size` (width, height in pixels).

    `aspect`: what the surface's width over its depth is likely to be, `freedom`: by how much it may be otherwise.

    A single view does not always tell the focal length and the board's proportions apart (Hartley & Zisserman,
    section 8.8), so both are drawn towards what is usual.
    """
    width, height = size
    centring = np.array([[1 / width, 0, -0.5], [0, 1 / width, -0.5 * height / width], [0, 0, 1]])
    plane = centring @ rectifier.to_pixels
    usual = USUAL_FOCAL * (1.0 if rectifier.bend is None else rectifier.bend.shrinking)
    best: tuple[float, Pose] | None = None
    for focal in np.geomspace(0.5, 3.0, 60):
        rays = np.diag([1 / focal, 1 / focal, 1.0]) @ plane
        wide, deep = np.linalg.norm(rays[:, 0]), np.linalg.norm(rays[:, 1])
        skew = float(rays[:, 0] @ rays[:, 1] / (wide * deep))
        seen = float(wide / deep)
        cost = (
            (skew / SKEW) ** 2
            + (np.log(focal / usual) / FOCAL_FREEDOM) ** 2
            + (np.log(seen / aspect) / freedom) ** 2
        )
        if best is None or cost < best[0]:
            best = float(cost), _pose(rays, seen, float(focal))
    assert best is not None
    return best[1]


def usual_sizes(pose: Pose, pitch: float) -> tuple[tuple[float, float], Lift]:
    """The diameters (across, along) and the lift that checkers usually have, where points are `pitch` wide.

    All in board coordinates.
    """
    across = ACROSS * pitch
    along = across * pose.aspect
    thickness = THICKNESS * along
    k = thickness / max(pose.height - thickness, 3 * thickness)
    return (across, along), Lift(k, pose.u, pose.v)


def _pose(rays: FloatArray, aspect: float, focal: float) -> Pose:
    """The pose from the 3x3 homography of the surface to rays of the camera, which is a turn and a shift."""
    unit = np.linalg.norm(rays[:, 1])
    across, along, shift = rays[:, 0] / (unit * aspect), rays[:, 1] / unit, rays[:, 2] / unit
    if shift[2] < 0:
        across, along, shift = -across, -along, -shift
    turn = np.column_stack([across, along, np.cross(across, along)])
    left, _, right = np.linalg.svd(turn)
    camera = -(left @ right).T @ shift
    return Pose(float(camera[0] / aspect), float(camera[1]), float(abs(camera[2])), aspect, focal)


def board_pose(model: BoardModel) -> Pose:
    """The likeliest pose of the camera that a board of usual proportions is before."""
    return _pose_by(model.corners, model.size, model.lens)


def usual_lift(model: BoardModel) -> Lift:
    """How high a checker of usual thickness stands there, by which all is measured that is none: a cube, a die."""
    return usual_sizes(board_pose(model), model.pitch)[1]


def hidden_by_rails(model: BoardModel, scale: float = 1.0) -> Mask | None:
    """Where in the rectified picture (384x512 times `scale`) high rails hide the playing surface, and what is beyond;
    None where the camera stands above the board and sees all of it.
    """
    return _hidden(board_pose(model), scale)


@lru_cache(maxsize=8)
def _hidden(pose: Pose, scale: float) -> Mask | None:
    shift = RAIL / max(pose.height - RAIL, RAIL)
    across = _beyond(pose.u, shift, (np.arange(round(WIDTH * scale)) / scale - INSET_X) / SPAN_X)
    along = _beyond(pose.v, shift, (np.arange(round(HEIGHT * scale)) / scale - INSET_Y) / SPAN_Y)
    hidden = across | along[:, None]
    hidden.flags.writeable = False
    return hidden if hidden.any() else None


def _beyond(camera: float, shift: float, places: FloatArray) -> Mask:
    """Of places along one side of the board (0 to 1 on it), which lie behind the rail that the camera stands beyond.

    The rail's upper edge appears farther from the place below the camera than it is, by `shift` times that way.
    """
    if camera > 1:
        return np.asarray(places > 1 - shift * (camera - 1))
    return np.asarray(places < -shift * camera if camera < 0 else np.zeros_like(places, np.bool_))


@lru_cache(maxsize=8)
def _pose_by(corners: Corners, size: tuple[int, int], lens: Lens | None) -> Pose:
    width, height = size
    return pose_of(rectifier(corners, bend_of(lens, (height, width))), size)
