"""The archive: events come in once, in their order, or not at all, on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from evening import stored
from playing import Told

from device.club.link.archive import Arrival, HubArchive
from device.club.link.ingest import checked_rows
from device.club.link.published import Published
from device.club.link.wire import About, Batch, ManifestLine
from device.errors import StoreError, WireError
from device.library.match_library import Library
from device.store.log.schema import Row
from device.store.log.store import Store, sqlite_url
from device.store.settings import Settings
from engine.state.messages import SetNames

ABOUT = About("3", "1", "http://pi.local/", "log-a", "x")


@pytest.fixture
def archive(database_url: str) -> Iterator[HubArchive]:
    archive = HubArchive(Store(database_url))
    yield archive
    archive.store.close()


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Batch:
    path = tmp_path_factory.mktemp("table") / "log.db"
    told = Told(path, "[match]\nlength = 1")
    for _ in range(3):
        told.begin(1)
        told.tell(SetNames("Annabella", "Benedikt"))
        told.play(3)
        told.win()
    published = Published(sqlite_url(path), "1")
    found = published.batch("t", 0, told.match_state.seq)
    published.close()
    told.close()
    assert found is not None
    return found


def arrivals(batch: Batch, key: str, *cuts: int) -> list[Arrival]:
    rows = checked_rows(batch.rows, key, batch.after, batch.upto)
    ends = [batch.after, *cuts, batch.upto]
    return [
        Arrival("log-a", one, other, tuple(row for row in rows if one < number(row) <= other))
        for one, other in pairwise(ends)
    ]


def number(row: Row) -> int:
    return int(str(row["seq"]))


def test_what_follows_is_taken_once_and_nothing_else(archive: HubArchive, batch: Batch) -> None:
    log = archive.meet(ABOUT, 1.0)
    first, second, third = arrivals(batch, log.key, 5, 9)
    assert archive.take([second], 2.0) == (False,)
    assert archive.take([first, third, second, second, third], 2.0) == (True, False, True, False, True)
    assert archive.take([first], 2.0) == (False,)
    assert archive.upto("log-a") == batch.upto
    assert stored(archive.store.url, "3") == [dict(row) for row in batch.rows]
    assert sum(line.count for line in archive.lines("log-a")) == len(batch.rows)
    last = batch.rows[-1]
    assert archive.stamp("log-a") == (last["wall"], last["monotonic"])


def test_an_arrival_that_cannot_be_written_moves_nothing_on(archive: HubArchive, batch: Batch) -> None:
    log = archive.meet(ABOUT, 1.0)
    (whole,) = arrivals(batch, log.key)
    broken = Arrival("log-a", 0, 5, ({**whole.rows[0], "kind": None},))
    with pytest.raises(StoreError):
        archive.take([broken], 2.0)
    assert archive.upto("log-a") == 0 and stored(archive.store.url, "3") == []
    assert archive.take([whole], 2.0) == (True,)


def test_matches_and_names_go_and_come_back(archive: HubArchive, batch: Batch) -> None:
    log = archive.meet(ABOUT, 1.0)
    archive.take(arrivals(batch, log.key), 2.0)
    one, two, *_ = (line.match for line in archive.lines("log-a") if line.count > 3)
    theirs = [row for row in stored(archive.store.url, "3") if row["match"] == one]
    archive.remove(log, one)
    archive.remove_names(log, two)
    left = stored(archive.store.url, "3")
    assert one not in {row["match"] for row in left}
    assert not any("Annabella" in row["body"] for row in left if row["match"] == two)
    assert {line.match: line.anonymous for line in archive.lines("log-a")}[two]
    archive.replace(log, one, checked_rows(theirs, log.key, 0, None))
    assert [row for row in stored(archive.store.url, "3") if row["match"] == one] == theirs
    assert archive.upto("log-a") == batch.upto
    assert ManifestLine(one, theirs[0]["seq"], theirs[-1]["seq"], len(theirs)) in archive.lines("log-a")


def test_of_a_match_that_is_sent_again_nothing_is_taken_that_has_not_been_reached(
    archive: HubArchive, batch: Batch
) -> None:
    log = archive.meet(ABOUT, 1.0)
    first, rest = arrivals(batch, log.key, 6)
    archive.take([first], 2.0)
    match = int(str(first.rows[-1]["match"]))
    whole = [row for row in (*first.rows, *rest.rows) if row["match"] == match]
    archive.replace(log, match, whole)
    assert archive.take([rest], 3.0) == (True,)
    assert stored(archive.store.url, "3") == [dict(row) for row in batch.rows]


def test_each_log_is_filed_by_itself(archive: HubArchive, batch: Batch) -> None:
    one = archive.meet(ABOUT, 1.0)
    other = archive.meet(About("3", "1", "", "log-b", "y"), 2.0)
    third = archive.meet(About("3 (2)", "1", "", "log-c", "z"), 3.0)
    assert (one.key, other.key, third.key) == ("3", "3 (2)", "3 (2) (2)")
    assert {log.log: log.current for log in archive.logs()} == {"log-a": False, "log-b": True, "log-c": True}
    assert archive.meet(ABOUT, 4.0).key == "3"
    assert {log.log: log.current for log in archive.logs()} == {"log-a": True, "log-b": False, "log-c": True}
    with pytest.raises(WireError, match="that of table 3"):
        archive.meet(About("4", "1", "", "log-a", "y"), 5.0)
    archive.take(arrivals(batch, one.key), 6.0)
    archive.forget("log-a")
    assert stored(archive.store.url, "3") == [] and len(archive.logs()) == 2


def test_what_a_table_says_of_itself_is_kept(archive: HubArchive) -> None:
    archive.meet(ABOUT, 1.0)
    archive.keep({"log-a": (7.0, '{"says":"äö"}')})
    (log,) = archive.logs()
    assert (log.seen, log.snapshot) == (7.0, {"says": "äö"})


def test_a_library_reads_a_log_of_the_archive(archive: HubArchive, batch: Batch, tmp_path: Path) -> None:
    log = archive.meet(ABOUT, 1.0)
    archive.take(arrivals(batch, log.key), 2.0)
    library = Library(archive.log_of(log.key, Settings()))
    heads = [each.head for each in library.matches(admitted=True) if each.head.games_played]
    assert [(head.white, head.winner) for head in heads] == [("Annabella", "W")] * 3
    library.close()


def test_a_hub_takes_up_only_so_many_logs(archive: HubArchive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.club.link.archive.MOST_LOGS", 2)
    for n in range(2):
        archive.meet(About(str(n), "", "", f"log-{n}", "x"), 1.0)
    with pytest.raises(WireError):
        archive.meet(About("9", "", "", "log-9", "x"), 1.0)
