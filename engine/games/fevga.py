"""Fevga, the Greek running game: one checker runs ahead, nothing is hit, one checker closes a point.

Both players begin with all fifteen checkers on their 24, diagonally opposite, and move in the same direction
round the board, each to their 1 and off. Both dice are thrown again after it is decided who begins; the winner
of a game begins the next. Doublets give four moves. Nothing is ever hit: a point with even one checker of
the opponent's is closed.

The first checker has to run alone: until it has passed the opponent's starting corner, to a player's 12 or
beyond, no other checker may move. A player may never occupy all six points of their own starting quarter, 24
to 19. Elsewhere six points in a row are allowed, but not while all the opponent's checkers stand on the one
point right behind them; then the player has to open a point, if any play does.

Players bear off as in backgammon once all their checkers are home. A win counts one point, or two if the
loser has borne off none.
"""

from engine.tables.bases import RUNNING
from engine.tables.options import Departure
from engine.tables.restrictions import KeepGap, OpenIfAllTrapped, RunnerFirst
from engine.tables.tables_game import Choice, Option

GAME = RUNNING.variant(
    id="fevga",
    names=(
        ("en", "Fevga"),
        ("el", "Φεύγα"),
        ("ru", "Февга"),
    ),
    aliases=("fevka", "feuga", "phevga"),
    source="Tableside rules A5; Backgammon Galore, brainking.com, The Board (FIBS)",
    rules=__doc__,
    step_rules=(RunnerFirst(12),),
    turn_rules=(KeepGap(), OpenIfAllTrapped()),
    options=(
        Option(
            "runner_region",
            "Where the first checker must have come before another may move: as far as the opponent's"
            " starting point (12..1) or past it (11..1).",
            (
                Choice("12..1"),
                Choice("11..1", (("step_rules", (RunnerFirst(11),)),)),
            ),
        ),
        Option(
            "both_quarters",
            "The six points of the opponent's starting quarter may not all be occupied either.",
            (
                Choice(False),
                Choice(True, (("turn_rules", (KeepGap(both=True), OpenIfAllTrapped())),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "Backgammon Galore",
            "a gap must be kept in one's own starting quarter alone",
            "Ludii",
            "in the opponent's too",
            "both_quarters=true",
        ),
        Departure(
            "the shorter reading",
            "the first checker must come as far as the opponent's starting point",
            "others",
            "past it",
            "runner_region=11..1",
        ),
    ),
)
