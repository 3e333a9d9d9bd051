"""The library of a table: its matches, from the log that its service writes."""

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from device.clock import Clock, SystemClock
from device.errors import LibraryError
from device.library.analysis.analysis_values import Analysis
from device.library.brought import Brought, shelf_of
from device.library.downloads import Download, download, endings_of, is_made
from device.library.matches import analyses
from device.library.matches.event_time import EventTime, evening_of
from device.library.matches.heads import BROUGHT, Head, is_brought
from device.library.matches.listed_match import DeletedView, ListedMatch, Listing, dice_of, game_title
from device.library.matches.match_query import MatchQuery
from device.library.matches.players import KnownPlayer, players_of
from device.library.matches.shelf import Deleted, Shelf, Span
from device.library.matches.story import Story
from device.library.matches.story_reader import Reader, sensible
from device.library.matches.story_view import StoryView
from device.store.log.removal import DAYS, remove_match
from device.store.log.store import TAGS, Store, is_simulated
from device.store.settings import Settings
from engine.i18n import ENGLISH, Translator, phrase
from engine.records.record import Tags

if TYPE_CHECKING:
    from device.store.pictures.picture_store import Pictures


class Log(Protocol):
    """Whose log the library reads; `device.table.service.table_service.Service` is one."""

    @property
    def settings(self) -> Settings:
        """The settings of the table."""

    @property
    def storage(self) -> tuple[Store, "Pictures | None"]:
        """The log that is written now, and the pictures of its events."""


