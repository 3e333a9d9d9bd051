"""All that is known of one board in front of one camera."""

import base64
import json
import math
import os
import struct
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.board import BAR, Kind, Shape, column_of
from engine.i18n import phrase
from vision.errors import ModelError
from vision.frame import Picture
from vision.laying import USUAL
from vision.markers import PLACES, Marker
from vision.rectify import STRONGEST, Bend, Corners, Lens, Rectifier, bend_of, rectifier
from vision.shift import SIZE as GLIMPSE_SIZE
from vision.shift import glimpse

VERSION = 1
"""The version of the file format."""
FORMAT = "tableside board"
USUAL_BAR = (0.455, 0.545)
"""Where the bar lies on most boards, left and right end in board coordinates."""
LOOKS = 6
"""How many numbers describe the looks of a checker, as `vision.colour_model.appearance` measures them."""
EMPTY_SIZE, FORMER_EMPTY_SIZE = (256, 192), (128, 96)
"""Width and height of the picture of the empty board, in pixels, now and in files made before."""
LARGEST = 100_000
"""No picture is so wide or high, in pixels, and no corner lies so far away."""


@dataclass(frozen=True, slots=True)
class Lift:
    """How the upper faces of checkers lie in the picture of the surface: a place p appears at p + k (p - c).

    `k` is a checker's height over the camera's height above it, (`u`, `v`) the place straight below the camera.
    """

    k: float = 0.015
    u: float = 0.5
    v: float = 0.8

    def raised(self, u: float, v: float, layers: float = 1.0) -> tuple[float, float]:
        """Where something at (u, v) on the surface appears when it stands `layers` checkers high."""
        k = self.k * layers
        return u + k * (u - self.u), v + k * (v - self.v)

    def lowered(self, u: float, v: float, layers: float = 1.0) -> tuple[float, float]:
        """The place on the surface below what appears at (u, v)."""
        k = self.k * layers
        return (u + k * self.u) / (1 + k), (v + k * self.v) / (1 + k)


@dataclass(frozen=True, slots=True)
class Shade:
    """What the checkers of one kind look like: mean features, as `vision.colour_model.appearance` measures them."""

    mean: tuple[float, ...]
    seen: int = 0


@dataclass(frozen=True, slots=True)
class ColourModel:
    """The looks of the two kinds of checkers, and how far single checkers stray from them (per feature)."""

    light: Shade
    dark: Shade
    spread: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class King:
    """What the king of a board of squares looks like, and how high he stands, a man standing 1."""

    looks: Shade
    layers: float = 1.0


