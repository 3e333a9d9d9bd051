"""Options: variations of a game that people may agree on, and what they change."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import InvalidOption
from engine.i18n import Called, Phrase, phrase, together

OptionValue = bool | int | str
"""What an option of a game can be set to."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that an option can have, and the fields of the game that it changes."""

    value: OptionValue
    changes: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A variation that people may agree on; the first choice is the default."""

    name: str
    sentence: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> OptionValue:
        """The value that holds unless people say otherwise."""
        return self.choices[0].value


@dataclass(frozen=True, slots=True)
class Departure:
    """Where the sources of a game disagree: whom its default follows, and what another of them says.

    `instead` has it the other way: the id of a game, or an option written `name=value`.
    """

    follows: str
    ours: str
    source: str
    theirs: str
    instead: str

    def __str__(self) -> str:
        return f"Here we follow {self.follows}: {self.ours}; by {self.source} {self.theirs} ({self.instead})."


def title_of(name: str) -> str:
    """What pages call an option, or a term of a match, that has no title of its own."""
    return name.replace("_", " ").capitalize()


def typed(value: OptionValue) -> str:
    """A value as people write it on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def chosen_of(
    game: Called, offered: tuple[Option, ...], options: Mapping[str, OptionValue]
) -> tuple[tuple[str, int], ...]:
    """The choices that values mean, each as the option's name and the place in its list.

    `game` is what the game is called that offers them. Raises InvalidOption with all that is wrong.
    """
    known = {option.name: option for option in offered}
    chosen: list[tuple[str, int]] = []
    wrong: list[Phrase] = []
    for name, value in sorted(options.items()):
        if name not in known:
            names = ", ".join(sorted(known)) or "-"
            wrong.append(
                phrase(
                    "{game} has no option {name}; its options: {options}",
                    game=game,
                    name=repr(name),
                    options=names,
                )
            )
            continue
        values = [choice.value for choice in known[name].choices]
        # Yes and no where the words are on and off: a command line and TOML make one of the other.
        meant = ("on" if value else "off") if isinstance(value, bool) and "on" in values else value
        fitting = [i for i, each in enumerate(values) if each == meant and type(each) is type(meant)]
        if fitting:
            chosen.append((name, fitting[0]))
        else:
            wrong.append(not_offered(known[name], game, value))
    if wrong:
        raise InvalidOption(together(wrong))
    return tuple(chosen)


def changed_part(was: Any, names: list[str], part: str, value: object) -> Any:
    """A rule object, or several, with another value in one of its fields."""
    if not isinstance(was, tuple):
        return dataclasses.replace(was, **{part: value})
    return tuple(
        dataclasses.replace(each, **{part: value})
        if hasattr(each, part) and (not names or each.how in names)
        else each
        for each in was
    )


def not_offered(option: Option, game: Called, value: OptionValue) -> Phrase:
    """That an option of what is called `game` cannot have a value."""
    values = ", ".join(typed(each.value) for each in option.choices)
    return phrase(
        "{option} of {game} can be {values}, not {value}",
        option=option.name,
        game=game,
        values=values,
        value=repr(value),
    )
