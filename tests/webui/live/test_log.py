"""The log for programs: page by page, and as a stream that resumes where it was left, over restarts too."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.store.log.logbook import Logbook
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from engine.board import Side
from engine.dice import Roll
from engine.state.events import Thrown
from webui.live.log import follow_log


def entry(seq: int) -> LogEntry:
    return LogEntry(
        "1",
        seq,
        1,
        1,
        1.75e9,
        float(seq),
        True,
        Source.CAMERA,
        (seq,),
        Thrown(Side.WHITE, Roll.of(3, 1)),
        who="Maria",
    )


@pytest.fixture
def book(table: Any, tmp_path: Path) -> Iterator[Logbook]:
    """Five events; the last two are kept back."""
    store = Store(sqlite_url(tmp_path / "log.db"))
    store.append([entry(seq) for seq in range(1, 6)])
    table.logbook = Logbook(store, "1", 5, 3)
    yield table.logbook
    table.logbook.close()
    store.close()


def seqs(answer: Any) -> list[int]:
    return [each["seq"] for each in answer.json["events"]]


def test_the_log_is_told_page_by_page(client: Any, book: Logbook) -> None:
    first = client.get("/api/log?limit=2")
    assert seqs(first) == [1, 2] and first.json["more"] and first.json["last"] == 3
    rest = client.get("/api/log?after=2&limit=1000")
    assert seqs(rest) == [3] and not rest.json["more"]
    assert seqs(client.get("/api/log?after=99")) == []
    assert first.json["events"][0]["kind"] == "Thrown" and first.json["events"][0]["frames"] == [1]


def test_what_is_kept_back_is_for_the_referee(desk: Any, book: Logbook) -> None:
    told = desk.client.get("/api/log")
    assert seqs(told) == [1, 2, 3] and {each["who"] for each in told.json["events"]} == {""}
    desk.login()
    told = desk.client.get("/api/log")
    assert seqs(told) == [1, 2, 3, 4, 5] and {each["who"] for each in told.json["events"]} == {"Maria"}


def test_what_was_deleted_does_not_end_the_log(client: Any, table: Any, tmp_path: Path) -> None:
    store = Store(sqlite_url(tmp_path / "log.db"))
    store.append([replace(entry(seq), match=1 + seq // 4) for seq in range(1, 10)])
    store.bring([], [{"table": "1", "match": 2, "at": None, "for_good": False}])
    table.logbook = Logbook(store, "1", 9, 9)
    assert seqs(client.get("/api/log?after=3&limit=2")) == [8, 9]
    assert client.get("/api/log?limit=3").json["more"]
    table.logbook.close()
    store.close()


@pytest.mark.parametrize(
    "query",
    ["after=-1", "after=x", "after=1e3", "after=%D9%A3", "limit=0", "limit=1001", "after=" + "9" * 40],
)
def test_a_wrong_number_is_a_problem(client: Any, book: Logbook, query: str) -> None:
    answer = client.get(f"/api/log?{query}")
    assert (answer.status_code, answer.content_type) == (400, "application/problem+json")
    if query.startswith("after"):
        assert client.get(f"/api/log/stream?{query}").status_code == 400


def test_the_stream_resumes_after_what_was_heard(book: Logbook) -> None:
    lines = follow_log(book, 1, lambda: False)
    assert next(lines).startswith("retry: ")
    told = [next(lines) for _ in range(2)]
    assert [re.findall("^id: (.*)$", each, re.MULTILINE) for each in told] == [["2"], ["3"]]
    assert json.loads(told[0].split("data: ")[1])["seq"] == 2
    # the game is over: what was kept back follows
    book.note(5, 5)
    assert [next(lines).split("\n")[0] for _ in range(2)] == ["id: 4", "id: 5"]
    book.close()
    assert [each for each in lines if not each.startswith(":")] == []


def test_the_header_of_who_comes_back_counts(client: Any, desk: Any, book: Logbook) -> None:
    for header, first in (("3", b"id: 4"), ("4", b"id: 5")):
        desk.login()
        with client.get("/api/log/stream", headers={"Last-Event-ID": header}) as stream:
            assert next(part for part in stream.response if b"data:" in part).startswith(first)


def test_a_log_that_cannot_be_read_is_a_problem_and_where_it_lies_no_strangers_business(
    client: Any, desk: Any, table: Any, tmp_path: Path
) -> None:
    store = Store(sqlite_url(tmp_path / "log.db"))
    table.logbook = Logbook(store, "1", 5, 5)
    store.close()
    (tmp_path / "log.db").write_bytes(b"nothing")
    answer = client.get("/api/log")
    told = "The matches cannot be read now: who gives the PIN is told why."
    assert answer.status_code == 503 and answer.get_json(force=True)["detail"] == told
    desk.login()
    answer = client.get("/api/log")
    assert answer.status_code == 503 and "log.db is not a database" in answer.get_json(force=True)["detail"]


def test_who_leaves_hears_no_more_of_what_is_kept_back(book: Logbook) -> None:
    admitted = [True]
    lines = follow_log(book, 3, lambda: admitted[0])
    assert [next(lines)[:5] for _ in range(3)] == ["retry", "id: 4", "id: 5"]
    admitted[0] = False
    book.note(6, 3)
    assert not book.wait(5, 0.0, whole=admitted[0])
