"""Where the labels of an overlay lie, so that none covers another, nor what another is about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vision.rectify import Pixel

_WAYS = ((1, -1), (1, 1), (-1, -1), (-1, 1), (0, -1), (0, 1), (1, 0), (-1, 0))
"""The directions in which a label is looked for a place, the best first."""
_STEPS = 6
"""How far away it may lie, in times of what its object measures."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle in a picture, in pixels: its middle, and half of what it measures."""

    middle: Pixel
    half: Pixel

    def shared(self, other: "Rectangle") -> float:
        """How many square pixels two of them have in common."""
        across, down = (
            min(self.middle[axis] + self.half[axis], other.middle[axis] + other.half[axis])
            - max(self.middle[axis] - self.half[axis], other.middle[axis] - other.half[axis])
            for axis in (0, 1)
        )
        return max(0.0, across) * max(0.0, down)

    def inside(self, size: Pixel) -> "Rectangle":
        """It moved so far that it lies in a picture of that width and height."""
        x, y = (max(min(self.middle[axis], size[axis] - self.half[axis]), self.half[axis]) for axis in (0, 1))
        return Rectangle((x, y), self.half)


@dataclass(frozen=True, slots=True)
class Label:
    """Something to be written: half of what it measures, and the places for its middle, the best first."""

    half: Pixel
    places: tuple[Pixel, ...]


def around(about: Rectangle, half: Pixel) -> Label:
    """A label of that half measure beside what it is about, on whichever side there is room."""
    return Label(
        half,
        tuple(
            (
                about.middle[0] + across * (step * about.half[0] + half[0]),
                about.middle[1] + down * (step * about.half[1] + half[1]),
            )
            for step in range(1, _STEPS + 1)
            for across, down in _WAYS
        ),
    )


def laid_out(labels: Sequence[Label], size: Pixel, taken: Iterable[Rectangle] = ()) -> tuple[Rectangle, ...]:
    """A rectangle for each label, in their order, in a picture of that width and height: the first of its places where
    it covers neither what is `taken` nor a label before it; the one where it covers least, where there is no such.
    """
    full, found = list(taken), []
    for label in labels:
        boxes = [Rectangle(place, label.half).inside(size) for place in label.places]
        free = (box for box in boxes if not any(map(box.shared, full)))
        found.append(next(free, None) or min(boxes, key=lambda box: sum(map(box.shared, full))))
        full.append(found[-1])
    return tuple(found)
