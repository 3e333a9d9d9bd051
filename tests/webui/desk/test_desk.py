"""The referee's desk: the PIN, the code before there is one, tokens, and how guessing is slowed down."""

from typing import Any

import pytest

from device.store.access import Access
from webui.app import create_app
from webui.desk.referee_desk import CODE_TRIES, HOURS, OWN_SESSIONS, Desk
from webui.door.guessing import EVERY, FREE, SharedThrottle
from webui.door.throttle import ADDRESSES, FREE_TRIES, LONGEST_WAIT, OF_A_NETWORK, Throttle, is_here, sender

OWN = {"X-Tableside": "1"}


class Hand:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def fresh(table: Any, desk: Any) -> Any:
    """The desk of a table that has no PIN yet."""
    table.access = Access()
    desk.client = create_app(table).test_client()
    return desk


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def test_nothing_is_changed_without_the_pin(desk: Any, table: Any) -> None:
    response = desk.post("/api/command", {"type": "undo"})
    assert response.status_code == 401 and response.headers["WWW-Authenticate"] == 'Bearer realm="Tableside"'
    assert "PIN" in response.get_json(force=True)["detail"]
    assert not table.told


def test_the_cookie_is_for_our_pages_only(desk: Any) -> None:
    cookie = desk.login().headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "4711" not in cookie
    assert "Secure" not in cookie
    safe = desk.post("/api/login", {"pin": "4711"}, base_url="https://localhost")
    assert "Secure" in safe.headers["Set-Cookie"]


def test_leaving_ends_it(desk: Any, table: Any) -> None:
    desk.login()
    kept = desk.client.get_cookie("tableside").value
    assert desk.post("/api/logout", {}).status_code == 204
    desk.client.set_cookie("tableside", kept)
    assert desk.post("/api/command", {"type": "undo"}).status_code == 401
    assert not table.told


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {**OWN, "Sec-Fetch-Site": "cross-site"},
        {**OWN, "Origin": "http://evil.example"},
        {**OWN, "Origin": "null"},
        {**OWN, "Origin": "http://localhost:8080"},
    ],
    ids=str,
)
def test_a_cookie_alone_is_not_enough(desk: Any, table: Any, headers: dict[str, str]) -> None:
    """Another site's form would bear no header of ours, and its script would have to ask first."""
    desk.login()
    response = desk.client.post("/api/command", json={"type": "undo"}, headers=headers)
    assert response.status_code == 403
    assert desk.client.post("/api/login", json={"pin": "4711"}, headers=headers).status_code == 403
    assert not table.told


