"""The display's picture: a face drawn in black and white with Pillow."""

import unicodedata
from functools import lru_cache
from typing import Any

from device.signals.display_face import NOTHING, DisplayFace

WIDTH = 128
_FONTS = ("DejaVuSansCondensed-Bold.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans.ttf")
"""Fonts with the letters of most languages, where the system has one; else Pillow's own, which has few."""
_NOWHERE = "\uffff"


def drawn(face: DisplayFace, height: int) -> Any:
    """A face as a picture of Pillow's, in mode 1, 128 pixels wide, 32 or 64 high. Raises ImportError without Pillow."""
    from PIL import Image, ImageDraw

    picture = Image.new("1", (WIDTH, height))
    if face == NOTHING:
        return picture
    pen = ImageDraw.Draw(picture)
    if height >= 64:
        _write(pen, face.headline, (0, 0, WIDTH, 25), 24)
        _write(pen, face.task, (0, 26, WIDTH, 39), 12, inverse=face.alarm)
        _write(pen, face.names or face.score, (0, 40, 62 if face.clock else WIDTH, 52), 12)
        _write(pen, face.clock, (64, 40, WIDTH, 52), 12, right=True)
        _write(pen, face.page, (0, 53, WIDTH, 64), 11)
        return picture
    split = 56 if face.clock else 72
    _write(pen, face.headline, (0, 0, split, 19), 18)
    _write(pen, face.clock or face.score, (split + 2, 0, WIDTH, 19), 12, right=True)
    # With something to put right the page can wait.
    below = face.task if face.alarm or not face.page else face.page
    _write(pen, below, (0, 20, WIDTH, 32), 11, inverse=face.alarm)
    return picture


def rows_of(picture: Any) -> tuple[str, ...]:
    """The rows of a picture, each 16 bytes in hexadecimal, the leftmost pixel the highest bit of the first."""
    wide = WIDTH // 8
    packed = picture.tobytes()
    return tuple(packed[at : at + wide].hex() for at in range(0, len(packed), wide))


def _write(
    pen: Any,
    text: str,
    box: tuple[int, int, int, int],
    size: int,
    *,
    inverse: bool = False,
    right: bool = False,
) -> None:
    """Write a line as big as fits into a box, at most at a size."""
    if not text:
        return
    left, top, end, bottom = box
    margin = 2 if inverse else 0
    room = end - left - 2 * margin
    text = _writable(text)
    while size > 8 and pen.textlength(text, font=_font(size)) > room:
        size -= 1
    while len(text) > 1 and pen.textlength(text, font=_font(size)) > room:
        text = text[:-1]
    if inverse:
        pen.rectangle((left, top, end - 1, bottom - 1), fill=1)
    at = end - margin if right else left + margin
    # From the base line, so that letters with and without a descender stand on one line.
    base = bottom - max(2, size // 5)
    pen.text((at, base), text, font=_font(size), fill=0 if inverse else 1, anchor="rs" if right else "ls")


@lru_cache(maxsize=32)
def _font(size: int) -> Any:
    from PIL import ImageFont

    for name in _FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


@lru_cache(maxsize=256)
def _writable(text: str) -> str:
    """The text with letters that the font lacks without their marks, or else as question marks."""
    font = _font(12)
    blank = bytes(font.getmask(_NOWHERE, mode="1"))

    def lacks(letter: str) -> bool:
        return not letter.isspace() and bytes(font.getmask(letter, mode="1")) == blank

    def plain(letter: str) -> str:
        if not letter.isprintable():
            return " "
        if not lacks(letter):
            return letter
        return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"

    return "".join(map(plain, text))
