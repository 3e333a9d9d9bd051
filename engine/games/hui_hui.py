"""Muslim tables: once all checkers are home, two go off each turn, whatever the dice show.

As northern shuanglu, from the set-up of backgammon and with equal numbers played once each. When all fifteen
of a player's checkers are home, on points 6 to 1, they no longer need the dice: in each turn they take off any
two.

Who is off first wins one chip, or two if the loser has borne off no checker. In effect the race is won by
whoever is home first.
"""

from engine.tables.bases import CHINESE, STOP_AT_HOME
from engine.tables.tables_game import BearOff

GAME = CHINESE.variant(
    id="hui_hui",
    names=(
        ("en", "Muslim Tables"),
        ("zh", "回回雙陸"),
    ),
    aliases=("hui hui shuanglu", "muslim shuanglu", "回回双陆", "回回"),
    source="Tableside rules B3; Hong Zun, Pu Shuang (1151)",
    rules=__doc__,
    bearoff=BearOff.ANY_TWO,
    options=(STOP_AT_HOME,),
)
