"""What a camera is to the rest of Tableside: its pictures, and what it can do besides."""

from collections.abc import Callable
from typing import Protocol

from engine.board import Shape
from vision.drawing.board_look import Appearance
from vision.frame import Frame, Picture
from vision.rectify import Corners
from vision.scene import Scene


class Camera(Protocol):
    """What gives pictures of the board. A backend inherits what it has nothing to say of."""

    name: str = ""
    """What people call it, such as `picamera` or the path of a film."""
    source: str = ""
    """What the settings call it."""
    corners: Corners | None = None
    """The corners of the playing surface, where the camera knows them: it draws its pictures, bent by no lens."""
    shape: Shape | None = None
    """The shape of the board before it, where the camera knows it."""
    is_film: bool = False
    """Whether it gives pictures as fast as they are asked for, and ends."""
    keeps_coming: bool = False
    """Whether every picture must be taken: those of a stream would wait in a line, each older when its turn comes."""

    waits_itself: bool = False
    """Whether `read` waits for a camera that is not there, until `close` is called from another thread: then nothing
    is gained by resting before it is tried again.
    """

    def read(self) -> Frame | None:
        """The next picture, for which it waits; None at the end of a film and once it is closed. Raises CameraError."""

    def close(self) -> None:
        """Lets go of the camera; further calls do nothing."""

    def ask_full(self, given: Callable[[Picture], None]) -> bool:
        """Asks for one picture as large as the camera can take it, which is `given` once it is there; whether one may
        come: a camera whose usual pictures are its largest takes none. Returns at once. From any thread.
        """
        return False

    def reopening(self) -> "Callable[[], Camera] | None":
        """What opens the same camera anew once it is lost; None for what cannot be lost, or comes back by itself."""
        return None

    @property
    def stage(self) -> "Stageable | None":
        """The board before it, where that is a simulated one; None: it is real."""
        return None


class Stageable(Protocol):
    """A simulated board before a camera, on which anything can be laid."""

    look: Appearance
    """How it looks, and from where it is seen."""

    def lay(self, scene: Scene | None) -> None:
        """Let this lie on the table from now on, and nobody play; None: the game goes on
        where it was. From any thread.
        """
