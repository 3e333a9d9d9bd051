"""A hook that publishes, as docs/hooks.md has it, at a real broker."""

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from mosquitto import Mosquitto

from device.errors import HookError
from device.hooks.hook_follower import deliver
from device.hooks.mqtt_hook import Broker
from device.hooks.samples import sample
from device.store.settings import parse_settings

PAGE = (Path(__file__).parents[3] / "docs" / "hooks.md").read_text(encoding="utf-8")
SETTINGS = next(text for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "[mqtt]" in text)


def test_the_example_reaches_who_waits_for_it(mosquitto: Mosquitto) -> None:
    settings = parse_settings(SETTINGS)
    (hook,) = settings.hooks
    broker = Broker(replace(settings.mqtt, host="127.0.0.1", port=mosquitto.port))
    found = re.search(r"topic: (\S+)", PAGE)
    assert found is not None
    words = f"stdbuf -oL mosquitto_sub -p {mosquitto.port} -d -C 1 -W 20 -t {found[1]}".split()
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as listener:
        assert listener.stdout is not None
        while "received SUBACK" not in listener.stdout.readline():
            pass
        broker.start()
        deliver(hook, sample("game_over", "3"), broker)
        said = listener.stdout.read()
    broker.stop()
    told = json.loads(said[said.index("{") :].splitlines()[0])
    assert "payload_json.text" in PAGE and told["text"] == "Anna wins 2 points (gammon)."


def test_a_broker_that_is_away_is_a_sentence(mosquitto: Mosquitto) -> None:
    settings = parse_settings(SETTINGS)
    (hook,) = settings.hooks
    mosquitto.stop()
    broker = Broker(replace(settings.mqtt, host="127.0.0.1", port=mosquitto.port))
    broker.start()
    with pytest.raises(HookError, match="does not answer|did not take"):
        deliver(replace(hook, seconds=1), sample("illegal", "3"), broker)
    broker.stop()
    with pytest.raises(HookError, match=r"no broker is set: name one as 'host' in \[mqtt\]"):
        deliver(hook, sample("illegal", "3"))
