"""What an engine thinks of a single position: the best plays of a throw, or whether to double and to take."""

import threading
from dataclasses import replace

from device.errors import AnalysisError, NotNow
from device.library.analysis.analysis_values import PositionAnalysis
from device.library.analysis.engines import Engine
from engine.i18n import Phrase, phrase
from engine.records.codes.game_standing import MEN, GameStanding
from engine.state.match_state import MatchState

PLY = 2
"""So many plies it looks ahead, as at night with matches."""
MOST_PLAYS = 5
"""So many plays are told."""
SECONDS = 120.0
"""How long it may take at its low priority."""
WAITING = 3
"""Positions that wait while one is looked at."""

_waiting = threading.Semaphore(WAITING + 1)
_looking = threading.Lock()


def analyse_position(standing: GameStanding, engine: Engine, ply: int = PLY) -> PositionAnalysis:
    """What an engine thinks of a position; one at a time, from any thread.

    Raises AnalysisError, and NotNow where too many wait.
    """
    if standing.men != MEN or standing.position.white[0] == MEN or standing.position.black[0] == MEN:
        raise AnalysisError(
            phrase("there is nothing here to analyse: only games of backgammon under way are known")
        )
    if not _waiting.acquire(blocking=False):
        raise NotNow(phrase("Other positions are being analysed: try again in a few seconds."))
    try:
        with _looking:
            # A double that was offered is told by the equities of who may double.
            plain = replace(standing, offered=False, resigned=0, resigner=None)
            return engine.look_at(plain, ply, MOST_PLAYS, SECONDS)
    finally:
        _waiting.release()


def withheld(match_state: MatchState) -> Phrase | None:
    """Why no position is analysed now at a table: what is best is an aid to who plays; None where it may be told."""
    if match_state.playing and not match_state.profile.tells_chances:
        return phrase(
            "An analysis is an aid, which the referee's profile does not allow before the game is over."
        )
    return None
