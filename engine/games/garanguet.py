"""Garanguet: three dice, in which pairs and triplets are played over and over.

Both players begin with all fifteen checkers on their 24 and move in contrary directions, each to their 1 and
off. There are three dice. Three different numbers are one move each. Of two equal numbers with a lower third
one, the pair is played twice over, four moves, and the third once; with a higher third one all three are one
move each. Three equal numbers give nine moves.

Blots are hit and enter on the points 24 to 19 of their owner; bearing off is as in backgammon. A win counts
one point, two if the loser has borne off no checker, three if moreover one of theirs is still in the winner's
home table or on the bar.
"""

from engine.tables.numbers import Garanguet
from engine.tables.options import Departure
from engine.tables.tables_game import HEAD, Choice, FirstRoll, Landing, Option, TablesGame, Tier

GAME = TablesGame(
    id="garanguet",
    names=(
        ("en", "Garanguet"),
        ("fr", "Garanguet"),
    ),
    aliases=("garanquet", "guéranguet"),
    source="Tableside rules B21; Hermes Trictrac; Ludii, Garanguet",
    rules=__doc__,
    tier=Tier.HISTORIC,
    setup=HEAD,
    first_roll=FirstRoll.REROLL,
    dice=3,
    numbers=Garanguet(),
    options=(
        Option(
            "landing",
            "Whether single checkers are hit, or one checker closes a point (solo_block).",
            (
                Choice("hit"),
                Choice(
                    "solo_block",
                    (
                        ("landing", Landing.SOLO_BLOCK),
                        ("block_at", 1),
                    ),
                ),
            ),
        ),
    ),
    departures=(
        Departure(
            "Ludii",
            "single checkers are hit",
            "Hermes",
            "they close their point",
            "landing=solo_block",
        ),
    ),
)
