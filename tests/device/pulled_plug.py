"""A plug that is pulled after so many steps, wherever that is."""

from collections.abc import Callable
from typing import Any


class PulledPlug(BaseException):
    """The computer is switched off."""


def pulled_after(real: Callable[..., Any], left: list[int]) -> Callable[..., Any]:
    """A step that is the last where none are `left`."""

    def step(*args: Any, **extra: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise PulledPlug
        return real(*args, **extra)

    return step
