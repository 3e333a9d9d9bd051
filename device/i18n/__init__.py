"""The languages that Tableside speaks, from gettext's text files beside this module.

`po/fi.po` is what the referee and the pages say in Finnish, `po/fi.rules.po` the rules of the games. They are read as
they are, so that whoever mends a word sees it at the next start.
"""

from functools import lru_cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from device.errors import SettingsError
from engine.i18n import ENGLISH, Translator

LANGUAGES = {
    "en": "English",
    "fi": "Suomi",
    "sv": "Svenska",
    "de": "Deutsch",
    "fr": "Français",
    "pl": "Polski",
    "sq": "Shqip",
    "ru": "Русский",
    "tr": "Türkçe",
    "el": "Ελληνικά",
}
"""What the languages call themselves, by their codes."""
FOLDER = Path(__file__).parent / "po"
WORDS, RULES = "", ".rules"
"""The two catalogues of a language: what is said, and the rules of the games."""


IN_SCRIPTS = (".js", "device/status/text/labels.py")
"""Where texts stand that scripts put into a language: in themselves, and where the labels of a snapshot are made."""


def path_of(code: str, catalogue: str = WORDS) -> Path:
    """The file of a catalogue."""
    return FOLDER / f"{code}{catalogue}.po"


def read_catalogue(code: str, catalogue: str = WORDS) -> Catalog:
    """A language's catalogue; empty where there is no file of it."""
    path = path_of(code, catalogue)
    if not path.exists():
        return Catalog(locale=code, domain="tableside")
    with path.open("rb") as file:
        return read_po(file, locale=code, domain="tableside")


@lru_cache(2 * len(LANGUAGES))
def translations(code: str, first: str = WORDS) -> Translations:
    """All that there is in a language, for gettext; what both catalogues have is as the `first` has it."""
    found = Translations()
    for catalogue in (first, WORDS if first == RULES else RULES):
        packed = BytesIO()
        write_mo(packed, read_catalogue(code, catalogue))
        packed.seek(0)
        found = Translations(packed).merge(found)
    return found


@lru_cache(2 * len(LANGUAGES))
def find_translator(code: str, first: str = WORDS) -> Translator:
    """The translator of a language, in which one of the catalogues comes `first`. Raises
    SettingsError, which names them all.
    """
    if code == ENGLISH.code:
        return ENGLISH
    if code not in LANGUAGES:
        raise SettingsError(f"nobody here speaks {code!r}; choose one of {', '.join(LANGUAGES)}")
    spoken = translations(code, first)
    return Translator(code, spoken.gettext, spoken.ngettext)


@lru_cache(len(LANGUAGES))
def script_words(code: str) -> dict[str, str | list[str]]:
    """What the pages' scripts say in a language, by the English: a text, or the forms of one that counts something."""
    if code == ENGLISH.code:
        return {}
    found: dict[str, str | list[str]] = {}
    for message in read_catalogue(code):
        if message.id and message.string and any(path.endswith(IN_SCRIPTS) for path, _ in message.locations):
            if isinstance(message.id, str):
                found[message.id] = str(message.string)
            else:
                found[message.id[0]] = list(message.string)
    return found
