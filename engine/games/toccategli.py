"""Toccategli, il toccadiglio: the Italian and German trictrac, in which twelve points win the set.

The board, the movement, the rest corners and the filling of quarters are those of trictrac: fifteen checkers
each on the talon (the 24), which travel in contrary directions; each number is played once, doublets too; a
checker lands only where no checker of the opponent's stands; the own rest corner (13) is taken by two
checkers at once and left by the last two together, by force if both corners are empty and only the opponent's
could be reached; the opponent's (12) is never taken. Who can fill one of their quarters (24 to 19, 18 to 13, 6
to 1) with two checkers on each point must do so, and must keep it as long as they can. The higher die begins
and plays both dice.

The opponent's side may be entered at any time, but only so that those who enter stand there as a made point
at once: two together, or one where another stands already. Once all are on the points 6 to 1 they are borne
off.

The thrower scores before they play; first for two different numbers, then for a doublet. For each way in which
they could reach a single checker of the opponent's (by either die, or by both with a point to rest on that the
opponent has not made): 1 or 2, but 2 or 4 if it stands in the opponent's own small jan. For each way of
filling a quarter, for keeping one, for hitting the opponent's empty corner with two checkers, and for the
jans of six tables, of two tables and of mezeas, as they are described under trictrac: 2 or 4. The counter-
jans, and 2 for each number that cannot be played, go to the opponent. There are no false hits.

Who has twelve points wins the set at once; so does who bears off all their checkers first, with 2 points more.
The set counts single if the loser has seven points or more, double if they have four to six, triple for one to
three, and fourfold if they have none.
"""

from engine.tables.numbers import Plain
from engine.tables.options import Departure
from engine.tables.tables_game import HEAD, SINGLE, Choice, FirstRoll, Grade, Landing, Option, TablesGame
from engine.trictrac import Count, EntryObstacle, Tariff, Trictrac

GAME = TablesGame(
    id="toccategli",
    names=(
        ("en", "Toccategli"),
        ("it", "Toccadiglio"),
        ("de", "Toccategli"),
    ),
    aliases=("toccadille", "toccadillo", "tocadille", "tokkadille", "tokkadill"),
    source="Tableside rules A29; German rule books of the 18th and 19th centuries",
    rules=__doc__,
    setup=HEAD,
    first_roll=FirstRoll.USE_BOTH,
    numbers=Plain(),
    landing=Landing.SOLO_BLOCK,
    block_at=1,
    grades=(Grade("quadruple", 4), Grade("triple", 3), Grade("double", 2), SINGLE),
    family=Trictrac(
        Tariff(
            jan=(2, 4), hit_big=(1, 2), hit_small=(1, 2), hit_return=(2, 4), false_hits=False, finish=(2, 2)
        ),
        Count.SET,
        entry=EntryObstacle.PAIRS,
        finish_wins=True,
    ),
    options=(
        Option(
            "first_roll",
            "Whether the dice that decided who begins are played (use_both) or both are thrown again (reroll).",
            (Choice("use_both"), Choice("reroll", (("first_roll", FirstRoll.REROLL),))),
        ),
        Option(
            "men",
            "How many checkers each player has.",
            (Choice(15), Choice(16, (("men", 16), ("setup", ((24, 16),))))),
        ),
    ),
    departures=(
        Departure(
            "the German rule books",
            "jans and full quarters score, too",
            "Ludii",
            "hits and bearing off alone",
            "tokkadille_1853",
        ),
    ),
)
