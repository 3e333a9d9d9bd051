"""The position code of a step, for people who want to put it into another program."""

from engine.errors import EngineError
from engine.records.codes.game_standing import GameStanding
from engine.records.codes.xgid import write_xgid
from engine.records.variations import variation_of
from engine.state.match_state import Ledger


def xgid_of(ledger: Ledger) -> str | None:
    """The XGID of how a game stands, White being X; None where no game is on, or none of those that XGIDs are for."""
    game, side = ledger.game, ledger.cube.offered_by or ledger.side
    if (
        game is None
        or ledger.position is None
        or side is None
        or variation_of(ledger.match.rules(game)) is None
    ):
        return None
    terms, length = ledger.match.terms, ledger.match.length
    offered = ledger.cube.offered_by is not None
    standing = GameStanding(
        ledger.position, side, None if offered else ledger.roll, ledger.cube.value, ledger.cube.owner, game.score, length,
        crawford=game.crawford, jacoby=not length and terms.jacoby, beaver=not length and terms.beaver, offered=offered,
    )  # fmt: skip
    try:
        return write_xgid(standing)
    except EngineError:
        # A board that was left against the rules, or a cube of 3: XGIDs have no such thing.
        return None
