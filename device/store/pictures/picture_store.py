"""The pictures of decisions: those that the log's events were read from, put into the ring by a thread of its own."""

import logging
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from device.errors import PicturesError
from device.store.pictures.ring import Reference, Ring, RingPicture
from engine.board import View
from engine.i18n import Phrase, phrase, phrase_of
from vision.board_model import BoardModel
from vision.eye import Shot
from vision.frame import Picture
from vision.likeness import shows_same
from vision.squares.square_observation import Seen

QUALITY = 90
"""Of the JPEGs."""
WAITING = 4
"""How many pictures may wait to be encoded; the oldest is dropped for a new one, and is not kept."""
FULL_WAITING = 2
"""The same of pictures in full resolution, which take some 36 MB each."""
ROOM = 16 * 2**20
"""How many bytes of JPEGs are held for events that may yet refer to them: a minute or so."""
READINGS = 200
"""How many readings back an event may refer."""
BOARDS = 8
"""So many models are known again; which of them is used changes rarely, as the board is pushed or its light changes."""
APART = 10**9
"""By so much the number of a full picture that is kept beside the last one is higher: more pictures than a run has."""
STOP_SECONDS = 30.0
"""How long the end waits for what is still to be written."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A picture to which an event may refer; `before`: the number of the one before it, where that was not read."""

    time: float
    view: View
    jpeg: bytes
    observation: Seen | None
    model: BoardModel | None
    before: int | None


