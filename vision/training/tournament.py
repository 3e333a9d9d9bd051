"""Tournament tables to measure the reader with: of another kind than all that the networks learn from.

Points are of shapes, prints and colours that no training picture has: keyholes, chevrons, dots, outlines alone, flames,
bases that look like checkers. Checkers have grooves, studs, stars, grain or a rim of the other side's colour, and often
the points' own colours. Cameras are phones': 20 to 45 degrees, wide lenses, lamps that are mirrored, soft JPEG.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import discs, fittings, textures
from vision.training.board_shape import HEIGHT, BoardMeasures, frame_mesh, sample_shape
from vision.training.lighting import RoomLamp
from vision.training.meshes import Floats, quad
from vision.training.ornaments import Ink, lay, lettering, stamped
from vision.training.placing import CUBE_DESIGNS, DIE_DESIGNS
from vision.training.random_table import Design, TrainingCamera
from vision.training.textures import Colour, Picture, material, near, noise

ROWS = 840
"""How many pixels a surface's picture is high."""

PALETTES: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((0.02, 0.13, 0.06), (0.35, 0.02, 0.04), (0.8, 0.72, 0.55), (0.1, 0.05, 0.02)),
    ((0.02, 0.05, 0.16), (0.6, 0.6, 0.62), (0.02, 0.02, 0.03), (0.04, 0.04, 0.05)),
    ((0.62, 0.45, 0.26), (0.12, 0.05, 0.02), (0.85, 0.78, 0.6), (0.22, 0.1, 0.04)),
    ((0.16, 0.17, 0.18), (0.75, 0.25, 0.03), (0.55, 0.55, 0.52), (0.05, 0.05, 0.05)),
    ((0.3, 0.02, 0.04), (0.03, 0.03, 0.03), (0.82, 0.76, 0.66), (0.16, 0.07, 0.03)),
    ((0.7, 0.66, 0.56), (0.05, 0.2, 0.22), (0.4, 0.14, 0.05), (0.3, 0.2, 0.1)),
    ((0.03, 0.03, 0.035), (0.75, 0.75, 0.72), (0.25, 0.02, 0.03), (0.02, 0.02, 0.02)),
    ((0.1, 0.3, 0.33), (0.85, 0.8, 0.68), (0.02, 0.07, 0.1), (0.45, 0.3, 0.15)),
    ((0.25, 0.16, 0.3), (0.7, 0.6, 0.2), (0.06, 0.03, 0.1), (0.07, 0.04, 0.09)),
    ((0.42, 0.4, 0.36), (0.08, 0.1, 0.24), (0.62, 0.08, 0.05), (0.5, 0.48, 0.44)),
)
"""Reflectances of ground, two points and frame as boards of clubs have them."""

MEN = (
    ((0.9, 0.87, 0.78), (0.02, 0.02, 0.025)),
    ((0.85, 0.85, 0.86), (0.45, 0.02, 0.03)),
    ((0.82, 0.7, 0.45), (0.12, 0.05, 0.025)),
    ((0.75, 0.75, 0.78), (0.03, 0.09, 0.3)),
    ((0.9, 0.86, 0.7), (0.03, 0.16, 0.07)),
    ((0.8, 0.5, 0.08), (0.1, 0.1, 0.12)),
)


class _Sheet:
    """A surface's picture while points and prints are laid on it; y runs from a rail towards the middle."""

    def __init__(self, picture: Picture, bar: float) -> None:
        self.picture = picture
        self.width: int = picture.shape[1]
        self.bar = bar
        self.point = (1 - bar) / 12 * self.width

    def middle(self, column: int) -> float:
        return float((column + 0.5) * self.point + (self.bar * self.width if column >= 6 else 0))

    def ink(self, polygons: list[Floats], kinds: Callable[[int, bool], bool], outline: float = 0.0) -> Ink:
        """Polygons in point widths, filled (or drawn, `outline` wide) in each point that is of a kind."""
        ink = np.zeros((ROWS, self.width), np.uint8)
        for column in range(12):
            for far_side in (False, True):
                if not kinds(column, far_side):
                    continue
                for shape in polygons:
                    x = self.middle(column) + shape[:, 0] * self.point
                    y = shape[:, 1] * self.point
                    pixels = np.round(np.stack([x, y if far_side else ROWS - y], -1) * 16).astype(np.int32)
                    if outline:
                        thick = max(1, round(outline * self.point))
                        cv2.polylines(ink, [pixels], True, 255, thick, cv2.LINE_AA, 4)
                    else:
                        cv2.fillPoly(ink, [pixels], 255, cv2.LINE_AA, 4)
        return ink


