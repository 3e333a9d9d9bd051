"""Topics: under which names a table and its hub talk, whatever the table is called."""

from dataclasses import dataclass
from urllib.parse import quote, unquote

HUB = "hub"
"""What stands in the place of a table's name in the hub's own topics."""
STATUS, ABOUT, NOTICE, SPECTATORS, MATCHES, LOG, MATCH, HELLO, BARRED = (
    "status",
    "about",
    "notice",
    "spectators",
    "matches",
    "log",
    "match",
    "hello",
    "barred",
)
"""What a table tells."""
WANT, AGAIN = "want", "again"
"""What a hub asks for."""
OFFER, PART, ASK, QUERY, ANSWER = "copy/offer", "copy/part", "copy/ask", "copy/query", "copy/answer"
"""Of a daily copy: that there is one, a part of it, a table that wants its own back, or to know which there are, and
what the hub answers.
"""
COPIES = "copy/#"
"""All of these, which are for table and hub alone: whole logs, and settings."""
ONLINE, OFFLINE = "online", "offline"
"""What a status says."""


def encode(name: str) -> str:
    """A table's name as one level of a topic.

    >>> encode("Board 3/blue")
    'Board%203%2Fblue'
    """
    # The name of the hub's own topics is for no table.
    return "%68ub" if name == HUB else quote(name, safe="")


def decode(level: str) -> str | None:
    """The name of the table that a level of a topic stands for; None where it is no table's."""
    try:
        name = unquote(level, errors="strict")
    except UnicodeDecodeError:
        return None
    return name if level != HUB and encode(name) == level else None


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics below a prefix."""

    prefix: str

    def of_table(self, name: str, what: str) -> str:
        """Where a table tells something."""
        return f"{self.prefix}/{encode(name)}/{what}"

    def of_hub(self, what: str, name: str = "") -> str:
        """Where the hub tells something, to a table if one is named."""
        return "/".join((self.prefix, HUB, what, *([encode(name)] if name else [])))

    def everybody(self, what: str) -> str:
        """What to subscribe to for something that all tables tell."""
        return f"{self.prefix}/+/{what}"

    def parse(self, topic: str) -> tuple[str, str] | None:
        """The table that a topic is of, and what it tells; None where it is of none."""
        level, _, what = topic.removeprefix(f"{self.prefix}/").partition("/")
        name = decode(level) if topic.startswith(f"{self.prefix}/") else None
        return None if name is None or not name else (name, what)
