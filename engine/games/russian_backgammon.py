"""Russian backgammon: both players enter and run the same way, and doublets play their complement too.

Both players begin with all fifteen checkers in the hand, enter them in the same quarter, on points 24 to 19,
and move in the same direction along the same points to the same home table, points 6 to 1, where they bear
off as in backgammon. Blots are hit, and enter again at the common start. A player must have entered two
checkers before they may move one on the board; after that they may enter or move as they like, unless they have a
checker on the bar.

Who wins the throw for the start plays both dice of it. A doublet gives four moves of its number and then
four of the number on the dice's lower faces, its complement to seven; who has played all eight throws again.
If not all of the first four can be played, the complement is left out.

A win counts one point, or two if the loser has borne off no checker.
"""

from engine.tables.grades import GAMMON, SINGLE
from engine.tables.numbers import Complement
from engine.tables.options import Departure
from engine.tables.tables_game import HAND, Choice, FirstRoll, Option, Relation, TablesGame

GAME = TablesGame(
    id="russian_backgammon",
    names=(
        ("en", "Russian Backgammon"),
        ("de", "Russisches Backgammon"),
    ),
    aliases=("russian",),
    source="Tableside rules A19; Backgammon Galore, itavli.com",
    rules=__doc__,
    setup=HAND,
    relation=Relation.PARALLEL_SAME,
    numbers=Complement(),
    enter_first=2,
    grades=(GAMMON, SINGLE),
    options=(
        Option(
            "hand_min",
            "How many checkers a player must have entered before they may move one on the board.",
            (
                Choice(2),
                Choice(1, (("enter_first", 1),)),
                Choice(15, (("enter_first", 15),)),
            ),
        ),
        Option(
            "first_roll",
            "Whether the dice that decided who begins are played (use_both) or both are thrown again "
            "(reroll).",
            (
                Choice("use_both"),
                Choice("reroll", (("first_roll", FirstRoll.REROLL),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "onlinecasinoreviews1.com",
            "two checkers must be in before one moves",
            "Backgammon Galore",
            "one must be",
            "hand_min=1",
        ),
    ),
)
