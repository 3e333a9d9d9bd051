"""The games, one file each, data only; a new file in this folder is a new game."""

import difflib
import importlib
import pkgutil
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache

from engine.errors import UnknownGame
from engine.i18n import Called, Phrase, phrase, together
from engine.rules import Rules
from engine.tables.declaration import game_of, is_declaration


@cache
def all_games() -> tuple[Rules, ...]:
    """Every game there is, by id."""
    return tuple(sorted(map(_game, _ids()), key=lambda game: game.id))


def find_game(name: str) -> Rules:
    """The game with this id, name or alias, capitals, accents, punctuation and an article before it apart.

    A name may also be the declaration of a game of somebody's own (`engine.tables.declaration`), which is its id.
    Raises UnknownGame, which offers the nearest names, and InvalidGame.

    >>> find_game("Hyper-Backgammon").id
    'hypergammon'
    """
    if name in _ids():
        # Whoever names one game does not wait until all the others are imported.
        return _game(name)
    if is_declaration(name):
        return _declared(name)
    known = _known()
    for spelt in _spellings(name):
        game = known.get(spelt)
        if game is not None:
            return game
        kin = _KIN.get(spelt)
        if kin is not None:
            raise UnknownGame(
                phrase(
                    "{name} is not played here; nearest to it are {games}",
                    name=repr(name),
                    games=_row([_game(each).called for each in kin]),
                )
            )
    near = difflib.get_close_matches(_plain(name), known, n=3, cutoff=0.5)
    meant = list(dict.fromkeys(known[word].called for word in near))
    if meant:
        raise UnknownGame(
            phrase(
                "there is no game called {name}; did you mean {games}?", name=repr(name), games=_row(meant)
            )
        )
    every = [game.called for game in all_games()]
    raise UnknownGame(
        phrase("there is no game called {name}; there are {games}", name=repr(name), games=_row(every))
    )


def is_game(name: str) -> bool:
    """Whether a game has this id, name or alias; names may have commas in them, as lists of games have."""
    return _plain(name) in _known()


def _row(games: Sequence[Called]) -> Phrase:
    """Games in a row, by what they are called."""
    return together(games, ", ")


@cache
def _ids() -> frozenset[str]:
    """The ids of all games: their modules' names."""
    return frozenset(found.name for found in pkgutil.iter_modules(__path__))


def _game(game_id: str) -> Rules:
    game: Rules = importlib.import_module(f"{__name__}.{game_id}").GAME
    return game


@lru_cache(maxsize=64)
def _declared(text: str) -> Rules:
    return game_of(text, find_game)


@cache
def _known() -> dict[str, Rules]:
    """Every game by every name it has; records ask for games at every turn."""
    return {_plain(word): game for game in all_games() for word in _words(game)}


def _words(game: Rules) -> tuple[str, ...]:
    return (game.id, *(name for _, name in game.names), *game.aliases)


_ONE_HAND = str.maketrans("雙陸漢間贏羅囉趲東", "双陆汉间赢罗罗趱东")
"""Traditional characters of the names of Chinese games as simplified ones."""


_KIN = {
    "medioemperador": ("emperador", "ludus_anglicorum"),
    "bufacortesa": ("pareia_de_entrada", "laquet"),
    "buffacortesa": ("pareia_de_entrada", "laquet"),
    "bufadebaldrac": ("pareia_de_entrada", "dutch"),
    "buffadebaldrac": ("pareia_de_entrada", "dutch"),
    "cabequinal": ("laquet", "seis_dos_e_as"),
    "doblete": ("doublets", "dames_rabattues"),
    "doblet": ("doublets", "dames_rabattues"),
    "luduslombardorum": ("ludus_anglicorum", "imperial"),
}
"""Games of the sources that people know by name and that are not played here, and which of those here come nearest."""


_ARTICLES = frozenset(["das", "der", "die", "el", "la", "las", "le", "les", "los", "the"])
"""Words that sources set before a game's name."""


def _spellings(name: str) -> tuple[str, ...]:
    """A name as it is looked for, and without an article before it."""
    first, _, rest = name.strip().partition(" ")
    return (_plain(name), _plain(rest)) if first.casefold() in _ARTICLES and rest else (_plain(name),)


def _plain(name: str) -> str:
    bare = unicodedata.normalize("NFKD", name.casefold()).translate(_ONE_HAND)
    return "".join(letter for letter in bare if letter.isalnum())
