"""Whether JSON is what its published schema says, nothing left undescribed."""

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from device.schemas import schema_of


def conforms(name: str, value: object) -> None:
    """Fails where a value is not as the schema of that name says, or has a key that is not in it."""
    wrong = sorted(_strict(name).iter_errors(value), key=lambda error: list(map(str, error.path)))
    assert not wrong, f"{name}: {wrong[0].json_path}: {wrong[0].message[:500]}"


@cache
def _strict(name: str) -> Draft202012Validator:
    return Draft202012Validator(_closed(schema_of(name)))


def _closed(schema: Any) -> Any:
    """The schema, in which no key may be there that is not described: readers ignore those, we describe them."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "type" in schema:
        found.setdefault("additionalProperties", False)
    return found
