"""Swedish tables after Wilson, 1888: at most five made points in a row.

As lautapeli, but nobody may hold more than five made points in a row, unless the last of the opponent's
checkers on the board has been hit: several of theirs may be on the bar, and none need be off. A jan, or a
sprängjan, which came of breaking a made point, counts two points, and so does an uppspel; any other win one.
"""

from engine.games.lautapeli import GAME as LAUTAPELI
from engine.tables.bases import BREAKING_BY_NUMBER, MUNK_LEVELS, MUNK_POINTS
from engine.tables.grades import Grade
from engine.tables.restrictions import MaxPrime
from engine.tables.winning import Jan, Pattern

GAME = LAUTAPELI.variant(
    id="wilson_1888",
    names=(("en", "Swedish Tables after Wilson"),),
    aliases=("wilson",),
    source="Tableside rules A24, preset wilson_1888; Wilson, 1888",
    rules=__doc__,
    turn_rules=(MaxPrime(5),),
    wins=(
        Jan("sprängjan", 2, by_breaking=range(1, 25)),
        Jan("jan", 2),
        Pattern("uppspel", ((1, 15),), 2),
        Pattern("trappspel", ((3, 3), (2, 5), (1, 7)), 1),
        Pattern("dubbelt kronspel", ((3, 5), (2, 5), (1, 5)), 1),
        Pattern("enkelt kronspel", ((5, 3), (4, 3), (3, 3), (2, 3), (1, 3)), 1),
    ),
    grades=(Grade("hemspel", 1),),
    options=(BREAKING_BY_NUMBER, MUNK_LEVELS, MUNK_POINTS),
)
