"""Whether the values of settings make sense together; what each may be by itself stands where it is declared."""

import os
from collections.abc import Iterator
from dataclasses import fields
from urllib.parse import urlsplit

from device.store.access import PIN_RULE, is_pin
from device.store.log.happenings import ALL, HAPPENINGS
from device.store.settings.all_settings import Settings
from device.store.settings.club_settings import HookSettings, MqttSettings
from device.store.settings.pin_settings import HIGHEST_PIN, ButtonSettings, BuzzerSettings, LightSettings
from device.store.settings.setting_checks import faults_of_table
from device.store.settings.table_settings import BackupSettings, WebSettings
from engine.errors import EngineError
from engine.i18n import Phrase, phrase, phrase_of
from engine.match.terms import faults_of
from engine.match_formats import length_fault


def senseless(settings: Settings) -> Iterator[Phrase]:
    """Every value that makes no sense, in a sentence."""
    for each in fields(settings):
        if each.name != "hooks":
            yield from faults_of_table(each.name, getattr(settings, each.name))
    match = settings.match
    try:
        wrong = length_fault(match.match_format, match.length)
        if wrong is not None:
            yield phrase("[match]: {why}", why=wrong)
    except EngineError as error:
        yield phrase("[match]: {why}", why=phrase_of(error))
    for fault in faults_of(match.terms, match.length):
        yield phrase("[match.terms]: {why}", why=fault)
    yield from _senseless_backup(settings.backup)
    yield from _senseless_pin("web", settings.web.pin)
    yield from _senseless_https(settings.web)
    yield from _senseless_pin("hub", settings.hub.pin)
    yield from _senseless_mqtt(settings.mqtt)
    for number, hook in enumerate(settings.hooks, 1):
        for fault in _senseless_hook(hook, settings):
            yield phrase("[[hooks]], number {number}: {why}", number=number, why=fault)
    yield from _senseless_pins(settings)


def _senseless_pin(table: str, pin: str) -> Iterator[Phrase]:
    if pin and not is_pin(pin):
        yield phrase("'pin' in [{table}]: {why}", table=table, why=PIN_RULE)


def _senseless_https(web: WebSettings) -> Iterator[Phrase]:
    if web.https and web.https_port == web.port:
        yield phrase("'https_port' in [web] must not be 'port': each needs one of its own")
    if web.key and not web.certificate:
        yield phrase("'key' in [web] needs a 'certificate'")


def _senseless_backup(backup: BackupSettings) -> Iterator[Phrase]:
    if backup.folder and not os.path.isabs(os.path.expanduser(backup.folder)):
        yield phrase(
            "'folder' in [backup] must be a whole path, such as /mnt/stick, not {value}",
            value=repr(backup.folder),
        )


def _senseless_hook(hook: HookSettings, settings: Settings) -> Iterator[Phrase]:
    known = ", ".join((*HAPPENINGS, ALL))
    strange = [name for name in hook.on if name not in (*HAPPENINGS, ALL)]
    if not hook.on:
        yield phrase("'on' must say of what: there are {known}", known=known)
    if strange:
        yield phrase(
            "'on' cannot be {strange}: there are {known}", strange=", ".join(map(repr, strange)), known=known
        )
    if sum(map(bool, (hook.run, hook.url, hook.mqtt, hook.plugin))) != 1:
        yield phrase("it needs one of run, url, mqtt and plugin, and no more")
    if hook.url and not _is_address(hook.url):
        yield phrase("'url' must be an address that begins with https:// or http://")
    if (hook.secret or hook.only) and not hook.url:
        yield phrase("'secret' and 'only' are for a url")
    if hook.mqtt and (any(each in hook.mqtt for each in "+#\0") or hook.mqtt.startswith("$")):
        yield phrase("'mqtt' must be a topic without +, # and $")
    if hook.mqtt and not settings.mqtt.host:
        yield phrase("'mqtt' needs a broker: name one as 'host' in [mqtt]")
    if not 1 <= hook.seconds <= 60:
        yield phrase("'seconds' must be 1 to 60, not {value}", value=hook.seconds)


def _is_address(url: str) -> bool:
    try:
        found = urlsplit(url)
        return found.scheme in ("http", "https") and bool(found.hostname) and (found.port or 80) > 0
    except ValueError:
        return False


def _senseless_mqtt(mqtt: MqttSettings) -> Iterator[Phrase]:
    if any(each in mqtt.host for each in "/@ "):
        yield phrase(
            "'host' in [mqtt] must be a name or an address alone, such as broker.local; "
            "port and user have settings of their own"
        )
    for name, prefix in (("prefix", mqtt.prefix), ("homeassistant", mqtt.homeassistant)):
        if any(each in prefix for each in "+#$\0 ") or prefix.startswith("/") or prefix.endswith("/"):
            yield phrase(
                "'{name}' in [mqtt] must be words with / between them, without +, # and $, not {value}",
                name=name,
                value=repr(prefix),
            )
    if not mqtt.prefix:
        yield phrase("'prefix' in [mqtt] must not be empty")
    if mqtt.password and not mqtt.user:
        yield phrase("'password' in [mqtt] needs a 'user'")
    if mqtt.host == "auto" and mqtt.password and not mqtt.tls:
        yield phrase(
            "'host' in [mqtt] can be auto with a password only over TLS, "
            "lest the password go to whoever says that they are the broker"
        )
    if mqtt.ca and not mqtt.tls:
        yield phrase("'ca' in [mqtt] is for TLS: write tls = true, too")


def _pins(settings: Settings) -> Iterator[tuple[str, int]]:
    """What hangs on which pin, as the settings call it."""
    tables: tuple[tuple[str, LightSettings | ButtonSettings | BuzzerSettings], ...] = (
        ("lights", settings.lights),
        ("buttons", settings.buttons),
        ("buzzer", settings.buzzer),
    )
    for title, table in tables:
        if not isinstance(table, ButtonSettings) and table.backend in ("off", "simulated"):
            continue
        for each in fields(table):
            pin = getattr(table, each.name)
            if type(pin) is int and each.name != "brightness":
                yield f"'{each.name}' in [{title}]", pin
    if settings.strip.backend == "spi" and settings.strip.data_pin is not None:
        yield "'device' in [strip]", settings.strip.data_pin
    if settings.display.backend == "i2c" and settings.display.bus == 1:
        yield "'bus' in [display]", 2
        yield "'bus' in [display]", 3


def _senseless_pins(settings: Settings) -> Iterator[Phrase]:
    if settings.buzzer.backend == "gpio" and settings.buzzer.pin == 0:
        yield phrase(
            "'pin' in [buzzer] must be a GPIO pin 1 to {highest}; for no buzzer write backend = \"off\"",
            highest=HIGHEST_PIN,
        )
    taken: dict[int, str] = {}
    for what, pin in _pins(settings):
        if pin in taken:
            yield phrase("{one} and {other} cannot both be pin {pin}", one=what, other=taken[pin], pin=pin)
        if pin:
            taken.setdefault(pin, what)
