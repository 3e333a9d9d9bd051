"""A language in which everything that was put into it stands in ⟦ ⟧, and every value outside of them."""

import re
from string import Formatter

from engine.games import all_games
from engine.i18n import Translator

WINS = {
    "janne", "murtojanne", "kaksoiskruunu", "kruunupeli", "maalipeli", "porraspeli", "eropeli", "hemspel", "jan", "sprängjan",
    "dubbelt kronspel", "enkelt kronspel", "trappspel", "uppspel", "mars", "home mars", "oin", "koks", "schneider", "grand bredouille",
}  # fmt: skip
"""What wins are called in every language."""
PROPER = {"Anna", "Ben", *WINS, *(name for game in all_games() for _, name in game.names)}
NOTATION = re.compile(
    r"\b(?:[Bb]ar|[Hh]and|off|pin|K?[a-i][1-9]|W|B)\b|\b[a-i][1-9](?=x)|(?<=x)[a-i][1-9]|[\d\s.,:;()/*@x+=-]"
)


def _bracketed(text: str) -> str:
    parts = []
    for words, name, _, _ in Formatter().parse(text):
        parts.append(f"⟦{words.replace('{', '{{').replace('}', '}}')}⟧" if words else "")
        parts.append(f"{{{name}}}" if name is not None else "")
    return "".join(parts)


PSEUDO = Translator("xx", _bracketed, lambda one, more, count: _bracketed(one if count == 1 else more))


def left_in_english(text: str) -> str:
    """What of a text nobody has put into the language, names and notation apart; empty where nothing is."""
    outside = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    for name in sorted(PROPER, key=len, reverse=True):
        outside = outside.replace(name, " ")
    return NOTATION.sub("", outside)
