"""The languages' files: whole, well formed, and fit for where their words stand."""

import re
import warnings
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from device.errors import SettingsError
from device.i18n import FOLDER, LANGUAGES, RULES, WORDS, find_translator, read_catalogue, script_words
from device.ops.extraction import catalogue, missing, wrong
from device.signals.display_face import LONGEST
from device.status.text import labels
from engine.i18n import ENGLISH, Translator, listed, marked, phrase, phrase_of

OTHERS = [code for code in LANGUAGES if code != ENGLISH.code]
SPACE = re.compile(r"\{\w+\}")


@pytest.fixture(scope="module", params=OTHERS)
def wanted(request: pytest.FixtureRequest) -> tuple[str, dict[str, Catalog]]:
    """A language, with its catalogues as they should be."""
    code = str(request.param)
    return code, {which: catalogue(code, which) for which in (WORDS, RULES)}


def test_nothing_is_missing(wanted: tuple[str, dict[str, Catalog]]) -> None:
    code, catalogues = wanted
    for which, whole in catalogues.items():
        left = [each.id for each in missing(whole)]
        assert not left, (
            f"{code}{which}.po lacks {len(left)} texts: python -m device.ops.extraction list {code}"
        )


def test_every_translation_has_the_values_of_its_text(wanted: tuple[str, dict[str, Catalog]]) -> None:
    code, catalogues = wanted
    for whole in catalogues.values():
        for each in whole:
            forms = each.string if isinstance(each.string, list | tuple) else (each.string,)
            if each.id and all(forms):
                assert wrong(each, forms) is None, (code, each.id, forms)


def test_the_files_are_well_formed(wanted: tuple[str, dict[str, Catalog]]) -> None:
    code, _ = wanted
    for which in (WORDS, RULES):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = read_catalogue(code, which)
        assert found.locale_identifier == code and not any(each.fuzzy for each in found if each.id)
        for each in found:
            if each.pluralizable and any(each.string):
                assert len(each.string) == found.num_plurals, (code, each.id)


def test_the_words_of_the_display_fit_on_it(wanted: tuple[str, dict[str, Catalog]]) -> None:
    code, catalogues = wanted
    for each in catalogues[WORDS]:
        if any(path == "device/signals/display_face.py" for path, _ in each.locations):
            assert len(SPACE.sub("4", str(each.string))) <= LONGEST, (code, each.string)


def test_scripts_get_what_scripts_say_and_no_more() -> None:
    scripts = (Path(__file__).parents[2] / "webui/static").rglob("*.js")
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (*scripts, Path(labels.__file__)))
    sources = sources.replace('\\"', '"').replace("\\u00a0", "\u00a0")
    told = {text: code for code in OTHERS for text in script_words(code)}
    assert [(code, text) for text, code in told.items() if text not in sources] == []
    assert script_words(ENGLISH.code) == {}


def test_what_scripts_and_answers_say_is_found_by_who_translates() -> None:
    webui = Path(__file__).parents[2] / "webui"
    known = {
        each.id if isinstance(each.id, str) else each.id[0] for each in catalogue("de", WORDS) if each.id
    }
    for pattern, call in (("*.js", r"(?<![\w.])t"), ("*.py", r"translator\(\)")):
        for path in webui.rglob(pattern):
            said_here = re.findall(call + r'\(\s*"((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8"))
            assert {each.replace('\\"', '"') for each in said_here} <= known, path


def test_every_file_is_a_language_s() -> None:
    assert {path.name for path in FOLDER.glob("*.po")} == {
        f"{code}{which}.po" for code in OTHERS for which in (WORDS, RULES)
    }


def test_a_language_that_nobody_speaks_is_refused() -> None:
    with pytest.raises(SettingsError, match="nobody here speaks 'xx'; choose one of en, fi"):
        find_translator("xx")
    assert find_translator("en") is ENGLISH


def test_nothing_is_nothing_in_every_language() -> None:
    assert [find_translator(code)("") for code in LANGUAGES] == [""] * len(LANGUAGES)


@pytest.mark.parametrize("bad", ["{nobody} spielt", "{} spielt", "{name spielt", "{name!x}", "{name.first}"])
def test_a_translation_that_does_not_fit_is_said_in_english(bad: str) -> None:
    translator = Translator("de", lambda message: bad, lambda one, more, count: bad)
    assert translator("{name} plays.", name="Anna") == "Anna plays."
    assert (
        translator.many("{count} game of {name}", "{count} games of {name}", 2, name="Ben")
        == "2 games of Ben"
    )


def test_a_saying_is_put_into_a_language_with_all_that_it_holds() -> None:
    error = ValueError(phrase("no room on {disk}", disk="sda"))
    whole = phrase("Nothing is written: {error}.", error=error)
    assert str(whole) == f"{whole}" == "Nothing is written: no room on sda."
    assert phrase_of(ValueError("plain")).in_language(ENGLISH) == "plain"
    assert str(phrase_of(ValueError())) == "ValueError()"
    assert marked("as it is") == "as it is" and listed((1, 2, 3)) == "1, 2 and 3"
