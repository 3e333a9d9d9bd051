"""Takhte nard, the Persian and Caucasian tables: a hitter in the home table must stay where it hit.

As backgammon, but without the cube; both dice are thrown again after it is decided who begins, the winner of a game
begins the next, and a win counts one point, or two if the loser has borne off no checker. A checker that hits on its
own points 6 to 1 may not move again in that turn; another checker may cover it. Points entered from the bar lie
outside the home table, so a checker that hits as it enters may move on.
"""

from engine.restrictions import NoHitAndRun
from engine.tables import GAMMON, SINGLE, FirstRoll, NextGame, TablesGame

GAME = TablesGame(
    id="persian_nard",
    names=(("en", "Takhte Nard"), ("ru", "Кавказские нарды"), ("fi", "Kaukasialainen lautapeli")),
    aliases=("persian", "takhte", "caucasian nard"),
    source="Tableside rules A10",
    rules=__doc__,
    first_roll=FirstRoll.REROLL,
    next_game=NextGame.WINNER,
    step_rules=(NoHitAndRun(),),
    grades=(GAMMON, SINGLE),
)
