"""Hypergammon: backgammon with three checkers.

Each player has three checkers, one each on their 24, 23 and 22. All else is as in backgammon. A win counts one
point; people who play with the cube often count gammons (none of the three borne off) and backgammons too."""

from engine.tables.options import Departure
from engine.tables.tables_game import BACKGAMMON, GAMMON, SINGLE, Choice, Option, TablesGame

GAME = TablesGame(
    id="hypergammon",
    names=(("en", "Hypergammon"),),
    aliases=("hyper", "hyper backgammon"),
    source="Tableside rules A14",
    rules=__doc__,
    men=3,
    setup=((24, 1), (23, 1), (22, 1)),
    grades=(SINGLE,),
    options=(
        Option(
            "count_gammons",
            "Gammons count two and backgammons three.",
            (Choice(False), Choice(True, (("grades", (BACKGAMMON, GAMMON, SINGLE)),))),
        ),
    ),
    departures=(
        Departure(
            "the German collection",
            "every win counts one",
            "vogclub.com and others",
            "gammons count two and backgammons three",
            "count_gammons=true",
        ),
    ),
)
