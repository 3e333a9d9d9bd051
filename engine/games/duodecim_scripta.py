"""The game of twelve writings, on three rows of twelve: the ancestor of tabula, as far as it can be guessed.

The rules are reconstructed. The board has 36 points in three rows. Checkers enter in the middle row, run
along it (points 36 to 25), back along the far row (24 to 13) and again along the near row (12 to 1), both
players the same way. Each has fifteen checkers in the hand. There are three dice; each is one move, and a
checker may be moved by several of them.

Single checkers are hit; a checker that was hit must enter before anything else is moved. When all their
checkers are in the last row a player bears off, with exact numbers only. Who is off first wins one point.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.tables_game import BearOff, Choice, FirstRoll, Option, Relation, TablesGame, Tier

GAME = TablesGame(
    id="duodecim_scripta",
    names=(
        ("en", "Duodecim Scripta"),
        ("la", "Ludus duodecim scriptorum"),
    ),
    aliases=("xii scripta", "twelve writings", "ludus duodecim", "scripta", "12 scripta"),
    source="Tableside rules B18; Murray after Ludii, XII Scripta; reconstructed",
    reconstructed=True,
    rules=__doc__,
    tier=Tier.HISTORIC,
    numbers=PLAIN,
    points=36,
    home=12,
    setup=((37, 15),),
    relation=Relation.PARALLEL_SAME,
    first_roll=FirstRoll.REROLL,
    dice=3,
    enter_first=0,
    bearoff=BearOff.EXACT,
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
