"""The statistics of a club: of all tables, or of one."""

from typing import Any

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
