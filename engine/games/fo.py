"""Buddha tables: twelve checkers enter as six pairs before anything moves.

Each player has twelve checkers in the hand, and the players move in contrary directions. A number enters a
checker on its point from 24 to 19; a point takes two and no more until each of the six holds two. Only then
do checkers move. Numbers that cannot be used are lost, and equal numbers are played once each.

Nothing is hit while the player enters their pairs; after that blots are hit as in backgammon, and bearing off
is as in backgammon too. A win counts one chip, or two if the loser has borne off no checker.
"""

from engine.tables.bases import CHINESE
from engine.tables.restrictions import PairsFirst
from engine.tables.tables_game import Choice, Landing, Option

GAME = CHINESE.variant(
    id="fo",
    names=(
        ("en", "Buddha Tables"),
        ("zh", "佛雙陸"),
    ),
    aliases=("buddha", "buddhist tables", "fo shuanglu", "佛双陆"),
    source="Tableside rules B9; Hong Zun, Pu Shuang (1151), after Hu Desheng",
    rules=__doc__,
    men=12,
    setup=((25, 12),),
    enter_first=0,
    step_rules=(PairsFirst(),),
    options=(
        Option(
            "no_hit",
            "Nothing is ever hit.",
            (
                Choice(False),
                Choice(
                    True,
                    (
                        ("landing", Landing.SOLO_BLOCK),
                        ("block_at", 1),
                    ),
                ),
            ),
        ),
    ),
)
