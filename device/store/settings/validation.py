"""Whether the values of settings make sense together."""

import os
from collections.abc import Iterator
from dataclasses import fields
from urllib.parse import urlsplit

from device.i18n import LANGUAGES
from device.store.access import is_pin
from device.store.log.happenings import ALL, HAPPENINGS
from device.store.settings.club_settings import HubSettings, MqttSettings
from device.store.settings.pin_settings import (
    ButtonSettings,
    BuzzerSettings,
    DisplaySettings,
    LightSettings,
    StripSettings,
)
from device.store.settings.settings import Settings
from device.store.settings.table_settings import AnalysisSettings, BackupSettings, CameraSettings, WebSettings
from engine.errors import EngineError, InvalidOption, InvalidProfile
from engine.match.terms import faults_of
from engine.words.rollnames import find_tradition

LONGEST_MATCH = 99
LONGEST_NAME = 40
HIGHEST_PIN = 27
MOST_MEGABYTES = 1_000_000
_FOCUS = ("once", "continuous", "left")


def senseless(settings: Settings) -> Iterator[str]:
    """Every value that makes no sense, in a sentence."""
    web, match = settings.web, settings.match
    if not settings.table.name.strip() or len(settings.table.name) > 80:
        yield "'name' in [table] must be a name of up to 80 letters"
    if not 0 <= match.length <= LONGEST_MATCH:
        yield f"'length' in [match] must be 0 to {LONGEST_MATCH}, not {match.length}"
    try:
        _ = match.match_format
    except EngineError as error:
        yield f"[match]: {error}"
    if len(match.dice) > LONGEST_NAME or not match.dice.isprintable():
        yield f"'dice' in [match] must be a name of at most {LONGEST_NAME} letters on one line"
    yield from (f"[match.terms]: {fault}" for fault in faults_of(match.terms, match.length))
    yield from _senseless_camera(settings.camera)
    if not 0 <= settings.pictures.megabytes <= MOST_MEGABYTES:
        yield f"'megabytes' in [pictures] must be 0 to {MOST_MEGABYTES}, not {settings.pictures.megabytes}"
    yield from _senseless_backup(settings.backup)
    if not 1 <= web.port <= 65535:
        yield f"'port' in [web] must be 1 to 65535, not {web.port}"
    if web.pin and not is_pin(web.pin):
        yield "'pin' in [web] must be 6 to 12 digits, or a phrase of at least 10 letters, in quotes"
    yield from _senseless_https(web)
    try:
        _ = settings.profile.profile
    except InvalidProfile as error:
        yield f"[profile]: {error}"
    try:
        find_tradition(settings.announce.tradition)
    except InvalidOption as error:
        yield f"'tradition' in [announce]: {error}"
    if settings.announce.language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        yield f"'language' in [announce] must be one of {known}, not {settings.announce.language!r}"
    yield from _senseless_hub(settings.hub)
    yield from _senseless_mqtt(settings.mqtt)
    yield from _senseless_analysis(settings.analysis)
    yield from _senseless_hooks(settings)
    yield from _senseless_pins(settings)
    yield from _senseless_signals(settings.lights, settings.strip, settings.display)
    if settings.buttons.left not in ("white", "black"):
        yield f"'left' in [buttons] must be white or black, not {settings.buttons.left!r}"


def _senseless_https(web: WebSettings) -> Iterator[str]:
    if not 0 <= web.https_port <= 65535:
        yield f"'https_port' in [web] must be 1 to 65535, or 0 for the usual one, not {web.https_port}"
    if web.https and web.https_port == web.port:
        yield "'https_port' in [web] must not be 'port': each needs one of its own"
    if web.key and not web.certificate:
        yield "'key' in [web] needs a 'certificate'"


def _senseless_analysis(analysis: AnalysisSettings) -> Iterator[str]:
    if not 0 <= analysis.night_ply <= 3:
        yield f"'night_ply' in [analysis] must be 0 to 3, not {analysis.night_ply}"
    for name in ("night_from", "night_until"):
        if not 0 <= getattr(analysis, name) <= 23:
            yield f"'{name}' in [analysis] must be an hour, 0 to 23, not {getattr(analysis, name)}"


def _senseless_backup(backup: BackupSettings) -> Iterator[str]:
    for name, most in (("days", 366), ("weeks", 520)):
        if not 0 <= getattr(backup, name) <= most:
            yield f"'{name}' in [backup] must be 0 to {most}, not {getattr(backup, name)}"
    if backup.folder and not os.path.isabs(os.path.expanduser(backup.folder)):
        yield f"'folder' in [backup] must be a whole path, such as /mnt/stick, not {backup.folder!r}"


def _senseless_camera(camera: CameraSettings) -> Iterator[str]:
    if camera.near not in ("light", "dark"):
        yield f"'near' in [camera] must be light or dark, not {camera.near!r}"
    if camera.rotate not in (0, 90, 180, 270):
        yield f"'rotate' in [camera] must be 0, 90, 180 or 270, not {camera.rotate}"
    if camera.focus not in _FOCUS:
        yield f"'focus' in [camera] must be {', '.join(_FOCUS[:-1])} or {_FOCUS[-1]}, not {camera.focus!r}"


