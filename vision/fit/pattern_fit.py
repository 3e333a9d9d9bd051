"""How well the pattern of a board lies on a picture, and where it lies best: corners put right by all 24 points."""

from dataclasses import dataclass, replace

import numpy as np

from vision.fit.layout import Classes, PointLayout
from vision.fit.pattern import NARROWEST_BAR, find_bar
from vision.fit.rails import edges, ended
from vision.fit.registered_picture import RegisteredPicture
from vision.fit.residual import FLAT, Colours, Residual, off
from vision.frame import FloatArray, Mask, Picture
from vision.rectify import Corners, as_corners, rectifier

TIPS = (0.30, 0.34, 0.38, 0.42, 0.46, 0.50)
"""How long points may be, in v."""
BROAD = (1.0, 0.96, 0.92, 0.86)
"""How wide points may be at their base, in widths from one to the next."""
BAR_SLIDES = (0.006, 0.003, 0.0015)
"""By how much the bar's ends are slid, in u, coarse to fine."""
OFF_MIDDLE = 0.01
"""No bar's middle is farther from the board's, in u: both tables are equally wide."""
SLIDES = (0.008, 0.004, 0.002, 0.001, 0.0005)
"""By how much the ends of the far and the near edge are slid, in u, coarse to fine."""
WAYS = (
    (1, 1, 0, 0),
    (0, 0, 1, 1),
    (1, 0, 0, 0),
    (0, 1, 0, 0),
    (0, 0, 1, 0),
    (0, 0, 0, 1),
    (1, -1, 1, -1),
)
"""Which of the four ends are slid together: an edge along itself, an end alone, or all of them in or out."""
TRIES, GAIN = 4, 0.0005
"""So often at most the ends are slid by one step, as long as it takes so large a share of the residual away."""
HIDING = (0.02, 0.08)
"""From and to how much shorter, in v, than those across the board points seem whose feet a rail hides."""
UNSEEN = 0.65
"""The part of this that is really hidden: on boards rendered behind rails, which also darken what is near them."""


@dataclass(frozen=True, slots=True)
class PatternFit:
    """The pattern on a picture: its `corners`, the `bar` in board coordinates (None: no bar), and how much of what
    is seen it explains: `explained` from 0 (nothing) to 1 (every place has the colour of its point). `ended`: how
    clearly the points end at the far or the near edge, whichever is less clear, 0 (that is not seen) to 1.
    """

    corners: Corners
    bar: tuple[float, float] | None
    explained: float
    ended: float = 0.0

    def beside(self, given: Corners, doubted: float, trusted: float) -> Corners:
        """Corners between those given and these: these where it explains as much as is `trusted`, those given where no
        more than is `doubted`.
        """
        share = float(np.clip((self.explained - doubted) / (trusted - doubted), 0.0, 1.0))
        return as_corners((1 - share) * np.array(given) + share * np.array(self.corners))


def fit_pattern(picture: Picture, corners: Corners, hidden: Mask, rounds: int = 2) -> PatternFit:
    """The pattern laid on a picture, beginning with corners that are off by a per cent or two.

    `hidden`: what hides the board, seen with these corners. Each of the `rounds` slides the far and the near edge's
    ends until the points lie best, then moves both edges to where the points end. PictureError as `rectifier`.
    """
    here = RegisteredPicture(picture, corners, hidden)
    layout = PointLayout(*find_bar(rectifier(corners).rectify(picture)))
    for _ in range(rounds):
        at, layout = _slid(Residual(here), layout)
        here = here.moved(np.array([[at[0], 0.0], [at[1], 0.0], [at[3], 1.0], [at[2], 1.0]]))
        far, near = edges(here, layout)
        here = here.moved(np.array([[0.0, far[0]], [1.0, far[1]], [1.0, near[1]], [0.0, near[0]]]))
    return _fit(here, here.corners(), layout)


