"""Players: people who tell a service what they play, at random and by the rules."""

from random import Random

from device.store.log.store import Source
from device.table.inbox import Envelope
from device.table.service.table_service import Service
from engine.board import Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.plays.legal import legal_plays
from engine.plays.membership import some_play
from engine.state.match_state import MatchState, Phase
from engine.state.messages import Command, NewGame, Resign, SetPosition, SetRoll, SetTurn
from engine.tables.tables_game import TablesGame


class SimulatedPlayers:
    """Two people at a table without a camera. Raises nothing: the referee takes what they say, or leaves it."""

    def __init__(self, service: Service, seed: int = 1) -> None:
        self.service, self.rng = service, Random(seed)

    @property
    def match_state(self) -> MatchState:
        """Where it stands."""
        return self.service.match_state

    def tell(self, *commands: Command, who: str = "") -> None:
        """Say something."""
        for command in commands:
            self.service.handle(Envelope(command, Source.PERSON, who=who))

    def begin(self, length: int = 3, **agreed: object) -> None:
        """A new match, and its first game."""
        self.tell(NewGame(new_match=True, length=length, **agreed))  # type: ignore[arg-type]

    def turn(self) -> None:
        """The side on turn plays at random, by the rules."""
        match_state = self.match_state
        if match_state.phase is Phase.OVER:
            self.tell(NewGame())
            match_state = self.match_state
        if match_state.side is None:
            self.tell(SetTurn(Side.WHITE))
        side, game = self.match_state.side, self.match_state.game
        assert side is not None and game is not None
        rules = self.match_state.match.rules(game)
        roll: Roll | None = None
        if rules.dice:
            roll = self.match_state.roll or self.rng.choice(rules.rolls)
            if self.match_state.roll is None:
                self.tell(SetRoll(side, roll))
        position = self.match_state.position
        assert position is not None
        try:
            outcome = self.rng.choice(legal_plays(rules, position, side, roll))
        except TooManyPlays:
            assert isinstance(rules, TablesGame) and roll is not None
            outcome = some_play(rules, position, side, roll)
        self.tell(SetPosition(outcome.position))

    def play(self, turns: int) -> None:
        """So many turns; a game that ends is followed by the next."""
        for _ in range(turns):
            if self.match_state.winner is None:
                self.turn()

    def win(self, side: Side = Side.WHITE) -> None:
        """The opponent gives games up until the match is won."""
        while self.match_state.winner is None:
            if not self.match_state.playing:
                self.tell(NewGame())
            if not self.match_state.game or not self.match_state.game.turns:
                self.turn()
            self.tell(Resign(side.other, 1))
