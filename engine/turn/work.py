"""A hearing: one message before the referee, the ledger as it changes, and the events that come of it."""

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
from engine.state.match_state import Ledger
from engine.state.reducer import apply
from engine.turn.appearance import seen_as
from engine.turn.throws import FollowedDie, Throw, told_apart
from engine.turn.tracker import Attention, Held


@dataclass(slots=True)
class Hearing:
    """What lies before the referee while he works through one message, and what he keeps in mind; it lives no longer than that."""

    ledger: Ledger
    attention: Attention
    fresh: bool = True
    events: list[Event] = field(default_factory=list)
    frames: list[int] = field(default_factory=list)

    @property
    def game(self) -> Rules:
        """The rules of the game that is played, or has been; before the first, of that."""
        return rules_now(self.ledger)

    @property
    def terms(self) -> Terms:
        """What the players agreed on for this match."""
        return self.ledger.match.terms

    @property
    def profile(self) -> Profile:
        """How this match is refereed."""
        return self.ledger.profile

    @property
    def position(self) -> Position:
        """The board as believed after the last play."""
        assert self.ledger.position is not None
        return self.ledger.position

    @property
    def seating(self) -> Seating:
        """Who sits where, with which checkers."""
        return self.ledger.seating or Seating(self.attention.near)

    @property
    def evidence(self) -> Evidence:
        """What the last clear look says of the board."""
        assert self.attention.look is not None and self.attention.look.evidence is not None
        return self.attention.look.evidence

    def likelihood(self, position: Position) -> float:
        """The log-likelihood of the last clear look, were the board so."""
        return self.evidence.log_likelihood(seen_as(self.game, position, self.seating))

    def happen(self, event: Event, frame: int | None = None) -> None:
        """Something has happened, first seen on `frame` (by default the present one)."""
        frame = self.attention.frame if frame is None else frame
        self.events.append(event)
        self.frames.append(frame)
        self.ledger = apply(self.ledger, event, frame)

    def hold(self, subject: str, what: object) -> Held:
        """Take note of what is seen of a subject now."""
        self.attention = self.attention.holding(subject, what, self.fresh)
        held = self.attention.of(subject)
        assert held is not None
        return held

    def seen_throw(self, side: Side | None) -> Throw:
        """What the dice that lie there amount to under the profile when `side` is to throw; None: the opening throw."""
        return self.attention.throw(side, self.profile.throws, self.game.dice)

    def sight(self, throw: Throw) -> Held:
        """Take note of a throw on the board, and of the look at which it is first seen."""
        held = self.hold("throw", throw.key)
        if held.looks == 1 and self.fresh:
            self.attention = replace(self.attention, sighted=self.attention.look)
        return held

    @contextmanager
    def looking_back(self) -> Iterator[None]:
        """Judge the board as it was when the throw that lies there was first seen: hands may have moved on since."""
        now = self.attention.look
        self.attention = replace(self.attention, look=self.attention.sighted or now)
        yield
        self.attention = replace(self.attention, look=now)

    def keep(self, subject: str, held: Held) -> None:
        """Go on with a subject where it was, though it has been begun anew since."""
        self.forget(subject)
        self.attention = replace(self.attention, held=(*self.attention.held, (subject, held)))

    def recognise(self) -> None:
        """The board is seen as the record has it: no turn has been missed."""
        self.attention = replace(self.attention, blind=0.0)

    def forget(self, *subjects: str) -> None:
        """Begin anew with some subjects."""
        self.attention = self.attention.without(*subjects)

    def mark_dice(self, thrown: tuple[FollowedDie, ...] = ()) -> None:
        """From now on only `thrown` belong to the throw being played; the others that lie there say nothing."""
        self.attention = replace(self.attention, dice=told_apart(self.attention.dice, thrown))

    def cube_is_idle(self, place: CubePlace) -> bool:
        """Whether the cube still lies where it was left without meaning anything."""
        idle = self.attention.of("idle")
        if idle is not None and idle.what == place:
            return True
        self.forget("idle")
        return False

    def leave_cube(self) -> None:
        """The cube lies where it means nothing any more; until it is moved, it still does not."""
        seen = self.attention.look.cube if self.attention.look else None
        self.forget("cube", "idle")
        if seen is not None:
            self.hold("idle", seen.place)

    def explained(
        self, before: Position, side: Side, roll: Roll | None, seen: Position
    ) -> tuple[Play, Fault]:
        """The play that an illegal board seems to come from, and its fault."""
        return likely_play(self.game, before, side, seen, roll), explain(self.game, before, side, roll, seen)
