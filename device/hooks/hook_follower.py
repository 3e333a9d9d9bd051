"""Following the logbook: every hook in a thread of its own, which nobody waits for.

A hook is told of an event once at the most: its number is written down before it is told, so that
after a pulled plug one may be missing, but none comes twice. Of a hook that lags behind the oldest
events are left out, and counted.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.errors import DeviceError, HookError, StoreError
from device.finding import Finding, Health
from device.hooks.hook_delivery import call, payload, post, publish, run_script, what_is_missing
from device.hooks.hook_memory import HookMemory, HookProgress
from device.status.snapshot.discretion import for_everybody
from device.store.log.happenings import ALL, Setting, event_of, name_of
from device.store.settings import Settings
from engine.i18n import Phrase, phrase, phrase_of, together
from engine.rules import gives_numbers
from engine.state.match_state import rules_now
from engine.words.wording import Names

if TYPE_CHECKING:
    from device.hooks.mqtt_hook import Broker
    from device.store.log.logbook import Logbook
    from device.store.settings import HookSettings, MqttSettings, Settings
    from device.table.service.table_service import Service


BATCH = 100
"""How many events are read at a time."""
MOST_BEHIND = 500
"""By how many events a hook may lag; those before are left out."""
STALE_SECONDS = 3600.0
"""What happened longer ago is not told any more."""
TRIES = 3
"""After so many failures in a row a hook rests."""
REST_SECONDS = 60.0
"""How long, in which events are left out."""
KEPT_EVERY = 200
"""Of so many events that were none for it a hook's place is written down, too."""
_LOOK_SECONDS = 1.0
_STOP_SECONDS = 2.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EventSource:
    """Where the events come from: a logbook, what it is called, and whether its games
    are those of the simulated board.
    """

    logbook: "Logbook"
    name: str
    simulated: bool
    setting: Setting = field(default_factory=Setting)


class HookFollower:
    """One hook and its thread. `at` is the number of the last event it has dealt with."""

    def __init__(
        self,
        hook: "HookSettings",
        source: Callable[[], EventSource],
        memory: HookMemory,
        broker: "Broker | None" = None,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.hook, self.at = hook, 0
        self._source, self._memory, self._broker = source, memory, broker
        self._clock, self._monotonic = clock, monotonic
        self._setting = Setting()
        self._failures, self._rests_until = 0, 0.0
        self._unkept = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="hook", daemon=True)

    def start(self) -> None:
        """Begin to follow; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Follow no more; waits a moment for what is being told."""
        self._stopping.set()

    def join(self) -> None:
        """Wait a moment for the end of the thread."""
        if self._thread.is_alive():
            self._thread.join(_STOP_SECONDS)

    def _follow(self) -> None:
        while not self._stopping.is_set():
            source = self._source()
            if source.logbook.closed:
                self._stopping.wait(_LOOK_SECONDS)
                continue
            try:
                self.begin(source)
                while not (self._stopping.is_set() or source.logbook.closed):
                    if source.logbook.wait(self.at, _LOOK_SECONDS, whole=False):
                        self.catch_up(source)
            except StoreError as error:
                _log.warning("a hook cannot read the log, and tries again: %s", error)
                self._stopping.wait(REST_SECONDS)
            except Exception:  # noqa: BLE001 - a hook may fail, the table goes on
                _log.exception(
                    "a hook has failed in Tableside itself, and begins again with what happens from now on"
                )
                self._stopping.wait(REST_SECONDS)

    def begin(self, source: EventSource) -> None:
        """Go to where the hook left off in this log, or to its end where it has never been."""
        shown, left_off = source.logbook.shown, self._memory.of(self.hook).seq(source.name)
        if left_off is None or left_off > source.logbook.upto(whole=True):
            # new here, or another log by the same name: what was before is none of its business
            left_off = shown
            self._remember(source, shown)
        self.at = left_off
        self._setting = source.setting if left_off >= shown else Setting()

    def catch_up(self, source: EventSource) -> None:
        """Deal with all that has happened since."""
        upto = source.logbook.upto(whole=False)
        if upto - self.at > MOST_BEHIND:
            self._leave_out(upto - MOST_BEHIND - self.at)
            self.at, self._setting = upto - MOST_BEHIND, Setting()
        while self.at < upto and not self._stopping.is_set():
            rows = source.logbook.read(self.at, BATCH, whole=False)
            for row in rows:
                if self._stopping.is_set():
                    return
                self._take(source, row)
            if source.logbook.closed:
                return
            if not rows:
                # what is missing there has been deleted
                self._remember(source, upto)

    def _take(self, source: EventSource, row: dict[str, Any]) -> None:
        seq, event = int(row["seq"]), event_of(row)
        name = None if event is None else name_of(event)
        if event is not None:
            self._setting = self._setting.after(event)
        if event is None or name is None or not ({name, ALL} & set(self.hook.on)):
            self.at, self._unkept = seq, self._unkept + 1
            if self._unkept >= KEPT_EVERY:
                self._remember(source, seq)
            return
        self._remember(source, seq)
        stale = row["clock_set"] and self._clock() - float(row["wall"]) > STALE_SECONDS
        if stale or self._monotonic() < self._rests_until:
            self._leave_out(1)
        else:
            self._tell(payload(name, event, row, self._setting, simulated=source.simulated))

    def _tell(self, told: dict[str, Any]) -> None:
        before = self._memory.of(self.hook).failed
        try:
            deliver(self.hook, told, self._broker)
        except HookError as error:
            self._failures += 1
            if self._failures >= TRIES:
                self._rests_until = self._monotonic() + REST_SECONDS
            if not before:
                _log.warning("a hook failed: %s", error)
            self._change(failed=phrase_of(error), missed=1)
            return
        self._failures = 0
        if before:
            _log.info("a hook works again: %s", hook_title(self.hook))
            self._change(failed=None)

    def _leave_out(self, count: int) -> None:
        self._change(failed=self._memory.of(self.hook).failed, missed=count)

    def _change(self, *, failed: Phrase | None, missed: int = 0) -> None:
        known = self._memory.of(self.hook)
        self._memory.keep(self.hook, replace(known, failed=failed, missed=known.missed + missed))

    def _remember(self, source: EventSource, seq: int) -> None:
        self.at, self._unkept = seq, 0
        known: HookProgress = self._memory.of(self.hook)
        self._memory.keep(self.hook, known.reached(source.name, seq))


