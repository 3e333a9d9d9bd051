"""Luo ying, the first of the games of Guangzhou: northern shuanglu on a board marked otherwise.

As northern shuanglu: the set-up of backgammon, contrary directions, and equal numbers played once each. Only
the marking of the board differs. A win counts one chip, or two if the loser has borne off no checker.
"""

from engine.games.ping_bei import GAME as PING_BEI

GAME = PING_BEI.variant(
    id="luo_ying",
    names=(
        ("en", "Luo Ying"),
        ("zh", "罗嬴双陆"),
    ),
    aliases=(
        "luo ying shuanglu",
        "luoying tables",
        "罗嬴",
        "囉嬴雙陸",
        "cantonese tables",
        "guangzhou shuanglu",
        "囉贏雙陸",
        "罗赢",
    ),
    source="Tableside rules B6; Hong Zun, Pu Shuang (1151)",
    rules=__doc__,
    options=(),
)
