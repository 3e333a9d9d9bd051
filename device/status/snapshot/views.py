"""The parts of a snapshot: match, game, fault, question and the rest, each as it is shown and as JSON."""

from dataclasses import dataclass

from device.status.repair.misplaced import Places
from device.status.snapshot.board_view import SquaresView, position_json, seating_json, tables_json
from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.match.match import Crawford, Result
from engine.match.terms import USUAL_TERMS, Terms
from engine.match_format import BACKGAMMON_ONLY, MatchFormat
from engine.position import Position
from engine.rules import Rules
from engine.state.match_state import Phase
from engine.state.retention import Retention

Json = dict[str, object]
"""An object of JSON, on its way out."""

_BACKGAMMON = find_game("backgammon")


@dataclass(frozen=True, slots=True)
class MatchView:
    """The match: its number on this table, its length (0: single games), the players' names, Crawford, the winner.

    `agreed` is the games that are played in it, `terms` what else was agreed on; `kept` what of it is kept
    once it is over, `kept_says` that in a sentence where it is not everything.
    """

    number: int
    length: int
    white: str
    black: str
    crawford: Crawford
    winner: Side | None
    agreed: MatchFormat = BACKGAMMON_ONLY
    terms: Terms = USUAL_TERMS
    kept: Retention = Retention.FULL
    kept_says: str | None = None

    def as_json(self) -> Json:
        """The `match` of a snapshot."""
        return {
            "number": self.number,
            "length": self.length,
            "white": self.white,
            "black": self.black,
            "crawford": self.crawford.value,
            "winner": letter(self.winner),
            "programme": {
                "id": self.agreed.id,
                "games": [each.game_id for each in self.agreed.games],
                "decider": self.agreed.decider and self.agreed.decider.game_id,
            },
            "terms": self.terms.values,
            "kept": self.kept.value,
            "kept_says": self.kept_says,
        }


@dataclass(frozen=True, slots=True)
class GameView:
    """The game: its number in the match (0: none yet), which of the games it is, what is waited for, its result.

    `phase` is None where the referee keeps silent; `men`: the checkers that each side has, at most; `name`:
    what the game is called; `squares`: its board, where that is one of squares; `rules`: how it is played;
    `turns`: how many of them have been recorded.
    """

    number: int
    id: str
    phase: Phase | None
    result: Result | None
    men: int
    name: str = "Backgammon"
    squares: SquaresView | None = None
    rules: Rules = _BACKGAMMON
    turns: int = 0

    def as_json(self) -> Json:
        """The `game` of a snapshot."""
        result = self.result
        return {
            "number": self.number,
            "id": self.id,
            "name": self.name,
            "phase": self.phase and self.phase.value,
            "result": result
            and {"winner": letter(result.winner), "points": result.points, "how": result.how},
            "men": self.men,
            "turns": self.turns,
            "squares": self.squares and self.squares.as_json(),
            **tables_json(self.rules if self.squares is None else self.squares.rules),
        }


@dataclass(frozen=True, slots=True)
class FaultView:
    """What is wrong with the board: the rule, a sentence, the points concerned in White's numbering, or the squares.

    `provisional`: the turn has not ended yet, so that it can still be put right. Beside the nearest legal
    play, where one is known, a checker too many stands on the points `stands`, and one is missing on the
    points `should`. `told` is the sentence below a heading that says already that the play is not legal.
    """

    side: Side
    rule: str
    text: str
    points: Places
    provisional: bool
    stands: Places = ()
    should: Places = ()
    told: str = ""

    def as_json(self) -> Json:
        """The `fault` of a snapshot."""
        return {
            "side": self.side.value,
            "rule": self.rule,
            "text": self.text,
            "told": self.told or self.text,
            "points": list(self.points),
            "provisional": self.provisional,
            "stands": list(self.stands),
            "should": list(self.should),
        }


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One of the answers to a question: the board it means, the play and throw that lead there, a line of
    text; the seating, if that is asked.
    """

    position: Position
    notation: str | None
    roll: Roll | None
    legal: bool
    text: str
    rules: Rules = _BACKGAMMON
    seating: Seating | None = None

    def as_json(self) -> Json:
        """One of the `candidates` of a question."""
        return {
            "position": position_json(self.position, self.rules),
            "notation": self.notation,
            "roll": dice(self.roll),
            "legal": self.legal,
            "text": self.text,
            "seating": seating_json(self.seating),
        }


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The question that the people are asked now; its candidates are numbered from 0, the likeliest first.

    `of_last_play`: it doubts how the last turn was played, and no turn has been played since.
    """

    number: int
    text: str
    candidates: tuple[ChoiceView, ...]
    of_last_play: bool

    def as_json(self) -> Json:
        """The `question` of a snapshot."""
        return {
            "number": self.number,
            "text": self.text,
            "candidates": [candidate.as_json() for candidate in self.candidates],
        }


@dataclass(frozen=True, slots=True)
class ResignView:
    """An offer to give the game up that has not been answered: whose, for 1, 2 or 3 times the cube, in a sentence."""

    side: Side
    grade: int
    text: str

    def as_json(self) -> Json:
        """The `resign` of a snapshot."""
        return {"side": self.side.value, "grade": self.grade, "text": self.text}


@dataclass(frozen=True, slots=True)
class PrematureThrowView:
    """A throw made too soon: whose, in a sentence; `void`: it does not count;
    `may_demand`: unless the opponent objects.
    """

    side: Side
    roll: Roll
    text: str
    void: bool
    may_demand: bool

    def as_json(self) -> Json:
        """The `hasty` of a snapshot."""
        return {
            "side": self.side.value,
            "roll": dice(self.roll),
            "text": self.text,
            "void": self.void,
            "may_demand": self.may_demand,
        }


@dataclass(frozen=True, slots=True)
class CameraView:
    """What the camera can see of the board, in one word and one sentence; `reads`: it can read a board of this shape.

    `note`: what else there is to tell while it sees the board clearly; `ready`: there is a camera and the board is
    calibrated, so that nobody need set anything up.
    """

    view: View
    text: str
    reads: bool = True
    note: str | None = None
    ready: bool = True

    def as_json(self) -> Json:
        """The `camera` of a snapshot."""
        return {
            "view": self.view.value,
            "text": self.text,
            "reads": self.reads,
            "note": self.note,
            "ready": self.ready,
        }


def letter(side: Side | None) -> str | None:
    """W or B; None for nobody."""
    return side.value if side else None


def dice(roll: Roll | None) -> list[int] | None:
    """The dice of a throw, the higher first, as JSON."""
    return list(roll.dice) if roll else None