@dataclass(frozen=True, slots=True)
class BoardModel:
    """One board in front of one camera.

    `size`: width, height of the camera's pictures; `corners`: of the playing surface, in their pixels;
    `bar`: left and right end of the bar in board coordinates, None where the board has none;
    `checker`: diameters of a checker across and along the points, in board coordinates; `colour_model`: None until
    checkers have been seen; `near`: the kind that the near player has, where a starting position told it;
    `empty`: PNG of the empty rectified board (256x192), where a picture of it was given; `shape`: points or squares.

    On a board of squares there is no bar, `near` is the kind of the king's men, and `king` is None until he
    has been seen. The picture of it empty is of its canvas (`vision.squares.square_geometry`), and `bare` are the
    squares (0-80) that are empty in it, None where all are.

    `markers`: where printed markers stick on the frame; `glimpse`: PNG of the board and its frame (`vision.shift`) as
    they looked with these corners, by which it is seen that they have moved; `lens`: by which the pictures are bent,
    corners and all, None where straight lines are straight in them; `habits`: how likely (0-1) each of
    `vision.laying.HABITS` is the one of the people at this table.
    """

    size: tuple[int, int]
    corners: Corners
    bar: tuple[float, float] | None = USUAL_BAR
    checker: tuple[float, float] = (0.07, 0.09)
    lift: Lift = field(default_factory=Lift)
    colour_model: ColourModel | None = None
    near: Kind | None = None
    empty: bytes | None = None
    shape: Shape = Shape.TABLES
    king: King | None = None
    bare: tuple[int, ...] | None = None
    markers: tuple[Marker, ...] = ()
    glimpse: bytes | None = None
    lens: Lens | None = None
    habits: tuple[float, ...] = USUAL

    @property
    def pitch(self) -> float:
        """The width of a point, in board coordinates."""
        left, right = self.bar or (0.5, 0.5)
        return (1.0 - (right - left)) / 12

    @property
    def bar_middle(self) -> float:
        """The middle of the bar, in board coordinates from the left."""
        return 0.5 if self.bar is None else (self.bar[0] + self.bar[1]) / 2

    def column(self, index: int) -> float:
        """The middle of a column of points, 0 leftmost to 11 rightmost, in board coordinates."""
        left, right = self.bar or (0.5, 0.5)
        if index < 6:
            return (index + 0.5) * left / 6
        return right + (index - 5.5) * (1.0 - right) / 6

    def middle(self, site: int) -> float:
        """The middle of a site (1-24, 25 the bar), in board coordinates from the left."""
        if site == BAR:
            return self.bar_middle
        return self.column(column_of(site))

    def rectifier(self, shape: tuple[int, ...]) -> Rectifier:
        """The maps for pictures of a shape (height, width, ...); scaled where the size only differs so."""
        height, width = shape[:2]
        if (width, height) == self.size:
            return rectifier(self.corners, bend_of(self.lens, shape))
        across, down = width / self.size[0], height / self.size[1]
        if not math.isclose(across, down, rel_tol=0.01):
            raise ModelError(
                phrase(
                    "This board was calibrated for pictures of {across}x{down}, not {width}x{height}: calibrate "
                    "it again with a picture of this camera.",
                    across=self.size[0],
                    down=self.size[1],
                    width=width,
                    height=height,
                )
            )
        a, b, c, d = ((x * across, y * down) for x, y in self.corners)
        return rectifier((a, b, c, d), bend_of(self.lens, shape))

    def empty_picture(self) -> Picture | None:
        """The empty rectified board, 192x256x3 uint8 BGR."""
        return None if self.empty is None else empty_picture(self.empty)

    def with_empty(self, rectified: Picture) -> "BoardModel":
        """The model with a picture of the empty rectified board (512x384)."""
        small = cv2.resize(rectified, EMPTY_SIZE, interpolation=cv2.INTER_AREA)
        return replace(self, empty=cv2.imencode(".png", small)[1].tobytes())

    def glimpse_picture(self) -> Picture | None:
        """How board and frame looked with these corners, 192x256 uint8 grey levels."""
        return None if self.glimpse is None else _decoded(self.glimpse, cv2.IMREAD_GRAYSCALE)

    def with_glimpse(self, picture: Picture) -> "BoardModel":
        """The model with how board and frame look in a picture of the size that its corners are of."""
        seen = glimpse(picture, self.corners, self.lens)
        return replace(self, glimpse=cv2.imencode(".png", seen)[1].tobytes())

    def save(self, path: Path | str) -> None:
        """Writes the model to a JSON file, whole or not at all."""
        fields = {
            "palette" if name == "colour_model" else name: value for name, value in asdict(self).items()
        }
        data = {"format": FORMAT, "version": VERSION, **fields}
        data["near"] = None if self.near is None else self.near.value
        data["empty"] = None if self.empty is None else base64.b64encode(self.empty).decode()
        data["shape"] = self.shape.value
        data["glimpse"] = None if self.glimpse is None else base64.b64encode(self.glimpse).decode()
        path = Path(path)
        fresh = path.with_name(f".{path.name}.new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write(json.dumps(data, indent=1) + "\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)

    @staticmethod
    def load(path: Path | str) -> "BoardModel":
        """The model saved in a file; ModelError says what is wrong with it."""
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise ModelError(
                phrase(
                    "{path} cannot be read ({strerror}): calibrate the board first.",
                    path=path,
                    strerror=error.strerror,
                )
            ) from error
        except (ValueError, RecursionError) as error:
            raise ModelError(
                phrase("{path} is no board model (not JSON): calibrate the board again.", path=path)
            ) from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ModelError(
                phrase(
                    "{path} is no board model: give a file that `tableside calibrate` has made.", path=path
                )
            )
        if data.get("version") != VERSION:
            raise ModelError(
                phrase(
                    "{path} is of version {data}; this program understands version {version}: calibrate the "
                    "board again.",
                    path=path,
                    data=data.get("version"),
                    version=VERSION,
                )
            )
        try:
            return _from_data(data)
        except (KeyError, TypeError, ValueError, IndexError, OverflowError, RecursionError) as error:
            raise ModelError(
                phrase("{path} is damaged ({error}): calibrate the board again.", path=path, error=error)
            ) from error


def from_edge(site: int, v: float) -> float:
    """How far a place (v, from 0 far to 1 near) lies from the edge of the board at which a point (1-24) begins; and the
    place that lies so far from it.
    """
    return v if site > 12 else 1 - v


