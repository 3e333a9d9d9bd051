"""The pages as an app on a phone, in a browser: without the table, in the background, on plain HTTP; and keys at the desk."""

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.state.messages import Answer, Done
from tests.webui.conftest import PATIENCE

WHOLE = Path("/usr/bin/chromium")
"""The browser with all that its windows have."""
SPIED = """
() => {
  Object.assign(window, { told: [], felt: [], played: [] });
  Notification.requestPermission = () => Promise.resolve("granted");
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  ServiceWorkerRegistration.prototype.showNotification = function (title, { body }) { told.push(body); };
  navigator.vibrate = (pattern) => felt.push(pattern);
  HTMLMediaElement.prototype.play = function () { played.push(this.src); return Promise.resolve(); };
}
"""
HIDDEN = "() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"


def wait_for(page: Any, moment: Any) -> None:
    page.wait_for_selector(f"html[data-seq='{moment.value.seq}']", state="attached")


def test_it_can_be_installed(client: FlaskClient) -> None:
    def had(path: str) -> tuple[str, bytes]:
        with client.get(path) as answer:
            return answer.mimetype, answer.data

    manifest = json.loads(had("/static/manifest.webmanifest")[1])
    for icon in manifest["icons"]:
        kind, data = had(icon["src"])
        assert kind == icon["type"]
        if kind == "image/png":
            assert "x".join(map(str, struct.unpack(">II", data[16:24]))) == icon["sizes"]
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    assert had("/worker.js")[0] == "text/javascript"


def test_without_the_table_the_last_board_and_score_are_there(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, moment: Any
) -> None:
    server = serve(table)
    page = visit(at=server.url, pardon="net::ERR_", service_workers="allow", reduced_motion="reduce")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    table.show(moment.MENDED)
    wait_for(page, moment.MENDED)
    page.wait_for_function("() => localStorage['tableside.last']?.includes('Bar/23')")
    page.wait_for_function("() => localStorage['tableside.offline'] === 'en'")
    assert page.evaluate("() => caches.keys()") == ["tableside"]
    kept = page.evaluate(
        "async () => (await (await caches.open('tableside')).keys()).map(({ url }) => new URL(url).pathname)"
    )
    assert not [path for path in kept if path.startswith("/api")], "nothing of the API is kept"
    server.stop()
    page.reload()
    page.wait_for_selector("html[data-last=kept]")
    assert page.text_content("[data-field=connection]").startswith(
        "The table cannot be reached. This is the board"
    )
    assert page.text_content(".player[data-side=W] [data-field=score]") == "2"
    assert page.text_content(".notation") == "Bar/23 8/3" and page.locator(".checker").count() == 30
    again = type(table)()
    again.show(moment.PLAYED)
    serve(again, server.port)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    page.wait_for_selector("body[data-connection=live]")
    assert page.text_content(".notation") == "8/5 6/5"


def test_a_phone_in_the_background_tells_and_is_felt(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, moment: Any
) -> None:
    page = visit("about:blank", service_workers="allow")
    page.add_init_script(f"({SPIED})(); delete Navigator.prototype.wakeLock")
    page.goto(serve(table).url)
    page.click("[data-action=phone]")
    for name in ("awake", "tell", "feel"):
        page.check(f"#sheet-phone [name={name}]")
    page.keyboard.press("Escape")
    page.click("#board")
    assert page.evaluate("played")[0].endswith("/static/awake.mp4"), (
        "over plain HTTP a film keeps the screen on"
    )
    page.evaluate(HIDDEN)
    for shown, says in (
        (moment.PLAYED, None), (moment.BROKEN, moment.BROKEN.value.fault.text), (moment.MENDED, None),
        (moment.DOUBLED, "Ben doubles to 2: take or pass?"), (moment.FINISHED, moment.FINISHED.value.says),
    ):  # fmt: skip
        before = page.evaluate("felt.length")
        table.show(shown)
        wait_for(page, shown)
        assert page.evaluate("felt.length") == before + (says is not None), shown
        if says is not None:
            page.wait_for_function("says => told.at(-1) === says", arg=says)
    assert page.evaluate("told.length") == 3
    page.reload()
    page.click("[data-action=phone]")
    assert page.is_checked("#sheet-phone [name=tell]"), "what was chosen is remembered"


@pytest.mark.parametrize("lets", [False, True])
def test_the_browser_is_asked_whether_it_may_tell(
    lets: bool, browser: Any, visit: Callable[..., Any], serve: Callable[..., Any], table: Any
) -> None:
    """That without windows lets no page notify; the whole one does where its user has allowed it."""
    if not lets:
        page = visit()
        page.click("[data-action=phone]")
        page.click("#sheet-phone [name=tell]")
        page.wait_for_selector("#sheet-phone .trouble:has-text('does not let this page notify')")
        assert not page.is_checked("#sheet-phone [name=tell]")
        return
    if not WHOLE.exists():
        pytest.skip(
            f"NO WHOLE BROWSER: none is asked to notify, for {WHOLE} is not installed (apt install chromium)"
        )
    whole = browser.browser_type.launch(
        executable_path=str(WHOLE), args=["--no-sandbox"], timeout=4 * PATIENCE * 1000
    )
    try:
        page = whole.new_context(permissions=["notifications"]).new_page()
        page.goto(serve(table).url)
        page.click("[data-action=phone]")
        page.check("#sheet-phone [name=tell]")
        page.wait_for_function("() => localStorage['tableside.phone.tell'] === 'on'")
        assert page.is_checked("#sheet-phone [name=tell]") and not page.text_content("#sheet-phone .trouble")
    finally:
        whole.close()


def test_keys_press_what_can_be_pressed_at_the_desk(
    referee: Callable[..., Any], table: Any, moment: Any
) -> None:
    table.show(moment.ASKED)
    page = referee(size=(1280, 800))
    wait_for(page, moment.ASKED)
    page.keyboard.press("?")
    said = page.text_content("#sheet-keys .keys")
    assert "DDone" in said and "MNew match" in said and "These keys" in said
    page.keyboard.press("d")
    assert not table.told, "no key does anything while a sheet is open"
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    assert table.hears(Done(0.0))
    page.keyboard.press("2")
    assert table.hears(Answer(moment.ASKED.value.question.number, 1))
    page.keyboard.press("n")
    page.fill("#sheet-names [name=black]", "")
    page.keyboard.type("Dora")
    assert page.input_value("#sheet-names [name=black]") == "Dora" and len(table.told) == 2, (
        "nor while one types"
    )
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.uncheck("#sheet-keys [name=keys]")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    assert len(table.told) == 2, "they can be switched off"
