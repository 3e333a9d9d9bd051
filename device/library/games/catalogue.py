"""The catalogue of the games, for `tableside games`: what there is, by tier and kind,
and each one's rules and options.
"""

import inspect
import re
import textwrap
from collections.abc import Iterable
from itertools import groupby

from device.shape import Json
from engine.i18n import Translator, marked
from engine.match_format import Series
from engine.rules import Rules
from engine.tables.declaration import is_declaration
from engine.tables.numbers import UnderFaces
from engine.tables.options import Departure, title_of, typed
from engine.tables.restrictions import RunnerFirst, SinglesBefore
from engine.tables.tables_game import Landing, Option, OptionValue, Relation, Tier
from engine.tafl.tafl_game import TaflGame

Listed = Rules | Series
"""What can be played in a match: a game, or several games on one score."""

SERIES = "series"
RECONSTRUCTED = "Reconstructed: no full rules of this game have come down; parts of these are guesses."
_TIERS = {Tier.PLAYED: marked("In living use"), Tier.HISTORIC: marked("From history")}
_KINDS = {
    "hitting": marked("Backgammon and other games of hitting"),
    "puff": marked("Puff"),
    "pinning": marked("Games of pinning"),
    "running": marked("Running games, in which nothing is hit"),
    "revertier": marked("The Swedish tables and their kin"),
    "trictrac": marked("Trictrac and its kin"),
    "chase": marked("Games of chase"),
    "rabattues": marked("Games of laying down and lifting"),
    "tafl": marked("Tafl"),
    SERIES: marked("Several games on one score"),
}
"""The kinds of games in the order in which they are listed, and what to call them."""


def kind_of(game: Listed) -> str:
    """What kind of game it is, one of a few words, by what its rules are made of."""
    if isinstance(game, Series):
        return SERIES
    if isinstance(game, TaflGame):
        return "tafl"
    if game.family is not None:
        return type(game.family).__name__.lower() if game.family.travels else "rabattues"
    if game.landing is Landing.PIN:
        return "pinning"
    singly = any(isinstance(rule, SinglesBefore) for rule in game.step_rules)
    if singly and game.relation is Relation.PARALLEL_OPPOSITE:
        return "revertier"
    if game.landing is Landing.SOLO_BLOCK or any(isinstance(rule, RunnerFirst) for rule in game.step_rules):
        return "running"
    return "puff" if isinstance(game.numbers, UnderFaces) else "hitting"


def listed_games(games: Iterable[Rules], series: Iterable[Series]) -> tuple[Listed, ...]:
    """All that can be played: games by tier, kind and id, then the series."""
    kinds = list(_KINDS)

    def place(game: Rules) -> tuple[str, int, str]:
        kind = kind_of(game)
        return game.tier.value, kinds.index(kind) if kind in kinds else len(kinds), game.id

    return (*sorted(games, key=place), *sorted(series, key=lambda each: each.id))


def game_json(game: Listed, *, with_rules: bool = False) -> Json:
    """A game as `tableside games --json` tells it."""
    told: Json = {
        "id": game.id,
        "name": game.name,
        "names": dict(game.names),
        "aliases": list(game.aliases),
        **(_series_json(game) if isinstance(game, Series) else _rules_json(game)),
        "options": [option_json(option) for option in game.options],
        "source": game.source,
    }
    if with_rules:
        told["rules"] = inspect.cleandoc(game.rules or "")
        told["departures"] = [str(each) for each in departures(game)]
    return told


def told_json(game: Listed, translator: Translator) -> Json:
    """A game with its rules as pages tell it in a language: options have a `title`, and `words` for their values."""
    return {
        **game_json(game),
        "name": game.called.in_language(translator),
        "rules": "\n\n".join(map(translator, paragraphs(game.rules))),
        "options": [
            {
                **option_json(option),
                "title": translator(title_of(option.name)),
                "words": [translator(words_of(choice.value)) for choice in option.choices],
                "text": in_prose(
                    translator(option.sentence), (choice.value for choice in option.choices), translator
                ),
            }
            for option in game.options
        ],
    }


def paragraphs(prose: str | None) -> tuple[str, ...]:
    """The paragraphs of a text, each on one line."""
    return tuple(
        " ".join(each.split()) for each in re.split(r"\n\s*\n", inspect.cleandoc(prose or "")) if each.strip()
    )


def words_of(value: OptionValue) -> str:
    """A value as pages write it.

    >>> words_of(True), words_of("per_man"), words_of(12)
    ('yes', 'per man', '12')
    """
    if isinstance(value, bool):
        return marked("yes") if value else marked("no")
    return str(value).replace("_", " ")


def in_prose(sentence: str, values: Iterable[OptionValue], translator: Translator) -> str:
    """A sentence that names values as the command line has them, with those that pages call them instead.

    >>> from engine.i18n import ENGLISH
    >>> in_prose("Whether they are played (use_both) or not (none).", ("use_both", "none"), ENGLISH)
    'Whether they are played (use both) or not (none).'
    """
    for value in values:
        sentence = sentence.replace(f"({value})", f"({translator(words_of(value))})")
    return sentence


