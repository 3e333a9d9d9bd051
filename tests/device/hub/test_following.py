"""Following one table of a hub."""

import json
from typing import Any

from device.club.hub.table_following import Following, aged

CLOCK = {
    "kind": "delay",
    "W": 60.0,
    "B": 50.0,
    "free": 12.0,
    "running": "W",
    "stopped": False,
    "paused": False,
}


def test_a_follower_is_told_what_is_now_and_what_changes(
    source: Any, snapshots: list[dict[str, Any]]
) -> None:
    following = Following(source, source.clock)
    source.hear("1", snapshots[0])
    follower = following.follow("1", 0.0)
    first = next(follower)
    assert first is not None and json.loads(first) == {**snapshots[0], "hub": {"online": True, "since": None}}
    source.hear("2", snapshots[1])
    following.touch("2")
    assert next(follower) is None
    source.hear("1", snapshots[1])
    following.touch("1")
    second = next(follower)
    assert second is not None and json.loads(second)["seq"] == snapshots[1]["seq"]
    source.lose("1", 1.7e9)
    following.touch("1")
    gone = next(follower)
    assert gone is not None and json.loads(gone)["hub"] == {"online": False, "since": 1.7e9}
    following.close()
    assert list(follower) == []


def test_a_table_that_has_said_nothing_has_no_notice(source: Any) -> None:
    source.hear("1", None)
    following = Following(source, source.clock)
    assert following.snapshot("1") is None and following.snapshot("2") is None
    assert next(following.follow("1", 0.0)) is None


def test_a_clock_that_runs_has_run_on(source: Any, snapshot: dict[str, Any]) -> None:
    source.hear("1", {**snapshot, "clock": CLOCK})
    source.now += 15.0
    told = Following(source, source.clock).snapshot("1")
    assert told is not None and (told["clock"]["W"], told["clock"]["free"], told["clock"]["B"]) == (
        57.0,
        0.0,
        50.0,
    )
    for still in ({"stopped": True}, {"paused": True}, {"running": None}):
        kept = {**snapshot, "clock": {**CLOCK, **still}}
        assert aged(kept, 15.0) is kept
    assert aged({**snapshot, "clock": {**CLOCK, "free": 0.0}}, 100.0)["clock"]["W"] == 0.0
    assert aged(snapshot, 15.0) is snapshot
