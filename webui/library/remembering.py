"""What was dear to make is made once, and handed out again for as long as it shows the same."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from device.library.matches.story_view import StoryView
from device.shape import Json
from engine.i18n import Translator

MadeT = TypeVar("MadeT")

MOST = 16
"""How many answers are remembered: the match that all are looking at, in their
languages; a long one takes megabytes.
"""


@dataclass(slots=True)
class _Place:
    """One answer, and what it shows; whoever wants it while it is being made waits for that."""

    state: object = None
    made: object = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class ReplayCache:
    """Answers by what they are of, the `most` that were asked for last. May be used from any thread."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._places: OrderedDict[Hashable, _Place] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, of: Hashable, state: object, make: Callable[[], MadeT]) -> MadeT:
        """What was made of something in an equal state, which must not be None, or else is
        made now. Nobody may change it.
        """
        with self._lock:
            place = self._places.setdefault(of, _Place())
            self._places.move_to_end(of)
            if len(self._places) > self._most:
                self._places.popitem(last=False)
        with place.lock:
            if place.state is None or place.state != state:
                made = make()
                place.state, place.made = state, made
                return made
            return cast(MadeT, place.made)

    def replay(self, of: Hashable, shown: StoryView, translator: Translator) -> Json:
        """What is told of a match to who is not admitted. Raises LogError."""
        return self.get(("replay", of, translator.code), _state(shown), lambda: shown.as_json(translator))

    def page(
        self,
        of: Hashable,
        shown: StoryView,
        translator: Translator,
        beside: object,
        draw: Callable[[Json], str],
    ) -> str:
        """The page that tells it, which `draw` makes of that; `beside`: what else stands on it. Raises LogError."""
        state = _state(shown), beside
        return self.get(
            ("page", of, translator.code), state, lambda: draw(self.replay(of, shown, translator))
        )


def _state(shown: StoryView) -> tuple[object, ...]:
    """All that what is told of a match, to who is not admitted, depends on."""
    steps = [step for game in shown.story.games for step in game.steps]
    last = steps[-1].seq if steps else 0
    dates = [shown.dates(step.moment) for step in steps]
    return shown.listed, shown.story.first, shown.story.last, last, dates, shown.downloads, shown.analysis
