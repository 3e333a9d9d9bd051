"""Stakes: what an equity is worth at the score and the cube of a game."""

from dataclasses import dataclass, replace

from engine.board import Side
from engine.match.cube import CubeAction
from engine.match.equity import chance_after, chance_of, equity_of
from engine.match.match import Crawford, CubeTurn, Match, Score, crawford_next, first_crawford
from engine.records.scoring import cube_at_start

Standing = tuple[float | None, float | None, float | None]
"""White's equity, normalised, their match winning chances, and the points that they can
expect; None where nothing tells.
"""
NOT_TOLD: Standing = (None, None, None)
_TURNED = {CubeAction.TAKE: 1, CubeAction.BEAVER: 2, CubeAction.RACCOON: 4}
"""How often the value of a double the cube then shows."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """At what score a game is played, and with what cube: what equities are worth."""

    length: int
    score: Score
    crawford: Crawford
    cube: int = 1

    def equity(self, side: Side, value: float) -> float | None:
        """The normalised equity of a side in what the program gives: in a match the side's winning chances."""
        if not self.length:
            return value
        white = value if side is Side.WHITE else 1 - value
        found = equity_of(white, self.length, self.score, self.crawford, self.cube)
        return None if found is None else as_whites(side, found)

    def after(self, white: float) -> Standing:
        """An equity of White's as such, as match winning chances, and as points of a single game."""
        chance = chance_of(white, self.length, self.score, self.crawford, self.cube)
        return white, chance, None if self.length else white * self.cube

    def taken(self, white: float, then: "Stakes") -> Standing:
        """The same where the cube was just turned, so that equities are normalised at what it shows `then`."""
        _, chance, points = self.after(white)
        if points is not None:
            return points / then.cube, None, points
        equity = (
            None if chance is None else equity_of(chance, self.length, self.score, self.crawford, then.cube)
        )
        return equity, chance, None

    def turned(self, turn: CubeTurn) -> "Stakes":
        """The same after a double and its answer."""
        times = _TURNED.get(turn.answer) if turn.answer is not None else None
        return self if times is None else replace(self, cube=turn.value * times)

    def ends(self, side: Side) -> tuple[float, float] | None:
        """What a side has when it loses the game single, and when it wins it so: match winning chances, or -1 and 1 in
        single games; None where the table does not tell.
        """
        if not self.length:
            return -1.0, 1.0
        lost, won = (self.after(as_whites(side, end))[1] for end in (-1.0, 1.0))
        if lost is None or won is None:
            return None
        return (lost, won) if side is Side.WHITE else (1 - lost, 1 - won)

    def passed(self, winner: Side) -> Standing:
        """The same after the other side has passed."""
        white = as_whites(winner, 1.0)
        chance = chance_after(self.length, self.score, self.crawford, winner, self.cube)
        return white, chance, None if self.length else white * self.cube


def stakes_of(match: Match, numbers: tuple[int, ...]) -> list[Stakes]:
    """The score at which each of these games was played, and with what cube it began:
    automatic doubles have raised it.
    """
    state = first_crawford(match.length, match.terms)
    found: dict[int, Stakes] = {}
    for number, each in enumerate(match.games, 1):
        if state is not Crawford.OFF:
            state = crawford_next(state, match.length, each.score)
            # Who read the record may know better than the score tells.
            state = (
                Crawford.ACTIVE if each.crawford else Crawford.EXPIRED if state is Crawford.ACTIVE else state
            )
        found[number] = Stakes(match.length, each.score, state, cube_at_start(each).value)
    return [found[number] for number in numbers]


def as_whites(side: Side, equity: float) -> float:
    """A side's equity as White's, or White's as the side's."""
    return equity if side is Side.WHITE else -equity
