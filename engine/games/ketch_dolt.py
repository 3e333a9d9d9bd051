"""Ketch-dolt, or catch-dolt, of seventeenth-century England: who does not draw a checker that must be drawn has lost.

Each player has fifteen checkers beside the board and fills their home table, the points 1 to 6, of which each lies
straight across from the opponent's of the same number. The higher die begins and throws both again; each die is one
number, and a doublet gives nothing extra.

A number lays a checker on its point. But where one of the opponent's lies straight across, it must be drawn: the
opponent takes it back to their hand, and the thrower's comes to its point. Who lays a checker and does not draw is
dolted: where the play is left so, the game is lost.

Who has laid all fifteen has filled their table: nothing is drawn from it any more, and each number bears off a checker
from its point, or is lost. The last checker may be laid and another borne off in one throw. Who is off first wins one
point.

Cotton has the very checker drawn across, of one heap for both, so that both colours lie on one side. Here the checkers
keep their owners, by their colours: it comes to the same, and can be seen.
"""

from engine.dolting import KetchDolt
from engine.games.dames_rabattues import GAME as DAMES_RABATTUES
from engine.tables.numbers import PLAIN
from engine.tables.options import Departure
from engine.tables.tables_game import Choice, Landing, Option, Relation, Unused

GAME = DAMES_RABATTUES.variant(
    id="ketch_dolt",
    names=(("en", "Ketch-dolt"),),
    aliases=("ketch dolt", "catch-dolt", "catch dolt", "ketchdolt"),
    source="Charles Cotton, The Compleat Gamester, London 1674, chapter 31; reconstructed",
    reconstructed=True,
    rules=__doc__,
    setup=((25, 15),),
    relation=Relation.FACING,
    landing=Landing.DRAW,
    numbers=PLAIN,
    unused=Unused.LOST,
    family=KetchDolt(),
    options=(
        Option(
            "full_tables",
            "Whether checkers are drawn from a table that has been filled, too; they are laid once more.",
            (Choice(False), Choice(True, (("family.from_full", True),))),
        ),
    ),
    departures=(
        Departure(
            "the order of Cotton's sentences",
            "nothing is drawn from a table that has been filled",
            "Ludii",
            "checkers are drawn from it, too",
            "full_tables=true",
        ),
    ),
)
