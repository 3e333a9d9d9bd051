"""Jacquet of Versailles: a doublet is played as often as its number says.

As jacquet, but a doublet of n gives n moves of n: one ace for 1-1, six sixes for 6-6. Six points in a row
are free of conditions; instead a player may have two or more checkers together on no more than two points of
their starting quarter, 24 to 19, the starting point counted.
"""

from engine.tables.bases import RUNNING
from engine.tables.numbers import Product
from engine.tables.restrictions import MaxMadeInFirstQuarter, RunnerFirst
from engine.tables.tables_game import Choice, Landing, Option

GAME = RUNNING.variant(
    id="jacquet_versailles",
    names=(
        ("en", "Jacquet of Versailles"),
        ("fr", "Jacquet de Versailles"),
    ),
    aliases=("versailles", "versailles jacquet"),
    source="Tableside rules A22; Ludii, Jacquet de Versailles",
    rules=__doc__,
    numbers=Product(),
    step_rules=(RunnerFirst(6),),
    turn_rules=(MaxMadeInFirstQuarter(2),),
    options=(
        Option(
            "landing",
            "Whether one checker closes a point (solo_block), or a single checker can be hit and two "
            "close a point (hit).",
            (
                Choice("solo_block"),
                Choice(
                    "hit",
                    (
                        ("landing", Landing.HIT),
                        ("block_at", 2),
                    ),
                ),
            ),
        ),
    ),
)
