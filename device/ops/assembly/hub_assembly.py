"""Putting a hub together: the receiver of what tables tell, their archive, the wall and
the library, as the settings say.
"""

import logging
import threading
from pathlib import Path

from device.address import addresses
from device.clock import Clock, SystemClock
from device.club.broker.guard import OwnBrokerGuard, guard_of
from device.club.hub.club_feeds import ClubFeeds
from device.club.hub.club_library import ClubLibrary
from device.club.hub.table_following import Following
from device.club.hub.wall import Wall
from device.club.link.admission import FILE, Admission, is_asked
from device.club.link.archive import HubArchive
from device.club.link.club_trouble import ClubTrouble
from device.club.link.receiver import Receiver
from device.club.link.seen_table import Change, TableSeen
from device.club.tournament.event_store import Events
from device.errors import DeviceError, SettingsError
from device.ops.backup import DailyBackups
from device.ops.backup.copies_kept import CopyShelf, HubCopies
from device.ops.backup.finishing import finish_alone
from device.packages import installed_version
from device.store.access import Access
from device.store.folder.lock import DataLock
from device.store.log.store import Store
from device.store.settings import Settings
from device.table.heartbeat import Heartbeat
from engine.errors import EngineError
from engine.i18n import Phrase, phrase

ROUND_SECONDS = 5.0
"""How often it is looked whether the connection, or who is there, has changed without a word."""
PART = "hub"
"""What goes round in a hub."""

_log = logging.getLogger(__name__)


