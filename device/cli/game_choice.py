"""What is played, as the command line names it over the settings: game, options, length of the match, terms."""

from collections.abc import Sequence
from dataclasses import replace

from device.library.games.plays_query import option_of
from device.store.settings import MatchSettings
from engine.errors import InvalidOption
from engine.match.terms import terms_of
from engine.match_formats import find_series, length_fault


def agreed(
    base: MatchSettings,
    game: str | None = None,
    length: int | None = None,
    options: Sequence[str] = (),
    terms: Sequence[str] = (),
) -> MatchSettings:
    """The settings of a match with what is named otherwise; options and terms are written `name=value`.

    Another game is played without the options that were meant for the one in the settings, and to the length that is
    usual in it, if it has one. Raises EngineError with all that is wrong.
    """
    if game is not None and game != base.game:
        series = find_series(game)
        usual = base.length if series is None else series.length
        base = replace(base, game=game, options=(), length=usual, terms=base.terms.for_length(usual))
    if length is not None and length != base.length:
        base = replace(base, length=length, terms=base.terms.for_length(length))
    if options:
        changed = dict(base.options) | dict(map(option_of, options))
        base = replace(base, options=tuple(sorted(changed.items())))
    if terms:
        base = replace(base, terms=terms_of(dict(map(option_of, terms)), base.length, base.terms))
    wrong = length_fault(base.match_format, base.length)
    if wrong is not None:
        raise InvalidOption(wrong)
    return base
