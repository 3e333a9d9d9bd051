"""The sentences of the rules, with the players' names, in the language that the caller gives."""

import re
from dataclasses import dataclass, replace

from engine.board import Side
from engine.i18n import ENGLISH, Translator, listed, marked
from engine.play import Fault
from engine.words.texts import REMEDY, TEXTS

_NAMED = ("mover", "opponent", "owner")
_COUNTED = ("count", "given", "left", "needed")
_COUNTS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
"""Small numbers as English sentences have them; those of other languages have figures, which need no case."""
_BESIDE = {"the bar": "bar", "the hand": "hand", "the tray": "tray"}
"""How faults call what is no point, and what the ids of sentences about it end in."""
_WORDS = {
    "the bar": marked("the bar"),
    "the hand": marked("the hand"),
    "the tray": marked("the tray"),
    "no move": marked("no move"),
    "No move": marked("No move"),
}
_NEED = re.compile(r"a (?P<one>\d+)|(?P<far>\d+) points")
_WITHOUT_REMEDY = frozenset(
    {"dice_nothing", "low_first_lost", "recorded", "chase_corner", "trictrac_fill", "trictrac_keep"}
)
"""Sentences that say themselves what is legal, or that nothing is."""
_SQUARE = re.compile(r"[a-i][1-9]")
_SEVERAL = re.compile(r"\d+(?:, \d+)*(?: and (?:the )?\d+)+")


@dataclass(frozen=True, slots=True)
class Names:
    """What to call the players, and in which language; who has no name is called by their colour."""

    white: str = ""
    black: str = ""
    translator: Translator = ENGLISH

    def of(self, side: Side) -> str:
        """The name of a side."""
        translator = self.translator
        if side is Side.WHITE:
            return self.white or translator("White")
        return self.black or translator("Black")


@dataclass(frozen=True, slots=True)
class SpeakableFault:
    """A fault that is told in a language later, to be a value of a phrase."""

    fault: Fault
    names: Names

    def in_language(self, translator: Translator) -> str:
        """The fault as one sentence, without its full stop."""
        return sentence(self.fault, replace(self.names, translator=translator)).rstrip(".")


def sentence(fault: Fault, names: Names) -> str:
    """A fault as one sentence for people: what is not legal and why, and a legal play nearest to what was meant.

    >>> args = (("move", "24/18"), ("opponent", "B"), ("legal", "24/20 13/11"))
    >>> sentence(Fault("R.block", "block", args), Names("Anna", "Ben"))
    '24/18 is illegal: Ben holds that point; 24/20 13/11 is legal.'
    """
    why, args = reason(fault, names), dict(fault.args)
    legal = args.get("legal")
    says_so = legal == args.get("play") and "{play}" in str(TEXTS[_variant(fault.message, args)])
    if legal is None or fault.message in _WITHOUT_REMEDY or says_so:
        return why
    return names.translator(REMEDY, why=why.rstrip("."), play=_filled("legal", legal, names))


def reason(fault: Fault, names: Names) -> str:
    """What is not legal, and why, as a sentence for people.

    >>> reason(Fault("R.bar_first", "bar_first", (("mover", "W"),)), Names("Anna", "Ben"))
    "Anna's checker on the bar must enter first."
    """
    translator, args = names.translator, dict(fault.args)
    text = TEXTS[_variant(fault.message, args)]
    if isinstance(text, str):
        template = translator.text(text)
    else:
        args.setdefault("count", args.get("needed", 0))
        template = translator.plural(*text, int(args["count"]))
    told = template.format(**{name: _filled(name, value, names) for name, value in args.items()})
    as_it_is = template.startswith(tuple(f"{{{name}}}" for name in _NAMED)) or _SQUARE.match(told)
    return told if as_it_is else told[:1].upper() + told[1:]


def sentences(fault: Fault, names: Names) -> tuple[str, ...]:
    """What is wrong by every rule that was broken, the most telling first."""
    return tuple(reason(each, names) for each in (fault, *fault.also))


def _variant(message: str, args: dict[str, str | int]) -> str:
    """The message for what is no point, or for more points than a die shows, where there is one of its own."""
    for name, between in (("point", "_"), ("origin", "_"), ("target", "_to_")):
        found = f"{message}{between}{_BESIDE.get(str(args.get(name)), '')}"
        if found in TEXTS:
            return found
    need = _NEED.fullmatch(str(args.get("need")))
    return f"{message}_far" if need and need["far"] else message


def _filled(name: str, value: str | int, names: Names) -> str:
    """A value as a sentence has it; faults are logged with English ones."""
    if name in _NAMED:
        return names.of(Side(value))
    if isinstance(value, int):
        is_word = name in _COUNTED and value < len(_COUNTS) and names.translator.code == ENGLISH.code
        return _COUNTS[value] if is_word else str(value)
    if (need := _NEED.fullmatch(value)) is not None:
        return need["one"] or need["far"]
    if _SEVERAL.fullmatch(value):
        return listed(re.findall(r"\d+", value), names.translator)
    return names.translator.text(_WORDS[value]) if value in _WORDS else value
