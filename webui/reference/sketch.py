"""Sketches: JSON Schemas as people read them, in a few lines of text with links to the named ones."""

import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

_STEP = "  "
_SHORT = 72
"""Letters of an object that fits on one line."""


def sketch(schema: Mapping[str, Any], indent: str = "") -> Markup:
    """A schema in a few lines: `{ seq: integer from 0, match: Match }`; a ? after what may be left out.

    >>> print(sketch({"type": "object", "properties": {"a": {"type": ["integer", "null"]}}, "required": ["a"]}))
    { a: integer or null }
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#shape-{}">{}</a>').format(name, name)
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return _either([sketch(each, indent) for each in schema[several]])
    if "enum" in schema:
        return escape(" | ".join(json.dumps(each, ensure_ascii=False) for each in schema["enum"]))
    if "const" in schema:
        return escape(json.dumps(schema["const"], ensure_ascii=False))
    kinds = schema.get("type", "anything")
    named = [kinds] if isinstance(kinds, str) else kinds
    return _either([_kind(schema, kind, indent) for kind in named])


def _kind(schema: Mapping[str, Any], kind: str, indent: str) -> Markup:
    match kind:
        case "object":
            return _object(schema, indent)
        case "array":
            return Markup("[") + sketch(schema.get("items", {}), indent) + Markup(", ...]")
        case "integer" | "number":
            return escape(kind + _limits(schema))
        case "string" if "contentSchema" in schema:
            return Markup("JSON of ") + sketch(schema["contentSchema"], indent)
        case "string" if "maxLength" in schema:
            return escape(f"string of at most {schema['maxLength']}")
        case _:
            return escape(kind)


def _object(schema: Mapping[str, Any], indent: str) -> Markup:
    properties, more = schema.get("properties", {}), schema.get("additionalProperties")
    if not properties:
        inner = sketch(more, indent) if isinstance(more, Mapping) and more else ""
        return (
            Markup("{ name: ") + inner + Markup(", ... }")
            if inner
            else Markup("{}" if "maxProperties" in schema else "{ ... }")
        )
    required, deeper = schema.get("required", ()), indent + _STEP
    told = []
    for name, each in properties.items():
        says = each.get("description", "") if "$ref" not in each else ""
        line = escape(f"{name}{'' if name in required else '?'}: ") + sketch(each, deeper)
        told.append((line, says))
    flat = Markup("{ ") + Markup(", ").join(line for line, _ in told) + Markup(" }")
    if not any(says for _, says in told) and len(flat.striptags()) <= _SHORT and "\n" not in flat:
        return flat
    lines = [Markup("{")]
    for line, says in told:
        remark = Markup(" <i>{}</i>").format(says) if says else Markup("")
        lines.append(escape(deeper) + line + remark)
    return Markup("\n").join([*lines, escape(indent) + Markup("}")])


def _limits(schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f" {low} to {high}"
    return f" from {low}" if low is not None else f" to {high}" if high is not None else ""


def _either(parts: list[Markup]) -> Markup:
    return Markup(" or ").join(parts)
