"""A tournament at a hub: matches of the archive enter themselves, and say where they were played."""

import re
from typing import Any

from device.club.tournament.event_store import Events
from engine.tournament.entries import Joined
from engine.tournament.tournament_values import Entrant, EventPlan, PairingFormat, Seeding
from tests.device.hand_clock import HandClock
from webui.hub.hub_app import create_hub_app


def test_matches_played_at_the_tables_are_results(copied: Any) -> None:
    copied.events = Events(copied.archive.store, HandClock())
    names = ("Ben", "CARLA", "Anna", "Dora")
    plan = EventPlan("Evening", PairingFormat.ROUND_ROBIN, 1, seeding=Seeding.ORDER)
    copied.events.begin(plan, "", [Joined(Entrant(at, name)) for at, name in enumerate(names, 1)])
    copied.events.pair(1)
    assert (
        copied.events.take(copied.library.finished()) == 3
        and copied.events.take(copied.library.finished()) == 0
    )
    event = copied.events.find(1).event
    won = {event.player(each.outcome.winner).name for each in event.results.values()}
    assert len(event.results) == 3 and won == {"Anna", "CARLA", "Dora"} and not event.queries
    client = create_hub_app(copied).test_client()
    pages = [client.get(f"/tournaments/1?round={each}").text for each in (1, 2, 3)]
    links = set(re.findall(r'class="from" href="([^"]+)"', "".join(pages)))
    assert links == {f"/tables/{each.table}/matches/{each.match}" for each in event.results.values()}
    assert all(client.get(link).status_code == 200 for link in links)
    assert "/tournaments" in client.get("/matches").text


def test_who_is_being_played_where_is_told(hub: Any) -> None:
    hub.events = Events(hub.archive.store, HandClock())
    hub.events.begin(
        EventPlan("Evening", PairingFormat.SWISS, 7),
        "",
        [Joined(Entrant(1, "Ben")), Joined(Entrant(2, "Anna"))],
    )
    hub.events.pair(1)
    client = create_hub_app(hub).test_client()
    before = client.get("/api/tournaments/1")
    assert before.json and before.json["pairings"][0]["now"] is None
    match = {"white": "anna ", "black": "BEN", "winner": None}
    hub.hear("5", {"match": match, "score": {"W": 3, "B": 1}})
    hub.hear("6", {"match": "nonsense"})
    hub.hear("7", {"match": match, "score": {"W": 0, "B": 0}}, online=False)
    tag = {"If-None-Match": before.headers["ETag"]}
    told = client.get("/api/tournaments/1", headers=tag)
    assert told.status_code == 200 and told.json
    (pairing,) = told.json["pairings"]
    points = dict(
        zip((pairing["white"]["name"], pairing["black"]["name"]), pairing["now"]["score"], strict=True)
    )
    assert pairing["now"]["table"] == "5" and points == {"Anna": 3, "Ben": 1}
    for path in ("/tournaments/1", "/tournaments/1/wall"):
        assert 'href="/tables/5"' in client.get(path).text
    hub.hear("5", {"match": {**match, "winner": "W"}, "score": {"W": 7, "B": 1}})
    assert client.get("/api/tournaments/1").json["pairings"][0]["now"] is None  # type: ignore[index]
