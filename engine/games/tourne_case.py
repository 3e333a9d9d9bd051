"""Tourne-case, the point of three: three checkers each run along their own side and hit those straight across.

Each player has three checkers in hand and half of the board, from the 24 at one end of their side, where a 1 enters,
to the 13 at the other. Every point lies straight across from the opponent's of the same number. The higher die begins
and throws both again.

Only the lower number of a throw is played, a doublet once, and it must be played if it can be. A player's checkers
keep their order: none passes another, and no two stand together but on the 13. A checker that comes to a point straight
across from one of the opponent's hits it, willing or not: that one enters again before any other of its side moves.

On the 13, which is reached by its exact number, nobody is hit. Who has all three there wins one point.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import EachOnce
from engine.tables.options import Departure
from engine.tables.restrictions import SingleFile
from engine.tables.tables_game import BearOff, Choice, FirstRoll, Option, Relation, TablesGame, Tier
from engine.tables.winning import AllOn

GAME = TablesGame(
    id="tourne_case",
    names=(
        ("en", "Tourne-case"),
        ("fr", "Tourne-case"),
    ),
    aliases=("tourne case", "tournecase", "jeu de tournecase", "tourne-cas"),
    source="Académie universelle des jeux, 1730; Encyclopédie of Diderot and d'Alembert, 'Tournecase'; Littré",
    rules=__doc__,
    tier=Tier.HISTORIC,
    first_roll=FirstRoll.REROLL,
    men=3,
    setup=((25, 3),),
    relation=Relation.ACROSS,
    enter_first=0,
    numbers=EachOnce(),
    bearoff=BearOff.NONE,
    step_rules=(SingleFile(13),),
    wins=(AllOn(13),),
    grades=(SINGLE,),
    options=(
        Option(
            "played",
            "Which numbers of a throw are played: the lower one alone, or both, one after the other.",
            (Choice("lower"), Choice("both", (("numbers.lowest", False),))),
        ),
        Option(
            "double",
            "Who wins while the opponent has no checker on their 13 wins doubly.",
            (
                Choice(False),
                Choice(True, (("wins", (AllOn(13, "double", 2, alone=True), AllOn(13))),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "the Encyclopédie",
            "the lower number alone is played",
            "Backgammon Galore",
            "both are, one after the other",
            "played=both",
        ),
    ),
)
