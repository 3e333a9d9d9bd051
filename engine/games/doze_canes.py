"""Doze canes, the twelve dogs, of Alfonso the Wise, also called the twelve brothers: who fills a quarter first.

Each player has twelve checkers in hand. They enter on the 24 to 19, may move on before all have entered, and run
against each other with two dice; each is one move, and a doublet gives nothing extra. Single checkers are hit, and
enter again before any other moves. Nothing is borne off: who first has two checkers on each of the six points of
their home table wins one point.

The book lets the first player choose which quarter is to be filled; here it is the last one of each player's way.
Where neither player has been able to move for twenty turns of the two, the game is drawn.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.tables_game import BearOff, FirstRoll, TablesGame, Tier
from engine.tables.winning import NobodyMoves, Pattern

GAME = TablesGame(
    id="doze_canes",
    names=(
        ("en", "Doze Canes"),
        ("es", "Doze canes"),
    ),
    aliases=(
        "los doze canes",
        "doce canes",
        "doze hermanos",
        "los doze hermanos",
        "twelve dogs",
        "twelve brothers",
    ),
    source="The book of games of Alfonso X, 1283, folios 73 and 74, after Ludii, Los Doze Canes; reconstructed",
    reconstructed=True,
    rules=__doc__,
    first_roll=FirstRoll.REROLL,
    tier=Tier.HISTORIC,
    men=12,
    setup=((25, 12),),
    enter_first=0,
    numbers=PLAIN,
    bearoff=BearOff.NONE,
    wins=(Pattern("six pairs", tuple((point, 2) for point in range(1, 7))),),
    grades=(SINGLE,),
    deadlock=NobodyMoves(),
)
