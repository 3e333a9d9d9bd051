"""A record as a format gives it: the match, and what the file says, or leaves out, besides."""

from dataclasses import dataclass, replace

from engine.i18n import Phrase
from engine.match.match import Match

MOST_GAMES = 1000
"""More games than these no match has, and no session of an evening."""
MOST_POINTS = 999_999
"""Nor is there a score, or a game, of more points than these; no format has room for them."""

Tags = tuple[tuple[str, str], ...]
"""What is said of a match, such as ("EventDate", "2026.11.20"); the keys are those of .mat files."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was read, with notes on what the file left out or says oddly, each a sentence
    that is put into a language where it is shown; one of a plugin's may be text.

    `known` are the plays that the file itself calls illegal, and `lost` where it hides what was played though
    the game goes on: game and turn, both counted from 1.
    """

    match: Match
    notes: tuple[Phrase | str, ...] = ()
    tags: Tags = ()
    known: tuple[tuple[int, int], ...] = ()
    lost: tuple[tuple[int, int], ...] = ()

    @property
    def hidden(self) -> dict[int, int]:
        """The first turn of each game whose play the file hides, by the number of the game."""
        return dict(sorted(self.lost, reverse=True))

    def before_hidden(self) -> "Record":
        """The same with the games ending before such a turn, since nobody knows from what board they went on."""
        hidden = self.hidden
        games = tuple(
            replace(game, turns=game.turns[: hidden[number] - 1]) if number in hidden else game
            for number, game in enumerate(self.match.games, 1)
        )
        return replace(self, match=replace(self.match, games=games), lost=())
