"""American nardy: White has to get in and past an army that is there, and wins three stakes if they do.

White has two checkers each on their 24, 23 and 22 and nine in the hand. Black's stand a quarter of the board
ahead of them: in Black's own counting five on 19, three on 20, five on 21 and two on 22. Both move in the
same direction round the board; each bears off after a full round, White from the quarter before White's
start, Black from the quarter in which White enters.

White begins, and throws both dice. Their checkers in the hand enter on their points 24 to 19 by their numbers;
entering and moving may be mixed. Nothing is ever hit: a point with even one checker of the opponent's is
closed, and any number of points in a row may be held. Doublets give four moves.

If White is the first to bear off all their checkers they win three stakes; if Black is, they win one.
"""

from engine.tables.grades import Grade
from engine.tables.tables_game import Choice, Decide, Landing, Option, Relation, TablesGame

GAME = TablesGame(
    id="american_nardy",
    names=(
        ("en", "American Nardy"),
        ("ru", "Американские нарды"),
    ),
    aliases=("american", "amerikanskie nardy", "amerikanisches backgammon", "american backgammon"),
    source="Tableside rules A20",
    rules=__doc__,
    setup=((24, 2), (23, 2), (22, 2), (25, 9)),
    setup_black=((22, 2), (21, 5), (20, 3), (19, 5)),
    relation=Relation.OFFSET_6,
    decide=Decide.WHITE_FIRST,
    landing=Landing.SOLO_BLOCK,
    block_at=1,
    enter_first=0,
    grades=(Grade("single", 3, black=1),),
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
        Option(
            "hand_rule",
            "Whether White may move while they still have checkers in the hand (free) or must enter all "
            "of them first (all_first).",
            (
                Choice("free"),
                Choice("all_first", (("enter_first", None),)),
            ),
        ),
    ),
)
