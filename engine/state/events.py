"""Events: what happened, as the referee sees it; the log of them is the record of an evening."""

from dataclasses import dataclass
from enum import Enum

from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.match.chess_clock import ChessClock
from engine.match.chouette import Chouette
from engine.match.chouette_terms import USUAL, ChouetteDeed, ChouetteTerms, Standing
from engine.match.cube import Cube
from engine.match.match import Crawford, Match, Result, Score, first_crawford
from engine.match.terms import USUAL_TERMS, Terms
from engine.match_format import Chosen, MatchFormat
from engine.play import Fault, Play
from engine.position import Position
from engine.profile import HOME, Profile
from engine.words.reasons import CubeReason, ThrowReason


class Retention(Enum):
    """What of a match is kept once it is over, or the next one has begun."""

    FULL = "full"
    """Everything."""
    ANONYMOUS = "anonymous"
    """The match, without the players' names."""
    OFF = "off"
    """Nothing."""

    def spares_more_than(self, other: "Retention") -> bool:
        """Whether less is kept than with another choice."""
        order = tuple(Retention)
        return order.index(self) > order.index(other)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the readings between which the referee could not decide; `seating`: by which it
    is one, if not by that believed.
    """

    roll: Roll | None
    play: Play | None
    position: Position
    legal: bool
    weight: float
    seating: Seating | None = None


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match of `length` points (0: single games) begins; what is played in it, and on what terms.

    `by_hand`: a person chose what is played, whatever the settings say; `retention`: what of it the record keeps;
    `dice`: what the set of dice is called, where somebody named it.
    """

    game_id: str
    length: int
    white: str
    black: str
    crawford: Crawford
    profile: Profile = HOME
    match_format: MatchFormat | None = None
    terms: Terms = USUAL_TERMS
    by_hand: bool = False
    retention: Retention = Retention.FULL
    dice: str = ""

    @classmethod
    def of(cls, match: Match, profile: Profile = HOME) -> "MatchStarted":
        """The beginning of a match as it is agreed on, refereed under a profile."""
        crawford = first_crawford(match.length, match.terms)
        return cls(
            match.game_id,
            match.length,
            match.white,
            match.black,
            crawford,
            profile,
            match.agreed,
            match.terms,
            dice=match.dice,
        )


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins, at the starting position or, where the camera came later, in the middle.

    `to_play` begins it, where the dice need not decide that; `chosen` is which game it is, at which place of the
    match format.
    """

    start: Position
    seating: Seating
    crawford: bool
    cube: Cube
    to_play: Side | None = None
    chosen: Chosen | None = None
    place: int = 0


@dataclass(frozen=True, slots=True)
class Thrown:
    """A valid throw. `inferred`: nobody saw it, it was concluded."""

    side: Side
    roll: Roll
    opening: bool = False
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Cocked:
    """A throw that does not count: a die leans, or lies off the thrower's half."""

    side: Side
    why: ThrowReason


class PrematureThrow(Enum):
    """Why a throw was made too soon: the opponent had not finished, or had an illegal play to put right."""

    UNFINISHED = "unfinished"
    FAULT = "fault"


class Counts(Enum):
    """Whether a throw made too soon counts: not at all, once the opponent has finished, or unless they object."""

    NO = "no"
    LATER = "later"
    UNLESS_ASKED = "unless_asked"


@dataclass(frozen=True, slots=True)
class ThrownTooSoon:
    """A throw made before its time, and what becomes of it (rules sections 6.3 and 6.4)."""

    side: Side
    roll: Roll
    why: PrematureThrow
    counts: Counts


@dataclass(frozen=True, slots=True)
class SetupFault:
    """A game has begun from a starting position that is set up wrongly; it can be put right for a while."""

    seen: Position


@dataclass(frozen=True, slots=True)
class SetupFixed:
    """The starting position was put right: checkers were moved to where they belong; the board is now `position`."""

    position: Position


@dataclass(frozen=True, slots=True)
class SetupStands:
    """The time to put a wrong starting position right is over: the game goes on from the checkers that are there."""


@dataclass(frozen=True, slots=True)
class ResignOffered:
    """A side offers to give the game up, for 1, 2 or 3 times the cube."""

    side: Side
    grade: int


@dataclass(frozen=True, slots=True)
class ResignRefused:
    """The opponent of the side that offered to give up plays on."""

    side: Side


@dataclass(frozen=True, slots=True)
class PointsClaimed:
    """A side has claimed so many points, of which those that were wrong go to the opponent."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class Tied:
    """Both opening dice show the same: throw again. `cube`: what the cube stands at, where the tie doubled it."""

    value: int
    cube: int | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """One die each (the highest first) has decided who begins; they throw all dice afresh."""

    side: Side
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A turn was played out: the play as made, the position after it, and its fault where it was illegal."""

    side: Side
    roll: Roll | None
    play: Play
    after: Position
    fault: Fault | None = None
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Amended:
    """The last play was changed on the board before the opponent threw, or a person put it right.

    `turn` is the number of a turn in the game, from 0, that was read anew in the light of later ones, or of
    which a person told later; turns after it are told of by events of their own where they change with it.
    """

    play: Play
    after: Position
    roll: Roll | None
    fault: Fault | None = None
    inferred: bool = False
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """The board shows what no legal play reaches; provisional until the opponent throws."""

    side: Side
    fault: Fault
    seen: Position


