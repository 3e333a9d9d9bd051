"""The table behind the pages: what webui asks of the service that referees it, and of the box at the board."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from device.finding import Finding
from device.library.brought import Brought
from device.library.downloads import Download
from device.library.matches.listed_match import DeletedView, ListedMatch, Listing
from device.library.matches.match_query import MatchQuery
from device.library.matches.players import KnownPlayer
from device.library.matches.story_view import StoryView
from device.ops.setup.setup_steps import SetupStep
from device.signals.buttons import Button
from device.signals.panel import Panel
from device.status.snapshot.broadcaster import Broadcaster
from device.store.access import Access
from device.store.log.logbook import Logbook
from device.store.log.store import LogEntry
from device.store.settings import Settings
from engine.board import Kind, Shape
from engine.i18n import ENGLISH, Translator
from engine.records.record import Record
from engine.rules import Rules
from engine.state.match_state import MatchState
from engine.state.messages import Command

if TYPE_CHECKING:
    from device.table.gallery.picture_gallery import Gallery

Places = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four places in a picture's pixels."""


class Table(Protocol):
    """A table that is being refereed; `device.table.service.table_service.Service` is one.
    Called from many threads at once.
    """

    @property
    def broadcaster(self) -> Broadcaster:
        """What publishes the snapshot for everybody."""

    @property
    def desk(self) -> Broadcaster:
        """What publishes the snapshot for who has given the PIN, which leaves out nothing."""

    @property
    def gallery(self) -> "Gallery":
        """The camera's pictures, for who has given the PIN."""

    @property
    def match_state(self) -> MatchState:
        """All that the referee knows now."""

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """The last events of the log, the oldest first."""

    def feed_record(self) -> Record | None:
        """The match as whoever follows it from elsewhere may see it; None where nothing of it may be seen."""

    @property
    def own_games(self) -> tuple[Rules, ...]:
        """The games of somebody's own, from files, that can be played here besides all others."""

    def tell(self, command: Command, who: str = "") -> None:
        """Pass on what a person says, whose name goes down with it if it was given; returns at once."""

    def refusal(self, command: Command, translator: Translator) -> str | None:
        """Why a command would come to nothing now, in a sentence; None where it would be done."""

    def overlook(self) -> None:
        """The board stands as it is believed, whatever the camera sees: no steps are told any more; returns at once."""

    @property
    def access(self) -> Access:
        """Who may change anything."""

    @property
    def logbook(self) -> Logbook:
        """The stored events."""

    def camera_jpeg(self) -> bytes | None:
        """The last frame with what was read in it, as JPEG; None while there is no picture."""

    def record_text(self, *, finished: bool = False) -> str:
        """The match so far as a .mat record; with `finished` without the game that is being played."""


class Box(Protocol):
    """What hangs at the board, and the computer; `device.ops.assembly.table_assembly.Running` is one.
    Called from many threads at once.
    """

    def panel(self) -> Panel:
        """All that lamps, strip, display and buzzer show now, and what of them is missing."""

    def press(self, button: Button) -> None:
        """Press a button at the board; returns at once."""

    def findings(self) -> tuple[Finding, ...]:
        """What the doctor finds; may take a second or two."""


class MatchLibrary(Protocol):
    """The matches of a table; `device.library.match_library.Library` is one. Called from many threads at once.

    `admitted`: who asks has given the PIN. All raise StoreError.
    """

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

    def find(self, number: int, *, admitted: bool) -> ListedMatch | None:
        """A match as it is listed; None where there is none."""

    def story(self, number: int, *, admitted: bool) -> StoryView | None:
        """A match with all that happened in it; None where there is none."""

    def download(
        self, number: int, ending: str, *, admitted: bool, translator: Translator = ENGLISH
    ) -> Download | None:
        """A match as a file; None where there is no such match, or no such kind of file."""

    def delete(self, number: int, *, for_good: bool = False) -> DeletedView | None:
        """Delete a match; how long it can be brought back, None: not at all. Raises LibraryError."""

    def restore(self, number: int) -> ListedMatch | None:
        """Bring a deleted match back; None where it has gone."""

    def take_in(self, brought: Brought, who: str = "") -> int:
        """Keep a match from a file; its number. Raises LibraryError where it is here already."""

    def known(self, brought: Brought) -> int | None:
        """The number of a match from a file that is here already; None where it is not."""

    def players(self, *, admitted: bool) -> tuple[KnownPlayer, ...]:
        """Everybody who is named in a match."""

    def player(self, name: str, *, admitted: bool) -> KnownPlayer | None:
        """A player with their matches; None where nobody is called so."""

    def player_json(self, player: KnownPlayer, translator: Translator) -> dict[str, object]:
        """A player with opponents, games and points over time."""


class SetupBoard(Protocol):
    """What people do about the board in its set-up; `device.ops.setup.board_steps.BoardSteps` is one."""

    def look(self) -> None:
        """Look whether light and focus are good and the whole board is in view."""

    def accept_view(self) -> None:
        """Done with looking."""

    def find(self) -> None:
        """Look for the corners once more."""

    def set_corners(self, corners: Places, still: int, *, insist: bool = False) -> None:
        """These are the corners in that picture, far-left first."""

    def take_empty(self, *, skip: bool = False, insist: bool = False) -> None:
        """The board is empty now; or go without."""

    def take_start(self, *, insist: bool = False) -> None:
        """The starting position is set up now."""

    def set_colours(
        self, near: Kind | None, home_right: bool | None, white: str | None, black: str | None
    ) -> None:
        """Whose checkers are whose."""


class Setup(Protocol):
    """The set-up wizard of a table; `device.ops.setup.wizard.Wizard` is one. Called from many threads at once.

    What people do returns at once, and `state` tells what comes of it; DeviceError says why something cannot be done.
    """

    @property
    def seq(self) -> int:
        """The number of the state, which grows with every change."""

    @property
    def board(self) -> SetupBoard:
        """What is about the board."""

    @property
    def settings(self) -> Settings:
        """The settings with what has been chosen so far."""

    def state(self, translator: Translator = ENGLISH) -> dict[str, object]:
        """All that a page shows, its sentences in a language."""

    def cameras(self, translator: Translator = ENGLISH) -> list[dict[str, object]]:
        """The cameras at hand, named in a language."""

    def thumbnail(self, camera: str) -> bytes:
        """A small JPEG of what a camera sees."""

    def live(self, width: int) -> bytes:
        """The newest picture of the chosen camera, as JPEG."""

    def picture(self, number: int, width: int | None = None) -> bytes | None:
        """A picture that was kept, as JPEG; None where it is gone."""

    def crop(self, number: int, x: float, y: float, size: int) -> bytes | None:
        """A square cut out of such a picture."""

    def show(self, step: SetupStep) -> None:
        """A page shows a step now."""

    def leave(self) -> None:
        """Nobody sets the table up any more."""

    def touch(self) -> None:
        """Somebody does something."""

    def choose_camera(
        self, source: str | None, rotate: int | None, mirror: bool | None, shape: Shape
    ) -> None:
        """Watch through a camera, which looks at a board of that shape."""

    def try_signal(self, name: str) -> None:
        """Show or sound a signal for a moment."""

    def accept_signals(self, *, skip: bool = False) -> None:
        """Done with lamps and sound."""

    def agree(self, values: Mapping[str, Mapping[str, object]]) -> None:
        """What is played, as tables of settings."""

    def finish(self) -> None:
        """Keep it all, and begin."""

    def again(self, step: SetupStep) -> None:
        """A step, and all that builds on it, once more."""
