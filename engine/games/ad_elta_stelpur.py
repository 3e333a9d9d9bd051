"""Ad elta stelpur, "chasing the girls": six against six run round the board and take each other off it.

Each player has six checkers, one on each of the six points of a table, White on 1 to 6, Black on 13 to 18,
the two tables lying diagonally across the board. All run the same way round; the way has no end, and whoever
comes off the last table goes on into the first. Both players count the points alike, along their way: after
point 24 comes point 1. No point ever holds more than one checker. To begin, each throws one die; the lower
begins, and throws both dice afresh.

Only 1s, 6s and doublets are played. Of two different numbers each 1 and each 6 moves one checker, and any
other number is passed over. A doublet moves a checker twice by its number, or two checkers once each; 6-6
gives four sixes. Whoever has thrown a doublet throws again after it, whether or not it could be played.
Numbers that can be played must be, as many as possible; if only one of a 6 and a 1 can be, but either, it is
the 6.

A checker that would land on one of its own side goes on to the next point where none of its own side stands.
Where it lands on a checker of the opponent's, that one is taken off the board for good. Whoever takes the
opponent's last checker has won.

A player's last checker, the corner rattler, stands only on the corners of the board: the first and the last
point of each table. If it stands elsewhere when it becomes the last, its owner begins their next turn by
putting it on the next corner ahead, without using a number for it. It goes from corner to corner: a 1 takes
it to the next one, a 6 to the next but one; 1-1 and 6-6 do so twice, and the other doublets only give the new
throw. It takes an opponent's checker that stands on the corner where it comes to rest, after every single
number. It can be taken only on a corner, and not while opponents stand on both of the points beside it. If
both players have one checker left, this holds for both.
"""

from engine.chase import Chase, CornerEntry, Counting, LastChecker
from engine.tables.numbers import Plain, ThrowsAgain
from engine.tables.options import Departure
from engine.tables.tables_game import (
    SINGLE,
    BearOff,
    Choice,
    Decide,
    FirstRoll,
    Landing,
    Option,
    Relation,
    TablesGame,
)

GAME = TablesGame(
    id="ad_elta_stelpur",
    names=(
        ("en", "Chasing the Girls"),
        ("is", "Að elta stelpur"),
    ),
    aliases=("hornaskella", "chase the girls", "chasing girls"),
    source="Tableside rules A27; bkgm.com ChasingTheGirls, Ludii Ad Elta Stelpur",
    rules=__doc__,
    men=6,
    setup=((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)),
    setup_black=((13, 1), (14, 1), (15, 1), (16, 1), (17, 1), (18, 1)),
    relation=Relation.PARALLEL_SAME,
    upward=True,
    decide=Decide.LOW_DIE,
    first_roll=FirstRoll.REROLL,
    numbers=Plain(ThrowsAgain.ALWAYS),
    landing=Landing.CAPTURE,
    bearoff=BearOff.NONE,
    grades=(SINGLE,),
    family=Chase(),
    options=(
        Option(
            "start",
            "Whether the lower or the higher of the deciding dice begins.",
            (Choice("low"), Choice("high", (("decide", Decide.HIGH_DIE),))),
        ),
        Option(
            "corner_entry",
            "Whether a last checker is put on the next corner ahead or on the nearest on either side.",
            (Choice("ahead"), Choice("either_side", (("family.entry", CornerEntry.EITHER_SIDE),))),
        ),
        Option(
            "any_corner",
            "A last checker that does not stand on a corner may be put on any of the eight.",
            (Choice(False), Choice(True, (("family.entry", CornerEntry.ANY),))),
        ),
        Option(
            "last_man",
            "Whether a player's last checker is bound to the corners, or moves like any other (none).",
            (Choice("corners"), Choice("none", (("family.last", LastChecker.ORDINARY),))),
        ),
        Option(
            "skip",
            "Whether a checker that would land on one of its own goes on to the next point, or may not make the move.",
            (Choice("next_point"), Choice("illegal", (("family.skip", False),))),
        ),
        Option(
            "six_moves_two",
            "A 6 beside another number moves two different checkers six points each.",
            (Choice(False), Choice(True, (("family.counting", Counting.SIXES_MOVE_TWO),))),
        ),
    ),
    departures=(
        Departure(
            "Backgammon Galore and Ludii",
            "the sides start in tables that lie diagonally",
            "the German collection",
            "in tables that face each other",
            "chase_nardy",
        ),
        Departure(
            "Backgammon Galore",
            "a 6 moves one checker",
            "Ludii",
            "a 6 beside another number moves two of them",
            "six_moves_two=true",
        ),
        Departure(
            "Backgammon Galore",
            "the lower die begins",
            "the leaflet of Abracadaboum",
            "the higher does",
            "start=high",
        ),
    ),
)
