"""The wall: the cards of all tables, and frames of what changes on them, for any number of followers.

Tables tell of themselves as often as they like; the wall is drawn anew a few times a second at most, once
for all who follow it, and not at all while nobody does. Every follower is sent the same text: what has
changed since the frame before.
"""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from device.club.hub.card import Card, card_of, safe_page
from device.club.link.club_trouble import ClubTrouble
from device.status.text.status_text import put
from engine.i18n import ENGLISH, Translator

PAUSE = 0.3
"""Seconds from one frame to the next, at least: what changes in between is told together."""
KEPT = 128
"""How many frames are kept for followers who were away."""
FORGOTTEN = 24 * 3600.0
"""Seconds after which a table that has gone has no card any more."""

Json = dict[str, Any]


class SeenTable(Protocol):
    """A table as it was last heard of; `device.club.link.receiver.TableSeen` is one."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def key(self) -> str:
        """What its matches are filed under in the archive."""

    @property
    def page(self) -> str:
        """The address of its own pages."""

    @property
    def simulated(self) -> bool:
        """Whether it plays before the simulated board."""

    @property
    def names(self) -> bool:
        """Whether it names its players to whoever looks on from elsewhere."""

    @property
    def online(self) -> bool:
        """Whether it is there."""

    @property
    def upto(self) -> int:
        """All up to the event of that number is in the archive."""

    @property
    def seen(self) -> float | None:
        """When something was last heard of it, seconds since 1970."""

    @property
    def heard(self) -> float | None:
        """When its snapshot came, in seconds of the stopwatch."""

    @property
    def snapshot(self) -> Json | None:
        """Its last snapshot for everybody."""


class TableSource(Protocol):
    """Who knows of the tables; `device.club.link.receiver.Receiver` is one. Asked from any thread."""

    def tables(self) -> tuple[SeenTable, ...]:
        """All tables, in the order in which people count them; also those that have gone."""

    def table(self, name: str) -> SeenTable | None:
        """The table of that name."""

    @property
    def trouble(self) -> ClubTrouble | None:
        """What is wrong with the connection to the tables; None: nothing."""

    @property
    def hears(self) -> bool:
        """Whether the tables can be heard at all."""

    @property
    def waiting(self) -> int:
        """How many tables want to join."""


@dataclass(frozen=True, slots=True)
class WallFrame:
    """What has changed on the wall since the frame before: a JSON object whose last
    brace is missing, and the trouble.
    """

    number: int
    begun: str
    trouble: ClubTrouble | None = None

    @property
    def text(self) -> str:
        """As one line of JSON, in English, for everybody."""
        return self.in_language(ENGLISH)

    def in_language(self, translator: Translator, *, whole: bool = False) -> str:
        """As one line of JSON, in a language: what is wrong with the connection is said by
        the hub, the `whole` of it to who has been let in; all else by the tables.
        """
        said = None if self.trouble is None else self.trouble.told(whole=whole)
        return f'{self.begun},"trouble":{_line(put(said, translator))}}}'


class Wall:
    """The cards of all tables. From any thread; `touch` returns at once. `clock` gives seconds of the stopwatch."""

    def __init__(
        self,
        source: TableSource,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._source, self._clock, self._wall = source, clock, wall
        self._cards: dict[str, Card] = {}
        self._touched: dict[str, float] = {}
        self._trouble: ClubTrouble | None = None
        self._waiting = 0
        # Grows over restarts, so that a frame's number is never another life's.
        self._number = int(wall() * 1000)
        self._frames: deque[WallFrame] = deque(maxlen=KEPT)
        self._drawn = float("-inf")
        self._whole: WallFrame | None = None
        self._closed = False
        self._changed = threading.Condition()
        # While it is held others are asked; never in `touch`, whose callers may hold what those need.
        self._drawing = threading.Lock()
        self.touch()
        self._draw()

    def touch(self, name: str = "") -> None:
        """Tell that there is news of a table, or of the connection to all of them."""
        with self._changed:
            if self._closed:
                return
            if not self._touched:
                self._changed.notify_all()
            self._touched.setdefault(name, self._wall())

    def latest(self) -> WallFrame:
        """The whole wall as it is now."""
        self._draw()
        with self._changed:
            if self._whole is None:
                told = {"full": True, "cards": self._cards, "gone": []}
                self._whole = self._framed(told)
            return self._whole

    def cards(self) -> dict[str, Card]:
        """All cards as they are now, by the tables' names."""
        self._draw()
        with self._changed:
            return dict(self._cards)

    def follow(self, last: int | None, beat: float) -> Iterator[WallFrame | None]:
        """The whole wall, or what has changed since frame `last` where that is still known; then every change, and
        None each time that so many seconds have passed without one. It ends when the wall is closed.
        """
        with self._changed:
            at = last if last is not None and self._since(last) is not None else None
        if at is None:
            whole = self.latest()
            at = whole.number
            yield whole
        while not self._closed:
            missed = self.wait(at, beat)
            if missed is None:
                whole = self.latest()
                at = whole.number
                yield whole
                continue
            yield from missed or (None,)
            at = missed[-1].number if missed else at

    def wait(self, after: int, seconds: float) -> tuple[WallFrame, ...] | None:
        """The frames after number `after`, once there are any; none after so many seconds or at the end; None where
        that number is not known any more.
        """
        until = self._clock() + seconds
        while True:
            with self._changed:
                if self._number != after:
                    return self._since(after)
                now = self._clock()
                due = self._drawn + PAUSE if self._touched else float("inf")
                if self._closed or (now >= until and now < due):
                    return ()
                if now < due:
                    self._changed.wait(min(due, until) - now)
                    continue
            self._draw()

    def close(self) -> None:
        """Wake all followers for good."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Whether nothing will be shown any more."""
        return self._closed

    # Within

    def _since(self, number: int) -> tuple[WallFrame, ...] | None:
        if number == self._number:
            return ()
        missed = [each for each in self._frames if each.number > number]
        return tuple(missed) if missed and missed[0].number == number + 1 else None

    def _draw(self) -> None:
        """Draw what was touched, and make a frame of it if anything has changed."""
        with self._drawing:
            with self._changed:
                touched, self._touched = self._touched, {}
                before = self._cards
            if not touched:
                return
            after, trouble, waiting = (
                self._drawn_anew(before, touched),
                self._source.trouble,
                self._source.waiting,
            )
            gone = [name for name in before if name not in after]
            changes = {
                name: told for name, card in after.items() if (told := _change(before.get(name), card))
            }
            with self._changed:
                self._drawn = self._clock()
                if not (changes or gone or (trouble, waiting) != (self._trouble, self._waiting)):
                    return
                self._cards, self._trouble, self._waiting, self._whole = after, trouble, waiting, None
                self._number += 1
                told = {"full": False, "cards": changes, "gone": gone}
                self._frames.append(self._framed(told))
                self._changed.notify_all()

    def _drawn_anew(self, before: dict[str, Card], touched: dict[str, float]) -> dict[str, Card]:
        cards = dict(before)
        names = {each.name for each in self._source.tables()} | set(before) if "" in touched else set(touched)
        for name in names:
            seen = self._source.table(name)
            if seen is None or self._is_forgotten(seen):
                cards.pop(name, None)
            else:
                cards[name] = self._card(seen, before.get(name), touched.get(name))
        return cards

    def _is_forgotten(self, seen: SeenTable) -> bool:
        return not seen.online and (seen.seen is None or self._wall() - seen.seen > FORGOTTEN)

    def _card(self, seen: SeenTable, before: Card | None, heard: float | None) -> Card:
        try:
            told = card_of(seen.snapshot) if seen.snapshot is not None else {}
        except ValueError:
            # What another program, or a table of another time, has put there: the card stays empty.
            told = {}
        # Where nothing can be heard at all, nobody knows who has gone.
        online = seen.online or bool(before and before["online"] and not self._source.hears)
        since = None if online else seen.seen
        card = {
            **told,
            "key": seen.key,
            "page": safe_page(seen.page),
            "simulated": seen.simulated,
            "online": online,
            "since": since,
        }
        before_heard = before and before.get("heard")
        changed = before is None or any(
            card.get(part) != before.get(part) for part in {*card, *before} - {"heard"}
        )
        return {**card, "heard": (heard or self._wall()) if changed else before_heard}

    def _framed(self, told: Json) -> WallFrame:
        return WallFrame(
            self._number,
            _line({"at": round(self._wall(), 3), **told, "waiting": self._waiting}).removesuffix("}"),
            self._trouble,
        )


def _change(before: Card | None, after: Card) -> Card:
    """The parts of a card that are other than before; those that it has no more are null."""
    if before is None or before is after:
        return {} if before is after else after
    changed = {part: value for part, value in after.items() if part not in before or before[part] != value}
    return {**changed, **{part: None for part in before if part not in after}}


def _line(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
