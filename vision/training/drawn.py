"""Dice and doubling cubes drawn over pieces of rendered pictures: many more colours, pips
and letters than are rendered.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import textures
from vision.training.meshes import FACE_AXES, Floats
from vision.training.placing import VERTICAL, any_face_up, turn

Picture = NDArray[np.uint8]
Cover = NDArray[np.float32]

FINE = 2


def _view(rng: np.random.Generator, level: bool) -> tuple[Floats, Floats]:
    """A 2 x 3 projection (x right, y down) of a camera that looks down, and the direction towards it."""
    tilt = float(np.radians(rng.uniform(0, 42)))
    plane = np.array([[1.0, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)]])
    if level:
        axis = rng.choice([0.0, np.pi / 2]) + rng.normal(0, 0.15)
        cut = np.array([[np.cos(axis), -np.sin(axis)], [np.sin(axis), np.cos(axis)]])
        shape = cut @ np.diag([rng.uniform(0.85, 1.17), 1.0]) @ cut.T
        plane = shape @ np.diag([1.0, 1 / np.cos(tilt)]) @ plane
    roll = rng.normal(0, 0.15)
    spin = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    return spin @ plane, np.array([0, -np.sin(tilt), np.cos(tilt)])


def _pose(rng: np.random.Generator, cubes: bool, lean: float) -> Floats:
    yaw = rng.uniform(0, 2 * np.pi)
    if cubes and rng.uniform() < 0.6:
        yaw = rng.normal(0, 0.25)
    pose = turn(VERTICAL, yaw) @ any_face_up(rng)
    if lean:
        angle = rng.uniform(0, 2 * np.pi)
        pose = turn(np.array([np.cos(angle), np.sin(angle), 0]), lean) @ pose
    return pose


def drawn_cube(
    rng: np.random.Generator,
    background: Picture,
    faces: textures.Picture,
    cubes: bool,
    edge: float,
    shift: Floats,
) -> tuple[Picture, int, tuple[float, float]]:
    """A die or doubling cube on a square background, its class, and the middle of its upper face in half sides.

    `edge` in pixels; `shift`: where that lies, in pixels right and down of the background's middle; `faces` RGB.
    """
    side = background.shape[0]
    lean = float(np.radians(rng.uniform(15, 60))) if not cubes and rng.uniform() < 0.25 else 0.0
    pose, (plane, towards) = _pose(rng, cubes, lean), _view(rng, not cubes)
    slots = [1, 6, 2, 5, 3, 4] if not cubes else [int(k) + 1 for k in rng.permutation(6)]
    if not cubes and rng.uniform() < 0.5:
        slots[0], slots[1] = slots[1], slots[0]
    size = edge * FINE
    middle = (np.array([side, side]) / 2 + shift) * FINE
    middle = middle - plane @ np.array([0, 0, size / 2])
    lamp = np.array([*rng.normal(0, 0.8, 2), 1.0])
    lamp /= np.linalg.norm(lamp)
    ambient, strength = rng.uniform(0.15, 0.6), rng.uniform(0.6, 1.15)
    gamma = np.float32(1 / rng.uniform(1.2, 2.2))
    canvas = cv2.resize(background, (side * FINE, side * FINE)).astype(np.float32) / 255
    below = canvas
    corners = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]) * size / 2 @ pose.T
    ground = corners[:, 2].min()
    fallen = corners - lamp * ((corners[:, 2] - ground) / lamp[2])[:, None]
    canvas = canvas * (1 - _shadow(rng, fallen @ plane.T + middle, canvas.shape[0], size)[..., None])
    cell = textures.FACE
    best, value = -2.0, 0
    body = canvas.copy()
    edges = np.zeros(canvas.shape[:2], np.float32)
    for (normal, right, up), slot in zip(FACE_AXES, slots, strict=True):
        outward = pose @ normal
        if outward[2] > best:
            best, value = float(outward[2]), slot
        if outward @ towards < 0.03:
            continue
        square = (
            np.array([normal + a * right + b * up for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            * size
            / 2
        )
        target = (square @ pose.T @ plane.T + middle).astype(np.float32)
        # Seen from outside the texture's axes are right and up, so its rows run down from the last corner.
        source = np.array([[0, cell], [cell, cell], [cell, 0], [0, 0]], np.float32)
        warp = cv2.getPerspectiveTransform(source, target)
        texture = np.ascontiguousarray(faces[:, (slot - 1) * cell : slot * cell])
        light = (ambient + (1 - ambient) * max(0.0, float(outward @ lamp))) * strength
        lit = np.clip(texture * np.float32(light), 0, 1) ** gamma
        shape = canvas.shape[1], canvas.shape[0]
        shown = cv2.warpPerspective(lit[..., ::-1], warp, shape, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros(canvas.shape[:2], np.float32)
        outline = np.round(target * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, outline, 1.0, cv2.LINE_8, 4)
        cv2.polylines(edges, [outline], True, 1.0, max(1, round(size * 0.03)), cv2.LINE_AA, 4)
        body = np.where(mask[..., None] > 0, shown, body)
    hull = cv2.convexHull(np.round((corners @ plane.T + middle) * 16).astype(np.int32))
    whole = np.zeros(canvas.shape[:2], np.float32)
    cv2.fillConvexPoly(whole, hull, 1.0, cv2.LINE_AA, 4)
    body = _finished(rng, body, below, edges, whole, (middle + plane @ np.array([0, 0, size / 2]), size))
    whole = _rounded(rng, whole, size)[..., None]
    canvas = canvas * (1 - whole) + body * whole
    small = cv2.resize(
        np.clip(canvas * 255, 0, 255).astype(np.uint8), (side, side), interpolation=cv2.INTER_AREA
    )
    label = value - 1 if not lean else 6
    return np.asarray(small, np.uint8), label, (float(shift[0]) * 2 / side, float(shift[1]) * 2 / side)


def _shadow(rng: np.random.Generator, fallen: Floats, side: int, size: float) -> Cover:
    """How much light a die takes away round about it: what it casts, and a dark seam where it stands."""
    shadow = np.zeros((side, side), np.float32)
    hull = cv2.convexHull(np.round(fallen).astype(np.int32))
    cv2.fillConvexPoly(shadow, hull, float(rng.uniform(0.1, 0.6)))
    return np.asarray(
        cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(0.03, 0.12) * size) + 0.5), np.float32
    )


def _rounded(rng: np.random.Generator, whole: Cover, size: float) -> Cover:
    """The outline of a die whose corners are rounded, some hardly, some much."""
    reach = round(size * rng.choice([0.02, 0.06, 0.12, 0.2]))
    if reach < 2:
        return whole
    ball = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    opened = cv2.morphologyEx(whole, cv2.MORPH_OPEN, ball)
    return np.asarray(cv2.GaussianBlur(opened, (0, 0), 0.7), np.float32)


def _finished(
    rng: np.random.Generator,
    body: Floats,
    below: Floats,
    edges: Cover,
    whole: Cover,
    upper: tuple[Floats, float],
) -> Floats:
    """A die's faces with light or dark edges, what shines through it, and what it
    mirrors; `upper`: its face's middle.
    """
    (x, y), size = upper
    if rng.uniform() < 0.35:
        share = rng.uniform(0.1, 0.5)
        through = cv2.GaussianBlur(below, (0, 0), 0.08 * size + 0.5)
        depth = cv2.GaussianBlur(whole, (0, 0), 0.12 * size + 0.5)[..., None]
        body = body * (1 - share) + share * through * (1.4 - 0.8 * depth)
    if rng.uniform() < 0.6:
        seam = cv2.GaussianBlur(edges, (0, 0), float(rng.uniform(0.02, 0.06)) * size + 0.3)[..., None]
        body = body + seam * np.float32(rng.normal(0, 0.35))
    if rng.uniform() < 0.35:
        glint = np.zeros_like(whole)
        for _ in range(int(rng.integers(1, 4))):
            place = np.array([x, y]) + rng.normal(0, 0.3, 2) * size
            axes = (
                max(1, round(size * rng.uniform(0.02, 0.3))),
                max(1, round(size * rng.uniform(0.01, 0.12))),
            )
            centre = (round(float(place[0])), round(float(place[1])))
            first = float(rng.uniform(0, 360))
            cv2.ellipse(
                glint,
                centre,
                axes,
                float(rng.uniform(0, 180)),
                first,
                first + float(rng.uniform(60, 360)),
                1.0,
                -1 if rng.uniform() < 0.5 else max(1, round(0.03 * size)),
                cv2.LINE_AA,
            )
        soft = cv2.GaussianBlur(glint, (0, 0), 0.01 * size + 0.4)[..., None] * np.float32(
            rng.uniform(0.3, 1.0)
        )
        body = body * (1 - soft) + soft
    if rng.uniform() < 0.2:
        angle = rng.uniform(0, 2 * np.pi)
        rows, columns = np.mgrid[: whole.shape[0], : whole.shape[1]].astype(np.float32)
        slope = ((columns - x) * np.cos(angle) + (rows - y) * np.sin(angle)) / size
        body = body + np.clip(slope * np.float32(rng.uniform(0, 0.6)), -0.3, 0.5)[..., None]
    return np.asarray(np.clip(body, 0, 1))
