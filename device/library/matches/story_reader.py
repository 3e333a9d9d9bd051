"""The reader of a log's matches: each that is over is told once, of the one that goes on only what is new."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from device.errors import LogError, RecordError, StoreError
from device.library.matches.heads import Head, head_of
from device.library.matches.shelf import Shelf, Span
from device.library.matches.story import Story
from device.library.matches.story_telling import Telling
from device.status.snapshot.discretion import log_hidden
from engine.i18n import phrase
from engine.state.events import Retention

BATCH = 20
"""How many matches are told before what was told is kept, and others may ask: about half a second on a Raspberry Pi."""
STORIES = 4
"""How many stories of matches that are over are held ready."""
_log = logging.getLogger(__name__)


class Reader:
    """Reads the matches on a shelf, and keeps in mind what it has told; of one thread at a time. Raises StoreError."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._heads: dict[int, Head] = {}
        self._is_counted = False
        self._senseless: dict[Span, LogError] = {}
        self._newest: Telling | None = None
        self._stories: OrderedDict[tuple[int, int], Story] = OrderedDict()

    @property
    def senseless(self) -> dict[int, LogError]:
        """The matches whose log makes no sense, by number, as far as their heads have been read."""
        return {span.match: why for span, why in self._senseless.items()}

    def heads(self, *, admitted: bool) -> list[Head]:
        """The head of every match, in their order; those that are over are reckoned once and kept in the database."""
        known = self.shelf.heads(self._heads)
        spans = self.shelf.spans_beside(known.values())
        # The referee may have removed one in between.
        self._senseless = {span: why for span, why in self._senseless.items() if span in spans}
        fresh: list[Head] = []
        for start in range(0, len(spans) - 1, BATCH):
            told = (self._headed(span, self._head) for span in spans[:-1][start : start + BATCH])
            some = [head for head in told if head is not None]
            # What is done is done, should the power go meanwhile.
            self.shelf.keep(some)
            fresh += some
        self._heads = known
        heads = sorted((*known.values(), *fresh), key=lambda head: head.number)
        newest = self._headed(spans[-1], self._newest_head, admitted) if spans else None
        return heads if newest is None else [*heads, newest]

    def story(self, head: Head) -> Story | None:
        """All that happened in the match of a head; None where it has been removed."""
        if head.number == self.shelf.newest():
            return self._newest_story(Span(head.number, head.first, self.shelf.last()))
        key = head.number, head.last
        story = self._stories.get(key) or self._told(Span(head.number, head.first, head.last))
        if story is not None and story.retention is Retention.FULL:
            self._stories[key] = story
            if len(self._stories) > STORIES:
                self._stories.popitem(last=False)
        return story

    def count(self) -> bool:
        """Tell some of the matches once more that an earlier version told, which counted
        otherwise; whether there were any.
        """
        if self._is_counted:
            return False
        self._heads = self.shelf.heads(self._heads)
        waiting = [head for head in self._heads.values() if not head.counted][:BATCH]
        told = {
            head.number: self._headed(Span(head.number, head.first, head.last), self._head)
            for head in waiting
        }
        self.shelf.keep([head for head in told.values() if head is not None])
        self._heads |= {head.number: told[head.number] or replace(head, counted=True) for head in waiting}
        # This version keeps none but its own from now on.
        self._is_counted = not waiting
        return bool(waiting)

    def forget(self, number: int) -> None:
        """A match has been removed."""
        self._heads.pop(number, None)
        for key in [key for key in self._stories if key[0] == number]:
            del self._stories[key]

    def _headed(self, span: Span, head: Callable[..., Head | None], *how: Any) -> Head | None:
        """The head of a match; one whose log makes no sense has none, which is found out once."""
        if span in self._senseless:
            return None
        try:
            with sensible(span.match):
                return head(span, *how)
        except LogError as error:
            self._senseless[span], self._newest = error, None
            return None

    def _head(self, span: Span) -> Head | None:
        story = self._told(span)
        return None if story is None else head_of(story)

    def _newest_head(self, span: Span, admitted: bool) -> Head | None:
        story = self._newest_story(span)
        if story is None:
            return None
        hidden = log_hidden(story.match_state) and not admitted
        return head_of(story.without_open_game() if hidden else story, withheld=hidden)

    def _newest_story(self, span: Span) -> Story | None:
        """The match that may go on: only what has happened since is read and told; None: it has been removed."""
        telling = self._newest
        if telling is None or telling.first != span.first or telling.last > span.last or telling.is_shrinking:
            telling = Telling()
        known = telling.last
        for entry in self.shelf.entries(replace(span, first=max(span.first, known + 1))):
            telling.add(entry)
        if not telling.first:
            return None
        if known and telling.is_shrinking:
            # It has just ended, and what was told before may not be kept.
            self._newest = None
            return self._newest_story(span)
        self._newest = telling
        return telling.story()

    def _told(self, span: Span) -> Story | None:
        telling = Telling()
        for entry in self.shelf.entries(span):
            telling.add(entry)
        return telling.story() if telling.first else None


@contextmanager
def sensible(match: int) -> Iterator[None]:
    """Turns whatever goes wrong in telling a match into LogError, but for a database that cannot be read, and a format
    that cannot hold the match.

    A table writes what its referee has judged. What somebody else has sent to a hub nobody has judged.
    """
    try:
        yield
    except (StoreError, LogError, RecordError):
        raise
    except Exception as error:
        _log.warning("match %d makes no sense: %r", match, error)
        raise LogError(
            phrase(
                "Match {number} cannot be shown, since its log makes no sense; it is kept as it came.",
                number=match,
            )
        ) from error
