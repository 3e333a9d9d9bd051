"""How a snapshot shows what is wrong with a play."""

from dataclasses import dataclass
from typing import Self

from device.shape import Shaped, flag, many, of, shaped, text
from device.status.board_difference import Places, misplaced
from device.status.board_json import SIDE, SITE
from device.status.text.naming import names_of
from device.status.text.status_text import plain_fault
from engine.board import Side
from engine.i18n import Translator
from engine.play import Fault
from engine.referee.reckoning import Reckoning
from engine.rules import Rules
from engine.squares import square_name
from engine.state.match_state import MatchState
from engine.tables.tables_game import TablesGame
from engine.words.wording import sentence


@shaped(
    {
        "side": SIDE,
        "rule": text(),
        "text": text(),
        "told": of(lambda view: view.text, text("The same as `text`.")),
        "points": many(SITE),
        "provisional": flag("The turn has not ended yet: it can be put right."),
        "stands": many(SITE),
        "should": many(SITE),
    }
)
@dataclass(frozen=True, slots=True)
class FaultView(Shaped):
    """What is wrong with the board: the rule, a sentence, the points concerned in White's numbering, or the squares.

    `provisional`: the turn has not ended yet, so that it can still be put right. Beside the nearest legal
    play, where one is known, a checker too many stands on the points `stands`, and one is missing on the
    points `should`.
    """

    side: Side
    rule: str
    text: str
    points: Places
    provisional: bool
    stands: Places = ()
    should: Places = ()

    @classmethod
    def of(
        cls, match_state: MatchState, reckoning: Reckoning, translator: Translator, *, hints: bool
    ) -> Self | None:
        """What is wrong with the board or the last play; without `hints` only that there is something."""
        fault, side, stands = match_state.fault, reckoning.at_fault, match_state.fault_stands
        if fault is None:
            return None
        if not hints:
            return cls(side, fault.rule, plain_fault(match_state, side, translator), (), not stands)
        rules = reckoning.rules
        there, missing = misplaced(rules, reckoning.nearest, side, fault, match_state.seen)
        text, where = sentence(fault, names_of(match_state, translator)), _places(fault, side, rules)
        return cls(side, fault.rule, text, where, not stands, there, missing)


def _places(fault: Fault, side: Side, game: Rules) -> tuple[int, ...] | tuple[str, ...]:
    """Where a side's fault is: the points as the near player of backgammon counts them, or the names of the squares."""
    if not isinstance(game, TablesGame):
        return tuple(square_name(each) for each in fault.points)
    lies = game.lying(side)
    return tuple(lies[point] for point in fault.points)