class Pictures:
    """Keeps what the events of a table were read from, in a folder of at most `limit` bytes.

    Nobody waits for it: `offer` and `keep` return at once, a disk that is slow or full is the thread's own trouble.
    """

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder, self._limit = folder, limit
        self._fresh: deque[tuple[Shot | None, Shot]] = deque(maxlen=WAITING)
        self._asked: deque[tuple[Reference, tuple[int, ...]]] = deque()
        self._full: deque[tuple[Reference, Shot, Picture]] = deque(maxlen=FULL_WAITING)
        self._changed = threading.Condition()
        self._gone: tuple[range, ...] = ()
        self._busy = self._closing = self._crowded = False
        self._last: Shot | None = None
        self._read: tuple[int, ...] = ()
        self._candidates: OrderedDict[int, _Candidate] = OrderedDict()
        self._boards: deque[tuple[int, BoardModel]] = deque(maxlen=BOARDS)
        self._kept: tuple[RingPicture, ...] = ()
        self._of_events: tuple[tuple[RingPicture, ...] | None, dict[Reference, tuple[str, ...]]] = (None, {})
        self._trouble: Phrase | None = None
        self._said: set[str] = set()
        self._thread = threading.Thread(target=self._work, name="pictures", daemon=True)

    @property
    def kept(self) -> tuple[RingPicture, ...]:
        """All that is there, the oldest first."""
        return self._kept

    @property
    def trouble(self) -> Phrase | None:
        """Why no pictures are kept at present, in words; None: they are."""
        return self._trouble

    def find(self, name: str) -> RingPicture | None:
        """The picture of that name."""
        return next((kept for kept in self._kept if kept.name == name), None)

    def of_events(self) -> Mapping[Reference, tuple[str, ...]]:
        """The names of the pictures of each event, the oldest first."""
        kept = self._kept
        known, found = self._of_events
        if known is not kept:
            found = {}
            for each in kept:
                for reference in each.events:
                    found[reference] = (*found.get(reference, ()), each.name)
            self._of_events = kept, found
        return found

    def start(self) -> None:
        """Look what is there, and begin to keep."""
        self._thread.start()

    def offer(self, shot: Shot) -> None:
        """Show every picture that the camera gives, in their order, from one thread."""
        before, self._last = self._last, shot
        if not _is_worth(shot, before):
            return
        unread = before if before is not None and not _is_read(before) else None
        with self._changed:
            if _is_read(shot):
                self._read = (*self._read[-READINGS:], shot.frame.number)
            self._fresh.append((unread, shot))
            self._changed.notify_all()

    def keep(self, reference: Reference, frames: tuple[int, ...]) -> None:
        """Keep the pictures that an event was read from; a number that was not read stands for the reading before."""
        with self._changed:
            self._asked.append((reference, frames))
            self._changed.notify_all()

    def keep_full(self, reference: Reference, picture: Picture) -> None:
        """Keep a picture in full resolution with an event, in the place of the last one shown, or beside it."""
        with self._changed:
            if self._last is not None:
                self._full.append((reference, self._last, picture))
                self._changed.notify_all()

    def make_room(self) -> None:
        """The disk is running out of room: let the oldest pictures go; returns at once."""
        with self._changed:
            self._crowded = True
            self._changed.notify_all()

    def forget(self, spans: tuple[range, ...]) -> None:
        """The events of these numbers are in the log no more: nor are pictures to be of them alone; returns at once."""
        if spans:
            with self._changed:
                self._gone = (*self._gone, *spans)
                self._changed.notify_all()

    def settle(self, timeout: float) -> bool:
        """Wait until all that was asked for is kept, or has failed to be; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._is_wanted or self._busy), timeout)

    @property
    def _is_wanted(self) -> bool:
        """Whether anything is to be done."""
        return bool(self._fresh or self._asked or self._full or self._gone or self._crowded)

    def close(self) -> None:
        """Keep what was asked for, then end."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)

    def _work(self) -> None:
        if sys.platform == "linux":
            # Of this thread alone: whoever reads the board comes first.
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
        self._busy = True
        ring = self._open()
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._is_wanted or self._closing)
                fresh, asked, full, crowded, gone = (
                    tuple(self._fresh),
                    tuple(self._asked),
                    tuple(self._full),
                    self._crowded,
                    self._gone,
                )
                self._fresh.clear()
                self._asked.clear()
                self._full.clear()
                self._crowded, self._gone = False, ()
                if not (fresh or asked or full or crowded or gone):
                    return
                self._busy = True
            try:
                ring = ring or self._open()
                if ring is not None:
                    self._take(fresh, asked, full, ring)
                    if gone:
                        ring.forget(gone)
                        self._kept = ring.kept
                    if crowded and (given := ring.give_way()):
                        self._kept = ring.kept
                        _log.warning(
                            "%d pictures of decisions made room on the disk, the oldest first", given
                        )
            except Exception as error:  # noqa: BLE001 - whatever it is, the evening goes on
                self._say(f"the pictures of a decision were not kept: {error!r}", error)

    def _open(self) -> Ring | None:
        """The ring; None where the folder cannot be read."""
        try:
            ring = Ring(self.folder, self._limit)
        except OSError as error:
            self._trouble = phrase(
                "no pictures are kept, for {folder} cannot be read ({reason}): see to its disk",
                folder=self.folder,
                reason=error.strerror,
            )
            self._say(str(self._trouble))
            return None
        self._kept = ring.kept
        return ring

    def _take(
        self,
        fresh: tuple[tuple[Shot | None, Shot], ...],
        asked: tuple[tuple[Reference, tuple[int, ...]], ...],
        full: tuple[tuple[Reference, Shot, Picture], ...],
        ring: Ring,
    ) -> None:
        for before, shot in fresh:
            if before is not None:
                self._hold(before, None)
            self._hold(shot, None if before is None else before.frame.number)
        for reference, frames in asked:
            with self._told():
                for number in self._meant(frames):
                    self._put(ring, number, reference)
        for reference, shot, picture in full:
            with self._told():
                self._put_full(ring, shot, picture, reference)
        self._kept = ring.kept

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Says why a picture could not be kept, or that nothing is in its way."""
        try:
            yield
            self._trouble = None
        except PicturesError as error:
            self._trouble = phrase_of(error)
            self._say(str(error))

    def _hold(self, shot: Shot, before: int | None) -> None:
        """Encode a picture, and hold it for events to come."""
        if shot.sight is None or shot.frame.number in self._candidates:
            return
        jpeg = _jpeg(shot.frame.picture)
        if jpeg is None:
            return
        seen = shot.sight.observation if _is_read(shot) else None
        self._candidates[shot.frame.number] = _Candidate(
            shot.frame.time, shot.sight.view, jpeg, seen, shot.model, before
        )
        total = sum(len(each.jpeg) for each in self._candidates.values())
        while total > ROOM and len(self._candidates) > 1:
            total -= len(self._candidates.popitem(last=False)[1].jpeg)

    def _meant(self, frames: tuple[int, ...]) -> list[int]:
        """The pictures that an event's frames stand for, and the one before."""
        held = self._candidates
        read = self._read
        meant: set[int] = set()
        for frame in frames:
            # The last reading until then, or nothing: no other scene stands for one that had to give way.
            found = frame if frame in held else max((each for each in read if each <= frame), default=frame)
            if found in held:
                before = held[found].before
                meant |= {found} if before is None else {found, before}
        return sorted(meant & held.keys())

    def _put(self, ring: Ring, number: int, reference: Reference) -> None:
        name = f"{ring.run}-{number}"
        if ring.find(name):
            ring.refer(name, reference)
            return
        self._add(ring, number, self._candidates[number], (reference,))

    def _add(self, ring: Ring, number: int, one: _Candidate, events: tuple[Reference, ...]) -> None:
        """Write a picture, in the place of one of the same number."""
        board = None if one.model is None else f"{ring.run}-{self._board(one.model)}.board"
        kept = RingPicture(
            ring.run,
            number,
            one.time,
            one.view.value,
            one.observation is not None,
            board,
            events,
            len(one.jpeg),
        )
        ring.add(kept, one.jpeg, one.observation, one.model)

    def _put_full(self, ring: Ring, shot: Shot, picture: Picture, reference: Reference) -> None:
        """Keep a picture in the place of a smaller one that was just shown, with what was read of that one; where both
        do not show the same, beside it.
        """
        number = shot.frame.number
        if picture.shape[1] <= shot.frame.shape[1]:
            return
        self._hold(shot, None)
        jpeg = _jpeg(picture)
        if number not in self._candidates or jpeg is None:
            return
        one = replace(self._candidates[number], jpeg=jpeg)
        if not shows_same(picture, shot.frame.picture):
            number, one = APART + number, replace(one, observation=None, model=None)
        before = ring.find(f"{ring.run}-{number}")
        events = dict.fromkeys((*(before.events if before else ()), reference))
        self._add(ring, number, one, tuple(events))
        if number in self._candidates:
            self._candidates[number] = one

    def _board(self, model: BoardModel) -> int:
        """The number of a model in this run: a board's colours become better known, and it may be moved."""
        for number, known in self._boards:
            if known == model:
                return number
        number = self._boards[-1][0] + 1 if self._boards else 0
        self._boards.append((number, model))
        return number

    def _say(self, what: str, error: Exception | None = None) -> None:
        """Say what is wrong, but once."""
        if what not in self._said:
            self._said.add(what)
            _log.warning("%s", what, exc_info=error)


def _jpeg(picture: Picture) -> bytes | None:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return np.asarray(data).tobytes() if done else None


def _is_read(shot: Shot) -> bool:
    return shot.sight is not None and shot.sight.frames[-1:] == (shot.frame.number,)


def _is_worth(shot: Shot, before: Shot | None) -> bool:
    """Whether an event may refer to a picture: it was read, or the view has changed in it."""
    if shot.sight is None or _is_read(shot):
        return shot.sight is not None
    was = None if before is None or before.sight is None else before.sight.view
    return shot.sight.view not in (was, View.MOVING)
