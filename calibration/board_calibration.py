"""The steps that make the model of a board: corners, the bar, the checkers' size, their colours, the verdict."""

from dataclasses import dataclass, replace

from calibration.lens_estimation import lens_of
from calibration.picture_verdict import verdict_of
from calibration.square_boards import squares_model, with_men
from engine.board import BAR, Shape
from engine.i18n import marked, phrase
from vision.bare.bare_background import clear_of
from vision.bare.start_reading import StartReading, read_start, start_counts
from vision.board_model import BoardModel
from vision.checkers import known_points, sure_looks
from vision.colour_model import learn_colour_model
from vision.detections import Detections, Spot
from vision.errors import PictureError
from vision.fit.hidden import hidden_of
from vision.fit.pattern_fit import PatternFit, behind_rail, fit_bar, fit_pattern, fit_points
from vision.frame import Picture
from vision.heaps import habits_taught
from vision.markers import find_tags, markers_of
from vision.nets import Nets
from vision.pose import pose_of, usual_lift, usual_sizes
from vision.reading import BoardReading, examine, own_nets
from vision.rectify import Corners, bent, lie_near, straightened
from vision.sizes import learn_sizes

UNSTARTED = marked(
    "The picture of the start does not show the starting position of backgammon, "
    "so the colours were learned without it."
)
UNSTARTED_SQUARES = marked(
    "The picture of the start does not show the starting position of Tablut, "
    "so colours and king were learned without it."
)

MISREAD = marked(
    "I know the board now, but would still misread parts of its own pictures: more light, or a camera that looks down "
    "more steeply, would help."
)

