"""The throttle: how often something may be tried wrongly, so that guessing takes longer and longer."""

import hashlib
import ipaddress
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache

FREE_TRIES = 5
"""Wrong PINs from one address before it has to wait."""
LONGEST_WAIT = 900.0
"""Seconds that an address has to wait at most between two tries."""
ADDRESSES = 4096
"""How many addresses are remembered; the one that tried longest ago is forgotten first."""
OF_A_NETWORK = 256
"""As how many senders an IPv6 network counts at most, as a usual one of IPv4 does: a room of phones shares one,
and one device may take all of its addresses.
"""
_KEY = secrets.token_bytes(16)
"""With which its addresses are dealt out among these, so that nobody knows whose they would share."""


class Throttle:
    """Counts wrong tries for each address, or whoever else, so that guessing takes longer
    and longer for that one alone.

    So many tries are `free`; then the wait doubles up to the `longest`, in seconds. `clock` gives seconds. May be used
    from any thread.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        free: int = FREE_TRIES,
        longest: float = LONGEST_WAIT,
    ) -> None:
        self._clock, self._free, self._longest = clock, free, longest
        self._tries: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def attempt(self, who: str) -> float:
        """Counts a try as a wrong one; 0 if it may be made, else the seconds still to wait, and it is not counted.

        Counting comes before checking, so that many tries at once are not all the first.
        """
        now = self._clock()
        with self._lock:
            wrong, until = self._tries.get(who, (0, 0.0))
            if now < until:
                return until - now
            wrong += 1
            wait = 0.0 if wrong < self._free else min(2.0 ** (wrong - self._free + 1), self._longest)
            self._tries[who] = (wrong, now + wait)
            self._tries.move_to_end(who)
            if len(self._tries) > ADDRESSES:
                self._tries.popitem(last=False)
            return 0.0

    def forgive(self, who: str) -> None:
        """Forgets the tries of somebody who gave the right PIN."""
        with self._lock:
            self._tries.pop(who, None)

    def take_back(self, who: str) -> None:
        """The last try was none that guesses anything: those before it count as they did."""
        with self._lock:
            wrong, _ = self._tries.get(who, (0, 0.0))
            if wrong:
                self._tries[who] = (wrong - 1, 0.0)


@lru_cache(ADDRESSES)
def sender(address: str | None) -> str:
    """What one sender of requests is known by: the address; of IPv6 one of the `OF_A_NETWORK` parts of its network.

    >>> sender("192.0.2.7"), sender("::ffff:192.0.2.7"), sender("2001:db8:1:2:3:4:5:6").partition(" ")[0]
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        if not found.is_loopback:
            network = ipaddress.ip_network((found, 64), strict=False)
            part = (
                int.from_bytes(hashlib.blake2b(found.packed, digest_size=8, key=_KEY).digest()) % OF_A_NETWORK
            )
            return f"{network} {part}"
    return str(found)


@lru_cache(ADDRESSES)
def address_of(address: str | None) -> str:
    """An address as it is told apart from its neighbours': all phones of a club may be of one IPv6 network.

    >>> address_of("::ffff:192.0.2.7"), address_of("fe80::1%eth0"), address_of("2001:db8::5")
    ('192.0.2.7', 'fe80::1', '2001:db8::5')
    """
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return str(mapped or found)


@lru_cache(ADDRESSES)
def is_here(address: str | None) -> bool:
    """Whether a request comes from the box itself."""
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_loopback
