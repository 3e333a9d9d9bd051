"""Matches that are told to a real service play by play, as people do on the desk, with what it showed of each."""

from pathlib import Path
from random import Random
from typing import Any

from device.inbox import Letter
from device.pictures import Pictures
from device.service import Service
from device.settings import parse_settings
from device.store import Source, Store, sqlite_url
from engine.board import Side
from engine.dice import Roll
from engine.errors import VastTurn
from engine.ledger import Ledger, Phase
from engine.legal import legal_plays
from engine.messages import Command, NewGame, Resign, SetPosition, SetRoll, SetTurn
from engine.vast import some_play


class Told:
    """A table without a camera, at which everything is told; `shown` has what the desk's notice showed after each event.

    Raises nothing: the referee takes it or leaves it. `path` is the database's file, unless it is at a `url`.
    """

    def __init__(
        self,
        path: Path,
        text: str = "",
        *,
        pictures: Pictures | None = None,
        clock: Any = None,
        seed: int = 1,
        url: str = "",
    ) -> None:
        settings = parse_settings(f'[table]\ndata = "{path.parent}"\n{text}')
        self.service = Service(settings, None, Store(url or sqlite_url(path)), pictures=pictures, clock=clock)
        self.rng = Random(seed)
        self.shown: dict[int, dict[str, Any]] = {}

    @property
    def ledger(self) -> Ledger:
        """Where it stands."""
        return self.service.ledger

    def tell(self, *commands: Command, who: str = "") -> None:
        """Say something; what is shown then is kept by the number of the last event."""
        for command in commands:
            self.service.handle(Letter(command, Source.PERSON, who=who))
            self.shown[self.ledger.seq] = self.service.desk.latest().as_json(0.0)

    def begin(self, length: int = 3, **agreed: Any) -> None:
        """A new match, and its first game."""
        self.tell(NewGame(new_match=True, length=length, **agreed))

    def turn(self) -> None:
        """The side on turn plays at random, by the rules."""
        ledger = self.ledger
        if ledger.phase is Phase.OVER:
            self.tell(NewGame())
            ledger = self.ledger
        if ledger.side is None:
            self.tell(SetTurn(Side.WHITE))
        side, rules = self.ledger.side, self.ledger.match.rules(self.ledger.game)
        assert side is not None
        roll: Roll | None = None
        if rules.dice:
            roll = self.ledger.roll or self.rng.choice(rules.rolls)
            if self.ledger.roll is None:
                self.tell(SetRoll(side, roll))
        position = self.ledger.position
        assert position is not None
        try:
            outcome = self.rng.choice(legal_plays(rules, position, side, roll))
        except VastTurn:
            outcome = some_play(rules, position, side, roll)
        self.tell(SetPosition(outcome.position))

    def play(self, turns: int) -> None:
        """So many turns; a game that ends is followed by the next."""
        for _ in range(turns):
            if self.ledger.winner is None:
                self.turn()

    def win(self, side: Side = Side.WHITE) -> None:
        """The opponent gives games up until the match is won."""
        while self.ledger.winner is None:
            if not self.ledger.playing:
                self.tell(NewGame())
            if not self.ledger.game or not self.ledger.game.turns:
                self.turn()
            self.tell(Resign(side.other, 1))

    def close(self) -> None:
        """The end of the evening."""
        self.service.stop()