class RunningHub:
    """A hub that listens to its tables, from the start until `stop`; all may be asked from
    any thread. Raises DeviceError.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock | None = None,
        config: Path | None = None,
        *,
        is_real: bool = True,
    ) -> None:
        self.settings = settings
        self.name = settings.hub.name
        self._lock = _locked(settings)
        try:
            self.access = Access(settings.hub_folder, settings.hub.pin)
            self.archive = HubArchive(Store(settings.hub_database_url))
            self.library = ClubLibrary(self.archive, settings, clock)
            self.feeds = ClubFeeds(self.archive.store, settings.feed)
            self._tournaments = Store(settings.hub_database_url)
            self.events = Events(self._tournaments, clock)
            page = addresses(settings.hub.host, settings.hub.port)[0]
            self.admission = self._admission(clock or SystemClock()) if is_real else None
            self.receiver = Receiver(
                settings.hub_mqtt,
                self.archive,
                self._hear,
                page=page,
                version=installed_version(),
                clock=clock,
                admission=self.admission,
            )
            self.wall, self.following = Wall(self), Following(self)
            # Simulated tables talk over a broker that nobody else can reach.
            self._guard = guard_of(settings.hub_mqtt, clock or SystemClock()) if is_real else None
            self._copies = self._kept_copies(clock or SystemClock())
        except BaseException:
            self._lock.release()
            raise
        self.backups = DailyBackups(settings, config, clock=clock)
        self.heartbeat = Heartbeat((PART,))
        self._ending, self._more = threading.Event(), threading.Event()
        self._more.set()
        self._rounds = threading.Thread(target=self._go_round, name="hub", daemon=True)

    def start(self) -> None:
        """Begin to listen; a broker that cannot be reached is tried again and again."""
        self.receiver.start()
        self._rounds.start()
        if self._guard is not None:
            self._guard.start()
        if self._copies is not None:
            self._copies.start()
        self.backups.start()

    def close_broadcasters(self) -> None:
        """Wake all who follow, for good: nothing more will be shown."""
        self.wall.close()
        self.following.close()

    def stop(self) -> None:
        """Write what has come, and let go of everything."""
        self.close_broadcasters()
        self._ending.set()
        self.backups.stop()
        if self._rounds.is_alive():
            self._rounds.join()
        if self._guard is not None:
            self._guard.stop()
        if self._copies is not None:
            self._copies.stop()
        self.receiver.stop()
        self.library.close()
        self.archive.store.close()
        self._tournaments.close()
        self._lock.release()

    def tables(self) -> tuple[TableSeen, ...]:
        """All tables, also those that have gone."""
        return self.receiver.tables()

    def table(self, name: str) -> TableSeen | None:
        """The table of that name."""
        return self.receiver.table(name)

    @property
    def hears(self) -> bool:
        """Whether the tables can be heard at all."""
        return self.receiver.link.is_up

    @property
    def waiting(self) -> int:
        """How many tables want to join."""
        return 0 if self.admission is None else len(self.admission.waiting)

    def let_in(self, name: str, who: str) -> None:
        """Hear a table from now on, which somebody lets in. Raises StoreError."""
        if self.admission is not None:
            self.admission.accept(name, who)
            self.receiver.begin_to_hear(name)
            self.wall.touch()

    def refuse(self, name: str, who: str) -> bool:
        """Hear a table no more, nor let it wait; False where it did neither. Raises StoreError."""
        refused = self.admission is not None and self.admission.refuse(name, who)
        if refused:
            self.receiver.hear_no_more(name)
            self.wall.touch()
        return refused

    @property
    def guard(self) -> OwnBrokerGuard | None:
        """Who is let in at a broker that this hub set up; None where it did not."""
        return self._guard if isinstance(self._guard, OwnBrokerGuard) else None

    @property
    def trouble(self) -> ClubTrouble | None:
        """What is wrong with the connection to the tables, or with who is heard; None: nothing."""
        if (wrong := self.receiver.trouble) is not None:
            return wrong
        if not self.receiver.link.is_up:
            return ClubTrouble(phrase("The broker is being called."))
        lost = None if self.admission is None else self.admission.trouble
        said = lost or (None if self._guard is None else self._guard.warning)
        return None if said is None else ClubTrouble(said)

    @property
    def remarks(self) -> tuple[Phrase, ...]:
        """What else people should know of the tables and the broker."""
        return self.receiver.remarks

    @property
    def status(self) -> str:
        """How it fares, in a sentence."""
        there = sum(each.online for each in self.tables())
        return str(self.trouble or (f"{there} tables are there." if there != 1 else "One table is there."))

    def _admission(self, clock: Clock) -> Admission | None:
        """Whom the hub hears; None: whom its own broker lets in, or whom the settings name."""
        if not is_asked(self.settings.hub_mqtt):
            return None
        known = (log.name for log in self.archive.logs() if log.current)
        return Admission(self.settings.hub_folder / FILE, known, clock)

    def _kept_copies(self, clock: Clock) -> HubCopies | None:
        """What keeps the tables' daily copies, at a broker where none can pass for another."""
        if self.guard is None:
            return None
        shelf = CopyShelf(self.settings.hub_folder / "copies", self.settings.backup, clock)
        return HubCopies(self.settings.hub_mqtt, shelf, self.guard.accounts.bar_copies)

    def _hear(self, change: Change) -> None:
        """In the receiver's threads: what has changed is only noted."""
        if change.what in ("events", "removed"):
            removed = change.what == "removed"
            self.library.note(change.name, removed=removed)
            if self.settings.feed.on and (seen := self.table(change.name)) is not None:
                self.feeds.note(seen, removed=removed)
            self._more.set()
        else:
            self.wall.touch(change.name)
            self.following.touch(change.name)

    def _go_round(self) -> None:
        self._read_archive()
        while not self._ending.wait(ROUND_SECONDS):
            # Those that went long ago are left out, and the connection may be another.
            self.wall.touch()
            self._take_results()
            self.heartbeat.beat(PART)

    def _take_results(self) -> None:
        """Look whether a match that has come to its end is a pairing of a tournament."""
        if not self._more.is_set():
            return
        self._more.clear()
        try:
            self.events.take(self.receiver.dated(self.library.finished()))
            if self.library.is_behind:
                # what came a moment ago is looked at in the next round, though nothing else may ever come
                self._more.set()
        except (DeviceError, EngineError) as error:
            self._more.set()
            _log.error("%s", error)
        except Exception:  # noqa: BLE001 - whatever a table has sent, the hub goes round
            _log.exception("results could not be looked for")

    def _read_archive(self) -> None:
        """Reckon what lists tell of matches that came while nobody looked, before somebody waits for it."""
        try:
            self.library.matches()
        except DeviceError as error:
            _log.error("%s", error)
        except Exception:  # noqa: BLE001 - as above
            _log.exception("the archive could not be read")


def _locked(settings: Settings) -> DataLock:
    """The hub's folder, made where it is missing, for this hub alone."""
    folder = settings.hub_folder
    # Before anything of it is opened: a restore may have been broken off by a pulled plug.
    finish_alone(settings.table.data)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            phrase(
                "the folder {folder} cannot be made ({reason}): name another data folder with --data",
                folder=folder,
                reason=error.strerror,
            )
        ) from error
    return DataLock(folder)
