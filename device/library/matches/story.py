"""The story of a match: what happened in it, step by step, as the fold of its events."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from device.library.matches.event_time import EventTime
from device.store.log.store import Source
from device.store.pictures.ring import Reference
from engine.board import Side
from engine.match.match import Game, Match, Result
from engine.state.events import Event, Retention
from engine.state.match_state import MatchState


class StepKind(Enum):
    """What a step of a story is."""

    START = "start"
    TURN = "turn"
    DOUBLE = "double"
    ANSWER = "answer"
    RESIGN = "resign"
    REFUSED = "refused"
    FAULT = "fault"
    PUT_RIGHT = "put_right"
    CUBE_FAULT = "cube_fault"
    QUESTION = "question"
    SETTLED = "settled"
    PREMATURE = "hasty"
    SETUP = "setup"
    CORRECTION = "correction"
    FLAG = "flag"
    RESULT = "result"


class StoryMark(Enum):
    """What is worth finding again in a story."""

    FAULT = "fault"
    QUESTION = "question"
    CORRECTION = "correction"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class StoryStep:
    """A step of a game: an event, by whom and when, and the match state after it, as the record has it now.

    `turn`: how many turns had been recorded then; `also`: an event that came with it, such as the end of the match;
    `references`: the events whose pictures belong to it; `amended`: a person changed the play afterwards.
    """

    kind: StepKind
    seq: int
    event: Event
    side: Side | None
    source: Source
    moment: EventTime
    turn: int
    match_state: MatchState
    references: tuple[Reference, ...] = ()
    also: Event | None = None
    amended: bool = False

    @property
    def marks(self) -> tuple[StoryMark, ...]:
        """What is worth finding again in it."""
        play = self.match_state.last_play if self.kind is StepKind.TURN else None
        found = {
            StoryMark.FAULT: self.kind is StepKind.FAULT or (play is not None and play.fault is not None),
            StoryMark.QUESTION: self.kind is StepKind.QUESTION,
            StoryMark.CORRECTION: self.kind is StepKind.CORRECTION or self.amended,
            StoryMark.INFERRED: play is not None and play.inferred,
        }
        return tuple(mark for mark, is_so in found.items() if is_so)


@dataclass(frozen=True, slots=True)
class SeenThrow:
    """A throw that the camera read: for the turn of that number, from 1, by a side."""

    turn: int
    side: Side
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameTold:
    """A game of a match: as the record has it, its steps, the turns (from 1) in which an illegal board was flagged,
    the throws of dice that were seen, also those that a person put right, and the numbers of the events with which
    somebody stopped the clock.
    """

    number: int
    game: Game
    steps: tuple[StoryStep, ...]
    faulty: frozenset[int]
    throws: tuple[SeenThrow, ...] = ()
    pauses: tuple[int, ...] = ()

    @property
    def faults(self) -> int:
        """In how many turns the board was illegal, for a while or for good."""
        return len(self.faulty)

    @property
    def questions(self) -> int:
        """How often the referee asked."""
        return sum(step.kind is StepKind.QUESTION for step in self.steps)

    @property
    def corrections(self) -> int:
        """How often a person put something right."""
        return sum(step.kind is StepKind.CORRECTION and step.source is Source.PERSON for step in self.steps)

    @property
    def result(self) -> Result | None:
        """How it ended; None: it did not, or has not yet."""
        return self.game.result


@dataclass(frozen=True, slots=True)
class Story:
    """A match as the log tells it: its match state at the end, its games, and the moments at which it began and ended.

    `first` and `last` are the numbers of its events.
    """

    match_state: MatchState
    games: tuple[GameTold, ...]
    first: int
    last: int
    begun: EventTime
    ended: EventTime

    @property
    def number(self) -> int:
        """The number of the match."""
        return self.match_state.match_number

    @property
    def match(self) -> Match:
        """The match as the record has it."""
        return replace(self.match_state.record, games=tuple(each.game for each in self.games))

    @property
    def retention(self) -> Retention:
        """What of it is kept once it is over."""
        return self.match_state.retention

    @property
    def is_husk(self) -> bool:
        """Whether only that it was played is left of it, to keep its number."""
        return self.match_state.winner is not None and not self.games

    def without_open_game(self) -> "Story":
        """The same without the game that is being played, for who may not know of it."""
        if not (self.match_state.playing and self.games):
            return self
        games, begins = self.games[:-1], self.games[-1].steps[0].seq
        ended = games[-1].steps[-1].moment if games else self.begun
        # who gave the game before up may have been told when this one had begun
        return replace(self, games=games, last=max(self.first, begins - 1), ended=ended)


def counted(games: Iterable[GameTold]) -> tuple[int, int, int, int]:
    """The turns, faults, questions and corrections in some games."""
    told = tuple(games)
    return (
        sum(len(each.game.turns) for each in told),
        sum(each.faults for each in told),
        sum(each.questions for each in told),
        sum(each.corrections for each in told),
    )
