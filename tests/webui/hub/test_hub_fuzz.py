"""Whatever is sent to a hub's API, nothing fails, and every answer is as the document has it."""

import os
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from webui.hub.hub_app import create_hub_app

EXAMPLES = int(os.environ.get("TABLESIDE_EXAMPLES", "0"))
"""So many requests an endpoint, at random; 0: a few, always the same."""
FEW = 3
OWN = {"X-Tableside": "1", "Accept-Encoding": "identity"}
UNASKED = [ignored_auth, positive_data_acceptance]
HERE = {"name": "3", "table": "3", "number": 2}
"""What there is in the archive, so that not every request asks for what there is not."""
LETS_IN = {"access_login", "access_logout", "access_pin", "access_new_token", "access_revoke", "access_name"}


@pytest.mark.long
def test_nothing_fails_whatever_is_sent(club: Any, moment: Any) -> None:
    club.hear("3", moment.BROKEN.value)
    # streams end at once
    club.wall.latest()
    club.wall.close()
    club.following.close()
    app = create_hub_app(club)
    _, secret = club.access.new_token("fuzz")
    told = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    operations = [found.ok() for found in told.get_all_operations()]
    assert len(operations) >= 20
    for operation in operations:
        lets_in = operation.definition.raw["operationId"] in LETS_IN
        _try(operation, {} if lets_in else {"Authorization": f"Bearer {secret}"})


def _try(operation: Any, headers: dict[str, str]) -> None:
    asked = {name: HERE[name] for name in operation.path.replace("{", "}").split("}")[1::2] if name in HERE}

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
        if asked:
            case.path_parameters = {**case.path_parameters, **asked}
            case.call_and_validate(headers={**headers, **OWN}, excluded_checks=UNASKED)

    sent()
