"""The telling of a match: its story grows with every event of the log, and can be asked for at any time."""

from dataclasses import dataclass, field, replace

from device.library.matches.event_time import EventTime
from device.library.matches.story import GameTold, SeenThrow, StepKind, Story, StoryStep
from device.store.log.store import LogEntry, Source
from device.store.pictures.ring import Reference
from engine.board import Side
from engine.match.match import CheckerTurn, CubeTurn, Game, Match
from engine.state.events import (
    Amended,
    Asked,
    Beavered,
    ClockTurned,
    Conceded,
    Corrected,
    Counts,
    CubeFault,
    Doubled,
    Event,
    FaultCleared,
    FaultSeen,
    FlagFell,
    GameOver,
    GameStarted,
    MatchOver,
    Played,
    Raccooned,
    Reseated,
    ResignOffered,
    ResignRefused,
    Retention,
    Settled,
    SetupFault,
    SetupFixed,
    SetupStands,
    Taken,
    Thrown,
    ThrownTooSoon,
)
from engine.state.match_state import MatchState, Phase, new_match_state
from engine.state.reducer import reduce
from engine.tables.tables_game import DiceSource

_KINDS: dict[type[Event], StepKind] = {
    GameStarted: StepKind.START,
    Played: StepKind.TURN,
    Doubled: StepKind.DOUBLE,
    Taken: StepKind.ANSWER,
    Beavered: StepKind.ANSWER,
    Raccooned: StepKind.ANSWER,
    ResignOffered: StepKind.RESIGN,
    ResignRefused: StepKind.REFUSED,
    FaultSeen: StepKind.FAULT,
    FaultCleared: StepKind.PUT_RIGHT,
    CubeFault: StepKind.CUBE_FAULT,
    Asked: StepKind.QUESTION,
    Settled: StepKind.SETTLED,
    ThrownTooSoon: StepKind.PREMATURE,
    SetupFault: StepKind.SETUP,
    SetupFixed: StepKind.SETUP,
    SetupStands: StepKind.SETUP,
    Corrected: StepKind.CORRECTION,
    Reseated: StepKind.CORRECTION,
    FlagFell: StepKind.FLAG,
    GameOver: StepKind.RESULT,
}
"""The events that are steps; a throw, the view or the clock is none."""
_OF_TURNS = (StepKind.TURN, StepKind.DOUBLE, StepKind.ANSWER)


@dataclass(slots=True)
class _Open:
    """A game while it is told."""

    steps: list[StoryStep] = field(default_factory=list)
    faulty: set[int] = field(default_factory=set)
    throws: list[SeenThrow] = field(default_factory=list)
    pauses: list[int] = field(default_factory=list)


