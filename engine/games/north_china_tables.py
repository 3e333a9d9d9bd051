"""The common tables of north China: northern shuanglu in which a doublet earns another throw.

As northern shuanglu, from the set-up of backgammon and with equal numbers played once each, but who has
thrown a doublet throws again after they have played it.
"""

from engine.games.ping_bei import GAME as PING_BEI
from engine.tables.numbers import Plain, ThrowsAgain

GAME = PING_BEI.variant(
    id="north_china_tables",
    names=(("en", "Common Tables of North China"),),
    aliases=("north china", "north chinese tables"),
    source="Tableside rules B1; Hu Desheng's reading of Hong Zun",
    rules=__doc__,
    numbers=Plain(ThrowsAgain.ALWAYS),
    options=(),
)
