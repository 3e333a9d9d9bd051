"""The rules that plays break, as a list of them tells: each in a few words, the rare ones together."""

from engine.i18n import Translator, marked

OTHERS = marked("another rule")
_WORDS = {
    "R.must_use": marked("more could have been played"),
    "R.higher_die": marked("the higher die had to be played"),
    "R.dice": marked("not what the dice say"),
    "R.block": marked("a point that is closed"),
    "R.bar_first": marked("the checkers on the bar come first"),
    "R.entry": marked("the checkers on the bar come first"),
    "R.bearoff": marked("borne off too soon, or from the wrong point"),
    "R.direction": marked("the wrong way"),
    "R.conservation": marked("a checker too many or too few"),
    "R.opponent_man": marked("a checker of the opponent's moved"),
    "R.too_many": marked("more checkers moved than the dice allow"),
    "R.turn": marked("out of turn"),
}


def rule_words(rule: str, translator: Translator) -> str:
    """What a rule of that id is about."""
    return translator(_WORDS.get(rule, OTHERS))
