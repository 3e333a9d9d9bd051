"""Interval tables: a game won by six pairs on alternate points of one's own side.

The set-up and the moves are those of northern shuanglu: equal numbers are played once each. Nothing is borne
off. The aim is to bring twelve checkers as six pairs to alternate points of one's own side, either 12, 10,
8, 6, 4 and 2 or 11, 9, 7, 5, 3 and 1; the three others may stand only on points of that pattern.

Who has done so wins one chip. With the odd pattern the game is over; after the even one it goes on while their
1, the empty point behind it, lets them make the odd pattern too, for one chip more. Whoever has won more chips
wins the difference. Where neither comes nearer to a pattern any more, the game ends when both agree, or after
twenty turns of the two without progress.
"""

from engine.tables.bases import CHINESE
from engine.tables.tables_game import BearOff, Choice, Option
from engine.tables.winning import Alternating, NoNearer

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
    chips=(Alternating(),),
    deadlock=NoNearer(),
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
                Choice("anywhere", (("wins.spare_anywhere", True), ("chips.spare_anywhere", True))),
            ),
        ),
        Option(
            "second_pattern",
            "Whether who has made the even pattern may go on to the odd one for another chip (on), or the first"
            " pattern ends the game (off).",
            (
                Choice("on"),
                Choice("off", (("wins.second", False), ("chips.second", False))),
            ),
        ),
    ),
)
