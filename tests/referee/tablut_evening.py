"""Evenings at a board of squares without a camera: looks as an eye would give them, told to the real referee."""

from collections.abc import Mapping
from math import exp

from engine.board import Kind, Occupancy, Seating, Side, View
from engine.match.match import CheckerTurn, Match
from engine.match_format import MatchFormat, chosen
from engine.plays.notation import play_text, played_out
from engine.position import Position
from engine.position_parsing import parse_position
from engine.profile import HOME, Profile
from engine.referee.judge import judge
from engine.squares import square_named
from engine.state.events import Event
from engine.state.match_state import MatchState, new_match_state
from engine.state.messages import Look, Message, SetPosition, SetTurn
from engine.state.reducer import reduce
from engine.turn.appearance import seen_as
from engine.turn.tracker import TurnTracker
from vision.squares.square_observation import SquareObservation

Square = tuple[int, int]
OptionValues = dict[str, bool | int | str]


def observation(
    board: Occupancy,
    doubts: Mapping[int, tuple[Square, float]] | None = None,
    royal: Mapping[int, float] | None = None,
) -> SquareObservation:
    """What an eye says that is sure of every square, but for `doubts`: what else, by how much less likely (logarithm).

    `royal`: how likely it takes whoever stands on a square for the king, where it is not sure who he is.
    """
    men, kings = [], []
    for number, here in enumerate(zip(board.light, board.dark, strict=True)):
        man = (min(here[0], 1), min(here[1], 1))
        other, cost = (doubts or {}).get(number, (man, 0.0))
        weights = {contents: 1e-5 for contents in ((0, 0), (1, 0), (0, 1))} | {other: exp(-cost), man: 1.0}
        total = sum(weights.values())
        men.append((weights[0, 0] / total, weights[1, 0] / total, weights[0, 1] / total))
        kings.append(0.9999 if 2 in here else 0.0)
    if royal is not None:
        kings = [royal.get(number, 0.0) for number in range(len(men))]
    return SquareObservation(tuple(men), tuple(kings), 0.0 if 2 in board.dark else 1.0)


class Evening:
    """A board of squares whose looks, five a second, are told to the real referee."""

    STEP = 0.2

    def __init__(
        self, options: OptionValues | None = None, profile: Profile = HOME, near: Kind = Kind.LIGHT
    ) -> None:
        game = chosen("tablut", options or {})
        self.game = game.rules()
        match = Match(0, "Anna", "Ben", (), "tablut", MatchFormat("tablut", (game,)))
        self.blank = new_match_state(match, profile)
        self.match_state: MatchState = self.blank
        self.tracker = TurnTracker()
        self.seating = Seating(near)
        self.time, self.frame = 0.0, 0
        self.position: Position = self.game.start
        self.doubts: dict[int, tuple[Square, float]] = {}
        self.royal: dict[int, float] | None = None
        self.events: list[Event] = []

    def tell(self, message: Message) -> list[Event]:
        judgement = judge(self.match_state, self.tracker, message)
        for event, frame in zip(judgement.events, judgement.frames, strict=True):
            self.match_state = reduce(self.match_state, event, frame)
            self.events.append(event)
        self.tracker = judgement.tracker
        return list(judgement.events)

    def see(self, seconds: float = 1.6, view: View = View.CLEAR) -> list[Event]:
        found: list[Event] = []
        seen = None
        if view is View.CLEAR:
            seen = observation(seen_as(self.game, self.position, self.seating), self.doubts, self.royal)
        for _ in range(round(seconds / self.STEP)):
            self.time += self.STEP
            self.frame += 1
            found += self.tell(Look(self.time, self.frame, view, seen))
        return found

    def show(self, position: Position | str, seconds: float = 1.6) -> list[Event]:
        """A hand moves men until the board stands so."""
        before = self.see(0.4, View.HAND)
        self.position = parse_position(position, self.game) if isinstance(position, str) else position
        return before + self.see(seconds)

    def make(self, text: str, seconds: float = 1.6) -> list[Event]:
        """The side on turn plays as written, legal or not."""
        side = self.match_state.side
        assert side is not None and self.match_state.position is not None
        return self.show(played_out(self.game, self.match_state.position, side, text).position, seconds)

    def change(self, *changes: str, seconds: float = 1.6) -> list[Event]:
        """Men are carried (`a1-a2`, whoever's they are) or taken off (`xd3`)."""
        white, black = list(self.position.white), list(self.position.black)
        for change in changes:
            for counts in (white, black):
                origin = square_named(change[:2] if "-" in change else change[1:])
                assert origin is not None
                piece, counts[origin] = counts[origin], 0
                target = square_named(change[3:]) if "-" in change else None
                if piece and target is not None:
                    counts[target] = piece
        return self.show(Position(tuple(white), tuple(black)), seconds)

    def disturb(self, **royal: float) -> None:
        """From now on the eye takes those who stand on squares for the king, so likely each; for nobody: as he is."""
        named = {square_named(name): p for name, p in royal.items()}
        self.royal = {number: p for number, p in named.items() if number is not None} or None

    def set_up(self, position: str, to_play: Side = Side.WHITE) -> None:
        """The game goes on from a position that people have set up and told the referee."""
        self.position = parse_position(position, self.game)
        self.tell(SetPosition(self.position))
        self.tell(SetTurn(to_play))
        self.see(0.4)
        self.events.clear()

    @property
    def turns(self) -> list[CheckerTurn]:
        assert self.match_state.game is not None
        return [turn for turn in self.match_state.game.turns if isinstance(turn, CheckerTurn)]

    @property
    def written(self) -> list[str]:
        return [play_text(turn.play) for turn in self.turns]
