"""The voice of a table on a broker."""

from collections.abc import Callable
from typing import Protocol


class Say(Protocol):
    """Says something of a kind (see `device.club.link.topics`) under the table's name; whether it is on its way.

    With `retain` the broker keeps it. `done` is called once, with whether it arrived, and takes no lock that is held.
    """

    def __call__(
        self, what: str, payload: bytes, *, retain: bool = True, done: Callable[[bool], None] | None = None
    ) -> bool:
        """Say it."""
