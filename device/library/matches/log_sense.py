"""Sense: what a log may do to who tells it. Its events are well formed each, but what they come to may be nothing."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from device.errors import LogError, StoreError
from engine.i18n import phrase

_log = logging.getLogger(__name__)


@contextmanager
def sensible(match: int) -> Iterator[None]:
    """Turns whatever goes wrong in telling a match into LogError, but for a database that cannot be read.

    A table writes what its referee has judged. What somebody else has sent to a hub nobody has judged.
    """
    try:
        yield
    except (StoreError, LogError):
        raise
    except Exception as error:
        _log.warning("match %d makes no sense: %r", match, error)
        raise LogError(
            phrase(
                "Match {number} cannot be shown, since its log makes no sense; it is kept as it came.",
                number=match,
            )
        ) from error
