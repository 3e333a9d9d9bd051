"""The settings: what they hold, what they refuse, and that every one is explained."""

import ast
import inspect
import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from device.cli.game_choice import agreed
from device.errors import SettingsError
from device.store.settings import (
    HookSettings,
    MatchSettings,
    ProfileSettings,
    Settings,
    find_settings_file,
    load_settings,
    parse_settings,
    settings_file,
    table_settings,
)
from device.store.settings.declared import declared_settings
from engine.errors import InvalidOption
from engine.match.terms import Terms
from engine.profile import HOME, OPTIONS, profile_of

EXAMPLE = """
[table]
name = "red"
data = "/srv/tableside"

[match]
game = "nackgammon"
length = 7
white = "Anna"
black = "Ben"

[camera]
source = "usb"
near = "dark"
join = true

[pictures]
megabytes = 80

[web]
host = "127.0.0.1"
port = 8181
pin = "123456"

[announce]
tradition = "finnish"

[lights]
backend = "gpio"
ask = 0

[buttons]
clock_left = 26
"""


def test_every_setting_can_be_set() -> None:
    settings = parse_settings(EXAMPLE)
    assert settings.table.name == "red"
    assert settings.board_file == Path("/srv/tableside/board.json")
    assert settings.database_url == "sqlite:////srv/tableside/tableside.db"
    assert (settings.match.length, settings.match.white, settings.camera.join) == (7, "Anna", True)
    assert (settings.web.port, settings.web.pin) == (8181, "123456")
    assert settings.announce.tradition == "finnish"
    assert settings.pictures.megabytes == 80
    assert (settings.lights.ask, settings.lights.legal, settings.buttons.clock_left) == (0, 17, 26)


def test_the_profile_is_a_preset_with_some_options_otherwise() -> None:
    settings = parse_settings('[profile]\nname = "tournament"\npremature = "reroll"\nshared_dice = true')
    assert settings.profile.profile == profile_of("tournament", {"premature": "reroll", "shared_dice": "on"})
    assert parse_settings("").profile.profile == HOME
    assert {each.name for each in fields(ProfileSettings)} == {"name", *(option.name for option in OPTIONS)}


def test_all_that_is_wrong_with_a_profile_is_said() -> None:
    with pytest.raises(SettingsError) as error:
        parse_settings('[profile]\nname = "silnt"\nthrows = "anywhere"')
    assert "must be one of home, tournament, nardy, silent, wbgf, " in str(error.value)
    assert "'throws' in [profile] must be one of strict, nardy" in str(error.value)


def test_nothing_has_to_be_set() -> None:
    assert parse_settings("") == Settings() == load_settings(None)


def test_what_is_played_and_on_what_terms_can_be_set() -> None:
    settings = parse_settings(
        """
        [match]
        game = "tavli"
        [match.options]
        order = "plakoto-portes-fevga"
        [match.terms]
        last_turn_equaliser = true
        auto_doubles = 2
        """
    )
    assert settings.match.length == 5
    assert [each.game_id for each in settings.match.match_format.games] == ["plakoto", "portes", "fevga"]
    assert settings.match.terms == Terms(last_turn_equaliser=True, auto_doubles=2)
    assert parse_settings("[match]\ngame = 'mixed_match'").match.length == 0
    assert parse_settings("[match]\ngame = 'portes, backgammon'").match.length == 5


