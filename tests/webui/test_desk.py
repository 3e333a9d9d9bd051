"""The referee's desk: the PIN, who may change anything, and how guessing is slowed down."""

from typing import Any

import pytest

from webui.desk import ADDRESSES, FREE_TRIES, HOURS, LONGEST_WAIT, Desk, Throttle, duration


class Hand:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_changed_without_the_pin(desk: Any, table: Any) -> None:
    response = desk.post("/api/command", {"type": "undo"})
    assert response.status_code == 401
    assert "PIN" in response.get_json(force=True)["detail"]
    assert not table.told


def test_the_cookie_is_for_our_pages_only(desk: Any) -> None:
    cookie = desk.login().headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "4711" not in cookie


def test_leaving_ends_it(desk: Any, table: Any) -> None:
    desk.login()
    kept = desk.client.get_cookie("tableside").value
    assert desk.post("/api/logout", {}).status_code == 204
    desk.client.set_cookie("tableside", kept)
    assert desk.post("/api/command", {"type": "undo"}).status_code == 401
    assert not table.told


def test_a_cookie_alone_is_not_enough(desk: Any, table: Any) -> None:
    """Another site's form would bear no header of ours, and its script would have to ask first."""
    desk.login()
    for headers in ({}, {"X-Tableside": "1", "Sec-Fetch-Site": "cross-site"}):
        response = desk.client.post("/api/command", json={"type": "undo"}, headers=headers)
        assert response.status_code == 403
    assert desk.client.post("/api/login", json={"pin": "4711"}).status_code == 403
    assert not table.told


@pytest.mark.parametrize("pin", ["", "4712", "47110", "٤٧١١"])
def test_a_wrong_pin(desk: Any, pin: str) -> None:
    response = desk.login(pin)
    assert response.status_code == 401 and "Set-Cookie" not in response.headers


@pytest.mark.parametrize("body", [{}, {"pin": 4711}, {"pin": None}, {"pin": "1" * 65}])
def test_what_is_no_pin_is_not_even_tried(desk: Any, body: dict[str, object]) -> None:
    assert desk.post("/api/login", body).status_code == 400


def test_what_is_too_deep_is_no_pin(desk: Any) -> None:
    response = desk.client.post(
        "/api/login", data=b"[" * 8000, headers={"X-Tableside": "1"}, content_type="application/json"
    )
    assert (response.status_code, response.content_type) == (400, "application/problem+json")


def test_guessing_is_slowed_down_for_the_guesser_alone(desk: Any) -> None:
    for _ in range(FREE_TRIES):
        assert desk.login("0000", "192.0.2.1").status_code == 401
    slowed = desk.login("4711", "192.0.2.1")
    assert slowed.status_code == 429
    assert int(slowed.headers["Retry-After"]) >= 1
    assert "try again in" in slowed.get_json(force=True)["detail"]
    assert desk.login("4711", "192.0.2.2").status_code == 204


def test_the_delay_grows_and_has_an_end() -> None:
    clock = Hand()
    throttle = Throttle(clock)
    for _ in range(FREE_TRIES - 1):
        assert throttle.attempt("a") == 0
    waits = []
    for _ in range(12):
        assert throttle.attempt("a") == 0
        waits.append(throttle.attempt("a"))
        clock.now += waits[-1]
    assert waits[:4] == [2, 4, 8, 16]
    assert waits == sorted(waits) and waits[-1] == LONGEST_WAIT


def test_a_right_pin_is_forgiven_what_came_before() -> None:
    throttle = Throttle(Hand())
    for _ in range(3):
        for _ in range(FREE_TRIES - 1):
            assert throttle.attempt("a") == 0
        throttle.forgive("a")


def test_addresses_do_not_pile_up() -> None:
    throttle = Throttle(Hand())
    for number in range(ADDRESSES + 50):
        throttle.attempt(str(number))
    assert len(throttle._tries) == ADDRESSES


def test_a_referee_is_forgotten_in_the_end() -> None:
    clock = Hand()
    desk = Desk(clock)
    token = desk.admit()
    assert desk.admitted(token) and not desk.admitted(None) and not desk.admitted("x")
    clock.now += HOURS * 3600
    assert not desk.admitted(token)


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "a second"), (3, "3 seconds"), (60, "a minute"), (900, "15 minutes")]
)
def test_a_wait_in_words(seconds: int, words: str) -> None:
    assert duration(seconds) == words
