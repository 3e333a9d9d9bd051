"""Perfect eyes: what they make of a scene of the virtual table."""

from collections.abc import Iterator

from device.simulator.virtual_table import VirtualTable
from engine.board import BAR, OFF, POINTS, CubePlace, Kind, Occupancy, View
from engine.state.messages import CubeSeen, DieSeen, Look
from vision.observation import Chance, Observation, Site
from vision.scene import Checker, CubeSpot, Scene, SceneDie, Sizes

SURE = 0.9995
"""How sure they are of what stands on a site, and of a die's face."""


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


def perfect(scene: Scene, sizes: Sizes, sure: float = SURE) -> Observation:
    """An observation that is sure of all that is there, and leaves a little chance to one checker more or less."""
    light, dark = [0] * 26, [0] * 26
    for checker in scene.checkers:
        (light if checker.kind is Kind.LIGHT else dark)[site_of(checker, sizes)] += 1
    seen = Occupancy(tuple(light), tuple(dark))
    sites = []
    for index in (*POINTS, BAR):
        here = (seen.light[index], seen.dark[index])
        others = {(here[0] + 1, here[1]), (here[0], here[1] + 1), (max(here[0] - 1, 0), here[1])} - {here}
        others = {other for other in others if max(other) <= 15}
        doubt = tuple(Chance(*other, (1 - sure) / len(others)) for other in sorted(others))
        sites.append(Site(index, (Chance(*here, sure), *doubt)))
    return Observation(tuple(sites))


def die_seen(die: SceneDie, sizes: Sizes, sure: float = SURE) -> DieSeen:
    """A die as perfect eyes see it."""
    faces = [(1 - sure) / 5] * 6
    faces[die.value - 1] = sure
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


def looks_at(table: VirtualTable, frames: int, rate: float) -> Iterator[Look]:
    """The looks of perfect eyes at a table, `rate` a second; what has just changed still moves."""
    before: Scene | None = None
    observation: Observation | None = None
    for number in range(frames):
        scene = table.scene_at(number / rate)
        if scene is None:
            return
        if scene.hands or scene != before:
            view = View.HAND if scene.hands and scene == before else View.MOVING
            yield Look(number / rate, number, view)
            observation = None
        else:
            dice = tuple(die_seen(die, table.sizes) for die in scene.dice)
            # A still board is shown many times.
            observation = observation or perfect(scene, table.sizes)
            yield Look(number / rate, number, View.CLEAR, observation, dice, cube_seen(scene, table.sizes))
        before = scene
