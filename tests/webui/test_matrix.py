"""Every page on every screen in every state of a table: nothing that matters is out of sight, and nobody is barred."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from device.ops.assembly.table_assembly import Running
from tests.webui.matrix import FIRST, LYING, PICTURE, RATIOS, SCHEMES, SIZES, STATES, UNSEEN
from tests.webui.test_accessibility import LOGIN, everything, pages_of, parts_of  # noqa: F401
from webui.app import create_app

SAMPLE = {
    "/": (((844, 390), "fault"), ((1280, 800), "long names"), ((844, 390), "question"), ((320, 640), "clock"), ((1280, 800), "fault"),
          ((667, 375), "long question"), ((800, 600), "long question"), ((667, 375), "fault"), ((740, 360), "clock"), ((740, 360), "long question"),
          ((360, 640), "long question"), ((320, 568), "simulated question"), ((320, 568), "long names"),
          ((1280, 800), "blind"), ((1920, 1080), "blind"), ((1024, 768), "over"), ((360, 640), "blind"), ((667, 375), "named question"), ((740, 360), "named question")),
    "/desk": (((844, 390), "fault"), ((1280, 800), "fault"), ((844, 390), "question"), ((1280, 800), "question"), ((320, 640), "fault"),
              ((320, 640), "no camera"), ((1280, 800), "double"), ((1920, 1080), "double"), ((360, 640), "simulated fault"), ((844, 390), "simulated question"),
              ((667, 375), "long question"), ((800, 600), "long question"), ((800, 600), "fault"), ((600, 960), "long question"), ((600, 960), "simulated fault"),
              ((740, 360), "long question"), ((740, 360), "simulated question"), ((1024, 768), "simulated fault"), ((1366, 768), "simulated question"),
              ((320, 640), "over"), ((360, 640), "blind"), ((768, 1024), "over"), ((667, 375), "named question"), ((740, 360), "named question")),
    "/clock": (((390, 844), "long names"),),
    "/overlay?layout=corner": (((1280, 800), "long names"),), "/overlay": (((1280, 800), "long names"), ((1280, 800), "over")),
    "/overlay?layout=board": (((1280, 800), "over"),),
}  # fmt: skip
"""What has been wrong before: page by page, on which screens and in which states."""
_seq = iter(range(7000, 10**9))


def pin_up(page: Any, table: Any, path: str, state: str) -> None:
    """Shows a state of the table on a page that is open; one that does not follow the table is opened anew."""
    snapshot = replace(STATES[state], seq=next(_seq))
    table.broadcaster.post(snapshot)
    table.desk.post(snapshot)
    if path.partition("?")[0] in FOLLOWING:
        page.wait_for_selector(f"html[data-seq='{snapshot.seq}']", state="attached")
    else:
        page.reload()
        # a browser goes back to what it showed, below a band that has come since
        page.evaluate("scrollTo(0, 0)")


AS_LONG_AS_IT_TAKES = 300_000
"""Milliseconds for which a page is waited for, on a machine that does much else besides."""
FOLLOWING = ("/", "/desk", "/clock", "/overlay")
"""The pages that follow the table."""
OTHERWISE = ("normal", "simulated", "long names")
"""The states in which any other page may look otherwise."""


def first_of(path: str, size: tuple[int, int]) -> list[str]:
    """What has to be in sight of a page; the overlay is a picture for films, which are as wide as they are anywhere."""
    if path.startswith("/overlay") and size not in PICTURE:
        return []
    return [*FIRST.get(path, ()), *(LYING.get(path, ()) if size[0] > size[1] else ())]


def test_what_was_out_of_sight_is_seen(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any
) -> None:
    page = visit("about:blank", at=(url := serve(table).url), reduced_motion="reduce", device_scale_factor=2)
    page.goto(url + "/home")
    assert page.evaluate(LOGIN, "4711")
    found = {}
    for path, cases in SAMPLE.items():
        page.goto(url + path)
        for size, state in cases:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            pin_up(page, table, path, state)
            found[path, size, state] = page.evaluate(UNSEEN, first_of(path, size))
    assert {where: wrong for where, wrong in found.items() if wrong} == {}

    page.goto(url + "/desk")
    page.evaluate("() => document.querySelector('.acts').style.setProperty('margin-left', '90vw')")
    assert page.evaluate(UNSEEN, first_of("/desk", SIZES[0])), "it is noticed when something is pushed aside"


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_nothing_that_matters_is_out_of_sight(
    size: tuple[int, int],
    ratio: int,
    visit: Callable[..., Any],
    serve: Callable[..., Any],
    table: Any,
    everything: Running,  # noqa: F811
    barred: Callable[[Any], list[str]],
    contrast: str,
) -> None:
    parts = parts_of(everything)
    paths = {*pages_of(create_app(table, everything, **parts)), *FIRST}
    url = serve(table, box=everything, **parts).url
    page = visit("about:blank", size, reduced_motion="reduce", device_scale_factor=ratio, pardon="40")
    page.set_default_timeout(AS_LONG_AS_IT_TAKES)
    page.goto(url + "/home")
    assert page.evaluate(LOGIN, "4711")
    found = {}
    # the page without a table goes on as soon as that answers, in the midst of being looked at
    page.route("**/api/state", lambda route: route.fulfill(status=404))
    for path in sorted(paths):
        page.goto(url + path)
        for state in STATES if path.partition("?")[0] in FOLLOWING else OTHERWISE:
            pin_up(page, table, path, state)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                wrong = page.evaluate(UNSEEN, first_of(path, size))
                if ratio == 1 and not path.startswith("/overlay"):
                    wrong += barred(page) if scheme == "light" else page.evaluate(contrast)
                if wrong:
                    found[path, state, scheme] = wrong
    assert found == {}
