"""The wizard: the set-up of one table, for everybody who takes part in it, from any thread."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from calibration.locate import Located, locate
from device.address import addresses
from device.errors import CameraError, NotNow, SettingsError
from device.io.cameras.listing import cameras_at_hand, thumbnail
from device.io.cameras.untrusted_address import checked_url
from device.ops.setup import signal_trials, taking_over
from device.ops.setup.board_steps import BoardSteps
from device.ops.setup.draft import Draft
from device.ops.setup.setup_notebook import Notebook
from device.ops.setup.setup_pictures import cropped, jpeg
from device.ops.setup.setup_steps import CALIBRATING, Progress, SetupStep
from device.ops.setup.setup_view import Known, camera_json, colours_json, signals_json
from device.ops.setup.step_verdict import well
from device.ops.setup.viewfinder import SIMULATED, Viewfinder
from device.redacting import without_secrets
from device.shape import Json
from device.signals import signal_opening
from device.signals.signal_follower import Signals
from device.status.text.status_text import put
from device.store.settings import Settings
from device.store.settings.chosen import overridden
from device.table.service.table_service import Service
from device.table.watch.boards import shape_of
from engine.board import Shape
from engine.i18n import ENGLISH, Translator, phrase
from vision.frame import Picture

IDLE = 600.0
"""After so many seconds in which nobody did anything the referee reads on."""
THUMBNAIL, THUMBNAIL_SECONDS = 320, 20.0
"""How wide a thumbnail is, in pixels, and for how long it is shown again instead of being taken anew."""


class Wizard:
    """The set-up of one table: what is known of it (`state`), and what people do; `board` does what is about the board.

    Methods return at once; what is slow goes on in a thread, and `state` tells of it. They raise DeviceError with a
    sentence. `find` finds a board in a picture; `move` has the service keep its log for a board that is simulated, or
    not; `clock` gives seconds.
    """

    def __init__(
        self,
        service: Service,
        signals: Signals,
        viewfinder: Viewfinder,
        *,
        move: Callable[[bool], None],
        find: Callable[[Picture], Located | None] = locate,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._service, self._signals, self._finder = service, signals, viewfinder
        self._move, self._clock = move, clock
        self._before = service.settings
        self._notes = Notebook(service.settings.table.data, clock)
        self.board = BoardSteps(self._notes, viewfinder, self._hold, find)
        self._at: SetupStep | None = None
        self._trying: str | None = None
        self._held = False
        self._was_simulated = viewfinder.is_simulated
        self._left = threading.Event()
        self._lock = threading.Lock()
        self._thumbnails: dict[str, tuple[float, bytes]] = {}
        self._thumbing = threading.Lock()

    # What is known

    @property
    def seq(self) -> int:
        """The number of the state, which grows with every change."""
        return self._notes.seq

    @property
    def settings(self) -> Settings:
        """The settings with what has been chosen so far."""
        try:
            return overridden(self._service.settings, self._notes.draft.chosen)
        except SettingsError:
            return self._service.settings

    def wait(self, timeout: float) -> bool:
        """Wait until nothing slow is being done; whether that is so in time."""
        return self._notes.worker.wait(timeout)

    def state(self, translator: Translator = ENGLISH) -> Json:
        """All that a page shows, its sentences in a language."""
        seq, draft, settings = self._notes.seq, self._notes.draft, self.settings
        known = Known(
            seq,
            self._progress,
            draft,
            settings,
            self._at,
            self._held,
            self._notes.worker.doing,
            self._notes.verdicts,
        )
        model = taking_over.model_of(self._service, self._notes, self._finder) if draft.near else None
        return {
            **known.as_json(translator),
            "camera": camera_json(self._finder, settings.camera),
            "colours": colours_json(draft, settings, model),
            "signals": signals_json(self._signals, self._trying, translator),
            "game_on": self._service.match_state.playing,
            "trouble": put(self._finder.trouble, translator),
            "simulated": self._finder.is_simulated,
        }

    def cameras(self, translator: Translator = ENGLISH) -> list[Json]:
        """The cameras at hand, named in a language; none is opened for it."""
        chosen = self._finder.source
        told: list[Json] = [
            {
                **each.as_json(translator),
                "id": without_secrets(each.id),
                "chosen": self._finder.is_watched(each.id),
            }
            for each in cameras_at_hand(self._before)
        ]
        if chosen and not any(each["chosen"] for each in told):
            told.insert(0, {"id": without_secrets(chosen), "name": self._finder.name, "chosen": True})
        return told

    def thumbnail(self, camera: str) -> bytes:
        """A small JPEG of what a camera at hand sees. Raises CameraError."""
        camera = self._meant(camera)
        if self._finder.is_watched(camera):
            return self.live(THUMBNAIL)
        if camera not in (each.id for each in cameras_at_hand(self._before)):
            raise CameraError(phrase("there is no such camera any more: look at the list once more"))
        with self._thumbing:
            until, data = self._thumbnails.get(camera, (0.0, b""))
            if self._clock() >= until:
                data = thumbnail(camera, self.settings)
                self._thumbnails[camera] = (self._clock() + THUMBNAIL_SECONDS, data)
            return data

    def _meant(self, source: str) -> str:
        """The source that a page was told of without the password in it."""
        known = (self._finder.source, *(each.id for each in cameras_at_hand(self._before)))
        return next((each for each in known if without_secrets(each) == source), source)

    def live(self, width: int) -> bytes:
        """The newest picture of the camera as JPEG. Raises CameraError."""
        picture = self._finder.picture()
        if picture is None:
            usual = phrase("the camera gives no picture yet: wait a moment")
            raise CameraError(self._finder.trouble or usual)
        return jpeg(picture, width)

    def picture(self, number: int, width: int | None = None) -> bytes | None:
        """A picture that was kept, as JPEG; None where it is gone."""
        found = self._notes.picture(number)
        return None if found is None else jpeg(found, width)

    def crop(self, number: int, x: float, y: float, size: int) -> bytes | None:
        """A square cut out of a picture that was kept, about a pixel; None where it is gone."""
        found = self._notes.picture(number)
        return None if found is None else jpeg(cropped(found, x, y, size), None)

    # What people do

    def show(self, step: SetupStep) -> None:
        """A page shows this step now."""
        if not self._progress.is_open(step):
            raise NotNow(phrase("That step builds on others: take those before it first."))
        self._at = step
        calibrating = step in CALIBRATING and (step is not SetupStep.VIEW or self._finder.is_simulated)
        if calibrating and self._notes.worker.doing is None:
            self._hold(step)
        self._notes.change()
        known = SetupStep.CORNERS.value in self._notes.draft.pictures
        if step in (SetupStep.VIEW, SetupStep.CORNERS) and not known and self._notes.worker.doing is None:
            self.board.look(step)

    def leave(self) -> None:
        """Nobody sets the table up any more: the referee reads on by what is known of the board."""
        with self._lock:
            if not self._held:
                return
            self._held, self._at = False, None
            self._left.set()
        self._finder.lay(None, self._service.settings.camera.near)
        model = taking_over.former_model(self._service, self._finder)
        self._service.watcher.go_on(
            model, taking_over.board_file(self._service.settings, simulated=self._finder.is_simulated)
        )
        self._notes.change()

    def touch(self) -> None:
        """Somebody does something here."""
        self._notes.touch()
        self._notes.change()

    def choose_camera(
        self, source: str | None, rotate: int | None, mirror: bool | None, shape: Shape
    ) -> None:
        """Watch through a camera of the list, or one at a URL. Raises CameraError for a URL that leads into the box."""
        source = self._meant(source or self._finder.source)
        stays = self._finder.is_watched(source)
        if stays:
            source = self._finder.source
        elif source not in (each.id for each in cameras_at_hand(self._before)):
            checked_url(source)
        before = self.settings.camera
        values: dict[str, object] = {
            "rotate": before.rotate if rotate is None else rotate,
            "mirror": before.mirror if mirror is None else mirror,
        }
        overridden(self._service.settings, {"camera": values})
        is_there = self._finder.trouble is None and self._finder.picture() is not None
        turned = (before.rotate, before.mirror) != (values["rotate"], values["mirror"])
        same = stays and is_there and not turned and shape is self._notes.draft.shape
        if not self._finder.is_trusted(source):
            values["source"] = source
        self._notes.worker.begin(
            SetupStep.CAMERA.value,
            phrase("I open the camera."),
            lambda: self._choose(source, values, shape, same),
        )

    def try_signal(self, name: str) -> None:
        """Show or sound one signal for a moment."""
        found = next((each for each in signal_trials.trials_of(self._signals) if each.id == name), None)
        if found is None:
            raise NotNow(phrase("There is nothing of that name to try."))
        says = phrase("Look and listen at the board.")
        self._notes.worker.begin(SetupStep.SIGNALS.value, says, lambda: self._try(found))

    def accept_signals(self, *, skip: bool = False) -> None:
        """Done with lamps and sound."""
        self._notes.done(SetupStep.SIGNALS, skipped=skip)

    def agree(self, values: Mapping[str, Mapping[str, object]]) -> None:
        """What is played, by whom, and how: tables of settings. Raises SettingsError, CameraError."""

        def agreed(draft: Draft) -> Draft:
            for table, chosen in values.items():
                draft = draft.with_chosen(table, chosen)
            settings = overridden(self._service.settings, draft.chosen)
            if shape_of(settings.match.match_format) is not draft.shape:
                needs = phrase(
                    "That game is played on a board of squares, and this one has points: go back to the "
                    "camera, and choose the board."
                )
                if draft.shape is Shape.TAFL:
                    needs = phrase(
                        "That game is played on a board of points, and this one has squares: go back to "
                        "the camera, and choose the board."
                    )
                raise NotNow(needs)
            return replace(draft, progress=draft.progress.with_done(SetupStep.MATCH))

        self._notes.edit(agreed)

    def again(self, step: SetupStep) -> None:
        """A step, and all that builds on it, is to be done once more."""
        self._notes.require_idle()
        self._notes.undo(step)

    def finish(self) -> None:
        """Keep all that was found and chosen, begin the match, and let the referee read. Raises NotNow."""
        if self._progress.missing:
            raise NotNow(phrase("Not everything is done yet: go on where the set-up shows the next step."))
        if taking_over.model_of(self._service, self._notes, self._finder) is None:
            self.again(SetupStep.START)
            raise NotNow(phrase("The board's picture is gone: show the starting position once more."))
        self._notes.worker.begin(SetupStep.DONE.value, phrase("I keep it all, and begin."), self._finish)

    # In the worker's thread

    def _choose(self, source: str, values: Mapping[str, object], shape: Shape, same: bool) -> None:
        if not same:
            self._hold(None)
            self._notes.undo(SetupStep.CAMERA)
            if shape is not self._notes.draft.shape:
                self._notes.undo(SetupStep.MATCH)
            self._notes.forget_verdicts()
            chosen = overridden(self._service.settings, {**self._notes.draft.chosen, "camera": values})
            # Before a picture comes, which may be long after somebody has gone away: none gets into the other's log.
            self._keep_log(simulated=source.startswith(SIMULATED))
            self._finder.change(source, chosen, shape)
        picture = self._finder.fresh()
        self._keep_log(simulated=self._finder.is_simulated)
        self._notes.edit(lambda draft: _with_camera(draft, values, shape))
        height, width = picture.shape[:2]
        says = phrase("The camera gives pictures of {width} x {height} pixels.", width=width, height=height)
        self._notes.judge(SetupStep.CAMERA, well("camera", says))

    def _keep_log(self, *, simulated: bool) -> None:
        if simulated is not self._was_simulated:
            self._move(simulated)
            self._was_simulated = simulated

    def _try(self, trial: signal_trials.SignalTrial) -> None:
        self._trying = trial.id
        self._notes.change()
        web = self._service.settings.web
        try:
            signal_trials.try_out(self._signals, trial, addresses(web.host, web.port)[0])
        finally:
            self._trying = None

    def _finish(self) -> None:
        taking_over.take_over(self._service, self._notes, self._finder)
        with self._lock:
            self._held, self._at = False, None
            self._left.set()
        self._notes.forget_verdicts()
        self._notes.done(SetupStep.DONE)

    # The rest

    @property
    def _progress(self) -> Progress:
        """The steps that are done; a PIN may have been set elsewhere, and there may be no lamp to try."""
        progress = self._notes.draft.progress
        if SetupStep.SIGNALS not in progress.done and self._nothing_hangs:
            progress = progress.with_done(SetupStep.SIGNALS, skipped=True)
        return progress.with_done(SetupStep.PIN) if self._service.access.has_pin else progress

    @property
    def _nothing_hangs(self) -> bool:
        """Whether nothing hangs at the table but what is simulated without anybody's asking."""
        unasked = self._service.settings.lights.backend == "auto"
        return not self._signals.missing and all(
            unasked and each.name == signal_opening.SIMULATED for each in self._signals.signals
        )

    def _hold(self, step: SetupStep | None) -> None:
        """Have the referee read nothing, and lay the simulated board for a step, if one is named."""
        with self._lock:
            begins, self._held = not self._held, True
            if begins:
                self._left = threading.Event()
            left = self._left
        if begins:
            self._service.watcher.hold()
            threading.Thread(target=self._look_after, args=(left,), name="set-up left", daemon=True).start()
        if step is not None:
            self._finder.lay(step, self._service.settings.camera.near)

    def _look_after(self, left: threading.Event) -> None:
        """Have the referee read on where everybody has gone away in the middle."""
        while not left.wait(max(0.05, self._notes.touched + IDLE - self._clock())):
            if self._clock() - self._notes.touched >= IDLE and self._notes.worker.doing is None:
                self.leave()


def _with_camera(draft: Draft, values: Mapping[str, object], shape: Shape) -> Draft:
    chosen = {**draft.chosen, "camera": values}
    return replace(draft, chosen=chosen, shape=shape, progress=draft.progress.with_done(SetupStep.CAMERA))
