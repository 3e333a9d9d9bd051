"""The referee's desk: who may change anything."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus

from flask import Blueprint, Response, g, has_request_context, request
from werkzeug.http import parse_cookie

from device.errors import DeviceError, StoreError
from device.status.snapshot.broadcaster import Broadcaster
from device.status.text.status_text import WITHHELD
from device.store.access import Access, Person, Right, Token
from engine.i18n import phrase_of
from webui.door.guessing import SharedThrottle, WrongPinTally
from webui.door.hosts import is_own_origin
from webui.door.throttle import Throttle, address_of, is_here
from webui.language import translator
from webui.problem import Refused, problem
from webui.table import Table

COOKIE, SECURE_COOKIE = "tableside", "__Host-tableside"
"""The cookie that bears a referee's session, and over HTTPS: browsers let nobody on plain HTTP write or read
such a one (RFC 6265bis, 4.1.3.2).
"""
DEVICE = "-device"
"""What the name of the cookie ends with by which a phone is known again that was let in once."""
DAYS_KNOWN = 180
"""How long it is, in days."""
HEADER = "X-Tableside"
"""The header that only a script of our own pages can send: another site's would be asked first, and refused."""
HOURS = 12
"""How long somebody stays a referee without giving the PIN again."""
SESSIONS, OWN_SESSIONS = 256, 8
"""How many sessions are remembered, those that have ended included, and of somebody with a PIN of their own; the oldest
is forgotten first.
"""
CODE_TRIES, CODE_WAIT = 10, 20.0
"""Wrong codes from all addresses together before everybody waits, and how long at most, in seconds: six digits take 20
seconds a try, of which an evening has a thousand.
"""
_EVERYBODY = ""
_DEVICES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")


