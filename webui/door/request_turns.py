"""Turns: how many requests are answered at a time, so that no crowd, and no single device,
keeps the referee from the desk.

Who is admitted is always answered, for threads are left over that nobody else can take. Streams hold theirs
for long and have places of their own; files of ours need no turn, and are given out a few at a time.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus

from flask import Flask, g, request

from webui.door.processor_share import ProcessorShare, Strangers
from webui.door.throttle import is_here, sender
from webui.language import translator
from webui.problem import Refused

REST = "tableside.rest"
"""The name in a request's environment of what keeps its connection waiting for some seconds."""
PUBLIC = 16
"""Requests of all who are not admitted that are answered at a time."""
COMPUTING = 2
"""How many of them, and of files of ours, are made at a time."""
COMPUTING_SECONDS = 10.0
"""How long one waits for that at most."""
SHARE, STOCK, OWED = 0.3, 3.0, 1.0
"""Seconds of processor time in every second that all of them have together, how many are in stock where nobody asked
for a while (a room that opens the pages at once), and how many a dear page may owe.
"""
FEW_SHARE, FEW_STOCK = 0.1, 2.0
"""The same of those together who have used little until now, whose requests are made one at a time."""
OF_ONE = 8
"""How many of them may be one address's: a browser asks for six things at once."""
AT_THE_DOOR = 4
"""The same of those by which somebody gets in, and sees that the pages answer at all, whatever else is asked for."""
AT_THE_DOOR_OF_ONE = 2
WAITING, PATIENCE = 32, 5.0
"""Requests that wait for a turn, and for how many seconds: when a room opens the page
at once, all see it in the end.
"""
_WAITING_OF_ONE = 2
KEPT = 8
"""Threads beside these: of those who are admitted alone."""
FETCHING = 2
"""Threads that give out files of ours to who is not admitted."""
THREADS = PUBLIC + WAITING + AT_THE_DOOR + FETCHING + KEPT
"""What all answers but streams take."""
RETRY_AFTER = 3
"""Seconds after which somebody who asked for too much may ask again; until then the connection is not listened to."""
DOOR = ("/api/login", "/api/access")
"""Where somebody gets in, and sees whether they are."""


class RequestTurns:
    """Turns that are taken and given back: so many at a time, of one address at most `of_one`,
    and no more than it leaves free.

    So each address that takes all it can get leaves half of what there was to the next. One that has none,
    where all are taken, may wait for `patience` seconds, `waiting` requests at a time, two of each
    address. May be used from any thread.
    """

    def __init__(self, places: int, of_one: int, waiting: int = 0, patience: float = 0.0) -> None:
        self._places, self._of_one = places, of_one
        self._most_waiting, self._patience = waiting, patience
        self._taken: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._changed = threading.Condition()

    def take(self, address: str | None, *, waits: bool = True) -> str | None:
        """What a turn is to be given back with; None where there is none for that address, or none at once."""
        who = who_asks(address)
        with self._changed:
            # who waits goes first
            free, mine = self._free() - self._waiting.total(), self._taken[who]
            may = free > 0 and (not who or mine < min(self._of_one, free))
            if not may and (not waits or (who and mine) or not self._wait(who)):
                return None
            self._taken[who] += 1
            return who

    def holds(self, address: str | None) -> bool:
        """Whether an address has a turn now."""
        with self._changed:
            return self._taken[sender(address)] > 0

    def give_back(self, who: str) -> None:
        """Gives a turn back."""
        with self._changed:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]
            self._changed.notify()

    def _free(self) -> int:
        return self._places - self._taken.total()

    def _wait(self, who: str) -> bool:
        # for whom a turn has become free waits no more, though it has not gone on yet
        wait = self._waiting.total() - self._free()
        if wait >= self._most_waiting or (who and self._waiting[who] >= _WAITING_OF_ONE):
            return False
        self._waiting[who] += 1
        try:
            return self._changed.wait_for(lambda: self._free() > 0, self._patience)
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]


def who_asks(address: str | None) -> str:
    """What the sender of a request is known by; nothing where it came through a proxy of the box itself, as many do."""
    return "" if is_here(address) else sender(address)


def take_turns(app: Flask, admits: Callable[[], bool]) -> Strangers:
    """Makes an application answer only so many requests at a time; `admits` says who sent the
    present one is always answered. Returns all others.
    """
    public, door = (
        RequestTurns(PUBLIC, OF_ONE, WAITING, PATIENCE),
        RequestTurns(AT_THE_DOOR, AT_THE_DOOR_OF_ONE),
    )

    strangers = Strangers(
        ProcessorShare(COMPUTING, SHARE, STOCK, OWED), ProcessorShare(1, FEW_SHARE, FEW_STOCK, OWED)
    )

    @app.before_request
    def begin() -> None:
        if admits():
            return
        g.since = time.thread_time()
        if request.endpoint != "static":
            turns = door if request.path in DOOR else public
            who = turns.take(request.remote_addr, waits=False)
            if who is None and turns is public:
                # who has used little goes by a crowd that has taken all turns
                g.share = strangers.enter_few(who_asks(request.remote_addr))
                if g.share is not None:
                    return
                who = turns.take(request.remote_addr)
            if who is None:
                request.environ.get(REST, nothing)(RETRY_AFTER)
                raise _refused(own=turns.holds(request.remote_addr))
            g.turn = turns, who
            if turns is door:
                return
        g.share = strangers.enter(who_asks(request.remote_addr), COMPUTING_SECONDS)
        if g.share is None:
            raise _refused(own=False)

    @app.teardown_request
    def end(_error: BaseException | None) -> None:
        since = g.pop("since", None)
        if since is not None:
            strangers.leave(who_asks(request.remote_addr), g.pop("share", None), time.thread_time() - since)
        turn = g.pop("turn", None)
        if turn is not None:
            turns, who = turn
            turns.give_back(who)

    return strangers


def _refused(*, own: bool) -> Refused:
    _ = translator()
    if own:
        detail = _("This device asks for too much at once: wait a few seconds, then try again.")
        return Refused(HTTPStatus.TOO_MANY_REQUESTS, detail, RETRY_AFTER)
    detail = _("Too many devices ask for pages at once: wait a few seconds, then try again.")
    return Refused(HTTPStatus.SERVICE_UNAVAILABLE, detail, RETRY_AFTER)


def nothing(_seconds: float) -> None:
    """Where no connection is known, none is kept waiting."""
