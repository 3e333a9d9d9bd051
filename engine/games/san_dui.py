"""Three-stack tables: three stacks of five, on 24, 13 and 7, and three dice.

As three-point tables, but the stacks of five stand on 24, 13 and 7. Three dice, each one move; bearing off
as in backgammon. A win counts one chip, or two if the loser has borne off no checker.
"""

from engine.games.san_liang import GAME as SAN_LIANG

GAME = SAN_LIANG.variant(
    id="san_dui",
    names=(
        ("en", "Three-Stack Tables"),
        ("zh", "三堆雙陸"),
    ),
    aliases=("san dui shuanglu", "three stacks", "three-stack", "三堆", "三堆双陆"),
    source="Tableside rules B10; Hong Zun, Pu Shuang (1151)",
    rules=__doc__,
    setup=((24, 5), (13, 5), (7, 5)),
)
