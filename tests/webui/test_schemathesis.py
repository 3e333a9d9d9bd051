"""Whatever is sent to the API, nothing fails, and every answer is as the document has it.

A few requests an endpoint, always the same ones; `make fuzz` sends many more, other ones each time.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from device.ops.assembly.table_assembly import Running, start_table
from device.ops.settings_keeper import SettingsKeeper
from device.store.access import Access
from device.store.settings import CameraSettings, Settings, TableSettings, WebSettings
from engine.board import Side
from engine.dice import Roll
from engine.state.messages import NewGame, SetRoll
from webui.app import create_app

EXAMPLES = int(os.environ.get("TABLESIDE_EXAMPLES", "0"))
"""So many requests an endpoint, at random; 0: a few, always the same."""
FEW = 2
OWN = {"X-Tableside": "1", "Accept-Encoding": "identity"}
# The token is sent with everything; what a command may say depends on what is being played.
UNASKED = [ignored_auth, positive_data_acceptance]
LETS_IN = {"access_login", "access_logout", "access_pin", "access_new_token", "access_revoke"}
"""They are tried without a token, which would not do."""


@pytest.fixture
def still(table: Any, box: Any) -> tuple[Flask, Access]:
    # streams end at once
    table.broadcaster.close()
    table.desk.close()
    table.logbook.close()
    return create_app(table, box), table.access


@pytest.fixture
def running(tmp_path: Path, without_lens: None) -> Iterator[Running]:
    """A real table with a simulated board, at which something has happened."""
    table, camera = TableSettings(data=tmp_path), CameraSettings(source="simulated:0.2x")
    made = start_table(Settings(table=table, camera=camera, web=WebSettings(pin="4711")))
    begun = made.service.match_state.seq
    for command in (NewGame(), SetRoll(Side.WHITE, Roll.of(3, 1))):
        made.service.tell(command)
    assert made.service.logbook.wait(begun, 20.0, whole=True)
    yield made
    made.stop()


@pytest.fixture
def simulated(running: Running) -> tuple[Flask, Access]:
    running.service.close_broadcasters()
    file = running.service.settings.table.data / "tableside.toml"
    settings = SettingsKeeper(file, lambda: running.service.settings, lambda: None)
    app = create_app(
        running.service, running, setup=running.setup, library=running.library, settings=settings
    )
    return app, running.service.access


@pytest.mark.parametrize("where", [pytest.param("still", marks=pytest.mark.long), "simulated"])
def test_nothing_fails_whatever_is_sent(where: str, request: pytest.FixtureRequest) -> None:
    app, access = request.getfixturevalue(where)
    _, secret = access.new_token("fuzz")
    told = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    operations = [found.ok() for found in told.get_all_operations()]
    assert len(operations) >= 35
    for operation in operations:
        lets_in = operation.definition.raw["operationId"] in LETS_IN
        _try(operation, {} if lets_in else {"Authorization": f"Bearer {secret}"})


def _try(operation: Any, headers: dict[str, str]) -> None:
    @settings(
        max_examples=EXAMPLES or FEW,
        derandomize=not EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def sent(case: Any) -> None:
        case.call_and_validate(headers={**headers, **OWN}, excluded_checks=UNASKED)

    sent()
