"""What there is to translate: texts found in the sources, laid into the languages' files.

python -m device.ops.extraction            brings all files up to date with the sources
python -m device.ops.extraction list fi    what is not translated yet, a line each: its mark, a tab, the English
python -m device.ops.extraction fill fi F  takes translations from a file of such lines (` ||| ` between the
                                               forms of a text that counts something); says which it cannot take
"""

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import write_po

from device.i18n import LANGUAGES, RULES, WORDS, path_of, read_catalogue
from device.library.games.catalogue import paragraphs, words_of
from device.store.settings.declared import sentences
from engine.games import all_games
from engine.i18n import ENGLISH
from engine.match.terms import TERMS
from engine.match_formats import all_series
from engine.profile import OPTIONS as PROFILE_OPTIONS
from engine.profile import PRESETS
from engine.tables.options import Option, title_of

ROOT = Path(__file__).parents[2]
"""The folder of the sources."""
TRAINING = ROOT / "vision" / "training"
"""Here nothing is said to people, but much is called as what says it is."""
KEYWORDS = {
    "translator": None,
    "marked": None,
    "marked_many": (1, 2),
    "phrase": None,
    "_": None,
    "gettext": None,
    "t": None,
    "many": (1, 2),
    "ngettext": (1, 2),
    "counted": (1, 2),
}
"""What texts are given to."""
GIVEN = re.compile(rb"(?<!\w)(" + "|".join(KEYWORDS).encode() + rb")\s*\(")
"""How that is done in Python and in scripts; a file without is not looked through word by word."""
METHODS = {"*.py": "python", "*.html": "jinja2.ext:babel_extract", "*.js": "javascript"}
FORMS = " ||| "
"""What stands between the forms of a text that counts something."""


def spoken() -> Iterator[tuple[str, int, str | tuple[str, ...]]]:
    """Every text in the sources with where it stands: a file, a line and the text, or its two forms."""
    for folder in ("engine", "vision", "calibration", "device", "webui"):
        for pattern, method in METHODS.items():
            for path in sorted((ROOT / folder).rglob(pattern)):
                if TRAINING in path.parents:
                    continue
                # Babel sees no text that is given to what a call returns
                source = path.read_bytes().replace(b"translator()(", b"translator(")
                if pattern != "*.html" and not GIVEN.search(source):
                    continue
                for line, text, _, _ in extract(
                    method, BytesIO(source), KEYWORDS, options={"silent": "false"}
                ):
                    forms = text if isinstance(text, str) else tuple(text)
                    yield str(path.relative_to(ROOT)), line, forms


def told() -> Iterator[tuple[str, int, str]]:
    """Every paragraph of the games' rules, and all that is said of an option, with the game that it belongs to; and of
    settings.
    """
    for game in (*all_games(), *all_series()):
        for text in (*paragraphs(game.rules), *(said for option in game.options for said in _said(option))):
            yield game.id, 0, text
    for term in TERMS:
        for text in _said(term):
            yield "terms", 0, text
    for preset in PRESETS:
        if not preset.title:
            yield "profiles", 0, title_of(preset.name)
        yield "profiles", 0, preset.sentence
    for choice in PROFILE_OPTIONS:
        yield "profiles", 0, choice.sentence
    for text in sentences():
        yield "settings", 0, text


def _said(option: Option) -> Iterator[str]:
    """Its sentence, its title, and its values where they are words."""
    yield option.sentence
    yield title_of(option.name)
    for choice in option.choices:
        if words_of(choice.value)[0].isalpha():
            yield words_of(choice.value)


def catalogue(code: str, which: str) -> Catalog:
    """A language's catalogue as it should be: all that is said, with what of it is translated."""
    known = read_catalogue(code, which)
    wanted = Catalog(locale=code, domain="tableside", fuzzy=False)
    found = _found(which)
    for path, line, text in found:
        ids = text if isinstance(text, str) else (text[0], text[1])
        old = known.get(ids if isinstance(ids, str) else ids[0])
        kept = old.string if old is not None and old.pluralizable == (not isinstance(ids, str)) else None
        wanted.add(ids, kept, locations=[(path, line)])
    return wanted


