"""With perfect eyes the referee's record of a simulated match is its truth: what he gets wrong is his own fault."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from device.film import Scribe, Watched
from device.slips import Mistakes
from device.table import VirtualTable
from device.telling import watched_json
from device.truth import truth_json
from engine.board import BAR, OFF, POINTS, CubePlace, Kind, Occupancy, Seating, View
from engine.games import find_game
from engine.match import Match
from engine.messages import CubeSeen, DieSeen, Look
from vision.observation import Chance, Observation, Site
from vision.scene import Checker, CubeSpot, Die, Scene, Sizes

FPS = 5
SURE = 0.9995


def site_of(checker: Checker, sizes: Sizes) -> int:
    """Where a checker stands, by its coordinates alone."""
    x, y = checker.at.x, checker.at.y
    if not (0 < x < sizes.width and 0 < y < sizes.depth) or checker.on_edge:
        return OFF
    left = 6 * sizes.point_width
    if left <= x <= left + sizes.bar:
        return BAR
    column = int((x if x < left else x - sizes.bar) / sizes.point_width)
    return 12 - column if y < sizes.depth / 2 else 13 + column


def perfect(scene: Scene, sizes: Sizes) -> Observation:
    """An observation that is sure of all that is there, and leaves a little chance to one checker more or less."""
    light, dark = [0] * 26, [0] * 26
    for checker in scene.checkers:
        (light if checker.kind is Kind.LIGHT else dark)[site_of(checker, sizes)] += 1
    seen = Occupancy(tuple(light), tuple(dark))
    sites = []
    for index in (*POINTS, BAR):
        here = (seen.light[index], seen.dark[index])
        others = {(here[0] + 1, here[1]), (here[0], here[1] + 1), (max(here[0] - 1, 0), here[1])} - {here}
        doubt = tuple(Chance(*other, (1 - SURE) / len(others)) for other in sorted(others))
        sites.append(Site(index, (Chance(*here, SURE), *doubt)))
    return Observation(tuple(sites))


def die_seen(die: Die, sizes: Sizes) -> DieSeen:
    """A die as perfect eyes see it."""
    faces = [0.0001] * 6
    faces[die.value - 1] = 0.9995
    a, b, c, d, e, f = faces
    inside = 0 < die.at.x < sizes.width and 0 < die.at.y < sizes.depth
    flat = abs(die.tip) < 0.05 and inside and abs(die.at.z) < 0.05
    half = "right" if die.at.x > sizes.width / 2 else "left"
    return DieSeen((a, b, c, d, e, f), half, flat, die.at.x / sizes.width, 1 - die.at.y / sizes.depth)


def cube_seen(scene: Scene, sizes: Sizes) -> CubeSeen | None:
    """The cube as perfect eyes see it."""
    if scene.cube is None:
        return None
    at = scene.cube.at
    spot = min(
        CubeSpot, key=lambda each: abs(sizes.cube_at(each).x - at.x) + abs(sizes.cube_at(each).y - at.y)
    )
    return CubeSeen(scene.cube.value, CubePlace(spot.value), 0.99)


def watch(table: VirtualTable, frames: int) -> Watched:
    """What the referee makes of a table that he sees perfectly."""
    scribe = Scribe(Match(table.length, "near", "far"), Kind.LIGHT)
    before: Scene | None = None
    observation: Observation | None = None
    for number in range(frames):
        scene = table.scene_at(number / FPS)
        if scene is None:
            break
        if scene.hands or scene != before:
            scribe.look(
                Look(number / FPS, number, View.HAND if scene.hands and scene == before else View.MOVING)
            )
            observation = None
        else:
            dice = tuple(die_seen(die, table.sizes) for die in scene.dice)
            observation = observation or perfect(scene, table.sizes)
            scribe.look(
                Look(number / FPS, number, View.CLEAR, observation, dice, cube_seen(scene, table.sizes))
            )
        before = scene
    scribe.close()
    return Watched(tuple(scribe.happenings), scribe.ledger, frames, frames / FPS, 1.0)


@pytest.mark.parametrize("seed", range(4))
def test_a_match_seen_perfectly_is_recorded_exactly(
    seed: int, differ: Callable[[Any, Any], list[str]]
) -> None:
    seating = Seating((Kind.LIGHT, Kind.DARK)[seed % 2], home_right=seed % 4 < 2)
    table = VirtualTable(find_game("backgammon"), seed, match_length=3, mistakes=Mistakes(), seating=seating)
    length = table.play_out()
    frames = int(length * FPS) + FPS
    told = watched_json(watch(table, frames))
    truth: Any = truth_json(table.truth, FPS, frames, [(0, 0)] * 4, 3, "backgammon")
    assert len(told["games"]) == len(truth["games"])  # type: ignore[arg-type]
    for number, game in enumerate(truth["games"]):
        found = differ(game, {"games": [told["games"][number]]})  # type: ignore[index]
        assert found == [], f"game {number + 1}: " + "\n".join(found[:3])
    assert told["questions"] == [], json.dumps(told["questions"])[:500]
