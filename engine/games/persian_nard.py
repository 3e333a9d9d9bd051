"""Takhte nard, the Persian and Caucasian tables: a hitter in the home table must stay where it hit.

As backgammon, but without the cube; both dice are thrown again after it is decided who begins, the winner of a game
begins the next, and a win counts one point, or two if the loser has borne off no checker. A checker that hits on its
own points 6 to 1 may not move again in that turn; another checker may cover it. Points entered from the bar lie
outside the home table, so a checker that hits as it enters may move on.
"""

from engine.tables.bases import NEAR_EASTERN
from engine.tables.options import Departure
from engine.tables.restrictions import NoHitAndRun
from engine.tables.tables_game import Choice, Option

GAME = NEAR_EASTERN.variant(
    id="persian_nard",
    names=(
        ("en", "Takhte Nard"),
        ("ru", "Кавказские нарды"),
        ("fi", "Kaukasialainen lautapeli"),
        ("fa", "تخته نرد"),
    ),
    aliases=(
        "persian",
        "persian backgammon",
        "takhte",
        "takhteh",
        "nard",
        "caucasian nard",
        "kavkazskie nardy",
        "persian tables",
        "caucasian tables",
        "takhteh nard",
        "caucasian nardy",
    ),
    source="Tableside rules A10",
    rules=__doc__,
    step_rules=(NoHitAndRun(),),
    options=(
        Option(
            "hit_and_run",
            "Whether a checker that has hit in the home table may not move on at all (forbidden), or only not "
            "to a point that its own side holds (only_to_safety).",
            (
                Choice("forbidden"),
                Choice("only_to_safety", (("step_rules", (NoHitAndRun(only_to_safety=True),)),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "backgammon-game.eu",
            "a checker that hits at home may not move on at all",
            "Salmi",
            "only not into safety",
            "persian_nard_s0",
        ),
    ),
)
