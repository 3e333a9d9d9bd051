"""No-hit tables: no dice, but a secret number, and nobody is ever hit.

From the set-up of backgammon, in contrary directions. There are no dice: before each turn the mover's
opponent secretly picks a number from 1 to 6, and the throw is that number and its complement to seven. The
two are played once each.

Nothing is hit and nothing is closed: checkers of both colours may stand on a point together. Bearing off is
as in backgammon. A win counts one chip, or two if the loser has borne off no checker.
"""

from engine.tables.bases import CHINESE
from engine.tables.tables_game import Choice, Decide, DiceSource, Landing, Option

GAME = CHINESE.variant(
    id="bu_da",
    names=(
        ("en", "No-Hit Tables"),
        ("zh", "不打雙陸"),
    ),
    aliases=("bu da shuanglu", "no hit", "不打", "不打双陆"),
    source="Tableside rules B8; Hong Zun, Pu Shuang (1151), after Hu Desheng",
    rules=__doc__,
    decide=Decide.AGREED,
    source_of_dice=DiceSource.OPPONENT_IN_SECRET,
    landing=Landing.COEXIST,
    options=(
        Option(
            "source",
            "Who picks the number: the opponent in secret, or chance.",
            (
                Choice("opponent"),
                Choice("random", (("source_of_dice", DiceSource.CHANCE),)),
            ),
        ),
        Option(
            "landing",
            "Whether both colours may share a point, or one checker closes it to the other side "
            "(solo_block).",
            (
                Choice("coexist"),
                Choice(
                    "solo_block",
                    (
                        ("landing", Landing.SOLO_BLOCK),
                        ("block_at", 1),
                    ),
                ),
            ),
        ),
    ),
)
