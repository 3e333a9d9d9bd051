"""Pictures of the set-up as JPEG: whole, smaller, or cut out around a pixel for the loupe."""

import cv2
import numpy as np

from vision.frame import Picture

QUALITY = 88


def jpeg(picture: Picture, width: int | None) -> bytes:
    """A picture as JPEG, no wider than asked for; None: as large as it is."""
    small = picture if width is None else no_wider(picture, width)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    return np.asarray(data).tobytes()


def no_wider(picture: Picture, width: int) -> Picture:
    """A picture, made smaller where it is wider than that."""
    height, wide = picture.shape[:2]
    if wide <= width:
        return picture
    size = (width, max(1, round(height * width / wide)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def size_of(picture: Picture) -> tuple[int, int]:
    """The width and height of a picture."""
    height, width = picture.shape[:2]
    return width, height


def cropped(picture: Picture, x: float, y: float, size: int) -> Picture:
    """A square of a picture, `size` pixels wide, about a place in its pixels; black beyond its edges."""
    height, width = picture.shape[:2]
    left, top = round(x) - size // 2, round(y) - size // 2
    cut = np.zeros((size, size, 3), np.uint8)
    rows = slice(max(0, top), min(height, top + size))
    columns = slice(max(0, left), min(width, left + size))
    if rows.start < rows.stop and columns.start < columns.stop:
        inner = picture[rows, columns]
        cut[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left] = inner
    return cut
