"""The tracker: what the referee keeps in mind between two looks, no state of the match, and nothing that a restart may
not lose.
"""

from dataclasses import dataclass, field, replace
from enum import Enum

from engine.board import Evidence, Kind, Side
from engine.position import Position
from engine.profile import ThrowsCount
from engine.state.messages import Look
from engine.turn.histories import HeardTurn
from engine.turn.throws import FollowedDie, Throw, throw_of
from engine.turn.turn_reading import TurnReading


class Timer(Enum):
    """What is followed over several looks: since when, and in how many, it has been the same."""

    THROW = "throw"
    """The dice that lie there as a throw, by its key."""
    BOARD = "board"
    """What stands on the board, whatever is made of it."""
    VERDICT = "verdict"
    """What the turn, while it goes on, amounts to."""
    SEEN = "seen"
    """A board that no play leads to, from when it was first seen."""
    LIFTED = "lifted"
    """So many dice of the throw that is played still lie there: none or one."""
    PRESSED = "pressed"
    """The clock was pressed, or "done" said: the turn is over."""
    SHOWN = "shown"
    """Since the clock was pressed the board has been seen."""
    WON = "won"
    """A board with which the game is won."""
    DOUBT = "doubt"
    """Whose error the board is, as it was last weighed; in a game without dice, that the move is in doubt."""
    DICE = "dice"
    """A board and another roll that would explain it: people are asked."""
    ROLL = "roll"
    """Another roll that explains the board better."""
    CUBE = "cube"
    """Where the cube lies, other than it should."""
    IDLE = "idle"
    """Where the cube was left without meaning anything."""
    START = "start"
    """A starting position, by its seating, or the place of a game that begins anew."""
    SETUP = "setup"
    """A starting position that was wrong and is right now."""
    WRONG = "wrong"
    """A starting position that is set up wrongly."""
    VIEW = "view"
    """What state the scene is in."""
    AWAY = "away"
    """The dice of the throw that is played have been seen to be gone."""
    AHEAD = "ahead"
    """The next player has moved before the turn was over: the board that was left."""
    OTHERS = "others"
    """A board to which the throw leads only if it was the opponent's."""
    KING = "king"
    """In a game without dice: another man looks more like the king."""
    HALF = "half"
    """In a game without dice: a move of which only half is seen."""


@dataclass(frozen=True, slots=True)
class Held:
    """Something that has been seen the same since `time` (seconds), first on `frame`, in so many clear looks."""

    what: object
    time: float
    frame: int
    looks: int

    def lasts(self, now: float, seconds: float, looks: int = 2) -> bool:
        """Whether it has been seen in that many looks over that many seconds."""
        return self.looks >= looks and now - self.time >= seconds - 1e-6


@dataclass(frozen=True, slots=True)
class TakenBoard:
    """A board that was taken as it stood, since nobody saw how it came about: after how many turns, and the `others`
    that it may have been instead, misread.
    """

    turns: int
    position: Position
    others: tuple[Position, ...]


THROW_SECONDS = 3.0
"""How long it takes at least to throw, to see what can be played, and to lift the dice."""
BLIND_SECONDS = 8.0
"""For how long the board was not seen when more than one turn may have been missed."""


