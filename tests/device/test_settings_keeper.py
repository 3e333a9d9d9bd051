"""The settings file as a page changes it: what a person wrote there stays, and nothing that is wrong gets in."""

import os
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from device.errors import PairingError, SettingsError
from device.ops.settings_keeper import SettingsKeeper
from device.store.settings import Settings, TableSettings, load_settings, parse_settings
from device.store.settings.chosen import keep_chosen, load_chosen, with_chosen
from device.store.settings.sample_file import sample
from tests.own_games_page import EXAMPLE

OURS = """\
# Our club's table, by the window.
[web] # the pages
port = 8080 # as the router has it
pin = "314159" # nobody's birthday

[match]
# seven in winter
length = 7
terms = { crawford = true }
[[hooks]]
on = "all"
run = "/opt/speak.sh"
"""


@pytest.fixture
def keeper(tmp_path: Path) -> SettingsKeeper:
    (tmp_path / "t.toml").write_text(OURS)
    os.chmod(tmp_path / "t.toml", 0o640)
    running = replace(load_settings(tmp_path / "t.toml"), table=TableSettings(data=tmp_path))
    return SettingsKeeper(tmp_path / "t.toml", lambda: running, lambda: None)


def test_what_a_person_wrote_stays(keeper: SettingsKeeper) -> None:
    changes = {"match.length": 9, "web.https": False, "match.terms.crawford": False, "buzzer.pin": 17}
    changes |= {"lights.legal": 0}
    keeper.change(changes)
    assert keeper.file.read_text() == (
        OURS.replace("length = 7", "length = 9")
        .replace("crawford = true", "crawford = false")
        .replace("[web] # the pages\n", "[web] # the pages\nhttps = false\n")
        + "\n[buzzer]\npin = 17\n\n[lights]\nlegal = 0\n"
    )
    assert keeper.file.stat().st_mode & 0o777 == 0o640 and keeper.view().pending
    keeper.change({"match.length": None, "buzzer.pin": None, "web.https": True})
    text = keeper.file.read_text()
    assert "# seven in winter\n#length = 9\n" in text and "#https = false" in text
    assert load_settings(keeper.file).match.length == 5


