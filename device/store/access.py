"""Access: who may change anything at a table. The referee's PIN, a code for who sets it, and tokens for programs."""

import base64
import hashlib
import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from device.errors import AccessError
from device.store.folder.atomic_file import read_lasting, write_lasting
from engine.i18n import phrase

FILE = "access.json"
"""The file in the data folder; for the service's own eyes."""
DIGITS = range(4, 13)
"""How many digits a PIN may have."""
TOKENS = 50
"""How many programs may have a token."""
LONGEST_NAME = 60
"""The longest name of a token, in characters."""
_COST = {"n": 2**14, "r": 8, "p": 1, "maxmem": 2**26}
"""What a try costs: 16 MB and a twentieth of a second, so that a stolen file gives no PIN away quickly."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Token:
    """A program that may do what the referee may: its number, what people call it, when it was let in (Unix time)."""

    id: int
    name: str
    made: float
    digest: str

    def as_json(self) -> dict[str, object]:
        """What the desk shows of it."""
        return {"id": self.id, "name": self.name, "made": self.made}


@dataclass(frozen=True, slots=True)
class _Kept:
    pin: str | None = None
    tokens: tuple[Token, ...] = ()
    last: int = 0


class Access:
    """The PIN and the tokens of a table, in its data folder; without a folder they last as long as the object.

    `pin` is one from the settings file, which then counts instead of the kept one. `code` lets in who is to set a PIN
    where there is none: it stands on the box's console and display. From any thread; nothing of it is ever logged.
    """

    def __init__(
        self, folder: Path | None = None, pin: str = "", clock: Callable[[], float] = time.time
    ) -> None:
        self._file = None if folder is None else folder / FILE
        self._given, self._clock = pin, clock
        self._lock = threading.RLock()
        # Hashing takes memory and time: a crowd of guesses waits in line instead of taking all there is.
        self._one_at_a_time = threading.Lock()
        self._stamp = self._stamped()
        self._kept = self._load() or _Kept()
        self._code = _new_code()
        self._changes = 0

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
    def changes(self) -> int:
        """How often the PIN has changed since the start: who was let in by another one is let in no more."""
        self._now()
        return self._changes

    def check(self, pin: str) -> bool:
        """Whether this is the PIN, or the code where there is no PIN yet; takes as long for a wrong one."""
        hashed = self._now().pin
        if self._given or hashed is None:
            expected = self._given or self._code
            return hmac.compare_digest(pin.encode(errors="replace"), expected.encode())
        with self._one_at_a_time:
            return _matches(pin, hashed)

    def set_pin(self, pin: str) -> None:
        """Make this the PIN: 4 to 12 digits. Raises AccessError."""
        if self._given:
            raise AccessError(phrase("the PIN stands in the settings file: change it there, under [web]"))
        if not (pin.isascii() and pin.isdigit() and len(pin) in DIGITS):
            raise AccessError(
                phrase(
                    "a PIN has {given} to {given2} digits, and nothing else",
                    given=DIGITS[0],
                    given2=DIGITS[-1],
                )
            )
        with self._lock:
            self._keep(replace(self._now(), pin=_hashed(pin)))
            self._changes += 1

    def forget_pin(self) -> None:
        """Have no PIN any more, so that a code lets in who sets another one. Raises AccessError."""
        if self._given:
            raise AccessError(phrase("the PIN stands in the settings file: take it out there, under [web]"))
        with self._lock:
            self._keep(replace(self._now(), pin=None))
            self._code = _new_code()
            self._changes += 1

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
            token = Token(number, name, self._clock(), _digest(secret))
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
        # A secret of 256 bits needs no slow hash: nobody guesses it.
        digest = _digest(secret)
        return next((each for each in self._now().tokens if hmac.compare_digest(each.digest, digest)), None)

    def _keep(self, kept: _Kept) -> None:
        if self._file is not None:
            try:
                write_lasting(self._file, asdict(kept), mode=0o600)
            except OSError as error:
                raise AccessError(
                    phrase(
                        "it cannot be kept in {file} ({strerror}): look at the disk",
                        file=self._file,
                        strerror=error.strerror,
                    )
                ) from error
        self._kept, self._stamp = kept, self._stamped()

    def _now(self) -> _Kept:
        """What is kept now: `tableside pin` may have changed it beside a service that runs."""
        stamp = self._stamped()
        if stamp != self._stamp:
            with self._lock:
                kept, self._stamp = self._load() or self._kept, stamp
                if kept.pin != self._kept.pin:
                    self._code, self._changes = _new_code(), self._changes + 1
                self._kept = kept
        return self._kept

    def _stamped(self) -> tuple[int, int] | None:
        """What tells one version of the file from another; None where there is none."""
        try:
            found = None if self._file is None else self._file.stat()
        except OSError:
            return None
        return None if found is None else (found.st_mtime_ns, found.st_ino)

    def _load(self) -> _Kept | None:
        """What is kept; None where it cannot be read: at the start that lets nobody in
        by an old PIN, there is a code.
        """
        if self._file is None:
            return _Kept()
        try:
            kept = read_lasting(self._file)
            return _Kept() if kept is None else _read(kept)
        except (OSError, ValueError, TypeError, KeyError) as error:
            _log.error(
                "%s cannot be read (%s): set the PIN anew with the code shown",
                self._file,
                type(error).__name__,
            )
            return None


def _new_code() -> str:
    return f"{secrets.randbelow(10**6):06d}"


def _read(kept: object) -> _Kept:
    if not isinstance(kept, dict):
        raise TypeError
    tokens = tuple(
        Token(int(each["id"]), str(each["name"]), float(each["made"]), str(each["digest"]))
        for each in kept["tokens"]
    )
    pin = kept["pin"]
    if pin is not None and len(str(pin).split("$")) != 3:
        raise ValueError
    return _Kept(None if pin is None else str(pin), tokens, int(kept["last"]))


def _hashed(pin: str) -> str:
    salt = secrets.token_bytes(16)
    return "$".join(("scrypt", *(base64.b64encode(each).decode() for each in (salt, _slow(pin, salt)))))


def _matches(pin: str, hashed: str) -> bool:
    _, salt, digest = hashed.split("$")
    return hmac.compare_digest(_slow(pin, base64.b64decode(salt)), base64.b64decode(digest))


def _slow(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(errors="replace"), salt=salt, dklen=32, **_COST)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
