"""A case before the referee: one message, the ledger as it changes, and the events that come of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import exp

from engine.attention import Attention, Held
from engine.board import CubePlace, Evidence, Seating, Side
from engine.cube import Cube
from engine.dice import Roll
from engine.events import (
    Amended,
    Asked,
    Candidate,
    Cocked,
    Corrected,
    Event,
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    Played,
    Settled,
    Thrown,
)
from engine.explain import explain, likely_play
from engine.fault import Fault
from engine.games import find_game
from engine.ledger import Ledger, Phase, apply
from engine.match import Crawford, Result, crawford_next, match_winner
from engine.play import Play
from engine.position import Position
from engine.reading import ILLEGAL_PRIOR, Reading, Scored
from engine.result import win_of
from engine.tables import TablesGame
from engine.throws import Die, Throw, marked, played_out


@dataclass(slots=True)
class Case:
    """The desk on which the referee works through one message; it lives no longer than that."""

    ledger: Ledger
    attention: Attention
    fresh: bool = True
    events: list[Event] = field(default_factory=list)
    frames: list[int] = field(default_factory=list)

    @property
    def game(self) -> TablesGame:
        """The rules of the game that is played."""
        return find_game(self.ledger.match.game_id)

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

    def forget(self, *subjects: str) -> None:
        """Begin anew with some subjects."""
        self.attention = self.attention.without(*subjects)

    def mark_dice(self, thrown: tuple[Die, ...] = ()) -> None:
        """From now on only `thrown` belong to the throw being played; the others that lie there say nothing."""
        self.attention = replace(self.attention, dice=marked(self.attention.dice, thrown))

    def call_cocked(self, side: Side, throw: Throw, why: str) -> None:
        """A throw does not count; it is kept in mind should it be played all the same."""
        self.happen(Cocked(side, why), max(die.frame for die in throw.dice))
        self.mark_dice()
        self.attention = replace(self.attention, cocked=throw.dice)
        self.forget("throw")

    def start_match(self, length: int) -> None:
        """The next match begins, between the same players."""
        match = self.ledger.match
        crawford = Crawford.PENDING if length > 1 else Crawford.OFF
        self.happen(MatchStarted(match.game_id, length, match.white, match.black, crawford))

    def start_game(
        self, start: Position, seating: Seating, to_play: Side | None = None, frame: int | None = None
    ) -> None:
        """The next game begins, the next match where the last one is won."""
        if self.ledger.winner is not None:
            self.start_match(self.ledger.match.length)
        crawford = self._crawford_next() is Crawford.ACTIVE
        cube = Cube(in_play=self.game.cube and not crawford)
        self.happen(GameStarted(start, seating, crawford, cube, to_play), frame)
        self.forget("throw", "board", "lifted", "cube", "start", "idle")
        cube_seen = self.attention.look.cube if self.attention.look else None
        if cube_seen is not None and cube_seen.place is not CubePlace.CENTRE:
            self.leave_cube()

    def _crawford_next(self) -> Crawford:
        ledger = self.ledger
        if ledger.crawford is Crawford.ACTIVE and ledger.game is not None and ledger.game.result is None:
            # The Crawford game is begun anew, not over.
            return Crawford.ACTIVE
        return crawford_next(ledger.crawford, ledger.match.length, ledger.score)

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

    def play(
        self,
        roll: Roll | None,
        play: Play,
        after: Position,
        fault: Fault | None = None,
        *,
        inferred: bool = False,
        frame: int | None = None,
    ) -> None:
        """The side on turn has played; the game is over if that won it."""
        side = self.ledger.side
        assert side is not None
        self.happen(Played(side, roll, play, after, fault, inferred), frame)
        self.attention = replace(self.attention, cocked=(), dice=played_out(self.attention.dice, side))
        self.forget("throw", "board", "lifted")
        self._end_if_won(after, side)

    def amend(
        self, play: Play, after: Position, roll: Roll | None, fault: Fault | None, frame: int | None = None
    ) -> None:
        """The last play was another one, which may end the game, or mean that it is not over."""
        last = self.ledger.last_play
        assert last is not None
        if self.ledger.phase is Phase.OVER:
            self.happen(Corrected("undo", undo=True), frame)
            self.play(roll, play, after, fault, frame=frame)
            return
        self.happen(Amended(play, after, roll, fault), frame)
        self._end_if_won(after, last.side)

    def _end_if_won(self, after: Position, side: Side) -> None:
        won = win_of(self.game, after, side)
        if won is not None:
            winner, grade, how = won
            self.end_game(Result(winner, grade * self.ledger.cube.value, how))

    def end_game(self, result: Result) -> None:
        """The game is over, and the match where that won it."""
        self.happen(GameOver(result))
        winner = match_winner(self.ledger.match.length, self.ledger.score)
        if winner is not None:
            self.happen(MatchOver(winner))
        self.mark_dice()
        self.forget("throw", "board", "lifted", "cube", "start")

    def throw(
        self, side: Side, roll: Roll, dice: tuple[Die, ...], *, opening: bool, inferred: bool = False
    ) -> None:
        """A throw counts from now on."""
        frame = max((die.frame for die in dice), default=None)
        self.happen(Thrown(side, roll, opening, inferred), frame)
        self.mark_dice(dice)
        self.attention = replace(self.attention, thrown=dice, reread=False, told=False, refused=None)
        self.forget("throw", "board", "lifted", "roll", "seen")

    def accept(self, throw: Throw) -> None:
        """A valid throw that lies on the board counts from now on."""
        assert throw.side is not None and throw.roll is not None and self.ledger.game is not None
        opening = not self.ledger.game.turns and self.ledger.side is None
        self.throw(throw.side, throw.roll, throw.dice, opening=opening)

    def explained(self, before: Position, side: Side, roll: Roll, seen: Position) -> tuple[Play, Fault]:
        """The play that an illegal board seems to come from, and its fault."""
        return likely_play(self.game, before, side, seen, roll), explain(self.game, before, side, roll, seen)

    def ask(self, what: str, side: Side | None, candidates: tuple[Candidate, ...]) -> None:
        """Put a question to the people at the table."""
        self.happen(Asked(self.ledger.asked + 1, what, side, candidates))

    def settle(self, what: str) -> None:
        """The board itself has answered the questions about something."""
        for question in self.ledger.questions:
            if question.what == what:
                self.happen(Settled(question.number, None))


def candidates(
    case: Case, reading: Reading, before: Position, side: Side, roll: Roll
) -> tuple[Candidate, ...]:
    """The two likeliest readings of a turn, the likelier first, with weights that add up to 1."""
    scores: list[tuple[float, Scored | None]] = [(scored.score, scored) for scored in reading.legal[:2]]
    if all(scored.outcome.position != reading.seen for scored in reading.legal):
        scores.append((reading.open_score - ILLEGAL_PRIOR, None))
    scores.sort(key=lambda pair: -pair[0])
    top = scores[:2]
    total = sum(exp(score - top[0][0]) for score, _ in top)
    found = []
    for score, scored in top:
        weight = exp(score - top[0][0]) / total
        if scored is None:
            play = likely_play(case.game, before, side, reading.seen, roll)
            found.append(Candidate(roll, play, reading.seen, False, weight))
        else:
            found.append(Candidate(roll, scored.outcome.play, scored.outcome.position, True, weight))
    return tuple(found)
