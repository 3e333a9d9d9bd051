"""The commands that are found in a package: every module is one, named as the command is, and imported once it is wanted."""

import pkgutil
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from types import ModuleType

import click


class Commands(MutableMapping[str, click.Command]):
    """The commands by name."""

    def __init__(self, package: ModuleType) -> None:
        self._package = package.__name__
        self._commands: dict[str, click.Command | None] = {
            module.name: None for module in pkgutil.iter_modules(package.__path__)
        }

    def __getitem__(self, name: str) -> click.Command:
        command = self._commands[name]
        if command is None:
            command = self._commands[name] = getattr(import_module(f"{self._package}.{name}"), name)
        return command

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._commands[name] = command

    def __delitem__(self, name: str) -> None:
        del self._commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)
