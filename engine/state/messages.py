"""Messages: what the referee is told, by the eye, the people at the table and the clock."""

from dataclasses import dataclass

from engine.board import CubePlace, Evidence, Kind, Seating, Side, View
from engine.dice import Roll
from engine.match.chouette_terms import USUAL, ChouetteDeed, ChouetteTerms
from engine.match.cube import Cube
from engine.match.match import Score
from engine.match.terms import Terms
from engine.match_format import MatchFormat
from engine.position import Position
from engine.profile import Profile
from engine.state.events import Retention


@dataclass(frozen=True, slots=True)
class DieSeen:
    """One die on or about the board: probabilities of its faces 1-6, its half (`left`, `right`), whether it lies flat.

    `u`, `v` are its place: 0-1 from the left and from the far edge of the playing surface.
    """

    faces: tuple[float, float, float, float, float, float]
    half: str
    flat: bool
    u: float = 0.5
    v: float = 0.5

    @property
    def value(self) -> int:
        """The likeliest face."""
        return max(range(6), key=self.faces.__getitem__) + 1

    @property
    def p(self) -> float:
        """The probability of the likeliest face."""
        return max(self.faces)


@dataclass(frozen=True, slots=True)
class CubeSeen:
    """The cube on the board: the number on its upper face (64 at the start stands for 1), where, how surely."""

    value: int
    place: CubePlace
    p: float


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the board. `time` in seconds from the source's own start; `evidence`
    None unless the view is clear.
    """

    time: float
    frame: int
    view: View
    evidence: Evidence | None = None
    dice: tuple[DieSeen, ...] = ()
    cube: CubeSeen | None = None


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""

    time: float


@dataclass(frozen=True, slots=True)
class Done:
    """Somebody pressed "done" or the clock: the turn is over, of `side` if it is on turn; None: whoever's it is."""

    time: float
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class SetRoll:
    """A person says what was thrown, and by whom."""

    side: Side
    roll: Roll


@dataclass(frozen=True, slots=True)
class SetPosition:
    """A person says how the board stands; the last play is put right if it leads there,
    else the board is taken as set.
    """

    position: Position


@dataclass(frozen=True, slots=True)
class SetPlay:
    """A person says how a side played its present turn, or its last one: as it is written;
    an illegal play if it `stands`.

    `turn`: the number of the turn that is meant, from 0, where it is known; another one is left as it is.
    """

    side: Side
    notation: str
    stands: bool = False
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class SetTurn:
    """A person says whose turn it is to throw."""

    side: Side


@dataclass(frozen=True, slots=True)
class SetScore:
    """A person says what the score of the match is."""

    score: Score


@dataclass(frozen=True, slots=True)
class SetCube:
    """A person says what the cube's value is and who has it."""

    cube: Cube


@dataclass(frozen=True, slots=True)
class OfferCube:
    """The side on turn doubles, where nobody can move a cube on the board."""


@dataclass(frozen=True, slots=True)
class AnswerCube:
    """The double on offer is taken, passed, or beavered: taken and at once doubled again.

    After a beaver it is the answer of who doubled first: they play on, or pass.
    """

    take: bool
    beaver: bool = False


@dataclass(frozen=True, slots=True)
class RaccoonCube:
    """Who doubled answers the beaver by doubling once more."""


@dataclass(frozen=True, slots=True)
class SetNames:
    """A person says what the players are called."""

    white: str
    black: str


@dataclass(frozen=True, slots=True)
class SetSeating:
    """A person says which checkers the near player has and on which hand they bear off."""

    near: Kind
    home_right: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """A person's answer to a question: the number of the candidate that is right."""

    question: int
    choice: int


@dataclass(frozen=True, slots=True)
class AcceptPlay:
    """A person says that the illegal play on the board stands."""


@dataclass(frozen=True, slots=True)
class Resign:
    """A side gives up, for 1, 2 or 3 times the cube; the opponent has agreed."""

    side: Side
    grade: int


@dataclass(frozen=True, slots=True)
class OfferResign:
    """A side offers to give up, for 1, 2 or 3 times the cube; the opponent has not answered yet."""

    side: Side
    grade: int


@dataclass(frozen=True, slots=True)
class AnswerResign:
    """The opponent's answer to an offer to give up: accepted, or refused, and the game goes on."""

    accept: bool


@dataclass(frozen=True, slots=True)
class ClaimPoints:
    """A side claims so many points, in a game in which players do that: for what it has thrown, before it plays,
    or for what the opponent's play brought it, before it throws.
    """

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class DemandRethrow:
    """The side that has not finished its turn wants the throw made too soon to be thrown again."""


@dataclass(frozen=True, slots=True)
class Undo:
    """A person takes the last turn back; with `to`, the last ones, until the game has no more turns than that.

    `turns`: how many the game has as the person sees it, where that is known; if it has others, nothing is taken back.
    """

    to: int | None = None
    turns: int | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A person starts the next game (or, with `new_match`, the next match) from the starting position.

    Of a new match, `profile` says how it is refereed, `match_format` what is played, `terms` on what
    terms; what is None is as in the last one, `retention` (what of it the record keeps) and `dice` (what the
    set of dice is called) included.
    """

    new_match: bool = False
    length: int | None = None
    profile: Profile | None = None
    match_format: MatchFormat | None = None
    terms: Terms | None = None
    retention: Retention | None = None
    dice: str | None = None


@dataclass(frozen=True, slots=True)
class JoinGame:
    """A person says that a game is under way: how the board stands and who is to throw; score, cube and
    seating where they are not as known.
    """

    position: Position
    to_play: Side
    score: Score | None = None
    cube: Cube | None = None
    seating: Seating | None = None


@dataclass(frozen=True, slots=True)
class SetKept:
    """A person says what of the match the record is to keep; what has been removed does not come back."""

    retention: Retention


@dataclass(frozen=True, slots=True)
class PauseClock:
    """A person stops the chess clock, for both."""


@dataclass(frozen=True, slots=True)
class ResumeClock:
    """A person lets the chess clock run again."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """A person says how many seconds White and Black have left."""

    white: float
    black: float


@dataclass(frozen=True, slots=True)
class StartChouette:
    """A person begins a chouette: the players in order, the first in the box, the second captain; on what terms."""

    players: tuple[str, ...]
    terms: Terms | None = None
    agreed: ChouetteTerms = USUAL


@dataclass(frozen=True, slots=True)
class DoInChouette:
    """A person says what was done in the chouette beside the board; of the captain's cube, what was done on it."""

    deed: ChouetteDeed


Command = (
    Done
    | SetRoll
    | SetPosition
    | SetPlay
    | SetTurn
    | SetScore
    | SetCube
    | OfferCube
    | AnswerCube
    | RaccoonCube
    | SetNames
    | SetSeating
    | Answer
    | AcceptPlay
    | Resign
    | Undo
    | NewGame
    | OfferResign
    | AnswerResign
    | ClaimPoints
    | DemandRethrow
    | JoinGame
    | PauseClock
    | ResumeClock
    | SetClock
    | SetKept
    | StartChouette
    | DoInChouette
)
"""What a person can say, on the page or with a button."""

Message = Look | Tick | Command
"""Anything the referee can be told."""
