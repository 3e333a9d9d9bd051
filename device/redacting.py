"""Redacting: passwords that stand in addresses are nobody's business, in whatever text they turn up."""

import logging
import re

_IN_ADDRESS = re.compile(r"(?P<scheme>\b[a-z][a-z0-9+.-]*://)[^\s/?#'\"]*@", re.IGNORECASE)
_IN_QUERY = re.compile(
    r"(?P<name>[?&](?:user|usr|username|login|pass|passwd|password|pwd|token|key|auth)=)[^&\s'\"#]*",
    re.IGNORECASE,
)


def without_secrets(text: str) -> str:
    """A text whose addresses bear no name and password any more.

    >>> without_secrets("no picture from rtsp://anna:secret@192.0.2.7/live?pwd=secret&x=1")
    'no picture from rtsp://192.0.2.7/live?pwd=...&x=1'
    """
    return _IN_QUERY.sub(r"\g<name>...", _IN_ADDRESS.sub(r"\g<scheme>", text))


class RedactingFormatter(logging.Formatter):
    """Formats what is logged, tracebacks included, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """The line or lines of a record."""
        return without_secrets(super().format(record))
