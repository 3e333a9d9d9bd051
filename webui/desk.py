"""The referee's desk: who may change anything, and how often a wrong PIN may be tried."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from http import HTTPStatus

from flask import Blueprint, Response, request

from device.noticeboard import Noticeboard
from webui.problem import Refused, problem
from webui.table import Table

COOKIE = "tableside"
"""The cookie that bears a referee's token."""
HEADER = "X-Tableside"
"""The header that only a script of our own pages can send: another site's would be asked first, and refused."""
HOURS = 12
"""How long somebody stays a referee without giving the PIN again."""
FREE_TRIES = 5
"""Wrong PINs from one address before it has to wait."""
LONGEST_WAIT = 900.0
"""Seconds that an address has to wait at most between two tries."""
ADDRESSES = 1024
"""How many addresses are remembered; the one that tried longest ago is forgotten first."""


class Throttle:
    """Counts wrong PINs for each address, so that guessing takes longer and longer without locking anybody else out.

    `clock` gives seconds. May be used from any thread.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tries: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def attempt(self, address: str) -> float:
        """Counts a try as a wrong one; 0 if it may be made, else the seconds still to wait, and it is not counted.

        Counting comes before checking, so that many tries at once are not all the first.
        """
        now = self._clock()
        with self._lock:
            wrong, until = self._tries.get(address, (0, 0.0))
            if now < until:
                return until - now
            wrong += 1
            wait = 0.0 if wrong < FREE_TRIES else min(2.0 ** (wrong - FREE_TRIES + 1), LONGEST_WAIT)
            self._tries[address] = (wrong, now + wait)
            self._tries.move_to_end(address)
            if len(self._tries) > ADDRESSES:
                self._tries.popitem(last=False)
            return 0.0

    def forgive(self, address: str) -> None:
        """Forgets the tries of an address that gave the right PIN."""
        with self._lock:
            self._tries.pop(address, None)


class Desk:
    """The referees who have given the PIN, each known by a token. May be used from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.throttle = Throttle(clock)
        self._clock = clock
        self._until: dict[str, float] = {}
        self._lock = threading.Lock()

    def admit(self) -> str:
        """A new referee's token."""
        token = secrets.token_urlsafe(32)
        now = self._clock()
        with self._lock:
            self._until = {known: until for known, until in self._until.items() if until > now}
            self._until[token] = now + HOURS * 3600
        return token

    def admitted(self, token: str | None) -> bool:
        """Whether this is the token of somebody who gave the PIN."""
        with self._lock:
            return token is not None and self._until.get(token, 0.0) > self._clock()

    def dismiss(self, token: str | None) -> None:
        """Forgets a token."""
        with self._lock:
            self._until.pop(token or "", None)

    def board(self, table: Table) -> Noticeboard:
        """The noticeboard that the present request may read: the desk's own, if asked for (`?desk`) and admitted."""
        mine = "desk" in request.args and self.admitted(request.cookies.get(COOKIE))
        return table.desk if mine else table.noticeboard

    def kept_back(self, table: Table) -> bool:
        """Whether the game that is on is to be kept from who sent the present request."""
        return table.noticeboard.latest().kept_back and not self.admitted(request.cookies.get(COOKIE))

    def require(self) -> None:
        """Lets the present request pass if a referee sent it from our own page. Raises Refused."""
        require_own_page()
        if not self.admitted(request.cookies.get(COOKIE)):
            raise Refused(
                HTTPStatus.UNAUTHORIZED,
                "Give the referee's PIN first; it was shown when the service started.",
            )


def require_own_page() -> None:
    """Lets the present request pass if a script of our own pages, or a program, sent it. Raises Refused."""
    if HEADER not in request.headers or request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise Refused(
            HTTPStatus.FORBIDDEN, f"Only Tableside's own pages may ask for this; programs send '{HEADER}: 1'."
        )


def json_object() -> dict[str, object]:
    """The present request's body. Raises Refused where it is no JSON object."""
    try:
        body = request.get_json(silent=True)
    except RecursionError:
        # Brackets within brackets, deeper than anybody's commands are.
        body = None
    if not request.is_json or not isinstance(body, dict):
        raise Refused(HTTPStatus.BAD_REQUEST, "Send a JSON object, as application/json.")
    return body


def desk_pages(table: Table, desk: Desk) -> Blueprint:
    """`POST /api/login` and `POST /api/logout`."""
    pages = Blueprint("desk", __name__)

    @pages.post("/api/login")
    def login() -> Response:
        require_own_page()
        pin = json_object().get("pin")
        if not isinstance(pin, str) or len(pin) > 64:
            raise Refused(HTTPStatus.BAD_REQUEST, 'Send the PIN as {"pin": "..."}.')
        address = request.remote_addr or ""
        wait = desk.throttle.attempt(address)
        if wait > 0:
            seconds = int(wait) + 1
            detail = f"Too many wrong PINs from this device: try again in {duration(seconds)}."
            return problem(HTTPStatus.TOO_MANY_REQUESTS, detail, seconds)
        if not table.check_pin(pin):
            return problem(HTTPStatus.UNAUTHORIZED, "That is not the referee's PIN.")
        desk.throttle.forgive(address)
        response = Response(status=HTTPStatus.NO_CONTENT.value)
        response.set_cookie(COOKIE, desk.admit(), max_age=HOURS * 3600, httponly=True, samesite="Strict")
        return response

    @pages.post("/api/logout")
    def logout() -> Response:
        require_own_page()
        desk.dismiss(request.cookies.get(COOKIE))
        response = Response(status=HTTPStatus.NO_CONTENT.value)
        response.delete_cookie(COOKIE, httponly=True, samesite="Strict")
        return response

    return pages


def duration(seconds: int) -> str:
    """A time to wait, in words."""
    if seconds < 60:
        return "a second" if seconds == 1 else f"{seconds} seconds"
    minutes = round(seconds / 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"
