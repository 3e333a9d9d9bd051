"""What is agreed on for a chouette, what is done in it, and what each of its crew plays for."""

from dataclasses import dataclass
from enum import Enum

from engine.board import Side
from engine.match.cube import Cube


class KeepsBox(Enum):
    """What keeps a player in the box: to have beaten who began as captain, or the game as a whole without a loss."""

    CAPTAIN = "captain"
    GAME = "game"


class Advice(Enum):
    """Who of the crew may advise the captain: those whose cube is turned, all that are in the game, or nobody."""

    TURNED = "turned"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class ChouetteTerms:
    """What is agreed on for a chouette besides the terms of its games.

    `captain_stays`: who passes as captain goes on playing for the others; else the next in line who is in takes over.
    `extras`: who passed the box's double may give one who took it the former stake, to play for the cube against them.
    `half`: to play on, the box takes at least half of the cubes that are doubled together. `lone_beaver`: whoever
    is the only one to take the box's double has to beaver. `one_cube`: in a consultation, all play for the captain's.
    """

    keeps_box: KeepsBox = KeepsBox.CAPTAIN
    advice: Advice = Advice.TURNED
    captain_stays: bool = False
    extras: bool = False
    half: bool = False
    lone_beaver: bool = False
    one_cube: bool = False


USUAL = ChouetteTerms()
"""What holds where nothing else is agreed on."""


class ChouetteAct(Enum):
    """What can be done in a chouette beside the board."""

    DOUBLE = "double"
    BOX_DOUBLES = "box_doubles"
    TAKE = "take"
    PASS = "pass"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    SETTLE = "settle"
    EXTRA = "extra"
    SET_CUBE = "set_cube"
    PARTNER = "partner"
    JOIN = "join"
    LEAVE = "leave"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class ChouetteDeed:
    """Something done in a chouette: the act, the member of the crew whose cube it is about, and what it needs.

    `against` is who gives an extra, else nobody; `points` what the member is paid when two settle (negative: pays);
    `value` and `owner` are the cube as it stands.
    """

    act: ChouetteAct
    player: str
    against: str = ""
    points: int = 0
    value: int = 1
    owner: Side | None = None


@dataclass(frozen=True, slots=True)
class CrewStake:
    """What a player of the crew's side plays for against one of the box's: a cube of their own.

    `points` are what the player has won, negative where they lost; None while that is open. `price` was paid to the
    player for an extra. `beavered`: the last double was, and nobody has thrown since. `passed`: a double was passed.
    `answered`: a double was taken or passed, and nobody has thrown since.
    """

    player: str
    against: str
    cube: Cube
    points: int | None = None
    price: int = 0
    beavered: bool = False
    passed: bool = False
    answered: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it is still played for."""
        return self.points is None

    @property
    def worth(self) -> int:
        """What the player has won by it so far."""
        return (self.points or 0) + self.price


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player has won so far, negative where they lost."""

    player: str
    points: int
