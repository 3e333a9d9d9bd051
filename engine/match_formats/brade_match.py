"""A match of Swedish tables: so many games on one score, as the Friends of Tables at the Vasa Museum play it.

Three, five or seven games of Swedish tables are played, each counting what its win is worth: a sprängjan six, a jan
four, a trappspel two. Who then has more points has won the match; if both have as many, who has the best single win,
then the next best; if those are alike, too, one more game decides.
"""

from engine.match_format import Series
from engine.tables.tables_game import Choice, Option

SERIES = Series(
    id="brade_match",
    names=(("en", "Swedish Tables match"), ("sv", "Brädematch")),
    aliases=("trappspel match", "trappspel tournament", "swedish match", "brädeturnering"),
    source="Tableside rules A24; the rules of the Friends of Tables at the Vasa Museum, 2003",
    rules=__doc__,
    games=("swedish_tables",) * 3,
    decider="swedish_tables",
    best_win=True,
    options=(
        Option(
            "games",
            "How many games are played.",
            (
                Choice(3),
                Choice(5, (("games", ("swedish_tables",) * 5),)),
                Choice(7, (("games", ("swedish_tables",) * 7),)),
            ),
        ),
    ),
)
