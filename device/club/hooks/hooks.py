"""All hooks of a table, from its start to its end."""

from pathlib import Path
from typing import TYPE_CHECKING

from device.club.hooks.hook_follower import EventSource, HookFollower
from device.club.hooks.hook_memory import HookMemory
from device.store.log.happenings import Setting
from engine.words.wording import Names

if TYPE_CHECKING:
    from device.club.hooks.mqtt_hook import Broker
    from device.store.settings import HookSettings, MqttSettings, Settings
    from device.table.service.service import Service


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
        logbook, url = service.logbook, service.kept[0].url
        snapshot = service.broadcaster.latest()
        names = Names(snapshot.match.white, snapshot.match.black)
        simulated = url == self._simulated_url
        # The address of a database may hold a password, which has no place in the memory of hooks.
        name = "simulated" if simulated else Path(url).name if url.startswith("sqlite") else "server"
        return EventSource(logbook, name, simulated, Setting(names, snapshot.score))


def broker_for(hooks: "tuple[HookSettings, ...]", mqtt: "MqttSettings") -> "Broker | None":
    """The broker, where a hook needs one and the settings name one."""
    if not mqtt.host or not any(hook.mqtt for hook in hooks):
        return None
    # late, as most tables have no broker
    from device.club.hooks.mqtt_hook import Broker

    return Broker(mqtt)
