"""The duties at the cubes of a chouette that are doubled together, where they are agreed on."""

from engine.i18n import Phrase, phrase
from engine.match.chouette import Chouette
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed

_ANSWERS = (ChouetteAct.TAKE, ChouetteAct.PASS, ChouetteAct.BEAVER)
"""What is said to a double."""


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
