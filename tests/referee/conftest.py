"""An evening at a board without a camera: looks as an eye would give them, told to the real referee."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from engine.board import BAR, POINTS, CubePlace, Occupancy, Seating, Side, View
from engine.match.match import Match
from engine.match.terms import Terms
from engine.match_format import Chosen, MatchFormat, Options
from engine.position import Position
from engine.position_parsing import parse_position
from engine.profile import HOME, Profile
from engine.referee.backwards import kept_in_mind
from engine.referee.judge import finish, judge
from engine.state.events import Amended, Event, FaultSeen, Played
from engine.state.match_state import MatchState, new_match_state
from engine.state.messages import CubeSeen, DieSeen, Look, Message, Tick
from engine.state.reducer import reduce
from engine.turn.appearance import seen_as
from engine.turn.histories import HeardTurn
from engine.turn.tracker import TurnTracker
from vision.observation import Chance, Observation, Site

START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
AFTER_31 = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"
AFTER_64 = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)"
AFTER_31_HALF = "W: 24(2) 13(5) 8(2) 6(5) 5(1) B: 24(2) 13(5) 8(3) 6(5)"
AFTER_31_WRONG = "W: 24(2) 13(5) 8(2) 6(5) 3(1) B: 24(2) 13(5) 8(3) 6(5)"


def kinds(events: list[object]) -> list[str]:
    """What happened, by name."""
    return [type(event).__name__ for event in events]


def called(events: list[Any]) -> list[Any]:
    """What was called illegal."""
    return [
        event
        for event in events
        if isinstance(event, FaultSeen) or (isinstance(event, Played | Amended) and event.fault is not None)
    ]


@lru_cache(maxsize=64)
def observation(occupancy: Occupancy, sure: float = 0.995, hidden: tuple[int, ...] = ()) -> Observation:
    """What an eye says that is `sure` of each site and takes one checker more or less for the likeliest slip."""
    sites = []
    for index in (*POINTS, BAR):
        light, dark = occupancy.light[index], occupancy.dark[index]
        near = {
            (max(light + d, 0), dark) if light or not dark else (light, max(dark + d, 0)) for d in (-1, 1)
        }
        near |= {(0, 1), (1, 0)} if not light and not dark else set()
        near = {pair for pair in near if max(pair) <= 15 and pair != (light, dark)}
        chances = [
            Chance(light, dark, sure),
            *(Chance(a, b, (1 - sure) / len(near)) for a, b in sorted(near)),
        ]
        sites.append(Site(index, () if index in hidden else tuple(chances), index in hidden))
    return Observation(tuple(sites))


def die(value: int, half: str, u: float, v: float = 0.5, *, flat: bool = True, p: float = 0.9995) -> DieSeen:
    """A die that shows a value."""
    faces = [(1 - p) / 5] * 6
    faces[value - 1] = p
    a, b, c, d, e, f = faces
    return DieSeen((a, b, c, d, e, f), half, flat, u, v)


class Evening:
    """A board, its dice and cube; what is done to them is shown to the referee at five looks a second."""

    STEP = 0.2

    def __init__(
        self,
        length: int = 5,
        *,
        join: bool = False,
        profile: Profile = HOME,
        game_id: str = "backgammon",
        terms: Terms | None = None,
        options: Options = (),
    ) -> None:
        match_format = MatchFormat(game_id, (Chosen(game_id, options),)) if options else None
        match = Match(length, "Anna", "Ben", (), game_id, match_format, terms or Terms())
        self.game = match.agreed.game(0).rules()
        self.match_state: MatchState = new_match_state(match, profile)
        self.tracker = TurnTracker(join=join)
        self.time, self.frame = 0.0, 0
        self.events: list[Event] = []
        self.frames: list[int] = []
        self.position: Position = self.game.start
        self.dice: tuple[DieSeen, ...] = ()
        self.cube: CubeSeen | None = CubeSeen(64, CubePlace.CENTRE, 0.99)
        self.seating = Seating()
        self.sure = 0.995
        self.hidden: tuple[int, ...] = ()
        self.heard: tuple[HeardTurn, ...] = ()
        """The turns as they were seen, should the game be read backwards."""

    def tell(self, message: Message) -> list[Event]:
        judgement, before = judge(self.match_state, self.tracker, message), self.match_state
        for event, frame in zip(judgement.events, judgement.frames, strict=True):
            self.match_state = reduce(self.match_state, event, frame)
            self.events.append(event)
            self.frames.append(frame)
        self.tracker = judgement.tracker
        self.heard = kept_in_mind(self.heard, before, judgement.events, self.tracker)
        return list(judgement.events)

    def see(self, seconds: float = 2.0, view: View = View.CLEAR) -> list[Event]:
        """Show the board as it is for so long; what happened meanwhile."""
        found: list[Event] = []
        for _ in range(round(seconds / self.STEP)):
            self.time += self.STEP
            self.frame += 1
            look = Look(self.time, self.frame, view)
            if view is View.CLEAR:
                seen = observation(seen_as(self.game, self.position, self.seating), self.sure, self.hidden)
                look = replace(look, evidence=seen, dice=self.dice, cube=self.cube)
            found += self.tell(look)
        return found

    def hand(self, seconds: float = 0.6) -> list[Event]:
        """A hand is over the board."""
        return self.see(seconds, View.HAND)

    def throw(self, side: Side, first: int, second: int, *, p: float = 0.9995) -> list[Event]:
        """A side throws on its right-hand half, which is the left one in a mirrored picture."""
        half, u = ("right", 0.7) if (side is Side.WHITE) is self.seating.hand_right else ("left", 0.2)
        self.dice = (die(first, half, u, 0.45, p=p), die(second, half, u + 0.1, 0.6, p=p))
        return self.see()

    def throw_beside(self, side: Side, first: int, second: int, seconds: float = 2.0) -> list[Event]:
        """A side throws while other dice lie on the board."""
        half, u = ("right", 0.62) if side is Side.WHITE else ("left", 0.12)
        self.dice = (*self.dice, die(first, half, u, 0.3), die(second, half, u + 0.1, 0.7))
        return self.see(seconds)

    def throw_at(self, *dice: tuple[int, str, float], seconds: float = 2.0) -> list[Event]:
        """Dice come to lie anywhere: each its value, its half and how far from the left."""
        self.dice = tuple(die(value, half, u) for value, half, u in dice)
        return self.see(seconds)

    def make_dice(self, side: Side, first: int, second: int) -> tuple[DieSeen, DieSeen]:
        """Two dice on a side's right-hand half, not thrown yet."""
        half, u = ("right", 0.66) if side is Side.WHITE else ("left", 0.3)
        return die(first, half, u, 0.4), die(second, half, u + 0.1, 0.55)

    @staticmethod
    def leaning(seen: DieSeen) -> DieSeen:
        """The die, cocked."""
        return replace(seen, flat=False)

    def show_dice(self, *dice: DieSeen, seconds: float) -> list[Event]:
        """Just these dice are seen from now on."""
        self.dice = dice
        return self.see(seconds)

    def opening(self, white: int, black: int) -> list[Event]:
        """Each throws one die."""
        self.dice = (die(white, "right", 0.75), die(black, "left", 0.25))
        return self.see()

    def play(self, position: str, seconds: float = 2.0) -> list[Event]:
        """A hand moves checkers until the board stands so."""
        before = self.hand()
        self.position = parse_position(position, self.game)
        return before + self.see(seconds)

    def lift(self, seconds: float = 1.0) -> list[Event]:
        """The dice are lifted."""
        before = self.hand()
        self.dice = ()
        return before + self.see(seconds)

    def put_cube(self, value: int, place: CubePlace, seconds: float = 1.4) -> list[Event]:
        """The cube is moved."""
        before = self.hand()
        self.cube = CubeSeen(value, place, 0.98)
        return before + self.see(seconds)

    def tick(self, seconds: float) -> list[Event]:
        """Time passes."""
        self.time += seconds
        return self.tell(Tick(self.time))

    def close(self) -> list[Event]:
        """The film ends."""
        judgement, before = finish(self.match_state, self.tracker), self.match_state
        for event, frame in zip(judgement.events, judgement.frames, strict=True):
            self.match_state = reduce(self.match_state, event, frame)
            self.events.append(event)
        self.heard = kept_in_mind(self.heard, before, judgement.events, judgement.tracker)
        return list(judgement.events)


@pytest.fixture
def evening() -> Callable[..., Evening]:
    """A maker of evenings."""
    return Evening


@pytest.fixture
def started() -> Evening:
    """An evening whose first game has begun: Anna (White) threw 3, Ben 1, and Anna's 3-1 lies on the board."""
    table = Evening()
    table.see()
    table.opening(3, 1)
    return table