def _disc(y: float, radius: float, x: float = 0.0) -> Floats:
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.stack([x + np.cos(angle) * radius, y + np.sin(angle) * radius], -1)


def _wedge(base: float, low: float, high: float, tip: float = 0.02) -> Floats:
    return np.array([[-base, low], [base, low], [tip, high], [-tip, high]])


def _keyhole(rng: np.random.Generator, length: float) -> list[Floats]:
    reach = rng.uniform(0.42, 0.49)
    return [_disc(reach, reach), _wedge(rng.uniform(0.1, 0.28), reach, length, rng.uniform(0.02, 0.2))]


def _chevrons(rng: np.random.Generator, length: float) -> list[Floats]:
    count, thick = int(rng.integers(4, 8)), rng.uniform(0.35, 0.6)
    step = length / count
    made = []
    for k in range(count):
        wide = 0.48 * (1 - k / count) + 0.06
        y = k * step
        made.append(
            np.array(
                [
                    [-wide, y], [0, y + step * 0.6], [wide, y], [wide, y + step * thick],
                    [0, y + step * (0.6 + thick)], [-wide, y + step * thick],
                ]
            )
        )  # fmt: skip
    return made


def _dotted(rng: np.random.Generator, length: float) -> list[Floats]:
    """Discs that shrink towards the tip: the first ones are as large as checkers."""
    made, y, reach = [], 0.0, float(rng.uniform(0.38, 0.48))
    while y + reach < length and reach > 0.06:
        made.append(_disc(y + reach, reach))
        y, reach = y + 2 * reach + 0.03, reach * rng.uniform(0.78, 0.9)
    return made


def _flame(rng: np.random.Generator, length: float) -> list[Floats]:
    y = np.linspace(0, length, 50)
    sway = 0.16 * np.sin(y / length * np.pi * rng.choice([2, 3])) * (y / length)
    half = 0.46 * np.sqrt(1 - y / length) * np.minimum(1, 0.6 + y / length)
    return [np.concatenate([np.stack([sway - half, y], -1), np.stack([sway + half, y], -1)[::-1]])]


def _steps(rng: np.random.Generator, length: float) -> list[Floats]:
    count = int(rng.integers(3, 6))
    return [
        np.array([[-w, low], [w, low], [w, low + length / count], [-w, low + length / count]])
        for k in range(count)
        for w, low in [(0.47 * (1 - k / count), k * length / count)]
    ]


def _lens_shape(rng: np.random.Generator, length: float) -> list[Floats]:
    """A disc at the base, a narrow lens above it, a small disc at the tip."""
    reach, small = rng.uniform(0.4, 0.48), rng.uniform(0.1, 0.2)
    y = np.linspace(2 * reach, length - 2 * small, 30)
    half = rng.uniform(0.15, 0.3) * np.sin(np.pi * (y - y[0]) / (y[-1] - y[0]))
    lens = np.concatenate([np.stack([-half, y], -1), np.stack([half, y], -1)[::-1]])
    return [_disc(reach, reach), lens, _disc(length - small, small)]


def _pillar(rng: np.random.Generator, length: float) -> list[Floats]:
    wide, cap = rng.uniform(0.2, 0.38), 0.48
    return [
        np.array([[-wide, 0.0], [wide, 0.0], [wide, length - cap], [-wide, length - cap]]),
        _disc(length - cap, cap),
        np.array([[-cap, 0.0], [cap, 0.0], [cap, 0.25], [-cap, 0.25]]),
    ]


