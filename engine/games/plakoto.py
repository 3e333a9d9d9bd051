"""Plakoto, the Greek game of pinning: a single checker is not hit but held down where it stands.

Both players begin with all fifteen checkers on their 24, at the same end of the board, and move in contrary
directions, each to their 1 and off. Both dice are thrown again after it is decided who begins; the winner of a
game begins the next. Doublets give four moves, and as many numbers as possible must be played, as in
backgammon.

Nothing is ever hit. A checker that lands on a single checker of the opponent's pins it: the lower checker
cannot move until no checker stands on it, and the point is closed to its owner, even if only one checker
holds it down. Two checkers of one side close a point as usual. Players bear off once all their checkers are
home, on points 6 to 1, and none of them is pinned.

The last checker on a player's 24, when it is alone there, is their mother. Who pins the opponent's mother wins
at once and doubly, if they have no checker left on their own 24. If they have, play goes on: they win doubly as
soon as their own 24 is empty; but if their opponent pins their mother first, the game is drawn.

Otherwise who has borne off all their checkers wins one point, or two if the loser has borne off none.
"""

from engine.tables.bases import NEAR_EASTERN
from engine.tables.tables_game import HEAD, Choice, Landing, Option
from engine.tables.winning import Mother

GAME = NEAR_EASTERN.variant(
    id="plakoto",
    names=(
        ("en", "Plakoto"),
        ("el", "Πλακωτό"),
        ("bg", "Тапа"),
    ),
    aliases=("tapa", "plakato", "плакото"),
    source="Tableside rules A4; Backgammon Galore, The Board (FIBS), gamerz.net",
    rules=__doc__,
    setup=HEAD,
    landing=Landing.PIN,
    free_to_bear_off=True,
    wins=(Mother(),),
    options=(
        Option(
            "bearoff_need",
            "Whether a player with a pinned checker may bear off the others (all_in_Q4) or has to "
            "wait until it is free.",
            (
                Choice("all_in_Q4_and_free"),
                Choice("all_in_Q4", (("free_to_bear_off", False),)),
            ),
        ),
    ),
)
