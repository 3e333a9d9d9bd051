"""The announcer: what is called out when one snapshot follows another, and how the browser's voice is used for it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from device.status.snapshot.table_snapshot import Snapshot
from device.status.snapshot.views import PlayView
from engine.board import Side
from engine.dice import Roll
from engine.match.cube import Cube
from engine.match.match import Result
from engine.state.match_state import Phase

FINNISH = {
    "id": "finnish", "name": "Finnish", "language": "fi", "rolls": {"3-1": "tralloja", "6-6": "tusina"},
    "take": "otan", "pass": "luovutan",
}  # fmt: skip
CALLS = """
async ([before, after, choice]) => {
  const { calls } = await import("/static/calls.js");
  return calls(before, after, choice).map(({ text, lang, kept }) => `${lang}${kept ? "!" : ""}: ${text}`);
}
"""
SPOKEN = """async (notation) => (await import("/static/calls.js")).spokenNotation(notation)"""
VOICES = """
window.said = [];
window.hushed = 0;
window.saying = null;
window.heard = () => { const was = window.saying; window.saying = null; was?.dispatchEvent(new Event("end")); };
window.SpeechSynthesisUtterance = class extends EventTarget { constructor(text) { super(); this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: Object.assign(new EventTarget(), {
  getVoices: () => ["en-GB", "en-US", "fi-FI"].map((lang) => ({ lang, name: `Voice ${lang}`, voiceURI: lang })),
  speak(utterance) {
    window.said.push(`${utterance.lang} ${utterance.rate}: ${utterance.text}`);
    window.saying = utterance;
    utterance.dispatchEvent(new Event("start"));
  },
  cancel() { window.hushed += 1; window.saying = null; },
}) });
"""
"""A voice that speaks until the test has heard it; it notes what it is given, with language and pace."""


def gone_on(snapshot: Snapshot, turns: int, **changes: Any) -> Snapshot:
    """A snapshot after so many turns of its game."""
    return replace(
        snapshot, seq=snapshot.seq + 3000 + turns, game=replace(snapshot.game, turns=turns), **changes
    )


@pytest.fixture
def called(visit: Callable[..., Any]) -> Callable[..., list[str]]:
    page = visit()

    def ask(before: Snapshot | None, after: Snapshot, extent: str = "all", **choice: Any) -> list[str]:
        told = [before and before.as_json(), after.as_json(), {"extent": extent, **choice}]
        return list(page.evaluate(CALLS, told))

    return ask


def test_what_follows_from_notice_to_notice_is_called(called: Callable[..., list[str]], moment: Any) -> None:
    opening, thrown, broken = moment.OPENING.value, moment.THROWN.value, moment.BROKEN.value
    played, doubled, taken = gone_on(moment.PLAYED.value, 1), moment.DOUBLED.value, moment.TAKEN.value
    assert called(opening, thrown) == ["en: Anna begins.", "en: 3, 1"]
    assert called(opening, thrown, "rolls") == ["en: 3, 1"]
    assert called(opening, thrown, "rolls", tradition=FINNISH) == ["fi: tralloja"]
    sixes = replace(thrown, roll=Roll.of(6, 6))
    assert called(opening, sixes, "plays") == ["en: double 6"]
    assert called(opening, sixes, "plays", tradition=FINNISH) == ["fi: tusina"]
    assert called(opening, replace(thrown, roll=Roll.of(5, 2)), "plays", tradition=FINNISH) == ["en: 5, 2"]
    assert called(thrown, played) == ["en: 8 5, 6 5", "en: Ben to throw."]
    assert called(thrown, played, "plays") == ["en: 8 5, 6 5"]
    assert called(thrown, played, "rolls") == []
    assert "en: Bar/20 is illegal: Ben holds that point." in called(played, broken)
    assert called(moment.MENDED.value, doubled, "rolls") == ["en: Ben doubles to 2."]
    assert called(doubled, taken) == ["en: Take.", "en: Ben to throw."]
    assert called(doubled, taken, "rolls", tradition=FINNISH) == ["fi: otan"]
    passed = replace(
        doubled,
        game=replace(doubled.game, phase=Phase.OVER, result=Result(Side.BLACK, 1, "passed")),
        cube=Cube(),
        says="Anna passes: Ben wins 1 point.",
    )
    assert called(doubled, passed, "rolls", tradition=FINNISH) == ["fi: luovutan", f"en!: {passed.says}"]
    dances = replace(played, last_play=PlayView(Side.WHITE, Roll.of(3, 1), "", (), None, False))
    assert called(thrown, dances, "plays") == ["en: Anna could not play."]
    finished = gone_on(moment.FINISHED.value, 9)
    assert called(taken, finished) == ["en: 2 off twice", f"en!: {finished.says}"]


def test_nothing_is_called_twice_or_of_what_is_kept_back(
    called: Callable[..., list[str]], moment: Any
) -> None:
    thrown, played = moment.THROWN.value, gone_on(moment.PLAYED.value, 1)
    for each in (thrown, played, moment.BROKEN.value, moment.DOUBLED.value, moment.FINISHED.value):
        assert called(each, replace(each, seq=each.seq + 1)) == []
    # The page has just been opened; a play is put right; the play before is the last again, for one was taken back.
    assert called(None, thrown) == []
    put_right = replace(played, last_play=moment.ASKED.value.last_play)
    assert called(played, put_right) == []
    later = gone_on(moment.MENDED.value, 2)
    assert "en: 8 5, 6 5" not in called(later, played, "plays")
    silent = replace(played, game=replace(played.game, phase=None))
    assert called(thrown, silent) == called(silent, played) == []
    assert called(thrown, replace(played, kept_back=True)) == []
    other_match = replace(played, match=replace(played.match, number=2))
    assert called(thrown, other_match) == []


def test_a_play_is_spoken_as_people_say_it(visit: Callable[..., Any]) -> None:
    said = {
        "8/5 6/5": "8 5, 6 5",
        "Bar/22": "bar 22",
        "8/4* 5/4": "8 4 hits, 5 4",
        "13/7*/1": "13 7 hits 1",
        "24/18(2)": "24 18 twice",
        "6/5(4)": "6 5, 4 times",
        "bar/24*(2) 6/off(3)": "bar 24 hits twice, 6 off, 3 times",
        "hand/22@": "from hand 22 pins",
    }
    page = visit()
    assert {notation: page.evaluate(SPOKEN, notation) for notation in said} == said


def announcing(visit: Callable[..., Any], **options: Any) -> Any:
    """A page on which the announcer has been switched on, with the voice that is not heard out by itself."""
    page = visit("about:blank", **options)
    page.add_init_script(VOICES)
    return page


def post(page: Any, table: Any, snapshot: Snapshot) -> None:
    table.broadcaster.post(snapshot)
    page.wait_for_selector(f"html[data-seq='{snapshot.seq}']", state="attached")


def test_it_speaks_after_a_tap_and_remembers_that(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, moment: Any
) -> None:
    page = announcing(visit)
    page.goto(serve(table).url)
    switch = page.locator("[data-action=announce]")
    page.wait_for_selector("[data-action=announce][data-state=off]")
    post(page, table, moment.THROWN.value)
    assert page.evaluate("said") == []
    switch.click()
    assert page.evaluate("said") == ["en 1: Announcing."] and switch.get_attribute("aria-pressed") == "true"
    page.evaluate("heard()")

    page.click("[data-action=announcer]")
    page.wait_for_selector("#sheet-announcer[open] [name=extent][value=plays]")
    page.locator("[name=extent][value=plays]").check(force=True)
    page.locator("[name=pace][value=fast]").check(force=True)
    assert page.locator("[name=voice] option").all_text_contents() == [
        "The device's own choice",
        "Voice en-GB",
        "Voice en-US",
    ]
    page.select_option("[name=voice]", "en-GB")
    page.keyboard.press("Escape")
    post(page, table, gone_on(moment.PLAYED.value, 1))
    assert page.evaluate("said.at(-1)") == "en-GB 1.3: 8 5, 6 5"

    page.reload()
    page.wait_for_selector("[data-action=announce][data-state=waiting]")
    post(page, table, moment.THROWN.value)
    assert page.evaluate("said") == []  # browsers want a tap first
    page.click("[data-field=match-line]")
    page.wait_for_selector("[data-action=announce][data-state=on]")
    switch.click()
    page.wait_for_selector("[data-action=announce][data-state=off]")
    post(page, table, gone_on(moment.PLAYED.value, 2))
    assert page.evaluate("said") == ["en-GB 1.3: Announcing."]


def test_the_newest_wins_but_a_result_is_never_dropped(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, moment: Any
) -> None:
    page = announcing(visit)
    page.goto(serve(table).url)
    page.click("[data-action=announce][data-state=off]")
    # The voice is still announcing when three things happen one after the other.
    post(page, table, moment.THROWN.value)
    post(page, table, gone_on(moment.PLAYED.value, 1))
    assert page.evaluate("said.map((each) => each.slice(6))") == ["Announcing.", "Anna begins.", "8 5, 6 5"]
    finished = gone_on(moment.FINISHED.value, 2)
    post(page, table, finished)
    page.evaluate("heard()")
    post(
        page,
        table,
        replace(moment.OPENING.value, seq=7001, game=replace(moment.OPENING.value.game, number=4)),
    )
    assert page.evaluate("said.slice(3).map((each) => each.slice(6))") == ["2 off twice", finished.says]
    page.evaluate("heard()")
    assert page.evaluate("said.at(-1).slice(6)") == "Throw a die each: who throws higher begins."
    page.evaluate("heard()")

    # Hidden, nothing is called, nor of that time when somebody looks again.
    said = page.evaluate("said.length")
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { configurable: true, get: () => window.away });"
        "window.away = true; document.dispatchEvent(new Event('visibilitychange'))"
    )
    table.broadcaster.post(replace(moment.THROWN.value, seq=7002))
    page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector("html[data-seq='7002']", state="attached")
    assert page.evaluate("said.length") == said
    post(page, table, replace(gone_on(moment.PLAYED.value, 1), seq=7003))
    assert page.evaluate("said.at(-1).slice(6)") == "8 5, 6 5"


@pytest.mark.parametrize(
    "speech",
    ["undefined", "Object.assign(new EventTarget(), { getVoices: () => [], speak() {}, cancel() {} })"],
)
def test_a_device_that_cannot_speak_says_so(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, speech: str
) -> None:
    page = visit("about:blank")
    page.add_init_script(f"Object.defineProperty(window, 'speechSynthesis', {{ value: {speech} }})")
    page.clock.install()
    page.goto(serve(table).url)
    page.click("[data-action=announce][data-state=off]")
    page.clock.run_for(3500)
    told = page.text_content("#sheet-announcer[open] [data-field=announcer-trouble]")
    assert told.startswith(
        "This browser cannot speak." if speech == "undefined" else "This device has no voice"
    )
    assert page.get_attribute("[data-action=announce]", "aria-pressed") == "false"
