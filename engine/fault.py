"""A fault: why a play is illegal."""

from dataclasses import dataclass

from engine.play import Play


@dataclass(frozen=True, slots=True)
class Fault:
    """The rule that a seen position breaks, with the points concerned and the nearest legal play.

    `rule` is an id such as `R.must_use`; `message` the id of its sentence in engine.words.wording, filled with `args`;
    `points` are in the mover's own numbering (25 the bar, 0 off). `also`: the other rules broken, less telling ones.
    """

    rule: str
    message: str
    args: tuple[tuple[str, str | int], ...] = ()
    points: tuple[int, ...] = ()
    nearest: Play | None = None
    also: "tuple[Fault, ...]" = ()
