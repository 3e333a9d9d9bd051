"""What a perfect eye says of a board, for tests in which nobody looks."""

from dataclasses import dataclass

from engine.board import Occupancy


@dataclass(frozen=True)
class Sure:
    """Evidence of exactly one board: every site that is otherwise costs 20 nats."""

    shown: Occupancy

    def log_likelihood(self, occupancy: Occupancy) -> float:
        sites = zip(self.shown.light + self.shown.dark, occupancy.light + occupancy.dark, strict=True)
        return -20.0 * sum(seen != asked for seen, asked in sites)

    def by_site(self, occupancy: Occupancy) -> tuple[float, ...]:
        shown, asked = (zip(each.light[1:], each.dark[1:], strict=True) for each in (self.shown, occupancy))
        return tuple(0.0 if seen == other else -20.0 for seen, other in zip(shown, asked, strict=True))

    def best(self, men: tuple[int, int] | None) -> Occupancy:
        return self.shown
