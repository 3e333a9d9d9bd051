"""The referee's desk: who may change anything."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus

from flask import request
from werkzeug.http import parse_cookie

from device.status.snapshot.broadcaster import Broadcaster
from device.store.access import Access, Token
from webui.door.hosts import is_own_origin
from webui.door.throttle import Throttle, is_here, sender
from webui.language import translator
from webui.problem import Refused
from webui.table import Table

COOKIE, SECURE_COOKIE = "tableside", "__Host-tableside"
"""The cookie that bears a referee's session, and over HTTPS: browsers let nobody on plain HTTP write or read
such a one (RFC 6265bis, 4.1.3.2).
"""
HEADER = "X-Tableside"
"""The header that only a script of our own pages can send: another site's would be asked first, and refused."""
HOURS = 12
"""How long somebody stays a referee without giving the PIN again."""
SESSIONS = 256
"""How many sessions are remembered, those that have ended included; the oldest is forgotten first."""
CODE_TRIES, CODE_WAIT = 10, 20.0
"""Wrong codes from all addresses together before everybody waits, and how long at most, in seconds: six digits take 20
seconds a try, of which an evening has a thousand.
"""
_EVERYBODY = ""


@dataclass(frozen=True, slots=True)
class _Session:
    """Until when it lasts, and which PIN, counted by its changes, it was given for; `name`: whose, if they said so."""

    until: float
    changes: int
    name: str = ""


