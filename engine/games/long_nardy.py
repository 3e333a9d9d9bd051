"""Long nardy, or narde: a race round the board from the head, in which nothing is hit.

Both players begin with all fifteen checkers on their 24, the head, diagonally opposite, and move in the same
direction, each to their 1 and off. Each throws one die, and the higher begins, with a new throw of both; the
winner of a game begins the next. Nothing is ever hit: a point with even one checker of the opponent's is
closed. Doublets give four moves; as many numbers as possible must be played, and if only one of two can be,
the higher.

Only one checker may leave the head in a turn. In their first turn a player may take a second one if they cannot
otherwise play their whole throw, as with 6-6, 4-4 and 3-3 at the very beginning.

A player may hold six points in a row only if at least one checker of the opponent's is in front of them,
that is, nearer to its end or already off. The rule is looked at when the turn is over.

Players bear off as in backgammon once all their checkers are home. A win counts one point (oin), or two
(mars) if the loser has borne off none.
"""

from engine.tables.bases import RUNNING
from engine.tables.grades import Grade, Loser
from engine.tables.moment import FirstTurn
from engine.tables.options import Departure
from engine.tables.restrictions import HeadLimit, PrimeNeedsPasser, PrimeNeedsPasserAtOnce
from engine.tables.tables_game import Choice, FirstRoll, Option

GAME = RUNNING.variant(
    id="long_nardy",
    names=(
        ("en", "Long Nardy"),
        ("ru", "Длинные нарды"),
        ("uk", "Довгі нарди"),
        ("ka", "გრძელი ნარდი"),
        ("hy", "Երկար նարդի"),
        ("az", "Uzun nərd"),
        ("de", "Langes Backgammon"),
        ("fi", "Pitkä lautapeli"),
    ),
    aliases=(
        "narde",
        "нарды",
        "нарди",
        "nardy",
        "long narde",
        "long nardi",
        "long",
        "dlinnye nardy",
        "dlinnye",
        "длинные",
        "russian narde",
    ),
    source="Tableside rules A8; Backgammon Galore, Masters of Backgammon, setupgroup on Narde",
    rules=__doc__,
    step_rules=(HeadLimit(1),),
    first_turn=FirstTurn(HeadLimit(1), HeadLimit(2)),
    turn_rules=(PrimeNeedsPasser(),),
    grades=(
        Grade("home mars", 2, Loser.NONE_OFF_ALL_HOME),
        Grade("mars", 2, Loser.NONE_OFF),
        Grade("oin", 1),
    ),
    options=(
        Option(
            "head_exception",
            "When a second checker may leave the head in the first turn: if the throw cannot be "
            "played otherwise (generic), with 6-6, 4-4 and 3-3 only (rolls), or always "
            "(any_first_throw).",
            (
                Choice("generic"),
                Choice(
                    "rolls", (("first_turn.rolls", ((6, 6), (4, 4), (3, 3))), ("first_turn.always", True))
                ),
                Choice("any_first_throw", (("first_turn.always", True),)),
            ),
        ),
        Option(
            "prime_check",
            "Whether six in a row without a checker of the opponent's ahead are forbidden at the end "
            "of the turn or after every move.",
            (
                Choice("turn"),
                Choice(
                    "step",
                    (
                        ("turn_rules", ()),
                        ("+step_rules", PrimeNeedsPasserAtOnce()),
                    ),
                ),
            ),
        ),
        Option(
            "home_mars",
            "What a win counts against a loser who has none off and all their checkers home.",
            (
                Choice(2),
                Choice(
                    3,
                    (
                        (
                            "grades",
                            (
                                Grade("home mars", 3, Loser.NONE_OFF_ALL_HOME),
                                Grade("mars", 2, Loser.NONE_OFF),
                                Grade("oin", 1),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        Option(
            "bearoff_start",
            "Whether the rest of the throw that brings the last checker home may bear off, or bearing"
            " off begins with the next turn.",
            (
                Choice("same_turn"),
                Choice("next_turn", (("next_turn_off", True),)),
            ),
        ),
        Option(
            "first_roll",
            "Whether the dice that decided who begins are played (use_both) or both are thrown again "
            "(reroll).",
            (
                Choice("reroll"),
                Choice("use_both", (("first_roll", FirstRoll.USE_BOTH),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "Salmi",
            "two checkers may leave the head in the first turn only where one cannot play the whole throw",
            "the German collection",
            "with any first throw",
            "head_exception=any_first_throw",
        ),
        Departure(
            "the German collection",
            "a mars counts two, wherever the loser's checkers stand",
            "Masters of Backgammon",
            "three with all of them home",
            "home_mars=3",
        ),
        Departure(
            "Salmi",
            "a second checker leaves the head wherever the throw asks for it",
            "the Georgian federation",
            "with 6-6, 4-4 and 3-3 alone",
            "head_exception=rolls",
        ),
        Departure(
            "the German collection",
            "both dice are thrown again once it is decided who begins",
            "Russia's Ministry of Sport",
            "those that decide it are played",
            "first_roll=use_both",
        ),
    ),
)
