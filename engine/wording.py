"""The sentences of the rules: message ids and their texts; language and names are given by the caller."""

from dataclasses import dataclass

from engine.board import Side
from engine.fault import Fault

_NAMED = ("mover", "opponent", "owner")
_COUNTS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
}  # fmt: skip

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "appeared": "There is one checker of {owner}'s too many on {point}.",
        "bar_first": "{mover} has a checker on the bar, which must enter first.",
        "bar_first_several": "{mover} has {count} checkers on the bar, which must enter first.",
        "bearoff_behind": "{move} is not possible with a {unit}: a checker stands behind it, on {point}.",
        "bearoff_exact": "{move} is not possible with a {unit}: only the exact number bears off.",
        "bearoff_never": "{move} is not possible: no checkers are borne off in this game.",
        "bearoff_outside": "{move} is not possible: not all of {mover}'s checkers are home, one is on {point}.",
        "block": "{move} is not possible: {opponent} holds that point.",
        "block_between": "{move} is not possible: {opponent} holds {points} on the way.",
        "dice": "Only the {high} or the {low} was thrown: {move} would need {need}.",
        "dice_doublet": "Only {high}s were thrown: {move} would need {need}.",
        "dice_once": "The {unit} was thrown only once, but {play} uses it twice.",
        "direction": "{move} goes backwards.",
        "higher_die": "The {unit} must be played, as it is the higher of the two numbers and only one can be.",
        "hit_run": "{move} is not possible: a checker that has hit in the home table may not move on.",
        "hit_not_on_bar": "{opponent}'s checker on {point} was hit and must be put on the bar.",
        "must_use_all": "All {count} {unit}s can be played: {play}.",
        "must_use_both": "Both numbers can be played: {play} uses the {high} and the {low}.",
        "must_use_one": "The {unit} can be played: {play}.",
        "must_use_some": "{count} of the {unit}s can be played: {play}.",
        "no_checker": "{mover} has no checker on {point} to move.",
        "not_hit": "{opponent}'s checker on {point} was put on the bar, but it was not hit.",
        "opponent_moved": "{opponent}'s checker was moved from {origin} to {target}, as {mover} counts.",
        "returned": "A checker that was borne off has come back, to {point}.",
        "too_many": "{count} moves were made with two numbers: {play}.",
        "too_many_doublet": "{count} moves were made, but a doublet gives only four: {play}.",
        "unreachable": "No way of playing {roll} leads to this position.",
        "vanished": "A checker of {owner}'s has vanished from {point}.",
    },
}
"""The texts by language and message id; `{mover}`, `{opponent}` and `{owner}` stand for players' names."""


@dataclass(frozen=True, slots=True)
class Names:
    """What to call the players, and in which language; a language that nobody has translated falls back to English."""

    white: str = "White"
    black: str = "Black"
    language: str = "en"

    def of(self, side: Side) -> str:
        """The name of a side."""
        return (self.white or "White") if side is Side.WHITE else (self.black or "Black")


def sentence(fault: Fault, names: Names) -> str:
    """A fault as a sentence for people.

    >>> sentence(Fault("R.bar_first", "bar_first", (("mover", "W"),)), Names("Anna", "Ben"))
    'Anna has a checker on the bar, which must enter first.'
    """
    language = names.language if names.language in TEXTS else "en"
    template = TEXTS[language][fault.message]
    filled = {name: _filled(name, value, names, language) for name, value in fault.args}
    text = template.format(**filled)
    return (
        text if template.startswith(tuple(f"{{{name}}}" for name in _NAMED)) else text[:1].upper() + text[1:]
    )


def _filled(name: str, value: str | int, names: Names, language: str) -> str:
    if name in _NAMED:
        return names.of(Side(value))
    if name == "count" and isinstance(value, int) and value < len(_COUNTS[language]):
        return _COUNTS[language][value]
    return str(value)
