"""What hands do over the virtual table: short acts, each of which can be asked for the scene at any moment of it."""

from dataclasses import dataclass, replace

from vision.scene import Checker, DoublingCube, Hand, Place, Scene, SceneDie, Sizes

OUTSIDE = 24.0
"""How far before the board a hand rests, out of the picture, in centimetres."""


NOWHERE = Place(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Act:
    """A stretch of time, in seconds, in which nothing happens or a hand goes one straight way.

    `standing`: what rests all the while. `far`: whose hand it is, None for no hand at all. `carried` goes with the
    hand; `rolling` are dice that come to rest by the end of `landed` of the time, 0 to 1. `lift`: how high the way
    bulges, in centimetres; `opened`: how open the hand is at both ends.
    """

    start: float
    end: float
    standing: Scene
    far: bool | None = None
    origin: Place = NOWHERE
    target: Place = NOWHERE
    lift: float = 0.0
    opened: tuple[float, float] = (0.0, 0.0)
    carried: Checker | DoublingCube | None = None
    rolling: tuple[SceneDie, ...] = ()
    landed: float = 0.6


def scene_of(act: Act, time: float, sizes: Sizes) -> Scene:
    """The scene at a moment of an act; a moment outside it counts as its nearer end."""
    if act.far is None:
        return act.standing
    share = min(max((time - act.start) / max(act.end - act.start, 1e-6), 0.0), 1.0)
    eased = share * share * (3 - 2 * share)
    way = act.origin.towards(act.target, eased).raised(act.lift * 4 * eased * (1 - eased))
    scene = act.standing
    top = 0.0
    if isinstance(act.carried, Checker):
        flat = not act.carried.on_edge or share < 0.5
        scene = replace(scene, held=(replace(act.carried, at=way, on_edge=not flat),))
        top = sizes.thickness
    elif isinstance(act.carried, DoublingCube):
        scene = replace(scene, cube=replace(act.carried, at=way))
        top = sizes.cube
    if act.rolling:
        dice = tuple(_rolled(die, act, share) for die in act.rolling)
        scene = replace(scene, dice=(*scene.dice, *dice))
    opened = act.opened[0] + (act.opened[1] - act.opened[0]) * share
    hand = Hand(way.raised(top * 0.6 + 0.3), act.far, opened)
    return replace(scene, hands=(hand,))


def _rolled(die: SceneDie, act: Act, share: float) -> SceneDie:
    """A die on its way from the hand to where it comes to rest, tumbling."""
    left = 1 - min(share / act.landed, 1.0)
    if not left:
        return die
    start = act.origin.raised(2.0)
    ground = Place(die.at.x, die.at.y)
    at = ground.towards(start, left * left)
    hop = abs((left * 3) % 2 - 1) * left * 2.5
    return replace(
        die,
        at=Place(at.x, at.y, max(at.z, 0.0) + hop),
        turn=die.turn + 5 * left,
        tip=die.tip + 11 * left * left,
        axis=die.axis + 2 * left,
    )


def resting_place(far: bool, sizes: Sizes) -> Place:
    """Where a player's hand is while it is not over the table."""
    x = sizes.width / 2 + (-6.0 if far else 6.0)
    return Place(x, sizes.depth + OUTSIDE if far else -OUTSIDE, 3.0)
