"""The series of games that are played on one score, one file each, data only; a new
file in this folder is a new one.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache, lru_cache

from engine.errors import UnknownGame
from engine.games import find_game, is_game
from engine.i18n import Phrase, phrase, phrase_of, together
from engine.match_format import MatchFormat, Series, chosen
from engine.tables.declaration import is_declaration
from engine.tables.tables_game import OptionValue
from engine.words.rollnames import plain_name

MIXED = "mixed_match"
"""The series that a list of games makes."""
_MOST_WRONG = 10
"""No more unknown games of a list are told of: for each it is looked what may be meant."""


@cache
def all_series() -> tuple[Series, ...]:
    """Every series there is, by id."""
    modules = (
        importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)
    )
    series: list[Series] = [module.SERIES for module in modules]
    return tuple(sorted(series, key=lambda each: each.id))


def find_series(name: str) -> Series | None:
    """The series with this id, name or alias, capitals, accents and punctuation apart; None for a game's name."""
    wanted = plain_name(name)
    for each in all_series():
        if wanted in map(plain_name, (each.id, *(text for _, text in each.names), *each.aliases)):
            return each
    return None


def find_match_format(name: str, options: Mapping[str, OptionValue] | None = None) -> MatchFormat:
    """The match format of that name: a series, a single game, or a list of games with commas between them.

    Raises UnknownGame and InvalidOption with all that is wrong.

    >>> [game.game_id for game in find_match_format("hypergammon, backgammon").games]
    ['hypergammon', 'backgammon']
    """
    return _found(name, tuple(sorted((options or {}).items())))


def length_fault(match_format: MatchFormat, length: int) -> Phrase | None:
    """What is wrong with playing a match format to so many points (0: to none), if anything is."""
    if not length or match_format.goes_to_points:
        return None
    series = find_series(match_format.id)
    return phrase(
        "in {name} all games are played, not to so many points: leave the length at 0",
        name=match_format.id if series is None else series.called,
    )


@lru_cache(maxsize=256)
def _found(name: str, agreed: tuple[tuple[str, OptionValue], ...]) -> MatchFormat:
    series, options = find_series(name), dict(agreed)
    if series is not None:
        return series.match_format(options)
    if "," not in name or is_declaration(name) or is_game(name):
        game = chosen(name, options)
        return MatchFormat(game.game_id, (game,))
    mixed = find_series(MIXED)
    assert mixed is not None
    ids: list[str] = []
    wrong: list[Phrase] = []
    for each in name.split(","):
        try:
            ids.append(find_game(each.strip()).id)
        except UnknownGame as error:
            wrong.append(phrase_of(error))
            if len(wrong) == _MOST_WRONG:
                break
    if wrong:
        raise UnknownGame(together(wrong))
    return mixed.of(tuple(ids)).match_format(options)
