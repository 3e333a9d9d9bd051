"""A board that does not stand as it should: why, and which boards will do."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from device.status.repair_steps import Ticked, steps, ticked
from engine.board import Evidence, Seating, Side, View
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.plays.legal import completable
from engine.position import Position
from engine.referee.reckoning import faulty_turn
from engine.state.events import (
    Asked,
    ClockTurned,
    Event,
    FaultCleared,
    FlagFell,
    Settled,
    SetupFixed,
    ViewChanged,
)
from engine.state.match_state import MatchState, Phase, rules_now
from engine.state.messages import Command, Look, SetPlay, SetPosition, Undo
from engine.turn.turn_reading import settled_board, shows

MANY = 500
"""Where a turn can pass through more boards than this, only the board before it is what can be gone back to."""
_BESIDE_THE_POINT = (Asked, Settled, ViewChanged, ClockTurned, FlagFell)
"""Events that change nothing about how the board should stand."""


class Why(Enum):
    """Why a board has to be put right."""

    FAULT = "fault"
    SETUP = "setup"
    UNDO = "undo"
    TOLD = "told"


@dataclass(frozen=True, slots=True)
class BoardProblem:
    """A board that does not stand as it should.

    Points are counted as `side` does; any of `boards` will do, the first where several are as near; `seen` is what the
    camera sees, `rows` the list of steps: empty as long as nothing is known to be wrong. `over`: it has been put right.
    """

    why: Why
    side: Side
    boards: tuple[Position, ...]
    seen: Position | None = None
    rows: tuple[Ticked, ...] = ()
    over: bool = False

    @property
    def said(self) -> tuple[Why, Side, tuple[Ticked, ...]]:
        """What of this is told to people."""
        return self.why, self.side, self.rows

    def after_look(self, match_state: MatchState, look: Look) -> "BoardProblem":
        """The same after a look, which counts if the board can be seen in it, and is one that the game is played on."""
        seating, evidence = match_state.seating, look.evidence
        if seating is None or evidence is None or look.view is not View.CLEAR:
            return self
        if evidence.best(None).shape is not rules_now(match_state).shape:
            return self
        return self.looked(match_state, evidence, seating)

    def looked(self, match_state: MatchState, evidence: Evidence, seating: Seating) -> "BoardProblem":
        """The same after one more look at the board: a board that is seen twice running makes the list anew."""
        if self.over:
            return self
        rules = rules_now(match_state)
        seen = settled_board(rules, evidence, seating, self.boards[0])
        nearest = _nearest(self.boards, seen)
        if shows(rules, evidence, nearest, seating):
            seen = nearest
        if seen != self.seen:
            return replace(self, seen=seen)
        return self.listed(match_state, seen)

    def listed(self, match_state: MatchState, seen: Position) -> "BoardProblem":
        """The same with the list that goes with a board as seen."""
        needed = steps(rules_now(match_state), _nearest(self.boards, seen), seen)
        return replace(self, seen=seen, rows=ticked(self.rows, needed), over=not needed)


def board_problem_after(
    before: BoardProblem | None, match_state: MatchState, events: Iterable[Event], command: Command | None
) -> BoardProblem | None:
    """What is wrong with the board after events, which made the match state what it is; `command`: what a
    person said, if that brought them.
    """
    happened = [event for event in events if not isinstance(event, _BESIDE_THE_POINT)]
    if not happened:
        return before
    found = _wanted(match_state, command)
    if found is not None:
        same = before is not None and (before.why, before.boards) == (found.why, found.boards)
        found = before if before is not None and same else found
        seen = match_state.seen if found.why is Why.FAULT else None
        return found if seen is None else found.listed(match_state, seen)
    cleared = all(isinstance(event, FaultCleared | SetupFixed) for event in happened)
    if before is not None and cleared and command is None:
        return replace(before, rows=tuple(replace(row, done=True) for row in before.rows), over=True)
    return None


def _wanted(match_state: MatchState, command: Command | None) -> BoardProblem | None:
    if match_state.position is None or not match_state.playing:
        return None
    side, roll = match_state.side, match_state.roll
    near = Side.WHITE
    if match_state.fault is not None:
        faulty = faulty_turn(match_state)
        before = faulty.before or match_state.position
        return BoardProblem(
            Why.FAULT, faulty.side, _on_the_way(match_state, before, faulty.side, faulty.roll)
        )
    if match_state.setup is not None:
        right = match_state.position.shifted(match_state.setup, rules_now(match_state).start)
        if right is not None:
            return BoardProblem(Why.SETUP, side or near, _on_the_way(match_state, right, side, roll))
    if match_state.phase is Phase.TO_THROW and match_state.last_play is not None:
        # The numbers are those of the play that was put right.
        side = match_state.last_play.side
    if isinstance(command, Undo):
        return BoardProblem(Why.UNDO, side or near, (match_state.position,))
    if isinstance(command, SetPosition | SetPlay):
        return BoardProblem(Why.TOLD, side or near, (match_state.position,))
    return None


def _on_the_way(
    match_state: MatchState, before: Position, side: Side | None, roll: Roll | None
) -> tuple[Position, ...]:
    """The board before a turn, and all others from which it can be played on legally, the fewest moves first."""
    if side is None or (roll is None and not match_state.diceless):
        return (before,)
    try:
        found = completable(rules_now(match_state), before, side, roll)
    except TooManyPlays:
        return (before,)
    if len(found) > MANY:
        return (before,)
    others = sorted(
        (each for each in found if each != before), key=lambda each: (_apart(each, before), str(each))
    )
    return (before, *others)


def _nearest(boards: tuple[Position, ...], seen: Position) -> Position:
    return min(boards, key=lambda each: _apart(each, seen))


def _apart(one: Position, other: Position) -> int:
    """How many checkers stand otherwise, counted twice."""
    there, here = (*one.white, *one.black), (*other.white, *other.black)
    return sum(abs(men - wanted) for men, wanted in zip(there, here, strict=True))
