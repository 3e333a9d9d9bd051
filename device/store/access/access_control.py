"""The PIN, the people and the tokens of a table, in its data folder."""

import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from device.errors import AccessError
from device.store.access.guests import BoxCode, Guests, new_code
from device.store.access.hashing import digest_of, hashed, is_hash, matches, nobodys
from device.store.access.person import PEOPLE, Person, Right, Token
from device.store.folder.atomic_file import read_lasting, write_lasting
from engine.i18n import phrase

FILE = "access.json"
"""The file in the data folder; for the service's own eyes."""
DIGITS = range(4, 13)
"""How many digits a PIN may have that was set once, or stands in the settings."""
NEW_DIGITS = range(6, 13)
"""How many one has that is set now, if it is of digits alone."""
LONGEST_PIN = 64
PHRASE = range(10, LONGEST_PIN + 1)
"""How many letters one has that is a phrase."""
PIN_RULE = phrase(
    "A PIN has {fewest} to {most} digits, or is a phrase of at least {letters} letters.",
    fewest=NEW_DIGITS[0],
    most=NEW_DIGITS[-1],
    letters=PHRASE[0],
)
"""What a PIN has to be, as people are told wherever one is set."""
TOKENS = 50
"""How many programs may have a token."""
LONGEST_NAME = 60
"""The longest name of a token, in characters."""
DEVICES, OWN_DEVICES = 512, 8
"""How many phones are known again that were let in by the table's PIN, and by somebody's own; the one that came longest
ago is forgotten first.
"""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _StoredAccess:
    pin: str | None = None
    tokens: tuple[Token, ...] = ()
    last: int = 0
    people: tuple[Person, ...] = ()
    devices: tuple[str, ...] = ()


