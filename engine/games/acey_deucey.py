"""Acey-deucey, the sailors' game: all checkers come in from the hand, and 2-1 is the best throw.

As backgammon, but both players begin with all fifteen checkers in the hand, and enter them on their points
24 to 19 as from the bar. Entering and moving may be mixed freely; only a checker that has been hit must
enter before anything else. Both dice are thrown again after it is decided who begins, and doublets give four
moves.

Who throws 2-1 plays the 1 and the 2; if they have used both, they name any doublet and play it, four moves; if
they have used all of these too, they throw again. Otherwise the rest is lost and the turn is over.

Who has borne off all their checkers wins one point.
"""

from engine.tables.grades import SINGLE, Grade
from engine.tables.numbers import Bonus
from engine.tables.options import Departure
from engine.tables.tables_game import HAND, BearOff, Choice, FirstRoll, Option, TablesGame

GAME = TablesGame(
    id="acey_deucey",
    names=(("en", "Acey-Deucey"),),
    aliases=("acey", "acey ducey", "acey deucy", "ace deuce", "american acey deucey"),
    source="Tableside rules A15; Backgammon Galore, itavli.com, zooescape.com",
    rules=__doc__,
    setup=HAND,
    first_roll=FirstRoll.REROLL,
    numbers=Bonus((2, 1)),
    enter_first=0,
    grades=(SINGLE,),
    options=(
        Option(
            "european",
            "The European game: any doublet is followed by four moves of its complement to seven and "
            "another throw, and only exact numbers bear off.",
            (
                Choice(False),
                Choice(
                    True,
                    (
                        ("numbers.european", True),
                        ("bearoff", BearOff.EXACT),
                    ),
                ),
            ),
        ),
        Option(
            "score",
            "What a win counts: one point (single), or one for each checker that the loser has not "
            "borne off (per_man).",
            (
                Choice("single"),
                Choice("per_man", (("grades", (Grade("men left", 1, per_man=True),)),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "all other sources",
            "every checker begins in the hand",
            "Salmi",
            "they begin as in backgammon",
            "acey_deucey_s0",
        ),
    ),
)
