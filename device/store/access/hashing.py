"""How a PIN is kept: slowly hashed, so that a stolen file gives none away quickly."""

import base64
import hashlib
import hmac
import secrets
import threading
from functools import cache

COST = {"n": 2**14, "r": 8, "p": 1, "maxmem": 2**26}
"""What a try costs: 16 MB and a twentieth of a second."""
_one_at_a_time = threading.Lock()
"""Hashing takes memory and time: a crowd of guesses waits in line instead of taking all there is."""


def hashed(pin: str) -> str:
    """What is kept of a PIN: the way it was hashed, salt and digest."""
    salt = secrets.token_bytes(16)
    return "$".join(("scrypt", *(base64.b64encode(each).decode() for each in (salt, _slow(pin, salt)))))


def matches(pin: str, kept: str) -> bool:
    """Whether this is the PIN of which that was kept."""
    _, salt, digest = kept.split("$")
    with _one_at_a_time:
        return hmac.compare_digest(_slow(pin, base64.b64decode(salt)), base64.b64decode(digest))


def is_hash(kept: object) -> bool:
    """Whether that may have come from `hashed`."""
    return isinstance(kept, str) and len(kept.split("$")) == 3


def digest_of(secret: str) -> str:
    """What is kept of a secret of 256 bits, which needs no slow hash: nobody guesses it."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


@cache
def nobodys() -> str:
    """What a try is held against where there is nobody of that name, so that it takes as long as any other."""
    return hashed(secrets.token_urlsafe(32))


def _slow(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(
        pin.encode(errors="replace"),
        salt=salt,
        dklen=32,
        n=COST["n"],
        r=COST["r"],
        p=COST["p"],
        maxmem=COST["maxmem"],
    )