class Access:
    """The PIN, the people and the tokens of a table, in its data folder; without a folder they last as long
    as the object.

    `pin` is one from the settings file, which then counts instead of the kept one. `code` lets in who is to set a PIN
    where there is none: it stands on the box's console and display. `guests` are the phones that nobody has
    seen before. From any thread; nothing of it is ever logged.
    """

    def __init__(
        self, folder: Path | None = None, pin: str = "", clock: Callable[[], float] = time.time
    ) -> None:
        self._file = None if folder is None else folder / FILE
        self._given, self._clock = pin, clock
        self._lock = threading.RLock()
        self._stamp = self._stamped()
        self._kept = self._load() or _StoredAccess()
        self._code = new_code()
        self._changes = 0
        self.guests = Guests()

    @property
    def has_pin(self) -> bool:
        """Whether there is a PIN."""
        return bool(self._given) or self._now().pin is not None

    @property
    def is_given(self) -> bool:
        """Whether the PIN comes from the settings file, where alone it can be changed."""
        return bool(self._given)

    @property
    def code(self) -> str | None:
        """The code for who is to set the PIN, six digits; None where there is a PIN."""
        return None if self.has_pin else self._code

    @property
    def box_code(self) -> BoxCode | None:
        """The code that the display is to show; None: there is none to show."""
        code = self.code
        if code is not None:
            return BoxCode(code, sets_pin=True)
        code = self.guests.code
        return None if code is None else BoxCode(code, sets_pin=False)

    @property
    def changes(self) -> int:
        """How often the PIN has changed since the start: who was let in by another one is let in no more."""
        self._now()
        return self._changes

    def check(self, pin: str) -> bool:
        """Whether this is the PIN, or the code where there is no PIN yet; takes as long for a wrong one."""
        kept, pin = self._now().pin, plain(pin)
        if self._given or kept is None:
            expected = plain(self._given) or self._code
            return hmac.compare_digest(pin.encode(errors="replace"), expected.encode())
        return matches(pin, kept)

    def set_pin(self, pin: str) -> None:
        """Make this the PIN, if it is as `PIN_RULE` says. Raises AccessError."""
        if self._given:
            raise AccessError(phrase("the PIN stands in the settings file: change it there, under [web]"))
        if not is_new_pin(pin):
            raise AccessError(PIN_RULE)
        with self._lock:
            self._keep(replace(self._now(), pin=hashed(plain(pin))))
            self._changes += 1

    def forget_pin(self) -> None:
        """Have no PIN any more, so that a code lets in who sets another one. Raises AccessError."""
        if self._given:
            raise AccessError(phrase("the PIN stands in the settings file: take it out there, under [web]"))
        with self._lock:
            self._keep(replace(self._now(), pin=None))
            self._code = new_code()
            self._changes += 1

    @property
    def people(self) -> tuple[Person, ...]:
        """Who has a PIN of their own."""
        return self._now().people

    def new_person(self, name: str, right: Right) -> tuple[Person, str]:
        """Give somebody a PIN of their own: what is kept of them, and the PIN, six digits, told this once.
        Raises AccessError.
        """
        name = " ".join(name.split())
        with self._lock:
            kept = self._now()
            if self.person_named(name) is not None:
                raise AccessError(
                    phrase("Somebody is called {name} already: choose another name.", name=name)
                )
            if len(kept.people) >= PEOPLE:
                raise AccessError(
                    phrase(
                        "{count} people have a PIN, which is all there may be: take one back first.",
                        count=PEOPLE,
                    )
                )
            pin, number = new_code(), kept.last + 1
            person = Person(number, name, right, self._clock(), hashed(pin))
            self._keep(replace(kept, people=(*kept.people, person), last=number))
        return person, pin

    def remove_person(self, number: int) -> bool:
        """Let somebody in no more; whether they were. Raises AccessError."""
        with self._lock:
            kept = self._now()
            left = tuple(each for each in kept.people if each.id != number)
            if len(left) == len(kept.people):
                return False
            self._keep(replace(kept, people=left))
        return True

    def person(self, number: int) -> Person | None:
        """Who has that number."""
        return next((each for each in self._now().people if each.id == number), None)

    def person_named(self, name: str) -> Person | None:
        """Who is called so, in letters of whatever size."""
        wanted = " ".join(name.split()).casefold()
        return next((each for each in self._now().people if each.name.casefold() == wanted), None)

    def check_person(self, name: str, pin: str) -> Person | None:
        """Who is called so and has that PIN; takes as long where nobody is called so."""
        found = self.person_named(name)
        right = matches(plain(pin), found.hashed if found else nobodys())
        return found if right else None

    def knows_device(self, secret: str) -> bool:
        """Whether somebody has been let in with that phone before, by a PIN that is not taken back."""
        return _is_among(self._now().devices, digest_of(secret)) or self.owner_of(secret) is not None

    def owner_of(self, secret: str) -> Person | None:
        """By whose own PIN that phone was let in first; None where it was by the table's, or never."""
        digest = digest_of(secret)
        return next((each for each in self._now().people if _is_among(each.devices, digest)), None)

    def remember_device(self, person: int | None = None) -> str | None:
        """A secret by which a phone is known again that was let in by somebody's own PIN, or by the table's; None where
        that cannot be kept.
        """
        secret = secrets.token_urlsafe(32)
        digest = digest_of(secret)
        with self._lock:
            kept = self._now()
            if person is None:
                now = replace(kept, devices=(*kept.devices, digest)[-DEVICES:])
            else:
                now = replace(
                    kept,
                    people=tuple(
                        replace(each, devices=(*each.devices, digest)[-OWN_DEVICES:])
                        if each.id == person
                        else each
                        for each in kept.people
                    ),
                )
            try:
                self._keep(now)
            except AccessError as error:
                _log.warning("a phone is not known again: %s", error)
                return None
        return secret

    def forget_device(self, secret: str) -> None:
        """Know a phone again no more, whoever's PIN let it in. Raises AccessError."""
        digest = digest_of(secret)
        with self._lock:
            kept = self._now()

            def left(devices: tuple[str, ...]) -> tuple[str, ...]:
                return tuple(each for each in devices if each != digest)

            people = tuple(replace(each, devices=left(each.devices)) for each in kept.people)
            now = replace(kept, devices=left(kept.devices), people=people)
            if now != kept:
                self._keep(now)

    @property
    def devices(self) -> tuple[str, ...]:
        """The digests of what phones are known again by that were let in by the table's PIN, in the order in which they
        were first.
        """
        return self._now().devices

    def recognise(self, devices: Iterable[str]) -> None:
        """Know these phones again, too, of which the digests are given; those known here stay. Raises AccessError."""
        with self._lock:
            kept = self._now()
            others = [each for each in devices if each not in kept.devices]
            if others:
                self._keep(replace(kept, devices=(*others, *kept.devices)[-DEVICES:]))

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The programs that are let in."""
        return self._now().tokens

    def new_token(self, name: str) -> tuple[Token, str]:
        """Let a program in: what is kept of it, and its secret, which is told this once. Raises AccessError."""
        name = name.strip()
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise AccessError(
                phrase(
                    "a token needs a name of at most {longest_name} letters, to know it again by",
                    longest_name=LONGEST_NAME,
                )
            )
        secret = f"tableside_{secrets.token_urlsafe(32)}"
        with self._lock:
            kept = self._now()
            if len(kept.tokens) >= TOKENS:
                raise AccessError(
                    phrase(
                        "there are {tokens} tokens, which is all there may be: take one back first",
                        tokens=TOKENS,
                    )
                )
            number = kept.last + 1
            token = Token(number, name, self._clock(), digest_of(secret))
            self._keep(replace(kept, tokens=(*kept.tokens, token), last=number))
        return token, secret

    def revoke(self, number: int) -> bool:
        """Let a program in no more; whether it was. Raises AccessError."""
        with self._lock:
            kept = self._now()
            left = tuple(each for each in kept.tokens if each.id != number)
            if len(left) == len(kept.tokens):
                return False
            self._keep(replace(kept, tokens=left))
        return True

    def knows(self, secret: str) -> Token | None:
        """The program whose secret this is; None where it is nobody's."""
        digest = digest_of(secret)
        return next((each for each in self._now().tokens if hmac.compare_digest(each.digest, digest)), None)

    def _keep(self, kept: _StoredAccess) -> None:
        if self._file is not None:
            try:
                write_lasting(self._file, _written(kept), mode=0o600)
            except OSError as error:
                raise AccessError(
                    phrase(
                        "it cannot be kept in {file} ({strerror}): look at the disk",
                        file=self._file,
                        strerror=error.strerror,
                    )
                ) from error
        self._kept, self._stamp = kept, self._stamped()

    def _now(self) -> _StoredAccess:
        """What is kept now: `tableside pin` may have changed it beside a service that runs."""
        stamp = self._stamped()
        if stamp != self._stamp:
            with self._lock:
                kept, self._stamp = self._load() or self._kept, stamp
                if kept.pin != self._kept.pin:
                    self._code, self._changes = new_code(), self._changes + 1
                self._kept = kept
        return self._kept

    def _stamped(self) -> tuple[int, int] | None:
        """What tells one version of the file from another; None where there is none."""
        try:
            found = None if self._file is None else self._file.stat()
        except OSError:
            return None
        return None if found is None else (found.st_mtime_ns, found.st_ino)

    def _load(self) -> _StoredAccess | None:
        """What is kept; None where it cannot be read: at the start that lets nobody in
        by an old PIN, there is a code.
        """
        if self._file is None:
            return _StoredAccess()
        try:
            kept = read_lasting(self._file)
            return _StoredAccess() if kept is None else _read(kept)
        except (OSError, ValueError, TypeError, KeyError) as error:
            _log.error(
                "%s cannot be read (%s): set the PIN anew with the code shown",
                self._file,
                type(error).__name__,
            )
            return None


