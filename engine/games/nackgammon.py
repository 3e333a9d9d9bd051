"""Nackgammon: backgammon with a second pair of hindmost checkers.

Each player has two checkers on their 24, two on 23, four on 13, three on 8 and four on 6. All else is as in
backgammon."""

from engine.tables.tables_game import TablesGame

GAME = TablesGame(
    id="nackgammon",
    names=(("en", "Nackgammon"),),
    aliases=("nack",),
    source="Tableside rules 1.7; the set-up of Nack Ballard",
    rules=__doc__,
    setup=((24, 2), (23, 2), (13, 4), (8, 3), (6, 4)),
    cube=True,
)
