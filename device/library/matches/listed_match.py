"""A match as a list shows it: its head with dates, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from device.library.matches.analyses import Summary
from device.library.matches.heads import Head, is_brought
from device.shape import (
    Json,
    PartShown,
    Shaped,
    choice,
    flag,
    its,
    many,
    maybe,
    number,
    of,
    shape,
    shaped,
    text,
    thing,
    whole,
)
from device.status.board_json import EACH_SIDE, SIDE
from device.status.text.naming import game_name
from engine.errors import UnknownGame
from engine.games import find_game
from engine.i18n import Translator
from engine.match_formats import find_series
from engine.state.events import Retention

TIME = maybe(number("Unix time; null where the clock was not set."))
SERIES = whole(0, says="Of how many games the match is, where that is agreed on; 0: it is not.")
PLAYING = flag("A game of it has begun, and it may go on.")
_EACH = maybe(thing({"W": maybe(number()), "B": maybe(number())}))


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
        told = MATCH_HEAD.json(PartShown(translator, self))
        return {**told, "table": self.table} if self.table else told

    def analysed(self, what: str) -> Json | None:
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


MATCH_HEAD = shape(
    {
        "number": its("part.head.number", whole(1)),
        "white": its("part.head.white", text("Empty: nobody was named.")),
        "black": its("part.head.black", text()),
        "game": its("part.head.game", text()),
        "name": of(lambda it: game_title(it.part.head.game, it.whole), text()),
        "length": its("part.head.length", whole(0)),
        "series": its("part.head.series", SERIES),
        "score": of(lambda it: dict(zip("WB", it.part.head.score, strict=True)), EACH_SIDE),
        "winner": its("part.head.winner", maybe(SIDE)),
        "begun": its("part.begun", TIME),
        "ended": its("part.ended", TIME),
        "evening": of(
            lambda it: it.part.evening and it.part.evening.isoformat(),
            maybe(text("The day it belongs to, to six in the morning.", format="date")),
        ),
        "games_played": its("part.head.games_played", whole(0)),
        "turns": its("part.head.turns", whole(0)),
        "faults": its("part.head.faults", whole(0)),
        "questions": its("part.head.questions", whole(0)),
        "corrections": its("part.head.corrections", whole(0)),
        "open": its("part.is_open", flag("It may go on.")),
        "playing": its("part.is_playing", PLAYING),
        "brought": of(
            lambda it: is_brought(it.part.head.number),
            flag("It was played elsewhere, and brought in as a file."),
        ),
        "kept": its("part.head.retention", choice(Retention)),
        "dice": its("part.head.dice", text("What the set of dice is called; empty: nobody named it.")),
        "deleted": its("part.deleted", maybe(DeletedView.SHAPE)),
        "withheld": its("part.head.withheld", flag("The game that is on is left out.")),
        "luck": of(lambda it: it.part.analysed("luck"), _EACH),
        "error": of(lambda it: it.part.analysed("error_rate"), _EACH),
    },
    name="MatchHead",
)
"""A match in a list, told in a language."""
LISTING = shape(
    {
        "total": its("part.total", whole(0)),
        "games": of(
            lambda it: sorted(
                ({"id": each, "name": game_title(each, it.whole)} for each in it.part.games), key=_name
            ),
            many(thing({"id": text(), "name": text()})),
        ),
        "players": its("part.players", many(text())),
        "dice": its("part.dice", many(text("What a set of dice is called."))),
        "matches": of(lambda it: [each.as_json(it.whole) for each in it.part.matches], many(MATCH_HEAD)),
    }
)
"""A page of them."""


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
        return LISTING.json(PartShown(translator, self))


def dice_of(matches: Iterable[ListedMatch]) -> tuple[str, ...]:
    """The sets of dice that somebody named, each as it was named last; the newest match comes first."""
    names = {each.head.dice.casefold(): each.head.dice for each in reversed(tuple(matches)) if each.head.dice}
    return tuple(sorted(names.values(), key=str.casefold))


def _name(game: dict[str, str]) -> str:
    return game["name"].casefold()
