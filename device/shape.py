"""Schemas: what JSON may look like, said in JSON Schema (2020-12) with a few words of our own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

Schema = Mapping[str, Any]
"""A JSON Schema; somewhere in it there may be `Named` ones."""


@dataclass(frozen=True, slots=True)
class Named:
    """A schema that stands once in a document under its name, and is referred to everywhere else."""

    name: str
    schema: Schema = field(compare=False)


def text(says: str = "", **more: object) -> Schema:
    """Any text; `more` are JSON Schema's own words, like maxLength."""
    return _told({"type": "string", **more}, says)


def whole(low: int | None = None, high: int | None = None, says: str = "") -> Schema:
    """A whole number, from `low` to `high` where they are given."""
    limits = {"minimum": low, "maximum": high}
    return _told({"type": "integer", **{k: v for k, v in limits.items() if v is not None}}, says)


def number(says: str = "") -> Schema:
    """Any number."""
    return _told({"type": "number"}, says)


def flag(says: str = "") -> Schema:
    """True or false."""
    return _told({"type": "boolean"}, says)


def choice(values: Iterable[object] | type[Enum], says: str = "") -> Schema:
    """One of some values, or of an enum's."""
    of = (each.value for each in values) if isinstance(values, type) else values
    return _told({"enum": list(of)}, says)


def many(of: Schema | Named, says: str = "", **more: object) -> Schema:
    """A list of things that are alike."""
    return _told({"type": "array", "items": of, **more}, says)


def thing(
    properties: Mapping[str, Schema | Named], says: str = "", *, optional: Iterable[str] = ()
) -> Schema:
    """An object that has these properties; all are there but the `optional` ones, and there may be more one day."""
    left_out = set(optional)
    required = [name for name in properties if name not in left_out]
    return _told({"type": "object", "properties": dict(properties), "required": required}, says)


def table_of(values: Schema | Named, says: str = "") -> Schema:
    """An object in which every name has a value that is alike."""
    return _told({"type": "object", "additionalProperties": values}, says)


def maybe(schema: Schema | Named) -> Schema:
    """What may be null instead."""
    if isinstance(schema, Named):
        return {"anyOf": [schema, {"type": "null"}]}
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], None]}
    if isinstance(schema.get("type"), str):
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def referring(schema: object, named: dict[str, Any], where: str = "#/components/schemas/") -> Any:
    """A schema as plain JSON in which named ones are referred to; what they are is put down in `named`."""
    match schema:
        case Named(name, inner):
            if name not in named:
                named[name] = None
                named[name] = referring(inner, named, where)
            return {"$ref": f"{where}{name}"}
        case Mapping():
            return {key: referring(value, named, where) for key, value in schema.items()}
        case list() | tuple():
            return [referring(each, named, where) for each in schema]
        case _:
            return schema


def _told(schema: dict[str, Any], says: str) -> Schema:
    return {**schema, "description": says} if says else schema
