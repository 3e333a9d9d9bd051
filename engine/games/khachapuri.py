"""Khachapuri, the tables of Tbilisi: a running game that begins with eleven checkers at home.

Each player has four checkers on their 24 and eleven on their 6. The players start diagonally opposite and move
in the same direction, each to their 1 and off. Nothing is ever hit: a point with even one checker of the
opponent's is closed. Any number of checkers may leave either pile. Both dice are thrown again after it is
decided who begins; the winner of a game begins the next. Doublets give four moves.

A player may hold six points in a row only if at least one checker of the opponent's is in front of them or
already off. Players bear off as in backgammon once all their checkers are home.

The winner scores a point for each checker that the loser has not borne off: fifteen less those that are off,
and thirty if none is.
"""

from engine.tables.bases import RUNNING
from engine.tables.grades import Grade, Loser
from engine.tables.restrictions import PrimeNeedsPasser
from engine.tables.tables_game import Choice, Option

GAME = RUNNING.variant(
    id="khachapuri",
    names=(
        ("en", "Khachapuri"),
        ("ru", "Хачапури"),
        ("ka", "ხაჭაპური"),
    ),
    aliases=(
        "hachapuri",
        "khachapury",
        "hachapury",
        "тбилисские нарды",
        "tbilisskie nardy",
        "tbilisi tables",
        "tbilisi nardy",
        "tbilisian tables",
        "chatschapuri",
        "tiflis tables",
    ),
    source="Tableside rules A16; rec.games.backgammon, fpclub.eu, backgammon-game.eu",
    rules=__doc__,
    setup=((24, 4), (6, 11)),
    turn_rules=(PrimeNeedsPasser(),),
    grades=(Grade("none off", 30, Loser.NONE_OFF), Grade("men left", 1, per_man=True)),
    options=(
        Option(
            "prime_needs_passer",
            "Six points in a row are allowed only if a checker of the opponent's is in front of them.",
            (
                Choice(True),
                Choice(False, (("turn_rules", ()),)),
            ),
        ),
    ),
)
