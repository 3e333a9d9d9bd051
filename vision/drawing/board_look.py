"""How a simulated board looks: its colours, materials, sizes, light and camera."""

from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from vision.drawing.pinhole_camera import DrawnCamera, aimed
from vision.scene import Sizes, Trays

Colour = tuple[int, int, int]
"""Red, green, blue, 0-255."""


class Material(Enum):
    """What a surface is made of."""

    FELT = "felt"
    WOOD = "wood"
    LEATHER = "leather"
    CLOTH = "cloth"


class FaceStyle(Enum):
    """How the upper face of a checker is turned."""

    RINGED = "ringed"
    DISHED = "dished"
    DOMED = "domed"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a board and its pieces."""

    field: Colour
    point: Colour
    other_point: Colour
    frame: Colour
    table: Colour
    light: Colour
    dark: Colour
    light_inlay: Colour
    dark_inlay: Colour
    die: Colour
    pip: Colour
    far_die: Colour
    far_pip: Colour
    cube: Colour
    digit: Colour
    near_sleeve: Colour
    far_sleeve: Colour
    near_skin: Colour
    far_skin: Colour


@dataclass(frozen=True, slots=True)
class Appearance:
    """A board to look at, on a table, under a lamp, before a camera; the same `seed` makes the same grain.

    `lamp` points towards the light; `softness` blurs the shadows (pixels); `noise` is the sensor's, in grey levels;
    `squares`: the board has nine by nine squares instead of points.
    """

    name: str
    palette: Palette
    camera: DrawnCamera
    sizes: Sizes = field(default_factory=Sizes)
    surface: Material = Material.FELT
    frame: Material = Material.WOOD
    table: Material = Material.WOOD
    checkers: Material = Material.LEATHER
    face: FaceStyle = FaceStyle.RINGED
    lamp: tuple[float, float, float] = (-0.38, 0.42, 0.82)
    shade: float = 0.5
    softness: float = 2.2
    vignette: float = 0.16
    noise: float = 2.0
    blur: float = 0.6
    seed: int = 1
    squares: bool = False


_SKIN: tuple[Colour, ...] = ((226, 178, 148), (241, 201, 172), (196, 142, 108), (141, 94, 66), (98, 64, 46))
_SLEEVE: tuple[Colour, ...] = (
    (52, 76, 128), (126, 36, 44), (70, 74, 78), (226, 222, 212), (40, 84, 70), (176, 128, 62), (36, 38, 48),
)  # fmt: skip

WALNUT = Palette(
    field=(46, 92, 74),
    point=(222, 202, 164),
    other_point=(132, 44, 36),
    frame=(96, 58, 34),
    table=(168, 126, 86),
    light=(234, 218, 186),
    dark=(58, 34, 28),
    light_inlay=(216, 194, 156),
    dark_inlay=(88, 52, 40),
    die=(244, 240, 230),
    pip=(28, 26, 26),
    far_die=(120, 24, 30),
    far_pip=(246, 240, 228),
    cube=(246, 244, 236),
    digit=(26, 26, 30),
    near_sleeve=(52, 76, 128),
    far_sleeve=(196, 190, 178),
    near_skin=(228, 182, 152),
    far_skin=(198, 146, 112),
)
CLUB = Palette(
    field=(38, 62, 112),
    point=(206, 212, 220),
    other_point=(150, 38, 46),
    frame=(38, 38, 44),
    table=(66, 92, 78),
    light=(238, 236, 230),
    dark=(142, 28, 36),
    light_inlay=(214, 212, 208),
    dark_inlay=(112, 20, 28),
    die=(240, 238, 232),
    pip=(30, 30, 34),
    far_die=(38, 40, 48),
    far_pip=(236, 236, 236),
    cube=(244, 242, 238),
    digit=(150, 24, 32),
    near_sleeve=(44, 46, 54),
    far_sleeve=(120, 34, 44),
    near_skin=(240, 200, 172),
    far_skin=(226, 178, 148),
)
SAND = Palette(
    field=(196, 166, 122),
    point=(238, 224, 186),
    other_point=(118, 66, 44),
    frame=(70, 52, 48),
    table=(204, 158, 112),
    light=(240, 212, 166),
    dark=(46, 38, 40),
    light_inlay=(206, 172, 126),
    dark_inlay=(66, 56, 58),
    die=(36, 38, 46),
    pip=(240, 240, 240),
    far_die=(36, 38, 46),
    far_pip=(240, 240, 240),
    cube=(244, 244, 244),
    digit=(24, 24, 28),
    near_sleeve=(70, 96, 62),
    far_sleeve=(48, 74, 140),
    near_skin=(198, 144, 110),
    far_skin=(232, 186, 158),
)
SLATE = Palette(
    field=(82, 86, 92),
    point=(158, 164, 168),
    other_point=(44, 50, 60),
    frame=(150, 108, 68),
    table=(86, 64, 52),
    light=(228, 196, 78),
    dark=(26, 64, 88),
    light_inlay=(206, 168, 56),
    dark_inlay=(40, 88, 116),
    die=(232, 200, 92),
    pip=(40, 32, 20),
    far_die=(30, 76, 104),
    far_pip=(240, 240, 236),
    cube=(238, 234, 224),
    digit=(30, 40, 60),
    near_sleeve=(212, 206, 196),
    far_sleeve=(64, 66, 72),
    near_skin=(142, 96, 68),
    far_skin=(242, 204, 178),
)
OLIVE = Palette(
    field=(178, 138, 92),
    point=(84, 46, 30),
    other_point=(224, 190, 138),
    frame=(92, 52, 30),
    table=(122, 138, 140),
    light=(236, 208, 160),
    dark=(98, 50, 30),
    light_inlay=(226, 194, 142),
    dark_inlay=(114, 62, 38),
    die=(246, 240, 224),
    pip=(90, 26, 24),
    far_die=(246, 240, 224),
    far_pip=(90, 26, 24),
    cube=(238, 222, 190),
    digit=(74, 38, 24),
    near_sleeve=(150, 60, 54),
    far_sleeve=(58, 84, 96),
    near_skin=(216, 168, 136),
    far_skin=(240, 202, 176),
)


def presets() -> tuple[Appearance, ...]:
    """The boards that come with the simulator; the first is the one that it shows when nothing is said."""
    wide = Sizes(point_width=4.1, checker=3.85, depth=43.0, point_length=17.6, tray=4.7)
    small = Sizes(
        point_width=3.5,
        checker=3.25,
        depth=38.0,
        point_length=15.4,
        bar=4.0,
        thickness=0.8,
        tray=4.0,
        rail=2.0,
        die=1.4,
        cube=2.4,
        trays=Trays.BOTH,
    )
    plain = Sizes(
        point_width=3.9, checker=3.65, depth=41.0, point_length=16.8, bar=4.4, tray=0.0, trays=Trays.NONE
    )
    return (
        Appearance("walnut", WALNUT, aimed(Sizes(), 96, 36, 4, 0.006), face=FaceStyle.DISHED, seed=11),
        Appearance(
            "club",
            CLUB,
            aimed(Sizes(), 92, 30, -6, -0.012),
            frame=Material.LEATHER,
            table=Material.CLOTH,
            lamp=(0.42, 0.30, 0.86),
            face=FaceStyle.RINGED,
            seed=12,
        ),
        Appearance(
            "sand",
            SAND,
            aimed(wide, 88, 42, 8, 0.004),
            wide,
            frame=Material.LEATHER,
            table=Material.CLOTH,
            lamp=(-0.2, -0.4, 0.9),
            face=FaceStyle.RINGED,
            seed=13,
        ),
        Appearance(
            "slate",
            SLATE,
            aimed(small, 84, 26, -4, 0.01),
            small,
            surface=Material.LEATHER,
            face=FaceStyle.DOMED,
            lamp=(0.2, 0.5, 0.84),
            seed=14,
        ),
        Appearance(
            "olive",
            OLIVE,
            aimed(plain, 90, 44, 10, -0.008, 0.84),
            plain,
            surface=Material.WOOD,
            table=Material.CLOTH,
            checkers=Material.WOOD,
            face=FaceStyle.PLAIN,
            seed=15,
        ),
    )


def preset(name: str | None = None) -> Appearance:
    """The preset of that name, the first one without. Raises LookupError, naming them all, where there is none."""
    boards = presets()
    for board in boards:
        if name in (None, board.name):
            return board
    raise LookupError(f"no board is called {name!r}; there are {', '.join(board.name for board in boards)}")


def random_appearance(seed: int, size: tuple[int, int] = (960, 720)) -> Appearance:
    """A board of its own for every seed: a preset's palette varied, and camera, light,
    sizes and materials at random.
    """
    rng = np.random.default_rng(seed)
    base = presets()[int(rng.integers(5))]

    def varied(colour: Colour, spread: float = 12.0) -> Colour:
        # Mostly brighter or darker: colours that vary freely make boards that nobody would buy.
        brighter = rng.normal(0, spread)
        red, green, blue = (
            int(np.clip(part + brighter + rng.normal(0, spread / 3), 12, 250)) for part in colour
        )
        return red, green, blue

    palette = base.palette
    palette = replace(
        palette,
        field=varied(palette.field),
        point=varied(palette.point),
        other_point=varied(palette.other_point),
        frame=varied(palette.frame),
        table=varied(palette.table, 25),
        light=varied(palette.light, 6),
        dark=varied(palette.dark, 8),
        near_sleeve=_SLEEVE[rng.integers(len(_SLEEVE))],
        far_sleeve=_SLEEVE[rng.integers(len(_SLEEVE))],
        near_skin=_SKIN[rng.integers(len(_SKIN))],
        far_skin=_SKIN[rng.integers(len(_SKIN))],
    )
    width = base.sizes.point_width
    sizes = replace(
        base.sizes, checker=float(width * rng.uniform(0.9, 0.97)), bar_height=float(rng.uniform(0.4, 1.2))
    )
    sizes = replace(sizes, depth=float(sizes.checker * rng.uniform(11.0, 11.8)))
    sizes = replace(sizes, point_length=float(sizes.depth * rng.uniform(0.39, 0.43)))
    camera = aimed(
        sizes,
        float(rng.uniform(80, 120)),
        float(rng.uniform(16, 46)),
        float(rng.uniform(-14, 14)),
        float(rng.normal(0, 0.02)),
        float(rng.uniform(0.84, 0.95)),
        size,
        float(rng.uniform(-0.03, 0.0)),
    )
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.6)
    return replace(
        base,
        name=f"random {seed}",
        palette=palette,
        sizes=sizes,
        camera=camera,
        seed=seed,
        lamp=(float(np.cos(angle) * slope), float(np.sin(angle) * slope), 0.84),
        shade=float(rng.uniform(0.3, 0.6)),
        softness=float(rng.uniform(1.5, 4.0)),
        noise=float(rng.uniform(1.0, 3.5)),
        face=tuple(FaceStyle)[rng.integers(4)],
    )
