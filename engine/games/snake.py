"""The Snake: White enters nine checkers against a complete backgammon set-up and has to keep them together.

Black begins with the set-up of backgammon. White has two checkers each on their 24, 23 and 22, and nine on the
bar, all of which must enter before another white checker may move. After that the game is ordinary
backgammon. Who wins the throw for the start moves first, with both numbers.

A win counts one point, a gammon two, a backgammon three.
"""

from engine.tables.tables_game import STANDARD_SETUP, TablesGame

GAME = TablesGame(
    id="snake",
    names=(
        ("en", "The Snake"),
        ("de", "Die Schlange"),
        ("ru", "Змея"),
    ),
    aliases=("schlange", "snake backgammon", "zmeya"),
    source="Tableside rules A21; the rules of The Snake after Culbertson",
    rules=__doc__,
    setup=((24, 2), (23, 2), (22, 2), (25, 9)),
    setup_black=STANDARD_SETUP,
)