SHAPES = (_keyhole, _chevrons, _dotted, _flame, _steps, _lens_shape, _pillar)


def _points(rng: np.random.Generator, sheet: _Sheet, colours: list[Colour], number: int) -> None:
    length = rng.uniform(0.34, 0.45) * ROWS / sheet.point
    shapes = SHAPES[number % len(SHAPES)](rng, length)
    outlined = rng.uniform() < 0.25
    for kind in (0, 1):
        skin = material(rng, ROWS, sheet.width, colours[kind])
        ink = sheet.ink(shapes, lambda c, far, kind=kind: (c + far) % 2 == kind, 0.08 if outlined else 0.0)  # type: ignore[misc]
        lay(sheet.picture, ink, skin)
        if rng.uniform() < 0.5:
            # a disc at the base with a rim and a middle, as a checker has them
            reach = rng.uniform(0.36, 0.46)
            away = (
                near(rng, colours[1 - kind], 0.04) if rng.uniform() < 0.5 else near(rng, colours[kind], 0.12)
            )
            mine: Callable[[int, bool], bool] = lambda c, far, kind=kind: (c + far) % 2 == kind  # type: ignore[misc]
            lay(sheet.picture, sheet.ink([_disc(reach, reach)], mine), away, rng.uniform(0.5, 1))
            lay(sheet.picture, sheet.ink([_disc(reach, reach * 0.7)], mine, 0.05), colours[kind])
    if rng.uniform() < 0.4:
        everywhere: Callable[[int, bool], bool] = lambda c, far: True
        lay(sheet.picture, sheet.ink(shapes, everywhere, rng.uniform(0.02, 0.05)), near(rng, colours[2], 0.2))


