"""The notice: what is pinned up for pages and lamps, an immutable picture of where the match stands."""

from dataclasses import dataclass

from device.says import camera_sentence, cocked_sentence, cube_sentence, name_of, question_sentence, status
from engine.board import BAR, OFF, POINTS, Seating, Side, View
from engine.cube import Cube
from engine.dice import Roll
from engine.fault import Fault
from engine.games import find_game
from engine.ledger import Ledger, Phase, Question
from engine.match import Crawford, Result, Score
from engine.notation import play_text
from engine.play import Move
from engine.position import Position
from engine.wording import Names, sentence

Json = dict[str, object]
"""An object of JSON, on its way out."""


@dataclass(frozen=True, slots=True)
class MatchShown:
    """The match: its number on this table, its length (0: single games), the players' names, Crawford, the winner."""

    number: int
    length: int
    white: str
    black: str
    crawford: Crawford
    winner: Side | None

    def as_json(self) -> Json:
        """The `match` of a notice."""
        return {
            "number": self.number,
            "length": self.length,
            "white": self.white,
            "black": self.black,
            "crawford": self.crawford.value,
            "winner": _letter(self.winner),
        }


@dataclass(frozen=True, slots=True)
class GameShown:
    """The game: its number in the match (0: none yet), which of the games it is, what is waited for, its result.

    `men`: the checkers that each side has.
    """

    number: int
    id: str
    phase: Phase
    result: Result | None
    men: int

    def as_json(self) -> Json:
        """The `game` of a notice."""
        result = self.result
        return {
            "number": self.number,
            "id": self.id,
            "phase": self.phase.value,
            "result": result and {"winner": result.winner.value, "points": result.points, "how": result.how},
            "men": self.men,
        }


@dataclass(frozen=True, slots=True)
class PlayShown:
    """The last play: whose, with which throw, how it is written; `illegal` is a sentence where it broke the rules."""

    side: Side
    roll: Roll | None
    notation: str
    moves: tuple[Move, ...]
    illegal: str | None
    inferred: bool

    def as_json(self) -> Json:
        """The `last_play` of a notice."""
        return {
            "side": self.side.value,
            "roll": _dice(self.roll),
            "notation": self.notation,
            "moves": [[move.origin, move.target] for move in self.moves],
            "illegal": self.illegal,
            "inferred": self.inferred,
        }


