"""Tabula, the tables of late Rome: three dice, and both players run the same way from the hand.

Both players have fifteen checkers in the hand, enter them in the same quarter, on points 24 to 19, and move
in the same direction along the same points. Both throw again after it is decided who begins. There are three
dice; each is one move, equal numbers give nothing extra, and as many as possible must be played. While a
player has a checker in the hand, none of theirs may go beyond the first half, below their 13.

Single checkers are hit; a checker that was hit must enter before anything else is moved. When all their
checkers are home, on points 6 to 1, a player bears off, with exact numbers only. Who is off first wins one
point.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.restrictions import NoHalfUntilEntered
from engine.tables.tables_game import HAND, BearOff, Choice, FirstRoll, Option, Relation, TablesGame, Tier

GAME = TablesGame(
    id="tabula",
    names=(
        ("en", "Tabula"),
        ("la", "Tabula"),
        ("el", "Τάβλη"),
    ),
    aliases=("alea", "tabulae", "roman tables", "byzantine tables", "τάβλα"),
    source="Tableside rules B17; Finkel, bgammon, bead.game",
    rules=__doc__,
    first_roll=FirstRoll.REROLL,
    tier=Tier.HISTORIC,
    setup=HAND,
    relation=Relation.PARALLEL_SAME,
    dice=3,
    numbers=PLAIN,
    enter_first=0,
    bearoff=BearOff.EXACT,
    step_rules=(NoHalfUntilEntered(),),
    grades=(SINGLE,),
    options=(
        Option(
            "bearoff",
            "Whether only exact numbers bear off, or larger ones take the hindmost checker too (standard).",
            (
                Choice("exact"),
                Choice("standard", (("bearoff", BearOff.STANDARD),)),
            ),
        ),
    ),
)