def test_the_command_line_names_what_is_played_over_the_settings() -> None:
    base = MatchSettings(options=(("first_roll", "reroll"),), terms=Terms(auto_doubles=1))
    assert agreed(base) == base
    assert agreed(base, "tavli_match") == MatchSettings(game="tavli_match")
    single = agreed(base, length=0, terms=["beaver=on", "stake=per_man"])
    assert (single.length, single.options) == (0, base.options)
    assert single.terms.agreed == {"auto_doubles": 1, "beaver": True, "stake": "per_man"}
    assert agreed(base, options=["backgammon_requires_none_off=no"]).options == (
        ("backgammon_requires_none_off", False),
        ("first_roll", "reroll"),
    )
    with pytest.raises(InvalidOption, match="Beaver is for single games only"):
        agreed(base, terms=["beaver=on"])
    with pytest.raises(InvalidOption, match="first_rol"):
        agreed(base, options=["first_rol=reroll"])


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(SettingsError) as told:
        parse_settings(
            """
            web = 3
            [tabel]
            name = "1"
            [match]
            lenght = 5
            length = 500
            [lights]
            legal = 5
            illegal = "17"
            ask = 40
            """
        )
    for words in (
        "'web' must be a table",
        "[tabel] is no setting; did you mean [table]?",
        "'lenght' in [match] is no setting; did you mean 'length'?",
        "'length' in [match] must be 0 to 99, not 500",
        "'illegal' in [lights] must be a whole number, not '17'",
        "'ask' in [lights] must be 0 to 27, not 40",
        "'confirm' in [buttons] and 'legal' in [lights] cannot both be pin 5",
    ):
        assert words in str(told.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("port = ", "no TOML"),
        pytest.param(f"port = {'9' * 5000}", "no TOML", id="digits"),
        pytest.param(f"port = {'[' * 5000}", "no TOML", id="brackets"),
        ("[web]\nport = true", "whole number"),
        ("[web]\nport = 0", "1 to 65535"),
        ("[web]\npin = 'abc'", "6 to 12 digits"),
        ("[mqtt]\nport = 70000", "must be 0 to 65535, not 70000"),
        ("[mqtt]\nhost = 'mqtt://anna:hush@box'", "must be a name or an address alone"),
        ("[mqtt]\nprefix = 'a/+/b'", "must be words with / between them"),
        ("[mqtt]\nprefix = ''", "must not be empty"),
        ("[mqtt]\npassword = 'hush'", "needs a 'user'"),
        ("[mqtt]\nhost = 'auto'\nuser = '1'\npassword = 'hush'", "with a password only over TLS"),
        ("[mqtt]\nca = 'ca.pem'", "is for TLS: write tls = true"),
        ("[match]\ngame = 'chess'", "no game called 'chess'"),
        ("[match]\ngame = 'brade_match'\nlength = 5", "in Swedish Tables match all games are played"),
        ("[match.options]\ncolour = 'red'", "no option 'colour'"),
        ("[match.options]\ncolour = 1.5", "'colour' in .match.options. must be"),
        ("[match]\nterms = 3", "'terms' must be a table"),
        ("[match.terms]\njacoby = true\nstake = 1", "stake can be .*; Jacoby is for single games only"),
        ("[match]\nlength = 0\n[match.terms]\nraccoon = true", "Raccoon needs Beaver"),
        ("[camera]\nnear = 'red'", "one of light, dark, not 'red'"),
        ("[announce]\ntradition = 'latin'", "'tradition' in .announce. must be one of plain, finnish"),
        ("[announce]\nlanguage = 'xx'", "'language' in .announce. must be one of en, fi, .*, not 'xx'"),
        ("[table]\nname = ' '", "'name' in"),
        ("[sound]\nvolume = 1", "there are .table., .match."),
    ],
)
def test_each_wrong_thing_has_its_sentence(text: str, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        parse_settings(text)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        load_settings(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"[match]\nwhite = '\xc4nne'")
    with pytest.raises(SettingsError, match="UTF-8"):
        load_settings(tmp_path / "latin.toml")
    (tmp_path / "bad.toml").write_text("[match]\nlength = -1\n")
    with pytest.raises(SettingsError, match=r"bad\.toml: 'length'"):
        load_settings(tmp_path / "bad.toml")


def test_pins_of_what_is_not_there_are_free() -> None:
    parse_settings('[lights]\nbackend = "off"\n[buzzer]\nbackend = "gpio"\npin = 17\n')
    other_bus = '[strip]\nbackend = "spi"\ndevice = "/dev/spidev1.0"\n[lights]\nlegal = {}\n'
    parse_settings(other_bus.format(10))
    with pytest.raises(SettingsError, match="cannot both be pin 20"):
        parse_settings(other_bus.format(20))
    with pytest.raises(SettingsError, match=r"'pin' in \[buzzer\] must be a GPIO pin 1 to 27"):
        parse_settings('[buzzer]\nbackend = "gpio"\npin = 0\n')


def test_the_users_own_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(settings_file, "SYSTEM_FILE", tmp_path / "none.toml")
    assert find_settings_file() is None
    (tmp_path / "tableside").mkdir()
    own = tmp_path / "tableside" / "tableside.toml"
    own.write_text(EXAMPLE)
    assert find_settings_file() == own


def test_a_file_that_may_not_be_read_is_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def barred(_: Path, **__: object) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(Path, "is_file", barred)
    monkeypatch.setattr(Path, "read_text", barred)
    found = find_settings_file()
    assert found == tmp_path / "tableside" / "tableside.toml"
    with pytest.raises(SettingsError, match="may not be read .* group tableside"):
        load_settings(found)


def test_data_belong_to_the_user_where_the_system_has_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_settings, "SYSTEM_DATA", tmp_path / "none")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert Settings().table.data == tmp_path / "share" / "tableside"
    monkeypatch.setattr(table_settings, "SYSTEM_DATA", tmp_path)
    assert Settings().table.data == tmp_path


def test_what_a_profile_can_choose_is_named_in_the_sentence_of_its_setting() -> None:
    (group,) = (each for each in declared_settings() if each.name == "profile")
    told = {each.name: re.findall(r"\w+", each.sentence) for each in group.settings}
    lacking = {
        each.name: set(each.values) - set(told[each.name]) for each in OPTIONS if each.values != ("on", "off")
    }
    assert not any(lacking.values()), f"device/store/settings/table_settings.py does not name {lacking}"


def test_every_setting_is_explained() -> None:
    kinds = [type(getattr(Settings(), each.name)) for each in fields(Settings) if each.name != "hooks"]
    kinds.append(HookSettings)
    assert all(map(is_dataclass, kinds))
    for table in kinds:
        (declared,) = ast.parse(inspect.getsource(table)).body
        assert isinstance(declared, ast.ClassDef)
        body = declared.body
        for node, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(node, ast.AnnAssign):
                explained = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                assert explained, f"{table.__name__}.{ast.unparse(node.target)} is not explained"
