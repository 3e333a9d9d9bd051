"""Dutch backgammon: all checkers come in from beside the board, and nobody hits before they are home.

As backgammon, but both players begin with all fifteen checkers in the hand, enter them on their points 24 to
19 as from the bar, and may not move a checker on the board while any is in the hand. Both dice are thrown
again after it is decided who begins.

A player may not hit, not even in entering, until at least one of their checkers has come home, to their points 6
to 1; until then a single checker of the opponent's closes its point to them. A checker that is borne off
counts as one at home.

A win counts one point, a gammon two, a backgammon three, as in backgammon.
"""

from engine.tables.options import Departure
from engine.tables.restrictions import NoHitUntilHome
from engine.tables.tables_game import HAND, Choice, FirstRoll, Option, TablesGame

GAME = TablesGame(
    id="dutch",
    names=(
        ("en", "Dutch Backgammon"),
        ("de", "Niederländisches Backgammon"),
    ),
    aliases=("dutch game", "holländisches backgammon", "niederlaendisches backgammon"),
    source="Tableside rules A18; play65.com, backgammonmoments.com",
    rules=__doc__,
    setup=HAND,
    first_roll=FirstRoll.REROLL,
    step_rules=(NoHitUntilHome(1),),
    options=(
        Option(
            "no_hit_until_home",
            "A player may not hit before one of their checkers has come home.",
            (
                Choice(True),
                Choice(False, (("step_rules", ()),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "play65.com and others",
            "nobody hits before one of their checkers is home",
            "the German collection",
            "everybody may hit from the start",
            "dutch_s4",
        ),
    ),
)
