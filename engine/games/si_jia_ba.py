"""Si jia ba, a game of the southern seas: three checkers each on five points win double.

From the set-up of backgammon, with two dice and equal numbers played once each, as luo ying. Who has three
checkers each on their points 5, 4, 3, 2 and 1 wins two games at once. Otherwise bearing off is as in
backgammon; it counts one chip, or two if the loser has borne off no checker.
"""

from engine.tables.bases import CHINESE
from engine.tables.tables_game import Choice, Option
from engine.tables.winning import FiveThrees, Pattern

GAME = CHINESE.variant(
    id="si_jia_ba",
    names=(
        ("en", "Si Jia Ba"),
        ("zh", "四架八雙陸"),
    ),
    aliases=("si jia ba shuanglu", "四架八", "四架八双陆", "champa", "champa tables"),
    source="Tableside rules B11; Hong Zun, Pu Shuang (1151), after Hu Desheng",
    rules=__doc__,
    wins=(Pattern("three by three", ((5, 3), (4, 3), (3, 3), (2, 3), (1, 3)), 2),),
    options=(
        Option(
            "any_five",
            "Three checkers each on any five points of the home table will do.",
            (
                Choice(False),
                Choice(True, (("wins", (FiveThrees(),)),)),
            ),
        ),
    ),
)
