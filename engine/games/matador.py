"""Matador: jacquet in which 4-3 earns a doublet of one's choice and another throw.

As jacquet, the courier included. Who throws 4-3, the matador, plays the 4 and the 3; if they have used both, they
play four moves of a doublet of their choice; and if they have used all of these, they throw again.
"""

from engine.games.jacquet import GAME as JACQUET
from engine.tables.numbers import Bonus
from engine.tables.tables_game import Choice, Option

GAME = JACQUET.variant(
    id="matador",
    names=(
        ("en", "Matador"),
        ("de", "Matador"),
    ),
    aliases=("jacquet matador",),
    source="Tableside rules A23",
    rules=__doc__,
    numbers=Bonus((4, 3)),
    options=(
        Option(
            "matador_lenient",
            "What a matador earns comes even if not all before it could be played.",
            (
                Choice(False),
                Choice(True, (("numbers.lenient", True),)),
            ),
        ),
        Option(
            "six_block",
            "Six points in a row need checkers of one's own on the 2 and the 1.",
            (
                Choice(True),
                Choice(False, (("turn_rules", ()),)),
            ),
        ),
    ),
)
