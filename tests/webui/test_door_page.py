"""The page of the door: wrong PINs are told, people get PINs of their own, devices are sent away."""

from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any

from webui.door.guessing import FREE

LOOKS_EVERY = 10_000
"""Milliseconds after which the page asks anew."""
OWN = {"X-Tableside": "1", "Content-Type": "application/json"}


def test_the_door_is_kept_by_thumb(
    visit: Callable[..., Any],
    serve: Callable[..., Any],
    barred: Callable[[Any], list[str]],
    table: Any,
) -> None:
    page = visit("about:blank", size=(320, 640), at=(url := serve(table).url), pardon="401")
    page.clock.install()
    page.goto(url + "/door")
    page.click("text=Give the PIN")
    page.fill("#sheet-pin [name=pin]", "0000")
    page.click("text=Let me in")
    page.wait_for_selector("text=That is not the referee's PIN.")
    page.fill("#sheet-pin [name=pin]", "4711")
    page.fill("#sheet-pin [name=who]", "Anna")
    page.click("text=Let me in")
    page.wait_for_selector("text=1 wrong PIN from 1 phone since")
    page.wait_for_selector("text=Anna (this device)")
    page.click("text=I have seen this")
    page.wait_for_selector("text=None since somebody last looked.")
    page.fill(".new-person [name=name]", "Maria")
    page.click("text=Give them a PIN")
    page.wait_for_selector("text=The PIN of Maria:")
    pin = page.inner_text("[data-field=secret]")
    assert len(pin) == 6 and table.access.check_person("Maria", pin) is not None
    table.access.guests.bar(600)
    page.clock.fast_forward(LOOKS_EVERY)
    page.wait_for_selector("text=Let a new phone in")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert not barred(page)
    page.click("[aria-label='Take the PIN of Maria back']")
    page.wait_for_selector("[data-field=people]:not(:has(li))", state="attached")


def test_the_desk_tells_of_wrong_pins_and_asks_for_the_code_of_the_box(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any
) -> None:
    server = serve(table)
    page = visit("/desk", size=(320, 640), at=server.url, pardon="401")
    visit("about:blank", pardon="429")
    for number in range(FREE):
        line = HTTPConnection("127.0.0.1", server.port, source_address=(f"127.0.0.{2 + number // 4}", 0))
        line.request("POST", "/api/login", '{"pin": "0000"}', OWN)
        assert line.getresponse().status == 401
        line.close()
    page.click("text=Undo")
    page.fill("#sheet-pin [name=pin]", "4711")
    assert not page.is_visible("#sheet-pin [name=code]")
    page.click("text=Let me in")
    page.wait_for_selector("text=PINs are being guessed here")
    page.fill("#sheet-pin [name=code]", table.access.box_code.code)
    page.click("text=Let me in")
    page.wait_for_selector(f".wrong-pins:has-text('{FREE} wrong PINs from 5 phones since')")
