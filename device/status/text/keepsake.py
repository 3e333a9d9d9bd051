"""What is kept of a match once it is over, in a sentence for who plays it."""

from engine.ledger.kept import Kept
from engine.ledger.ledger import Ledger
from engine.tongue import Tongue, marked

_WHILE = {
    Kept.ANONYMOUS: marked("This match is kept without names: they are removed as soon as it is over."),
    Kept.OFF: marked("This match is off the record: nothing of it is kept once it is over."),
}
_AFTER = {
    Kept.ANONYMOUS: marked("This match is kept without names."),
    Kept.OFF: marked("This match was off the record: nothing of it is kept."),
}


def kept_sentence(ledger: Ledger, tongue: Tongue) -> str | None:
    """What is kept of the match, and when the rest goes; None where everything is kept."""
    if ledger.kept is Kept.FULL:
        return None
    return tongue((_WHILE if ledger.winner is None else _AFTER)[ledger.kept])
