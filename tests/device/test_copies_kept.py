"""Daily copies at a hub: bounded in number and size, taken whole or not at all, and given back."""

import errno
import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hand_clock import HandClock

from device.errors import WireError
from device.ops.backup import copies_kept
from device.ops.backup.copies_kept import CopyShelf
from device.ops.backup.copy_wire import (
    LARGEST_COPY,
    PART_BYTES,
    CopyAnswer,
    CopyAsk,
    CopyGiven,
    CopyKept,
    CopyListed,
    CopyOffer,
    CopyPart,
    CopyRefusal,
    CopyRefused,
    CopyWanted,
    KeptCopy,
    answer_payload,
    parse_answer,
)
from device.ops.backup.rotation import Copy
from device.store.settings import BackupSettings

ID = "0123456789abcdef"


@pytest.fixture
def shelf(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[CopyShelf]:
    monkeypatch.setattr(copies_kept, "free_bytes", lambda _: 10**12)
    made = CopyShelf(tmp_path, BackupSettings(days=3, weeks=0), clock)
    yield made
    made.close()


def offer(data: bytes, number: int = 1, table: str = "1", id: str = ID) -> CopyOffer:
    return CopyOffer(id, Copy(number).name(table), len(data), hashlib.sha256(data).hexdigest())


def brought(shelf: CopyShelf, data: bytes, number: int = 1, table: str = "1") -> CopyAnswer | None:
    """What is said in the end to a table that brings a copy."""
    answer: CopyAnswer | None = shelf.offer(table, offer(data, number, table))
    while isinstance(answer, CopyWanted):
        answer = shelf.part(table, CopyPart(ID, answer.at, data[answer.at : answer.at + PART_BYTES]))
    return answer


def fetched(shelf: CopyShelf, table: str = "1") -> bytes:
    """What a table gets back."""
    name, data = "", b""
    while isinstance(given := shelf.ask(table, CopyAsk(ID, name, len(data))), CopyGiven) and given.data:
        name, data = given.name, data + given.data
    return data


def test_copies_come_in_parts_and_go_back_and_the_oldest_make_room(
    shelf: CopyShelf, clock: HandClock
) -> None:
    for number in range(1, 6):
        clock.now += 86400
        assert brought(shelf, bytes([number]) * (PART_BYTES + 7), number) == CopyKept()
    folder = shelf.folder_of("1")
    assert sorted(path.name for path in folder.glob("*.zip")) == [Copy(each).name("1") for each in (3, 4, 5)]
    assert fetched(shelf) == b"\5" * (PART_BYTES + 7)
    assert shelf.offer("1", offer(b"\5" * (PART_BYTES + 7), 5)) == CopyKept(), "it lies there already"
    assert all(path.stat().st_mode & 0o077 == 0 for path in (folder, *folder.glob("*.zip")))
    assert shelf.ask("2", CopyAsk(ID, "", 0)) == CopyRefused(CopyRefusal.NONE)
    assert shelf.ask("2", CopyAsk(ID, Copy(5).name("1"), 0)) == CopyRefused(CopyRefusal.NONE), (
        "what is another's is not given"
    )


def test_a_new_card_that_numbers_from_one_again_gets_its_own_newest_back(
    shelf: CopyShelf,
) -> None:
    """Without a clock, so that the names of both cards' copies are the same; what the old card brought stays."""
    assert brought(shelf, b"of the card before", 1) == CopyKept()
    assert brought(shelf, b"of the new card", 1) == CopyKept(), "of that name there is another"
    assert fetched(shelf) == b"of the new card"
    listed = shelf.listed("1")
    assert isinstance(listed, CopyListed)
    assert [each.name for each in listed.copies] == [Copy(1).name("1"), Copy(2).name("1")]
    assert shelf.ask("1", CopyAsk(ID, Copy(1).name("1"), 0)) == CopyGiven(
        Copy(1).name("1"), 18, 0, b"of the card before"
    )
    assert shelf.offer("1", offer(b"of the new card", 1)) == CopyKept(), (
        "it lies there already, by another name"
    )


def test_the_last_copy_of_a_card_that_died_is_not_pushed_out_by_the_new_one_that_day(
    shelf: CopyShelf, clock: HandClock
) -> None:
    clock.now += 86400
    day = date.fromtimestamp(clock.wall())

    def bring(number: int, data: bytes) -> None:
        clock.now += 60
        name = Copy(number, day).name("1")
        answer: CopyAnswer | None = shelf.offer("1", replace(offer(data), name=name))
        assert answer == CopyWanted(0) and shelf.part("1", CopyPart(ID, 0, data)) == CopyKept()
        stamp = int(clock.now * 10**9)
        os.utime(shelf.folder_of("1") / name, ns=(stamp, stamp))

    for number in (1, 2):
        bring(number, b"of the card before, %d" % number)
    for number in range(3, 6):
        # it numbers from 1 again, and comes to higher ones the same day
        bring(number - 2 if number == 3 else number, b"of the new card, %d" % number)
    kept = [path.read_bytes() for path in shelf.folder_of("1").glob("*.zip")]
    assert sorted(kept) == [b"of the card before, 2", b"of the new card, 5"]
    assert fetched(shelf) == b"of the new card, 5"


def test_a_new_card_whose_copies_are_renumbered_is_heard_of_once(shelf: CopyShelf, clock: HandClock) -> None:
    clock.now += 86400
    day = date.fromtimestamp(clock.wall())
    for card, number in [("old", each) for each in range(1, 6)] + [("new", each) for each in range(1, 10)]:
        data = f"{card} {number}".encode()
        answer = shelf.offer("1", replace(offer(data), name=Copy(number, day).name("1")))
        assert answer == CopyWanted(0) and shelf.part("1", CopyPart(ID, 0, data)) == CopyKept()
        for age, name in enumerate(sorted(shelf.folder_of("1").glob("*.zip"), reverse=True)):
            os.utime(name, (clock.now - age, clock.now - age))
    kept = [path.read_bytes() for path in shelf.folder_of("1").glob("*.zip")]
    assert sorted(kept) == [b"new 9", b"old 5"]


@pytest.mark.parametrize(("number", "why"), [(errno.ENOSPC, CopyRefusal.FULL), (errno.EIO, CopyRefusal.DISK)])
def test_a_disk_that_fails_is_said_and_nothing_of_the_copy_is_left(
    shelf: CopyShelf, monkeypatch: pytest.MonkeyPatch, number: int, why: CopyRefusal
) -> None:
    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    assert shelf.answer("1", offer(b"abc")) == CopyWanted(0)
    monkeypatch.setattr(os, "fsync", fail)
    assert shelf.answer("1", CopyPart(ID, 0, b"abc")) == CopyRefused(why)
    assert [*shelf.folder_of("1").iterdir()] == []
    assert parse_answer(answer_payload(ID, CopyRefused(why))) == (ID, CopyRefused(why))


def test_what_would_fill_the_disk_is_not_taken(
    shelf: CopyShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shelf.offer("1", CopyOffer(ID, Copy(1).name("1"), LARGEST_COPY + 1, "0" * 64)) == CopyRefused(
        CopyRefusal.LARGE
    )
    assert shelf.offer("1", CopyOffer(ID, "holiday.zip", 1, "0" * 64)) == CopyRefused(CopyRefusal.STRANGE)
    assert shelf.offer("1", CopyOffer(ID, Copy(1).name("2"), 1, "0" * 64)) == CopyRefused(CopyRefusal.STRANGE)
    monkeypatch.setattr(copies_kept, "MOST_OF_TABLE", 25)
    for number in (1, 2, 3):
        assert brought(shelf, bytes([number]) * 10, number) == CopyKept()
    assert len([*shelf.folder_of("1").glob("*.zip")]) == 2, "the oldest made room"
    monkeypatch.setattr(copies_kept, "MOST_IN_ALL", 25)
    assert brought(shelf, b"x" * 10, 1, "2") == CopyRefused(CopyRefusal.FULL)
    monkeypatch.setattr(copies_kept, "MOST_IN_ALL", 1000)
    monkeypatch.setattr(copies_kept, "free_bytes", lambda _: copies_kept.ROOM_MB * 10**6)
    assert brought(shelf, b"x" * 10, 1, "2") == CopyRefused(CopyRefusal.FULL)


def test_what_comes_in_part_or_wrong_leaves_nothing(
    shelf: CopyShelf, clock: HandClock, tmp_path: Path
) -> None:
    good = offer(b"abcdef")
    assert shelf.offer("1", good) == CopyWanted(0)
    assert (
        shelf.part("2", CopyPart(ID, 0, b"abc")) is None
        and shelf.part("1", CopyPart("f" * 16, 0, b"abc")) is None
    )
    assert shelf.part("1", CopyPart(ID, 0, b"abc")) == CopyWanted(3)
    assert shelf.part("1", CopyPart(ID, 0, b"abc")) == CopyWanted(3), "said twice"
    assert shelf.part("1", CopyPart(ID, 3, b"xyz")) == CopyRefused(CopyRefusal.DAMAGED)
    assert shelf.offer("1", good) == CopyWanted(0)
    assert shelf.part("1", CopyPart(ID, 0, b"abcdefg")) == CopyRefused(CopyRefusal.DAMAGED)
    assert [*shelf.folder_of("1").iterdir()] == []
    for number in range(copies_kept.MOST_AT_ONCE):
        assert shelf.offer(str(number), offer(b"abc", table=str(number))) == CopyWanted(0)
    assert shelf.offer("late", offer(b"abc", table="late")) == CopyRefused(CopyRefusal.BUSY)
    clock.now += 2 * copies_kept.PATIENCE_SECONDS
    assert shelf.offer("late", offer(b"abc", table="late")) == CopyWanted(0), "who has gone is not waited for"
    assert [path.name for path in tmp_path.glob("*/*")] == [f"{Copy(1).name('late')}.part"]
    CopyShelf(tmp_path, BackupSettings(), clock)
    assert not [*tmp_path.glob("*/*")], "nor after a pulled plug"


@pytest.mark.parametrize("name", ["..", ".", "a/b", "/etc", "\u00e9" * 80, "con\0"])
def test_a_tables_folder_lies_where_it_should_whatever_the_table_is_called(
    shelf: CopyShelf, tmp_path: Path, name: str
) -> None:
    folder = shelf.folder_of(name)
    assert folder.parent == tmp_path and len(folder.name.encode()) < 255
    folder.mkdir()


@pytest.mark.parametrize(
    "answer",
    [
        CopyWanted(7),
        CopyKept(),
        CopyRefused(CopyRefusal.FULL),
        CopyGiven("a.zip", 9, 3, b"\0\xff"),
        CopyListed((KeptCopy("a.zip", 9, 1_790_000_000),)),
    ],
)
def test_answers_are_read_as_they_were_said(answer: CopyAnswer) -> None:
    assert parse_answer(answer_payload(ID, answer)) == (ID, answer)


@pytest.mark.parametrize(
    "payload",
    [
        b"", b"[]", b"{}", b'{"id": "x"}', b'{"id": "0123456789abcdef", "wanted": -1}',
        b'{"id": "0123456789abcdef", "refused": "perhaps"}',
        b'{"id": "0123456789abcdef", "name": "../x", "bytes": 1, "at": 0, "data": ""}',
        b'{"id": "0123456789abcdef", "name": "x", "bytes": 1, "at": 0, "data": "?"}',
        b'{"id": "0123456789abcdef", "copies": [{"name": "x", "bytes": 1}]}',
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_none(payload: bytes) -> None:
    with pytest.raises(WireError):
        parse_answer(payload)
