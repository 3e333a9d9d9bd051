"""Who is let in at the broker: the hub asks its plugin for dynamic security, and says whom to let in and whom not."""

import threading
from collections.abc import Sequence
from contextlib import suppress

from device.club.broker.rights import CONTROL, Json, bar_copies, let_in, send_away, table_of
from device.club.link.mqtt_link import ANSWER_SECONDS, Message, linked, says
from device.club.link.topics import decode
from device.club.link.wire import packed, unpacked
from device.errors import BrokerError, WireError
from device.store.settings import MqttSettings
from engine.i18n import phrase

ANSWERS = f"{CONTROL}/response"
"""Where the plugin answers."""


class Accounts:
    """The tables that a broker lets in, each by a password of its own; `mqtt` is the hub's way to it.

    All methods raise BrokerError where the broker does not answer, or was not set up by the hub.
    """

    def __init__(self, mqtt: MqttSettings) -> None:
        self._mqtt = mqtt

    def tables(self) -> tuple[str, ...]:
        """The names of all tables that are let in."""
        (answer,) = self._ask(({"command": "listRoles"},))
        roles = answer.get("data", {}).get("roles", [])
        users = (table_of(each) for each in roles if isinstance(each, str))
        names = (decode(each) for each in users if each is not None)
        return tuple(each for each in names if each is not None)

    def let_in(self, table: str, password: str) -> None:
        """Let a table in by this password, and by none that it had before."""
        self._ask(send_away(table), may_fail=True)
        self._ask(let_in(table, password, self._mqtt.prefix, self._mqtt.homeassistant))

    def send_away(self, table: str) -> None:
        """Let a table in no more."""
        self._ask(send_away(table), may_fail=True)

    def bar_copies(self) -> None:
        """See that nobody reads the tables' daily copies but table and hub, however long ago the broker was set up."""
        made, changed = bar_copies(self._mqtt.prefix, self._mqtt.homeassistant)
        if changed:
            self._ask(made, may_fail=True)
            self._ask(changed)

    def _ask(self, commands: Sequence[Json], *, may_fail: bool = False) -> tuple[Json, ...]:
        """What the plugin answers to each command."""
        answers: list[Json] = []
        answered = threading.Event()
        asked = [each["command"] for each in commands]

        def hear(message: Message) -> None:
            with suppress(WireError):
                told = unpacked(message.payload).get("responses")
                # Other commands than ours are answered there, too.
                if isinstance(told, list) and [each.get("command") for each in told] == asked:
                    answers.extend(told)
                    answered.set()

        with linked(self._mqtt, (ANSWERS,), hear) as link:
            if says(link, CONTROL, packed({"commands": list(commands)})):
                answered.wait(ANSWER_SECONDS)
            trouble = link.trouble
        if not answers:
            raise BrokerError(
                trouble
                or phrase(
                    "the broker does not say who is let in: `sudo tableside hub --setup` on its computer sets it up"
                )
            )
        faults = [each["error"] for each in answers if "error" in each]
        if faults and not may_fail:
            raise BrokerError(phrase("the broker refuses: {reason}", reason=str(faults[0]).lower()))
        return tuple(answers)
