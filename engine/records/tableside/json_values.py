"""Values of JSON that somebody else may have written: each is asked for by its name, and told of
by its place where it is wrong.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from reprlib import Repr
from typing import Any, TypeVar

from engine.board import Side
from engine.errors import InvalidRecord
from engine.i18n import Phrase, phrase, phrase_of

E = TypeVar("E", bound=Enum)
MOST_ENTRIES = 1_000_000
_MISSING = object()
_BRIEF = Repr()
_BRIEF.maxstring = _BRIEF.maxother = _BRIEF.maxlong = 60


@dataclass(frozen=True, slots=True)
class Values:
    """An object of JSON and where it stands, such as `game 2, turn 7`; what it has
    beside what is asked for is ignored.
    """

    data: Mapping[str, Any]
    place: Phrase | None = None

    def wrong(self, says: Phrase | Exception) -> InvalidRecord:
        """The error that says what is wrong here."""
        why = phrase_of(says) if isinstance(says, Exception) else says
        return InvalidRecord(
            why if self.place is None else phrase("{where}: {why}", where=self.place, why=why)
        )

    def has(self, name: str) -> bool:
        """Whether there is such a value, be it null."""
        return name in self.data

    def at(self, name: str) -> "Values":
        """The object of that name."""
        value = self.data.get(name, _MISSING)
        if not isinstance(value, dict):
            raise self.bad(name, phrase("an object"), value)
        # a key is no word that is translated
        return self._inside(value, Phrase("{key}", (("key", name),)))

    def _inside(self, data: Mapping[str, Any], place: Phrase) -> "Values":
        """An object that stands at a place of this one."""
        return Values(data, place if self.place is None else listed_places(self.place, place))

    def maybe_at(self, name: str) -> "Values | None":
        """The object of that name; None where it is null or left out."""
        return None if self.data.get(name) is None else self.at(name)

    def listed(self, name: str) -> list[Any]:
        """The list of that name; an empty one where it is left out."""
        value = self.data.get(name, [])
        if not isinstance(value, list):
            raise self.bad(name, phrase("a list"), value)
        return value

    def objects(self, name: str, called: str, most: int = MOST_ENTRIES) -> Iterator["Values"]:
        """The objects of a list of at most so many, each one's place being what they are
        `called`, with its `{number}` from 1.
        """
        values = self.listed(name)
        if len(values) > most:
            raise self.wrong(
                phrase(
                    "{name} has {count} entries, more than {most}, which is more than any match has",
                    name=repr(name),
                    count=len(values),
                    most=most,
                )
            )
        for number, value in enumerate(values, 1):
            place = Phrase(called, (("number", number),))
            if not isinstance(value, dict):
                raise self.bad(place, phrase("an object"), value)
            yield self._inside(value, place)

    def text(self, name: str, default: str | None = None) -> str:
        """A text, in which no half characters are left."""
        value = self.data.get(name, _MISSING if default is None else default)
        if not isinstance(value, str):
            raise self.bad(name, phrase("a text"), value)
        return whole_text(value)

    def maybe_text(self, name: str) -> str | None:
        """A text; None where it is null or left out."""
        return None if self.data.get(name) is None else self.text(name)

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        value = self.data.get(name, _MISSING if default is None else default)
        if not is_whole(value) or not low <= value <= high:
            raise self.bad(name, phrase("a whole number from {least} to {most}", least=low, most=high), value)
        return int(value)

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self.data.get(name, default)
        if not isinstance(value, bool):
            raise self.bad(name, phrase("true or false"), value)
        return value

    def one_of(self, name: str, kind: type[E], default: E | None = None) -> E:
        """One of the values of an enum."""
        value = self.data.get(name, _MISSING if default is None else default.value)
        found = next((each for each in kind if isinstance(value, str) and each.value == value), None)
        if found is None:
            raise self.bad(
                name, phrase("one of {values}", values=", ".join(repr(each.value) for each in kind)), value
            )
        return found

    def maybe_one_of(self, name: str, kind: type[E]) -> E | None:
        """One of the values of an enum; None where it is null or left out."""
        return None if self.data.get(name) is None else self.one_of(name, kind)

    def wholes(
        self, name: str, low: int, high: int, most: int, default: tuple[int, ...] = ()
    ) -> tuple[int, ...]:
        """Up to `most` whole numbers from `low` to `high`."""
        if name not in self.data:
            return default
        values = self.listed(name)
        if len(values) > most or not all(is_whole(value) and low <= value <= high for value in values):
            raise self.bad(
                name,
                phrase(
                    "at most {count} whole numbers from {least} to {most}", count=most, least=low, most=high
                ),
                values,
            )
        return tuple(values)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        values = self.listed(name)
        if not all(isinstance(value, str) for value in values):
            raise self.bad(name, phrase("a list of texts"), values)
        return tuple(map(whole_text, values))

    def pair(self, name: str, low: int, high: int) -> tuple[int, int]:
        """A whole number for each side; none where it is left out."""
        if name not in self.data:
            return (0, 0)
        both = self.at(name)
        return both.whole(Side.WHITE.value, low, high), both.whole(Side.BLACK.value, low, high)

    def bad(self, name: str | Phrase, wanted: Phrase, value: object) -> InvalidRecord:
        """The error about a value that is not what is `wanted`: that of a key, or one that is called so."""
        called = name if isinstance(name, Phrase) else repr(name)
        if value is _MISSING:
            return self.wrong(phrase("{name} is missing: it must be {wanted}", name=called, wanted=wanted))
        return self.wrong(
            phrase("{name} must be {wanted}, not {value}", name=called, wanted=wanted, value=shown(value))
        )


def listed_places(outer: Phrase, inner: Phrase) -> Phrase:
    """A place within another, as errors name it: game 2, turn 7."""
    return Phrase("{outer}, {inner}", (("outer", outer), ("inner", inner)))


def is_whole(value: object) -> bool:
    """Whether a value of JSON is a whole number; true and false are none."""
    return type(value) is int


def shown(value: object) -> str:
    """A value as an error shows it: not all of one that goes on and on."""
    return _BRIEF.repr(value)


def whole_text(text: str) -> str:
    """A text without halves of characters, which JSON can write but nothing can show."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
