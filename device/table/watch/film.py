"""A film in, the record out: the same eye and the same referee as at the board, as fast as the machine can."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from device.table.watch.boards import fitting, measured, shape_of
from device.table.watch.empty_record import Nothing, SightTally
from device.table.watch.film_sequence import frames_of, length_of, seconds_between
from device.table.watch.teaching import Lapse, taught_by
from device.table.watch.watcher import look_of
from engine.board import Kind, Occupancy
from engine.match.match import Match
from engine.match.terms import Terms
from engine.match_format import MatchFormat
from engine.profile import HOME, Profile
from engine.referee.backwards import kept_in_mind, read_backwards
from engine.referee.judge import Judgement, finish, judge
from engine.state.events import Event, GameStarted, MatchStarted
from engine.state.match_state import MatchState, new_match_state
from engine.state.messages import JoinGame, Message
from engine.state.reducer import reduce
from engine.turn.histories import HeardTurn
from engine.turn.tracker import TurnTracker
from vision.board_model import BoardModel
from vision.eye import Eye
from vision.frame import Frame
from vision.rectify import Corners

Progress = Callable[[int, int], None]
"""Told the number of frames done and of all frames."""


@dataclass(frozen=True, slots=True)
class FilmEvent:
    """An event and the frame on which it was first seen."""

    event: Event
    frame: int


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen in a film: everything that happened, the match state at its end, how long film and
    watching took, and why nothing was recorded (None: something was).
    """

    happenings: tuple[FilmEvent, ...]
    match_state: MatchState
    frames: int
    film_seconds: float
    wall_seconds: float
    nothing: Nothing | None = None

    @property
    def record(self) -> Match:
        """The match as recorded; a last game that was set up and not begun before the film ended is left out."""
        whole = self.match_state.record
        begun = len(whole.games) <= 1 or whole.games[-1].turns
        return whole if begun else replace(whole, games=whole.games[:-1])


class Scribe:
    """The referee as one keeps them through a film: the match state, their attention and all that happened."""

    def __init__(self, match: Match, near: Kind, profile: Profile = HOME) -> None:
        self.match_state = new_match_state(match, profile)
        self.tracker = TurnTracker(join=True, near=near)
        self.happenings: list[FilmEvent] = []
        self.over = False
        self.heard: tuple[HeardTurn, ...] = ()
        """The turns of the game as they were seen, to be read backwards once it is over."""
        self.taught: Occupancy | Lapse | None = None
        """What the last look has made sure of, or shown to be wrong."""

    def hear(self, message: Message) -> None:
        """Tell the referee of a look, or what a person says; once the match is won they listen no more."""
        if self.over:
            return
        judgement = judge(self.match_state, self.tracker, message)
        if any(isinstance(event, GameStarted | MatchStarted) for event in judgement.events):
            # The next game begins at the score that the last one comes to when all of it is known.
            self._take(read_backwards(self.match_state, self.tracker, self.heard))
            judgement = judge(self.match_state, self.tracker, message)
        self._take(judgement)

    def close(self) -> None:
        """There is nothing more to be seen."""
        if self.over:
            return
        self._take(finish(self.match_state, self.tracker))
        self._take(read_backwards(self.match_state, self.tracker, self.heard))

    def _take(self, judgement: Judgement) -> None:
        before = self.match_state
        for event, frame in zip(judgement.events, judgement.frames, strict=True):
            if isinstance(event, MatchStarted) and self.match_state.winner is not None:
                # The match is won; what is played after it is no part of its record.
                self.over = True
            if self.over:
                return
            self.match_state = reduce(self.match_state, event, frame)
            self.happenings.append(FilmEvent(event, frame))
        self.tracker = judgement.tracker
        self.heard = kept_in_mind(self.heard, before, judgement.events, self.tracker)
        self.taught = taught_by(before, judgement.events, self.match_state)


def watch_film(
    paths: Path | Sequence[Path],
    board: BoardModel | Corners,
    *,
    near: Kind | None = None,
    match_format: MatchFormat | None = None,
    match_length: int = 0,
    terms: Terms | None = None,
    profile: Profile = HOME,
    joined: JoinGame | None = None,
    every: float | None = None,
    progress: Progress | None = None,
) -> Watched:
    """Everything that happens in a film of a board, or in several films of one match in sequence.

    `board` is its model, or its corners, from which a model is made at the first frame. `near` is what the
    near player has where the film does not begin with the starting position; None: as the model says, else
    light. `match_format` is what is played, backgammon unless given; `profile` how it is refereed; `joined` the
    game that is under way when the film begins, where it is known; `every` how many seconds passed between
    two frames of a time-lapse, which is found out where it is not given. Raises CameraError, VisionError.
    """
    films = [paths] if isinstance(paths, Path) else list(paths)
    total = length_of(films)
    match_format = match_format or MatchFormat()
    match = Match(match_length, "near", "far", (), match_format.id, match_format, terms or Terms())
    done = None if progress is None else partial(_reported, progress, total)
    corners = board.corners if isinstance(board, BoardModel) else board
    every = every or seconds_between(films[0], corners)
    return watch_frames(
        frames_of(films, every), board, match, near=near, profile=profile, joined=joined, done=done
    )


def watch_frames(
    frames: Iterable[Frame],
    board: BoardModel | Corners,
    match: Match,
    *,
    near: Kind | None = None,
    profile: Profile = HOME,
    joined: JoinGame | None = None,
    done: Callable[[int], None] | None = None,
) -> Watched:
    """The same of frames, wherever they come from, and of a match of which nothing is played yet.

    `done` is told after every frame how many there were. Raises CameraError, VisionError.
    """
    began = time.monotonic()
    shape = shape_of(match.agreed)
    scribe = Scribe(match, near or Kind.LIGHT, profile)
    tally = SightTally()
    eye: Eye | None = None
    number, time_of, seconds = 0, 0.0, 0.0
    for frame in frames:
        if eye is None:
            model = board if isinstance(board, BoardModel) else measured(board, frame.picture, shape)
            eye = Eye(fitting(model, shape))
            scribe.tracker = replace(scribe.tracker, near=near or model.near or Kind.LIGHT)
            if joined is not None:
                scribe.hear(joined)
        sight = eye.see(frame)
        number, time_of, seconds = frame.number + 1, frame.time, 2 * frame.time - time_of
        tally.see(frame, sight.view, eye.model)
        scribe.hear(look_of(sight, frame))
        if isinstance(scribe.taught, Occupancy):
            eye.teach(scribe.taught)
        if done is not None:
            done(number)
    scribe.close()
    nothing = tally.why(scribe.match_state.record)
    passed = time.monotonic() - began
    return Watched(tuple(scribe.happenings), scribe.match_state, number, seconds, passed, nothing)


def _reported(progress: Progress, total: int, done: int) -> None:
    progress(done, total)
