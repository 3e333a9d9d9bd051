"""What is kept of a match once it is over, in a sentence for who plays it."""

from engine.i18n import Translator, marked
from engine.state.match_state import MatchState
from engine.state.retention import Retention

_WHILE = {
    Retention.ANONYMOUS: marked("This match is kept without names: they are removed as soon as it is over."),
    Retention.OFF: marked("This match is off the record: nothing of it is kept once it is over."),
}
_AFTER = {
    Retention.ANONYMOUS: marked("This match is kept without names."),
    Retention.OFF: marked("This match was off the record: nothing of it is kept."),
}


def kept_sentence(match_state: MatchState, translator: Translator) -> str | None:
    """What is kept of the match, and when the rest goes; None where everything is kept."""
    if match_state.kept is Retention.FULL:
        return None
    return translator((_WHILE if match_state.winner is None else _AFTER)[match_state.kept])
