"""The feed of each table at a hub: how late, how nameless, and at which address."""

from dataclasses import replace
from typing import Any

from device.club.hub.club_feeds import ClubFeeds
from device.store.settings import FeedSettings
from engine.records.mat.mat_reader import read_mat
from engine.records.record import Record
from engine.state.events import Played
from webui.hub.hub_app import create_hub_app


def test_a_table_is_followed_at_the_hub_at_an_address_that_stays(club: Any) -> None:
    last = club.archive.store.load("3")[-1].seq
    club.hear("3", None, upto=last)
    client = create_hub_app(club).test_client()
    address = "/api/tables/3/feed.mat"
    answer = client.get(address)
    assert (
        answer.headers["Cache-Control"] == "no-cache" and answer.headers["Access-Control-Allow-Origin"] == "*"
    )
    assert "Carla" not in answer.text and read_mat(answer.text).games[-1].result is not None
    assert client.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert "Carla" not in client.get("/api/tables/3/feed.json").text
    assert client.get("/api/tables/nobody/feed.mat").status_code == 404
    club.feeds = ClubFeeds(club.archive.store, FeedSettings())
    assert "[feed]" in client.get(address).get_json(force=True)["detail"]


def test_it_is_as_late_as_the_hubs_settings_say(club: Any) -> None:
    store, now = club.archive.store, 0.0
    feeds = ClubFeeds(store, FeedSettings(on=True, delay=1, names=True), lambda: now)
    entries = store.load("3")
    played = next(each for each in entries if isinstance(each.event, Played))
    club.hear("3", None, upto=played.seq, names=True)
    early = club.table("3")
    feeds.note(early)
    assert feeds.record(early) is None
    now = 30.0
    late = replace(early, upto=entries[-1].seq)
    feeds.note(late)
    now = 60.0
    first = feeds.record(late)
    assert isinstance(first, Record) and first is feeds.record(late)
    assert (first.match.white, first.match.black) == ("Anna", "Ben")
    assert first.match.games[0].result is None and len(first.match.games[0].turns) == 1
    now = 90.0
    then = feeds.record(late)
    assert then is not None and then.match.black == "Carla" and then.match.games[0].result is not None
    nameless = feeds.record(replace(late, names=False))
    assert nameless is not None and nameless.match.black != "Carla", "its table names nobody"