def plain(pin: str) -> str:
    """A PIN or phrase as it is compared: phones write capitals and spaces of their own accord."""
    return " ".join(pin.split()).casefold()


def is_new_pin(pin: str) -> bool:
    """Whether that may be set as a PIN now.

    >>> [is_new_pin(each) for each in ("4711", "471147", "1234567890123", "four blue points", "long " + "1" * 70)]
    [False, True, False, True, False]
    """
    pin = plain(pin)
    if pin.isdigit():
        return pin.isascii() and len(pin) in NEW_DIGITS
    return len(pin) in PHRASE and pin.isprintable() and len(set(pin)) > 4


def is_pin(pin: str) -> bool:
    """Whether that may be a PIN in the settings, where shorter ones go on to count."""
    return is_new_pin(pin) or (pin.isascii() and pin.isdigit() and len(pin) in DIGITS)


def _is_among(digests: Iterable[str], digest: str) -> bool:
    return any(hmac.compare_digest(each, digest) for each in digests)


def _written(kept: _StoredAccess) -> dict[str, object]:
    people = [asdict(each) | {"right": each.right.value} for each in kept.people]
    return asdict(kept) | {"people": people}


def _read(kept: object) -> _StoredAccess:
    if not isinstance(kept, dict):
        raise TypeError
    tokens = tuple(
        Token(int(each["id"]), str(each["name"]), float(each["made"]), str(each["digest"]))
        for each in kept["tokens"]
    )
    people = tuple(
        Person(
            int(each["id"]),
            str(each["name"]),
            Right(each["right"]),
            float(each["made"]),
            str(each["hashed"]),
            tuple(str(device) for device in each.get("devices", ())),
        )
        for each in kept.get("people", ())
    )
    pin = kept["pin"]
    if (pin is not None and not is_hash(pin)) or not all(is_hash(each.hashed) for each in people):
        raise ValueError
    devices = tuple(str(each) for each in kept.get("devices", ()))
    return _StoredAccess(None if pin is None else str(pin), tokens, int(kept["last"]), people, devices)
