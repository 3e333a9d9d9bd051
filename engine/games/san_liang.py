"""Three-point tables, the Chinese game: three stacks of five and three dice.

Each player has five checkers each on their 24, 12 and 7. Otherwise as northern shuanglu, but with three dice:
every die is one move, and equal numbers give nothing extra. Bearing off is as in backgammon. A win counts
one chip, or two if the loser has borne off no checker.
"""

from engine.tables.bases import CHINESE
from engine.tables.tables_game import FirstRoll

GAME = CHINESE.variant(
    id="san_liang",
    names=(
        ("en", "Three-Point Tables"),
        ("zh", "三梁雙陸"),
    ),
    aliases=(
        "san liang shuanglu",
        "chinese tables",
        "三梁",
        "三梁双陆",
        "漢家雙陸",
        "three-point",
        "汉家双陆",
        "汉家",
    ),
    source="Tableside rules B4; Hong Zun, Pu Shuang (1151)",
    rules=__doc__,
    setup=((24, 5), (12, 5), (7, 5)),
    first_roll=FirstRoll.REROLL,
    dice=3,
)
