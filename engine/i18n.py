"""The translator: the language in which sentences are put to people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


def _same(text: str) -> str:
    return text


def _counted(one: str, more: str, count: int) -> str:
    return one if count == 1 else more


@dataclass(frozen=True, slots=True, eq=False)
class Translator:
    """A language: its BCP 47 code, and how to put an English text into it, as gettext does.

    Called with an English text it gives that text in its own language, the values put in where their names stand in
    braces; a text that nobody has translated stays English. Texts are written where they are said, and found there by
    `device.ops.extraction`.

    >>> ENGLISH("{name} to throw.", name="Anna"), ENGLISH.many("{count} point", "{count} points", 2)
    ('Anna to throw.', '2 points')
    """

    code: str = "en"
    text: Callable[[str], str] = _same
    plural: Callable[[str, str, int], str] = _counted

    def __call__(self, message: str, **values: object) -> str:
        """A text in this language."""
        # gettext would answer nothing with the head of its file
        found = self.text(message) if message else message
        return _filled(found, message, values) if values else found

    def many(self, one: str, more: str, count: int, **values: object) -> str:
        """The form of a text that fits a number of things, which stands in it as `{count}`."""
        return _filled(self.plural(one, more, count), _counted(one, more, count), {"count": count, **values})


def _filled(found: str, english: str, values: Mapping[str, object]) -> str:
    """A text with its values; the English one where a translation has a brace or a name in it that does not fit."""
    try:
        return found.format(**values)
    except (LookupError, ValueError, AttributeError, TypeError):
        if found == english:
            raise
        return english.format(**values)


ENGLISH = Translator()


def marked(message: str) -> str:
    """A text as it is, marked to be translated where it is said: for tables of texts."""
    return message


def marked_many(one: str, more: str) -> tuple[str, str]:
    """The two forms of a text that counts something, marked like `marked` ones; `Translator.many` takes them."""
    return one, more


@runtime_checkable
class Speakable(Protocol):
    """What can be put into a language once it is known who reads it."""

    def in_language(self, translator: Translator) -> str:
        """It as a text in a language."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence that is put into a language later, where it is known who reads it; as text it is English.

    A value may be a phrase itself or anything else that is speakable, or an error that was raised with one.

    >>> str(phrase("No pictures come from {name}: {why}", name="Ben", why=phrase("unplugged")))
    'No pictures come from Ben: unplugged'
    """

    message: str
    values: tuple[tuple[str, object], ...] = ()

    def in_language(self, translator: Translator) -> str:
        """The sentence in a language."""
        return translator(
            self.message, **{name: _in_language(value, translator) for name, value in self.values}
        )

    def __str__(self) -> str:
        return self.in_language(ENGLISH)


@dataclass(frozen=True, slots=True)
class Called:
    """What is called something in several languages, by their codes: in a language that has no name for it, as in
    English; without that, by its first name.

    >>> str(Called((("sv", "Brädematch"), ("en", "Swedish Tables match"))))
    'Swedish Tables match'
    """

    names: tuple[tuple[str, str], ...]

    def in_language(self, translator: Translator) -> str:
        """Its name in a language."""
        return dict(self.names).get(translator.code, str(self))

    def __str__(self) -> str:
        return dict(self.names).get(ENGLISH.code, self.names[0][1])


def phrase(message: str, **values: object) -> Phrase:
    """A sentence with its values, marked to be translated."""
    return Phrase(message, tuple(values.items()))


def phrase_of(error: Exception) -> Phrase:
    """What an error says: the phrase that it was raised with, or its text as it is.

    >>> phrase_of(ValueError(phrase("{count} is too many", count=3))) == phrase("{count} is too many", count=3)
    True
    """
    first = error.args[0] if error.args else None
    return first if isinstance(first, Phrase) else Phrase(str(error) or repr(error))


def in_language(said: Phrase | str, translator: Translator) -> str:
    """What was said, in a language; a text, as of a plugin, as it is."""
    return said.in_language(translator) if isinstance(said, Phrase) else said


def phrase_json(said: Phrase) -> list[object]:
    """A phrase as JSON keeps it: its message, and its values, which are numbers, texts, or phrases again.

    >>> phrase_json(phrase("{name}: {why}", name="Ben", why=phrase("unplugged")))
    ['{name}: {why}', {'name': 'Ben', 'why': ['unplugged', {}]}]
    """
    values = {
        name: phrase_json(value)
        if isinstance(value, Phrase)
        else value
        if isinstance(value, int)
        else str(value)
        for name, value in said.values
    }
    return [said.message, values]


def phrase_from_json(found: object) -> Phrase:
    """The phrase that JSON keeps; a text is one without values. Raises ValueError where it is neither."""
    match found:
        case str(text):
            return Phrase(text)
        case [str(message), dict(values)]:
            told = (
                (str(name), phrase_from_json(value) if isinstance(value, list) else value)
                for name, value in values.items()
            )
            return Phrase(message, tuple(told))
    raise ValueError(f"no phrase: {found!r}")


def together(phrases: Sequence[Speakable | str], between: str = "; ") -> Phrase:
    """Several things that are wrong, or that are told in a row, as one phrase.

    >>> str(together([phrase("no king"), phrase("no men")]))
    'no king; no men'
    """
    named = tuple((f"part{number}", each) for number, each in enumerate(phrases))
    return Phrase(between.join(f"{{{name}}}" for name, _ in named), named)


def first_of(several: Phrase) -> Phrase:
    """The first of several things that were put `together`; what is one thing is that itself."""
    first = dict(several.values).get("part0")
    return first if isinstance(first, Phrase) else several


def listed(words: Sequence[object], translator: Translator = ENGLISH) -> str:
    """Several things in a row, as a sentence names them.

    >>> listed((19, 18, 17)), listed(("bar",)), listed(())
    ('19, 18 and 17', 'bar', '')
    """
    if len(words) < 2:
        return "".join(map(str, words))
    *others, last = words
    return translator("{several} and {last}", several=", ".join(map(str, others)), last=last)


def _in_language(value: object, translator: Translator) -> object:
    if isinstance(value, Exception):
        value = phrase_of(value)
    return value.in_language(translator) if isinstance(value, Speakable) else value
