"""Home Assistant: how a table is announced to it by MQTT discovery, as a device with a few entities.

The keys are those of https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery,
`sensor.mqtt` and `binary_sensor.mqtt`.
"""

import hashlib
import re
from collections.abc import Iterator

from device.club.link.topics import ABOUT, NOTICE, OFFLINE, ONLINE, STATUS, Topics, encode
from device.club.link.wire import About, Json, packed

_TURN = (
    "{% set names = {'W': value_json.match.white or 'White', 'B': value_json.match.black or 'Black'} %}"
    "{{ names[value_json.to_play] if value_json.to_play else 'nobody' }}"
)


def discovery(root: str, topics: Topics, about: About) -> Iterator[tuple[str, bytes]]:
    """The topics and payloads by which Home Assistant comes to know of a table; `root`: its discovery prefix."""
    slug = slug_of(topics.prefix, about.name)
    device: Json = {
        "identifiers": [slug],
        "name": f"Table {about.name}",
        "manufacturer": "Tableside",
        "model": "Backgammon table",
        "sw_version": about.version,
    }
    if about.page:
        device["configuration_url"] = about.page
    snapshot, status = topics.of_table(about.name, NOTICE), topics.of_table(about.name, STATUS)
    available: Json = {
        "availability_topic": status,
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
    }
    # A state may be 255 letters long.
    sensors: dict[tuple[str, str], Json] = {
        ("sensor", "says"): {
            "name": "Referee", "icon": "mdi:bullhorn", "state_topic": snapshot,
            "value_template": "{{ value_json.says[:255] }}", **available,
        },
        ("sensor", "turn"): {
            "name": "Turn", "icon": "mdi:account-arrow-right", "state_topic": snapshot,
            "value_template": _TURN, **available,
        },
        ("sensor", "score"): {
            "name": "Score", "icon": "mdi:scoreboard", "state_topic": snapshot,
            "value_template": "{{ value_json.score.W }}-{{ value_json.score.B }}", **available,
        },
        ("binary_sensor", "fault"): {
            "name": "Fault", "device_class": "problem", "state_topic": snapshot,
            "value_template": "{{ 'ON' if value_json.fault or value_json.cocked or value_json.cube_fault else 'OFF' }}",
            **available,
        },
        ("binary_sensor", "online"): {
            "name": "Connection", "device_class": "connectivity", "entity_category": "diagnostic",
            "state_topic": status, "payload_on": ONLINE, "payload_off": OFFLINE,
        },
    }  # fmt: skip
    for (component, what), config in sensors.items():
        shared: Json = {
            "unique_id": f"{slug}_{what}",
            "qos": 1,
            "device": device,
            "origin": {"name": "Tableside", "sw_version": about.version},
        }
        if what == "says":
            shared["json_attributes_topic"] = topics.of_table(about.name, ABOUT)
        yield f"{root}/{component}/{slug}/{what}/config", packed({**config, **shared})


def slug_of(prefix: str, name: str) -> str:
    """What identifies a table at Home Assistant: of letters, digits, - and _ alone."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", f"{prefix}_{encode(name)}")
    if plain == f"{prefix}_{name}":
        return plain
    # Two names may look the same in such letters.
    return f"{plain[:60]}_{hashlib.sha256(f'{prefix}/{name}'.encode()).hexdigest()[:8]}"
