"""The fields of commands: each says what it takes, as a schema for programs, and reads it, checked, for the referee."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from typing import Any, TypeVar

from device.shape import Schema, choice, flag, many, text, whole
from engine.tables.tables_game import OptionValue
from webui.language import translator
from webui.problem import Refused

LONGEST_NAME = 40
"""The longest name of a player, in characters."""
_E = TypeVar("_E", bound=Enum)


@dataclass(frozen=True, slots=True)
class RequestField:
    """A field: its schema, and what reads a value under the field's name, raising Refused (400) for a wrong one.

    One that is `optional` may be left out, and is then read as None unless it has a `default`.
    """

    schema: Schema
    read: Callable[[str, object], Any]
    optional: bool = False
    default: object = None


def raw(schema: Schema) -> RequestField:
    """A field that is read by the command itself, since it depends on the others or on what is being played."""
    return RequestField(schema, lambda name, value: value)


def whole_number(allowed: range | tuple[int, ...], says: str = "") -> RequestField:
    """A whole number out of those allowed."""
    schema = whole(allowed[0], allowed[-1], says) if isinstance(allowed, range) else choice(allowed, says)
    return RequestField(schema, lambda name, value: number_in(name, value, allowed))


def one_of(kind: type[_E], says: str = "") -> RequestField:
    """A member of an enum, by its value."""
    return RequestField(choice(kind, says), lambda name, value: member(name, value, kind))


def yes_or_no(says: str = "") -> RequestField:
    """True or false."""
    return RequestField(flag(says), truth)


def player(says: str = "") -> RequestField:
    """The name of a player, or of a thing: one line, blanks around it removed; empty where nobody is named."""
    return RequestField(text(says, maxLength=LONGEST_NAME), _name)


def players(fewest: int, most: int, says: str = "") -> RequestField:
    """Names of players, so many."""
    schema = many(text(maxLength=LONGEST_NAME), says, minItems=fewest, maxItems=most)
    return RequestField(schema, lambda name, value: _names(name, value, fewest, most))


def or_not(field: RequestField, default: object = None) -> RequestField:
    """A field that may be left out, and is then as if `default` were given."""
    return RequestField(field.schema, field.read, optional=True, default=default)


def number_in(name: str, value: object, allowed: range | tuple[int, ...]) -> int:
    """A whole number out of those allowed. Raises Refused."""
    _ = translator()
    if type(value) is int and value in allowed:
        return value
    if isinstance(allowed, range):
        raise wrong(
            _(
                "'{name}' must be a whole number from {low} to {high}.",
                name=name,
                low=allowed[0],
                high=allowed[-1],
            )
        )
    raise wrong(
        _(
            "'{name}' must be a whole number from {low} to {high}, doubled each time.",
            name=name,
            low=allowed[0],
            high=allowed[-1],
        )
    )


def member(name: str, value: object, kind: type[_E]) -> _E:
    """A member of an enum, by its value. Raises Refused."""
    for each in kind:
        if each.value == value and isinstance(value, str):
            return each
    raise wrong(not_one_of(name, (str(each.value) for each in kind)))


def truth(name: str, value: object) -> bool:
    """True or false. Raises Refused."""
    _ = translator()
    if not isinstance(value, bool):
        raise wrong(_("'{name}' must be true or false.", name=name))
    return value


def settings(name: str, values: object) -> dict[str, OptionValue]:
    """An object of names with a plain value each. Raises Refused."""
    _ = translator()
    if not isinstance(values, dict) or not all(
        isinstance(each, bool | int | str) for each in values.values()
    ):
        raise wrong(
            _("'{name}' must be an object of names with true, false, a number or a text each.", name=name)
        )
    return values


def inner(name: str, values: object, wanted: tuple[str, ...]) -> dict[str, Any]:
    """An object with exactly the fields that are wanted. Raises Refused."""
    _ = translator()
    if not isinstance(values, dict) or set(values) != set(wanted):
        raise wrong(_("'{name}' must be an object with {fields}.", name=name, fields=", ".join(wanted)))
    return values


def read_fields(fields: Mapping[str, RequestField], body: Mapping[str, object]) -> dict[str, Any]:
    """The values of all fields of a body, in which nothing else may stand. Raises Refused (400)."""
    _ = translator()
    found = {}
    for name, field in fields.items():
        if name in body:
            found[name] = field.read(name, body[name])
        elif field.optional:
            found[name] = field.default
        else:
            raise wrong(_("'{name}' is missing.", name=name))
    left = body.keys() - fields.keys()
    if left:
        raise wrong(_("'{name}' does not belong to this command.", name=min(left)))
    return found


def not_one_of(name: str, there: Any) -> str:
    """The sentence about a value that is none of those there are."""
    _ = translator()
    return _("'{name}' must be one of {values}.", name=name, values=", ".join(there))


def wrong(detail: str) -> Refused:
    """The refusal of a body that says something wrong."""
    return Refused(HTTPStatus.BAD_REQUEST, detail)


def _name(name: str, value: object) -> str:
    _ = translator()
    if not isinstance(value, str) or len(value) > LONGEST_NAME or not value.isprintable():
        raise wrong(
            _(
                "'{name}' must be a name of at most {longest} letters on one line.",
                name=name,
                longest=LONGEST_NAME,
            )
        )
    return value.strip()


def _names(name: str, value: object, fewest: int, most: int) -> tuple[str, ...]:
    _ = translator()
    if not isinstance(value, list) or not fewest <= len(value) <= most:
        raise wrong(_("'{name}' must be {fewest} to {most} names.", name=name, fewest=fewest, most=most))
    return tuple(_name(name, each) for each in value)
