"""All settings as they are declared: each with its sentence, its kind, its default and what it may be."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from device.store.settings.all_settings import Settings
from device.store.settings.setting_checks import Check, Handling, check_of, handling_of


@dataclass(frozen=True, slots=True)
class DeclaredSetting:
    """A setting: its name, its `sentence` in English, the `kind` of its value, its default, its check if it has one,
    and what else holds for it.
    """

    name: str
    sentence: str
    kind: Any
    default: Any
    check: Check | None
    handling: frozenset[Handling]


@dataclass(frozen=True, slots=True)
class SettingsGroup:
    """A table of the settings file: its name, what people call it, what it is for, and its settings in their order."""

    name: str
    title: str
    purpose: str
    settings: tuple[DeclaredSetting, ...]

    def find(self, name: str) -> DeclaredSetting | None:
        """The setting of that name."""
        return next((each for each in self.settings if each.name == name), None)


@cache
def declared_settings() -> tuple[SettingsGroup, ...]:
    """Every table of the settings file, the one of hooks last."""
    kinds = get_type_hints(Settings)
    return tuple(
        _group(name, get_args(kind)[0] if get_origin(kind) is tuple else kind) for name, kind in kinds.items()
    )


def sentences() -> Iterator[str]:
    """All that pages say of settings, for translators; of hooks they say nothing."""
    for group in (each for each in declared_settings() if each.name != "hooks"):
        yield group.title
        yield group.purpose[:1].upper() + group.purpose[1:]
        for each in group.settings:
            yield each.sentence


def _group(name: str, table: type) -> SettingsGroup:
    kinds, said = get_type_hints(table, include_extras=True), _explained(table)
    head, _, purpose = (inspect.getdoc(table) or "").partition(": ")
    settings = tuple(
        DeclaredSetting(
            each.name,
            said[each.name],
            _plain_kind(kinds[each.name]),
            each.default_factory()
            if each.default is MISSING and each.default_factory is not MISSING
            else each.default,
            check_of(kinds[each.name]),
            handling_of(kinds[each.name]),
        )
        for each in fields(table)
    )
    return SettingsGroup(name, head.partition("`, ")[2], _one_line(purpose), settings)


def _plain_kind(kind: Any) -> Any:
    return kind.__origin__ if hasattr(kind, "__metadata__") else kind


def _explained(table: type) -> dict[str, str]:
    """What is said of each setting of a table, in the string below it."""
    said = {}
    (node,) = ast.parse(inspect.getsource(table)).body
    assert isinstance(node, ast.ClassDef)
    for setting, text in zip(node.body, node.body[1:], strict=False):
        if isinstance(setting, ast.AnnAssign) and isinstance(setting.target, ast.Name):
            assert isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            said[setting.target.id] = _one_line(str(text.value.value))
    return said


def _one_line(text: str) -> str:
    return " ".join(text.split())
