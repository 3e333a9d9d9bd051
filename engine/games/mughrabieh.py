"""Mughrabieh, the Moroccan game of Syria and Lebanon: a courier runs first, nothing is hit, and men left are counted.

Both players start with all fifteen checkers on their 24 and run against each other; doublets give four moves. One
checker of the opponent's closes a point, and nothing is hit. Until the first checker has come home, to a player's 6
to 1, no other may move. A player bears off as in backgammon once all their checkers are home. A win counts as many
points as the loser has checkers left; people play to 31.
"""

from engine.games.jacquet_s0 import GAME as CONTRARY_JACQUET
from engine.tables.tables_game import Grade

GAME = CONTRARY_JACQUET.variant(
    id="mughrabieh",
    names=(
        ("en", "Mughrabieh"),
        ("ar", "مغربية"),
    ),
    aliases=(
        "mughrabiyya",
        "maghribiyya",
        "moroccan tables",
        "tawla 31",
        "tawula 31",
        "31 tawla",
        "31-point tawla",
        "tawla to 31",
        "thirty-one",
        "31",
    ),
    source="Barakat 1974, pages 16 to 18, after Ludii, Mughrabieh; backgammon-game.eu and mahbuse.com, Tawla 31",
    rules=__doc__,
    turn_rules=(),
    grades=(Grade("men left", 1, per_man=True),),
    options=(),
    departures=(),
)
