"""The frames of films: their own times, the right way up, several of one match in sequence."""

import struct
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.errors import CameraError
from device.table.watch.film_sequence import frames_of, length_of

Film = Callable[..., Path]


@pytest.fixture
def film(tmp_path: Path) -> Film:
    """Writes a film of so many frames, the left half of each bright."""

    def written(name: str, frames: int = 6, rate: float = 5.0) -> Path:
        path = tmp_path / name
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), rate, (64, 48))
        picture = np.zeros((48, 64, 3), np.uint8)
        picture[:, :32] = 200
        for _ in range(frames):
            writer.write(picture)
        writer.release()
        return path

    return written


def test_films_in_sequence_are_one_film(film: Film) -> None:
    paths = [film("a.mp4", 6, 5.0), film("b.mp4", 4, 10.0)]
    frames = list(frames_of(paths))
    assert [frame.number for frame in frames] == list(range(10))
    times = [frame.time for frame in frames]
    assert times == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.3, 1.4, 1.5], abs=1e-3)
    assert length_of(paths) == 10


@pytest.mark.parametrize("rate", [0.5, 1.0, 2.0, 30.0])
def test_a_film_may_have_a_frame_every_second_or_two(film: Film, rate: float) -> None:
    times = [frame.time for frame in frames_of([film("a.mp4", 5, rate)])]
    assert times == pytest.approx([k / rate for k in range(5)], abs=1e-3)


def test_every_frame_has_its_own_time_where_the_rate_varies(film: Film) -> None:
    path = film("a.mp4", 6, 5.0)
    _slowed(path, after=3, times=4)
    times = [frame.time for frame in frames_of([path])]
    assert times == pytest.approx([0.0, 0.2, 0.4, 0.6, 1.4, 2.2], abs=1e-3)


def test_a_film_taken_upright_is_turned_as_it_says(film: Film) -> None:
    path = film("a.mp4")
    _turned(path)
    (first, *_) = frames_of([path])
    assert first.shape == (64, 48, 3)
    bright = first.picture[:, :, 1].mean(axis=1)
    assert (bright[4:28].mean() > 150) is not (bright[36:60].mean() > 150)


def test_a_film_that_is_none_is_told_by_its_name(film: Film, tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="there is no film"):
        list(frames_of([film("a.mp4"), tmp_path / "none.mp4"]))
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no film")
    with pytest.raises(CameraError, match="cannot be opened as a film"):
        length_of([broken])


def _slowed(path: Path, after: int, times: int) -> None:
    """Has all frames of a film after some last longer: its table of times (stts) is written anew."""
    # without its edit list, which would end it when it ended before
    data = path.read_bytes().replace(b"edts", b"free")
    at = data.index(b"stts") - 4
    size, _, _, entries, count, each = struct.unpack(">I4sIIII", data[at : at + 24])
    assert (size, entries) == (24, 1)
    table = struct.pack(">IIIII", 2, after, each, count - after, times * each)
    longer = data[: at + 12] + table + data[at + 24 :]
    grown = bytearray(longer)
    struct.pack_into(">I", grown, at, 32)
    for box in (b"stbl", b"minf", b"mdia", b"trak", b"moov"):
        begin = grown.index(box) - 4
        struct.pack_into(">I", grown, begin, struct.unpack_from(">I", grown, begin)[0] + 8)
    assert grown.index(b"mdat") < at, "what is behind the table would have moved"
    path.write_bytes(grown)


def _turned(path: Path) -> None:
    """Marks a film as to be turned by a quarter, as phones do: in the matrix of its track's header (tkhd)."""
    data = bytearray(path.read_bytes())
    at = data.index(b"tkhd") + 4 + 40
    struct.pack_into(">9i", data, at, 0, 1 << 16, 0, -(1 << 16), 0, 0, 48 << 16, 0, 1 << 30)
    path.write_bytes(data)
