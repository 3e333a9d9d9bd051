"""The gallery: what the camera sees, and what decisions were read from, as the pages show them."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from device.io.cameras.picture_rotation import Turning
from device.shape import Json, Schema, Shaped, choice, many, maybe, of, shaped, text, thing, whole
from device.status.board_difference import Difference, differing
from device.status.board_json import POSITION, SEATING, position_json, seating_json
from device.status.text.status_text import camera_sentence, put
from device.store.log.store import LogEntry
from device.store.pictures.picture_store import Pictures
from device.store.pictures.ring import RingPicture, jpeg_of, model_of, observation_of, picture_of
from device.table.gallery.decisions import PICTURE, Decision, decisions
from device.table.watch.readings import reading_lines
from engine.board import BAR, Seating, View
from engine.i18n import ENGLISH, Translator
from engine.position import Position
from engine.referee.seats import EVERY, likely_seating
from engine.rules import Rules
from engine.state.match_state import MatchState, next_place, rules_at, rules_now
from engine.tables.tables_game import TablesGame
from engine.turn.turn_reading import settled_board
from engine.words.wording import Names
from vision.errors import VisionError
from vision.eye import Shot
from vision.frame import Picture
from vision.inks import SURE
from vision.observation import Observation
from vision.overlay import overlay
from vision.squares.square_observation import Seen


@shaped(
    {
        "position": of(lambda found: position_json(found.position, found.rules, pips=False), maybe(POSITION)),
        "seating": of(lambda found: seating_json(found.seating), SEATING),
    }
)
@dataclass(frozen=True, slots=True)
class UnderWay(Shaped):
    """A board that a game may be going on from; `position` is None where none is read, or nothing stands on it."""

    position: Position | None
    seating: Seating
    rules: Rules


def under_way(match_state: MatchState, shot: Shot | None) -> UnderWay:
    """What the last picture shows, with the seating that is known, or else the likeliest."""
    rules = rules_now(match_state) if match_state.playing else rules_at(match_state, next_place(match_state))
    sight, seating = None if shot is None else shot.sight, match_state.seating or Seating()
    seen = None if sight is None else sight.observation
    if seen is None or (best := seen.best(None)).shape is not rules.shape:
        return UnderWay(None, seating, rules)
    if not any(best.light) and not any(best.dark):
        return UnderWay(None, seating, rules)
    if match_state.seating is None and isinstance(rules, TablesGame):
        seating = likely_seating(
            rules, {each: settled_board(rules, seen, each, rules.start) for each in EVERY}
        )
    return UnderWay(settled_board(rules, seen, seating, rules.start), seating, rules)


_FRAME = np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]])


def marks_json(shot: Shot | None, turning: Turning = Turning()) -> Json:  # noqa: B008 - it is frozen
    """The board's outline, how many checkers stand where, and the dice, in shares of the picture as it was
    before it was laid by `turning`.

    `outline` is empty where it is not known where the board lies; `sites` and `dice` where nothing is read of it.
    """
    outline: list[list[float]] = []
    sites: list[Json] = []
    dice: list[Json] = []
    if shot is not None and shot.model is not None:
        model, shape = shot.model, shot.frame.shape
        rectifier = model.rectifier(shape)

        def place(pixel: np.ndarray[tuple[int, ...], np.dtype[np.floating]]) -> list[float]:
            x, y = turning.before(float(pixel[0]) / shape[1], float(pixel[1]) / shape[0])
            return [round(x, 4), round(y, 4)]

        outline = [place(each) for each in rectifier.line(_FRAME, closed=True)]
        seen = None if shot.sight is None else shot.sight.observation
        if isinstance(seen, Observation):
            for site in seen.sites:
                found = site.likeliest
                if site.hidden or not (found.light or found.dark):
                    continue
                v = 0.5 if site.index == BAR else 0.94 if site.index <= BAR // 2 else 0.06
                at = place(rectifier.pixels(np.array([[model.middle(site.index), v]]))[0])
                sites.append({"at": at, "light": found.light, "dark": found.dark, "sure": found.p >= SURE})
            dice = [
                {"at": place(np.array(die.px)), "value": die.value, "sure": die.flat and die.p >= SURE}
                for die in seen.dice
            ]
    return {"outline": outline, "sites": sites, "dice": dice}


JPEG_QUALITY = 80
"""Of pictures that are drawn on; those of the ring are shown as they are kept."""
SHOWN = 40
"""How many decisions are told at once."""
_READING: dict[str, Schema] = {
    "reading": maybe({"type": "object", "description": "As `tableside read --json` tells it."}),
    "lines": many(text(), "The same in words."),
}
FRAME = thing({**PICTURE.schema["properties"], **_READING})
"""What is told of a picture of the ring (`Gallery.told`)."""
SIGHT = thing(
    {
        "frame": maybe(whole(0)),
        "view": maybe(choice(View)),
        "says": maybe(text()),
        "newest": maybe(whole(1, says="The newest decision of which there are pictures.")),
        "kept": whole(0),
        "trouble": maybe(text()),
        **_READING,
    }
)
"""What is read now (`Gallery.sight_json`)."""


def _nameless(translator: Translator) -> Names:
    return Names(translator=translator)


class Gallery:
    """What there is to be seen of a table, from any thread.

    `pictures`: the ring, None where nothing is kept; `shot`, `entries`, `names` give the last picture, the last events
    of the log and what to call the players; `full` has the camera take one as large as it can (None: none larger).
    """

    def __init__(
        self,
        pictures: Pictures | None = None,
        shot: Callable[[], Shot | None] = lambda: None,
        entries: Callable[[], tuple[LogEntry, ...]] = tuple,
        names: Callable[[Translator], Names] = _nameless,
        full: Callable[[], Picture | None] = lambda: None,
    ) -> None:
        self._pictures, self._shot, self._entries, self._names = pictures, shot, entries, names
        self._full = full
        self._encoded: tuple[Shot | None, bytes | None] = (None, None)
        self._encoding = threading.Lock()

    def camera_jpeg(self, *, drawn: bool = True) -> bytes | None:
        """The last picture as JPEG, with what is read of it drawn over it, or plain; None while there is none.

        However many ask, each picture is drawn and encoded once.
        """
        shot = self._shot()
        if not drawn:
            return None if shot is None else _jpeg(shot.frame.picture)
        with self._encoding:
            if shot is not self._encoded[0]:
                self._encoded = (shot, None if shot is None else _jpeg(_drawn(shot)))
            return self._encoded[1]

    def full_jpeg(self) -> bytes | None:
        """What the camera sees as JPEG, as large as it takes any picture, which may last some seconds; None while
        there is none.
        """
        picture = self._full()
        return self.camera_jpeg(drawn=False) if picture is None else _jpeg(picture)

    def sight_json(self, translator: Translator = ENGLISH) -> Json:
        """What is read now, in a language; `newest` is the number of the newest decision of which there
        are pictures, `kept` of these.
        """
        shot, told = self._shot(), self.decisions(translator)
        sight = None if shot is None else shot.sight
        return {
            "frame": None if shot is None else shot.frame.number,
            "view": None if sight is None else sight.view.value,
            "says": None if sight is None else camera_sentence(sight.view, translator=translator),
            "newest": told[0].entry.seq if told else None,
            "kept": len(told[0].pictures) if told else 0,
            "trouble": self.trouble(translator),
            **_reading(None if sight is None else sight.observation, translator),
        }

    def marks_json(self, turning: Turning) -> Json:
        """What is read now, as places in the picture as it was before it was laid by `turning`."""
        return marks_json(self._shot(), turning)

    def differing(self, match_state: MatchState) -> tuple[Difference, ...]:
        """Where the last picture shows other than a match state has it."""
        return differing(match_state, self._shot())

    def under_way(self, match_state: MatchState) -> UnderWay:
        """What board the last picture shows, should a game be going on from it."""
        return under_way(match_state, self._shot())

    def decisions(self, translator: Translator = ENGLISH) -> tuple[Decision, ...]:
        """The last events of which there are pictures, the newest first."""
        kept = () if self._pictures is None else self._pictures.kept
        return decisions(self._entries(), kept, self._names(translator))[:SHOWN]

    def trouble(self, translator: Translator = ENGLISH) -> str | None:
        """Why no pictures are kept, in words; None: they are."""
        if self._pictures is None:
            return translator("No pictures are kept: the settings allow them no room.")
        return put(self._pictures.trouble, translator)

    def find(self, name: str) -> RingPicture | None:
        """The picture of that name; None where it is not there, or no more."""
        return None if self._pictures is None else self._pictures.find(name)

    def told(self, kept: RingPicture, translator: Translator = ENGLISH) -> Json:
        """A picture with what was read of it."""
        return {**PICTURE.json(kept), **_reading(self._observation(kept), translator)}

    def jpeg(self, kept: RingPicture, *, drawn: bool) -> bytes | None:
        """A picture as it is kept, or with what was read of it; None where it has gone since."""
        assert self._pictures is not None
        folder, seen = self._pictures.folder, self._observation(kept)
        try:
            model = model_of(folder, kept)
            if drawn and model is not None and seen is not None:
                return _jpeg(overlay(picture_of(folder, kept), model, seen))
        except VisionError:
            # The model has gone with its last picture, or is of another version: the picture is still worth seeing.
            pass
        return jpeg_of(folder, kept)

    def _observation(self, kept: RingPicture) -> Seen | None:
        assert self._pictures is not None
        try:
            return observation_of(self._pictures.folder, kept)
        except VisionError:
            return None


def _reading(seen: Seen | None, translator: Translator) -> Json:
    if seen is None:
        return {"reading": None, "lines": []}
    return {"reading": seen.as_json(), "lines": list(reading_lines(seen, translator=translator))}


def _drawn(shot: Shot) -> Picture:
    if shot.model is None or shot.sight is None or shot.sight.observation is None:
        return shot.frame.picture
    return overlay(shot.frame.picture, shot.model, shot.sight.observation)


def _jpeg(picture: Picture) -> bytes | None:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return np.asarray(data).tobytes() if done else None
