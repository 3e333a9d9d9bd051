"""Longgammon: backgammon that begins with everything on the way.

Each player has all fifteen checkers on their 24, which is the opponent's ace point. All else is as in backgammon.
"""

from engine.tables.tables_game import HEAD, TablesGame

GAME = TablesGame(
    id="longgammon",
    names=(
        ("en", "Longgammon"),
        ("de", "Longgammon"),
        ("fr", "Longgammon"),
    ),
    aliases=("long gammon",),
    source="Backgammon Galore, Variants of Backgammon",
    rules=__doc__,
    setup=HEAD,
    cube=True,
)