@cache
def _found(which: str) -> tuple[tuple[str, int, str | tuple[str, ...]], ...]:
    return tuple(spoken() if which == WORDS else told())


def write_catalogue(code: str, which: str, filled: Catalog) -> None:
    """Write a language's catalogue into its file, so that it changes only where a text does."""
    headers = {
        "Language": code,
        "Plural-Forms": filled.plural_forms,
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    written = BytesIO()
    written.write(f'# Tableside in {LANGUAGES[code]}\nmsgid ""\nmsgstr ""\n'.encode())
    written.writelines(f'"{name}: {value}\\n"\n'.encode() for name, value in headers.items())
    written.write(b"\n")
    write_po(written, filled, width=0, sort_output=True, omit_header=True, include_lineno=False)
    path_of(code, which).write_bytes(written.getvalue())


def missing(filled: Catalog) -> list[Message]:
    """The texts of a catalogue that are not translated, or only in some of their forms."""
    return [
        each
        for each in filled
        if each.id and not (all(each.string) if isinstance(each.string, list | tuple) else each.string)
    ]


def mark_of(message: Message) -> str:
    """A short mark of a text, the same wherever it stands."""
    first = message.id if isinstance(message.id, str) else FORMS.join(message.id)
    return sha256(first.encode()).hexdigest()[:8]


def wrong(message: Message, forms: Iterable[str]) -> str | None:
    """What is wrong with the translation of a text, in words; None where nothing is."""
    ids = (message.id,) if isinstance(message.id, str) else message.id
    allowed, needed = set().union(*map(_values, ids)), _values(ids[-1])
    for form in forms:
        try:
            names = _values(form)
        except ValueError as error:
            return f"its braces do not match ({error})"
        if names - allowed:
            return f"nothing is called {', '.join(sorted(names - allowed))}"
        if needed - names - {"count"}:
            return f"{', '.join(sorted(needed - names))} is missing"
        if not form.strip():
            return "it is empty"
    return None


def _values(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def _lines(code: str) -> None:
    for which in (WORDS, RULES):
        for each in missing(catalogue(code, which)):
            print(mark_of(each), each.id if isinstance(each.id, str) else FORMS.join(each.id), sep="\t")


def _fill(code: str, path: Path) -> int:
    given = dict(
        line.split("\t", 1) for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line
    )
    refused, unknown = 0, set(given)
    for which in (WORDS, RULES):
        filled = catalogue(code, which)
        for message in filled:
            text = given.get(mark_of(message)) if message.id else None
            if text is None:
                continue
            unknown.discard(mark_of(message))
            forms = [each.strip() for each in text.split(FORMS.strip())]
            count = filled.num_plurals if message.pluralizable else 1
            trouble = wrong(message, forms)
            if len(forms) != count:
                trouble = f"{count} forms are needed, and {len(forms)} are there"
            if trouble:
                refused += 1
                print(f"{mark_of(message)}: {trouble}: {text}", file=sys.stderr)
            else:
                message.string = tuple(forms) if message.pluralizable else forms[0]
        write_catalogue(code, which, filled)
        print(f"{path_of(code, which).name}: {len(missing(filled))} left of {len(filled)}")
    for mark in sorted(unknown):
        print(f"{mark}: there is no such text", file=sys.stderr)
    return 1 if refused or unknown else 0


def main(words: list[str]) -> int:
    """The commands above; the exit status."""
    match words:
        case []:
            for code in LANGUAGES:
                for which in (WORDS, RULES) if code != ENGLISH.code else ():
                    filled = catalogue(code, which)
                    write_catalogue(code, which, filled)
                    print(f"{path_of(code, which).name}: {len(missing(filled))} left of {len(filled)}")
            return 0
        case ["list", code] if code in LANGUAGES:
            _lines(code)
            return 0
        case ["fill", code, path] if code in LANGUAGES:
            return _fill(code, Path(path))
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