def _senseless_hooks(settings: Settings) -> Iterator[str]:
    for number, hook in enumerate(settings.hooks, 1):
        where = f"[[hooks]], the {_ordinal(number)}"
        strange = [name for name in hook.on if name not in (*HAPPENINGS, ALL)]
        if strange or not hook.on:
            said = "must say of what" if not hook.on else f"cannot be {', '.join(map(repr, strange))}"
            yield f"'on' in {where}, {said}: there are {', '.join(HAPPENINGS)} and {ALL}"
        if sum(map(bool, (hook.run, hook.url, hook.mqtt))) != 1:
            yield f"{where}, needs one of run, url and mqtt, and no more"
        if hook.url and not _is_address(hook.url):
            yield f"'url' in {where}, must be an address that begins with https:// or http://"
        if (hook.secret or hook.only) and not hook.url:
            yield f"'secret' and 'only' in {where}, are for a url"
        if hook.mqtt and (any(each in hook.mqtt for each in "+#\0") or hook.mqtt.startswith("$")):
            yield f"'mqtt' in {where}, must be a topic without +, # and $"
        if hook.mqtt and not settings.mqtt.host:
            yield f"'mqtt' in {where}, needs a broker: name one as 'host' in [mqtt]"
        if not 1 <= hook.seconds <= 60:
            yield f"'seconds' in {where}, must be 1 to 60, not {hook.seconds}"


def _ordinal(number: int) -> str:
    return ("first", "second", "third")[number - 1] if number <= 3 else f"{number}th"


def _is_address(url: str) -> bool:
    try:
        found = urlsplit(url)
        return found.scheme in ("http", "https") and bool(found.hostname) and (found.port or 80) > 0
    except ValueError:
        return False


def _senseless_hub(hub: HubSettings) -> Iterator[str]:
    if not hub.name.strip() or len(hub.name) > 80:
        yield "'name' in [hub] must be a name of up to 80 letters"
    if not 1 <= hub.port <= 65535:
        yield f"'port' in [hub] must be 1 to 65535, not {hub.port}"
    if hub.pin and not is_pin(hub.pin):
        yield "'pin' in [hub] must be 6 to 12 digits, or a phrase of at least 10 letters, in quotes"


def _senseless_mqtt(mqtt: MqttSettings) -> Iterator[str]:
    if not 0 <= mqtt.port <= 65535:
        yield f"'port' in [mqtt] must be 1 to 65535, or 0 for the usual one, not {mqtt.port}"
    if any(each in mqtt.host for each in "/@ "):
        yield (
            "'host' in [mqtt] must be a name or an address alone, such as broker.local; "
            "port and user have settings of their own"
        )
    for name, prefix in (("prefix", mqtt.prefix), ("homeassistant", mqtt.homeassistant)):
        if any(each in prefix for each in "+#$\0 ") or prefix.startswith("/") or prefix.endswith("/"):
            yield f"'{name}' in [mqtt] must be words with / between them, without +, # and $, not {prefix!r}"
    if not mqtt.prefix:
        yield "'prefix' in [mqtt] must not be empty"
    if mqtt.password and not mqtt.user:
        yield "'password' in [mqtt] needs a 'user'"
    if mqtt.host == "auto" and mqtt.password and not mqtt.tls:
        yield (
            "'host' in [mqtt] can be auto with a password only over TLS, "
            "lest the password go to whoever says that they are the broker"
        )
    if mqtt.ca and not mqtt.tls:
        yield "'ca' in [mqtt] is for TLS: write tls = true, too"


def _senseless_signals(
    lights: LightSettings, strip: StripSettings, display: DisplaySettings
) -> Iterator[str]:
    for title, brightness in (("lights", lights.brightness), ("strip", strip.brightness)):
        if not 1 <= brightness <= 100:
            yield f"'brightness' in [{title}] must be 1 to 100 per cent, not {brightness}"
    if not 24 <= strip.leds <= 60:
        yield f"'leds' in [strip] must be 24 to 60, not {strip.leds}"
    if not 1 <= strip.first <= 24:
        yield f"'first' in [strip] must be a point, 1 to 24, not {strip.first}"
    if display.height not in (32, 64):
        yield f"'height' in [display] must be 32 or 64, not {display.height}"
    if display.rotate not in (0, 180):
        yield f"'rotate' in [display] must be 0 or 180, not {display.rotate}"
    if display.address not in (60, 61):
        yield f"'address' in [display] must be 60 (0x3C) or 61 (0x3D), not {display.address}"
    if not 0 <= display.bus <= 22:
        yield f"'bus' in [display] must be the number of an I2C bus, such as 1, not {display.bus}"


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
        yield "the data of [strip]", settings.strip.data_pin
    if settings.display.backend == "i2c" and settings.display.bus == 1:
        yield "the data of [display]", 2
        yield "the clock of [display]", 3


def _senseless_pins(settings: Settings) -> Iterator[str]:
    if settings.buzzer.backend == "gpio" and settings.buzzer.pin == 0:
        yield f"'pin' in [buzzer] must be a GPIO pin 1 to {HIGHEST_PIN}; for no buzzer write backend = \"off\""
    taken: dict[int, str] = {}
    for what, pin in _pins(settings):
        if pin == 0:
            continue
        if not 0 < pin <= HIGHEST_PIN:
            yield f"{what} must be a GPIO pin 1 to {HIGHEST_PIN}, or 0 for none, not {pin}"
        elif pin in taken:
            yield f"{what} and {taken[pin]} cannot both be pin {pin}"
        taken.setdefault(pin, what)
