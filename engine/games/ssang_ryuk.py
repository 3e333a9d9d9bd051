"""Ssangnyuk, the Korean tables: backgammon in which a doublet is just two numbers.

The rules are reconstructed. From the set-up of backgammon, in contrary directions, with two dice and equal
numbers played once each. Blots are hit and enter as in backgammon. A win counts one point, or two if the
loser has borne off no checker.
"""

from engine.tables.bases import CHINESE
from engine.tables.options import Departure
from engine.tables.tables_game import Choice, Option

GAME = CHINESE.variant(
    id="ssang_ryuk",
    names=(
        ("en", "Ssangnyuk"),
        ("ko", "쌍륙"),
    ),
    aliases=("ssang-ryouk", "sangnyuk", "쌍육", "雙六", "korean tables"),
    source="Tableside rules B15; Culin after Ludii, Ssang-Ryouk; reconstructed",
    reconstructed=True,
    rules=__doc__,
    options=(
        Option(
            "points_per_quarter",
            "How many points a quarter has; with five, on a board of 20 points, the set-up is a "
            "guess: two on 20, five on 11, three on 7, five on 5.",
            (
                Choice(6),
                Choice(
                    5,
                    (
                        ("points", 20),
                        ("home", 5),
                        ("setup", ((20, 2), (11, 5), (7, 3), (5, 5))),
                    ),
                ),
            ),
        ),
    ),
    departures=(
        Departure(
            "Ludii, after Culin",
            "the board has 24 points",
            "Salmi",
            "five in a quarter",
            "points_per_quarter=5",
        ),
    ),
)
