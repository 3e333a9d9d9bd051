"""Irish, the parent of backgammon: equal numbers are played only once each.

As backgammon, from the same set-up, but a doublet is only two moves, and there are no gammons and no cube.
Who has borne off all their checkers wins one point.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.tables_game import TablesGame, Tier

GAME = TablesGame(
    id="irish",
    names=(("en", "Irish"),),
    aliases=("the irish game", "irish tables", "irish backgammon"),
    source="Tableside rules B20; Wikipedia on Irish (game)",
    rules=__doc__,
    tier=Tier.HISTORIC,
    numbers=PLAIN,
    grades=(SINGLE,),
)
