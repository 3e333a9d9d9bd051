"""What does not belong on a board: hands and arms, cups, clocks, cards, pens."""

from __future__ import annotations

import numpy as np

from vision.training import textures
from vision.training.meshes import Floats, Mesh, box, capsule, lathe, merged, recoloured
from vision.training.textures import Picture

CELLS = 8

SKINS = np.array(
    [
        [0.95, 0.78, 0.68],
        [0.9, 0.68, 0.55],
        [0.78, 0.55, 0.4],
        [0.6, 0.38, 0.25],
        [0.42, 0.25, 0.16],
        [0.25, 0.15, 0.1],
    ]
)


def _place(cell: int) -> tuple[float, float]:
    return (cell + 0.5) / CELLS, 0.5


def _hand(rng: np.random.Generator, width: float, height: float, skin: int, sleeve: int) -> Mesh:
    """A hand whose palm is over the board and whose arm comes in over an edge."""
    size = height * rng.uniform(0.075, 0.11)
    side = int(rng.choice(4, p=[0.4, 0.3, 0.15, 0.15]))
    outward = np.array([[0, -1.0, 0], [0, 1.0, 0], [-1.0, 0, 0], [1.0, 0, 0]])[side]
    palm = np.array([rng.uniform(-0.5, 0.5) * width, rng.uniform(-0.5, 0.5) * height, 0.0])
    palm[2] = rng.choice([rng.uniform(0.5, 1.2), rng.uniform(0.8, 3.0)])
    slant = outward + rng.normal(0, 0.35) * np.array([-outward[1], outward[0], 0])
    slant /= np.linalg.norm(slant)
    across = np.array([-slant[1], slant[0], 0])
    parts = []
    wrist = palm + slant * size * 1.1 + [0, 0, 0.2]
    elbow = wrist + slant * size * rng.uniform(7, 9) + [0, 0, rng.uniform(0.3, 3)]
    curl = rng.uniform(0.1, 0.9)
    parts.append(capsule(palm, wrist, (0.75 * size, 0.55 * size), _place(skin), 0.5))
    for k in (-0.33, 0.33):
        parts.append(capsule(palm + across * k * size, wrist, (0.5 * size, 0.45 * size), _place(skin), 0.6))
    for k, reach in zip((-0.6, -0.2, 0.2, 0.6), (0.85, 1.05, 1.1, 0.9), strict=True):
        root = palm + across * k * size - slant * size * 0.35
        bend = root - slant * size * reach * 0.75 + [0, 0, 0.15 * size]
        tip = bend - slant * size * reach * (0.7 - 0.5 * curl) - [0, 0, curl * 0.8 * size]
        thick = 0.2 * size * rng.uniform(0.9, 1.1)
        parts.append(capsule(root, bend, (thick * 1.1, thick), _place(skin)))
        parts.append(capsule(bend, tip, (thick, thick * 0.85), _place(skin)))
    thumb = float(rng.choice([-1, 1]))
    root = palm + across * thumb * size * 0.5 + slant * size * 0.4
    parts.append(
        capsule(
            root,
            root + across * thumb * size * 0.6 - slant * size * 0.9,
            (0.28 * size, 0.2 * size),
            _place(skin),
        )
    )
    bare = rng.uniform(0.0, 1.0) if rng.uniform() < 0.7 else 6.0
    cuff = wrist + (elbow - wrist) * min(1.0, bare / 8)
    parts.append(capsule(wrist, elbow, (0.52 * size, 0.75 * size), _place(skin)))
    if bare < 6:
        loose = rng.uniform(1.05, 1.7)
        parts.append(capsule(cuff, elbow, (0.6 * size * loose, 0.85 * size * loose), _place(sleeve)))
    return merged(parts)


