"""Interval tables: a game won by six pairs on alternate points of one's own side.

The set-up and the moves are those of northern shuanglu: equal numbers are played once each. Nothing is borne
off. The aim is to bring twelve checkers as six pairs to alternate points of one's own side, either 12, 10,
8, 6, 4 and 2 or 11, 9, 7, 5, 3 and 1; the three others may stand only on points of that pattern.

Who has done so wins one chip, and the game is over. Of old a player could announce that he went on, from the
even pattern to the odd one behind it, for one chip more; that is left to the players.
"""

from engine.tables.bases import CHINESE
from engine.tables.tables import BearOff, Choice, Option
from engine.tables.winning import Alternating

GAME = CHINESE.variant(
    id="da_jian",
    names=(
        ("en", "Interval Tables"),
        ("zh", "打間雙陸"),
    ),
    aliases=("da jian shuanglu", "interval shuanglu", "打间", "打间双陆", "打間"),
    source="Tableside rules B2; Hong Zun, Pu Shuang (1151), after Hu Desheng",
    rules=__doc__,
    bearoff=BearOff.NONE,
    wins=(Alternating(),),
    options=(
        Option(
            "bearoff",
            "Whether checkers can be borne off as in backgammon besides (std).",
            (
                Choice("none"),
                Choice("std", (("bearoff", BearOff.STANDARD),)),
            ),
        ),
        Option(
            "spare",
            "Where the three checkers that are not needed may stand: on the pattern's points only, or"
            " anywhere.",
            (
                Choice("pattern"),
                Choice("anywhere", (("wins", (Alternating(spare_anywhere=True),)),)),
            ),
        ),
    ),
)
