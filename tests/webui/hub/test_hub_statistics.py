"""The statistics of a club: of all tables, or of one."""

import json
from typing import Any

from sqlalchemy import select, update

from device.schema import HEADS
from webui.hub.app import create_hub_app


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


def test_what_an_earlier_version_counted_is_counted_again(club: Any) -> None:
    client = create_hub_app(club).test_client()
    right: Any = client.get("/api/statistics").json
    with club.archive.store.database.begin() as connection:
        for row in connection.execute(select(HEADS)).all():
            body = {**json.loads(row.body), "version": 2, "turns": 999}
            same = (HEADS.c.table == row.table) & (HEADS.c.match == row.match)
            connection.execute(update(HEADS).where(same).values(body=json.dumps(body)))
    club.library.close()
    assert any(each["turns"] == 999 for each in client.get("/api/matches").json["matches"])
    assert client.get("/api/statistics").json == right
    assert not any(each["turns"] == 999 for each in client.get("/api/matches").json["matches"])
