"""A hub put together as the settings say, over either database, with no broker to be had."""

from dataclasses import replace
from pathlib import Path

import pytest

from device.errors import LockError
from device.ops.assembly.hub_assembly import RunningHub
from device.store.settings import HubSettings, MqttSettings, Settings, TableSettings
from engine.i18n import phrase


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


def test_where_the_broker_lies_is_for_who_was_let_in(settings: Settings) -> None:
    hub = RunningHub(settings)
    hub.receiver.link.trouble = phrase("the broker {host} does not answer", host="192.0.2.9")
    assert hub.trouble is not None and "192.0.2.9" in hub.status
    public = "The tables cannot be heard now: there is no connection to the broker."
    assert str(hub.trouble.told(whole=False)) == public
    hub.stop()


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


def test_a_result_that_comes_just_after_a_dear_reading_is_looked_for_in_the_next_round(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.club.hub.club_library.DEAR", 0.0)
    monkeypatch.setattr("device.club.hub.club_library.SHARE", 1e6)
    hub = RunningHub(settings)
    looked: list[object] = []
    monkeypatch.setattr(hub.events, "take", looked.append)
    hub._take_results()
    hub._take_results()
    assert len(looked) == 1, "there is nothing new"
    hub.library.note("1")
    hub._more.set()
    for _ in range(2):
        hub._take_results()
    assert len(looked) == 3, "what has come is not read yet"
    hub.stop()
