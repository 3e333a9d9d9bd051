"""The engine's errors; docs/errors.md draws all of them."""


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


class VastTurn(EngineError):
    """A turn that can end in too many ways to list them; engine.plays.membership looks for one."""


class UnknownGame(EngineError):
    """A game that nobody here knows by that name."""


class InvalidOption(EngineError):
    """An option that the game does not have, or a value that it cannot take."""


class InvalidProfile(EngineError):
    """A referee's profile that does not exist, or that cannot be put together so."""


class InvalidRecord(EngineError):
    """A file that is no match record."""


class InvalidEntry(EngineError):
    """An entry that a tournament cannot take as it stands."""
