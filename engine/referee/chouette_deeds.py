"""Deeds in a chouette: whether something can be done now, the duties at cubes that are doubled together, and what of it
is done on the board.
"""

from dataclasses import replace

from engine.errors import InvalidChouette
from engine.i18n import Phrase, phrase, phrase_of
from engine.match.chouette import Chouette, chouette_of
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed
from engine.match.match import CheckerTurn
from engine.match.terms import Terms
from engine.state.match_state import MatchState, Phase, why_no_double
from engine.state.messages import AnswerCube, Command, OfferCube, RaccoonCube, SetCube, StartChouette
from engine.words.reasons import CubeReason

_ANYTIME = (ChouetteAct.JOIN, ChouetteAct.LEAVE)
"""What is done between games, too."""
_ANSWERS = (ChouetteAct.TAKE, ChouetteAct.PASS, ChouetteAct.BEAVER)
"""What is said to a double."""


def begun_by(match_state: MatchState, command: StartChouette) -> Chouette:
    """The chouette that a person begins; where one may have to beaver, beavers are played. Raises InvalidChouette."""
    terms: Terms = command.terms or match_state.match.terms.for_length(0)
    if command.agreed.lone_beaver:
        terms = replace(terms, beaver=True)
    chouette = chouette_of(command.players, terms, command.agreed)
    return replace(chouette, since=match_state.match_number + 1)


def why_not_now(match_state: MatchState, deed: ChouetteDeed) -> Phrase | None:
    """Why something cannot be done in the chouette now; None where it can."""
    chouette = match_state.chouette
    if chouette is None:
        return phrase("Nobody plays a chouette here: begin one first.")
    if not chouette.is_on and deed.act not in _ANYTIME:
        return phrase("No game of the chouette is on.")
    if deed.act in (ChouetteAct.DOUBLE, ChouetteAct.BOX_DOUBLES):
        boxed = deed.act is ChouetteAct.BOX_DOUBLES
        side = chouette.box_side if boxed else chouette.box_side.other
        waits = match_state.phase is Phase.DOUBLED and match_state.cube.offered_by is side
        # Whether the cube on the board may be turned is another matter than whether it is time to.
        whose = replace(match_state, cube=replace(match_state.cube, owner=None, in_play=True))
        reason = None if waits else why_no_double(whose, side)
        if isinstance(reason, CubeReason):
            return phrase("Nobody doubles now: {why}.", why=Phrase(reason.sentence))
    turns = () if match_state.game is None else match_state.game.turns
    if deed.act is ChouetteAct.PARTNER and any(isinstance(turn, CheckerTurn) for turn in turns):
        return phrase("Partners join the box before the first play of a game.")
    try:
        chouette.after(deed)
    except InvalidChouette as error:
        return phrase_of(error)
    return broken_duty(chouette, deed)


def why_no_answer(match_state: MatchState, command: AnswerCube) -> Phrase | None:
    """Why a double of the captain's cube is not to be answered so: a duty of the chouette; None where it may be."""
    chouette = match_state.chouette
    if chouette is None or not chouette.is_on:
        return None
    taken = ChouetteAct.BEAVER if command.beaver else ChouetteAct.TAKE
    act = taken if command.take else ChouetteAct.PASS
    return broken_duty(chouette, ChouetteDeed(act, chouette.captain))


def why_no_cube(match_state: MatchState) -> Phrase | None:
    """Why no cube can be put on the board: the captain who plays on is out of the game; None where one can."""
    chouette = match_state.chouette
    if chouette is None or not chouette.is_on:
        return None
    if any(each.player == chouette.captain for each in chouette.open):
        return None
    return phrase("{name} is out of this game: no cube lies on the board.", name=chouette.captain)


def on_board(match_state: MatchState, deed: ChouetteDeed) -> Command | None:
    """What is done on the board where the deed is about the captain's cube, which lies there; None for any other."""
    chouette = match_state.chouette
    if chouette is None or deed.against not in ("", chouette.box) or deed.player != chouette.captain:
        return None
    match deed.act:
        case ChouetteAct.DOUBLE | ChouetteAct.BOX_DOUBLES:
            return OfferCube()
        case ChouetteAct.TAKE | ChouetteAct.PASS | ChouetteAct.BEAVER:
            return AnswerCube(deed.act is not ChouetteAct.PASS, deed.act is ChouetteAct.BEAVER)
        case ChouetteAct.RACCOON:
            return RaccoonCube()
        case ChouetteAct.SET_CUBE:
            return SetCube(replace(match_state.cube, value=deed.value, owner=deed.owner))
    return None


def broken_duty(chouette: Chouette, deed: ChouetteDeed) -> Phrase | None:
    """Which duty an answer would break, with those to all cubes that were doubled together; None: it breaks none.

    It is for answers that are told: how the real cube was answered is taken as it lies.
    """
    stake = chouette.stake_of(deed.player, deed.against)
    if stake is None or stake.cube.offered_by is None or deed.act not in _ANSWERS:
        return None
    taken = sum(each.answered and each.is_open for each in chouette.stakes)
    passed = sum(each.answered and each.passed for each in chouette.stakes)
    together = taken + passed + sum(each.cube.offered_by is not None for each in chouette.open)
    boxed, passes = stake.cube.offered_by is chouette.box_side, deed.act is ChouetteAct.PASS
    if not boxed and chouette.agreed.half and (taken or not passes) and 2 * (passed + passes) > together:
        return phrase("To play on, the box takes at least half of the cubes, or passes all.")
    alone = boxed and together > 1 and passed == together - 1
    if alone and chouette.agreed.lone_beaver and deed.act is ChouetteAct.TAKE and chouette.terms.beaver:
        return phrase("{name} alone takes, and so has to beaver.", name=stake.player)
    return None
