"""Icelandic nardy: the chase played with every number of the dice.

Each player has six checkers, one on each of the six points of a table: White on the points 19 to 24, the
table at the lower right, and Black on the points 1 to 6, at the upper right. All run the same way round, along
which both players count; after point 24 comes point 1, so that Black's checkers flee just ahead of White's,
who chase them. Who takes which side is decided by lot or agreed, and so is who begins.

Both numbers of a throw are played, a doublet four times. Numbers that can be played must be; if only one can
be, but either, it is the higher. No point holds more than one checker: one that would land on its own side's
goes on to the next point where none of its own stands. An opponent's checker on which it lands is taken off
the board for good. Whoever takes the opponent's last checker has won.

A player's last checker may save itself on the corners, the first and the last point of each table. While it
stands elsewhere it moves and is taken like any other; but instead of using their throw its owner may shift it
to the next corner ahead. The shift costs one number, which its owner chooses and says aloud, as no board shows
it; the rest goes to the opponent, who plays what they can of it with their own checkers, and then throws. Of two
different numbers the referee takes either from them, and none where one of the two cannot be played. Once it
stands on a corner it goes only from corner to corner: a 1 takes it to the next one, a 6 to the next but one, 1-1
and 6-6 do so twice, and all other numbers are lost. On a corner it cannot be taken while opponents stand on both
points beside it.
"""

from engine.chase import Chase, CornerEntry, Counting, LastChecker
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
    Unused,
)

GAME = TablesGame(
    id="icelandic_nardy",
    names=(
        ("en", "Icelandic Nardy"),
        ("de", "Isländische Nardy"),
    ),
    aliases=("iceland nardy", "isländisches backgammon", "islaendisches backgammon", "icelandic backgammon"),
    source="Tableside rules A27, S4:27-37",
    rules=__doc__,
    reconstructed=True,
    men=6,
    setup=((19, 1), (20, 1), (21, 1), (22, 1), (23, 1), (24, 1)),
    setup_black=((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)),
    relation=Relation.PARALLEL_SAME,
    upward=True,
    decide=Decide.AGREED,
    first_roll=FirstRoll.REROLL,
    unused=Unused.OPPONENT_PLAYS,
    landing=Landing.CAPTURE,
    bearoff=BearOff.NONE,
    grades=(SINGLE,),
    family=Chase(Counting.ALL, doublets_again=False, last=LastChecker.SHIFTS),
    options=(
        Option(
            "last_man",
            "Whether a player's last checker may save itself on the corners, or moves like any other (none).",
            (Choice("shift"), Choice("none", (("family.last", LastChecker.ORDINARY),))),
        ),
        Option(
            "any_corner",
            "A last checker that shifts may go to any of the eight corners, not only to the next one ahead.",
            (Choice(False), Choice(True, (("family.entry", CornerEntry.ANY),))),
        ),
        Option(
            "skip",
            "Whether a checker that would land on one of its own goes on to the next point, or may not make the move.",
            (Choice("next_point"), Choice("illegal", (("family.skip", False),))),
        ),
    ),
    departures=(
        Departure(
            "its general sentence",
            "a last checker shifts to the next corner ahead",
            "the German collection",
            "to the nearest one",
            "icelandic_nardy_s4",
        ),
    ),
)
