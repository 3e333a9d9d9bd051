"""What is said of an illegal play, in a sentence or two: what is wrong with it, and what would be legal."""

from device.status.text.naming import names_of
from engine.board import Side
from engine.dice import Roll
from engine.errors import VastTurn
from engine.fault import Fault
from engine.i18n import Translator
from engine.plays.legal import legal_plays
from engine.plays.notation import play_text
from engine.position import Position
from engine.state.beginning import rules_now
from engine.state.match_state import MatchState
from engine.tables.tables import TablesGame
from engine.words.wording import sentence


def what_is_wrong(
    match_state: MatchState,
    fault: Fault,
    side: Side,
    before: Position | None,
    roll: Roll | None,
    translator: Translator,
) -> str:
    """What is wrong with a board, and the nearest legal play of a roll from the position
    `before`, as `side` counts points.

    `The 5 was thrown only once, but 18/13 7/2 uses it twice. Legal: 18/13 10/6 or …`
    """
    why = sentence(fault, names_of(match_state, translator))
    legal = "" if fault.nearest is None else play_text(fault.nearest)
    if not legal or legal in why:
        return why
    if _is_only_one(match_state, side, before, roll):
        return translator("{why} Legal: {play}.", why=why, play=legal)
    return translator("{why} Legal: {play} or …", why=why, play=legal)


def _is_only_one(match_state: MatchState, side: Side, before: Position | None, roll: Roll | None) -> bool:
    """Whether no more than one play of a roll is legal."""
    rules = rules_now(match_state)
    if before is None or roll is None or not isinstance(rules, TablesGame):
        return False
    try:
        return len(legal_plays(rules, before, side, roll)) <= 1
    except VastTurn:
        return False