@dataclass(frozen=True, slots=True)
class FaultShown:
    """What is wrong with the board: the rule, a sentence, the points concerned in White's numbering.

    `provisional`: the turn has not ended yet, so that it can still be put right.
    """

    side: Side
    rule: str
    text: str
    points: tuple[int, ...]
    provisional: bool

    def as_json(self) -> Json:
        """The `fault` of a notice."""
        return {
            "side": self.side.value,
            "rule": self.rule,
            "text": self.text,
            "points": list(self.points),
            "provisional": self.provisional,
        }


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """One of the answers to a question: the board it means, the play and throw that lead there, a line of text."""

    position: Position
    notation: str | None
    roll: Roll | None
    legal: bool
    text: str

    def as_json(self) -> Json:
        """One of the `candidates` of a question."""
        return {
            "position": position_json(self.position),
            "notation": self.notation,
            "roll": _dice(self.roll),
            "legal": self.legal,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """The question that the people are asked now; its candidates are numbered from 0, the likeliest first.

    `of_last_play`: it doubts how the last turn was played, and no turn has been played since.
    """

    number: int
    text: str
    candidates: tuple[ChoiceShown, ...]
    of_last_play: bool

    def as_json(self) -> Json:
        """The `question` of a notice."""
        return {
            "number": self.number,
            "text": self.text,
            "candidates": [candidate.as_json() for candidate in self.candidates],
        }


@dataclass(frozen=True, slots=True)
class CameraShown:
    """What the camera can see of the board, in one word and one sentence."""

    view: View
    text: str

    def as_json(self) -> Json:
        """The `camera` of a notice."""
        return {"view": self.view.value, "text": self.text}


@dataclass(frozen=True, slots=True)
class Notice:
    """Everything that a page or a lamp needs to know, at one moment.

    `seq` changes with every change of the notice and grows while a service runs. `seen` is the faulty board where
    there is a `fault`. `question` is the latest of the `questions` still open. `clock` stays None until a game is
    played with one. `trouble` is a sentence about the service itself, which is then also what `says` says.
    """

    table: str
    seq: int
    match: MatchShown
    game: GameShown
    position: Position | None
    seen: Position | None
    seating: Seating | None
    to_play: Side | None
    roll: Roll | None
    cube: Cube
    score: Score
    last_play: PlayShown | None
    says: str
    fault: FaultShown | None
    cocked: str | None
    cube_fault: str | None
    question: QuestionShown | None
    questions: int
    camera: CameraShown
    clock: None = None
    trouble: str | None = None

    def as_json(self) -> Json:
        """The notice as `GET /api/state` and the event stream give it."""
        seating = self.seating
        return {
            "table": self.table,
            "seq": self.seq,
            "match": self.match.as_json(),
            "game": self.game.as_json(),
            "position": position_json(self.position),
            "seen": position_json(self.seen),
            "seating": seating and {"near": seating.near.value, "home_right": seating.home_right},
            "to_play": _letter(self.to_play),
            "roll": _dice(self.roll),
            "cube": {
                "value": self.cube.value,
                "owner": _letter(self.cube.owner),
                "offered_by": _letter(self.cube.offered_by),
                "in_play": self.cube.in_play,
            },
            "score": {"W": self.score.white, "B": self.score.black},
            "last_play": self.last_play and self.last_play.as_json(),
            "says": self.says,
            "fault": self.fault and self.fault.as_json(),
            "cocked": self.cocked,
            "cube_fault": self.cube_fault,
            "question": self.question and self.question.as_json(),
            "questions": self.questions,
            "clock": self.clock,
            "camera": self.camera.as_json(),
        }


def position_json(position: Position | None) -> Json | None:
    """A position for a page: its text, and what stands where in White's own numbering."""
    if position is None:
        return None
    white, black = position.white, position.black
    return {
        "text": str(position),
        "points": {str(point): {"W": white[point], "B": black[25 - point]} for point in POINTS},
        "bar": {"W": white[BAR], "B": black[BAR]},
        "off": {"W": white[OFF], "B": black[OFF]},
        "pips": {"W": position.pip_count(Side.WHITE), "B": position.pip_count(Side.BLACK)},
    }


def notice_of(
    ledger: Ledger,
    table: str = "1",
    *,
    seq: int | None = None,
    trouble: str | None = None,
    camera: str | None = None,
) -> Notice:
    """The notice that says where a ledger stands.

    `seq` is the ledger's own unless given; `trouble` is a sentence about the service itself, which comes before
    anything that the referee has to say; `camera` replaces the sentence about the camera.
    """
    question = _question(ledger, ledger.questions[-1]) if ledger.questions else None
    fault = _fault(ledger)
    game = ledger.game
    return Notice(
        table=table,
        seq=ledger.seq if seq is None else seq,
        match=MatchShown(
            ledger.match_number,
            ledger.match.length,
            name_of(ledger, Side.WHITE),
            name_of(ledger, Side.BLACK),
            ledger.crawford,
            ledger.winner,
        ),
        game=GameShown(
            len(ledger.record.games),
            ledger.match.game_id,
            ledger.phase,
            game.result if game else None,
            find_game(ledger.match.game_id).men,
        ),
        position=ledger.position,
        seen=ledger.seen,
        seating=ledger.seating,
        to_play=ledger.side,
        roll=ledger.roll,
        cube=ledger.cube,
        score=ledger.score,
        last_play=_last_play(ledger),
        says=trouble or status(ledger, fault.text if fault else None, camera),
        fault=fault,
        cocked=ledger.cocked and cocked_sentence(ledger.cocked),
        cube_fault=ledger.cube_fault and cube_sentence(ledger.cube_fault),
        question=question,
        questions=len(ledger.questions),
        camera=CameraShown(ledger.view, camera or camera_sentence(ledger.view)),
        trouble=trouble,
    )


def _letter(side: Side | None) -> str | None:
    return side.value if side else None


def _dice(roll: Roll | None) -> list[int] | None:
    return list(roll.dice) if roll else None


def _sentence(ledger: Ledger, fault: Fault) -> str:
    return sentence(fault, Names(name_of(ledger, Side.WHITE), name_of(ledger, Side.BLACK)))


def _last_play(ledger: Ledger) -> PlayShown | None:
    turn = ledger.last_play
    if turn is None:
        return None
    illegal = _sentence(ledger, turn.fault) if turn.fault else None
    return PlayShown(turn.side, turn.roll, play_text(turn.play), turn.play.moves, illegal, turn.inferred)


def _fault(ledger: Ledger) -> FaultShown | None:
    fault = ledger.fault
    if fault is None:
        return None
    last = ledger.last_play
    stands = last is not None and last.fault == fault and ledger.phase is not Phase.TO_MOVE
    side = last.side if last and ledger.phase is not Phase.TO_MOVE else ledger.side or Side.WHITE
    return FaultShown(side, fault.rule, _sentence(ledger, fault), _for_white(fault, side), not stands)


def _for_white(fault: Fault, side: Side) -> tuple[int, ...]:
    if side is Side.WHITE:
        return fault.points
    return tuple(point if point in (OFF, BAR) else 25 - point for point in fault.points)


def _question(ledger: Ledger, question: Question) -> QuestionShown:
    choices = []
    for candidate in question.candidates:
        notation = play_text(candidate.play) if candidate.play else None
        text = (notation or "no play") if candidate.play else str(candidate.position)
        if candidate.roll:
            text += f" with {candidate.roll}"
        if not candidate.legal:
            text += " (illegal)"
        choices.append(ChoiceShown(candidate.position, notation, candidate.roll, candidate.legal, text))
    turns = len(ledger.game.turns) if ledger.game else 0
    of_last_play = question.what in ("play", "roll") and question.turns == turns > 0
    return QuestionShown(question.number, question_sentence(ledger, question), tuple(choices), of_last_play)
