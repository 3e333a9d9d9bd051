"""What a setting may be: said beside its type, where it is declared, and read by whoever checks or shows it."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, get_args, get_type_hints

from engine.i18n import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def fault(self, name: str, table: str, value: object) -> Phrase | None:
        """What is wrong with a value; None where nothing is."""
        if isinstance(value, int) and self.least <= value <= self.most:
            return None
        return phrase(
            "'{name}' in [{table}] must be {least} to {most}, not {value}",
            name=name,
            table=table,
            least=self.least,
            most=self.most,
            value=value,
        )


class OneOf:
    """One of some values; in `any_case`: whatever letters of it are capitals."""

    def __init__(self, *values: str | int, any_case: bool = False) -> None:
        self.values, self.any_case = values, any_case

    def fault(self, name: str, table: str, value: object) -> Phrase | None:
        """What is wrong with a value; None where nothing is."""
        if value in self.values or (self.any_case and str(value).casefold() in self.values):
            return None
        return phrase(
            "'{name}' in [{table}] must be one of {known}, not {value}",
            name=name,
            table=table,
            known=", ".join(str(each) for each in self.values if each != ""),
            value=repr(value),
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A text of at most so many letters on one line; one that is `needed` is not empty."""

    most: int
    needed: bool = False

    def fault(self, name: str, table: str, value: object) -> Phrase | None:
        """What is wrong with a value; None where nothing is."""
        text = str(value)
        if len(text) <= self.most and text.isprintable() and (text.strip() or not self.needed):
            return None
        return phrase(
            "'{name}' in [{table}] must be a name of up to {most} letters, on one line",
            name=name,
            table=table,
            most=self.most,
        )


Check = Between | OneOf | Line


class Handling(Enum):
    """What else holds for a setting: it is `SECRET`, never said again; or it is changed `IN_FILE` alone, by who has the
    box's files anyway, since a page that changed it could run programs, read files, or lock everybody out.
    """

    SECRET = "secret"
    IN_FILE = "in file"


def check_of(kind: Any) -> Check | None:
    """The check in an annotation, if there is one."""
    return next((each for each in get_args(kind)[1:] if isinstance(each, Check)), None)


def handling_of(kind: Any) -> frozenset[Handling]:
    """What else an annotation says of a setting."""
    return frozenset(each for each in get_args(kind)[1:] if isinstance(each, Handling))


def faults_of_table(name: str, table: Any) -> Iterator[Phrase]:
    """Every value of a table of settings that its own declaration does not allow."""
    kinds = get_type_hints(type(table), include_extras=True)
    for each in fields(table):
        check = check_of(kinds[each.name])
        fault = None if check is None else check.fault(each.name, name, getattr(table, each.name))
        if fault is not None:
            yield fault
