import json
import logging
import stat
from pathlib import Path

import pytest

from device.errors import AccessError
from device.store.access import FILE, TOKENS, Access


def test_without_a_pin_the_code_of_this_start_lets_in_until_one_is_set(tmp_path: Path) -> None:
    access = Access(tmp_path)
    code = access.code
    assert not access.has_pin and code is not None and len(code) == 6 and access.check(code)
    access.set_pin("471100")
    assert access.has_pin and access.code is None
    assert access.check("471100") and not access.check(code) and not access.check("")


def test_a_pin_outlasts_a_restart_as_a_hash_for_its_owner_alone(tmp_path: Path) -> None:
    Access(tmp_path).set_pin("471147")
    text = (tmp_path / FILE).read_text()
    assert "471147" not in text and stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    again = Access(tmp_path)
    assert again.check("471147") and not again.check("471148")
    (tmp_path / "other").mkdir()
    Access(tmp_path / "other").set_pin("471147")
    assert (tmp_path / "other" / FILE).read_text() != text


@pytest.mark.parametrize("pin", ["", "4711", "1234567890123", "12a456", "١٢٣٤٥٦", "12 456", "aaaa bbbb aaaa"])
def test_a_pin_has_six_to_twelve_digits_or_is_a_phrase(tmp_path: Path, pin: str) -> None:
    access = Access(tmp_path)
    with pytest.raises(AccessError, match="6 to 12 digits"):
        access.set_pin(pin)
    assert not access.has_pin


def test_a_pin_in_the_settings_counts_and_is_changed_there(tmp_path: Path) -> None:
    Access(tmp_path).set_pin("111111")
    access = Access(tmp_path, "2222")
    assert access.check("2222") and not access.check("111111") and access.code is None
    with pytest.raises(AccessError, match="settings file"):
        access.set_pin("333333")


@pytest.mark.parametrize(
    "damage", ["{", "[]", "null", '{"pin": "x", "tokens": [], "last": 0}', '{"pin": null}']
)
def test_a_damaged_file_lets_nobody_in_but_by_a_new_code(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    Access(tmp_path).set_pin("111111")
    (tmp_path / FILE).write_text(damage)
    access = Access(tmp_path)
    assert (
        not access.check("111111")
        and not access.check("")
        and access.code is not None
        and access.check(access.code)
    )


def test_a_token_is_told_once_and_can_be_taken_back(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    access = Access(tmp_path, clock=lambda: 7.0)
    token, secret = access.new_token(" Scoreboard ")
    assert token.as_json() == {"id": 1, "name": "Scoreboard", "made": 7.0}
    assert access.knows(secret) == token and access.knows(secret[:-1]) is None and access.knows("") is None
    assert secret not in (tmp_path / FILE).read_text() and secret not in caplog.text
    assert Access(tmp_path).knows(secret) == token
    assert access.revoke(1) and not access.revoke(1) and access.knows(secret) is None
    assert access.new_token("another")[0].id == 2


def test_tokens_have_names_and_an_end(tmp_path: Path) -> None:
    access = Access()
    with pytest.raises(AccessError, match="name"):
        access.new_token(" ")
    for number in range(TOKENS):
        access.new_token(f"{number}")
    with pytest.raises(AccessError, match="take one back"):
        access.new_token("one more")


def test_what_cannot_be_kept_is_said_and_does_not_count(tmp_path: Path) -> None:
    access = Access(tmp_path / "gone")
    with pytest.raises(AccessError, match="cannot be kept"):
        access.set_pin("123456")
    assert not access.has_pin and json.dumps(access.code)


def test_a_service_notices_what_another_process_sets_or_forgets(tmp_path: Path) -> None:
    serving, beside = Access(tmp_path), Access(tmp_path)
    code = serving.code
    beside.set_pin("471100")
    assert serving.has_pin and serving.check("471100") and serving.code is None and serving.changes == 1
    serving.new_token("Scoreboard")
    beside.forget_pin()
    assert not serving.has_pin and serving.changes == 2 and not serving.check("471100")
    # a new code each time, and tokens outlast it
    assert serving.code is not None and code is not None and serving.tokens == beside.tokens != ()
    (tmp_path / FILE).write_text("{")
    assert serving.tokens != ()


def test_a_given_pin_cannot_be_forgotten(tmp_path: Path) -> None:
    with pytest.raises(AccessError, match="settings"):
        Access(tmp_path, "471100").forget_pin()
