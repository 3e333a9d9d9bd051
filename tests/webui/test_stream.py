"""The event stream: what is written when, and what happens when many are watching."""

import http.client
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest

from device.noticeboard import Noticeboard
from engine.tongue import ENGLISH, Tongue
from webui.problem import Refused
from webui.stream import BEAT, STREAMS, Streams, follow

PATIENCE = 10.0


class HastyBoard(Noticeboard):
    """A noticeboard at which nobody waits: what is not there yet is not awaited."""

    def wait(self, after_seq: int, timeout: float, tongue: Tongue = ENGLISH) -> Any:
        assert timeout == BEAT
        return super().wait(after_seq, 0.0)


class Follower:
    """A client of the stream over a real connection."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", "/api/events")
        self.response = self.connection.getresponse()

    def notice(self) -> Any:
        """The next notice that is written."""
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


@pytest.mark.parametrize("header", ["1", "812", "", "x", "-1", "1.5", "٣", "9" * 40])
def test_whatever_a_follower_has_seen_he_is_told_how_things_are(client: Any, table: Any, header: str) -> None:
    """A service that was started again may give the number of one notice to another."""
    table.noticeboard.close()
    response = client.get("/api/events", headers={"Last-Event-ID": header})
    assert "id: 1\nevent: notice\n" in response.text
    assert response.content_type == "text/event-stream; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"


def test_places_are_taken_and_given_back() -> None:
    streams = Streams(2)
    streams.take()
    streams.take()
    with pytest.raises(Refused) as refused:
        streams.take()
    assert refused.value.status is HTTPStatus.SERVICE_UNAVAILABLE and refused.value.retry_after
    streams.give_back()
    streams.take()


def test_a_place_is_given_back_when_the_answer_ends(client: Any, table: Any) -> None:
    table.noticeboard.close()
    for _ in range(STREAMS + 5):
        with client.get("/api/events") as response:
            assert response.status_code == 200


def test_many_followers_are_served_beside_everything_else(
    serve: Callable[..., Any], follower: Callable[..., Follower], table: Any, moment: Any
) -> None:
    port = serve(table).port
    followers = [follower(port) for _ in range(50)]
    assert {each.notice()["seq"] for each in followers} == {1}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as other:
        other.request("GET", "/api/state")
        assert json.load(other.getresponse())["seq"] == 1
    table.show(moment.THROWN)
    assert {each.notice()["seq"] for each in followers} == {2}

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
        assert each.notice()["seq"] == 1
        each.close()
    # A thread learns that its client has gone when it writes; the first write after a close may still succeed.
    for seq in range(2, 500):
        table.noticeboard.post(replace(moment.OPENING.value, seq=seq))
        again = follower(port)
        if again.response.status == 200:
            break
    assert again.response.status == 200
    assert again.notice()["match"]["white"] == "Anna"