def deliver(hook: "HookSettings", told: dict[str, Any], broker: "Broker | None" = None) -> None:
    """Tell a hook of something. Raises HookError with one sentence, free of secrets."""
    try:
        if hook.run:
            run_script(hook, told)
        elif hook.url:
            post(hook, told)
        elif hook.plugin:
            call(hook, told)
        else:
            publish(hook, told, broker)
    except HookError:
        raise
    except (OSError, DeviceError) as error:
        raise HookError(phrase_of(error)) from error


def hook_title(hook: "HookSettings") -> str:
    """What a hook is called, without what is secret in it: a script's name, the host of an address, a topic, the
    name of another package's.
    """
    if hook.run or hook.plugin:
        return hook.plugin or hook.run[0]
    if hook.url:
        from urllib.parse import urlsplit

        return urlsplit(hook.url).hostname or "an address"
    return f"MQTT {hook.mqtt}"


class Hooks:
    """The hooks of the settings, each following the service's logbook in a thread of its own. There may be none."""

    def __init__(self, settings: "Settings", service: "Service", simulated_url: str) -> None:
        self._service, self._simulated_url = service, simulated_url
        hooks = settings.hooks
        self._broker = broker_for(hooks, settings.mqtt)
        memory = HookMemory(settings.table.data) if hooks else None
        if memory is not None:
            memory.forget_others(hooks)
        self.followers = tuple(
            HookFollower(hook, self._source, memory, self._broker) for hook in hooks if memory is not None
        )

    def start(self) -> None:
        """Begin; returns at once."""
        if self._broker is not None:
            self._broker.start()
        for follower in self.followers:
            follower.start()

    def stop(self) -> None:
        """End, within a moment; what hangs is left to itself."""
        for follower in self.followers:
            follower.stop()
        for follower in self.followers:
            follower.join()
        if self._broker is not None:
            self._broker.stop()

    def _source(self) -> EventSource:
        service = self._service
        logbook, url = service.logbook, service.storage[0].url
        snapshot = service.broadcaster.latest()
        names = Names(snapshot.match.white, snapshot.match.black)
        simulated = url == self._simulated_url
        # The address of a database may hold a password, which has no place in the memory of hooks.
        name = "simulated" if simulated else Path(url).name if url.startswith("sqlite") else "server"
        match_state = service.match_state
        setting = Setting(names, for_everybody(match_state).score, gives_numbers(rules_now(match_state)))
        return EventSource(logbook, name, simulated, setting)


def broker_for(hooks: "tuple[HookSettings, ...]", mqtt: "MqttSettings") -> "Broker | None":
    """The broker, where a hook needs one and the settings name one."""
    if not mqtt.host or not any(hook.mqtt for hook in hooks):
        return None
    # late, as most tables have no broker
    from device.hooks.mqtt_hook import Broker

    return Broker(mqtt)


def check_hooks(settings: "Settings") -> Finding:
    """Whether all hooks of the settings can be told, and were the last time that there was something to tell."""
    hooks = settings.hooks
    if not hooks:
        return Finding("hooks", Health.OK, phrase("none"))
    memory = HookMemory(settings.table.data)
    troubles: list[Phrase] = []
    missed = 0
    for hook in hooks:
        known = memory.of(hook)
        missed += known.missed
        wrong = what_is_missing(hook) or known.failed
        if wrong:
            troubles.append(wrong)
    if troubles:
        return Finding(
            "hooks",
            Health.WARNING,
            together(troubles),
            phrase("put that right, then: tableside hooks try game_over"),
        )
    found: list[Phrase | str] = [", ".join(map(hook_title, hooks))]
    if missed:
        found.append(phrase("{count} events could not be told so far", count=missed))
    return Finding("hooks", Health.OK, together(found))
