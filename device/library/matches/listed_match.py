"""A match as a list shows it: its head with dates, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from device.library.matches.analyses import Summary
from device.library.matches.heads import Head, is_brought
from device.shape import Json, Shaped, its, maybe, number, shaped, whole
from device.status.text.naming import game_name
from engine.errors import UnknownGame
from engine.games import find_game
from engine.i18n import Translator
from engine.match_formats import find_series


@shaped({"at": maybe(number()), "gone_in_days": its("days", maybe(whole()))})
@dataclass(frozen=True, slots=True)
class DeletedView(Shaped):
    """That a match was deleted, seconds since 1970, and in how many days it is gone; both None where nobody knows."""

    at: float | None
    days: int | None


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list; times in seconds since 1970, None where the date is not known. `is_open`: it may go on.

    `table`: at which table, in an archive of several; empty: at this one. `analysis`: what is known of its analysis.
    """

    head: Head
    begun: float | None
    ended: float | None
    evening: date | None
    is_open: bool
    deleted: DeletedView | None
    table: str = ""
    analysis: Summary | None = None

    @property
    def is_playing(self) -> bool:
        """Whether a game of it has begun, and it may go on."""
        return self.is_open and self.head.games_played > 0

    def as_json(self, translator: Translator) -> Json:
        """The match as the API lists it."""
        head = self.head
        white, black = head.score
        return {
            "number": head.number,
            "white": head.white,
            "black": head.black,
            "game": head.game,
            "name": game_title(head.game, translator),
            "length": head.length,
            "series": head.series,
            "score": {"W": white, "B": black},
            "winner": head.winner,
            "begun": self.begun,
            "ended": self.ended,
            "evening": self.evening and self.evening.isoformat(),
            "games_played": head.games_played,
            "turns": head.turns,
            "faults": head.faults,
            "questions": head.questions,
            "corrections": head.corrections,
            "open": self.is_open,
            "playing": self.is_playing,
            "brought": is_brought(head.number),
            "kept": head.retention.value,
            "dice": head.dice,
            "deleted": self.deleted and self.deleted.as_json(),
            "withheld": head.withheld,
            "luck": self._analysed("luck"),
            "error": self._analysed("error_rate"),
            **({"table": self.table} if self.table else {}),
        }

    def _analysed(self, what: str) -> Json | None:
        """A sum of both players; None where the match was not analysed."""
        if self.analysis is None:
            return None
        players = {side: self.analysis.of(side) for side in ("W", "B")}
        return {
            side: None
            if told is None or told[what] is None
            else round(told[what], 2 if what == "luck" else 1)
            for side, told in players.items()
        }


@dataclass(frozen=True, slots=True)
class Listing:
    """Matches that somebody asked for, the newest first: those of one page, how many there are in all, and by what
    games, players and sets of dice they can be told apart.
    """

    matches: tuple[ListedMatch, ...]
    total: int
    games: tuple[str, ...]
    players: tuple[str, ...]
    dice: tuple[str, ...] = ()

    def as_json(self, translator: Translator) -> Json:
        """The answer of `GET /api/matches`."""
        games = sorted(({"id": each, "name": game_title(each, translator)} for each in self.games), key=_name)
        return {
            "total": self.total,
            "games": games,
            "players": list(self.players),
            "dice": list(self.dice),
            "matches": [each.as_json(translator) for each in self.matches],
        }


def dice_of(matches: Iterable[ListedMatch]) -> tuple[str, ...]:
    """The sets of dice that somebody named, each as it was named last; the newest match comes first."""
    names = {each.head.dice.casefold(): each.head.dice for each in reversed(tuple(matches)) if each.head.dice}
    return tuple(sorted(names.values(), key=str.casefold))


@lru_cache(maxsize=1024)
def game_title(game: str, translator: Translator) -> str:
    """What a game or a series is called in a language; its id where it is known no more."""
    series = find_series(game)
    if series is not None:
        return series.called.in_language(translator)
    try:
        return game_name(find_game(game), translator)
    except UnknownGame:
        return game


def _name(game: dict[str, str]) -> str:
    return game["name"].casefold()
