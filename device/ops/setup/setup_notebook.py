"""The notebook of a set-up: the draft with the pictures that belong to it, the verdicts, and what is being done, beside
the page that asked for it, in a thread of its own, one thing at a time.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from device.errors import DeviceError, NotNow
from device.ops.setup.draft import Draft, Drawer
from device.ops.setup.setup_steps import SetupStep
from device.ops.setup.step_verdict import StepVerdict, failed
from engine.i18n import Phrase, phrase, phrase_of
from vision.frame import Picture

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Doing:
    """What is being done: for which step, what is said of it, and since when, in seconds of the stopwatch."""

    step: str
    says: Phrase
    since: float


class Worker:
    """Does one thing after another. `failed` hears of what went wrong, in a sentence;
    `changed` of every beginning and end.
    """

    def __init__(self, failed: Callable[[str, Phrase], None], changed: Callable[[], None]) -> None:
        self._failed, self._changed = failed, changed
        self._doing: Doing | None = None
        self._lock = threading.Lock()
        self._idle = threading.Event()
        self._idle.set()

    @property
    def doing(self) -> Doing | None:
        """What is being done; None: nothing."""
        return self._doing

    def begin(self, step: str, says: Phrase, do: Callable[[], None]) -> None:
        """Begin something, unless something else is being done. Raises NotNow."""
        with self._lock:
            if self._doing is not None:
                raise NotNow(
                    phrase("Something is being done already, perhaps for somebody else: wait a moment.")
                )
            self._doing = Doing(step, says, time.monotonic())
            self._idle.clear()
        self._changed()
        threading.Thread(target=self._do, args=(step, do), name="set-up", daemon=True).start()

    def wait(self, timeout: float) -> bool:
        """Wait until nothing is being done; whether that is so in time."""
        return self._idle.wait(timeout)

    def _do(self, step: str, do: Callable[[], None]) -> None:
        try:
            do()
        except DeviceError as error:
            self._failed(step, phrase_of(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, the set-up goes on
            _log.error("a step of the set-up failed", exc_info=error)
            self._failed(
                step, phrase("an error in Tableside itself ({error}): try once more", error=repr(error))
            )
        finally:
            with self._lock:
                self._doing = None
                self._idle.set()
            self._changed()


class Notebook:
    """What everybody who sets a table up writes in, from any thread; each change is one, and counted by `seq`.

    `touched`: when somebody did something last, by the `clock`, in seconds.
    """

    def __init__(self, data: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.drawer = Drawer(data)
        self.worker = Worker(self._fail, self.change)
        self.seq = 1
        self._clock = clock
        self.touched = clock()
        self._draft = self.drawer.load()
        self._verdicts: dict[SetupStep, StepVerdict] = {}
        self._lock = threading.RLock()

    @property
    def draft(self) -> Draft:
        """How far the set-up has come."""
        return self._draft

    @property
    def verdicts(self) -> dict[SetupStep, StepVerdict]:
        """What was said of the steps that were looked at."""
        with self._lock:
            return dict(self._verdicts)

    def change(self) -> None:
        """Something has changed that the state tells of."""
        with self._lock:
            self.seq += 1

    def touch(self) -> None:
        """Somebody does something."""
        self.touched = self._clock()

    def edit(self, edited: Callable[[Draft], Draft]) -> Draft:
        """The draft as it is now, changed and kept. Raises SettingsError where it cannot be."""
        with self._lock:
            draft = edited(self._draft)
            self.drawer.keep(draft)
            self._draft = draft
            self.drawer.tidy(draft)
            self.change()
            return draft

    def pictured(self, step: SetupStep, picture: Picture) -> None:
        """Keep a picture for a step."""
        with self._lock:
            number = self._draft.last + 1
            self.drawer.keep_picture(number, picture)
            self.edit(lambda draft: draft.with_picture(step, number))

    def picture(self, number: int | None) -> Picture | None:
        """A picture of the draft; None where it is gone."""
        there = number is not None and number in self._draft.pictures.values()
        return self.drawer.picture(number) if there and number is not None else None

    def done(self, step: SetupStep, *, skipped: bool = False) -> None:
        """A step is done."""
        self.edit(lambda draft: replace(draft, progress=draft.progress.with_done(step, skipped=skipped)))

    def undo(self, step: SetupStep) -> None:
        """A step, and all that builds on it, is to be done again."""
        with self._lock:
            draft = self.edit(lambda draft: draft.without(step))
            self._verdicts = {
                each: verdict for each, verdict in self._verdicts.items() if each in draft.progress.done
            }

    def judge(self, step: SetupStep, verdict: StepVerdict) -> None:
        """Say something of a step."""
        with self._lock:
            self._verdicts[step] = verdict
            self.change()

    def forget_verdicts(self) -> None:
        """Nothing is said of any step."""
        with self._lock:
            self._verdicts.clear()

    def require(self, step: SetupStep) -> None:
        """A step must be done. Raises NotNow."""
        if step not in self._draft.progress.done:
            raise NotNow(phrase("That step builds on others: take those before it first."))

    def require_idle(self) -> None:
        """Nothing slow may be going on, which would be about something else then. Raises NotNow."""
        if self.worker.doing is not None:
            raise NotNow(phrase("Something is being done already, perhaps for somebody else: wait a moment."))

    def _fail(self, step: str, sentence: Phrase) -> None:
        self.judge(SetupStep(step), failed(step, sentence))
