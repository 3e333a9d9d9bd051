"""The wall: what followers put together from its frames is what the wall shows, however much is told at once."""

import json
import threading
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from device.club.hub.wall import FORGOTTEN, KEPT, PAUSE, Wall
from device.club.link.club_trouble import ClubTrouble
from engine.i18n import phrase

Merge = Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]


def wall_of(source: Any) -> Wall:
    return Wall(source, source.clock, source.wall)


def test_a_follower_is_told_the_whole_and_then_what_changes(
    source: Any, snapshots: list[dict[str, Any]]
) -> None:
    source.hear("1", snapshots[0])
    source.hear("2", snapshots[0])
    wall = wall_of(source)
    follower = wall.follow(None, 0.0)
    whole = next(follower)
    assert whole is not None
    told = json.loads(whole.text)
    assert told["full"] and set(told["cards"]) == {"1", "2"} and told["cards"]["1"]["online"]
    assert next(follower) is None  # nothing has happened
    source.hear("2", snapshots[-1])
    source.now += PAUSE
    wall.touch("2")
    change = next(follower)
    assert change is not None and change.number == whole.number + 1
    told = json.loads(change.text)
    assert not told["full"] and set(told["cards"]) == {"2"} and told["gone"] == []
    assert "last_play" in told["cards"]["2"] and "page" not in told["cards"]["2"]
    wall.close()
    assert list(follower) == []


def test_what_comes_close_together_is_told_together(source: Any, snapshots: list[dict[str, Any]]) -> None:
    source.hear("1", snapshots[0])
    wall = wall_of(source)
    at = wall.latest().number
    for snapshot in snapshots:
        source.hear("1", snapshot)
        wall.touch("1")
        assert wall.wait(at, 0.0) == ()
    source.asked = 0
    source.now += PAUSE
    frames = wall.wait(at, 0.0)
    assert frames is not None and len(frames) == 1 and source.asked == 1


def test_a_touch_wakes_who_waits(source: Any, snapshot: dict[str, Any]) -> None:
    source.hear("1", None)
    wall = Wall(source)
    at, told = wall.latest().number, []
    follower = threading.Thread(target=lambda: told.append(wall.wait(at, 20.0)))
    follower.start()
    source.hear("1", snapshot)
    wall.touch("1")
    follower.join(10.0)
    assert not follower.is_alive() and told[0] is not None and len(told[0]) == 1


def test_who_was_away_too_long_is_told_the_whole(source: Any, snapshots: list[dict[str, Any]]) -> None:
    source.hear("1", snapshots[0])
    wall = wall_of(source)
    first = wall.latest().number
    for turn in range(KEPT + 1):
        source.hear("1", snapshots[turn % 2 + 1])
        wall.touch("1")
        wall.latest()
    assert wall.wait(first, 0.0) is None
    again = next(wall.follow(first, 0.0))
    assert again is not None and json.loads(again.text)["full"]
    recent = next(wall.follow(again.number - 3, 0.0))
    assert recent is not None and recent.number == again.number - 2 and not json.loads(recent.text)["full"]


def test_a_table_that_goes_is_told_to_be_gone_and_forgotten_a_day_later(
    source: Any, snapshot: dict[str, Any]
) -> None:
    source.hear("1", snapshot)
    wall = wall_of(source)
    source.lose("1", source.wall())
    wall.touch("1")
    card = wall.cards()["1"]
    assert not card["online"] and card["since"] == source.wall() and card["match"]["white"] == "Anna"
    source.now += FORGOTTEN + 1
    at = wall.latest().number
    wall.touch()
    frames = wall.wait(at, 0.0)
    assert frames is not None and json.loads(frames[0].text)["gone"] == ["1"] and wall.cards() == {}


def test_where_nothing_can_be_heard_nobody_is_told_to_have_gone(
    source: Any, snapshot: dict[str, Any]
) -> None:
    source.hear("1", snapshot)
    wall = wall_of(source)
    source.lose("1", source.wall())
    source.trouble, source.hears = ClubTrouble(phrase("The broker is not there.")), False
    wall.touch("1")
    told = json.loads(wall.latest().text)
    assert told["trouble"] == str(source.trouble) and told["cards"]["1"]["online"]
    source.trouble, source.hears = ClubTrouble(phrase("Anybody can pass for a table here.")), True
    wall.touch()
    assert not wall.cards()["1"]["online"]


def test_what_is_no_notice_leaves_the_card_empty(source: Any, snapshot: dict[str, Any]) -> None:
    source.hear("1", {**snapshot, "match": {"white": "Anna"}})
    source.hear("2", snapshot, page="javascript:alert(1)")
    cards = wall_of(source).cards()
    assert cards["1"]["online"] and "match" not in cards["1"]
    assert cards["2"]["page"] == "" and cards["2"]["match"]["white"] == "Anna"


STEPS = st.lists(
    st.tuples(st.sampled_from(["1", "2", "10"]), st.integers(-2, 5), st.booleans()), min_size=1, max_size=12
)


@given(steps=STEPS)
def test_what_followers_put_together_is_what_there_is(
    snapshots: list[dict[str, Any]], merged: Merge, new_source: Callable[[], Any], steps: Any
) -> None:
    source = new_source()
    wall = wall_of(source)
    whole = wall.latest()
    cards, at = merged({}, json.loads(whole.text)), whole.number
    for name, said, looks in steps:
        if said == -2:
            source.known.pop(name, None)
        elif said == -1 and name in source.known:
            source.lose(name, source.wall())
        elif said >= 0:
            source.hear(name, snapshots[said])
        wall.touch(name)
        source.now += PAUSE
        if looks:
            frames = wall.wait(at, 0.0)
            assert frames is not None
            for frame in frames:
                cards, at = merged(cards, json.loads(frame.text)), frame.number
    for frame in wall.wait(at, 0.0) or ():
        cards = merged(cards, json.loads(frame.text))
    now = merged({}, {"full": False, "gone": [], "cards": json.loads(wall.latest().text)["cards"]})
    assert cards == now
