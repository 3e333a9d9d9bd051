"""What was agreed on, in a few words between brackets: `[tavli_match: portes,
plakoto(order=free), fevga; crawford=false]`.

First the name of the match format, then, unless it is one plain game of that name, its games with their options,
its decider, and the terms that are not as usual.
"""

import json
import re
from collections.abc import Iterator

from engine.errors import EngineError, InvalidRecord
from engine.i18n import Phrase, phrase, phrase_of
from engine.match.match import Match
from engine.match.terms import TERMS, Terms
from engine.match_format import Chosen, MatchFormat, Options
from engine.tables.tables_game import OptionValue

_TOKEN = re.compile(r'\s*(?:(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<word>[\w.+-]+)|(?P<mark>[:,;()=]))')
_WORD = re.compile(r"[\w.+-]+")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_TRUTHS = {"true": True, "false": False}
DECIDER, BEST_WIN = "decider", "best_win"


def agreement_text(match: Match) -> str:
    """What a match is made of, and on what terms, without the brackets."""
    match_format, terms = match.agreed, match.terms.agreed
    parts = [word(match_format.id)]
    if match_format.games != (Chosen(match_format.id),) or match_format.decider is not None:
        parts[0] += ": " + ", ".join(map(chosen_text, match_format.games))
    if match_format.decider is not None:
        parts.append(f"{DECIDER} {chosen_text(match_format.decider)}")
    if match_format.best_win:
        parts.append(BEST_WIN)
    if terms:
        parts.append(_options_text(tuple(terms.items())))
    return "; ".join(parts)


def chosen_text(chosen: Chosen) -> str:
    """A game with its options."""
    options = f"({_options_text(chosen.options)})" if chosen.options else ""
    return word(chosen.game_id) + options


def read_agreement(text: str) -> tuple[MatchFormat, Terms, tuple[Phrase, ...]]:
    """The match format and the terms that `agreement_text` has written, and notes on what is not
    known here. Raises InvalidRecord.
    """
    reader = _Reader(text)
    name = reader.name()
    games: list[Chosen] = []
    if reader.took(":"):
        games.append(reader.chosen())
        while reader.took(","):
            games.append(reader.chosen())
    decider, best_win, agreed = None, False, Options()
    while reader.took(";"):
        if reader.next == DECIDER:
            reader.name()
            decider = reader.chosen()
        elif reader.next == BEST_WIN:
            best_win = bool(reader.name())
        else:
            agreed += reader.options()
    reader.finish()
    notes = tuple(
        phrase(
            "that {option} was agreed on is not known here; left out",
            option=f"{word(each)}={_value_text(value)}",
        )
        for each, value in agreed
        if not is_term(each)
    )
    games = games or [known(Chosen(name))]
    return MatchFormat(name, tuple(games), decider, best_win), _terms(agreed), notes


def read_chosen(text: str) -> Chosen:
    """The game with options that `chosen_text` has written. Raises InvalidRecord."""
    reader = _Reader(text)
    chosen = reader.chosen()
    reader.finish()
    return chosen


def known(chosen: Chosen) -> Chosen:
    """The game itself, if there is one so called with such options. Raises InvalidRecord."""
    try:
        chosen.rules()
    except EngineError as error:
        raise InvalidRecord(phrase_of(error)) from error
    return chosen


def is_term(name: str) -> bool:
    """Whether there is a term of that name."""
    return any(each.name == name for each in TERMS)


def term_value(name: str, value: object) -> dict[str, object] | None:
    """What a value of a term changes; nothing for a term that is not known here, None
    where it cannot have that value.
    """
    option = next((each for each in TERMS if each.name == name), None)
    if option is None:
        return {}
    fitting = [each for each in option.choices if type(each.value) is type(value) and each.value == value]
    return dict(fitting[0].changes) if fitting else None


def word(text: str) -> str:
    """A text as one word: between quotation marks where it would not be."""
    return text if _WORD.fullmatch(text) else json.dumps(text)


def unquoted(text: str) -> str:
    """The text that a word stands for. Raises InvalidRecord."""
    if not text.startswith('"'):
        return text
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, str):
        raise InvalidRecord(phrase("{text} is no text between quotation marks", text=text))
    return found


def _options_text(options: Options) -> str:
    return ", ".join(f"{word(name)}={_value_text(value)}" for name, value in options)


def _value_text(value: OptionValue) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value) if value in _TRUTHS or _NUMBER.fullmatch(value) else word(value)
    return str(value)


def _terms(agreed: Options) -> Terms:
    changes: dict[str, object] = {}
    for name, value in agreed:
        found = term_value(name, value)
        if found is None:
            raise InvalidRecord(phrase("{name} cannot be {value}", name=name, value=_value_text(value)))
        changes |= found
    return Terms(**changes)  # type: ignore[arg-type]


class _Reader:
    """The words of a text, one after the other; `next` is the one to come, empty at the end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._tokens = self._all(text)
        self.next = next(self._tokens, "")

    def _all(self, text: str) -> Iterator[str]:
        at = 0
        text = text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self._wrong()
            yield found[found.lastgroup or 0]
            at = found.end()

    def _wrong(self) -> InvalidRecord:
        return InvalidRecord(phrase("{text} does not say what was played", text=f"[{self.text}]"))

    def took(self, mark: str) -> bool:
        """Whether the mark comes next; if it does, it is over."""
        if self.next != mark:
            return False
        self.next = next(self._tokens, "")
        return True

    def value(self) -> str:
        """The next word as it is written. Raises InvalidRecord."""
        found = self.next
        if not (found.startswith('"') or _WORD.fullmatch(found)):
            raise self._wrong()
        self.next = next(self._tokens, "")
        return found

    def name(self) -> str:
        """The next word. Raises InvalidRecord."""
        return unquoted(self.value())

    def chosen(self) -> Chosen:
        """A game with its options. Raises InvalidRecord."""
        name, options = self.name(), Options()
        if self.took("("):
            options = self.options()
            if not self.took(")"):
                raise self._wrong()
        return known(Chosen(name, options))

    def options(self) -> Options:
        """Names with their values. Raises InvalidRecord."""
        found: list[tuple[str, OptionValue]] = []
        while True:
            name = self.name()
            if not self.took("="):
                raise self._wrong()
            value = self.value()
            number = int(value) if _NUMBER.fullmatch(value) else None
            truth = _TRUTHS.get(value)
            found.append(
                (name, truth if truth is not None else number if number is not None else unquoted(value))
            )
            if not self.took(","):
                return tuple(found)

    def finish(self) -> None:
        """Nothing more may come. Raises InvalidRecord."""
        if self.next:
            raise self._wrong()