def test_the_file_that_explains_everything_is_filled_in_where_it_explains(tmp_path: Path) -> None:
    keeper = SettingsKeeper(
        tmp_path / "new" / "t.toml", lambda: Settings(table=TableSettings(data=tmp_path)), lambda: None
    )
    keeper.change({"camera.near": "dark", "match.terms.cube": "off"})
    was, now = sample().splitlines(), keeper.file.read_text().splitlines()
    assert [each for each in now if each not in was] == ['cube = "off"', 'near = "dark"']
    assert now.index('near = "dark"') == was.index('#near = "light"') + 1, "one line more above it: the cube"
    assert keeper.file.stat().st_mode & 0o007 == 0, "there may be passwords in it"
    keeper.change({"camera.near": "light"})
    assert '#near = "dark"' in keeper.file.read_text()


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        ("web.https_port", 70000, "'https_port' in [web] must be 0 to 65535, not 70000"),
        ("lights.legal", 5, "'confirm' in [buttons] and 'legal' in [lights] cannot both be pin 5"),
        ("match.length", "x", "'length' in [match] must be a whole number, not 'x'"),
        ("match.length", 7.5, "'match.length' must be true, false, a number or a text"),
        ("match.options.colour", "red", "no option 'colour'"),
        ("match.game", "chess", "no game called 'chess'"),
        ("mqtt.password", "hush", "'password' in [mqtt] needs a 'user'"),
        ("hooks.run", "/bin/sh", "there is no setting 'hooks.run'"),
        ("table.data", "/etc", "'table.data' is changed in the settings file alone"),
        ("camera.source", "http://10.0.0.1/", "'camera.source' is changed in the settings file alone"),
        ("web.port", 1, "cannot be had on this computer"),
    ],
)
def test_nothing_that_is_wrong_is_written(
    keeper: SettingsKeeper, place: str, value: object, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.ops.settings_keeper.check_port", _taken)
    with pytest.raises(SettingsError) as told:
        keeper.change({"announce.tradition": "finnish", place: value})
    assert says in str(told.value)
    assert keeper.file.read_text() == OURS and not keeper.view().pending


def _taken(host: str, port: int) -> object:
    from device.finding import Finding, Health

    return Finding("port", Health.WARNING, f"something listens on port {port} already")


def test_what_was_chosen_in_the_set_up_gives_way_to_what_is_said_here(keeper: SettingsKeeper) -> None:
    data = keeper.file.parent
    keep_chosen(
        data, {"match": {"length": 3, "terms": {"jacoby": False, "cube": "off"}}, "camera": {"rotate": 90}}
    )
    lengths = [each.value for each in keeper.view().settings if each.place == "match.length"]
    assert lengths == [3], "it counts before the file"
    keeper.change({"match.length": 11, "match.terms.cube": "on"})
    assert load_chosen(data) == {"match": {"terms": {"jacoby": False}}, "camera": {"rotate": 90}}
    settings = with_chosen(replace(load_settings(keeper.file), table=TableSettings(data=data)))
    assert (settings.match.length, settings.camera.rotate) == (11, 90)


def test_a_length_that_is_asked_for_is_never_another(keeper: SettingsKeeper) -> None:
    """Each series has a usual length of its own, which counts where none is said."""
    to_points = "all games are played, not to so many points: leave the length at 0"
    for changes in ({"match.game": "brade_match", "match.length": 5}, {"match.game": "brade_match"}):
        with pytest.raises(SettingsError, match=to_points):
            keeper.change(changes)
    assert keeper.file.read_text() == OURS
    assert keeper.offered('[match]\ngame = "tavli_match"\nlength = 5\n')["match.length"] == 5
    keeper.change({"match.game": "brade_match", "match.length": None})
    assert load_settings(keeper.file).match.length == 0
    with pytest.raises(SettingsError, match=to_points):
        keeper.change({"match.length": 5})


def test_they_are_taken_along_without_secrets(keeper: SettingsKeeper, tmp_path: Path) -> None:
    keeper.change(
        {
            "match.length": 9,
            "web.port": 8080,
            "mqtt.user": "t",
            "mqtt.password": "hush",
            "match.terms.cube": "off",
        }
    )
    text = keeper.exported()
    assert "314159" not in text and "hush" not in text and "hooks" not in tomllib.loads(text)
    assert tomllib.loads(text)["match"] == {
        "length": 9,
        "options": {},
        "terms": {"crawford": True, "cube": "off"},
    }

    running = Settings(table=TableSettings(data=tmp_path / "other"))
    (tmp_path / "other").mkdir()
    other = SettingsKeeper(tmp_path / "other" / "t.toml", lambda: running, lambda: None)
    other.change({"buzzer.pin": 17, "match.length": 3})
    offered = other.offered(text)
    assert offered == {"match.length": 9, "match.terms.cube": "off", "mqtt.user": "t", "buzzer.pin": None}
    other.change(offered)
    assert other.offered(text) == {} and load_settings(other.file).buzzer.pin == 18
    with pytest.raises(SettingsError, match="this is no TOML"):
        other.offered("port = ")
    with pytest.raises(SettingsError, match="did you mean .length"):
        other.offered("[match]\nlenght = 5")


def test_no_secret_is_told(keeper: SettingsKeeper) -> None:
    told = {each.place: each for each in keeper.view().settings}
    assert told["web.pin"].value is None and told["web.pin"].is_set and told["web.pin"].secret
    assert "314159" not in str(keeper.view().as_json())


def test_a_file_that_cannot_be_written_or_read_is_told_of(
    keeper: SettingsKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("device.ops.settings_keeper.write_text_lasting", full)
        with pytest.raises(SettingsError, match="cannot be written .No space left on device.: "):
            keeper.change({"match.length": 9})
    assert keeper.file.read_text() == OURS
    keeper.file.write_text("[web\n")
    with pytest.raises(SettingsError, match="this is no TOML"):
        keeper.view()


@pytest.mark.parametrize(
    "text",
    [
        "web = {port = 80, https = false}\n",
        "web.port = 80\n",
        '[ web ]\n"port" = 80\n',
        "[web]\r\nport = 80\r\n",
    ],
)
def test_however_it_is_written_it_means_what_was_wanted(text: str, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(text, newline="")
    running = replace(parse_settings(text), table=TableSettings(data=tmp_path))
    keeper = SettingsKeeper(tmp_path / "t.toml", lambda: running, lambda: None)
    keeper.change({"web.https_port": 8443, "web.names": "a.example.org"})
    assert load_settings(keeper.file).web == replace(running.web, https_port=8443, names="a.example.org")
    keeper.change({"web.https_port": None, "web.names": None})
    assert load_settings(keeper.file).web == running.web


def test_a_table_is_paired_under_the_name_that_it_has_after_the_next_start(
    keeper: SettingsKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr("device.club.broker.joining.join_hub", lambda *said: asked.append(said))
    keeper.change({"table.name": "Window"})
    keeper.pair("ABCD-2345-EFGH", "hub.local")
    assert [each[3] for each in asked] == ["Window"]
    with pytest.raises(PairingError, match=r"write where the hub is like hub\.local"):
        keeper.pair("ABCD-2345-EFGH", "hub local")


def test_a_game_of_ones_own_is_named_in_the_file_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(EXAMPLE)
    (tmp_path / "t.toml").write_text('[match]\ngame = "mine.toml"\n')
    running = replace(load_settings(tmp_path / "t.toml"), table=TableSettings(data=tmp_path))
    keeper = SettingsKeeper(tmp_path / "t.toml", lambda: running, lambda: None)
    (game,) = (each for each in keeper.view().settings if each.place == "match.game")
    assert (game.value, game.in_file) == ("mine.toml", True)
    keeper.change({"match.length": 9})
    assert load_settings(keeper.file).match.game == running.match.game
    assert "game" not in tomllib.loads(keeper.exported())["match"]
    for refused in (
        lambda: keeper.change({"match.game": "/etc/x.toml"}),
        lambda: keeper.offered('[match]\ngame = "x.toml"'),
    ):
        with pytest.raises(SettingsError, match="named by its file in the settings file alone"):
            refused()
