"""Xia zan: a doublet gives four moves and another throw.

As luo ying, from the set-up of backgammon, but a doublet is played four times and earns another throw. A win
counts one chip, or two if the loser has borne off no checker.
"""

from engine.tables.bases import CHINESE
from engine.tables.numbers import ThrowsAgain, Twice
from engine.tables.tables_game import Choice, Option

GAME = CHINESE.variant(
    id="xia_zan",
    names=(
        ("en", "Xia Zan"),
        ("zh", "下赞双陆"),
    ),
    aliases=("xia zan shuanglu", "下赞", "下囋雙陸", "下趱双陆", "下攢雙陸"),
    source="Tableside rules B7; Hong Zun, Pu Shuang (1151)",
    rules=__doc__,
    numbers=Twice(ThrowsAgain.ALWAYS),
    options=(
        Option(
            "reroll_if_complete",
            "A doublet earns another throw only if all four moves could be made.",
            (
                Choice(False),
                Choice(True, (("numbers", Twice(ThrowsAgain.IF_PLAYED)),)),
            ),
        ),
    ),
)
