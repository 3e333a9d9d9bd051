"""The tongue: the language in which sentences are put to people."""

from collections.abc import Callable
from dataclasses import dataclass


def _same(text: str) -> str:
    return text


def _counted(one: str, more: str, count: int) -> str:
    return one if count == 1 else more


@dataclass(frozen=True, slots=True, eq=False)
class Tongue:
    """A language: its BCP 47 code, and how to put an English text into it, as gettext does.

    Called with an English text it gives that text in its own language, the values put in where their names stand in
    braces; a text that nobody has translated stays English. Texts are written where they are said, and found there by
    `device.tongues.extracting`.

    >>> ENGLISH("{name} to throw.", name="Anna"), ENGLISH.many("{count} point", "{count} points", 2)
    ('Anna to throw.', '2 points')
    """

    code: str = "en"
    text: Callable[[str], str] = _same
    plural: Callable[[str, str, int], str] = _counted

    def __call__(self, message: str, **values: object) -> str:
        """A text in this language."""
        found = self.text(message)
        return found.format(**values) if values else found

    def many(self, one: str, more: str, count: int, **values: object) -> str:
        """The form of a text that fits a number of things, which stands in it as `{count}`."""
        return self.plural(one, more, count).format(count=count, **values)


ENGLISH = Tongue()


def marked(message: str) -> str:
    """A text as it is, marked to be translated where it is said: for tables of texts."""
    return message
