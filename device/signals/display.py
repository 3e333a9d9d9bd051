"""The display: a face, drawn anew when it changes."""

import contextlib
from collections.abc import Callable
from typing import Any, Protocol

from device.errors import LightsError
from device.signals.display_drawing import drawn
from device.signals.display_face import NOTHING, DisplayFace, face_of, seconds_to_next, with_code
from device.signals.rhythm import soonest
from device.status.snapshot.table_snapshot import Snapshot
from device.store.access import BoxCode
from device.store.settings import DisplaySettings
from engine.i18n import ENGLISH, Translator, phrase

ADDRESS_SECONDS = 30.0
"""How long an address is believed: the network may come long after the start, and change."""
CODE_SECONDS = 5.0
"""How soon a code is shown that is needed suddenly."""


class DisplayPort(Protocol):
    """What a display hangs on. Its methods may raise LightsError."""

    def draw(self, picture: Any) -> None:
        """Show a picture of Pillow's, in mode 1."""

    def close(self) -> None:
        """Put the display out and let go of it; never fails."""


class Display:
    """The display of the settings on a port, which is opened when something is first shown.

    `where` tells the address of the page, for people to type; `translator` is the language of the words;
    `code` tells the code for who is to set a PIN, or for a phone that is new, which is shown to who stands
    before the display,
    and on no page.
    """

    kind = "display"

    def __init__(
        self,
        settings: DisplaySettings,
        name: str,
        connect: Callable[[], DisplayPort],
        where: Callable[[], str],
        translator: Translator = ENGLISH,
        code: Callable[[], BoxCode | None] = lambda: None,
    ) -> None:
        self.name = name
        self.height = settings.height
        self._connect, self._where, self._translator, self._code = connect, where, translator, code
        self._port: DisplayPort | None = None
        self._drawn: DisplayFace | None = None
        self._page: tuple[str, float] | None = None

    def show(self, snapshot: Snapshot, now: float) -> float | None:
        """Show the face that a snapshot wants at a time; the seconds to the next change of a clock or the address."""
        face, code = self.face(snapshot, now), self._code()
        self.draw(face if code is None else with_code(face, snapshot, code, self._translator))
        return soonest([seconds_to_next(snapshot, now), CODE_SECONDS])

    def face(self, snapshot: Snapshot, now: float) -> DisplayFace:
        """The face that a snapshot wants at a time."""
        page = self._page
        if page is None or now - page[1] >= ADDRESS_SECONDS:
            page = self._page = (self._where(), now)
        return face_of(snapshot.in_language(self._translator), now, page[0], self._translator)

    def draw(self, face: DisplayFace) -> None:
        """Show a face. Raises LightsError."""
        if self._port is None:
            self._port = self._connect()
        if face == self._drawn:
            return
        try:
            picture = drawn(face, self.height)
        except ImportError as error:
            raise LightsError(
                phrase("the display cannot be drawn, since Pillow is missing: pip install 'tableside[pi]'")
            ) from error
        self._port.draw(picture)
        self._drawn = face

    def close(self) -> None:
        """Put the display out and let go of it."""
        if self._port is not None:
            if self._drawn is not None:
                with contextlib.suppress(LightsError, ImportError):
                    self._port.draw(drawn(NOTHING, self.height))
            self._port.close()
        self._port = self._drawn = None
