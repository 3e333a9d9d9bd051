"""One picture of a camera or a film, with its time."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureError

Picture: TypeAlias = NDArray[np.uint8]
"""HxWx3 uint8, blue green red."""
FloatArray: TypeAlias = NDArray[np.floating[Any]]
"""An array of floating-point numbers of any shape."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture (HxWx3 uint8 BGR), its time in seconds from the source's own start, and its number from 0."""

    picture: Picture
    time: float
    number: int


def load_picture(path: Path | str) -> Picture:
    """The picture stored in a file; PictureError where there is none that can be opened."""
    try:
        data = np.frombuffer(Path(path).read_bytes(), dtype=np.uint8)
    except OSError as error:
        raise PictureError(
            f"{path} cannot be read ({error.strerror}): check the name of the file."
        ) from error
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise PictureError(f"{path} is not a picture that can be opened: use a JPEG or PNG file.")
    return np.asarray(picture, dtype=np.uint8)