def empty_picture(png: bytes) -> Picture | None:
    """The empty rectified board that a model keeps as a PNG, 192x256x3 uint8 BGR; None where it is no picture."""
    picture = _decoded(png)
    if picture is None or picture.shape[1::-1] == EMPTY_SIZE:
        return picture
    return np.asarray(cv2.resize(picture, EMPTY_SIZE, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)


def _from_data(data: dict[str, Any]) -> BoardModel:
    width, height = (int(n) for n in data["size"])
    across, along = (_number(n) for n in data["checker"])
    if not (0.01 < across < 0.3 and 0.01 < along < 0.3 and 0 < width < LARGEST and 0 < height < LARGEST):
        raise ValueError("sizes out of range")
    lens = None if data.get("lens") is None else _lens(data["lens"])
    return BoardModel(
        size=(width, height),
        corners=_corners(data["corners"], bend_of(lens, (height, width))),
        bar=None if data["bar"] is None else _bar(data["bar"]),
        checker=(across, along),
        lift=_lift(data["lift"]),
        colour_model=None if data["palette"] is None else _colour_model(data["palette"]),
        near=None if data["near"] is None else Kind(data["near"]),
        empty=None if data["empty"] is None else _empty(data["empty"]),
        shape=Shape(data.get("shape", Shape.TABLES.value)),
        king=None if data.get("king") is None else _king(data["king"]),
        bare=None if data.get("bare") is None else _bare(data["bare"]),
        markers=tuple(_marker(each) for each in data.get("markers") or ()),
        glimpse=None if data.get("glimpse") is None else _glimpse(data["glimpse"]),
        lens=lens,
        habits=USUAL if data.get("habits") is None else _habits(data["habits"]),
    )


def _habits(data: Any) -> tuple[float, ...]:
    habits = tuple(_number(each) for each in data)
    if len(habits) != len(USUAL) or min(habits) <= 0 or not math.isclose(sum(habits), 1.0, rel_tol=1e-6):
        raise ValueError(f"how checkers are laid down is not told by {len(USUAL)} shares")
    return habits


def _lens(data: dict[str, Any]) -> Lens:
    lens = Lens(_number(data["k"]))
    if not 0 < abs(lens.k) < STRONGEST:
        raise ValueError("the lens bends by too much or nothing")
    return lens


def _corners(data: Any, bend: Bend | None) -> Corners:
    a, b, c, d = ((_number(x), _number(y)) for x, y in data)
    if any(abs(number) >= LARGEST for corner in (a, b, c, d) for number in corner):
        raise ValueError("the corners lie far outside of any picture")
    rectifier((a, b, c, d), bend)
    return a, b, c, d


def _bar(data: Any) -> tuple[float, float]:
    left, right = (_number(n) for n in data)
    if not 0 < left < right < 1:
        raise ValueError("the bar does not lie on the board")
    return left, right


def _lift(data: dict[str, Any]) -> Lift:
    lift = Lift(_number(data["k"]), _number(data["u"]), _number(data["v"]))
    if not -0.1 < lift.k < 0.5:
        raise ValueError("the checkers' height is out of range")
    return lift


def _colour_model(data: dict[str, Any]) -> ColourModel:
    colour_model = ColourModel(
        _shade(data["light"]), _shade(data["dark"]), tuple(_number(n) for n in data["spread"])
    )
    if any(
        len(each) != LOOKS for each in (colour_model.light.mean, colour_model.dark.mean, colour_model.spread)
    ):
        raise ValueError(f"the looks of checkers are not {LOOKS} numbers")
    if min(colour_model.spread) <= 0:
        raise ValueError("the looks of checkers do not differ at all")
    return colour_model


def _shade(data: dict[str, Any]) -> Shade:
    return Shade(tuple(_number(n) for n in data["mean"]), int(data["seen"]))


def _king(data: dict[str, Any]) -> King:
    king = King(_shade(data["looks"]), _number(data["layers"]))
    if len(king.looks.mean) != LOOKS or not 0 < king.layers < 10:
        raise ValueError("the king's looks are out of range")
    return king


def _bare(data: Any) -> tuple[int, ...]:
    bare = tuple(int(number) for number in data)
    if not all(0 <= number < 81 for number in bare):
        raise ValueError("there are 81 squares")
    return bare


def _marker(data: dict[str, Any]) -> Marker:
    number = int(data["number"])
    corners = tuple((_number(u), _number(v)) for u, v in data["corners"])
    if not 0 <= number < len(PLACES) or len(corners) != 4:
        raise ValueError("there are four markers with four corners each")
    return Marker(number, corners)


def _empty(data: str) -> bytes:
    board_problem = "the picture of the empty board is none"
    try:
        return _png(data, EMPTY_SIZE, board_problem)
    except ValueError:
        return _png(data, FORMER_EMPTY_SIZE, board_problem)


def _glimpse(data: str) -> bytes:
    return _png(data, GLIMPSE_SIZE, "the picture of the board and its frame is none")


def _png(data: str, size: tuple[int, int], board_problem: str) -> bytes:
    png = base64.b64decode(data, validate=True)
    # Its size stands at the beginning of a PNG: what would unpack to more than it should is not unpacked at all.
    is_png = png[:8] == b"\x89PNG\r\n\x1a\n" and png[16:24] == struct.pack(">II", *size)
    if not is_png or _decoded(png) is None:
        raise ValueError(board_problem)
    return png


def _decoded(png: bytes, colours: int = cv2.IMREAD_COLOR) -> Picture | None:
    picture = cv2.imdecode(np.frombuffer(png, dtype=np.uint8), colours)
    return None if picture is None else np.asarray(picture, dtype=np.uint8)


def _number(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError("a number is not finite")
    return number
