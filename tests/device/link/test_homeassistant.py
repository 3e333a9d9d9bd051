"""Home Assistant: what it is told holds to the keys that its manual documents, and its
templates find what they name.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jinja2.sandbox import SandboxedEnvironment
from playing import Told

from device.club.link.homeassistant import discovery
from device.club.link.topics import Topics
from device.club.link.wire import About

ENTITY = {
    "availability_topic", "payload_available", "payload_not_available", "availability_mode", "availability_template",
    "device", "device_class", "enabled_by_default", "encoding", "entity_category", "expire_after", "force_update", "icon",
    "json_attributes_template", "json_attributes_topic", "name", "object_id", "default_entity_id", "origin", "qos",
    "state_topic", "unique_id", "value_template",
}  # fmt: skip
"""https://www.home-assistant.io/integrations/sensor.mqtt/ and binary_sensor.mqtt/"""
KEYS = {
    "sensor": ENTITY | {"suggested_display_precision", "state_class", "unit_of_measurement", "options"},
    "binary_sensor": ENTITY | {"off_delay", "payload_off", "payload_on"},
}
DEVICE = {
    "configuration_url", "connections", "hw_version", "identifiers", "manufacturer", "model", "model_id", "name",
    "serial_number", "suggested_area", "sw_version", "via_device",
}  # fmt: skip
ORIGIN = {"name", "sw_version", "support_url"}
CLASSES = {"problem", "connectivity"}
NAMES = ("3", "Board 3/blue", "Pöytä")


def told(name: str) -> dict[str, dict[str, Any]]:
    about = About(name, "0.1.0", "http://pi.local:8080/", "log", "x")
    return {
        topic: json.loads(payload)
        for topic, payload in discovery("homeassistant", Topics("tableside"), about)
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_key_is_one_that_is_documented(name: str) -> None:
    for topic, config in told(name).items():
        root, component, node, what, end = topic.split("/")
        assert (root, end) == ("homeassistant", "config")
        assert re.fullmatch(r"[a-zA-Z0-9_-]+", node) and re.fullmatch(r"[a-zA-Z0-9_-]+", what)
        assert set(config) <= KEYS[component]
        assert {"unique_id", "state_topic", "name", "device", "origin"} <= set(config)
        assert set(config["device"]) <= DEVICE and config["device"]["identifiers"]
        assert set(config["origin"]) <= ORIGIN and config["origin"]["name"]
        assert config.get("device_class") in {*CLASSES, None}
        assert config.get("icon", "mdi:x").startswith("mdi:")


def test_no_two_entities_are_taken_for_one() -> None:
    ids = [
        config["unique_id"]
        for name in (*NAMES, "Board 3_blue", "Board_3/blue")
        for config in told(name).values()
    ]
    assert len(set(ids)) == len(ids)


def test_the_templates_find_in_a_notice_what_they_name(tmp_path: Path) -> None:
    table = Told(tmp_path / "log.db")
    table.begin(3)
    table.turn()
    snapshot = json.loads(json.dumps(table.service.broadcaster.latest().as_json(0.0)))
    table.close()
    shown = {
        topic.split("/")[3]: SandboxedEnvironment()
        .from_string(config["value_template"])
        .render(value_json=snapshot)
        for topic, config in told("3").items()
        if "value_template" in config
    }
    assert shown["says"] == snapshot["says"][:255]
    assert shown["turn"] in ("White", "Black")
    assert (shown["score"], shown["fault"]) == ("0-0", "OFF")
    fault = SandboxedEnvironment().from_string(
        told("3")["homeassistant/binary_sensor/tableside_3/fault/config"]["value_template"]
    )
    assert fault.render(value_json={**snapshot, "fault": {"text": "x"}}) == "ON"
