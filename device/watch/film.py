"""A film in, the record out: the same eye and the same referee as at the board, as fast as the machine can."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from device.errors import CameraError
from device.watch.boards import fitting, measured, shape_of
from device.watch.looks import look_of
from device.watch.teaching import Lapse, taught_by
from engine.board import Kind, Occupancy
from engine.hearing.attention import Attention
from engine.ledger.events import Event, MatchStarted
from engine.ledger.folding import apply
from engine.ledger.ledger import Ledger, new_ledger
from engine.ledger.messages import JoinGame, Message
from engine.match.match import Match
from engine.match.terms import Terms
from engine.profile import HOME, Profile
from engine.programme import Programme
from engine.referee.referee import Judgement, finish, judge
from vision.board_model import BoardModel
from vision.eye import Eye
from vision.frame import Frame
from vision.rectify import Corners

Progress = Callable[[int, int], None]
"""Told the number of frames done and of all frames."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event and the frame on which it was first seen."""

    event: Event
    frame: int


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen in a film: everything that happened, the ledger at its end, and how long film and watching took."""

    happenings: tuple[Happening, ...]
    ledger: Ledger
    frames: int
    film_seconds: float
    wall_seconds: float

    @property
    def record(self) -> Match:
        """The match as recorded; a last game that was set up and not begun before the film ended is left out."""
        whole = self.ledger.record
        begun = len(whole.games) <= 1 or whole.games[-1].turns
        return whole if begun else replace(whole, games=whole.games[:-1])


class Scribe:
    """The referee as one keeps him through a film: the ledger, his attention and all that happened."""

    def __init__(self, match: Match, near: Kind, profile: Profile = HOME) -> None:
        self.ledger = new_ledger(match, profile)
        self.attention = Attention(join=True, near=near)
        self.happenings: list[Happening] = []
        self.over = False
        self.taught: Occupancy | Lapse | None = None
        """What the last look has made sure of, or shown to be wrong."""

    def hear(self, message: Message) -> None:
        """Tell the referee of a look, or what a person says; once the match is won he listens no more."""
        if self.over:
            return
        self._take(judge(self.ledger, self.attention, message))

    def close(self) -> None:
        """There is nothing more to be seen."""
        if self.over:
            return
        self._take(finish(self.ledger, self.attention))

    def _take(self, judgement: Judgement) -> None:
        before = self.ledger
        for event, frame in zip(judgement.events, judgement.frames, strict=True):
            if isinstance(event, MatchStarted) and self.ledger.winner is not None:
                # The match is won; what is played after it is no part of its record.
                self.over = True
            if self.over:
                return
            self.ledger = apply(self.ledger, event, frame)
            self.happenings.append(Happening(event, frame))
        self.attention = judgement.attention
        self.taught = taught_by(before, judgement.events, self.ledger)


def frames_of(path: Path) -> Iterator[Frame]:
    """The frames of a film, their times from its own frame rate. Raises CameraError where it cannot be read."""
    with _opened(path) as film:
        rate = film.get(cv2.CAP_PROP_FPS) or 25.0
        number = 0
        while True:
            more, picture = film.read()
            if not more:
                break
            yield Frame(np.asarray(picture, np.uint8), number / rate, number)
            number += 1
    if number == 0:
        raise CameraError(f"{path} has no pictures in it; it may be damaged or no film")


def length_of(path: Path) -> tuple[int, float]:
    """How many frames a film says that it has, and how many a second. Raises CameraError."""
    with _opened(path) as film:
        return int(film.get(cv2.CAP_PROP_FRAME_COUNT)), film.get(cv2.CAP_PROP_FPS) or 25.0


@contextmanager
def _opened(path: Path) -> Iterator[cv2.VideoCapture]:
    if not path.is_file():
        raise CameraError(f"there is no film {path}; give the path of a video file")
    film = cv2.VideoCapture(str(path))
    try:
        if not film.isOpened():
            raise CameraError(f"{path} cannot be opened as a film; convert it to MP4 (H.264) and try again")
        yield film
    finally:
        film.release()


def watch_film(
    path: Path,
    board: BoardModel | Corners,
    *,
    near: Kind | None = None,
    programme: Programme | None = None,
    match_length: int = 0,
    terms: Terms | None = None,
    profile: Profile = HOME,
    joined: JoinGame | None = None,
    progress: Progress | None = None,
) -> Watched:
    """Everything that happens in a film of a board.

    `board` is its model, or its corners, from which a model is made at the first frame. `near` is what the near
    player has where the film does not begin with the starting position; None: as the model says, else light. `programme`
    is what is played, backgammon unless given; `profile` how it is refereed; `joined` the game that is under way when the
    film begins, where it is known. Raises CameraError, VisionError.
    """
    began = time.monotonic()
    total, rate = length_of(path)
    programme = programme or Programme()
    shape = shape_of(programme)
    match = Match(match_length, "near", "far", (), programme.id, programme, terms or Terms())
    scribe = Scribe(match, near or Kind.LIGHT, profile)
    eye: Eye | None = None
    number = 0
    for frame in frames_of(path):
        if eye is None:
            model = board if isinstance(board, BoardModel) else measured(board, frame.picture, shape)
            eye = Eye(fitting(model, shape))
            scribe.attention = replace(scribe.attention, near=near or model.near or Kind.LIGHT)
            if joined is not None:
                scribe.hear(joined)
        sight = eye.see(frame)
        number = frame.number + 1
        scribe.hear(look_of(sight, frame))
        if isinstance(scribe.taught, Occupancy):
            eye.teach(scribe.taught)
        if progress is not None:
            progress(number, total)
    scribe.close()
    return Watched(tuple(scribe.happenings), scribe.ledger, number, number / rate, time.monotonic() - began)
