"""Seven-point tables: chips are won for seven pairs on one's own side.

Each player has five checkers each on their 24, 12 and 7. Otherwise as northern shuanglu, with two dice and
equal numbers played once each. Who has seven pairs on their own side, on seven of their points 12 to 1, wins one
chip, or two if their opponent has not made their seven; if they break them up and make seven again, they win
another. Bearing off all checkers ends the game, and the chips are settled with what that counts.
"""

from engine.tables.bases import CHINESE
from engine.tables.options import Departure
from engine.tables.tables_game import Choice, Option
from engine.tables.winning import ExposedHead, SevenPairs

GAME = CHINESE.variant(
    id="qi_liang",
    names=(
        ("en", "Seven-Point Tables"),
        ("zh", "七梁雙陸"),
    ),
    aliases=("qi liang shuanglu", "七梁", "七梁双陆"),
    source="Tableside rules B5; Hong Zun, Pu Shuang (1151), after Hu Desheng",
    rules=__doc__,
    setup=((24, 5), (12, 5), (7, 5)),
    chips=(SevenPairs(),),
    options=(
        Option(
            "consecutive",
            "The seven pairs must stand on seven points in a row.",
            (
                Choice(False),
                Choice(True, (("chips.consecutive", True),)),
            ),
        ),
        Option(
            "exposing_head",
            "A six that is thrown with all checkers home and none left on the 6 costs three chips: one reading of a"
            " rule that has come down unclear.",
            (
                Choice(False),
                Choice(True, (("+chips", ExposedHead()),)),
            ),
        ),
        Option(
            "seven_pairs_setup",
            "The checkers begin on seven points, two each on 24 to 18 and a third on the 24; where, no source says.",
            (
                Choice(False),
                Choice(True, (("setup", ((24, 3), (23, 2), (22, 2), (21, 2), (20, 2), (19, 2), (18, 2))),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "Hong Zun's diagram",
            "five checkers each begin on the 24, 12 and 7",
            "Hu Desheng",
            "seven points are made at the start",
            "seven_pairs_setup=true",
        ),
    ),
)
