"""Tavli, the Greek match: Portes, Plakoto and Fevga in turn, on one score.

The three games are played one after the other, over and over, until a player has five points (three and seven
are usual too). A win counts one point, or two if the loser has borne off no checker; the winner of a game
begins the next. There is no cube.
"""

from engine.match_format import Series
from engine.tables.tables_game import Choice, Option

SERIES = Series(
    id="tavli_match",
    names=(("en", "Tavli"), ("el", "Τάβλι")),
    aliases=("tavli", "tavli match", "greek match"),
    source="Tableside rules A6",
    rules=__doc__,
    games=("portes", "plakoto", "fevga"),
    length=5,
    options=(
        Option(
            "order",
            "In which order the three games are played.",
            (
                Choice("portes-plakoto-fevga"),
                Choice("portes-fevga-plakoto", (("games", ("portes", "fevga", "plakoto")),)),
                Choice("plakoto-portes-fevga", (("games", ("plakoto", "portes", "fevga")),)),
                Choice("plakoto-fevga-portes", (("games", ("plakoto", "fevga", "portes")),)),
                Choice("fevga-portes-plakoto", (("games", ("fevga", "portes", "plakoto")),)),
                Choice("fevga-plakoto-portes", (("games", ("fevga", "plakoto", "portes")),)),
            ),
        ),
    ),
)
