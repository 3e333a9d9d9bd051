"""How a command ends where it could not do what it was asked: a status, and a sentence."""

import sys

NO, FAILED = 1, 2
"""Exit statuses: the answer is no; the command could not be carried out."""


class AnswerIsNo(Exception):
    """What was asked could be looked into, and the answer is no."""


class BoardNotFound(AnswerIsNo):
    """The answer is no: there is no board in the picture where it was said to be."""


def sentence(error: Exception) -> str:
    """An error as people are told of it."""
    if is_ours(error) or isinstance(error, AnswerIsNo):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the system'}: {error.strerror}"
    return f"an error in Tableside itself ({error!r}): please report what you did, with the output of --debug"


def is_ours(error: Exception) -> bool:
    """Whether an error says in its own words what happened and what to do."""
    from device.errors import DeviceError
    from engine.errors import EngineError

    return isinstance(error, DeviceError | EngineError) or _is_of_vision(error)


def _is_of_vision(error: Exception) -> bool:
    # What was never imported has raised nothing, and takes long to import.
    vision = sys.modules.get("vision.errors")
    return vision is not None and isinstance(error, vision.VisionError)
