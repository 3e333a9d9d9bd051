"""What every page is held against at every size: the screens, the states of a table, and what must be in sight in each."""

from dataclasses import replace

from device.status.snapshot.clock_view import ClockView
from device.status.snapshot.table_snapshot import Snapshot
from device.status.snapshot.views import CameraView
from engine.board import Side, View
from engine.match.chess_clock import ChessClock, TimeControl
from engine.match.cube import CubeAction
from engine.match.terms import ClockKind, Terms
from tests.webui.conftest import ASKED, MENDING, NO_GAME, PLAYED, Moment

SIZES = ((320, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080))
"""A small phone, a phone, one held sideways, a laptop, a television."""
RATIOS = (1, 2, 3)
SCHEMES = ("light", "dark")
LONG = ("Anna Katharina von Hohenstein-Weissenfels"[:40], "Anna Katharina von Hohenstein-Wiesenbachs"[:40])
"""Two names, as long as they may be, that differ in their ends alone."""


def _timed(snapshot: Snapshot) -> Snapshot:
    clock = ClockView(ChessClock(3727, 200, 8.0, Side.WHITE), TimeControl(ClockKind.DELAY, 12.0), None, "")
    return replace(snapshot, clock=clock, match=replace(snapshot.match, terms=Terms(clock=ClockKind.DELAY)))


def _asked_at_length(snapshot: Snapshot) -> Snapshot:
    assert snapshot.question is not None
    asked = (
        "I could not see the board for a while, and do not know what was played: is it right as it stands?"
    )
    return replace(snapshot, says=asked, question=replace(snapshot.question, text=asked), questions=6)


def _named(snapshot: Snapshot) -> Snapshot:
    return replace(snapshot, match=replace(snapshot.match, white=LONG[0], black=LONG[1]))


STATES: dict[str, Snapshot] = {
    "normal": PLAYED,
    "fault": _timed(MENDING),
    "question": ASKED,
    "long question": _asked_at_length(_timed(ASKED)),
    "clock": _timed(Moment.THROWN.value),
    "no camera": replace(
        NO_GAME, camera=CameraView(View.LOST, "There is no camera: plug one in, or use a phone.", ready=False),
        says="There is no camera: plug one in, or use a phone.",
    ),
    "double": replace(_timed(Moment.MENDED.value), cube_may=(CubeAction.DOUBLE,)),
    "simulated": replace(_named(PLAYED), simulated=True),
    "simulated fault": replace(_timed(MENDING), simulated=True),
    "simulated question": replace(_timed(ASKED), simulated=True),
    "long names": _named(_timed(PLAYED)),
    "blind": _named(_timed(Moment.BLIND.value)),
    "over": _named(_timed(Moment.FINISHED.value)),
    "named question": _named(_timed(ASKED)),
}  # fmt: skip
"""A table's states, each a snapshot."""

_PLAYERS = (".player .name", ".player [data-field=score]", ".player .clock-time")
_SIDES = (".side .name", ".side .score", ".side .clock-time")
FIRST: dict[str, tuple[str, ...]] = {
    "/": ("#board", *_PLAYERS, ".says"),
    "/desk": ("#board", *_PLAYERS, ".says", ".room:has(.question[hidden]) .acts .big"),
    "/clock": (
        ".half .name",
        ".half .points",
        ".half .time",
        ".half .wrong",
        ".half .words",
        ".between .tool",
    ),
    "/overlay": (*_SIDES, ".play .who", ".match span", ".alarm b", ".alarm span"),
    "/overlay?layout=corner": (*_SIDES, ".match span", ".alarm b", ".alarm span"),
    "/overlay?layout=board": (*_SIDES, ".match span", "#board", ".alarm b", ".alarm span"),
    "/home": (".brand", ".ways li:first-child a"),
    "/stream": (".brand", ".film"),
    "/camera": (".says", "[data-action=start]"),
}
"""Of each page, what has to be in sight without scrolling, where it is there at all."""
LYING: dict[str, tuple[str, ...]] = {
    "/": (".question .answer", ".candidate .board", ".candidate .caption"),
    "/desk": (".candidate .board", ".candidate .caption"),
    "/matches/2": (".replay .says", ".key-button"),
}
"""What has to be so besides on a screen that is wider than high."""

UNSEEN = """
(first) => {
  const told = (each) => `${each.tagName.toLowerCase()}.${each.getAttribute("class") ?? ""} ${each.textContent.trim().slice(0, 40)}`;
  const wrong = [];
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const scrolls = (each) => {
    for (let at = each.parentElement; at && at !== document.body; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
    return false;
  };
  for (const each of document.querySelectorAll("body *:not(svg *, script, template, .unseen, .unseen *)")) {
    const says = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!(says || each.matches("button, a, input, select, svg, img, canvas")) || !each.checkVisibility({ visibilityProperty: true })) continue;
    const box = each.getBoundingClientRect();
    if (box.width < 2 || getComputedStyle(each).clipPath !== "none" || each.closest(".shapes")) continue;
    if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(each)) wrong.push(`beside the screen: ${told(each)}`);
    if (each.matches(".live .duty")) {
      const text = document.createRange();
      text.selectNodeContents(each);
      if (new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1) wrong.push(`in two lines: ${told(each)}`);
    }
    // Text that runs out of its own box without a way to the rest of it.
    if (says && each.clientWidth && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === "visible" && getComputedStyle(each).display !== "inline"
        && box.left + each.scrollWidth > innerWidth + 1) wrong.push(`runs out: ${told(each)}`);
  }
  for (const each of document.querySelectorAll(first.join(", ") || "none")) {
    if (!each.checkVisibility({ visibilityProperty: true }) || !(each.textContent.trim() || each.matches("svg, img, button, .film"))) continue;
    const box = each.getBoundingClientRect();
    if (!box.width) continue;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
      wrong.push(`off screen: ${told(each)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
      continue;
    }
    // Whole, and nothing lies upon it: at its middle, and at its four corners within.
    const style = getComputedStyle(each);
    if (style.overflowX !== "visible" && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 3))
      wrong.push(`cut off: ${told(each)} ${each.scrollWidth}x${each.scrollHeight} in ${each.clientWidth}x${each.clientHeight}`);
    for (const [x, y] of style.pointerEvents === "none" ? [] : [[.5, .5], [.04, .1], [.96, .9]]) {
      const there = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      if (there && !each.contains(there) && !there.contains(each) && !there.closest(".alarm")) {
        wrong.push(`covered: ${told(each)} by ${told(there)}`);
        break;
      }
    }
    for (let at = each.parentElement; at && at !== document.body; at = at.parentElement) {
      const room = at.getBoundingClientRect();
      if (getComputedStyle(at).overflowY !== "visible" && (box.bottom > room.bottom + 2 || box.top < room.top - 2 || box.right > room.right + 2)) {
        wrong.push(`behind an edge: ${told(each)}`);
        break;
      }
    }
  }
  return [...new Set(wrong)];
}
"""
"""What of a page is beside the screen, and what of `first` is not wholly to be seen without scrolling."""
PICTURE = ((1280, 800), (1920, 1080))
"""The screens on which an overlay is looked at."""
