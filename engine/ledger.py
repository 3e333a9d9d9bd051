"""The ledger: the referee's whole state, which is the fold of the events so far."""

from dataclasses import dataclass, field, replace
from enum import Enum

from engine.board import Seating, Side, View
from engine.cube import Cube, CubeAction
from engine.dice import Roll
from engine.events import (
    Amended,
    Asked,
    Candidate,
    Cocked,
    Conceded,
    Corrected,
    CubeFault,
    Doubled,
    Event,
    FaultCleared,
    FaultSeen,
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    Played,
    Settled,
    Taken,
    Thrown,
    Tied,
    ViewChanged,
)
from engine.fault import Fault
from engine.match import CheckerTurn, Crawford, CubeTurn, Game, Match, Score, Turn, crawford_next
from engine.position import Position


class Phase(Enum):
    """What the referee waits for."""

    NO_GAME = "no game"
    TO_THROW = "to throw"
    TO_MOVE = "to move"
    DOUBLED = "doubled"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt that the people at the table are asked to settle; `turns`: how many turns the game had when it arose."""

    number: int
    what: str
    side: Side | None
    candidates: tuple[Candidate, ...]
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Ledger:
    """All that the referee knows.

    `position` is the board as believed after the last finished play; `side` is whose turn it is (None before the
    opening throw); `roll` is the throw being played; `seen` is the faulty board where `fault` is set. `cocked` is
    why the throw that lies there does not count.
    """

    match: Match
    score: Score = field(default_factory=Score)
    crawford: Crawford = Crawford.PENDING
    phase: Phase = Phase.NO_GAME
    seating: Seating | None = None
    position: Position | None = None
    side: Side | None = None
    roll: Roll | None = None
    cube: Cube = field(default_factory=Cube)
    game: Game | None = None
    fault: Fault | None = None
    seen: Position | None = None
    cocked: str | None = None
    cube_fault: str | None = None
    questions: tuple[Question, ...] = ()
    asked: int = 0
    view: View = View.CLEAR
    winner: Side | None = None
    match_number: int = 0
    frame: int = 0
    seq: int = 0

    @property
    def last_turn(self) -> Turn | None:
        """The last turn of the game being played, if there is one."""
        return self.game.turns[-1] if self.game and self.game.turns else None

    @property
    def last_play(self) -> CheckerTurn | None:
        """The last turn, if it was a play of checkers."""
        turn = self.last_turn
        return turn if isinstance(turn, CheckerTurn) else None

    @property
    def position_before(self) -> Position | None:
        """The position that the last turn started from."""
        if self.game is None:
            return None
        if self.last_play is not None and self.last_play.before is not None:
            return self.last_play.before
        plays = [turn.after for turn in self.game.turns[:-1] if isinstance(turn, CheckerTurn)]
        return plays[-1] if plays else self.game.start

    @property
    def record(self) -> Match:
        """The match as recorded so far, the game being played included."""
        games = self.match.games if self.game is None else (*self.match.games, self.game)
        return replace(self.match, games=games)


def new_ledger(match: Match) -> Ledger:
    """The ledger before anything has happened."""
    return Ledger(match)


def apply(ledger: Ledger, event: Event, frame: int = 0) -> Ledger:
    """The ledger after an event; never fails on an event that the referee made."""
    ledger = replace(ledger, seq=ledger.seq + 1, frame=frame or ledger.frame)
    match event:
        case MatchStarted():
            match = Match(event.length, event.white, event.black, (), event.game_id)
            return Ledger(
                match, crawford=event.crawford, view=ledger.view, seating=ledger.seating, asked=ledger.asked,
                match_number=ledger.match_number + 1, frame=ledger.frame, seq=ledger.seq,
            )  # fmt: skip
        case GameStarted():
            return _game_started(ledger, event)
        case Tied():
            return replace(ledger, cocked="tie")
        case Thrown():
            return replace(
                ledger,
                phase=Phase.TO_MOVE,
                side=event.side,
                roll=event.roll,
                cocked=None,
                fault=None,
                seen=None,
            )
        case Cocked():
            return replace(ledger, cocked=event.why)
        case Played():
            turn = CheckerTurn(
                event.side, event.roll, event.play, event.after, event.fault, event.inferred, ledger.frame,
                ledger.position,
            )  # fmt: skip
            return replace(
                _with_turn(ledger, turn), phase=Phase.TO_THROW, side=event.side.other, roll=None,
                position=event.after, fault=event.fault, seen=event.after if event.fault else None, cocked=None,
            )  # fmt: skip
        case Amended():
            return _amended(ledger, event)
        case FaultSeen():
            return replace(ledger, fault=event.fault, seen=event.seen)
        case FaultCleared():
            return replace(ledger, fault=None, seen=None)
        case Doubled():
            turn_of_cube = CubeTurn(event.side, event.value, None, ledger.frame)
            return replace(
                _with_turn(ledger, turn_of_cube), phase=Phase.DOUBLED, side=event.side,
                cube=ledger.cube.offered(event.side), cube_fault=None,
            )  # fmt: skip
        case Taken():
            return replace(
                _answered(ledger, CubeAction.TAKE),
                phase=Phase.TO_THROW,
                cube=ledger.cube.taken(),
                cube_fault=None,
            )
        case CubeFault():
            return replace(ledger, cube_fault=event.why)
        case GameOver():
            return _game_over(ledger, event)
        case Conceded():
            return _conceded(ledger, event)
        case MatchOver():
            return replace(ledger, winner=event.winner)
        case Asked():
            turns = len(ledger.game.turns) if ledger.game else 0
            question = Question(event.question, event.what, event.side, event.candidates, turns)
            return replace(ledger, questions=(*ledger.questions, question), asked=event.question)
        case Settled():
            left = tuple(question for question in ledger.questions if question.number != event.question)
            return replace(ledger, questions=left)
        case ViewChanged():
            return replace(ledger, view=event.view)
        case Corrected():
            return _corrected(ledger, event)


def _game_started(ledger: Ledger, event: GameStarted) -> Ledger:
    games = ledger.match.games
    # Who gave the last game up is asked as the next one begins; every other doubt is over with its game.
    questions = tuple(question for question in ledger.questions if question.what == "resigned")
    if ledger.game is not None:
        games = (*games, ledger.game)
    game = Game(event.start, ledger.score, event.crawford)
    expired = Crawford.EXPIRED if ledger.crawford is Crawford.ACTIVE else ledger.crawford
    return replace(
        ledger, match=replace(ledger.match, games=games), game=game, seating=event.seating, position=event.start,
        phase=Phase.TO_THROW, side=event.to_play, roll=None, cube=event.cube, fault=None, seen=None, cocked=None,
        cube_fault=None, questions=questions, crawford=Crawford.ACTIVE if event.crawford else expired,
    )  # fmt: skip


def _with_turn(ledger: Ledger, turn: Turn) -> Ledger:
    assert ledger.game is not None
    return replace(ledger, game=replace(ledger.game, turns=(*ledger.game.turns, turn)))


def _answered(ledger: Ledger, answer: CubeAction) -> Ledger:
    assert ledger.game is not None
    turns = list(ledger.game.turns)
    for index in range(len(turns) - 1, -1, -1):
        turn = turns[index]
        if isinstance(turn, CubeTurn) and turn.answer is None:
            turns[index] = replace(turn, answer=answer)
            break
    return replace(ledger, game=replace(ledger.game, turns=tuple(turns)))


def _amended(ledger: Ledger, event: Amended) -> Ledger:
    assert ledger.game is not None
    last = ledger.game.turns[-1]
    assert isinstance(last, CheckerTurn)
    turn = replace(
        last, play=event.play, after=event.after, roll=event.roll, fault=event.fault, inferred=event.inferred
    )
    game = replace(ledger.game, turns=(*ledger.game.turns[:-1], turn))
    return replace(
        ledger, game=game, position=event.after, fault=event.fault, seen=event.after if event.fault else None
    )


def _game_over(ledger: Ledger, event: GameOver) -> Ledger:
    assert ledger.game is not None
    if event.result.how == "passed":
        ledger = _answered(ledger, CubeAction.PASS)
    assert ledger.game is not None
    score = ledger.score.plus(event.result.winner, event.result.points)
    game = replace(ledger.game, result=event.result)
    return replace(
        ledger, game=game, score=score, phase=Phase.OVER, side=None, roll=None, cocked=None, fault=None, seen=None,
        cube_fault=None, cube=replace(ledger.cube, offered_by=None),
    )  # fmt: skip


def _conceded(ledger: Ledger, event: Conceded) -> Ledger:
    assert ledger.match.games and ledger.game is not None
    score = ledger.score.plus(event.result.winner, event.result.points)
    games = (*ledger.match.games[:-1], replace(ledger.match.games[-1], result=event.result))
    ledger = replace(ledger, match=replace(ledger.match, games=games), score=score)
    game = replace(ledger.game, score=score) if ledger.game else None
    if game is not None and crawford_next(ledger.crawford, ledger.match.length, score) is Crawford.ACTIVE:
        # Had it been known in time, this game would have begun without the cube.
        cube = replace(ledger.cube, in_play=False)
        return replace(ledger, game=replace(game, crawford=True), crawford=Crawford.ACTIVE, cube=cube)
    return replace(ledger, game=game)


def _corrected(ledger: Ledger, event: Corrected) -> Ledger:
    if event.undo:
        return _undone(ledger)
    changes = {
        name: value
        for name, value in (
            ("score", event.score), ("cube", event.cube), ("seating", event.seating), ("position", event.position),
        )
        if value is not None
    }  # fmt: skip
    if event.cube is not None and ledger.phase is Phase.DOUBLED:
        # The double stays on offer, whatever is put right of the cube.
        changes["cube"] = replace(event.cube, offered_by=ledger.cube.offered_by)
    ledger = replace(ledger, **changes)  # type: ignore[arg-type]
    if event.score is not None and ledger.game is not None and ledger.game.result is None:
        ledger = replace(ledger, game=replace(ledger.game, score=event.score))
    if event.names is not None:
        white, black = event.names
        ledger = replace(ledger, match=replace(ledger.match, white=white, black=black))
    if event.roll is not None:
        ledger = replace(ledger, roll=event.roll, phase=Phase.TO_MOVE)
    if event.to_play is not None:
        ledger = replace(_without_open_double(ledger), side=event.to_play)
        if event.roll is None:
            ledger = replace(ledger, phase=Phase.TO_THROW, roll=None)
    if event.position is not None or event.to_play is not None or event.roll is not None:
        ledger = replace(ledger, fault=None, seen=None, cocked=None)
    return ledger


def _without_open_double(ledger: Ledger) -> Ledger:
    last = ledger.last_turn
    if ledger.game is None or not isinstance(last, CubeTurn) or last.answer is not None:
        return ledger
    game = replace(ledger.game, turns=ledger.game.turns[:-1])
    return replace(ledger, game=game, cube=replace(ledger.cube, offered_by=None))


def _undone(ledger: Ledger) -> Ledger:
    """The last thing that ended a turn, or the game, is taken back."""
    game = ledger.game
    if game is None:
        return ledger
    score = game.score if game.result is not None else ledger.score
    if game.result is not None and game.result.how == "resigned":
        side = ledger.last_turn.side.other if ledger.last_turn else None
        return replace(
            ledger, game=replace(game, result=None), score=score, winner=None, phase=Phase.TO_THROW, side=side,
            roll=None,
        )  # fmt: skip
    before, last = ledger.position_before, ledger.last_turn
    if before is None or last is None:
        return ledger
    questions = tuple(question for question in ledger.questions if question.turns != len(game.turns))
    ledger = replace(
        ledger, game=replace(game, turns=game.turns[:-1], result=None), score=score, winner=None, side=last.side,
        fault=None, seen=None, cocked=None, questions=questions,
    )  # fmt: skip
    if isinstance(last, CubeTurn):
        owner = last.side if last.value > 2 else None
        return replace(ledger, phase=Phase.TO_THROW, roll=None, cube=Cube(last.value // 2, owner))
    phase = Phase.TO_MOVE if last.roll is not None else Phase.TO_THROW
    return replace(ledger, phase=phase, roll=last.roll, position=before)
