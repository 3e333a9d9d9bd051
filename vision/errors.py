"""Errors of the vision package.

VisionError
├── ModelError     a board model that cannot be used
└── PictureError   a picture that cannot be used
"""


class VisionError(Exception):
    """Anything that goes wrong while a board is looked at; the message says what happened and what to do next."""


class ModelError(VisionError, ValueError):
    """A board model that is damaged, of another version, or does not fit the picture."""


class PictureError(VisionError, ValueError):
    """A picture that cannot be opened or in which no board can lie where it was said to."""