MIDDLE, EDGE = 0.12, 0.02
"""So near to the middle of the bar, or to the edge and beyond, in board coordinates, a cube lies at the start."""
TALL = 4.0
"""So many checkers high a cube is at most, which a camera that looks aslant sees as far from where it stands."""
BARS = (0.0, 0.03, 0.05, 0.07, 0.09, 0.11)
"""How wide a bar may be, as a share of the board."""
WELL = 0.99
"""A start that is said to be seen and fits less well is tried with these bars, too."""
WORSE = 0.02
"""Corners that explain so much less of the picture than those given are not taken."""
DOUBTED, TRUSTED = 0.4, 0.7
"""A pattern that explains so little of the picture tells nothing of where the corners are, one that explains so much is
right to a third of a per cent; on photographs, which lie between, the middle of both is best.
"""
THIRTY = 30
"""So many checkers stand on a board at the start."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A board's model, and what there is to say about it, in sentences for the person who set the board up.

    `home_right`: whether the near player bears off at their right hand, None where no starting position told it.
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
    *,
    is_straight: bool = False,
) -> Calibration:
    """The model of a board from its four corners and a picture; better with one of it empty and one of the start.

    All pictures must be of one size. PictureError where the corners lie outside the picture or span no board.
    `nets`: those that come with Tableside unless given; `shape`: whether the board has points or squares;
    `is_straight`: it is known that no lens bends the picture, and none is looked for, which takes most of the time.
    """
    height, width = picture.shape[:2]
    for other in (empty, start):
        if other is not None and other.shape != picture.shape:
            raise PictureError(
                phrase("The pictures for a calibration must all be of one size: take them with one camera.")
            )
    if not lie_near(corners, width, height):
        raise PictureError(
            phrase(
                "The corners do not lie in this picture of {width}x{height}: give them in its pixels.",
                width=width,
                height=height,
            )
        )
    if shape is Shape.TAFL:
        return _squares(corners, picture, empty, start, nets or own_nets())
    barest = picture if empty is None else empty
    lens = None if is_straight else lens_of(corners, barest, nets)
    straight_corners, straight, bend = straightened(corners, barest, lens)
    fit = refine(straight_corners, straight, nets)
    bare = BoardModel((width, height), bent(fit.corners, bend), fit.bar, lens=lens)
    shown = picture if start is None else start
    model = _registered_on(bare, empty)
    reading = examine(model, shown, nets)
    started = _started(reading, model, start is not None)
    if start is not None and (started is None or started.fits < WELL):
        # the pattern of this board's points may have misled about where it lies, or where its bar does
        elsewhere = _started_elsewhere(corners, model, shown, empty, nets)
        started = max(filter(None, (started, elsewhere)), key=lambda each: each.fits, default=None)
    said: tuple[str, ...] = ()
    if started is not None:
        model = started.model
        if empty is not None:
            model = model.with_empty(model.rectifier(empty.shape).rectify(empty))
        model = _with_habits(model, started.home_right, shown, nets)
        seen = THIRTY
        if start is not None and not _reads_back(model, started.home_right, start, empty, nets):
            said = (MISREAD,)
    else:
        model = learn_sizes(reading.tops, model)
        tops = examine(model, shown, nets).tops
        model = replace(model, colour_model=learn_colour_model(sure_looks(tops)))
        seen = len(tops)
        if start is not None:
            said = (UNSTARTED,)
    return Calibration(
        _with_frame(model, shown),
        said + verdict_of(model, shown, empty, seen),
        None if started is None else started.home_right,
    )


def _with_habits(model: BoardModel, home_right: bool, start: Picture, nets: Nets | None) -> BoardModel:
    """The model with how people lay checkers down at this table, as the start shows it."""
    reading = examine(model, start, nets)
    men = {site: abs(count) for site, count in start_counts(home_right).items()}
    points = known_points(reading.tops, reading.detections.foreign, model, men)
    return replace(model, habits=habits_taught(model.habits, points))


def _reads_back(
    model: BoardModel, home_right: bool, start: Picture, empty: Picture | None, nets: Nets | None
) -> bool:
    """Whether a model reads the checkers of the start, and those of the empty board, as they are known to stand."""
    wanted = {site: abs(men) for site, men in start_counts(home_right).items()}
    shown = [(start, wanted)] if empty is None else [(start, wanted), (empty, {})]
    for picture, men in shown:
        for site in examine(model, picture, nets).observation.sites:
            told = site.likeliest.light + site.likeliest.dark
            if not site.hidden and site.index != BAR and told != men.get(site.index, 0):
                return False
    return True


def _registered_on(model: BoardModel, empty: Picture | None) -> BoardModel:
    """The model with checkers as large as is usual on a board that lies so, and with its picture of the empty board."""
    there = model.rectifier((model.size[1], model.size[0]))
    checker, lift = usual_sizes(pose_of(there, model.size), model.pitch)
    model = replace(model, checker=checker, lift=lift)
    return model if empty is None else model.with_empty(there.rectify(empty))


def _started(reading: BoardReading, model: BoardModel, said: bool) -> StartReading | None:
    bare = clear_of(_standing(reading, model, said), model)
    fixed = reading.lying.dice if said else ()
    return read_start(reading.rectified, reading.detections, bare, model, said, fixed)


def _started_elsewhere(
    given: Corners, model: BoardModel, picture: Picture, empty: Picture | None, nets: Nets | None
) -> StartReading | None:
    """The start as it is seen best with the corners as given or as put right, and with one of the usual bars."""
    found = []
    for corners in dict.fromkeys((given, model.corners)):
        there = replace(model, corners=corners, empty=None)
        reading = examine(_registered_on(there, empty), picture, nets)
        for width in BARS:
            bar = (0.5 - width / 2, 0.5 + width / 2) if width else None
            started = _started(reading, _registered_on(replace(there, bar=bar), None), said=True)
            found += [started] if started is not None else []
    return max(found, key=lambda each: each.fits, default=None)


def _standing(reading: BoardReading, model: BoardModel, said: bool) -> Detections:
    """What lies on a board at the start: a cube in the middle of the bar or on the rim, at most.

    Whatever else looks like a cube, or like a die where somebody has set the board up to be seen, is a part of it.
    """
    # the cube mostly waits in the middle of the bar, and may be overlooked there
    waiting = Spot(model.bar_middle, 0.5, 1.0)
    cubes = (waiting, *reading.lying.cubes, *reading.detections.cubes)
    return replace(
        reading.lying,
        dice=() if said else reading.lying.dice,
        cubes=tuple(spot for spot in cubes if _may_wait(spot, model)),
    )


def _may_wait(spot: Spot, model: BoardModel) -> bool:
    """Whether the cube may lie there before anybody has doubled."""
    inside = EDGE < spot.u < 1 - EDGE and EDGE < spot.v < 1 - EDGE
    lifted = usual_lift(model).raised(model.bar_middle, 0.5, TALL)[1]
    on_bar = abs(spot.u - model.bar_middle) < model.pitch
    return (on_bar and min(lifted, 0.5) - MIDDLE < spot.v < max(lifted, 0.5) + MIDDLE) or not inside


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


def refine(corners: Corners, picture: Picture, nets: Nets | None = None) -> PatternFit:
    """The corners moved to where the points begin and end, and the bar; as given where the points do not tell, and
    between both as far as they are in doubt.

    They may be off by a per cent of the picture's width either way.
    """
    nets = nets or own_nets()
    hidden = hidden_of(picture, corners, nets)
    fit = fit_pattern(picture, corners, hidden)
    before = fit_points(picture, corners, hidden, fit.bar)
    if fit.explained <= before.explained - WORSE:
        return before
    if fit.explained > DOUBTED:
        best = behind_rail(picture, fit.corners, hidden_of(picture, fit.corners, nets), fit.bar)
        fit = replace(fit, corners=best)
    if fit.explained >= TRUSTED:
        return fit
    return fit_bar(picture, fit.beside(corners, DOUBTED, TRUSTED), hidden)
