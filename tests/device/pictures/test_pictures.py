"""The pictures of decisions: the right ones are kept, nobody waits for it, and a full disk is told of once."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.errors import PicturesError
from device.store.pictures import picture_store as pictures_module
from device.store.pictures import ring as ring_module
from device.store.pictures.picture_store import APART, WAITING, Pictures
from device.store.pictures.ring import Reference, Ring, jpeg_of, kept_in, model_of, observation_of, picture_of
from engine.board import View
from vision.board_model import BoardModel
from vision.eye import Shot, Sight
from vision.frame import Frame
from vision.observation import SITES, Chance, Observation, Site

MODEL = BoardModel((64, 48), ((9.0, 6.0), (56.0, 6.0), (59.0, 43.0), (6.0, 42.0)))
SEEN = Observation(tuple(Site(index, (Chance(1, 0, 1.0),)) for index in SITES))
PATIENCE = 20.0


def no_room(path: Path, data: bytes) -> None:
    raise OSError(28, "No space left on device")


def shot(number: int, view: View = View.CLEAR, read: tuple[int, ...] = ()) -> Shot:
    """A picture as grey as its number, read where it is the last of those that were."""
    picture = np.full((48, 64, 3), 10 * number % 256, np.uint8)
    seen = SEEN if read else None
    return Shot(Frame(picture, number / 5, number), Sight(view, seen, read), MODEL)


@pytest.fixture
def pictures(tmp_path: Path) -> Iterator[Pictures]:
    made = Pictures(tmp_path / "ring", 10**9)
    made.start()
    yield made
    made.close()


def still_scene(pictures: Pictures) -> None:
    """A hand leaves, three looks at a still board, then nothing new."""
    pictures.offer(shot(1, View.HAND))
    pictures.offer(shot(2, View.MOVING))
    pictures.offer(shot(3, read=(3,)))
    pictures.offer(shot(4, read=(3, 4)))
    pictures.offer(shot(5, read=(3, 4, 5)))
    for number in (6, 7):
        pictures.offer(shot(number, read=(3, 4, 5)))


def names(pictures: Pictures) -> list[str]:
    assert pictures.settle(PATIENCE)
    return [kept.name for kept in pictures.kept]


def test_an_events_pictures_are_kept_with_the_one_before(pictures: Pictures) -> None:
    still_scene(pictures)
    assert names(pictures) == []
    pictures.keep(Reference(1, 50.0), (3, 4))
    assert names(pictures) == ["1-2", "1-3", "1-4"]
    before, first, _ = pictures.kept
    assert (before.is_read, before.view, first.is_read, first.view) == (False, "moving", True, "clear")
    assert observation_of(pictures.folder, first) == SEEN and observation_of(pictures.folder, before) is None
    assert model_of(pictures.folder, first) == MODEL
    data = jpeg_of(pictures.folder, first)
    assert data is not None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and abs(float(picture.mean()) - 30) < 2


def test_a_picture_belongs_to_several_events(pictures: Pictures) -> None:
    still_scene(pictures)
    pictures.keep(Reference(1, 50.0), (5,))
    pictures.keep(Reference(2, 51.0), (4, 5))
    assert names(pictures) == ["1-4", "1-5"]
    assert pictures.kept[1].events == (Reference(1, 50.0), Reference(2, 51.0))
    assert pictures.find("1-5") == pictures.kept[1] and pictures.find("1-6") is None
    assert kept_in(pictures.folder) == pictures.kept


@pytest.mark.parametrize(("height", "is_same"), [(144, True), (96, False)])
def test_a_full_picture_stands_in_the_place_of_the_last_one(
    pictures: Pictures, monkeypatch: pytest.MonkeyPatch, height: int, is_same: bool
) -> None:
    """With what was read of that; one that is cut otherwise stands beside it, one that is no larger is let go."""
    there = np.random.default_rng(1).integers(0, 255, (12, 16, 3)).astype(np.uint8)
    small = np.asarray(cv2.resize(there, (64, 48), interpolation=cv2.INTER_NEAREST), np.uint8)
    pictures.offer(Shot(Frame(small, 1.0, 1), Sight(View.CLEAR, SEEN, (1,)), MODEL))
    pictures.keep(Reference(1, 50.0), (1,))
    assert names(pictures) == ["1-1"]
    pictures.keep_full(Reference(2, 51.0), small)
    full = np.asarray(cv2.resize(there, (192, height), interpolation=cv2.INTER_NEAREST), np.uint8)
    with monkeypatch.context() as disk:
        disk.setattr(ring_module, "_write", no_room)
        pictures.keep_full(Reference(3, 52.0), full)
        assert names(pictures) == ["1-1"] and pictures.trouble is not None
    assert picture_of(pictures.folder, pictures.kept[0]).shape == small.shape, "what was there is still there"
    pictures.keep_full(Reference(3, 52.0), full)
    assert pictures.settle(PATIENCE)
    pictures.keep(Reference(4, 53.0), (1,))
    assert names(pictures) == (["1-1"] if is_same else ["1-1", f"1-{APART + 1}"])
    first, last = pictures.kept[0], pictures.kept[-1]
    assert first.is_read and observation_of(pictures.folder, first) == SEEN
    assert [each.seq for each in first.events] == ([1, 3, 4] if is_same else [1, 4])
    assert [each.seq for each in last.events] == ([1, 3, 4] if is_same else [3])
    assert picture_of(pictures.folder, last).shape == full.shape and last.is_read is is_same
    assert kept_in(pictures.folder) == pictures.kept


def test_what_was_not_read_stands_for_the_reading_before(pictures: Pictures) -> None:
    still_scene(pictures)
    pictures.keep(Reference(1, 50.0), (7,))
    pictures.keep(Reference(2, 50.0), (0,))
    assert names(pictures) == ["1-5"]


def test_a_view_that_changes_is_at_hand(pictures: Pictures) -> None:
    still_scene(pictures)
    pictures.offer(shot(8, View.MOVED))
    pictures.offer(shot(9, View.MOVED))
    pictures.keep(Reference(1, 50.0), (8,))
    assert names(pictures) == ["1-7", "1-8"]


def test_runs_do_not_mix(pictures: Pictures) -> None:
    still_scene(pictures)
    pictures.keep(Reference(1, 50.0), (5,))
    assert names(pictures) == ["1-5"]
    pictures.close()
    later = Pictures(pictures.folder, 10**9)
    still_scene(later)
    later.keep(Reference(2, 60.0), (5,))
    later.start()
    assert names(later) == ["1-5", "2-5"]
    later.close()


def test_nobody_waits_for_a_slow_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, entered = threading.Event(), threading.Event()

    class SlowRing(Ring):
        def add(self, *args: object) -> None:
            entered.set()
            assert slow.wait(PATIENCE)
            super().add(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(pictures_module, "Ring", SlowRing)
    made = Pictures(tmp_path, 10**9)
    made.start()
    made.offer(shot(1, read=(1,)))
    made.keep(Reference(1, 50.0), (1,))
    assert entered.wait(PATIENCE)
    # the thread is stuck; all this returns at once, and no more than a few pictures are held
    for number in range(2, 200):
        made.offer(shot(number, read=(number,)))
    made.keep(Reference(2, 51.0), (2,))
    made.keep(Reference(3, 52.0), (199,))
    assert len(made._fresh) == WAITING
    slow.set()
    # number 2 had to give way, and no other picture stands for it
    assert names(made) == ["1-1", "1-199"]
    assert made.kept[0].events == (Reference(1, 50.0),)
    made.close()


def test_memory_is_bounded(pictures: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures_module, "ROOM", 3000)
    for number in range(1, 60):
        pictures.offer(shot(number, read=(number,)))
        assert pictures.settle(PATIENCE)
    assert 1 < len(pictures._candidates) < 10
    pictures.keep(Reference(1, 50.0), (3, 59))
    assert names(pictures) == ["1-59"]


def test_every_picture_has_its_own_model_and_only_the_last_are_held(pictures: Pictures) -> None:
    models = [
        replace(MODEL, checker=(0.05 + number / 1000, 0.09)) for number in range(pictures_module.BOARDS + 4)
    ]
    for number, model in enumerate([*models, models[-1], models[0]]):
        pictures.offer(replace(shot(number, read=(number,)), model=model))
        pictures.keep(Reference(number, 50.0), (number,))
        assert pictures.settle(PATIENCE)
    assert len(pictures._boards) == pictures_module.BOARDS
    kept = pictures.kept
    assert [model_of(pictures.folder, each) for each in kept] == [*models, models[-1], models[0]]
    assert kept[-2].board == kept[-3].board and len({each.board for each in kept}) == len(models) + 1


def test_a_full_disk_is_told_of_once_and_the_evening_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    full = True

    class FullRing(Ring):
        def add(self, *args: object) -> None:
            if full:
                raise PicturesError("no more pictures are kept, for there is no room left")
            super().add(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(pictures_module, "Ring", FullRing)
    made = Pictures(tmp_path, 10**9)
    made.start()
    still_scene(made)
    for seq in (1, 2, 3):
        made.keep(Reference(seq, 50.0), (5,))
        assert made.settle(PATIENCE)
    assert str(made.trouble) == "no more pictures are kept, for there is no room left"
    assert caplog.text.count("no room left") == 1
    full = False
    made.keep(Reference(4, 50.0), (5,))
    assert names(made) == ["1-5"] and made.trouble is None
    made.close()


def test_pictures_make_room_when_they_are_asked_to(
    pictures: Pictures, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    still_scene(pictures)
    pictures.keep(Reference(1, 50.0), (3, 4, 5))
    assert len(names(pictures)) == 4
    pictures.make_room()
    assert len(names(pictures)) == 4
    monkeypatch.setattr("device.store.pictures.ring.RESERVE", 10**18)
    pictures.make_room()
    assert names(pictures) == [] == [*pictures.folder.glob("*.jpg")]
    assert "4 pictures of decisions made room" in caplog.text


def test_a_folder_that_cannot_be_made_is_told_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder")
    made = Pictures(tmp_path / "file" / "ring", 10**9)
    made.start()
    still_scene(made)
    made.keep(Reference(1, 50.0), (4, 5))
    made.keep(Reference(2, 50.0), (5,))
    assert names(made) == [] and "may be written to" in str(made.trouble)
    assert caplog.text.count("no more pictures are kept") == 1
    made.close()


def test_a_folder_that_cannot_be_read_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = True

    class BrokenRing(Ring):
        def __init__(self, folder: Path, limit: int) -> None:
            if broken:
                raise OSError(5, "Input/output error")
            super().__init__(folder, limit)

    monkeypatch.setattr(pictures_module, "Ring", BrokenRing)
    made = Pictures(tmp_path, 10**9)
    made.start()
    still_scene(made)
    made.keep(Reference(1, 50.0), (5,))
    assert made.settle(PATIENCE) and not made._asked
    assert "cannot be read (Input/output error)" in str(made.trouble)
    broken = False
    still_scene(made)
    made.keep(Reference(2, 50.0), (5,))
    assert names(made) == ["1-5"] and made.trouble is None
    made.close()


def test_what_was_asked_for_is_kept_before_the_end(tmp_path: Path) -> None:
    made = Pictures(tmp_path, 10**9)
    still_scene(made)
    made.keep(Reference(1, 50.0), (5,))
    made.start()
    made.close()
    assert [kept.name for kept in kept_in(tmp_path)] == ["1-5"]
