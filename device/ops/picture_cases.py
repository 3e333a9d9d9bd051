"""Keeping: pictures of decisions with their right answers, so that what was read wrongly becomes a test.

Where a person put right on the referee's page what the camera had read, the answer is taken from what they said.
"""

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from device.errors import PicturesError
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.store.pictures.ring import (
    Reference,
    RingPicture,
    folder_of,
    jpeg_of,
    kept_in,
    model_of,
    observation_of,
    of_event,
    picture_of,
)
from device.store.settings import Settings
from engine.board import CubePlace, Kind, Seating, Shape, Side
from engine.i18n import phrase
from engine.match.cube import Cube
from engine.match.match import Match
from engine.position import Position
from engine.position_parsing import parse_position
from engine.state.events import Amended, Corrected, Decided, Played, Thrown, Tied
from engine.state.match_state import MatchState, new_match_state, rules_now
from engine.state.reducer import reduce
from engine.turn.appearance import seen_as
from vision.labelled_pictures import (
    BoardTruth,
    Men,
    faults_of,
    parse_cube,
    parse_dice,
    parse_men,
    save_labelled,
)
from vision.observation import Observation
from vision.reading import read_picture
from vision.squares.square_observation import SquareObservation

UNTURNED = 64
"""The number that a cube shows which stands at 1."""

_ONLY_POINTS = phrase("only pictures of boards with points can be kept as tests yet, not of squares")


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """What is right, and who said so: the event in which a person put it right, None
    where it was told with the command.
    """

    truth: BoardTruth
    said: LogEntry | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """A picture that was kept as a test: its files' name, what of it is read wrongly now, where the answer is from."""

    picture: RingPicture
    name: str
    faults: tuple[str, ...]
    answer: RightAnswer


