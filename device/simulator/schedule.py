"""The schedule of a virtual match: which games are played in it, and when it is over."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from device.errors import CameraError
from engine.i18n import phrase
from engine.match.match import Result, Score, match_winner
from engine.match.terms import Terms
from engine.match_format import Chosen, MatchFormat
from engine.tables.tables_game import TablesGame


@dataclass(frozen=True, slots=True)
class Schedule:
    """One game again and again, or a match format's in turn; `length` 0 is one game, or once through the format."""

    agreed: TablesGame | MatchFormat
    length: int
    terms: Terms

    def rules(self, place: int) -> TablesGame:
        """The rules of the game at a place, from 0."""
        if not isinstance(self.agreed, MatchFormat):
            return self.agreed
        rules = self.agreed.game(place).rules(last_turn_equaliser=self.terms.last_turn_equaliser)
        assert isinstance(rules, TablesGame)
        return rules

    def chosen(self, place: int) -> Chosen | None:
        """The game at a place as a match format names it."""
        return self.agreed.game(place) if isinstance(self.agreed, MatchFormat) else None

    def all_rules(self) -> Iterator[TablesGame]:
        """The rules of each game that may be played. Raises CameraError where one needs another board."""
        games = len(self.agreed.games) if isinstance(self.agreed, MatchFormat) else 1
        # The decider comes after them.
        for place in range(games + 1):
            rules = self.rules(place)
            if rules.points != 24:
                raise CameraError(
                    phrase(
                        "{name} is played on {points} points, and the simulated board has 24: choose another game",
                        name=rules.called,
                        points=rules.points,
                    )
                )
            yield rules

    def is_over(self, score: Score, played: int, results: Iterable[Result | None] = ()) -> bool:
        """Whether no more is played after so many games with these results: the match is won, or it was one game."""
        match_format = self.agreed if isinstance(self.agreed, MatchFormat) else None
        if match_winner(self.length, score, match_format, played, results) is not None:
            return True
        return not self.length and (match_format is None or match_format.decider is None)