def _prints(rng: np.random.Generator, sheet: _Sheet, colours: list[Colour]) -> None:
    """Names across the halves, a wreath, numbers in discs, lines of small print along the bar."""
    ink = np.zeros((ROWS, sheet.width), np.uint8)
    if rng.uniform() < 0.6:
        text = str(
            rng.choice(["CLUB DE DADOS", "Nordcup", "TAVLI 88", "Queen of Points", "OPEN", "B&G", "Tisch 7"])
        )
        name = lettering(rng, text, int(ROWS * rng.uniform(0.05, 0.12)))
        share = min(1.0, 0.44 * sheet.width / name.shape[1])
        name = np.asarray(cv2.resize(name, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
        for u in (0.25, 0.75):
            stamped(ink, name, u, 0.5 + rng.normal(0, 0.01))
    if rng.uniform() < 0.5:
        reach = ROWS * rng.uniform(0.06, 0.16)
        for u in (0.25, 0.75):
            middle = np.array([u * sheet.width, ROWS / 2])
            for k in range(26):
                angle = 2 * np.pi * k / 26
                place = middle + np.array([np.cos(angle), np.sin(angle)]) * reach
                axes = (max(2, int(reach / 7)), max(1, int(reach / 18)))
                turned = float(np.degrees(angle) + 60)
                cv2.ellipse(ink, (int(place[0]), int(place[1])), axes, turned, 0, 360, 255, -1, cv2.LINE_AA)
    if rng.uniform() < 0.4:
        for column in range(12):
            for v in (0.02, 0.98):
                spot = (int(sheet.middle(column)), int(v * ROWS))
                cv2.circle(ink, spot, int(0.16 * sheet.point), 255, 2, cv2.LINE_AA)
                tag = lettering(rng, str(column + 1), max(7, int(0.14 * sheet.point)))
                stamped(ink, tag, spot[0] / sheet.width, v)
    lay(sheet.picture, ink, near(rng, colours[int(rng.integers(2))], 0.08), rng.uniform(0.4, 1))


def _surface(rng: np.random.Generator, s: BoardMeasures, colours: list[Colour], number: int) -> Picture:
    width = round(ROWS * s.width / HEIGHT)
    sheet = _Sheet(material(rng, ROWS, width, colours[0]), s.bar / s.width)
    under = [colours[1], colours[2], colours[0]]
    if rng.uniform() < 0.5:
        _prints(rng, sheet, under)
    _points(rng, sheet, under, number)
    if rng.uniform() < 0.7:
        _prints(rng, sheet, under)
    left, right = round(6 * sheet.point), round(6 * sheet.point + sheet.bar * width)
    if right > left:
        sheet.picture[:, left:right] = material(rng, ROWS, right - left, colours[3])
    return np.clip(sheet.picture, 0.01, 0.97).astype(np.float32)


def _top(rng: np.random.Generator, base: Colour, other: Colour, kind: int) -> Picture:
    """A checker's top: grooves, studs, a star, grain, clouds, or a rim of the other side's colour."""
    side = discs.SIDE
    sheet = np.broadcast_to(base, (side, side, 3)).astype(np.float32).copy()
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    radius, angle = np.hypot(x, y) / side / discs.EDGE, np.arctan2(y, x)
    match kind:
        case 0:
            sheet *= (1 - 0.35 * (np.abs(radius % 0.24 - 0.12) < 0.025))[..., None]
        case 1:
            studs = (np.abs(radius - 0.72) < 0.09) & (np.cos(angle * 10) > 0.5)
            sheet[studs] = near(rng, other, 0.05)
        case 2:
            sheet[radius < 0.35 + 0.3 * np.cos(angle * 5)] = near(rng, base, 0.25)
        case 3:
            grain = noise(rng, side, side, (30, 3), 3)
            sheet *= (1 + 0.22 * grain)[..., None]
        case 4:
            clouds = np.tanh(2 * noise(rng, side, side, (4, 5), 3))
            sheet *= (1 + 0.35 * clouds)[..., None]
        case _:
            sheet[(radius > 0.8) & (radius < 1.0)] = near(rng, other, 0.05)
            sheet[radius < 0.2] = near(rng, other, 0.1)
    return np.clip(sheet, 0.01, 0.97).astype(np.float32)


def _camera(rng: np.random.Generator, width: int, s: BoardMeasures) -> TrainingCamera:
    """A phone's: held by somebody at the near side or a corner, or clamped to the table's edge."""
    tilt, around = np.radians(rng.uniform(20, 45)), rng.normal(0, 0.22)
    fov, height = rng.uniform(58, 82), round(width * 0.75 / 2) * 2
    direction = np.array([np.sin(tilt) * np.sin(around), -np.sin(tilt) * np.cos(around), np.cos(tilt)])
    up = np.array([-np.sin(around) + rng.normal(0, 0.03), np.cos(around), 0.0])
    rim = s.rim + 0.1
    ends = np.array([[a * (s.width / 2 + rim), c * (HEIGHT / 2 + rim), 0] for a in (-1, 1) for c in (-1, 1)])
    camera = TrainingCamera(direction * 60, np.zeros(3), up, fov, width, height)
    aim = np.zeros(3)
    for distance in np.geomspace(60, 8, 60):
        for _ in range(12):
            # what is near looks larger: the aim is moved until the board is in the picture's middle
            pixels = replace(camera, origin=aim + direction * distance, target=aim).project(ends)
            off = (pixels.min(0) + pixels.max(0)) / 2 - np.array([width, height]) / 2
            step = off * distance / camera.focal() * 0.7
            aim = aim + np.array([np.cos(around), np.sin(around), 0]) * step[0]
            aim = aim - np.array([-np.sin(around), np.cos(around), 0]) * step[1]
        if not ((pixels > [4, 4]) & (pixels < [width - 4, height - 4])).all():
            break
        camera = replace(camera, origin=aim + direction * distance, target=aim)
    return camera


def _lights(rng: np.random.Generator, camera: TrainingCamera) -> tuple[tuple[RoomLamp, ...], Floats]:
    """A lamp whose mirrored picture falls on the board, one elsewhere, and the room."""
    spot = np.array([rng.uniform(-5, 5), rng.uniform(-3, 4), 0.0])
    seen = spot - camera.origin
    mirrored = seen / np.linalg.norm(seen) * np.array([1, 1, -1.0])
    places = [
        spot + mirrored * rng.uniform(22, 36),
        np.array([*rng.uniform(-25, 25, 2), rng.uniform(15, 30)]),
    ]
    lamps = []
    for k, place in enumerate(places):
        radius = rng.uniform(0.6, 2.5)
        power = rng.uniform(0.25, 0.6) if k == 0 else rng.uniform(0.4, 1.0)
        hue = np.array([1.0, rng.uniform(0.85, 1.0), rng.uniform(0.6, 1.0)])
        slant = max(place[2] / float(np.linalg.norm(place)), 0.25)
        lamps.append(RoomLamp(place, radius, power * float(place @ place) / (3.14 * radius**2) * hue / slant))
    return tuple(lamps), np.full(3, rng.uniform(0.08, 0.4))


def tournament_design(rng: np.random.Generator, number: int, wide: int) -> Design:
    """The table of a number: it chooses palette, points and tops by turns, all else is drawn by lot."""
    s = replace(sample_shape(rng), trays=(0.0, float(rng.choice([0.0, 1.4]))))
    palette = [near(rng, np.array(c), 0.02) for c in PALETTES[(3 * number) % len(PALETTES)]]
    men = [near(rng, np.array(c), 0.02) for c in MEN[number % len(MEN)]]
    match number % 4:
        case 1:  # one kind has the colour of half of the points
            darker = min(palette[1:3], key=lambda c: float(c.mean()))
            men[1] = near(rng, darker, 0.02)
        case 2:  # both kinds have the points' colours
            one, two = sorted(palette[1:3], key=lambda c: -float(c.mean()))
            men = [near(rng, one, 0.02), near(rng, two, 0.02)]
        case 3:  # one kind has the ground's colour
            pale = float(palette[0].mean()) > 0.3
            men[0 if pale else 1] = near(rng, palette[0], 0.02)
    top = int(rng.integers(6))
    kinds = (top, (top + int(rng.integers(2)) * 3) % 6)
    tops = [_top(rng, men[k], men[1 - k], kinds[k]) for k in (0, 1)]
    fitted, _ = fittings.sample_fittings(rng, s)
    camera = _camera(rng, wide, s)
    lights, ambient = _lights(rng, camera)
    pictures = {
        "table": discs.table(rng, textures.colour(rng)),
        "surface": _surface(rng, s, palette, number),
        "tray": material(rng, 128, 128, palette[0]),
        "frame": material(rng, 256, 256, palette[3]),
        "fittings": fittings.palette(rng),
        "checkers": np.concatenate([*tops, *tops], 1),
        "dice": np.concatenate([textures.die_faces(rng) for _ in range(DIE_DESIGNS)], 0),
        "cubes": np.concatenate([textures.cube_faces(rng) for _ in range(CUBE_DESIGNS)], 0),
    }
    meshes = {
        "table": quad(120, 120, -0.45, 14.0),
        "surface": quad(s.width / 2, HEIGHT / 2, 0.0),
        "tray": quad(s.width / 2 + s.rim + s.trays[1] + 0.05, HEIGHT / 2, -0.3, 8.0),
        "frame": frame_mesh(rng, s),
        "fittings": fitted,
    }
    roughness = {
        name: float(rng.uniform(0.08, 0.3)) for name in ("frame", "fittings", "checkers", "dice", "cubes")
    }
    if rng.uniform() < 0.6:
        roughness["surface"] = float(rng.uniform(0.12, 0.4))
    return Design(s, meshes, pictures, roughness, camera, lights, ambient, ())


def as_by_phone(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture as a phone or a tired webcam sends it: soft, noisy, over-sharpened, stored as a small JPEG."""
    x = picture.astype(np.float32)
    x = np.asarray(cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.5, 1.2))), np.float32)
    x = x + rng.normal(0, rng.uniform(1, 7), x.shape).astype(np.float32)
    if rng.uniform() < 0.5:
        x = x + np.float32(rng.uniform(0.3, 1.0)) * (x - cv2.GaussianBlur(x, (0, 0), 1.5))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(38, 75))]
    stored = cv2.imencode(".jpg", np.clip(x, 0, 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)
