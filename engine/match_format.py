"""The format of a match: which games are played in it, one after the other, on one
score (rules sections A6, A31).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.errors import InvalidOption
from engine.games import find_game
from engine.i18n import Called, Phrase, phrase, phrase_of, together
from engine.rules import Rules
from engine.tables.options import not_offered
from engine.tables.tables_game import LastTurn, Option, OptionValue, TablesGame

Options = tuple[tuple[str, OptionValue], ...]
"""What was agreed on for a game: names and values of its options."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A game, by its id, and the options with which it is played."""

    game_id: str = "backgammon"
    options: Options = ()

    def rules(self, *, last_turn_equaliser: bool = False) -> Rules:
        """The rules of the game so played, the terms of the match included; always the same object for the same.

        Raises UnknownGame, InvalidOption.
        """
        return _rules(self, last_turn_equaliser)


@lru_cache(maxsize=512)
def _rules(chosen: Chosen, last_turn_equaliser: bool) -> Rules:
    game = find_game(chosen.game_id).with_options(dict(chosen.options))
    if last_turn_equaliser and isinstance(game, TablesGame) and game.last_turn is LastTurn.NOBODY:
        return replace(game, last_turn=LastTurn.SECOND_PLAYER)
    return game


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """The games of a match, in turn.

    Without a `decider` they are played over and over until the match is won. With one they are played once; who then
    leads has won, and while the score is level the decider is played; with `best_win` who is level has won by the
    better single win.
    """

    id: str = "backgammon"
    games: tuple[Chosen, ...] = (Chosen(),)
    decider: Chosen | None = None
    best_win: bool = False

    def game(self, place: int) -> Chosen:
        """The game at a place, counted from 0."""
        if self.decider is not None and place >= len(self.games):
            return self.decider
        return self.games[place % len(self.games)]

    @property
    def games_agreed(self) -> int:
        """Of how many games the match is, but for the decider; 0: they are played over and over."""
        return 0 if self.decider is None else len(self.games)

    def is_played_out(self, played: int) -> bool:
        """Whether, after so many games, only the decider is left to be played."""
        return self.decider is not None and played >= len(self.games)

    @property
    def goes_to_points(self) -> bool:
        """Whether it may be played to so many points; where the best single win counts, all its games are."""
        return not self.best_win

    @property
    def is_one_game(self) -> bool:
        """Whether it is always the same game."""
        return len(self.games) == 1 and self.decider is None


BACKGAMMON_ONLY = MatchFormat()
"""What is played where people have agreed on nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A match format as it is declared and found by name: games that belong together on one score.

    `length` is the usual number of points; `options` change `games` or `decider`.
    """

    id: str
    names: tuple[tuple[str, str], ...]
    source: str
    rules: str | None
    aliases: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    decider: str | None = None
    best_win: bool = False
    length: int = 0
    options: tuple[Option, ...] = ()

    @property
    def called(self) -> Called:
        """What the series is called."""
        return Called(self.names)

    @property
    def name(self) -> str:
        """What the series is called in English."""
        return str(self.called)

    def of(self, games: tuple[str, ...]) -> "Series":
        """The same series with other games."""
        return replace(self, games=games)

    def match_format(self, options: Mapping[str, OptionValue] | None = None) -> MatchFormat:
        """The match format with what people agreed on: options of the series, and those of the games in it.

        Raises InvalidOption with all that is wrong.
        """
        series, left = self, dict(options or {})
        wrong: list[Phrase] = []
        for option in self.options:
            if option.name not in left:
                continue
            value = left.pop(option.name)
            found = [
                each for each in option.choices if each.value == value and type(each.value) is type(value)
            ]
            if found:
                series = replace(series, **dict(found[0].changes))  # type: ignore[arg-type]
            else:
                wrong.append(not_offered(option, self.called, value))
        ids = [*series.games, *([series.decider] if series.decider else [])]
        wrong += _strange(self.called, ids, left, {option.name for option in self.options})
        if len({find_game(each).shape for each in ids}) > 1:
            wrong.append(
                phrase(
                    "{games} are not played on one board: choose games for the same",
                    games=together([find_game(each).called for each in ids], ", "),
                )
            )
        if wrong:
            raise InvalidOption(together(wrong))
        decider = None if series.decider is None else _chosen(series.decider, left)
        games = tuple(_chosen(each, left) for each in series.games)
        return MatchFormat(self.id, games, decider, series.best_win)


def chosen(game_id: str, options: Mapping[str, OptionValue] | None = None) -> Chosen:
    """A game with options, both checked, its id being found by any of its names. Raises UnknownGame, InvalidOption."""
    game = find_game(game_id)
    game.with_options(options or {})
    return Chosen(game.id, tuple(sorted((options or {}).items())))


def _chosen(game_id: str, options: Mapping[str, OptionValue]) -> Chosen:
    """The game with those of the options that it has."""
    known = {option.name for option in find_game(game_id).options}
    return Chosen(game_id, tuple(sorted((name, value) for name, value in options.items() if name in known)))


def _strange(name: Called, ids: list[str], options: Mapping[str, OptionValue], own: set[str]) -> list[Phrase]:
    """What is wrong with options that are meant for the games of a series."""
    wrong: list[Phrase] = []
    known = set(own)
    for game_id in dict.fromkeys(ids):
        game = find_game(game_id)
        theirs = {option.name for option in game.options}
        known |= theirs
        try:
            game.with_options({key: value for key, value in options.items() if key in theirs})
        except InvalidOption as error:
            wrong.append(phrase_of(error))
    offered = ", ".join(sorted(known)) or "-"
    wrong += [
        phrase(
            "neither {name} nor a game in it has the option {option}; there are: {options}",
            name=name,
            option=repr(key),
            options=offered,
        )
        for key in options
        if key not in known
    ]
    return wrong
