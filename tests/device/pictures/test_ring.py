"""The ring of pictures: what it holds survives a restart, the oldest make room, and half a picture is none."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.errors import PicturesError
from device.store.pictures import ring as ring_module
from device.store.pictures.ring import (
    Reference,
    Ring,
    RingPicture,
    folder_of,
    jpeg_of,
    kept_in,
    model_of,
    observation_of,
    of_event,
)
from vision.board_model import BoardModel
from vision.observation import SITES, Chance, Observation, Site

MODEL = BoardModel((640, 480), ((90.0, 60.0), (560.0, 64.0), (590.0, 430.0), (60.0, 424.0)))
SEEN = Observation(tuple(Site(index, (Chance(1, 0, 0.9), Chance(0, 0, 0.1))) for index in SITES))
LARGE = 10**9
Put = Callable[..., RingPicture]


def put(ring: Ring, number: int, *events: int, size: int = 1000, board: str | None = None) -> RingPicture:
    events_ = tuple(Reference(seq, 100.0 + seq) for seq in events)
    kept = RingPicture(ring.run, number, number / 5, "clear", True, board, events_, size)
    ring.add(kept, bytes([number % 256]) * size, SEEN, MODEL if board else None)
    return kept


def test_what_is_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "pictures"
    ring = Ring(folder, LARGE)
    assert (ring.run, ring.kept, ring.size) == (1, (), 0)
    first, second = put(ring, 10, 1, board="1-0.board"), put(ring, 9, 1, 2, board="1-0.board")
    again = Ring(folder, LARGE)
    assert again.kept == (second, first)
    assert (again.run, again.size) == (2, ring.size)
    assert (first.name, again.find("1-10"), again.find("1-11")) == ("1-10", first, None)
    assert jpeg_of(folder, first) == b"\x0a" * 1000
    assert observation_of(folder, first) == SEEN and model_of(folder, first) == MODEL
    assert ring.size == sum(path.stat().st_size for path in folder.iterdir())


def test_an_event_finds_its_pictures_and_a_picture_its_events(tmp_path: Path) -> None:
    ring = Ring(tmp_path, LARGE)
    put(ring, 1, 5)
    put(ring, 2, 5)
    ring.refer("1-2", Reference(6, 106.0))
    ring.refer("1-2", Reference(6, 106.0))
    ring.refer("1-7", Reference(6, 106.0))
    for kept in (ring.kept, kept_in(tmp_path)):
        assert [each.name for each in of_event(kept, 5, 105.0)] == ["1-1", "1-2"]
        assert [each.name for each in of_event(kept, 6, 106.0)] == ["1-2"]
        # another log, in which an event has the same number
        assert of_event(kept, 5, 205.0) == ()
    assert kept_in(tmp_path)[1].events == (Reference(5, 105.0), Reference(6, 106.0))
    assert observation_of(tmp_path, ring.kept[1]) == SEEN
    assert ring.size == sum(path.stat().st_size for path in tmp_path.iterdir())


def test_the_oldest_make_room(tmp_path: Path) -> None:
    ring = Ring(tmp_path, 11_000)
    for number in range(4):
        put(ring, number, number, size=3000, board="1-0.board" if number < 2 else "1-1.board")
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) == ring.size <= 11_000
    assert [kept.name for kept in ring.kept] == ["1-2", "1-3"]
    # with the last picture that was read by it a model goes, too
    assert sorted(path.name for path in tmp_path.glob("*.board")) == ["1-1.board"]
    later = Ring(tmp_path, 11_000)
    assert later.run == 2
    put(later, 0, 9, size=3000)
    assert [kept.name for kept in later.kept] == ["1-3", "2-0"]
    smaller = Ring(tmp_path, 6500)
    put(smaller, 0, 10, size=3000)
    assert [kept.name for kept in smaller.kept] == ["3-0"]


def test_the_model_of_a_new_picture_does_not_go_with_the_last_old_one(tmp_path: Path) -> None:
    ring = Ring(tmp_path, 5000)
    for number in (1, 2):
        put(ring, number, number, size=2500, board="1-0.board")
        assert model_of(tmp_path, ring.kept[0]) == MODEL
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) == ring.size <= 5000
    assert [kept.name for kept in Ring(tmp_path, 5000).kept] == ["1-2"]
    # nor does a model stay whose picture found no room
    with pytest.raises(PicturesError, match="no room left"):
        put(ring, 3, 3, size=6000, board="1-1.board")
    assert not (tmp_path / "1-1.board").exists()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) == ring.size


def test_a_picture_larger_than_the_ring_is_not_kept(tmp_path: Path) -> None:
    ring = Ring(tmp_path, 5000)
    with pytest.raises(PicturesError, match="no room left"):
        put(ring, 1, 1, size=6000)
    assert ring.kept == () and not list(tmp_path.glob("*.jpg"))


def test_the_log_keeps_its_share_of_a_disk_that_is_nearly_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring = Ring(tmp_path, LARGE)
    put(ring, 1, 1)
    free = {"bytes": ring_module.RESERVE - 5000}

    def usage(folder: Path) -> SimpleNamespace:
        gained = 10_000 * (1 - len(list(folder.glob("1-1.jpg"))))
        return SimpleNamespace(free=free["bytes"] + gained)

    monkeypatch.setattr(ring_module.shutil, "disk_usage", usage)
    put(ring, 2, 2, size=100)
    assert [kept.name for kept in ring.kept] == ["1-2"]
    free["bytes"] = 0
    with pytest.raises(PicturesError, match="free some space"):
        put(ring, 3, 3)


def test_pictures_give_way_to_the_log_before_any_new_one_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring = Ring(tmp_path, LARGE)
    for number in (1, 2, 3):
        put(ring, number, number, board=f"1-{number}.board")
    assert ring.give_way() == 0

    def usage(folder: Path) -> SimpleNamespace:
        return SimpleNamespace(free=ring_module.RESERVE - 1500 + 1000 * (3 - len(list(folder.glob("*.jpg")))))

    monkeypatch.setattr(ring_module.shutil, "disk_usage", usage)
    assert ring.give_way() == 2
    assert [kept.name for kept in ring.kept] == ["1-3"] == [kept.name for kept in kept_in(tmp_path)]
    assert [path.name for path in tmp_path.glob("*.board")] == ["1-3.board"]


@pytest.mark.parametrize(
    "harm", ["cut", "gone", "garbage", "no board", "newer", "nameless", "endless", "deep"]
)
def test_half_a_picture_is_none(tmp_path: Path, harm: str) -> None:
    ring = Ring(tmp_path, LARGE)
    put(ring, 1, 1, board="1-0.board")
    whole = put(ring, 2, 2)
    path = tmp_path / "1-1.json"
    if harm == "cut":
        (tmp_path / "1-1.jpg").write_bytes(b"")
    elif harm == "gone":
        (tmp_path / "1-1.jpg").unlink()
    elif harm == "garbage":
        path.write_bytes(b"\0" * 40)
    elif harm == "no board":
        (tmp_path / "1-0.board").unlink()
    elif harm == "newer":
        path.write_text(json.dumps({**json.loads(path.read_text()), "version": 99}))
    elif harm == "endless":
        path.write_text(json.dumps({**json.loads(path.read_text()), "bytes": float("inf")}))
    elif harm == "deep":
        path.write_text("[" * 100_000)
    else:
        path.write_text("[]")
    (tmp_path / "1-2.jpg.old").symlink_to("nowhere")
    (tmp_path / "1-2.old").symlink_to("nowhere")
    (tmp_path / "1-3.jpg.part").write_bytes(b"x")
    (tmp_path / "note.txt").write_text("mine")
    again = Ring(tmp_path, LARGE)
    assert again.kept == (whole,)
    left = {path.name for path in tmp_path.iterdir() if not path.is_symlink()}
    assert left == {"1-2.jpg", "1-2.json", "note.txt"}


def test_a_folder_that_may_not_be_written_to_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    ring = Ring(tmp_path / "file" / "pictures", LARGE)
    with pytest.raises(PicturesError, match="may be written to"):
        put(ring, 1, 1)


def test_tables_and_simulated_games_have_folders_of_their_own(tmp_path: Path) -> None:
    folders = {
        folder_of(tmp_path, name, simulated=simulated)
        for name in ("1", "red", "table/2", "Стол", "x" * 80)
        for simulated in (False, True)
    }
    assert len(folders) == 10
    assert all(each.parent.parent == tmp_path and len(each.name) <= 40 for each in folders)
