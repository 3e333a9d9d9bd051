"""The language of a request, asked for by a tap, by the browser or in the settings; what a table is called in it."""

from collections.abc import Iterable

from flask import Flask, Response, request
from flask_babel import Babel, get_locale

from device.i18n import LANGUAGES, RULES, WORDS, find_translator, script_words
from device.status.text.labels import Label, said
from engine.i18n import ENGLISH, Translator

COOKIE = "tableside.language"
"""The cookie that remembers the language that somebody chose."""
DAYS = 400
"""How long it does."""
ASKED = "lang"
"""The name in a query string that chooses a language, for this page and those after it."""


def speak(app: Flask, usual: str = ENGLISH.code) -> None:
    """Makes an application speak the languages that there are; `usual` is for who asks for none of them."""

    def chosen() -> str:
        for code in (request.args.get(ASKED), request.cookies.get(COOKIE)):
            if code in LANGUAGES:
                return code
        wanted = request.accept_languages
        return (wanted.best_match(LANGUAGES) if wanted else None) or usual

    def written() -> str:
        return locale_of(chosen(), request.accept_languages.values()).replace("-", "_")

    # Not kept on disk: a catalogue is read as text, once.
    Babel(app, locale_selector=written, default_locale=usual)
    app.jinja_env.globals["_"] = lambda message, **values: translator()(message, **values)
    app.jinja_env.globals["counted"] = lambda one, more, count: translator().many(one, more, count)

    @app.context_processor
    def spoken() -> dict[str, object]:
        return {
            "language": translator().code,
            "locale": str(get_locale()).replace("_", "-"),
            "languages": LANGUAGES,
            "words": script_words(translator().code),
        }

    @app.after_request
    def remember(response: Response) -> Response:
        if request.path.startswith("/static/"):
            return response
        response.headers["Content-Language"] = translator().code
        asked = request.args.get(ASKED)
        if asked in LANGUAGES and asked != request.cookies.get(COOKIE) and response.mimetype == "text/html":
            response.set_cookie(COOKIE, asked, max_age=DAYS * 86400, httponly=True, samesite="Lax")
        response.vary.add("Accept-Language")
        response.vary.add("Cookie")
        return response


def locale_of(language: str, asked: Iterable[str] = ()) -> str:
    """How dates are written in a language, for a browser that asks for these, the dearest first.

    English ones have their day before the month, which stands there in words, unless American ones are asked for.
    No other region counts: each that is loaded stays in memory, and anybody may ask for all of them.

    >>> locale_of("en", ["fi", "en-GB", "en-US"]), locale_of("en", ["en-us", "en"]), locale_of("fi", ["fi-FI"])
    ('en-GB', 'en-US', 'fi')
    """
    if language != ENGLISH.code:
        return language
    first = next((each.lower() for each in asked if each.lower().startswith("en-")), "")
    return "en-US" if first == "en-us" else "en-GB"


def translator(first: str = WORDS) -> Translator:
    """The translator of the present request; English outside of one."""
    locale = get_locale()
    return ENGLISH if locale is None else find_translator(locale.language, first)


def rules_translator() -> Translator:
    """The same, where one word can mean two things, for what the rules of the games mean by it."""
    return translator(RULES)


def label(told: Label, between: str = " · ") -> str:
    """A label of a snapshot in the language of the present request."""
    return said(told, translator(), between)


def table_title(name: str) -> str:
    """What a table is called where it stands by itself: one that has a number alone
    for a name is told to be a table.
    """
    return translator()("Table {name}", name=name) if name.isascii() and name.isdecimal() else name