class Library:
    """All matches of a table; from any thread, over a connection of its own or one that is `shared`. Raises StoreError.

    `admitted` says whether who asks has given the PIN: else a game that the profile keeps back while it is played is
    left out, and so are pictures and deleted matches.
    """

    def __init__(self, log: Log, clock: Clock | None = None, shared: Store | None = None) -> None:
        self._log, self._clock, self._shared = log, clock or SystemClock(), shared
        self._lock = threading.RLock()
        self._reader: Reader | None = None
        self._brought: Reader | None = None

    def close(self) -> None:
        """Let go of the database."""
        with self._lock:
            if self._reader is not None:
                self._reader.shelf.close()
            self._reader = self._brought = None

    # Lists

    def listing(
        self,
        query: MatchQuery,
        *,
        admitted: bool,
        translator: Translator = ENGLISH,
        limit: int = 100,
        offset: int = 0,
        counted: bool = False,
    ) -> Listing:
        """The matches that somebody wants to see, the newest first; `counted`: with all that is counted in them."""
        if counted:
            self.count()
        # what was played elsewhere says nothing of the dice and the referee here
        matches = tuple(
            each
            for each in self.matches(admitted=admitted, deleted=query.deleted)
            if not (counted and is_brought(each.head.number))
        )
        found = [
            each
            for each in matches
            if query.fits(each.head, each.evening, lambda game: game_title(game, translator))
        ]
        games = dict.fromkeys(game for each in matches for game in (each.head.game, *each.head.games))
        players = [player.name for player in players_of(matches)]
        chosen = tuple(found[offset : offset + limit])
        return Listing(
            chosen, len(found), tuple(games), tuple(sorted(players, key=str.casefold)), dice_of(matches)
        )

    def matches(self, *, admitted: bool, deleted: bool = False) -> tuple[ListedMatch, ...]:
        """All matches, the newest first; with `deleted` those that were deleted, which are for who is admitted."""
        readers = (self._opened(), self._opened(brought=True))
        own, brought = (self._matches_of(each, admitted=admitted, deleted=deleted) for each in readers)
        return (*own, *sorted(brought, key=lambda each: each.begun or 0.0, reverse=True))

    def _matches_of(self, reader: Reader, *, admitted: bool, deleted: bool) -> tuple[ListedMatch, ...]:
        with self._lock:
            shelf, is_own = reader.shelf, reader is self._reader
            self._clear_out(reader)
            heads, marks = reader.heads(admitted=admitted), shelf.deleted()
            newest = max((*(each.number for each in heads), *reader.senseless), default=0)
            wanted = [
                head
                for head in heads
                if not head.is_husk
                and (head.games_played or head.number == newest)
                and (head.number in marks) == deleted
                and not (head.number in marks and (marks[head.number].for_good or not admitted))
            ]
            ahead = shelf.ahead(_undated(wanted))
            analysed = analyses.summaries(shelf.store, shelf.table)
        return tuple(
            self._listed(
                head,
                ahead,
                marks.get(head.number),
                is_own and head.number == newest,
                analysed.get(head.number),
            )
            for head in reversed(wanted)
        )

    def count(self) -> bool:
        """Tell the matches once more that an earlier version told, which counted otherwise; whether there were any.

        Who only wants a list need not wait for all of them.
        """
        some = False
        while True:
            with self._lock:
                if not self._opened().count():
                    return some
            some = True

    def players(self, *, admitted: bool) -> tuple[KnownPlayer, ...]:
        """Everybody who is named in a match, who played last first."""
        return players_of(self.matches(admitted=admitted))

    def player(self, name: str, *, admitted: bool) -> KnownPlayer | None:
        """The player of that name, capitals apart."""
        wanted = name.casefold()
        return next(
            (each for each in self.players(admitted=admitted) if each.name.casefold() == wanted), None
        )

    def player_json(self, player: KnownPlayer, translator: Translator) -> dict[str, object]:
        """A player with opponents, games and points over time, as the API tells."""
        moments = tuple(each.moment for listed, _ in player.matches for each in listed.head.outcomes)
        return player.whole_json(self.dates(moments), translator)

    def dates(self, moments: tuple[EventTime, ...]) -> Callable[[EventTime], float | None]:
        """When each of some moments was."""
        with self._lock:
            ahead = self._opened().shelf.ahead(
                each.boot for each in moments if each.boot and not each.clock_set
            )
        return lambda moment: moment.dated(ahead)

    # A match

    def find(self, number: int, *, admitted: bool, deleted: bool | None = None) -> ListedMatch | None:
        """The match of that number; None where there is none, or it was not, or was, `deleted` as it should be."""
        kinds = ((False, True) if admitted else (False,)) if deleted is None else (deleted,)
        found = (each for kind in kinds for each in self.matches(admitted=admitted, deleted=kind))
        return next((each for each in found if each.head.number == number), None)

    def story(self, number: int, *, admitted: bool) -> StoryView | None:
        """A match with all that happened in it; None where there is none. Raises
        LogError where its log makes no sense.
        """
        listed = self.find(number, admitted=admitted)
        if listed is None:
            with self._lock:
                why = self._reader_of(number).senseless.get(number)
            if why is not None:
                raise why
            return None
        with self._lock, sensible(number):
            story = self._reader_of(number).story(listed.head)
        if story is None:
            return None
        if listed.head.withheld:
            story = story.without_open_game()
        moments = tuple(step.moment for game in story.games for step in game.steps)
        pictures = self._log.storage[1] if admitted else None
        pictured = {} if pictures is None else pictures.of_events()
        return StoryView(
            listed,
            story,
            self.dates(moments),
            lambda reference: pictured.get(reference, ()),
            endings_of(story.match),
            None if listed.is_open else self._analysis(story),
        )

    def download(
        self, number: int, ending: str, *, admitted: bool, translator: Translator = ENGLISH
    ) -> Download | None:
        """A match as a file; None where there is no such match, or no such kind of file.

        Raises RecordError where that kind of file cannot hold the match.
        """
        if not is_made(ending):
            return None
        shown = self.story(number, admitted=admitted)
        if shown is None:
            return None
        with self._lock:
            shelf = self._reader_of(number).shelf
            entries = shelf.entries(Span(number, shown.story.first, shown.story.last))
        with sensible(number):
            return download(shown, entries, ending, translator, () if is_brought(number) else self._tags)

    @property
    def _tags(self) -> Tags:
        """What stands at the head of every record."""
        return TAGS if is_simulated(self._log.storage[0], self._log.settings.table.data) else ()

    # Analyses

    def analysed(self) -> dict[int, analyses.Summary]:
        """What is known of the analyses, by match."""
        with self._lock:
            shelves = (self._opened().shelf, self._opened(brought=True).shelf)
            return {
                number: each
                for shelf in shelves
                for number, each in analyses.summaries(shelf.store, shelf.table).items()
            }

    def keep_analysis(self, number: int, state: int, analysis: Analysis) -> None:
        """Keep the analysis of a match in that state (see `device.library.matches.analyses.state_of`)."""
        with self._lock:
            shelf = self._reader_of(number).shelf
            analyses.keep(shelf.store, shelf.table, number, state, analysis)

    def drop_analysis(self, number: int) -> None:
        """Throw the analysis of a match away."""
        with self._lock:
            shelf = self._reader_of(number).shelf
            analyses.drop(shelf.store, shelf.table, number)

    # Changes

    def delete(self, number: int, *, for_good: bool = False) -> DeletedView | None:
        """Delete a match: it can be brought back for a while, unless `for_good`; how it is deleted, None: it is gone.

        Raises LibraryError where there is none, or it is still being played.
        """
        with self._lock:
            reader = self._reader_of(number)
            found = self.find(number, admitted=True) or self.find(number, admitted=True, deleted=True)
            if found is None:
                raise LibraryError(phrase("There is no match {number} any more.", number=number))
            if found.is_open:
                raise LibraryError(
                    phrase(
                        "This match is still being played: it can be deleted when it is over, or the next "
                        "one has begun."
                    )
                )
            mark = Deleted(self._clock.wall() if self._clock.is_set() else None, for_good)
            reader.shelf.delete(number, mark)
            if not for_good:
                return self._deleted(mark)
            if is_brought(number) or number < reader.shelf.newest():
                # The newest stands on the board yet: it goes when the next one begins.
                self._remove(reader, number)
            return None

    def restore(self, number: int) -> ListedMatch | None:
        """Bring a deleted match back; None where it has gone."""
        with self._lock:
            found = self.find(number, admitted=True, deleted=True)
            if found is not None:
                self._reader_of(number).shelf.restore(number)
        return self.find(number, admitted=True)

    def take_in(self, brought: Brought, who: str = "") -> int:
        """Keep a match from a file; its number. Raises LibraryError where it is here already."""
        with self._lock:
            shelf = self._opened(brought=True).shelf
            known = self.known(brought)
            if known is not None:
                raise LibraryError(phrase("This match is here already, as number {number}.", number=known))
            number, first = max(shelf.newest(), BROUGHT) + 1, shelf.last() + 1
            shelf.store.lay_in(brought.entries(shelf.table, number, first, who))
            shown = None if brought.analysis is None else self.story(number, admitted=True)
            if brought.analysis is not None and shown is not None:
                self.keep_analysis(number, analyses.state_of(shown.story), brought.analysis)
        return number

    def known(self, brought: Brought) -> int | None:
        """The number of a match from a file that is here already; None where it is not."""
        for deleted in (False, True):
            for each in self.matches(admitted=True, deleted=deleted):
                if is_brought(each.head.number) and brought.is_same(each.head):
                    return each.head.number
        return None

    # Within

    def _opened(self, *, brought: bool = False) -> Reader:
        """Who reads the log that the service writes now, or what was `brought` in from files."""
        with self._lock:
            url, table = self._log.storage[0].url, self._log.settings.table.name
            shelf = None if self._reader is None else self._reader.shelf
            if shelf is not None and (shelf.url, shelf.table) != (url, table):
                self.close()
            if self._reader is None or self._brought is None:
                self._reader = Reader(Shelf(url, table, self._shared))
                # over the same connection
                self._brought = Reader(Shelf(url, shelf_of(table), self._reader.shelf.store))
            return self._brought if brought else self._reader

    def _reader_of(self, number: int) -> Reader:
        return self._opened(brought=is_brought(number))

    def _clear_out(self, reader: Reader) -> None:
        """Remove the matches that were deleted so long ago that nobody wants them back."""
        if not self._clock.is_set():
            return
        before, newest = self._clock.wall() - DAYS * 86400, reader.shelf.newest()
        for number, mark in reader.shelf.deleted().items():
            may_go = is_brought(number) or number < newest
            if mark.at is not None and mark.at < before and may_go:
                self._remove(reader, number)

    def _remove(self, reader: Reader, number: int) -> None:
        """Take a match out of the log, and its pictures, for good."""
        shelf, pictures = reader.shelf, self._log.storage[1]
        spans = remove_match(shelf.store, shelf.table, number)
        if pictures is not None:
            pictures.forget(spans)
        reader.forget(number)

    def _analysis(self, story: Story) -> dict[str, object] | None:
        """What is thought of a match as its record is now."""
        with self._lock:
            shelf = self._reader_of(story.number).shelf
            return analyses.analysis_of(shelf.store, shelf.table, story.number, analyses.state_of(story))

    def _listed(
        self,
        head: Head,
        ahead: Mapping[str, float],
        mark: Deleted | None,
        newest: bool,
        analysis: analyses.Summary | None,
    ) -> ListedMatch:
        begun, ended = head.begun.dated(ahead), head.ended.dated(ahead)
        is_open = newest and head.winner is None
        deleted = None if mark is None else self._deleted(mark)
        shown = None if is_open else analysis
        return ListedMatch(head, begun, ended, evening_of(begun), is_open, deleted, analysis=shown)

    def _deleted(self, mark: Deleted) -> DeletedView:
        if mark.at is None or not self._clock.is_set():
            return DeletedView(mark.at, None)
        return DeletedView(mark.at, max(0, DAYS - int((self._clock.wall() - mark.at) // 86400)))


def _undated(heads: list[Head]) -> set[str]:
    moments = (
        moment
        for head in heads
        for moment in (head.begun, head.ended, *(each.moment for each in head.outcomes))
    )
    return {moment.boot for moment in moments if moment.boot and not moment.clock_set}
