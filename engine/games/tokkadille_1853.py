"""Tokkadille, as it was played about 1853: toccategli with nothing but hits and bearing off to score.

Movement is that of toccategli: all checkers start on the 24, each number is played once, doublets too, and a
checker lands only where no checker of the opponent's stands. The own rest corner (13) is taken by two
checkers at once and left by the last two together; the opponent's (12) is never taken; their side is entered
only so that a made point stands there at once. Quarters need not be filled or kept.

The thrower scores 1 point for each way in which they could reach a single checker of the opponent's: by either
die, or by both together with a point to rest on that the opponent has not made; doublets count no more. Who
bears off all their checkers first scores 2; then both set up again, points are kept, and they throw first.
Nothing else scores. Twelve points win.
"""

from engine.tables.numbers import Plain
from engine.tables.tables_game import HEAD, SINGLE, Choice, FirstRoll, Landing, Option, TablesGame, Tier
from engine.trictrac import Count, EntryObstacle, Tariff, Trictrac

GAME = TablesGame(
    id="tokkadille_1853",
    names=(
        ("en", "Tokkadille of 1853"),
        ("de", "Tokkadille von 1853"),
    ),
    aliases=("tokkadille 1853", "tokkategli"),
    source="Tableside rules A29, preset tokkadille_1853; Ludii, Tokkadille",
    rules=__doc__,
    tier=Tier.HISTORIC,
    setup=HEAD,
    first_roll=FirstRoll.USE_BOTH,
    numbers=Plain(),
    landing=Landing.SOLO_BLOCK,
    block_at=1,
    grades=(SINGLE,),
    family=Trictrac(
        Tariff(
            jan=None,
            hit_big=(1, 1),
            hit_small=(1, 1),
            hit_return=(1, 1),
            false_hits=False,
            unplayable=None,
            finish=(2, 2),
        ),
        Count.RACE,
        entry=EntryObstacle.PAIRS,
    ),
    options=(
        Option(
            "men",
            "How many checkers each player has.",
            (Choice(15), Choice(16, (("men", 16), ("setup", ((24, 16),))))),
        ),
    ),
)
