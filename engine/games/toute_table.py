"""Toute table, or todas tablas: the French backgammon of old.

As backgammon, from the same set-up, with four moves for a doublet, but without the cube and the triple game.
A win counts one point, or two if the loser has borne off no checker.
"""

from engine.games.irish import GAME as IRISH
from engine.tables.grades import GAMMON, SINGLE
from engine.tables.numbers import TWICE

GAME = IRISH.variant(
    id="toute_table",
    names=(
        ("en", "Toute Table"),
        ("fr", "Toutes-tables"),
        ("es", "Todas tablas"),
    ),
    aliases=("toute tables", "les toutes tables", "todas las tablas", "all tables"),
    source="Tableside rules B20; French rule books of the 18th century",
    rules=__doc__,
    numbers=TWICE,
    grades=(GAMMON, SINGLE),
)
