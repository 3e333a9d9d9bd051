"""The API's document: whole, valid, and true of every answer; the page that shows it."""

from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest
from openapi_spec_validator import validate

from webui.app import create_app
from webui.commands.command_parsing import COMMANDS
from webui.reference.openapi import document, endpoints


@pytest.fixture
def app(table: Any, box: Any) -> Any:
    return create_app(table, box)


def test_every_endpoint_is_described(app: Any) -> None:
    silent = [each.rule.rule for each in endpoints(app) if each.description is None]
    assert silent == []
    assert len(document(app)["paths"]) > 20


def test_the_document_is_valid(app: Any) -> None:
    answer = app.test_client().get("/api/openapi.json")
    assert answer.json == document(app)
    validate(answer.json)


def test_every_command_has_a_schema_that_its_example_fits(app: Any) -> None:
    told = document(app)
    command = told["components"]["schemas"]["Command"]
    assert set(command["discriminator"]["mapping"]) == set(COMMANDS)
    valid = jsonschema_rs.validator_for({**command, "components": told["components"]})
    for kind, declared in COMMANDS.items():
        assert valid.is_valid({"type": kind, **declared.example}), kind
        assert not valid.is_valid({"type": kind, **declared.example, "more": 1}), kind
    assert not valid.is_valid({"type": "explode"})


def test_examples_are_what_is_taken(app: Any) -> None:
    told = document(app)
    for path in told["paths"].values():
        for operation in path.values():
            for kind, content in operation.get("requestBody", {}).get("content", {}).items():
                if kind != "application/json":
                    assert content["schema"]["format"] == "binary"
                    continue
                valid = jsonschema_rs.validator_for({**content["schema"], "components": told["components"]})
                assert valid.is_valid(content["example"]), operation["operationId"]


def test_a_notice_is_as_described_and_says_nothing_else(app: Any, moment: Any) -> None:
    told = document(app)
    closed = _closed(told["components"])
    valid = jsonschema_rs.validator_for({"$ref": "#/components/schemas/Notice", "components": closed})
    for each in moment:
        assert [str(error) for error in valid.iter_errors(each.value.as_json())] == []


def test_the_page_lets_people_try_it(visit: Callable[..., Any], table: Any, contrast: str) -> None:
    page = visit("/api", size=(320, 640), pardon="401")
    page.click("#api_state summary")
    page.click("#api_state button:has-text('Try it')")
    page.wait_for_selector("#api_state .verdict:has-text('200')")
    assert '"seq": 1' in page.text_content("#api_state .outcome > pre")
    assert page.text_content("#api_state .curl").startswith("curl 'http://127.0.0.1")
    # what changes something asks for the PIN first, then goes on
    page.click("#api_command summary >> nth=0")
    page.fill("#api_command [name=body]", '{"type": "undo"}')
    page.click("#api_command button:has-text('Try it')")
    page.fill("[name=pin]", "4711")
    page.keyboard.press("Enter")
    page.wait_for_selector("#api_command .verdict:has-text('202')")
    assert table.told and "Bearer $TOKEN" in page.text_content("#api_command .curl")
    page.fill(".new-token input", "Scoreboard")
    page.keyboard.press("Enter")
    page.wait_for_selector(".secret:not([hidden])")
    assert table.access.knows(page.text_content(".secret pre")).name == "Scoreboard"
    page.click("#shape-Notice summary")
    page.click("#shape-Notice >> text=Position >> nth=0")
    page.wait_for_selector("#shape-Position pre", state="visible")
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(contrast) == []


def _closed(schema: Any) -> Any:
    """A schema whose objects have no other properties than it names."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    if "required" in closed and "properties" in closed:
        closed.setdefault("additionalProperties", False)
    return closed
