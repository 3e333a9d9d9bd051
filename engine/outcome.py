"""An outcome: where a turn can lead."""

from dataclasses import dataclass

from engine.play import Play
from engine.position import Position


@dataclass(frozen=True, slots=True)
class Outcome:
    """A position that a roll leads to, its past included, and one play that leads there."""

    position: Position
    play: Play
