"""Match winning chances: what the score is worth, and what is at stake in the game that is on.

They are an aid to who plays, so they are told on request alone, and to nobody where the profile shows no pip counts, gives
no hints or keeps silent; the referee at his desk is asked for them by players, too, and is told no more.
"""

from dataclasses import dataclass

from engine.board import Side
from engine.i18n import Saying, saying
from engine.match.equity import TABLE, ScoreOutcome, at_stake, chance_after, chance_at
from engine.match.match import crawford_next
from engine.records.format_limits import is_known
from engine.state.match_state import Ledger

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Chances:
    """White's match winning chances before the game that is on, or the next one: as the score is (`now`), after each outcome
    with the cube at `cube`, and if the double on offer is passed (None: there is none).
    """

    now: float
    cube: int
    outcomes: tuple[ScoreOutcome, ...]
    passed: ScoreOutcome | None = None

    def as_json(self) -> Json:
        """The answer of `GET /api/chances`."""
        return {
            "table": TABLE,
            "now": _both(self.now),
            "cube": self.cube,
            "outcomes": [_outcome(each) for each in self.outcomes],
            "passed": None if self.passed is None else _outcome(self.passed),
        }


def chances_of(ledger: Ledger) -> Chances | Saying:
    """The chances in the match that is on, or why they are not told."""
    if not ledger.profile.tells_chances:
        return saying("Winning chances are an aid, which the referee's profile of this match does not allow.")
    match, length = ledger.match, ledger.match.length
    if ledger.winner is not None or not length:
        return saying("There are winning chances only in a match that is being played.")
    if not all(is_known(chosen.rules()) for chosen in match.agreed.games):
        return saying("Winning chances are known for backgammon alone.")
    playing = ledger.playing and ledger.game is not None
    score = ledger.game.score if playing and ledger.game is not None else ledger.score
    state = ledger.crawford if playing else crawford_next(ledger.crawford, length, score)
    offered = ledger.cube.offered_by if playing else None
    cube = (ledger.cube.next_value if offered else ledger.cube.value) if playing else 1
    now = chance_at(length, score, state)
    outcomes = at_stake(length, score, state, cube)
    if now is None or not outcomes:
        return saying("The table of winning chances does not know matches as long as this one.")
    passed = None
    if offered is not None:
        points = min(ledger.cube.value, length - score.of(offered))
        chance = chance_after(length, score, state, offered, points)
        passed = None if chance is None else ScoreOutcome(offered, points, chance)
    return Chances(now, cube, outcomes, passed)


def _outcome(outcome: ScoreOutcome) -> Json:
    return {"winner": outcome.winner.value, "points": outcome.points, "chance": _both(outcome.chance)}


def _both(white: float) -> Json:
    return {Side.WHITE.value: round(white, 5), Side.BLACK.value: round(1 - white, 5)}
