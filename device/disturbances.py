"""What can go wrong at the virtual table: for a while the light is off, a cup stands on the board, and so on."""

from dataclasses import dataclass, replace
from enum import Enum

from vision.scene import Cup, Place, Scene, Sizes


class Trouble(Enum):
    """A kind of disturbance; the last two concern the camera alone."""

    DARK = "dark"
    CUP = "cup"
    PUSHED = "pushed"
    FROZEN = "frozen"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Disturbance:
    """A trouble that lasts from one time to another, in seconds from the start."""

    trouble: Trouble
    start: float
    end: float

    def lasts(self, time: float) -> bool:
        """Whether it goes on at a time."""
        return self.start <= time < self.end


def disturbed(scene: Scene, time: float, disturbances: tuple[Disturbance, ...], sizes: Sizes) -> Scene:
    """A scene with the disturbances of its time; a pushed board stays where it was pushed to until the end of that."""
    for disturbance in disturbances:
        if not disturbance.lasts(time):
            continue
        match disturbance.trouble:
            case Trouble.DARK:
                scene = replace(scene, light=0.02)
            case Trouble.CUP:
                cup = Cup(Place(sizes.width * 0.78, sizes.depth * 0.34))
                scene = replace(scene, cups=(*scene.cups, cup))
            case Trouble.PUSHED:
                scene = replace(scene, nudge=(34.0, -22.0, 0.035))
            case Trouble.FROZEN | Trouble.LOST:
                pass
    return scene
