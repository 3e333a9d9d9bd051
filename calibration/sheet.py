"""The sheet of markers to print and stick on a board's frame: a PDF of rectangles and a
few words, exact in millimetres.

It is written by hand, after ISO 32000-1: a page of squares needs no library.
"""

import cv2

from engine.i18n import phrase
from vision.markers import PLACES, dictionary

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the papers, in millimetres."""
SIDE = 24.0
"""The usual side of a marker, in millimetres: eight pixels a square where a board is 1000 pixels wide."""
SMALLEST, LARGEST = 12.0, 50.0
"""Smaller markers cannot be seen, larger ones do not fit on the sheet."""
MARGIN = 1
"""How wide the white around a marker must be, in squares of it."""
SQUARES = 6
"""How many squares wide a marker is, its black border included."""
RULER = 100.0
"""The length of the line that tells whether the sheet was printed in its true size, in millimetres."""
_WAYS = (
    'Print this sheet at 100 % (not "fit to page"). The line below must be 100 mm long.',
    "Cut along the thin lines, so that the white around each marker stays.",
    "Stick each flat on the frame, outside the corner that it names as the near player sees it.",
    "Calibrate once with all four in sight: from then on they tell where the board is.",
)
_UNIT = 72 / 25.4


def sheet_pdf(paper: str = "a4", side: float = SIDE) -> bytes:
    """The sheet as PDF 1.4; `paper`: one of `SIZES`, `side`: of a marker in mm. ValueError for any other."""
    if paper not in SIZES or not SMALLEST <= side <= LARGEST:
        raise ValueError(
            phrase(
                "no sheet of {paper} with markers of {side} mm: choose {smallest} to {largest} mm",
                paper=paper,
                side=f"{side:g}",
                smallest=f"{SMALLEST:g}",
                largest=f"{LARGEST:g}",
            )
        )
    width, height = SIZES[paper]
    drawn = [_text(20, height - 25, 7, "Markers for a board in front of Tableside")]
    drawn += [_text(20, height - 36 - 6 * row, 3.7, way) for row, way in enumerate(_WAYS)]
    drawn.append(f"{20:.3f} {height - 64:.3f} {RULER:.3f} 0.4 re f")
    cell = side * (SQUARES + 2 * MARGIN) / SQUARES
    for number, place in enumerate(PLACES):
        left = width / 4 * (1 if place.endswith("left") else 3) - cell / 2
        bottom = height - 84 - cell - (cell + 22) * (0 if place.startswith("far") else 1)
        drawn += _marker(number, left, bottom, side, cell)
        drawn.append(_text(left, bottom - 7, 5, place))
    return _document((width, height), "\n".join(drawn))


def _marker(number: int, left: float, bottom: float, side: float, cell: float) -> list[str]:
    """A marker in the thin square along which it is cut."""
    square = side / SQUARES
    bits = cv2.aruco.generateImageMarker(dictionary(), number, SQUARES, borderBits=1)
    margin = MARGIN * square
    drawn = [f"0.1 w {left:.3f} {bottom:.3f} {cell:.3f} {cell:.3f} re S"]
    for row, line in enumerate(bits):
        column = 0
        while column < SQUARES:
            # squares that touch are drawn as one, lest a printer leaves a white hair between them
            wide = next((n for n in range(column, SQUARES) if line[n]), SQUARES) - column
            if wide:
                x, y = left + margin + column * square, bottom + cell - margin - (row + 1) * square
                drawn.append(f"{x:.3f} {y:.3f} {wide * square:.3f} {square:.3f} re f")
            column += wide + 1
    return drawn


def _text(x: float, y: float, size: float, words: str) -> str:
    escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F1 {size:.3f} Tf {x:.3f} {y:.3f} Td ({escaped}) Tj ET"


def _document(size: tuple[float, float], drawn: str) -> bytes:
    """A document of one page, drawn upon in millimetres from its left lower corner."""
    content = f"{_UNIT:.6f} 0 0 {_UNIT:.6f} 0 0 cm\n{drawn}\n"
    box = " ".join(f"{each * _UNIT:.3f}" for each in size)
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {box}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}endstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    )
    document, begins = "%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        begins.append(len(document))
        document += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{begin:010d} 00000 n \n" for begin in begins)
    document += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    document += (
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{document.index('xref')}\n%%EOF\n"
    )
    return document.encode("cp1252")