def _thing(rng: np.random.Generator, place: Floats, cells: tuple[int, int]) -> Mesh:
    """A cup, clock, card, pen or phone at a place."""
    x, y, z = place
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
    match rng.integers(4):
        case 0:
            r, h, wall = rng.uniform(0.6, 1.2), rng.uniform(1.0, 3.0), 0.12
            profile = [(r * 0.8, 0.0), (r, h), (r - wall, h), (r * 0.8 - wall, 0.3), (0.0, 0.3)]
            outer = lathe(profile, [(0.0, 0.0)] * 5)
            half = len(outer.vertices) // 2
            mesh = recoloured(outer, _place(cells[0]))
            mesh.places[half:] = _place(cells[1])
            stretch = np.diag([rng.uniform(0.6, 1), 1.0, 1.0])
            return Mesh(mesh.vertices @ stretch, mesh.normals, mesh.places, mesh.faces).moved(
                turn, np.array([x, y, z])
            )
        case 1:
            w, d, h = rng.uniform(0.8, 1.6), rng.uniform(0.4, 1.0), rng.uniform(0.3, 1.0)
            body = recoloured(box((-w, -d, 0), (w, d, h)), _place(cells[0]))
            panels = [
                recoloured(
                    box((c * w - 0.35 * w, -0.5 * d, h), (c * w + 0.35 * w, 0.5 * d, h + 0.03)),
                    _place(cells[1]),
                )
                for c in (-0.5, 0.5)
            ]
            return merged([body, *panels]).moved(turn, np.array([x, y, z]))
        case 2:
            w, d = rng.uniform(0.5, 1.8), rng.uniform(0.4, 1.2)
            return recoloured(box((-w, -d, 0), (w, d, 0.04)), _place(cells[0])).moved(
                turn, np.array([x, y, z])
            )
        case _:
            end = np.array([np.cos(angle), np.sin(angle), 0]) * rng.uniform(1.5, 3)
            return capsule(
                np.array([x, y, z + 0.1]), np.array([x, y, z + 0.1]) + end, (0.1, 0.1), _place(cells[0])
            )


def sample_counts(rng: np.random.Generator) -> tuple[int, int]:
    """How many hands (in about two pictures of five) and how many objects lie about a crowded board."""
    hands = int(rng.choice([0, 1, 2], p=[0.6, 0.32, 0.08]))
    return hands, int(rng.choice([0, 1, 2, 3], p=[0.5, 0.25, 0.15, 0.1]))


def sample_foreign(
    rng: np.random.Generator, hands: int, objects: int, width: float, height: float
) -> tuple[Mesh, Picture]:
    """So many hands and objects on and round a board, with their palette."""
    skin = SKINS[int(rng.integers(len(SKINS)))]
    colours = [textures.near(rng, skin, 0.04), textures.near(rng, SKINS[int(rng.integers(len(SKINS)))], 0.04)]
    colours += [textures.colour(rng) for _ in range(CELLS - 2)]
    parts = [box((95, 95, -9), (95.1, 95.1, -8.9))]
    for k in range(hands):
        parts.append(_hand(rng, width, height, k, 2 + k))
    for _ in range(objects):
        if rng.uniform() < 0.4:
            place = np.array([rng.uniform(-0.45, 0.45) * width, rng.uniform(-0.45, 0.45) * height, 0.0])
        else:
            reach = np.array(
                [rng.choice([-1, 1]) * (width / 2 + rng.uniform(1, 3)), rng.uniform(-6, 6), -0.44]
            )
            place = (
                reach if rng.uniform() < 0.6 else np.array([reach[1], float(np.sign(reach[0])) * 7.0, -0.44])
            )
        parts.append(_thing(rng, place, (int(rng.integers(4, 8)), int(rng.integers(4, 8)))))
    palette = np.repeat(np.stack(colours)[None], 1, 0).repeat(16, 1).repeat(16, 0).astype(np.float32)
    grain = textures.noise(rng, palette.shape[0], palette.shape[1], (6.0, 48.0), 2)
    return merged(parts), np.clip(palette * (1 + 0.04 * grain)[..., None], 0.01, 0.97)