@dataclass(frozen=True, slots=True)
class TurnTracker:
    """What the referee keeps in mind: the last clear look, the dice followed, and what has lasted since when.

    `join`: a game may be joined in the middle, with `near` the near player's checkers; else the referee waits
    for the starting position. `held` are the timers that run. `sighted` is the look at which the throw that
    lies there was seen first: the board then is what the turn before left; `complete` is the last one at
    which the turn that is played was complete. `thrown` are the dice of the throw
    being played as they were last seen, `cocked` those of the last throw that did not count, should the
    players play it all the same; `reread` says that the roll has been concluded from the board once already;
    `told` that a person said what was thrown, so that dice neither change it nor end the turn by being gone;
    `refused` is what the camera said of the board before a person said otherwise; `left` is the board as it
    stood when the opponent threw too soon, should they play that throw all the same; `memory` is the last
    reading of a turn, and of what it was, since a still board is shown many times; `clocked` is up to when
    the chess clock has been counted, None before it was looked at; `blind` for how many seconds the board
    could not be seen since it last was as the record has it, and `unwatched` for how many since a throw
    last counted or a game began; nobody knows that after a restart; `recent`
    are the last turns as they were heard, oldest first, should they have to be read anew; `tried` is what was
    found when other rolls were last tried on a board, and what it was tried on; `opened` is the look at the
    board that the game on was joined with; `taken` is the last board that was taken as it stood.
    """

    join: bool = False
    near: Kind = Kind.LIGHT
    now: float = 0.0
    frame: int = 0
    look: Look | None = None
    clear: bool = False
    sighted: Look | None = None
    complete: Look | None = None
    dice: tuple[FollowedDie, ...] = ()
    thrown: tuple[FollowedDie, ...] = ()
    cocked: tuple[FollowedDie, ...] = ()
    reread: bool = False
    told: bool = False
    refused: Position | None = None
    left: Position | None = None
    memory: tuple[tuple[object, ...], TurnReading] | None = None
    held: tuple[tuple[Timer, Held], ...] = field(default=())
    clocked: float | None = None
    blind: float = BLIND_SECONDS
    unwatched: float = BLIND_SECONDS
    recent: tuple[HeardTurn, ...] = ()
    tried: tuple[tuple[object, ...], object] | None = None
    opened: Evidence | None = None
    taken: TakenBoard | None = None

    @property
    def was_blind(self) -> bool:
        """Whether turns may have been missed, so that a board that nothing explains accuses nobody."""
        return self.blind >= BLIND_SECONDS

    def played_though_cocked(self, number: int = 2) -> tuple[FollowedDie, ...]:
        """The `number` dice of the last throw that did not count which are meant, should it be played all the same.

        Of one more than are thrown these are the flat ones: with one of them it was tried again. None at all where it
        is not plain which.
        """
        flat = tuple(die for die in self.cocked if die.flat)
        meant = self.cocked if len(self.cocked) == number else flat
        return meant if len(meant) == number else ()

    def throw(self, side: Side | None, counts: ThrowsCount = ThrowsCount.STRICT, number: int = 2) -> Throw:
        """What the fresh dice, of which `number` are thrown at a time, amount to when `side` is to throw;
        those of the throw being played are left aside.
        """
        return throw_of(tuple(die for die in self.dice if not die.thrown), side, counts, number)

    @property
    def missed_throw(self) -> bool:
        """Whether, since a throw last counted, another may have been made and lifted while nothing was seen."""
        return self.unwatched >= THROW_SECONDS

    @property
    def dice_coming(self) -> bool:
        """Whether dice of no known throw have been seen too seldom to be believed."""
        return any(not (die.thrown or die.stale or die.missing or die.present) for die in self.dice)

    def of(self, timer: Timer) -> Held | None:
        """What a timer holds, if it runs."""
        return next((held for each, held in self.held if each is timer), None)

    def holding(self, timer: Timer, what: object, fresh: bool) -> "TurnTracker":
        """The tracker after one more look: a timer goes on with the same, or begins anew with something new."""
        before = self.of(timer)
        if before is not None and before.what == what:
            now = replace(before, looks=before.looks + fresh)
        else:
            now = Held(what, self.now, self.frame, 1)
        return replace(self, held=(*(pair for pair in self.held if pair[0] != timer), (timer, now)))

    def without(self, *timers: Timer) -> "TurnTracker":
        """The tracker with some timers stopped."""
        running = tuple(pair for pair in self.held if pair[0] not in timers)
        return self if len(running) == len(self.held) else replace(self, held=running)


OF_A_TURN = (
    Timer.THROW,
    Timer.BOARD,
    Timer.VERDICT,
    Timer.LIFTED,
    Timer.PRESSED,
    Timer.SHOWN,
    Timer.WON,
    Timer.DOUBT,
    Timer.DICE,
    Timer.OTHERS,
)
"""What is kept in mind of a turn, and of no other."""