def test_our_own_page_may(desk: Any) -> None:
    desk.login()
    headers = {**OWN, "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert desk.client.post("/api/command", json={"type": "undo"}, headers=headers).status_code == 202


@pytest.mark.parametrize("pin", ["", "4712", "47110", "٤٧١١"])
def test_a_wrong_pin(desk: Any, pin: str) -> None:
    response = desk.login(pin)
    assert response.status_code == 401 and "Set-Cookie" not in response.headers


@pytest.mark.parametrize("body", [{}, {"pin": 4711}, {"pin": None}, {"pin": "1" * 65}])
def test_what_is_no_pin_is_not_even_tried(desk: Any, body: dict[str, object]) -> None:
    assert desk.post("/api/login", body).status_code == 400


def test_what_is_too_deep_is_no_pin(desk: Any) -> None:
    response = desk.client.post("/api/login", data=b"[" * 8000, headers=OWN, content_type="application/json")
    assert (response.status_code, response.content_type) == (400, "application/problem+json")


def test_guessing_is_slowed_down_for_the_guesser_alone(desk: Any) -> None:
    for _ in range(FREE_TRIES):
        assert desk.login("0000", "192.0.2.1").status_code == 401
    slowed = desk.login("4711", "192.0.2.1")
    assert slowed.status_code == 429
    assert int(slowed.headers["Retry-After"]) >= 1
    assert "try again in" in slowed.get_json(force=True)["detail"]
    headers = {**OWN, "X-Forwarded-For": "192.0.2.77", "Forwarded": "for=192.0.2.77"}
    believed = desk.client.post(
        "/api/login", json={"pin": "4711"}, headers=headers, environ_base={"REMOTE_ADDR": "192.0.2.1"}
    )
    assert believed.status_code == 429
    assert desk.login("4711", "192.0.2.2").status_code == 204


def test_a_wrong_pin_is_logged_with_where_it_came_from(desk: Any, caplog: pytest.LogCaptureFixture) -> None:
    assert desk.login("0815", "192.0.2.1").status_code == 401 and desk.login().status_code == 204
    assert [record.getMessage() for record in caplog.records] == ["a wrong PIN from 192.0.2.1"]


def test_who_was_let_in_before_is_not_locked_out_by_a_neighbour(desk: Any) -> None:
    """All phones of a room have addresses of one IPv6 network: one of them keeps neither the others nor the referee away."""
    desk.login(address="2001:db8::1")
    forget_session(desk)
    for _ in range(FREE_TRIES):
        assert (
            desk.client.application.test_client()
            .post(
                "/api/login", json={"pin": "0000"}, headers=OWN, environ_base={"REMOTE_ADDR": "2001:db8::2"}
            )
            .status_code
            == 401
        )
    assert Stranger(desk).login("4711", "2001:db8::2").status_code == 429
    assert Stranger(desk).login("4711", "2001:db8::99").status_code == 204
    assert desk.login("4711", "2001:db8::2").status_code == 204, "the phone is known, wherever it comes from"


def forget_session(desk: Any) -> None:
    """What a browser forgets overnight; by what is left the phone is known again."""
    assert desk.client.get_cookie("tableside-device") is not None
    desk.client.delete_cookie("tableside")


class Stranger:
    """A phone that has never been let in, at the table of a desk."""

    def __init__(self, desk: Any) -> None:
        self.client = desk.client.application.test_client()

    def login(self, pin: str, address: str, code: str = "", name: str = "") -> Any:
        body = {"pin": pin, "code": code, "name": name}
        return self.client.post("/api/login", json=body, headers=OWN, environ_base={"REMOTE_ADDR": address})


@pytest.fixture
def guessed(desk: Any) -> Any:
    """A desk at which 300 addresses, of IPv4 and IPv6, guess PINs."""
    desk.login()
    tried = [f"192.0.2.{host}" for host in range(2, 152)] + [f"2001:db8::{host:x}" for host in range(150)]
    answers = [Stranger(desk).login(f"{n:04d}", address).status_code for n, address in enumerate(tried)]
    assert answers == [401] * FREE + [429] * (300 - FREE)
    return desk


def test_many_addresses_together_guess_no_faster_than_one(guessed: Any, table: Any) -> None:
    refused = Stranger(guessed).login("4711", "198.51.100.1")
    assert refused.status_code == 429 and refused.headers["X-Tableside-Code"] == "1"
    assert int(refused.headers["Retry-After"]) > 500
    told = guessed.client.get("/api/door").json
    assert told["slowed"] and told["wrong"]["count"] == told["wrong"]["phones"] == FREE
    assert told["wrong"]["refused"] == 301 - FREE and told["wrong"]["since"] > 1e9
    assert guessed.post("/api/door/seen", {}).status_code == 204
    assert guessed.client.get("/api/door").json["wrong"] == {
        "count": 0,
        "phones": 0,
        "since": None,
        "refused": 0,
    }


def test_a_known_phone_and_the_code_of_the_box_and_a_hand_at_it_are_spared(guessed: Any, table: Any) -> None:
    forget_session(guessed)
    assert guessed.login("4711").status_code == 204, "a phone that was let in before"
    shown = table.access.box_code
    assert shown is not None and not shown.sets_pin
    wrong = f"{(int(shown.code) + 1) % 10**6:06d}"
    assert Stranger(guessed).login("4711", "198.51.100.2", wrong).status_code == 429
    assert Stranger(guessed).login("0000", "198.51.100.3", shown.code).status_code == 401
    assert Stranger(guessed).login("4711", "198.51.100.4", shown.code).status_code == 429, "it counts once"
    assert Stranger(guessed).login("4711", "198.51.100.5", table.access.box_code.code).status_code == 204
    # somebody presses a button, or lets a phone in from the desk: three tries, for nobody who has guessed before
    assert guessed.post("/api/door/open", {}).status_code == 204
    assert Stranger(guessed).login("4711", "192.0.2.2").status_code == 429
    answers = [
        Stranger(guessed).login(pin, "198.51.100.9").status_code for pin in ("1", "4711", "4711", "4711")
    ]
    assert answers == [401, 429, 429, 429], "who has just guessed wrongly is no guest"
    assert Stranger(guessed).login("4711", "198.51.100.10").status_code == 204


def test_guesses_are_forgiven_slowly_and_right_ones_at_once() -> None:
    clock = Hand()
    shared = SharedThrottle(clock)
    for _ in range(3 * FREE):
        assert shared.attempt() == 0
        shared.forgive()
    assert [shared.attempt() for _ in range(FREE)] == [0.0] * FREE
    assert shared.attempt() == pytest.approx(EVERY)
    a_day = 0
    for _ in range(86400 // 10):
        clock.now += 10
        a_day += shared.attempt() == 0
    assert a_day == pytest.approx(86400 / EVERY, abs=1)


def test_people_have_pins_and_rights_of_their_own(desk: Any, table: Any) -> None:
    desk.login()
    made = {}
    for name, right in (("Maria", "referee"), ("Ben", "spectator"), ("Eve", "director")):
        answer = desk.post("/api/people", {"name": name, "right": right})
        assert answer.status_code == 201
        made[name] = answer.json["pin"]
        assert len(made[name]) == 6 and made[name] not in desk.client.get("/api/door").text
    assert desk.post("/api/people", {"name": " maria", "right": "referee"}).status_code == 409
    for poor in (
        {"name": "", "right": "referee"},
        {"name": "X", "right": "king"},
        {"name": 5, "right": "referee"},
    ):
        assert desk.post("/api/people", poor).status_code == 400
    maria, ben, eve = Stranger(desk), Stranger(desk), Stranger(desk)
    assert maria.login(made["Maria"], "192.0.2.3").status_code == 401, "it goes with the name"
    assert maria.login(made["Ben"], "192.0.2.3", name="Maria").status_code == 401
    for who, name in ((maria, "MARIA"), (ben, "Ben"), (eve, "Eve")):
        assert who.login(made[name.capitalize()], "192.0.2.4", name=name).status_code == 204
    undo = {"json": {"type": "undo"}, "headers": OWN}
    assert maria.client.post("/api/command", **undo).status_code == 202 and table.names[-1] == "Maria"
    assert maria.client.post("/api/name", json={"name": "Eve"}, headers=OWN).status_code == 409
    refused = ben.client.post("/api/command", **undo)
    assert refused.status_code == 403 and "referee" in refused.get_json(force=True)["detail"]
    assert ben.client.get("/api/access").json["right"] == "spectator"
    assert ben.client.get("/api/snapshot.jpg").status_code == 401
    for path, body in (("/api/people", {"name": "Z", "right": "director"}), ("/api/pin", {"pin": "123456"})):
        assert maria.client.post(path, json=body, headers=OWN).status_code == 403
    assert (
        maria.client.get("/api/tokens").status_code == 403
        and not maria.client.get("/api/door").json["people"]
    )
    assert desk.post("/api/name", {"name": "maria"}).status_code == 409, "nobody else goes down as Maria"
    told = eve.client.get("/api/door").json
    assert [(each["name"], each["right"], each["own"]) for each in told["sessions"]][:3] == [
        ("Eve", "director", True),
        ("Ben", "spectator", False),
        ("Maria", "referee", False),
    ]
    number = next(each["id"] for each in told["people"] if each["name"] == "Maria")
    assert eve.client.delete(f"/api/people/{number}", headers=OWN).status_code == 204
    assert maria.client.post("/api/command", **undo).status_code == 401, "and with the PIN the session goes"
    assert eve.client.delete(f"/api/people/{number}", headers=OWN).status_code == 404
    session = told["sessions"][1]["id"]
    assert eve.client.delete(f"/api/sessions/{session}", headers=OWN).status_code == 204
    assert ben.client.get("/api/access").json["right"] is None
    assert eve.client.delete("/api/sessions/99", headers=OWN).status_code == 404


def test_a_phone_that_is_sent_away_is_a_strangers(guessed: Any, table: Any) -> None:
    phone, lost = Stranger(guessed), Stranger(guessed)
    assert guessed.post("/api/door/open", {}).status_code == 204
    for who in (phone, lost):
        assert who.login("4711", "198.51.100.10").status_code == 204
    secrets = [who.client.get_cookie("tableside-device").value for who in (phone, lost)]
    number = guessed.client.get("/api/door").json["sessions"][0]["id"]
    assert guessed.client.delete(f"/api/sessions/{number}", headers=OWN).status_code == 204
    assert guessed.client.delete(f"/api/sessions/{number}", headers=OWN).status_code == 404
    assert [table.access.knows_device(each) for each in secrets] == [True, False]
    assert phone.login("4711", "192.0.2.2").status_code == 204
    assert lost.login("4711", "192.0.2.2").status_code == 429


def test_who_has_a_pin_of_their_own_guesses_no_other_by_it(desk: Any) -> None:
    """Whatever cookies they keep, and however often they give their own in between."""
    desk.login()
    pin = desk.post("/api/people", {"name": "Ben", "right": "spectator"}).json["pin"]
    first, answers = Stranger(desk), []
    for ways in range(4):
        ben = Stranger(desk)
        for _ in range(FREE_TRIES):
            answers.append(ben.login(pin, "192.0.2.4", name="Ben").status_code)
            if ways == 1:
                ben.client.post("/api/logout", headers=OWN)
            if ways == 2:
                ben.client.delete_cookie("tableside")
            if ways == 3:
                ben.client.delete_cookie("tableside-device")
            answers.append(ben.login("000000", "192.0.2.4").status_code)
    assert answers.count(401) == FREE_TRIES and set(answers) == {204, 401, 429}
    assert desk.login().status_code == 204 and first.login("000000", "192.0.2.5").status_code == 401


def test_who_comes_again_and_again_sends_nobody_away(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.login()
    pin = desk.post("/api/people", {"name": "Ben", "right": "spectator"}).json["pin"]
    monkeypatch.setattr("webui.desk.referee_desk.SESSIONS", OWN_SESSIONS + 1)
    for _ in range(OWN_SESSIONS + 1):
        assert Stranger(desk).login(pin, "192.0.2.4", name="Ben").status_code == 204
    told = desk.client.get("/api/door").json["sessions"]
    assert [each["name"] for each in told] == ["Ben"] * OWN_SESSIONS + [""]


def test_a_known_phone_is_slowed_down_whatever_addresses_try(
    desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of IPv6 anybody has any number of them, and so pushes all others out of what is remembered."""
    desk.login()
    monkeypatch.setattr("webui.door.throttle.ADDRESSES", 2)
    forget_session(desk)
    for number in range(FREE_TRIES):
        assert desk.login("0000").status_code == 401
        for host in range(2):
            Stranger(desk).login("0000", f"2001:db8::{number}:{host}")
    assert desk.login("0000").status_code == 429


def test_who_opens_the_door_again_and_again_guesses_no_faster(guessed: Any) -> None:
    answers = []
    for number in range(3 * FREE):
        assert guessed.post("/api/door/open", {}).status_code == 204
        answers.append(Stranger(guessed).login("0000", f"198.51.100.{number}").status_code)
    assert answers == [401] * FREE + [429] * 2 * FREE


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


def test_a_sender_is_an_address_or_a_part_of_a_network() -> None:
    # a room that shares a network is not taken for one, nor who has all of it for the world
    assert len({sender(f"2001:db8::{host:x}") for host in range(4000)}) == OF_A_NETWORK
    assert sender("fe80::1%eth0") == sender("fe80::1") and sender("fe80::1").startswith("fe80::/64 ")
    assert sender(None) == "" and sender("unix") == "unix"
    assert is_here("127.0.0.1") and is_here("::1") and is_here("::ffff:127.0.0.1")
    assert not (is_here("192.0.2.1") or is_here("::ffff:192.0.2.1") or is_here(None))


def test_a_referee_is_forgotten_in_the_end() -> None:
    clock = Hand()
    desk = Desk(Access(None, "4711"), clock)
    token = desk.admit()
    assert desk.admitted(token) and not desk.admitted(None) and not desk.admitted("x")
    clock.now += HOURS * 3600
    assert not desk.admitted(token)


def test_before_there_is_a_pin_the_code_lets_in_who_sets_it(fresh: Any, table: Any) -> None:
    assert fresh.client.get("/api/access").json == {
        "admitted": False,
        "has_pin": False,
        "may_set": True,
        "right": None,
    }
    refused = fresh.post("/api/command", {"type": "undo"})
    assert refused.status_code == 401 and "code" in refused.get_json(force=True)["detail"]
    code = table.access.code
    wrong = fresh.login(f"{(int(code) + 1) % 10**6:06d}")
    assert wrong.status_code == 401 and "code" in wrong.get_json(force=True)["detail"]
    let_in = fresh.login(code)
    assert (let_in.status_code, let_in.json) == (200, {"set_pin": True})
    for poor in ("4711", "12345a", "1" * 13, "x" * 65, 1234, None):
        assert fresh.post("/api/pin", {"pin": poor}).status_code == 400
    assert fresh.post("/api/pin", {"pin": "271828"}).status_code == 204
    # who has set it stays; the code is void
    assert fresh.post("/api/command", {"type": "undo"}).status_code == 202
    assert fresh.login(code).status_code == 401 and fresh.login("271828").status_code == 204


def test_a_code_cannot_be_guessed_by_many_addresses_in_turn(fresh: Any, table: Any) -> None:
    wrong = f"{(int(table.access.code) + 1) % 10**6:06d}"
    answers = [fresh.login(wrong, f"192.0.2.{host}").status_code for host in range(CODE_TRIES + 3)]
    assert answers == [401] * CODE_TRIES + [429] * 3
    # a hand at the box itself is nobody's guess, and a PIN that there is locks nobody out
    assert fresh.login(table.access.code, "127.0.0.1").status_code == 200
    table.access.set_pin("271828")
    assert fresh.login("271828", "192.0.2.200").status_code == 204


def test_another_pin_sends_everybody_else_away(fresh: Any, table: Any) -> None:
    table.access.set_pin("Four  blue points")
    other = create_app_client(fresh)
    assert other.post("/api/login", json={"pin": "four blue points "}, headers=OWN).status_code == 204
    assert fresh.login("four blue points").status_code == 204
    assert fresh.post("/api/pin", {"pin": "123456"}).status_code == 204
    assert fresh.client.get("/api/access").json["admitted"] and not other.get("/api/access").json["admitted"]
    table.access.forget_pin()
    assert not fresh.client.get("/api/access").json["admitted"]


def create_app_client(desk: Any) -> Any:
    """Another browser at the same table."""
    return desk.client.application.test_client()


def test_a_pin_of_the_settings_is_changed_there_alone(desk: Any) -> None:
    desk.login()
    refused = desk.post("/api/pin", {"pin": "123456"})
    assert refused.status_code == 409 and "settings" in refused.get_json(force=True)["detail"]


def test_a_program_does_what_the_referee_does_with_a_token(desk: Any, table: Any) -> None:
    assert desk.client.get("/api/tokens").status_code == 401
    desk.login()
    made = desk.post("/api/tokens", {"name": "Scoreboard"})
    assert made.status_code == 201
    secret, number = made.json["secret"], made.json["token"]["id"]
    assert secret not in desk.client.get("/api/tokens").text
    desk.client.delete_cookie("tableside")
    program = create_app_client(desk)
    assert program.post("/api/command", json={"type": "undo"}, headers=bearer(secret)).status_code == 202
    assert program.get("/api/sight", headers=bearer(secret)).status_code == 200
    assert program.get("/api/state?desk", headers=bearer(secret)).status_code == 200
    # a program lets no other in, sets no PIN, and hears of no other
    for method, path in (("post", "/api/tokens"), ("get", "/api/tokens"), ("post", "/api/pin")):
        assert getattr(program, method)(path, json={}, headers=bearer(secret)).status_code == 403
    desk.login()
    assert desk.client.delete(f"/api/tokens/{number}", headers=OWN).status_code == 204
    assert desk.client.delete(f"/api/tokens/{number}", headers=OWN).status_code == 404
    desk.client.delete_cookie("tableside")
    refused = program.post("/api/command", json={"type": "undo"}, headers=bearer(secret))
    assert refused.status_code == 401 and "taken back" in refused.get_json(force=True)["detail"]


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 61, 5, None])
def test_a_token_needs_a_name(desk: Any, name: object) -> None:
    desk.login()
    assert desk.post("/api/tokens", {"name": name}).status_code == 400


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer x", "Basic eDp5", "Bearer " + "x" * 5000, "Bearer ключ"]
)
def test_a_header_that_is_no_token_lets_nobody_in(desk: Any, table: Any, header: str) -> None:
    desk.login()
    headers = {**OWN, "Authorization": header.encode().decode("latin-1")}
    assert desk.client.post("/api/command", json={"type": "undo"}, headers=headers).status_code == 401
    assert not table.told