class Telling:
    """The story of one match, told event by event."""

    def __init__(self) -> None:
        self._match_state = new_match_state(Match(0, "", ""))
        self._games: list[_Open] = []
        self._thrown: tuple[Reference, ...] = ()
        self._first: LogEntry | None = None
        self._last: LogEntry | None = None

    @property
    def first(self) -> int:
        """The number of the first event; 0: there was none."""
        return 0 if self._first is None else self._first.seq

    @property
    def is_shrinking(self) -> bool:
        """Whether the log may since have lost some of what was told: the match is over, and not all of it is kept."""
        return self._match_state.winner is not None and self._match_state.retention is not Retention.FULL

    @property
    def last(self) -> int:
        """The number of the last event that was told of; 0: none was."""
        return 0 if self._last is None else self._last.seq

    def add(self, entry: LogEntry) -> None:
        """Tell of the next event."""
        before = self._match_state
        after = reduce(before, entry.event, entry.frames[0] if entry.frames else 0)
        after = replace(after, seq=entry.seq, match_number=entry.match)
        self._match_state, self._last, self._first = after, entry, self._first or entry
        if isinstance(entry.event, GameStarted):
            self._games.append(_Open())
        if self._games:
            self._tell(entry, before, after)

    def story(self) -> Story:
        """The story so far. There must have been an event."""
        assert self._first is not None and self._last is not None
        games = self._match_state.record.games
        told = tuple(
            _told(number, game, each, self._match_state.match)
            for number, (game, each) in enumerate(zip(games, self._games, strict=True), 1)
        )
        return Story(
            self._match_state,
            told,
            self._first.seq,
            self._last.seq,
            EventTime.of(self._first),
            EventTime.of(self._last),
        )

    def _tell(self, entry: LogEntry, before: MatchState, after: MatchState) -> None:
        game, event = self._games[-1], entry.event
        reference = Reference(entry.seq, entry.wall)
        if entry.source is Source.CAMERA and (seen := _seen(event, before)):
            game.throws.append(seen)
        match event:
            case Thrown():
                self._thrown = (reference,)
            case Played() | Doubled():
                game.steps.append(_step(entry, after, (*self._thrown, reference)))
                self._thrown = ()
            case Amended():
                self._amend(game, entry, event, after)
            case FaultSeen():
                self._fault(game, entry, before, after)
            case FaultCleared() if before.fault is None or (after.last_play and after.last_play.fault):
                # An illegal play that was allowed to stand.
                pass
            case Corrected():
                if event.undo:
                    _take_back(game, before, after)
                elif before.game is not None and after.game is not None:
                    _drop(game, len(after.game.turns))
                game.steps.append(_step(entry, after))
            case Reseated():
                _reseat(game, after)
                game.steps.append(_step(entry, after))
            case Conceded():
                self._concede(entry, before, after)
            case ClockTurned():
                if event.clock.paused:
                    game.pauses.append(entry.seq)
            case MatchOver():
                if game.steps and game.steps[-1].kind is StepKind.RESULT:
                    game.steps[-1] = replace(game.steps[-1], also=event, match_state=after)
            case _ if type(event) in _KINDS:
                game.steps.append(_step(entry, after))
            case _:
                pass

    def _fault(self, game: _Open, entry: LogEntry, before: MatchState, after: MatchState) -> None:
        turn = _turns(after) + (after.phase is Phase.TO_MOVE and after.fault_stands is False)
        last = game.steps[-1] if game.steps else None
        if before.fault is not None and last is not None and last.kind is StepKind.FAULT:
            # The same turn, seen once more while the checkers were still being moved.
            game.steps[-1] = replace(
                _step(entry, after), references=(*last.references, *_step(entry, after).references)
            )
        else:
            game.steps.append(_step(entry, after))
        game.faulty.add(turn)

    def _amend(self, game: _Open, entry: LogEntry, event: Amended, after: MatchState) -> None:
        wanted = (_turns(after) - 1 if event.turn is None else event.turn) + 1
        told = entry.source is Source.PERSON
        for index in range(len(game.steps) - 1, -1, -1):
            step = game.steps[index]
            if step.kind is StepKind.TURN and step.turn == wanted:
                references = (*step.references, Reference(entry.seq, entry.wall))
                game.steps[index] = replace(step, references=references, amended=step.amended or told)
                break
        if told:
            game.steps.append(replace(_step(entry, after), kind=StepKind.CORRECTION))

    def _concede(self, entry: LogEntry, before: MatchState, after: MatchState) -> None:
        """The result of the game before this one comes when this one has begun."""
        if len(self._games) < 2 or not self._games[-2].steps:
            return
        game = self._games[-2]
        stood = game.steps[-1].match_state
        over = replace(stood, phase=Phase.OVER, side=None, roll=None, score=after.score)
        game.steps.append(replace(_step(entry, over), kind=StepKind.RESULT))


def _reseat(game: _Open, after: MatchState) -> None:
    """All that was told of the game is of people who sit otherwise."""
    for index, step in enumerate(game.steps):
        if after.game is None or step.match_state.game is None:
            continue
        stood = replace(after.game, turns=after.game.turns[: len(step.match_state.game.turns)], result=None)
        match_state = replace(
            step.match_state,
            game=stood,
            position=stood.position,
            seating=after.seating,
            fault=None,
            seen=None,
        )
        game.steps[index] = replace(step, match_state=match_state)


