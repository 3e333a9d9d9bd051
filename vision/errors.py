"""The errors of vision; docs/errors.md draws all of them."""


class VisionError(Exception):
    """Anything that goes wrong while a board is looked at; the message says what happened and what to do next."""


class LabelError(VisionError, ValueError):
    """A right answer to a kept picture that is damaged or written wrongly."""


class ModelError(VisionError, ValueError):
    """A board model that is damaged, of another version, or does not fit the picture."""


class PictureError(VisionError, ValueError):
    """A picture that cannot be opened or in which no board can lie where it was said to."""


class WeightsError(VisionError):
    """The networks' files are missing, damaged or not those that the manifest names."""
