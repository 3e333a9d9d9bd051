"""Toc: the short trictrac, in which whatever scores at all makes a hole.

Everything moves as in trictrac, and the same events score: true and false hits, the corner hit, quarters
filled and kept, the rare jans of the beginning, numbers that cannot be played, and bearing off first; false
hits, unplayable numbers and counter-jans for the opponent. But points are not counted: each event is a hole,
and two holes if it is made in two ways or more, or by a doublet.

Who has made the number of holes agreed on, usually one, has won; the game counts double if they have made twice
as many. Where more than one hole is played for, who makes a hole by their own throw may hold and play on, or
go: all checkers are set up again and they throw first. When a player has borne off all, both set up again and
they throw first.
"""

from engine.tables.numbers import Plain
from engine.tables.tables_game import HEAD, SINGLE, Choice, FirstRoll, Grade, Landing, Option, TablesGame
from engine.trictrac import Count, Trictrac

GAME = TablesGame(
    id="toc",
    names=(
        ("en", "Toc"),
        ("fr", "Toc"),
    ),
    aliases=("jeu du toc",),
    source="Tableside rules A29; French rule books of the 18th century",
    rules=__doc__,
    setup=HEAD,
    first_roll=FirstRoll.REROLL,
    numbers=Plain(),
    landing=Landing.SOLO_BLOCK,
    block_at=1,
    grades=(Grade("double", 2), SINGLE),
    family=Trictrac(count=Count.EVENTS, target=1),
    options=(
        Option(
            "hole_target",
            "How many holes win the game.",
            (
                Choice(1),
                Choice(3, (("family.target", 3),)),
                Choice(5, (("family.target", 5),)),
                Choice(12, (("family.target", 12),)),
            ),
        ),
        Option(
            "double",
            "An event made in two ways, or by a doublet, is two holes.",
            (Choice(True), Choice(False, (("family.double", False),))),
        ),
    ),
)