class TablePictures:
    """The pictures of one table with its log, to be looked through while the service runs or afterwards."""

    def __init__(self, settings: Settings, *, simulated: bool = False) -> None:
        data, table = settings.table.data, settings.table.name
        self.folder = folder_of(data, table, simulated=simulated)
        self._kept = kept_in(self.folder)
        url = sqlite_url(data / "simulated.db") if simulated else settings.database_url
        file = url.removeprefix("sqlite:///")
        self._entries: tuple[LogEntry, ...] = ()
        # A database that is not there would be made.
        if file == url or Path(file).exists():
            store = Store(url)
            self._entries = store.load(table)
            store.close()
        self._ledgers = [new_match_state(Match(0, "", ""))]

    def save(self, what: str, into: Path, men: str | None, dice: str | None, cube: str | None) -> Saved:
        """Keep a picture (`3-1204`) or an event's (`57`) as a test: of several pictures that which is read worst.

        `men`, `dice`, `cube`: the right answer, as far as it is told. Raises PicturesError and LabelError.
        """
        pictures, index = self._meant(what)
        if men is None and dice is None and cube is None:
            answer, pictures = self._said(what, index, pictures)
        else:
            answer = RightAnswer(
                BoardTruth(
                    None if men is None else self._men(men, index),
                    None if dice is None else parse_dice(dice),
                    None if cube is None else parse_cube(cube),
                )
            )
        if not pictures:
            raise _gone(what)
        read = [each for each in pictures if each.is_read]
        if any(isinstance(observation_of(self.folder, each), SquareObservation) for each in read):
            raise PicturesError(_ONLY_POINTS)
        if not read:
            raise PicturesError(
                phrase("nothing was read of {what}, so there is nothing to put right", what=what)
            )
        faults = {each.name: self._faults(each, answer.truth) for each in read}
        worst = max(read, key=lambda each: len(faults[each.name]))
        jpeg, model = jpeg_of(self.folder, worst), model_of(self.folder, worst)
        if jpeg is None or model is None:
            raise _gone(what)
        name = f"{worst.name}-{sha256(jpeg).hexdigest()[:8]}"
        save_labelled(into, name, jpeg, model, answer.truth)
        return Saved(worst, name, faults[worst.name], answer)

    def _meant(self, what: str) -> tuple[tuple[RingPicture, ...], int | None]:
        """The pictures that are meant, and the place in the log of the first event that they belong to."""
        if re.fullmatch(r"[0-9]+-[0-9]+", what):
            found = tuple(each for each in self._kept if each.name == what)
            events = {reference for each in found for reference in each.events}
            index = next((i for i, entry in enumerate(self._entries) if _reference(entry) in events), None)
        elif what.isdecimal():
            index = next((i for i, entry in enumerate(self._entries) if entry.seq == int(what)), None)
            if index is None:
                raise PicturesError(
                    phrase(
                        "there is no event {what} in the log: the page /sight tells their numbers", what=what
                    )
                )
            found = self._of(self._entries[index])
        else:
            raise PicturesError(
                phrase(
                    "{what} is neither a picture, like 3-1204, nor the number of an event, like 57",
                    what=repr(what),
                )
            )
        return found, index

    def _of(self, entry: LogEntry) -> tuple[RingPicture, ...]:
        return of_event(self._kept, entry.seq, entry.wall)

    def _said(
        self, what: str, index: int | None, pictures: tuple[RingPicture, ...]
    ) -> tuple[RightAnswer, tuple[RingPicture, ...]]:
        """What a person put right of an event, and the pictures of what they put right."""
        if index is not None:
            entry = self._entries[index]
            if entry.source is Source.PERSON and (truth := self._truth(index)) is not None:
                return RightAnswer(truth, entry), self._put_right(index) or pictures
            for later in range(index + 1, len(self._entries)):
                one = self._entries[later]
                if (
                    one.source is Source.PERSON
                    and _is_about(one, entry)
                    and (truth := self._truth(later)) is not None
                ):
                    return RightAnswer(truth, one), pictures
                if one.source is not Source.PERSON and isinstance(one.event, Thrown | Tied | Decided):
                    break
        if not pictures:
            raise _gone(what)
        raise PicturesError(
            phrase(
                "nobody put {what} right on the referee's page: say what is there with --truth, --dice or --cube",
                what=what,
            )
        )

    def _put_right(self, index: int) -> tuple[RingPicture, ...]:
        """The pictures of the throw that a person said was another: when they say so the dice may have been lifted."""
        event = self._entries[index].event
        if not isinstance(event, Thrown):
            return ()
        for entry in reversed(self._entries[:index]):
            if isinstance(entry.event, Played):
                break
            if (
                isinstance(entry.event, Thrown)
                and entry.event.side is event.side
                and entry.source is Source.CAMERA
            ):
                return self._of(entry)
        return ()

    def _truth(self, index: int) -> BoardTruth | None:
        """What a person said stands there, in one event; None where it says nothing of board, dice or cube."""
        match self._entries[index].event:
            case Thrown(roll=roll):
                return BoardTruth(dice=roll.dice)
            case Played(after=position) | Amended(after=position, turn=None):
                return BoardTruth(self._seen(position, index))
            case Corrected(position=Position() as position):
                return BoardTruth(self._seen(position, index))
            case Corrected(roll=roll) if roll is not None:
                return BoardTruth(dice=roll.dice)
            case Corrected(cube=Cube() as cube):
                return BoardTruth(cube=_cube(cube))
            case _:
                return None

    def _men(self, text: str, index: int | None) -> Men:
        if not text.lstrip().startswith("W:"):
            return parse_men(text)
        if index is None:
            raise PicturesError(
                phrase(
                    "the log does not know who sat where when this picture was taken: write 'light: ... dark: ...', "
                    "as `tableside read` does"
                )
            )
        return self._seen(parse_position(text, rules_now(self._match_state(index))), index)

    def _seen(self, position: Position, index: int) -> Men:
        """How a position looks to the camera, as people sat at an event."""
        match_state = self._match_state(index)
        rules = rules_now(match_state)
        if rules.shape is not Shape.TABLES:
            raise PicturesError(_ONLY_POINTS)
        seen = seen_as(rules, position, match_state.seating or Seating(Kind.LIGHT))
        return tuple(zip(seen.light, seen.dark, strict=True))

    def _match_state(self, index: int) -> MatchState:
        """What the referee knew after an event."""
        while len(self._ledgers) <= index + 1:
            entry = self._entries[len(self._ledgers) - 1]
            self._ledgers.append(
                reduce(self._ledgers[-1], entry.event, entry.frames[0] if entry.frames else 0)
            )
        return self._ledgers[index + 1]

    def _faults(self, kept: RingPicture, truth: BoardTruth) -> tuple[str, ...]:
        model = model_of(self.folder, kept)
        if model is None:
            return ()
        seen = read_picture(model, picture_of(self.folder, kept))
        # boards of squares have been refused before
        return faults_of(seen, truth) if isinstance(seen, Observation) else ()


def _is_about(later: LogEntry, entry: LogEntry) -> bool:
    """Whether what a person said later is about the same thing as an event: the throw, or the board."""
    about_dice = isinstance(entry.event, Thrown)
    tells_dice = isinstance(later.event, Thrown) or (
        isinstance(later.event, Corrected) and later.event.roll is not None
    )
    return about_dice is tells_dice


def _cube(cube: Cube) -> tuple[int, CubePlace] | tuple[()]:
    if not cube.in_play:
        return ()
    places = {None: CubePlace.CENTRE, Side.WHITE: CubePlace.NEAR, Side.BLACK: CubePlace.FAR}
    return (UNTURNED if cube.value == 1 else cube.value), places[cube.owner]


def _reference(entry: LogEntry) -> Reference:
    return Reference(entry.seq, entry.wall)


def _gone(what: str) -> PicturesError:
    return PicturesError(
        phrase(
            "there is no picture of {what}, or it has made room for newer ones: the page /sight shows what "
            "there is",
            what=what,
        )
    )
