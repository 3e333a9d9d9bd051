"""Bases: what the games of one kin have in common (the profiles of rules section 1.1); not games themselves.

A game's file says `GAME = RUNNING.variant(...)` and only what is different.
"""

from engine.tables.grades import GAMMON, SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.restrictions import EnterOnEmpty, SinglesBefore
from engine.tables.tables_game import (
    HEAD,
    Choice,
    FirstRoll,
    Landing,
    NextGame,
    Option,
    Relation,
    TablesGame,
    Tier,
)
from engine.tables.winning import AllHome

RUNNING = TablesGame(
    id="running games",
    names=(("en", "Running games"),),
    source="Tableside rules 1.1, BASE_RUN",
    rules=None,
    setup=HEAD,
    relation=Relation.PARALLEL_OPPOSITE,
    first_roll=FirstRoll.REROLL,
    next_game=NextGame.WINNER,
    landing=Landing.SOLO_BLOCK,
    block_at=1,
    grades=(GAMMON, SINGLE),
)
"""Both run the same way from opposite corners; nothing is hit, and one checker closes a point."""

REVERTIER = TablesGame(
    id="revertier family",
    names=(("en", "Revertier family"),),
    source="Tableside rules 1.1, BASE_REV",
    rules=None,
    setup=HEAD,
    relation=Relation.PARALLEL_OPPOSITE,
    first_roll=FirstRoll.REROLL,
    step_rules=(SinglesBefore(13), EnterOnEmpty()),
)
"""Both run the same way from opposite corners, singly until the huk; what is hit
enters where none of its own stands.
"""

_BREAKING_ENTRY = (
    "When a checker may break a made point as it enters: with a number with which it cannot enter otherwise "
    "(cannot_enter), or only while its side has more on the bar than points to enter on (more_than_points)."
)
_BY_POINTS = Choice("more_than_points", (("breaks.cannot_enter", False),))
_BY_NUMBER = Choice("cannot_enter", (("breaks.cannot_enter", True),))
BREAKING_BY_POINTS = Option("entry_breaking", _BREAKING_ENTRY, (_BY_POINTS, _BY_NUMBER))
BREAKING_BY_NUMBER = Option("entry_breaking", _BREAKING_ENTRY, (_BY_NUMBER, _BY_POINTS))
"""Which of the two a game has, and the other to choose."""

ADJACENT_ONLY = Option(
    "adjacent_only",
    "A row of six made points may be broken only by a checker right behind it.",
    (Choice(False), Choice(True, (("breaks.adjacent_only", True),))),
)
MUNK_LEVELS = Option(
    "munk_levels",
    "Every win counts one, and is called by its rank, from strunthemspel by munk and dubbelmunk, with one or more "
    "checkers of the loser's on the bar, up to sprängjan.",
    (
        Choice(False),
        Choice(
            True,
            (
                ("wins.worth", 1),
                ("wins.munk", 0),
                ("wins.levels", True),
                ("grades.points", 1),
                ("grades.munk", 0),
                ("grades.levels", ("strunthemspel", "munk", "dubbelmunk")),
            ),
        ),
    ),
)
EARLY_RESIGNATION = Option(
    "early_resignation",
    "Who has no made point on the second half of their way yet may give up for a single loss, whether or not the "
    "opponent agrees.",
    (Choice(False), Choice(True, (("early_resignation", True),))),
)
STOP_AT_HOME = Option(
    "stop_at_home",
    "The game ends as soon as a player has all their checkers home.",
    (Choice(False), Choice(True, (("wins", (AllHome(),)),))),
)
MUNK_POINTS = Option(
    "munk_points",
    "All wins but the jans count one more if the loser has a checker on the bar.",
    (Choice(False), Choice(True, (("wins.munk", 1), ("grades.munk", 1)))),
)

NEAR_EASTERN = TablesGame(
    id="near eastern tables",
    names=(("en", "Near Eastern tables"),),
    source="Tableside rules A9",
    rules=None,
    first_roll=FirstRoll.REROLL,
    next_game=NextGame.WINNER,
    grades=(GAMMON, SINGLE),
)
"""Backgammon without the cube and the triple game, the winner beginning anew."""

CHINESE = TablesGame(
    id="shuanglu",
    names=(("en", "Shuanglu"),),
    source="Tableside rules 3, BASE_CN",
    rules=None,
    tier=Tier.HISTORIC,
    numbers=PLAIN,
    grades=(GAMMON, SINGLE),
)
"""Backgammon in which every die is played once, for one chip or two."""
