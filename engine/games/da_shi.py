"""Dashi tables, the game of the Tajiks: three dice, and chips for triplets and for a tidy home.

From the set-up of backgammon, with three dice, each one move. Two equal numbers earn another throw; three
equal numbers earn a chip and another throw. Single checkers are hit, and bearing off is as in backgammon.

Who has all their checkers home and not dispersed, three each on five points in a row, wins a chip. Who is off
first wins the game: one chip, or two if the loser has borne off no checker.
"""

from engine.tables.bases import CHINESE
from engine.tables.numbers import Plain, ThrowsAgain
from engine.tables.options import Departure
from engine.tables.restrictions import CornerByDoublet
from engine.tables.tables_game import Choice, FirstRoll, Option
from engine.tables.winning import FiveTriples, Triplet

GAME = CHINESE.variant(
    id="da_shi",
    names=(
        ("en", "Dashi Tables"),
        ("zh", "大食雙陸"),
    ),
    aliases=("da shi shuanglu", "tajik", "tajik tables", "persian shuanglu", "大食", "大食双陆"),
    source="Tableside rules B13; Hong Zun, Pu Shuang (1151), after Hu Desheng",
    rules=__doc__,
    first_roll=FirstRoll.REROLL,
    dice=3,
    numbers=Plain(ThrowsAgain.ALWAYS),
    chips=(Triplet(), FiveTriples()),
    options=(
        Option(
            "corner_doublet",
            "A checker may pass from 13 to 12 only with a throw that has two equal numbers.",
            (
                Choice(False),
                Choice(True, (("+step_rules", CornerByDoublet()),)),
            ),
        ),
        Option(
            "reroll_only_bearoff",
            "Equal numbers earn another throw only once all one's checkers are home, while bearing off.",
            (
                Choice(False),
                Choice(True, (("again_at_home", True),)),
            ),
        ),
        Option(
            "all_home",
            "All checkers at home, however they stand, win the chip.",
            (
                Choice(False),
                Choice(True, (("chips", (Triplet(), FiveTriples(all_home=True))),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "Hong Zun",
            "equal numbers always earn another throw",
            "Hu Desheng",
            "only in bearing off",
            "reroll_only_bearoff=true",
        ),
    ),
)
