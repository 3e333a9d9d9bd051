"""A mixed match: games that the players agree on, each played once, on one score.

The list is played through, by default Hypergammon, long nardy and short nardy. Who then has more points
has won; if the score is level, one game of Hypergammon decides. People name games of their own by writing
them with commas between them.
"""

from engine.match_format import Series

SERIES = Series(
    id="mixed_match",
    names=(("en", "Mixed match"), ("de", "Gemischtes Match")),
    aliases=("mixed",),
    source="Tableside rules A31",
    rules=__doc__,
    games=("hypergammon", "long_nardy", "short_nardy"),
    decider="hypergammon",
)
