"""The engine's errors; docs/errors.md draws all of them."""

from collections.abc import Sequence

from engine.i18n import Phrase, phrase, together

Place = tuple[str | int, ...]
"""Where in a declaration something stands: keys, and places in lists from 0."""
Wrong = tuple[Place, Phrase]
"""What is wrong in a declaration: where, and the whole sentence."""


class EngineError(ValueError):
    """The base of all errors of the engine; its text tells a person what is wrong and what to do."""


class InvalidPosition(EngineError):
    """A text or board that is no position of the game."""


class InvalidRoll(EngineError):
    """Dice that do not exist."""


class InvalidPlay(EngineError):
    """A text that is no play."""


class IllegalPlay(InvalidPlay):
    """A play that the rules forbid in this position."""


class AmbiguousPlay(InvalidPlay):
    """A text that several different plays fit."""


class TooManyPlays(EngineError):
    """A turn that can end in too many ways to list them; engine.plays.membership looks for one."""


class UnknownGame(EngineError):
    """A game that nobody here knows by that name."""


class InvalidGame(UnknownGame):
    """A game of somebody's own whose declaration makes no sense; `wrong` says where, and what."""

    def __init__(self, wrong: Sequence[Wrong]) -> None:
        self.wrong = tuple(wrong)
        super().__init__(together([says for _, says in wrong]))


class InvalidOption(EngineError):
    """An option that the game does not have, or a value that it cannot take."""


class InvalidProfile(EngineError):
    """A referee's profile that does not exist, or that cannot be put together so."""


class InvalidRecord(EngineError):
    """A file that is no match record."""


class InvalidChouette(EngineError):
    """What cannot be done in a chouette as it stands."""


class InvalidEntry(EngineError):
    """An entry that a tournament cannot take as it stands."""


def wrong_at(place: Place, says: Phrase) -> Wrong:
    """What is wrong at a place, which the sentence has as `{place}`.

    >>> str(wrong_at(("step_rules", 1, "limit"), phrase("{place} must be true or false, not {value}", value=3))[1])
    'step_rules, entry 2, limit must be true or false, not 3'
    """
    told = [phrase("entry {number}", number=part + 1) if isinstance(part, int) else part for part in place]
    return place, Phrase(says.message, (("place", together(told, ", ")), *says.values))
