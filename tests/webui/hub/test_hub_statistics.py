"""The statistics of a club: of all tables, or of one."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from sqlalchemy import select, update

from device.library.matches.story_reader import Reader
from device.store.log.schema import HEADS
from webui.hub.hub_app import create_hub_app

PATIENCE = 20


def test_statistics_are_of_all_tables_or_of_one(club: Any) -> None:
    client = create_hub_app(club).test_client()
    for query, count in (
        ("", 3),
        ("?table=3", 2),
        ("?table=10", 1),
        ("?player=Ben", 2),
        ("?table=3&player=Dora", 0),
    ):
        told: Any = client.get(f"/api/statistics{query}").json
        assert told["matches"] == count, query
    page = client.get("/statistics?table=3").text
    assert '<option value="3" selected>' in page and 'action="/statistics"' in page and "Table 10" in page


def test_what_an_earlier_version_counted_is_counted_again_and_lists_do_not_wait(
    club: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = create_hub_app(club).test_client()
    right: Any = client.get("/api/statistics").json
    with club.archive.store.database.begin() as connection:
        for row in connection.execute(select(HEADS)).all():
            body = {**json.loads(row.body), "version": 2, "turns": 999}
            same = (HEADS.c.table == row.table) & (HEADS.c.match == row.match)
            connection.execute(update(HEADS).where(same).values(body=json.dumps(body)))
    club.library.close()
    assert any(each["turns"] == 999 for each in client.get("/api/matches").json["matches"])
    begun, go_on, count = Event(), Event(), Reader.count

    def slowly(reader: Reader) -> bool:
        begun.set()
        assert go_on.wait(PATIENCE)
        return count(reader)

    monkeypatch.setattr(Reader, "count", slowly)
    with ThreadPoolExecutor(2) as others:
        told = others.submit(lambda: create_hub_app(club).test_client().get("/api/statistics").json)
        assert begun.wait(PATIENCE)
        listed = others.submit(lambda: create_hub_app(club).test_client().get("/api/matches").status_code)
        try:
            assert listed.result(PATIENCE) == 200
        finally:
            go_on.set()
    assert told.result() == right
    assert client.get("/api/statistics").json == right
    assert not any(each["turns"] == 999 for each in client.get("/api/matches").json["matches"])