def _step(
    entry: LogEntry, match_state: MatchState, references: tuple[Reference, ...] | None = None
) -> StoryStep:
    event = entry.event
    side: Side | None = getattr(event, "side", None)
    kind = _KINDS.get(type(event), StepKind.CORRECTION)
    own = (Reference(entry.seq, entry.wall),) if references is None else references
    return StoryStep(
        kind, entry.seq, event, side, entry.source, EventTime.of(entry), _turns(match_state), match_state, own
    )


def _seen(event: Event, before: MatchState) -> SeenThrow | None:
    """The throw, if it is one of a fair sample, whatever it shows.

    Who begins is none: a tie is thrown again at once, often before it has been seen. Nor is one that was made
    too soon, and stands because the opponent, who saw it, did not object.
    """
    if not isinstance(event, Thrown) or event.inferred or event.opening:
        return None
    premature = before.premature
    if premature is not None and premature.side is event.side and premature.counts is Counts.UNLESS_ASKED:
        return None
    return SeenThrow(_turns(before) + 1, event.side, event.roll.dice)


def _turns(match_state: MatchState) -> int:
    return len(match_state.game.turns) if match_state.game else 0


def _drop(game: _Open, turns: int) -> None:
    """The turns after so many are no part of the record any more."""
    game.steps = [step for step in game.steps if step.kind not in _OF_TURNS or step.turn <= turns]
    game.faulty = {turn for turn in game.faulty if turn <= turns + 1}


def _take_back(game: _Open, before: MatchState, after: MatchState) -> None:
    """What ended the last turn, or the game, is no part of the record any more."""
    if before.game is not None and after.game is not None and before.game.result and not after.game.result:
        game.steps = [step for step in game.steps if step.kind is not StepKind.RESULT]
    _drop(game, _turns(after))
    last, was = after.last_turn, before.last_turn
    is_same = _turns(after) == _turns(before) and isinstance(last, CubeTurn) and isinstance(was, CubeTurn)
    answers = [n for n, step in enumerate(game.steps) if step.kind is StepKind.ANSWER]
    if is_same and answers and last != was:
        del game.steps[answers[-1]]


def _told(number: int, game: Game, told: _Open, match: Match) -> GameTold:
    """A game with its steps as the record has it in the end: plays that were put right
    later are right from the first.
    """
    named = {"white": match.white, "black": match.black}
    steps = tuple(_as_recorded(step, game, named) for step in told.steps)
    faults = {
        number
        for number, turn in enumerate(game.turns, 1)
        if isinstance(turn, CheckerTurn) and turn.fault is not None
    }
    # Numbers that somebody picks are no throws, whatever lay on the board.
    source = getattr(match.rules(game), "source_of_dice", None)
    throws = tuple(told.throws) if source is DiceSource.THROWN else ()
    return GameTold(number, game, steps, frozenset(faults | told.faulty), throws, tuple(told.pauses))


def _as_recorded(step: StoryStep, game: Game, named: dict[str, str]) -> StoryStep:
    match_state = step.match_state
    if (match_state.match.white, match_state.match.black) != (named["white"], named["black"]):
        match_state = replace(match_state, match=replace(match_state.match, **named))  # type: ignore[arg-type]
    if step.kind is StepKind.START:
        match_state = replace(
            match_state, position=game.start, game=replace(game, turns=(), result=None, cube=None)
        )
    turn = game.turns[step.turn - 1] if step.kind is StepKind.TURN and step.turn <= len(game.turns) else None
    if isinstance(turn, CheckerTurn):
        until = replace(game, turns=game.turns[: step.turn], result=None, cube=None)
        match_state = replace(
            match_state,
            position=turn.after,
            fault=turn.fault,
            seen=turn.after if turn.fault else None,
            game=until,
        )
        event = Played(turn.side, turn.roll, turn.play, turn.after, turn.fault, turn.inferred)
        return replace(step, match_state=match_state, event=event, side=turn.side)
    if step.kind is StepKind.RESULT and match_state.game is not None:
        match_state = replace(match_state, game=replace(match_state.game, result=game.result))
    return replace(step, match_state=match_state)