@dataclass(frozen=True, slots=True)
class _Session:
    """Until when it lasts, and which PIN, counted by its changes, it was given for, or whose; `name`: whose,
    if they said so.

    `id`, `since`, `seen`, `address` and `agent` are what a director knows it by, `device` is the secret by which
    the phone is known again.
    """

    until: float
    changes: int
    name: str = ""
    person: int | None = None
    id: int = 0
    since: float = 0.0
    seen: float = 0.0
    address: str = ""
    agent: str = ""
    device: str | None = None


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A device that has been let in: its number, whose it is, what they may, since when and when last (Unix
    time), where and on what.
    """

    id: int
    name: str
    right: Right
    since: float
    seen: float
    address: str
    device: str
    own: bool


@dataclass(frozen=True, slots=True)
class Slowed:
    """How long somebody has to wait, in seconds; whether because of everybody's wrong PINs, so that the
    box's code helps.
    """

    seconds: float
    by_all: bool = False


class Desk:
    """The referees who have given the PIN, each known by a session, and the programs that have a token. May be used
    from any thread; whatever speaks of the present request, in one.
    """

    def __init__(self, access: Access, clock: Callable[[], float] = time.monotonic) -> None:
        self.access = access
        self._tries, self._code_tries = Throttle(clock), Throttle(clock, CODE_TRIES, CODE_WAIT)
        # by themselves: nobody's addresses, of which one may have any number, push these out
        self._known_tries = Throttle(clock)
        self._unknown_devices, self._guests = SharedThrottle(clock), SharedThrottle(clock)
        self.wrong_pins = WrongPinTally()
        self._clock = clock
        self._last = 0
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._lock = threading.Lock()

    def admit(self, person: Person | None = None, name: str = "", device: str | None = None) -> str:
        """A new session of somebody who gave the PIN, or one of their own; `device` is its phone's secret."""
        session, now = secrets.token_urlsafe(32), time.time()
        address = address_of(request.remote_addr) if has_request_context() else ""
        agent = request.headers.get("User-Agent", "") if has_request_context() else ""
        with self._lock:
            self._last += 1
            if person is not None:
                own = [key for key, each in self._sessions.items() if each.person == person.id]
                for key in own[: -OWN_SESSIONS + 1]:
                    del self._sessions[key]
            self._sessions[session] = _Session(
                self._clock() + HOURS * 3600,
                self.access.changes,
                person.name if person else name,
                person.id if person else None,
                self._last,
                now,
                now,
                address,
                device_of(agent),
                device,
            )
            if len(self._sessions) > SESSIONS:
                self._sessions.popitem(last=False)
        return session

    def admitted(self, session: str | None) -> bool:
        """Whether this is the session of somebody who gave the PIN as it is now, or has one of their own."""
        return self.right(session) is not None

    def right(self, session: str | None) -> Right | None:
        """What whoever has that session may; None where they have not been let in, or are not any more."""
        with self._lock:
            found = self._sessions.get(session or "")
            if found is not None:
                self._sessions[session or ""] = replace(found, seen=time.time())
        return None if found is None else self._right_of(found)

    def _right_of(self, held: _Session) -> Right | None:
        if held.until <= self._clock():
            return None
        if held.person is not None:
            person = self.access.person(held.person)
            return None if person is None else person.right
        return Right.DIRECTOR if held.changes == self.access.changes else None

    def sessions(self) -> tuple[OpenSession, ...]:
        """Who has been let in, who came last first."""
        mine = session()
        with self._lock:
            held = [*self._sessions.items()]
        rights = {key: _right for key, each in held if (_right := self._right_of(each)) is not None}
        found = (
            OpenSession(
                each.id, each.name, rights[key], each.since, each.seen, each.address, each.agent, key == mine
            )
            for key, each in held
            if key in rights
        )
        return tuple(reversed([*found]))

    def send_away(self, number: int) -> bool:
        """Ends the session of that number, and knows its phone again no more: a lost one tries PINs as any stranger
        does. Whether there was one. Raises AccessError where the phone cannot be forgotten.
        """
        with self._lock:
            found = next(
                (key for key, each in self._sessions.items() if each.id == number and each.until), None
            )
            ended = None if found is None else self._sessions.pop(found)
        if ended is not None and ended.device:
            self.access.forget_device(ended.device)
        return ended is not None

    def dismiss(self, session: str | None) -> None:
        """Ends a session."""
        with self._lock:
            if session is not None and session in self._sessions:
                # whose it was is known: who leaves and comes again guesses no more for it
                self._sessions[session] = replace(self._sessions[session], until=0.0)

    def admits(self, right: Right = Right.SPECTATOR) -> bool:
        """Whether somebody who may do that much, or a program with a token, sent the present request."""
        return self.program() is not None or self._may(right)

    def _may(self, right: Right) -> bool:
        held = self.right(session())
        return held is not None and held.covers(right)

    def trusts(self, headers: Mapping[str, str]) -> bool:
        """Whether the headers of a request, by their names in WSGI without HTTP_, are those of a
        referee, or of a program with a token.

        For the door, which has them before there is a request.
        """
        scheme, _, secret = headers.get("AUTHORIZATION", "").partition(" ")
        if scheme.lower() == "bearer" and self.access.knows(secret.strip()) is not None:
            return True
        cookies = parse_cookie(headers.get("COOKIE", ""))
        rights = (self.right(cookies.get(name)) for name in (COOKIE, SECURE_COOKIE))
        return any(each is not None and each.covers(Right.REFEREE) for each in rights)

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

    def require(self, right: Right = Right.REFEREE, *, by_token: bool = True) -> None:
        """Lets the present request pass if somebody who may do that much sent it from our own page, or else
        a program. Raises Refused.
        """
        _ = translator()
        if self.program() is not None:
            # No cookie lets it in, so that no other site can have had it sent.
            if by_token:
                return
            raise Refused(HTTPStatus.FORBIDDEN, _("This is for the referee's own page, not for programs."))
        if "Authorization" in request.headers:
            raise Refused(HTTPStatus.UNAUTHORIZED, _("This token is not known here, or has been taken back."))
        require_own_page()
        self._require(right)

    def require_look(self, right: Right) -> None:
        """Lets the present request look at what is for people who may do that much, and for no program.
        Raises Refused.
        """
        _ = translator()
        if self.program() is not None:
            raise Refused(HTTPStatus.FORBIDDEN, _("This is for the referee's own page, not for programs."))
        self._require(right)

    def _require(self, right: Right) -> None:
        _ = translator()
        held = self.right(session())
        if held is None:
            raise Refused(HTTPStatus.UNAUTHORIZED, self.wanted())
        if not held.covers(right):
            told = (
                _("This is for the director: give the table's own PIN, or a director's.")
                if right is Right.DIRECTOR
                else _("You may look on; this is for the referee: give a referee's PIN.")
            )
            raise Refused(HTTPStatus.FORBIDDEN, told)

    def wanted(self) -> str:
        """The sentence that says what lets somebody in."""
        _ = translator()
        if self.access.has_pin:
            return _("Give the referee's PIN first.")
        return _("There is no PIN yet: give the code that the box shows on its display or console first.")

    def attempt(self, code: str = "") -> Slowed | None:
        """Counts the present request as a wrong PIN or code; None if it may be tried, else how long there is to wait.

        A device that has been let in before is known by its cookie, so that nobody else is in its way; those of
        somebody with a PIN of their own count together. All others wait together once there have been many wrong PINs,
        but for who tells the `code` of the box, or comes just after a button was pressed there, and these wait for
        each other.
        """
        throttle, who = self._throttle()
        wait = throttle.attempt(who)
        if wait:
            self.wrong_pins.refused()
            return Slowed(wait)
        if not self.access.has_pin:
            # There is nobody yet who could be locked out, and six digits must not be tried by all addresses in turn.
            wait = 0.0 if is_here(request.remote_addr) else self._code_tries.attempt(_EVERYBODY)
            return Slowed(wait) if wait else None
        if self.knows():
            return None
        guests = self.access.guests
        by_code = bool(code) and guests.give(code)
        wait = 0.0 if by_code else self._counts(self._unknown_devices)
        if wait:
            guests.bar(wait)
        if by_code or (wait and guests.take(address_of(request.remote_addr))):
            # whoever stands at the box, or is known here, guesses no faster than the world
            wait = self._counts(self._guests)
        if not wait:
            return None
        self.wrong_pins.refused()
        return Slowed(wait, by_all=True)

    def _counts(self, shared: SharedThrottle) -> float:
        """Counts the present request as a wrong one of many; 0 if it may be tried, else the seconds to wait."""
        wait = shared.attempt()
        if not wait:
            g.counted = shared
        return wait

    def wrong(self) -> None:
        """The PIN of the present request was wrong."""
        address = address_of(request.remote_addr)
        self.access.guests.guessed(address)
        self.wrong_pins.wrong(address)

    def forgive(self, person: Person | None = None) -> None:
        """Forgets the tries of who sent the present request: the PIN was right. Where it was the own one of a `person`
        who may less than a director what was guessed before counts on: who has one PIN may be after another.
        """
        throttle, who = self._throttle()
        if person is None or person.right is Right.DIRECTOR:
            throttle.forgive(who)
        else:
            throttle.take_back(who)
        self._code_tries.forgive(_EVERYBODY)
        counted: SharedThrottle | None = g.pop("counted", None)
        if counted is not None:
            counted.forgive()

    def knows(self) -> bool:
        """Whether the device that sent the present request has been let in before."""
        mine = session() or ""
        with self._lock:
            if mine in self._sessions:
                return True
        return self.knows_device()

    def knows_device(self) -> bool:
        """Whether the device that sent the present request bears a secret by which it is known again."""
        return bool(device_cookie()) and self.access.knows_device(device_cookie())

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

    def call(self, name: str) -> bool:
        """Knows the session of the present request by a name from now on; False where that is somebody's
        who has a PIN of their own.
        """
        mine, owner = session() or "", self.access.person_named(name)
        with self._lock:
            found = self._sessions.get(mine)
            if found is None:
                return True
            if found.person is not None or owner is not None:
                return owner is not None and found.person == owner.id
            self._sessions[mine] = replace(found, name=name)
            return True

    def broadcaster(self, table: Table) -> Broadcaster:
        """The broadcaster that the present request may read: the desk's own, if asked for (`?desk`) and admitted."""
        return table.desk if "desk" in request.args and self.admits() else table.broadcaster

    def kept_back(self, table: Table) -> bool:
        """Whether the game that is on is to be kept from who sent the present request."""
        return table.broadcaster.latest().kept_back and not self.admits()

    def _throttle(self) -> tuple[Throttle, str]:
        """What slows down who sent the present request, and what they are known by there."""
        mine, device = session() or "", device_cookie()
        with self._lock:
            found = self._sessions.get(mine)
        owner = self.access.owner_of(device) if device else None
        person = owner.id if owner is not None else None if found is None else found.person
        if person is not None:
            # any number of phones may be let in by one PIN
            return self._known_tries, f"person {person}"
        if found is not None:
            return self._known_tries, f"session {mine}"
        if device and self.access.knows_device(device):
            return self._known_tries, f"device {device}"
        return self._tries, address_of(request.remote_addr)


def cookie_name() -> str:
    """What the cookie of the present request is called."""
    return SECURE_COOKIE if request.is_secure else COOKIE


def session() -> str | None:
    """The session that the present request bears."""
    return request.cookies.get(cookie_name())


def device_cookie() -> str:
    """The secret by which the device that sent the present request is known again, as it tells it; empty: none."""
    return request.cookies.get(cookie_name() + DEVICE, "")


def device_of(agent: str) -> str:
    """What a browser says it runs on, in a word; empty where it does not say.

    >>> device_of("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"), device_of("curl/8")
    ('iPhone', '')
    """
    return next((each for each in _DEVICES if each.casefold() in agent.casefold()), "")


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


def explain_unread(pages: Blueprint, desk: Desk, kind: type[DeviceError] = StoreError) -> None:
    """Makes pages say so where an error of that kind is raised; why, to who has been let in alone."""

    @pages.errorhandler(kind)
    def unread(error: DeviceError) -> Response:
        _ = translator()
        why = phrase_of(error) if desk.admits() else WITHHELD
        detail = _("The matches cannot be read now: {why}.", why=why.in_language(_))
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, detail)
