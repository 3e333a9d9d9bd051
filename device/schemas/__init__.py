"""The JSON Schemas (2020-12) of what Tableside writes for programs: a file each in this folder, by
the name of what it describes.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

_ENDING = ".schema.json"


@cache
def schema_names() -> tuple[str, ...]:
    """The names of all schemas: `match` for the record, else mostly those of commands."""
    names = (each.name for each in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING)))


@cache
def schema_text(name: str) -> str:
    """A schema as its file has it. Raises KeyError where there is none of that name."""
    if name not in schema_names():
        raise KeyError(name)
    return files(__name__).joinpath(name + _ENDING).read_text(encoding="utf-8")


@cache
def schema_of(name: str) -> dict[str, Any]:
    """A schema, for whoever asks what it says; not to be changed. Raises KeyError."""
    found: dict[str, Any] = json.loads(schema_text(name))
    return found
