"""Nan pi: four-sided dice that show 2, 3, 4 and 5.

As luo ying, from the set-up of backgammon, but the two dice have four faces, 2, 3, 4 and 5. So no checker
ever enters on 24 or on 19, and a checker on 1 or on 6 is borne off only by a larger number or after a move.
Equal numbers are played once each. A win counts one chip, or two if the loser has borne off no checker.
"""

from engine.tables.bases import CHINESE

GAME = CHINESE.variant(
    id="nan_pi",
    names=(
        ("en", "Nan Pi"),
        ("zh", "南皮雙陸"),
    ),
    aliases=("nan pi shuanglu", "南皮", "南皮双陆"),
    source="Tableside rules B12; Hong Zun, Pu Shuang (1151)",
    rules=__doc__,
    faces=(2, 3, 4, 5),
)
