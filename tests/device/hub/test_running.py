"""A hub put together as the settings say, over either database, with no broker to be had."""

from dataclasses import replace
from pathlib import Path

import pytest

from device.errors import LockError
from device.ops.assembly.hub_assembly import RunningHub
from device.store.settings import HubSettings, MqttSettings, Settings, TableSettings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(table=TableSettings(data=tmp_path), mqtt=MqttSettings(host="127.0.0.1", port=1))


def test_it_goes_on_trying_and_says_so(settings: Settings, database_url: str) -> None:
    hub = RunningHub(replace(settings, hub=HubSettings(name="Club", database=database_url)))
    assert hub.status == str(hub.trouble) == "The broker is being called."
    hub.start()
    assert hub.tables() == () and hub.table("1") is None and hub.library.matches() == ()
    assert hub.trouble is not None
    assert hub.status[0].isupper() and hub.status.endswith(".")
    assert hub.access.code is not None
    hub.stop()
    assert hub.wall.closed


def test_its_folder_is_its_own(settings: Settings) -> None:
    hub = RunningHub(settings)
    with pytest.raises(LockError, match="is running already"):
        RunningHub(settings)
    hub.stop()
    RunningHub(settings).stop()


def test_a_pin_in_the_settings_is_the_organisers(settings: Settings) -> None:
    hub = RunningHub(replace(settings, hub=HubSettings(pin="271828")))
    assert hub.access.check("271828") and hub.access.code is None
    hub.stop()