class Desk:
    """The referees who have given the PIN, each known by a session, and the programs that have a token. May be used
    from any thread; whatever speaks of the present request, in one.
    """

    def __init__(self, access: Access, clock: Callable[[], float] = time.monotonic) -> None:
        self.access = access
        self._tries, self._code_tries = Throttle(clock), Throttle(clock, CODE_TRIES, CODE_WAIT)
        self._clock = clock
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._lock = threading.Lock()

    def admit(self) -> str:
        """A new session of somebody who gave the PIN."""
        session = secrets.token_urlsafe(32)
        with self._lock:
            self._sessions[session] = _Session(self._clock() + HOURS * 3600, self.access.changes)
            if len(self._sessions) > SESSIONS:
                self._sessions.popitem(last=False)
        return session

    def admitted(self, session: str | None) -> bool:
        """Whether this is the session of somebody who gave the PIN as it is now."""
        changes = self.access.changes
        with self._lock:
            found = self._sessions.get(session or "")
            return found is not None and found.until > self._clock() and found.changes == changes

    def dismiss(self, session: str | None) -> None:
        """Ends a session."""
        with self._lock:
            if session is not None and session in self._sessions:
                self._sessions[session] = _Session(0.0, 0)

    def admits(self) -> bool:
        """Whether a referee, or a program with a token, sent the present request."""
        return self.program() is not None or self.admitted(session())

    def trusts(self, headers: Mapping[str, str]) -> bool:
        """Whether the headers of a request, by their names in WSGI without HTTP_, are those of a
        referee, or of a program with a token.

        For the door, which has them before there is a request.
        """
        scheme, _, secret = headers.get("AUTHORIZATION", "").partition(" ")
        if scheme.lower() == "bearer" and self.access.knows(secret.strip()) is not None:
            return True
        cookies = parse_cookie(headers.get("COOKIE", ""))
        return any(self.admitted(cookies.get(name)) for name in (COOKIE, SECURE_COOKIE))

    def still_admits(self) -> Callable[[], bool]:
        """What tells, after the present request, too, whether who sent it may still know what the referee does."""
        mine, token = session(), self.program()
        return lambda: self.admitted(mine) or (token is not None and token in self.access.tokens)

    def program(self) -> Token | None:
        """The program whose token the present request bears."""
        given = request.authorization
        if given is None or given.type != "bearer" or not given.token:
            return None
        return self.access.knows(given.token)

    def require(self, *, by_token: bool = True) -> None:
        """Lets the present request pass if a referee sent it from our own page, or else a program. Raises Refused."""
        _ = translator()
        if self.program() is not None:
            # No cookie lets it in, so that no other site can have had it sent.
            if by_token:
                return
            raise Refused(HTTPStatus.FORBIDDEN, _("This is for the referee's own page, not for programs."))
        if "Authorization" in request.headers:
            raise Refused(HTTPStatus.UNAUTHORIZED, _("This token is not known here, or has been taken back."))
        require_own_page()
        if not self.admitted(session()):
            raise Refused(HTTPStatus.UNAUTHORIZED, self.wanted())

    def wanted(self) -> str:
        """The sentence that says what lets somebody in."""
        _ = translator()
        if self.access.has_pin:
            return _("Give the referee's PIN first.")
        return _("There is no PIN yet: give the code that the box shows on its display or console first.")

    def attempt(self) -> float:
        """Counts the present request as a wrong PIN or code; 0 if it may be tried, else the seconds still to wait.

        Who has been let in before is known by the old session, so that nobody else at the same address is in the way.
        """
        wait = self._tries.attempt(self._who())
        if wait == 0.0 and not self.access.has_pin and not is_here(request.remote_addr):
            # There is nobody yet who could be locked out, and six digits must not be tried by all addresses in turn.
            return self._code_tries.attempt(_EVERYBODY)
        return wait

    def forgive(self) -> None:
        """Forgets the tries of who sent the present request."""
        self._tries.forgive(self._who())
        self._code_tries.forgive(_EVERYBODY)

    def set_pin(self, pin: str) -> None:
        """Makes this the PIN; the session of the present request goes on, all others end. Raises AccessError."""
        mine = session()
        stays = self.admitted(mine)
        self.access.set_pin(pin)
        with self._lock:
            if stays and mine is not None and mine in self._sessions:
                self._sessions[mine] = replace(self._sessions[mine], changes=self.access.changes)

    def who(self) -> str:
        """The name, for the record, of who sent the present request: as the referee gave it, or the program's."""
        program = self.program()
        if program is not None:
            return program.name
        mine = session()
        with self._lock:
            found = self._sessions.get(mine or "")
        return found.name if found is not None and self.admitted(mine) else ""

    def call(self, name: str) -> None:
        """Knows the session of the present request by a name from now on."""
        mine = session() or ""
        with self._lock:
            if mine in self._sessions:
                self._sessions[mine] = replace(self._sessions[mine], name=name)

    def board(self, table: Table) -> Broadcaster:
        """The broadcaster that the present request may read: the desk's own, if asked for (`?desk`) and admitted."""
        return table.desk if "desk" in request.args and self.admits() else table.broadcaster

    def kept_back(self, table: Table) -> bool:
        """Whether the game that is on is to be kept from who sent the present request."""
        return table.broadcaster.latest().kept_back and not self.admits()

    def _who(self) -> str:
        mine = session() or ""
        with self._lock:
            return f"session {mine}" if mine in self._sessions else sender(request.remote_addr)


def cookie_name() -> str:
    """What the cookie of the present request is called."""
    return SECURE_COOKIE if request.is_secure else COOKIE


def session() -> str | None:
    """The session that the present request bears."""
    return request.cookies.get(cookie_name())


def require_own_page() -> None:
    """Lets the present request pass if a script of our own pages, or a program, sent it. Raises Refused."""
    _ = translator()
    same = request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"
    if HEADER not in request.headers or not same or not is_own_origin():
        detail = _("Only Tableside's own pages may ask for this; programs send '{header}: 1'.", header=HEADER)
        raise Refused(HTTPStatus.FORBIDDEN, detail)


def json_object() -> dict[str, object]:
    """The present request's body. Raises Refused where it is no JSON object."""
    _ = translator()
    try:
        body = request.get_json(silent=True)
    except RecursionError:
        # Brackets within brackets, deeper than anybody's commands are.
        body = None
    if not request.is_json or not isinstance(body, dict):
        raise Refused(HTTPStatus.BAD_REQUEST, _("Send a JSON object, as application/json."))
    return body