def option_json(option: Option) -> Json:
    """An option with its type, default, values and sentence."""
    return {
        "name": option.name,
        "type": type_name(option.default),
        "default": option.default,
        "values": [choice.value for choice in option.choices],
        "text": option.sentence,
    }


def type_name(value: OptionValue) -> str:
    """What an option's values are: boolean, integer or text."""
    return {bool: "boolean", int: "integer"}.get(type(value), "text")


def game_lines(games: Iterable[Listed]) -> str:
    """All games under their tiers and kinds, a line each: id, name, and what they are called in other languages."""
    lines: list[str] = []
    for heading, tier in groupby(games, key=_heading):
        lines += ["", heading] if lines else [heading]
        for kind, alike in groupby(tier, key=kind_of):
            if kind != SERIES:
                lines += ["", f"  {_KINDS.get(kind, kind.capitalize())}"]
            lines += [f"    {_line(game)}" for game in alike]
    return "\n".join(lines)


def shelves(games: Iterable[Listed]) -> tuple[tuple[str, str, tuple[Listed, ...]], ...]:
    """Listed games with the headings that they stand under: their tier's, and their kind's (none for series)."""
    found = []
    for heading, tier in groupby(games, key=_heading):
        for kind, alike in groupby(tier, key=kind_of):
            found.append(
                (heading, "" if kind == SERIES else _KINDS.get(kind, kind.capitalize()), tuple(alike))
            )
    return tuple(found)


def game_text(game: Listed) -> str:
    """A game's rules in prose, with its options."""
    prose, *more = inspect.cleandoc(game.rules or game.name).split("\n\n")
    called = game.name if is_declaration(game.id) else f"{game.name} ({game.id})"
    lines = [prose, "", f"{called}. {_heading(game)}."]
    if not isinstance(game, Series):
        lines[-1] += f" {kind_title(game)}."
    if not isinstance(game, Series) and game.reconstructed:
        lines.append(RECONSTRUCTED)
    lines += [line for paragraph in more for line in ("", paragraph)]
    lines += ["", *_facts(game)]
    disagreements = [textwrap.fill(str(each), 110, subsequent_indent="  ") for each in departures(game)]
    lines += [*([""] if disagreements else []), *disagreements]
    if game.options:
        lines += ["", "Options:", *(line for option in game.options for line in option_lines(option))]
    return "\n".join([*lines, "", f"Source: {game.source}"])


def departures(game: Listed) -> tuple[Departure, ...]:
    """Where the sources of a game disagree."""
    return () if isinstance(game, Series) else game.departures


def option_lines(option: Option) -> list[str]:
    """An option for people: its name, type, default and values, and its sentence."""
    values = [typed(choice.value) for choice in option.choices]
    return [
        f"  {option.name} ({type_name(option.default)}; {values[0]} by default): {', '.join(values)}",
        *textwrap.wrap(option.sentence, 100, initial_indent="      ", subsequent_indent="      "),
    ]


def _rules_json(game: Rules) -> Json:
    return {
        "family": game.shape.value,
        "kind": kind_of(game),
        "tier": game.tier.value,
        "reconstructed": game.reconstructed,
        "men": game.men,
        "start": str(game.start),
        "cube": game.cube,
    }


def _series_json(series: Series) -> Json:
    return {
        "family": SERIES,
        "kind": SERIES,
        "tier": Tier.PLAYED.value,
        "reconstructed": False,
        "games": list(series.games),
        "decider": series.decider,
        "length": series.length,
        "to_points": not series.best_win,
    }


def _heading(game: Listed) -> str:
    return _KINDS[SERIES] if isinstance(game, Series) else _TIERS[game.tier]


def kind_title(game: Listed) -> str:
    """What kind of game it is, as a heading."""
    kind = kind_of(game)
    return _KINDS.get(kind, kind.capitalize())


def _line(game: Listed) -> str:
    others = dict.fromkeys(name for _, name in game.names if name != game.name)
    also = f" ({', '.join(others)})" if others else ""
    guessed = ", reconstructed" if not isinstance(game, Series) and game.reconstructed else ""
    return f"{game.id:<20} {game.name}{also}{guessed}"


def _facts(game: Listed) -> list[str]:
    others = [f"{name} ({language})" for language, name in game.names if name != game.name]
    called = [*others, *game.aliases]
    facts = textwrap.wrap(f"Also called: {', '.join(called)}", 110) if called else []
    if isinstance(game, Series):
        if game.games:
            facts.append(f"Games: {', '.join(game.games)}")
        if game.decider:
            level = ", where the best single wins are alike, too" if game.best_win else ""
            facts.append(f"Decider: {game.decider}{level}")
        return facts
    facts.append(f"Start: {game.start}")
    if not game.dice:
        return [*facts, "Dice: none, and so no cube"]
    cube = "in use" if game.cube else "not in use"
    return [*facts, f"Cube: {cube}, unless people agree otherwise"]
