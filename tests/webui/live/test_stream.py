"""The event stream: what is written when, and what happens when many are watching."""

import http.client
import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest

from device.status.snapshot.broadcaster import Broadcaster
from engine.i18n import ENGLISH, Translator
from webui.live.stream import BEAT, KEPT, STREAMS, Streams, follow
from webui.problem import Refused

PATIENCE = 60.0


class HastyBoard(Broadcaster):
    """A broadcaster at which nobody waits: what is not there yet is not awaited."""

    def wait(self, after_seq: int, timeout: float, translator: Translator = ENGLISH) -> Any:
        assert timeout == BEAT
        return super().wait(after_seq, 0.0)


class Follower:
    """A client of the stream over a real connection."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", "/api/events")
        self.response = self.connection.getresponse()

    def snapshot(self) -> Any:
        """The next snapshot that is written."""
        for line in iter(self.response.readline, b""):
            if line.startswith(b"data: "):
                return json.loads(line[6:])
        return None

    def close(self) -> None:
        self.response.close()
        self.connection.close()


@pytest.fixture
def follower() -> Iterator[Callable[..., Follower]]:
    followers: list[Follower] = []

    def begin(port: int) -> Follower:
        followers.append(Follower(port))
        return followers[-1]

    yield begin
    for each in followers:
        each.close()


def test_the_notice_then_changes_then_comments(moment: Any) -> None:
    board = HastyBoard(moment.OPENING.value)
    lines = follow(board)
    assert next(lines) == "retry: 2000\n\n"
    first = next(lines).split("\n")
    assert first[:2] == ["id: 1", "event: notice"]
    assert json.loads(first[2].removeprefix("data: ")) == moment.OPENING.value.as_json()
    assert first[3:] == ["", ""]
    assert next(lines).startswith(": ")
    board.post(moment.THROWN.value)
    assert next(lines).startswith("id: 2\n")
    assert next(lines).startswith(": ")
    board.close()
    assert list(lines) == []


@pytest.mark.parametrize("header", ["812", "", "x", "-1", "1.5", "٣", "9" * 40])
def test_who_has_seen_what_nobody_knows_is_told_how_things_are(client: Any, table: Any, header: str) -> None:
    table.broadcaster.close()
    sent = header.encode().decode("latin-1")
    response = client.get("/api/events", headers={"Last-Event-ID": sent})
    assert "id: 1\nevent: notice\n" in response.text
    assert response.content_type == "text/event-stream; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"


def test_who_was_away_misses_nothing(client: Any, table: Any, moment: Any) -> None:
    for each in (moment.THROWN, moment.PLAYED, moment.BROKEN):
        table.show(each)
    table.broadcaster.close()
    for last, ids in (("2", ["3", "4"]), ("4", []), ("1", ["2", "3", "4"]), ("77", ["4"])):
        answer = client.get("/api/events", headers={"Last-Event-ID": last})
        assert re.findall(r"^id: (.*)$", answer.text, re.MULTILINE) == ids
    finnish = client.get("/api/events", headers={"Last-Event-ID": "1", "Accept-Language": "fi"})
    assert len(re.findall("^data: ", finnish.text, re.MULTILINE)) == 3


def test_who_follows_is_sent_every_notice_however_fast_they_come(moment: Any) -> None:
    board = HastyBoard(moment.OPENING.value)
    lines = follow(board, last=1)
    assert next(lines).startswith("retry")
    for seq in (2, 3, 4):
        board.post(replace(moment.OPENING.value, seq=seq))
    assert [next(lines).split("\n")[0] for _ in range(3)] == ["id: 2", "id: 3", "id: 4"]


def test_who_is_sent_away_hears_no_more_of_the_desk(client: Any, desk: Any, table: Any, moment: Any) -> None:
    table.desk = HastyBoard(moment.OPENING.value)
    desk.login()
    with client.get("/api/events?desk") as stream:
        lines = iter(stream.response)
        assert next(lines).startswith(b"retry") and next(lines).startswith(b"id: 1")
        assert next(lines) == b": still here\n\n"
        number = client.get("/api/door").json["sessions"][0]["id"]
        assert desk.client.delete(f"/api/sessions/{number}", headers={"X-Tableside": "1"}).status_code == 204
        table.desk.post(moment.THROWN.value)
        assert next(lines, None) is None


def test_one_address_cannot_take_all_places() -> None:
    streams = Streams(10, of_one=3)
    for _ in range(3):
        assert streams.take("192.0.2.1") == "192.0.2.1"
    with pytest.raises(Refused):
        streams.take("192.0.2.1")
    # what comes through a proxy of the box itself is not told apart
    streams.give_back(streams.take("2001:db8::1"))
    for _ in range(7):
        streams.take("127.0.0.1")
    with pytest.raises(Refused):
        streams.take("127.0.0.1")
    streams.give_back("192.0.2.1")
    assert streams.take("192.0.2.1")


def test_places_are_taken_and_given_back() -> None:
    streams = Streams(2)
    streams.take()
    streams.take()
    with pytest.raises(Refused) as refused:
        streams.take()
    assert refused.value.status is HTTPStatus.SERVICE_UNAVAILABLE and refused.value.retry_after
    # a referee is not kept from following by who holds all of them
    for _ in range(KEPT):
        streams.take("192.0.2.1", referees=True)
    with pytest.raises(Refused):
        streams.take("192.0.2.1", referees=True)
    streams.give_back()
    with pytest.raises(Refused):
        streams.take()


def test_a_place_is_given_back_when_the_answer_ends(client: Any, table: Any) -> None:
    table.broadcaster.close()
    for _ in range(STREAMS + 5):
        with client.get("/api/events") as response:
            assert response.status_code == 200


def test_many_followers_are_served_beside_everything_else(
    serve: Callable[..., Any], follower: Callable[..., Follower], table: Any, moment: Any
) -> None:
    port = serve(table).port
    followers = [follower(port) for _ in range(50)]
    assert {each.snapshot()["seq"] for each in followers} == {1}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as other:
        other.request("GET", "/api/state")
        assert json.load(other.getresponse())["seq"] == 1
    table.show(moment.THROWN)
    assert {each.snapshot()["seq"] for each in followers} == {2}

    followers += [follower(port) for _ in range(STREAMS - 50)]
    assert {each.response.status for each in followers} == {200}
    refused = follower(port).response
    assert refused.status == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert json.load(refused)["title"] == "Service Unavailable"


def test_a_follower_who_has_gone_frees_his_place(
    serve: Callable[..., Any], follower: Callable[..., Follower], table: Any, moment: Any
) -> None:
    port = serve(table).port
    for each in [follower(port) for _ in range(STREAMS)]:
        assert each.snapshot()["seq"] == 1
        each.close()
    # A thread learns that its client has gone when it writes; the first write after a close may still succeed.
    for seq in range(2, 500):
        table.broadcaster.post(replace(moment.OPENING.value, seq=seq))
        again = follower(port)
        if again.response.status == 200:
            break
    assert again.response.status == 200
    assert again.snapshot()["match"]["white"] == "Anna"
