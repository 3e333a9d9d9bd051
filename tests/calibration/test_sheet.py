"""The sheet of markers: a PDF that is exact in millimetres, drawn here to see what a printer would print."""

import re

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.sheet import RULER, SIZES, sheet_pdf
from vision.markers import PLACES, find_tags

PER_MM = 6


def rectangles(document: bytes) -> list[tuple[float, float, float, float]]:
    """The filled rectangles of the page, in millimetres from its left lower corner."""
    found = re.findall(rb"^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f$", document, re.MULTILINE)
    return [(float(a), float(b), float(c), float(d)) for a, b, c, d in found]


def printed(document: bytes, size: tuple[float, float]) -> NDArray[np.uint8]:
    page = np.full((round(size[1] * PER_MM), round(size[0] * PER_MM), 3), 255, np.uint8)
    for x, y, wide, high in rectangles(document):
        top = (size[1] - y - high) * PER_MM
        page[round(top) : round(top + high * PER_MM), round(x * PER_MM) : round((x + wide) * PER_MM)] = 0
    return page


@pytest.mark.parametrize("paper", sorted(SIZES))
@pytest.mark.parametrize("side", [12.0, 24.0, 50.0])
def test_the_markers_are_seen_in_their_size_on_the_sheet(paper: str, side: float) -> None:
    document = sheet_pdf(paper, side)
    page = printed(document, SIZES[paper])
    tags = find_tags(page)
    assert sorted(tags) == [0, 1, 2, 3]
    for corners in tags.values():
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) / PER_MM
        assert sides == pytest.approx(side, abs=0.5)
        assert corners.min() > 5 * PER_MM and (page.shape[1::-1] - corners.max(axis=0)).min() > 5 * PER_MM
    for place in PLACES:
        assert f"({place}) Tj".encode() in document


@pytest.mark.parametrize("paper", sorted(SIZES))
def test_the_page_has_its_size_and_a_ruler(paper: str) -> None:
    document = sheet_pdf(paper)
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", document)
    assert box is not None
    assert [float(each) / 72 * 25.4 for each in box.groups()] == pytest.approx(SIZES[paper], abs=0.01)
    assert any(wide == RULER for _, _, wide, _ in rectangles(document))


def test_readers_find_every_object_where_the_table_says() -> None:
    document = sheet_pdf()
    begin = int(re.search(rb"startxref\n(\d+)", document)[1])  # type: ignore[index]
    assert document[begin:].startswith(b"xref\n0 6\n")
    for number, offset in enumerate(re.findall(rb"^(\d{10}) 00000 n ", document, re.MULTILINE), start=1):
        assert document[int(offset) :].startswith(b"%d 0 obj\n" % number)
    length = int(re.search(rb"/Length (\d+)", document)[1])  # type: ignore[index]
    stream = document.index(b"stream\n") + len(b"stream\n")
    assert document[stream + length :].startswith(b"endstream")


def test_another_paper_and_a_tiny_marker_are_refused() -> None:
    with pytest.raises(ValueError, match="sheet of a5"):
        sheet_pdf("a5")
    with pytest.raises(ValueError, match="12 to 50 mm"):
        sheet_pdf("a4", 3.0)
