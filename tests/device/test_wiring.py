"""The wiring: the right pins, and the drawings of the build guide as the settings have them."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory

from device.signals.wiring import drawing, parts_of
from device.signals.wiring.parts import GPIO_OF_PIN, GROUND, PIN_OF_GPIO, PINS, POWER, PartKind, most_amperes
from device.store.settings import Settings, parse_settings

DOCS = Path(__file__).parents[2] / "docs"
LAMPS = ""
FULL = '[strip]\nbackend = "spi"\n[display]\nbackend = "i2c"\n[buzzer]\nbackend = "gpio"\n'
BUILDS = {"wiring-lamps.svg": LAMPS, "wiring-full.svg": FULL}


def settings(text: str) -> Settings:
    return parse_settings(text)


def test_the_header_is_that_of_the_pi() -> None:
    header = MockFactory().board_info.headers["J8"]
    for number in range(1, PINS + 1):
        names = set(map(str, header.pins[number].names)) | {header.pins[number].name}
        if number in GPIO_OF_PIN:
            assert f"GPIO{GPIO_OF_PIN[number]}" in names, number
        elif number in GROUND:
            assert "GND" in names, number
        else:
            assert {"3.3 V": "3V3", "5 V": "5V"}[POWER[number]] in names, number
    assert len(PIN_OF_GPIO) == 28 and set(PIN_OF_GPIO) == set(range(28))


def test_every_part_hangs_where_the_settings_say() -> None:
    hung = {part.name: part.pins for part in parts_of(settings(FULL))}
    assert hung["Green lamp: all is well"] == (PIN_OF_GPIO[17],) == (11,)
    assert hung["Clock: right button"] == (35,)
    assert hung["Buzzer, passive piezo"] == (12,)
    assert hung["Display on I2C"] == (1, 3, 5, 9)
    assert hung["Strip of 24 LEDs, WS2812 (5 V)"] == (19,)
    moved = parts_of(settings('[lights]\nlegal = 26\n[strip]\nbackend = "spi"\ndevice = "/dev/spidev1.0"'))
    assert {part.name: part.pins for part in moved}["Green lamp: all is well"] == (37,)
    assert next(part.pins for part in moved if part.kind is PartKind.STRIP) == (38,)


def test_what_is_off_or_simulated_hangs_nowhere() -> None:
    none = "[buttons]\nconfirm = 0\nundo = 0\nclock_left = 0\nclock_right = 0\n"
    for backend in ("simulated", "off"):
        parts = parts_of(
            settings(f'[lights]\nbackend = "{backend}"\n[display]\nbackend = "simulated"\n{none}')
        )
        assert parts == ()
    assert "Nothing hangs on the pins" in drawing(settings(f'[lights]\nbackend = "off"\n{none}'))


def test_the_strip_tells_what_it_may_draw() -> None:
    assert most_amperes(settings("")) == pytest.approx(24 * 0.06 * 0.25)
    full = replace(Settings().strip, leds=60, brightness=100)
    assert most_amperes(replace(Settings(), strip=full)) == pytest.approx(3.6)


@pytest.mark.parametrize("text", [*BUILDS.values(), '[strip]\nbackend = "spi"\ndevice = "/dev/spidev1.0"'])
def test_a_drawing_is_a_picture_that_keeps_within_its_frame(text: str) -> None:
    root = ElementTree.fromstring(drawing(settings(text)))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    space = "{http://www.w3.org/2000/svg}"
    texts = list(root.iter(f"{space}text"))
    assert all(0 < float(each.attrib["x"]) < width and 0 < float(each.attrib["y"]) < height for each in texts)
    for box in root.iter(f"{space}rect"):
        assert float(box.attrib.get("x", 0)) >= 0
        assert float(box.attrib.get("y", 0)) + float(box.attrib["height"]) <= height
    said = " ".join(each.text or "" for each in texts)
    for part in parts_of(settings(text)):
        assert part.name in said


@pytest.mark.parametrize(("name", "text"), BUILDS.items())
def test_the_guide_shows_what_the_settings_say(name: str, text: str) -> None:
    again = f"tableside wiring -o docs/{name}, with the settings of this test"
    assert (DOCS / name).read_text(encoding="utf-8") == drawing(settings(text)), again
