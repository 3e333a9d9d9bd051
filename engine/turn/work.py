"""A context: one message before the referee, the match state as it changes, and the events that come of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from engine.board import CubePlace, Evidence, Seating, Side
from engine.dice import Roll
from engine.fault import Fault
from engine.faults.explain import explain, likely_play
from engine.match.terms import Terms
from engine.play import Play
from engine.position import Position
from engine.profile import Profile
from engine.rules import Rules
from engine.state.beginning import rules_now
from engine.state.events import Event
from engine.state.match_state import MatchState
from engine.state.reducer import reduce
from engine.turn.appearance import seen_as
from engine.turn.throws import FollowedDie, Throw, told_apart
from engine.turn.tracker import Held, TurnTracker


@dataclass(slots=True)
class TurnWork:
    """What lies before the referee while he works through one message, and what he keeps in mind; it lives no longer than that."""

    match_state: MatchState
    tracker: TurnTracker
    fresh: bool = True
    events: list[Event] = field(default_factory=list)
    frames: list[int] = field(default_factory=list)

    @property
    def game(self) -> Rules:
        """The rules of the game that is played, or has been; before the first, of that."""
        return rules_now(self.match_state)

    @property
    def terms(self) -> Terms:
        """What the players agreed on for this match."""
        return self.match_state.match.terms

    @property
    def profile(self) -> Profile:
        """How this match is refereed."""
        return self.match_state.profile

    @property
    def position(self) -> Position:
        """The board as believed after the last play."""
        assert self.match_state.position is not None
        return self.match_state.position

    @property
    def seating(self) -> Seating:
        """Who sits where, with which checkers."""
        return self.match_state.seating or Seating(self.tracker.near)

    @property
    def evidence(self) -> Evidence:
        """What the last clear look says of the board."""
        assert self.tracker.look is not None and self.tracker.look.evidence is not None
        return self.tracker.look.evidence

    def likelihood(self, position: Position) -> float:
        """The log-likelihood of the last clear look, were the board so."""
        return self.evidence.log_likelihood(seen_as(self.game, position, self.seating))

    def happen(self, event: Event, frame: int | None = None) -> None:
        """Something has happened, first seen on `frame` (by default the present one)."""
        frame = self.tracker.frame if frame is None else frame
        self.events.append(event)
        self.frames.append(frame)
        self.match_state = reduce(self.match_state, event, frame)

    def hold(self, subject: str, what: object) -> Held:
        """Take note of what is seen of a subject now."""
        self.tracker = self.tracker.holding(subject, what, self.fresh)
        held = self.tracker.of(subject)
        assert held is not None
        return held

    def seen_throw(self, side: Side | None) -> Throw:
        """What the dice that lie there amount to under the profile when `side` is to throw; None: the opening throw."""
        return self.tracker.throw(side, self.profile.throws, self.game.dice)

    def sight(self, throw: Throw) -> Held:
        """Take note of a throw on the board, and of the look at which it is first seen."""
        held = self.hold("throw", throw.key)
        if held.looks == 1 and self.fresh:
            self.tracker = replace(self.tracker, sighted=self.tracker.look)
        return held

    @contextmanager
    def looking_back(self) -> Iterator[None]:
        """Judge the board as it was when the throw that lies there was first seen: hands may have moved on since."""
        now = self.tracker.look
        self.tracker = replace(self.tracker, look=self.tracker.sighted or now)
        yield
        self.tracker = replace(self.tracker, look=now)

    def keep(self, subject: str, held: Held) -> None:
        """Go on with a subject where it was, though it has been begun anew since."""
        self.forget(subject)
        self.tracker = replace(self.tracker, held=(*self.tracker.held, (subject, held)))

    def recognise(self) -> None:
        """The board is seen as the record has it: no turn has been missed."""
        self.tracker = replace(self.tracker, blind=0.0)

    def forget(self, *subjects: str) -> None:
        """Begin anew with some subjects."""
        self.tracker = self.tracker.without(*subjects)

    def mark_dice(self, thrown: tuple[FollowedDie, ...] = ()) -> None:
        """From now on only `thrown` belong to the throw being played; the others that lie there say nothing."""
        self.tracker = replace(self.tracker, dice=told_apart(self.tracker.dice, thrown))

    def cube_is_idle(self, place: CubePlace) -> bool:
        """Whether the cube still lies where it was left without meaning anything."""
        idle = self.tracker.of("idle")
        if idle is not None and idle.what == place:
            return True
        self.forget("idle")
        return False

    def leave_cube(self) -> None:
        """The cube lies where it means nothing any more; until it is moved, it still does not."""
        seen = self.tracker.look.cube if self.tracker.look else None
        self.forget("cube", "idle")
        if seen is not None:
            self.hold("idle", seen.place)

    def explained(
        self, before: Position, side: Side, roll: Roll | None, seen: Position
    ) -> tuple[Play, Fault]:
        """The play that an illegal board seems to come from, and its fault."""
        return likely_play(self.game, before, side, seen, roll), explain(self.game, before, side, roll, seen)
