"""Shuanglu as played in the north of China: backgammon in which a doublet is just two numbers.

As backgammon, from the same set-up, but equal numbers are played only once each, and there is no cube and no
triple game. Who wins the throw for the start plays both numbers. A win counts one chip, or two if the loser
has borne off no checker. In Liaoning the game was won as soon
as all checkers were home, which can be agreed.
"""

from engine.tables.bases import CHINESE, STOP_AT_HOME
from engine.tables.numbers import Plain, ThrowsAgain
from engine.tables.options import Departure
from engine.tables.tables_game import Choice, Option

GAME = CHINESE.variant(
    id="ping_bei",
    names=(
        ("en", "Northern Shuanglu"),
        ("zh", "平雙陸"),
    ),
    aliases=(
        "ping bei shuanglu",
        "qidan",
        "khitan",
        "khitan tables",
        "ping shuanglu",
        "北雙陸",
        "契丹雙陸",
        "平双陆",
        "雙陸",
        "双陆",
        "shuanglu",
        "northern chinese tables",
        "ordinary northern tables",
        "ordinary northern",
    ),
    source="Tableside rules B1; Hong Zun, Pu Shuang (1151); Ludii, Shuanglu",
    rules=__doc__,
    options=(
        STOP_AT_HOME,
        Option(
            "doublet_rethrow",
            "A doublet earns another throw once it has been played.",
            (
                Choice(False),
                Choice(True, (("numbers", Plain(ThrowsAgain.ALWAYS)),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "Hong Zun",
            "equal numbers are played once each, and no more",
            "Hu Desheng",
            "they earn another throw",
            "doublet_rethrow=true",
        ),
    ),
)
