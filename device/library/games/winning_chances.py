"""Match winning chances: what the score is worth, and what is at stake in the game that is on.

They are an aid to who plays, so they are told on request alone, and to nobody where the profile
shows no pip counts, gives no hints or keeps silent; the referee at their desk is asked for them by
players, too, and is told no more.
"""

from dataclasses import dataclass

from device.shape import Json, Shaped, many, maybe, number, of, shape, shaped, text, thing, whole
from device.status.board_json import SIDE
from engine.board import Side
from engine.i18n import Phrase, phrase
from engine.match.equity import TABLE, ScoreOutcome, at_stake, chance_after, chance_at
from engine.match.match import crawford_next
from engine.records.format_limits import is_known
from engine.state.match_state import MatchState

_BOTH = thing({"W": number(), "B": number()})
_OUTCOME = shape(
    {"winner": SIDE, "points": whole(1), "chance": of(lambda outcome: _both(outcome.chance), _BOTH)}
)


@shaped(
    {
        "table": of(lambda _: TABLE, text("Which match equity table tells them.")),
        "now": of(lambda chances: _both(chances.now), _BOTH),
        "cube": whole(1, says="The cube that the outcomes are for; a double on offer counts as taken."),
        "outcomes": of(lambda chances: [_OUTCOME.json(each) for each in chances.outcomes], many(_OUTCOME)),
        "passed": of(lambda chances: chances.passed and _OUTCOME.json(chances.passed), maybe(_OUTCOME)),
    }
)
@dataclass(frozen=True, slots=True)
class Chances(Shaped):
    """White's match winning chances before the game that is on, or the next one: as the score is (`now`),
    after each outcome with the cube at `cube`, and if the double on offer is passed (None: there is none).
    """

    now: float
    cube: int
    outcomes: tuple[ScoreOutcome, ...]
    passed: ScoreOutcome | None = None


def chances_of(match_state: MatchState) -> Chances | Phrase:
    """The chances in the match that is on, or why they are not told."""
    if not match_state.profile.tells_chances:
        return phrase("Winning chances are an aid, which the referee's profile of this match does not allow.")
    match, length = match_state.match, match_state.match.length
    if match_state.winner is not None or not length:
        return phrase("There are winning chances only in a match that is being played.")
    if not all(is_known(chosen.rules()) for chosen in match.agreed.games):
        return phrase("Winning chances are known for backgammon alone.")
    playing = match_state.playing and match_state.game is not None
    score = match_state.game.score if playing and match_state.game is not None else match_state.score
    state = match_state.crawford if playing else crawford_next(match_state.crawford, length, score)
    offered = match_state.cube.offered_by if playing else None
    cube = (match_state.cube.next_value if offered else match_state.cube.value) if playing else 1
    now = chance_at(length, score, state)
    outcomes = at_stake(length, score, state, cube)
    if now is None or not outcomes:
        return phrase("The table of winning chances does not know matches as long as this one.")
    passed = None
    if offered is not None:
        points = min(match_state.cube.value, length - score.of(offered))
        chance = chance_after(length, score, state, offered, points)
        passed = None if chance is None else ScoreOutcome(offered, points, chance)
    return Chances(now, cube, outcomes, passed)


def _both(white: float) -> Json:
    return {Side.WHITE.value: round(white, 5), Side.BLACK.value: round(1 - white, 5)}