@dataclass(frozen=True, slots=True)
class FaultCleared:
    """The illegal board was put right."""

    side: Side


@dataclass(frozen=True, slots=True)
class Doubled:
    """A side offers to double to `value`."""

    side: Side
    value: int


@dataclass(frozen=True, slots=True)
class Taken:
    """The double was taken."""

    side: Side


@dataclass(frozen=True, slots=True)
class Beavered:
    """The double was taken, and at once doubled again by `side`, who keeps the cube."""

    side: Side


@dataclass(frozen=True, slots=True)
class Raccooned:
    """The beaver was doubled once more by `side`; the cube stays with the opponent."""

    side: Side


@dataclass(frozen=True, slots=True)
class CubeFault:
    """The cube was moved against the rules: not in play, not theirs, not their turn;
    `why` is None once it is put back.
    """

    side: Side
    why: CubeReason | None


@dataclass(frozen=True, slots=True)
class GameOver:
    """A game has ended; `grade`: in a chouette that was given up, for how many times the cubes."""

    result: Result
    grade: int = 1


@dataclass(frozen=True, slots=True)
class Conceded:
    """The game before this one, which was left unfinished on the board, had been given up: its result.

    `grade`: in a chouette, for how many times the cubes.
    """

    result: Result
    grade: int = 1


@dataclass(frozen=True, slots=True)
class MatchOver:
    """A match has been won."""

    winner: Side


@dataclass(frozen=True, slots=True)
class Asked:
    """The referee is not sure, and asks; the first candidate is the one it goes on with meanwhile.

    `turn` is the number of the turn in doubt, from 0, where that is not the last one.
    """

    question: int
    what: str
    side: Side | None
    candidates: tuple[Candidate, ...]
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A question is answered, by a person (`choice`) or because the board has made it clear (None)."""

    question: int
    choice: int | None


@dataclass(frozen=True, slots=True)
class ViewChanged:
    """The camera's view became clear or was disturbed."""

    view: View


@dataclass(frozen=True, slots=True)
class Corrected:
    """A person put something right; what is None stays as it was. `undo`: the last turn is taken off the record."""

    what: str
    position: Position | None = None
    to_play: Side | None = None
    score: Score | None = None
    cube: Cube | None = None
    names: tuple[str, str] | None = None
    seating: Seating | None = None
    roll: Roll | None = None
    undo: bool = False


@dataclass(frozen=True, slots=True)
class Reseated:
    """The players sit otherwise than was believed: the board that the game began with, and
    all its plays, as they are then.
    """

    seating: Seating
    start: Position
    plays: tuple[Played, ...]


@dataclass(frozen=True, slots=True)
class KeptAgreed:
    """The players have agreed on what of the match the record keeps."""

    retention: Retention


@dataclass(frozen=True, slots=True)
class ClockTurned:
    """The chess clock from now on: set, started, stopped, another player's, or just read."""

    clock: ChessClock


@dataclass(frozen=True, slots=True)
class FlagFell:
    """A player has no time left."""

    side: Side


@dataclass(frozen=True, slots=True)
class ChouetteStood:
    """The match that begins is the next game of a chouette, or its first; how the chouette stood before it.

    `line` are the players, the box first and the captain second, nobody where no names are kept; `box_side` where the
    box sits; `games` are over, `since` is the number of the match with which it began.
    """

    line: tuple[str, ...]
    scores: tuple[Standing, ...]
    agreed: ChouetteTerms = USUAL
    box_side: Side = Side.WHITE
    games: int = 0
    since: int = 0

    @classmethod
    def of(cls, chouette: Chouette) -> "ChouetteStood":
        """How a chouette stands between two games."""
        stands = (chouette.line, chouette.scores, chouette.agreed, chouette.box_side)
        return cls(*stands, chouette.games, chouette.since)

    def chouette(self, terms: Terms) -> Chouette | None:
        """The chouette, whose games are played on these terms; None where no names are kept."""
        stands = (self.line, self.scores, terms, self.agreed, self.box_side)
        return Chouette(*stands, games=self.games, since=self.since) if self.line else None


@dataclass(frozen=True, slots=True)
class ChouetteDone:
    """Something was done in a chouette beside the board."""

    deed: ChouetteDeed


@dataclass(frozen=True, slots=True)
class CaptainChanged:
    """Another plays for the crew of a chouette, or nobody's cube is left on the board: who plays, and that cube.

    A double that was on offer on the board, or beavered, was that of the captain before.
    """

    names: tuple[str, str]
    cube: Cube


Event = (
    MatchStarted
    | GameStarted
    | Thrown
    | Cocked
    | Tied
    | Decided
    | Played
    | Amended
    | FaultSeen
    | FaultCleared
    | Doubled
    | Taken
    | Beavered
    | Raccooned
    | CubeFault
    | GameOver
    | Conceded
    | MatchOver
    | Asked
    | Settled
    | ViewChanged
    | Corrected
    | ThrownTooSoon
    | SetupFault
    | SetupFixed
    | SetupStands
    | ResignOffered
    | ResignRefused
    | PointsClaimed
    | ClockTurned
    | FlagFell
    | KeptAgreed
    | Reseated
    | ChouetteStood
    | ChouetteDone
    | CaptainChanged
)
"""Anything that can happen."""
