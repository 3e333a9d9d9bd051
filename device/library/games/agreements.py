"""What people can agree on whatever they play, for `tableside games`: terms of a match, profiles, names of rolls."""

import textwrap
from collections.abc import Callable, Iterator, Mapping

from device.library.games.catalogue import option_json, option_lines
from device.shape import Json
from engine.dice import ALL_ROLLS
from engine.i18n import ENGLISH, Translator
from engine.match.terms import TERMS
from engine.profile import OPTIONS, PRESETS, Preset, ProfileOption, choices_of
from engine.words.rollnames import TRADITIONS, Tradition, called_rolls, roll_name, roll_names


def terms_json() -> Iterator[Json]:
    """The terms of a match, an object each, like the options of a game."""
    return map(option_json, TERMS)


def terms_text() -> str:
    """The terms of a match for people."""
    lines = ["What can be agreed on for a match, whatever is played:"]
    for option in TERMS:
        lines += ["", *option_lines(option)]
    return "\n".join(lines)


def profiles_json() -> Iterator[Json]:
    """The referee's profiles, an object each, with the options that a profile holds."""
    for preset in PRESETS:
        chosen = choices_of(preset.profile)
        yield {
            "name": preset.name,
            "text": preset.sentence,
            "source": preset.source,
            "terms": dict(preset.terms),
            "options": [
                {**_profile_option_json(option), "default": chosen[option.name]} for option in OPTIONS
            ],
        }


def profiles_text() -> str:
    """The referee's profiles for people, and what each of their options means."""
    lines = ["How a match can be refereed:"]
    for preset in PRESETS:
        lines += ["", f"  {preset.name}", *_indented(preset.sentence), *_indented(_differences(preset))]
        lines += _indented(preset.source)
    lines += ["", "Each can be chosen with some of these options otherwise:"]
    for option in OPTIONS:
        values = ", ".join(option.values)
        lines += ["", f"  {option.name} ({option.default} by default): {values}", *_indented(option.sentence)]
    return "\n".join(lines)


def traditions_json() -> Iterator[Json]:
    """The traditions of calling rolls, an object each, with all the names of two dice."""
    for tradition in TRADITIONS:
        yield {
            "id": tradition.id,
            "name": tradition.name,
            "language": tradition.language,
            "rolls": {str(roll): list(roll_names(roll, tradition)) for roll in ALL_ROLLS},
            "take": tradition.says_take or None,
            "pass": tradition.says_pass or None,
        }


def rollnames_json(tradition: Tradition, translator: Translator = ENGLISH) -> Json:
    """How a tradition calls throws, for an announcer: the usual name of each throw of two or three dice that has one.

    `language` is that of the names and of the words `take` and `pass`; empty where rolls are called by their numbers.
    """
    return {
        "id": tradition.id,
        "name": translator(tradition.name),
        "language": tradition.language,
        "rolls": called_rolls(tradition),
        "take": tradition.says_take or None,
        "pass": tradition.says_pass or None,
    }


def traditions_text() -> str:
    """The traditions of calling rolls for people, each with what it calls the 21 rolls of two dice."""
    lines = [
        'What rolls can be called; the setting is `tradition` in [announce], such as tradition = "finnish":'
    ]
    for tradition in TRADITIONS:
        lines += ["", f"  {tradition.id}: {tradition.name}", *_indented(_called(tradition))]
    return "\n".join(lines)


def _called(tradition: Tradition) -> str:
    rolls = ", ".join(
        f"{roll} {roll_name(roll, tradition)}" for roll in ALL_ROLLS if roll_names(roll, tradition)
    )
    if not rolls:
        return ""
    replies = f"; take {tradition.says_take}, pass {tradition.says_pass}" if tradition.says_take else ""
    return f"{rolls}{replies}"


def _profile_option_json(option: ProfileOption) -> Json:
    return {
        "name": option.name,
        "type": "text",
        "default": option.default,
        "values": list(option.values),
        "text": option.sentence,
    }


def _differences(preset: Preset) -> str:
    """What a preset chooses otherwise than is usual, terms included; empty for the one that chooses the usual."""
    chosen = choices_of(preset.profile)
    otherwise = [f"{o.name} {chosen[o.name]}" for o in OPTIONS if chosen[o.name] != o.default]
    return ", ".join([*otherwise, *(f"{name} {value}" for name, value in preset.terms)])


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="      ", subsequent_indent="      ")


LISTS: Mapping[str, tuple[Callable[[], Iterator[Json]], Callable[[], str]]] = {
    "terms": (terms_json, terms_text),
    "profiles": (profiles_json, profiles_text),
    "traditions": (traditions_json, traditions_text),
}
"""The lists by what they are of: for programs, and for people."""
