"""What JSON looks like, said once: in JSON Schema (2020-12) with a few words of our own, and, of a class that is
`Shaped`, together with where each member's value comes from, so that its JSON and its schema are one declaration.

>>> @shaped({"white": whole(0), "sum": of(lambda score: score.white + 1, whole(0))})
... class Score(Shaped):
...     white = 2
>>> Score().as_json(), dict(Score.SHAPE.schema)["required"]
({'white': 2, 'sum': 3}, ['white', 'sum'])
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, TypeVar

Schema = Mapping[str, Any]
"""A JSON Schema; somewhere in it there may be `Named` ones."""
Json = dict[str, object]
"""An object of JSON, on its way out."""

_ATOMS = frozenset({type(None), bool, int, float, str})


@dataclass(frozen=True, slots=True)
class Named:
    """A schema that stands once in a document under its name, and is referred to everywhere else."""

    name: str
    schema: Schema = field(compare=False)


@dataclass(frozen=True, slots=True)
class JsonMember:
    """A member of a shape that is no attribute of what is shown: its schema, and what makes its value."""

    schema: "Schema | Named"
    value: Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class JsonShape(Named):
    """What a class looks like as JSON: the schema, and for each member what makes its value.

    Without a name it is no entry of its own in a document.
    """

    members: Mapping[str, Callable[[Any], object]] = field(compare=False)

    def json(self, shown: object) -> Json:
        """Something of that class as JSON."""
        return {name: plain(value(shown)) for name, value in self.members.items()}


class Shaped:
    """What knows by its `SHAPE` what it looks like as JSON."""

    __slots__ = ()
    SHAPE: ClassVar[JsonShape]

    def as_json(self) -> Json:
        """As the API tells it."""
        return self.SHAPE.json(self)


ShapedT = TypeVar("ShapedT", bound=Shaped)


def shape(
    members: Mapping[str, "Schema | Named | JsonMember"],
    says: str = "",
    *,
    name: str = "",
    optional: Iterable[str] = (),
) -> JsonShape:
    """A shape of such members: each is the attribute of its name, unless it is said what it is made of."""
    schemas = {key: each.schema if isinstance(each, JsonMember) else each for key, each in members.items()}
    values = {
        key: each.value if isinstance(each, JsonMember) else attrgetter(key) for key, each in members.items()
    }
    return JsonShape(name, thing(schemas, says, optional=optional), values)


def shaped(
    members: Mapping[str, "Schema | Named | JsonMember"],
    says: str = "",
    *,
    name: str = "",
    optional: Iterable[str] = (),
) -> Callable[[type[ShapedT]], type[ShapedT]]:
    """Gives a class its shape; see `shape`."""

    def give(cls: type[ShapedT]) -> type[ShapedT]:
        cls.SHAPE = shape(members, says, name=name, optional=optional)
        return cls

    return give


def of(value: Callable[[Any], object], schema: "Schema | Named") -> JsonMember:
    """A member whose value is made of what is shown."""
    return JsonMember(schema, value)


def its(path: str, schema: "Schema | Named") -> JsonMember:
    """A member that is an attribute, or one of an attribute (`part.name`)."""
    return of(attrgetter(path), schema)


class PartShown(NamedTuple):
    """A part of what is shown, and the `whole` that says what the part does not know: its event, or who reads it."""

    whole: Any
    part: Any


def its_part(path: str, shape: JsonShape) -> JsonMember:
    """A member of a `PartShown` that is a part of the same whole: what the part has under a name."""
    return of(_inner(path, shape), shape)


def its_part_if_any(path: str, shape: JsonShape) -> JsonMember:
    """The same, or null where the part has nothing, or 0, under that name."""
    get, told = attrgetter(f"part.{path}"), _inner(path, shape)
    return of(lambda it: told(it) if get(it) else None, maybe(shape))


def its_parts(path: str, shape: JsonShape) -> JsonMember:
    """A member of a `PartShown` that is a row of parts of the same whole."""
    get = attrgetter(f"part.{path}")
    return of(lambda it: parts_json(shape, it.whole, get(it)), many(shape))


def parts_json(shape: JsonShape, whole: object, parts: Iterable[object]) -> list[Json]:
    """Parts of a whole as JSON, one after another."""
    return [shape.json(PartShown(whole, each)) for each in parts]


def _inner(path: str, shape: JsonShape) -> Callable[[PartShown], Json]:
    get = attrgetter(f"part.{path}")
    return lambda it: shape.json(PartShown(it.whole, get(it)))


def through(part: Callable[[Any], object], member: JsonMember) -> JsonMember:
    """A member of a part of what is shown, as a member of the whole."""
    return JsonMember(member.schema, lambda shown: member.value(part(shown)))


def plain(value: object) -> object:
    """A value as JSON has it: enums by their value, rows as lists, what is shaped as it says itself.

    Raises TypeError for what nothing is said of.
    """
    if type(value) in _ATOMS:
        return value
    match value:
        case dict():
            return {key: each if type(each) in _ATOMS else plain(each) for key, each in value.items()}
        case list() | tuple():
            return [each if type(each) in _ATOMS else plain(each) for each in value]
        case Enum():
            return value.value
        case Shaped():
            return value.as_json()
        case str():
            return str(value)
        case Mapping():
            return plain(dict(value))
        case _:
            raise TypeError(f"nothing says how {type(value).__name__} is written as JSON")


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
        if schema.name:
            return {"anyOf": [schema, {"type": "null"}]}
        schema = schema.schema
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], None]}
    if isinstance(schema.get("type"), str):
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def referring(schema: object, named: dict[str, Any], where: str = "#/components/schemas/") -> Any:
    """A schema as plain JSON in which named ones are referred to; what they are is put down in `named`."""
    match schema:
        case Named("", inner):
            return referring(inner, named, where)
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
