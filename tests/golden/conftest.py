"""Comparing what was seen in a film with its truth, as programs that rely on `watch --json` do."""

import json
import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]
SHARED = Path(os.environ.get("TABLESIDE_SHARED", Path(__file__).parents[3] / "shared"))
FRAMES_OFF = 10


@pytest.fixture(scope="session")
def clips() -> Path:
    """The folder of rendered films with their truth."""
    folder = SHARED / "clips"
    if not folder.is_dir():
        pytest.skip(f"NO FILMS: {folder} is absent, so nothing is proved about films made elsewhere")
    return folder


def men(text: str) -> dict[str, int]:
    """`24:2 13:5 pin:3 off:1` or `24(2) 13(5) pin(3) off(1)` as counts, those borne off left out."""
    parts = re.findall(r"(bar|hand|off|pin|\d+)[:(](\d+)", text)
    return {
        f"pin {count}" if site == "pin" else site: 1 if site == "pin" else int(count)
        for site, count in parts
        if site != "off"
    }


def board(text: str) -> tuple[dict[str, int], dict[str, int]]:
    """A board's text in either dialect: near's checkers and far's."""
    found = re.fullmatch(r"near:? (.*?)\s*\|?\s*far:?\s*(.*)", text)
    assert found, text
    return men(found[1]), men(found[2])


def net(moves: list[list[int]]) -> Counter[int]:
    """What the moves amount to: how many checkers more or less on each point."""
    change: Counter[int] = Counter()
    for origin, target in moves:
        change[origin] -= 1
        change[target] += 1
    return Counter({point: count for point, count in change.items() if count})


def turn_key(turn: Json) -> tuple[Any, ...]:
    """What two accounts of a turn must agree in."""
    if "double" in turn:
        return ("cube", turn["player"], turn["double"], turn.get("answer"))
    roll = tuple(sorted(turn["roll"])) if turn["roll"] else None
    moved = tuple(sorted(net(turn["moves"]).items()))
    near, far = board(turn["result"])
    return (
        turn["player"],
        roll,
        moved,
        tuple(sorted(near.items())),
        tuple(sorted(far.items())),
        bool(turn.get("illegal")),
    )


def differences(truth: Json, seen: Json) -> list[str]:
    """All in which an account of the first game of a film differs from its truth, in words."""
    game = seen["games"][0] if seen["games"] else {"turns": [], "events": [], "result": None}
    found = []
    for number in range(max(len(truth["turns"]), len(game["turns"]))):
        wanted = truth["turns"][number] if number < len(truth["turns"]) else None
        told = game["turns"][number] if number < len(game["turns"]) else None
        if wanted is None or told is None or turn_key(wanted) != turn_key(told):
            found.append(f"turn {number + 1}: {json.dumps(wanted)} was seen as {json.dumps(told)}")
    for kind in ("illegal", "cocked"):
        wanted_events = [e for e in truth["events"] if e["event"] == kind]
        told_events = [e for e in game["events"] if e["event"] == kind]
        if len(wanted_events) != len(told_events):
            found.append(f"{len(told_events)} events {kind!r} instead of {len(wanted_events)}: {told_events}")
            continue
        for wanted, told in zip(wanted_events, told_events, strict=True):
            same = wanted["by"] == told["by"] and abs(wanted["frame"] - told["frame"]) <= FRAMES_OFF
            if kind == "illegal":
                same &= (
                    board(wanted["seen"]) == board(told["seen"]) and wanted["corrected"] == told["corrected"]
                )
            if not same:
                found.append(f"{kind}: {wanted} was seen as {told}")
    ended = truth.get("ended")
    if ended != game["result"]:
        found.append(f"the end {ended} was seen as {game['result']}")
    return found


@pytest.fixture(scope="session")
def differ() -> Callable[[Json, Json], list[str]]:
    """The comparison."""
    return differences
