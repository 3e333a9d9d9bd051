"""Moultezim, the Turkish running game: as fevga, with one checker that runs ahead and nothing hit.

Both players begin with all fifteen checkers on their 24, diagonally opposite, and move in the same direction
round the board, each to their 1 and off. Both dice are thrown again after it is decided who begins; the winner
of a game begins the next. Doublets give four moves. Nothing is ever hit: a point with even one checker of
the opponent's is closed.

Until the first checker has come to the player's 12 or beyond, no other may move. A player may never occupy
all six points of their starting quarter, 24 to 19; elsewhere six in a row are free. Players bear off as in
backgammon once all their checkers are home. Any win counts one point.
"""

from engine.tables.bases import RUNNING
from engine.tables.grades import GAMMON, SINGLE
from engine.tables.options import Departure
from engine.tables.restrictions import KeepGap, OpenIfAllTrapped, RunnerFirst
from engine.tables.tables_game import Choice, Option

GAME = RUNNING.variant(
    id="moultezim",
    names=(
        ("en", "Moultezim"),
        ("tr", "Mültezim"),
        ("el", "Μουλτεζίμ"),
    ),
    aliases=("mülteci", "dönmece", "tax farmer", "refugee"),
    source="Tableside rules A12; gamerz.net, The Board (FIBS), brainking.com",
    rules=__doc__,
    step_rules=(RunnerFirst(12),),
    turn_rules=(KeepGap(),),
    grades=(SINGLE,),
    options=(
        Option(
            "open_if_all_trapped",
            "Six points in a row must be opened while all the opponent's checkers stand on the one "
            "point right behind them.",
            (
                Choice(False),
                Choice(True, (("+turn_rules", OpenIfAllTrapped()),)),
            ),
        ),
        Option(
            "gammon",
            "What a win counts against a loser who has borne off no checker.",
            (
                Choice(1),
                Choice(2, (("grades", (GAMMON, SINGLE)),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "gamerz.net",
            "six points in a row may stay though they shut in all the opponent's checkers",
            "Salmi and brainking.com",
            "they must be opened",
            "moultezim_s0",
        ),
    ),
)
