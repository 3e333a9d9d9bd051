"""Passwords in addresses are told nowhere: not in the log, not by the doctor, not in what an error says."""

import logging

import pytest

from device.cli.output import one_line
from device.errors import SettingsError, StoreError
from device.ops.doctor.sight_checks import check_camera
from device.redacting import RedactingFormatter, without_secrets
from device.store.log.database import open_database
from device.store.settings import parse_settings

URL = "rtsp://anna:s3cret@192.0.2.7:554/live?channel=1&pwd=s3cret"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (URL, "rtsp://192.0.2.7:554/live?channel=1&pwd=..."),
        (f"no picture from {URL!r}: x", "no picture from 'rtsp://192.0.2.7:554/live?channel=1&pwd=...': x"),
        ("http://a:p@ss@host/", "http://host/"),
        ("postgresql+psycopg://u:s3cret@host/db", "postgresql+psycopg://host/db"),
        ("mail anna@example.org about http://192.0.2.7/", "mail anna@example.org about http://192.0.2.7/"),
        ("simulated:club:4x", "simulated:club:4x"),
    ],
)
def test_addresses_lose_their_secrets(text: str, told: str) -> None:
    assert without_secrets(text) == told


def test_the_log_bears_none_tracebacks_included() -> None:
    try:
        raise ValueError(URL)
    except ValueError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "", 1, "lost %s", (URL,), (type(error), error, error.__traceback__)
        )
    line = RedactingFormatter("%(message)s").format(record)
    assert "lost rtsp://192.0.2.7" in line and "ValueError" in line and "s3cret" not in line


def test_the_doctor_tells_none() -> None:
    assert "s3cret" not in str(check_camera(URL, (), ()).found)


def test_errors_tell_none() -> None:
    assert "s3cret" not in one_line(URL)
    with pytest.raises(StoreError) as unopened:
        open_database("nodatabase://anna:s3cret@host/x")
    assert "s3cret" not in str(unopened.value)
    for line in ("pin = 47114711", "database = 47114711"):
        with pytest.raises(SettingsError) as refused:
            parse_settings(f"[{'web' if 'pin' in line else 'table'}]\n{line}")
        assert "47114711" not in str(refused.value)