def fit_bar(picture: Picture, corners: Corners, hidden: Mask) -> PatternFit:
    """The pattern as it lies with these corners, with the bar that suits it best; otherwise as `fit_pattern`."""
    here = RegisteredPicture(picture, corners, hidden)
    return _fit(here, corners, PointLayout(*find_bar(rectifier(corners).rectify(picture))))


def fit_points(
    picture: Picture, corners: Corners, hidden: Mask, bar: tuple[float, float] | None
) -> PatternFit:
    """The pattern as it lies with these corners and this bar; only its points' length and width are looked for."""
    return _fit(RegisteredPicture(picture, corners, hidden), corners, _with(bar), slide_bar=False)


def _fit(
    here: RegisteredPicture, corners: Corners, begun: PointLayout, *, slide_bar: bool = True
) -> PatternFit:
    """The pattern with the layout that suits best where the picture lies now."""
    residual = Residual(here)
    layout = _best(residual, begun, slide_bar=slide_bar)
    bar = (layout.left, layout.right) if layout.right - layout.left >= NARROWEST_BAR else None
    return PatternFit(corners, bar, residual.explained(layout), ended(here, layout))


def behind_rail(picture: Picture, corners: Corners, hidden: Mask, bar: tuple[float, float] | None) -> Corners:
    """Corners at the points' visible ends, those of one edge moved to where its points end behind the frame's rail.

    A camera that looks over a high rail does not see the feet of the points there, which then seem shorter than those
    across the board by as much.
    """
    here = RegisteredPicture(picture, corners, hidden)
    residual = Residual(here)
    far, near = residual.tips(_best(residual, _with(bar), slide_bar=False))
    # either is NaN where nothing is seen
    if not HIDING[0] < abs(far - near) < HIDING[1]:
        return corners
    top, foot = -UNSEEN * max(near - far, 0.0), 1 + UNSEEN * max(far - near, 0.0)
    return here.moved(np.array([[0.0, top], [1.0, top], [1.0, foot], [0.0, foot]])).corners()


def _with(bar: tuple[float, float] | None) -> PointLayout:
    return PointLayout(*(bar or (0.5, 0.5)))


def _slid(residual: Residual, layout: PointLayout) -> tuple[FloatArray, PointLayout]:
    """Where in u the far edge begins and ends and the near edge does, and the layout that suits best then."""
    at = FLAT
    layout = _best(residual, layout, at)
    for step in SLIDES:
        at = _slid_by(residual, at, step, layout.classes(residual.places))
        layout = _best(residual, layout, at)
    return at, layout


def _slid_by(residual: Residual, at: FloatArray, step: float, classes: Classes) -> FloatArray:
    """The ends slid by this step as long as the colours differ less from those usual in their classes before."""
    for _ in range(TRIES):
        levels = residual.levels(at)
        usual = Colours(levels).usual(classes)
        best = begun = off(levels, classes, usual)
        for way in WAYS:
            for sign in (1, -1):
                tried = at + sign * step * np.array(way)
                here = off(residual.levels(tried), classes, usual)
                if here < best:
                    best, at = here, tried
                    break
        if best > (1 - GAIN) * begun:
            break
    return at


def _best(
    residual: Residual, layout: PointLayout, at: FloatArray = FLAT, *, slide_bar: bool = True
) -> PointLayout:
    """The layout that suits best with the edges' ends there: how long points are, then how broad, then the bar."""
    colours = Colours(residual.levels(at))

    def cost(one: PointLayout) -> float:
        return colours.cost(one.classes(residual.places))

    layout = min((replace(layout, tip=tip) for tip in TIPS), key=cost)
    layout = min((replace(layout, base=base) for base in BROAD), key=cost)
    best = cost(layout)
    for step in BAR_SLIDES if slide_bar else ():
        for left, right in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
            tried = replace(layout, left=layout.left + left, right=layout.right + right)
            if tried.right < tried.left or abs(tried.left + tried.right - 1) > 2 * OFF_MIDDLE:
                continue
            if (here := cost(tried)) < best:
                layout, best = tried, here
    return layout
