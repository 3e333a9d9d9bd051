"""The position code of a step, for people who want to put it into another program."""

from engine.errors import EngineError
from engine.records.codes.game_standing import GameStanding
from engine.records.codes.xgid import write_xgid
from engine.records.variations import variation_of
from engine.state.match_state import MatchState


def xgid_of(match_state: MatchState) -> str | None:
    """The XGID of how a game stands, White being X; None where no game is on, or none of those that XGIDs are for."""
    game, side = match_state.game, match_state.cube.offered_by or match_state.side
    if (
        game is None
        or match_state.position is None
        or side is None
        or variation_of(match_state.match.rules(game)) is None
    ):
        return None
    terms, length = match_state.match.terms, match_state.match.length
    offered = match_state.cube.offered_by is not None
    standing = GameStanding(
        match_state.position,
        side,
        None if offered else match_state.roll,
        match_state.cube.value,
        match_state.cube.owner,
        game.score,
        length,
        crawford=game.crawford,
        jacoby=not length and terms.jacoby,
        beaver=not length and terms.beaver,
        offered=offered,
    )
    try:
        return write_xgid(standing)
    except EngineError:
        # A board that was left against the rules, or a cube of 3: XGIDs have no such thing.
        return None
