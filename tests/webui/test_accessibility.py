"""Every page for people, looked at by axe-core: no violations, light and dark, on a phone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from device.ops.assembly.table_assembly import Running, start_table
from device.ops.settings_keeper import SettingsKeeper
from device.store.log.store import Source, Store, sqlite_url
from device.store.settings import CameraSettings, LightSettings, Settings, TableSettings
from device.table.inbox import Envelope
from device.table.service.table_service import Service
from engine.board import Side
from engine.dice import Roll
from engine.position_parsing import parse_position
from engine.state.messages import NewGame, SetNames, SetPosition, SetRoll, SetTurn
from webui.app import MENU as LEADS
from webui.app import create_app

LOGIN = """
(pin) => fetch("/api/login", { method: "POST", body: JSON.stringify({ pin }),
  headers: { "Content-Type": "application/json", "X-Tableside": "1" } }).then(({ ok }) => ok)
"""
PIN = "471108"
NAMED = {"number": "2", "name": "Anna"}
"""What stands for the parts of an address that change; the table knows them."""
OTHERWISE = ("/api/events",)
"""Addresses that go on answering until they are left."""
ALIKE = ".area .operation ~ .operation"
"""What one template draws many times on a page, but for the first of each part."""
MENU = ".menu-card"
"""What is alike on all pages, and looked at on the first."""
AFTER = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")


def pages_of(app: Flask) -> Iterator[str]:
    """The addresses of an application's pages for people, found by asking for all that can be asked for."""
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule in OTHERWISE or rule.rule.startswith("/static"):
            continue
        address = rule.rule
        for name in rule.arguments:
            address = address.replace(f"<int:{name}>", NAMED.get(name, "1")).replace(
                f"<{name}>", NAMED.get(name, "1")
            )
        with client.get(address) as answer:
            if answer.mimetype == "text/html" and answer.status_code < 300:
                yield address


@pytest.fixture
def everything(tmp_path: Path, without_lens: None) -> Iterator[Running]:
    """A table with all its parts before the simulated board, at which a turn has been played."""
    settings = Settings(
        table=TableSettings(data=tmp_path),
        camera=CameraSettings(source="simulated:club:3:0.2x"),
        lights=LightSettings("simulated"),
    )
    service = Service(settings, None, Store(sqlite_url(tmp_path / "simulated.db")))
    for command in (
        NewGame(new_match=True, length=3),
        SetNames("Anna", "Ben"),
        SetTurn(Side.WHITE),
        SetRoll(Side.WHITE, Roll.of(3, 1)),
        SetPosition(AFTER),
    ):
        service.handle(Envelope(command, Source.PERSON))
    service.stop()
    running = start_table(settings)
    running.service.access.set_pin(PIN)
    yield running
    running.stop()


def parts_of(running: Running) -> dict[str, Any]:
    """The parts of a table that an application is told of by name."""
    file = running.service.settings.table.data / "tableside.toml"
    settings = SettingsKeeper(file, lambda: running.service.settings, lambda: None)
    return {"setup": running.setup, "library": running.library, "settings": settings}


def test_no_page_bars_anybody(
    visit: Callable[..., Any],
    serve: Callable[..., Any],
    everything: Running,
    barred: Callable[[Any], list[str]],
    axe: str,
    contrast: str,
) -> None:
    parts = parts_of(everything)
    paths = sorted(pages_of(create_app(everything.service, everything, **parts)))
    assert {
        *(address for _, address, _ in LEADS),
        "/clock",
        "/matches/2",
        "/players/Anna",
        "/overlay",
        "/sight",
    } <= set(paths)
    url = serve(everything.service, box=everything, **parts).url
    # The set-up asks again for the picture of a camera that is waking.
    page = visit("about:blank", reduced_motion="reduce", pardon="409")
    page.add_init_script(axe)
    found: dict[str, list[str]] = {}
    page.goto(url)
    assert page.evaluate(LOGIN, PIN)
    for path in paths:
        page.goto(url + path)
        alike = ALIKE if path == paths[0] else f"{ALIKE}, {MENU}"
        page.locator(alike).evaluate_all("(all) => all.forEach((each) => each.remove())")
        page.emulate_media(color_scheme="light")
        found[f"{path} light"] = barred(page)
        # The dark differs in its colours alone.
        page.emulate_media(color_scheme="dark")
        found[f"{path} dark"] = page.evaluate(contrast)
    assert {page: wrong for page, wrong in found.items() if wrong} == {}
