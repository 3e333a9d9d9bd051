"""Short nardy, the traditional short game of Russia: backgammon without the cube.

As backgammon: fifteen checkers from the same set-up, moved in contrary directions, hit and entered from the
bar, borne off once all are home. Who wins the throw for the start moves first, with both numbers; the winner
of a game begins the next. Doublets give four moves.

A win counts one point (oin), or two (mars) if the loser has borne off no checker; if moreover all of the
loser's checkers are home it is called a home mars and counts two as well. By tradition there is no triple
game (koks) and no doubling cube; players may agree on either.
"""

from engine.tables.grades import Grade, Loser
from engine.tables.options import Departure
from engine.tables.tables_game import Choice, FirstRoll, NextGame, Option, TablesGame

GAME = TablesGame(
    id="short_nardy",
    names=(
        ("en", "Short Nardy"),
        ("ru", "Короткие нарды"),
        ("uk", "Короткі нарди"),
        ("ka", "მოკლე ნარდი"),
        ("hy", "Կարճ նարդի"),
        ("az", "Qısa nərd"),
        ("de", "Kurzes Backgammon"),
        ("fi", "Venäläinen lyhyt peli"),
    ),
    aliases=(
        "short narde",
        "short nardi",
        "short",
        "korotkie nardy",
        "korotkie",
        "короткие",
        "shesh-besh",
        "шеш-беш",
        "шиш-беш",
        "kosha",
        "коша",
        "tavlei",
        "тавлеи",
        "nardi",
        "ნარდი",
        "նարդի",
        "nərd",
        "schesch-besch",
        "koscha",
    ),
    source="Tableside rules A7; Short nardy as played in Russia and the Caucasus",
    rules=__doc__,
    next_game=NextGame.WINNER,
    grades=(
        Grade("home mars", 2, Loser.NONE_OFF_ALL_HOME),
        Grade("mars", 2, Loser.NONE_OFF),
        Grade("oin", 1),
    ),
    options=(
        Option(
            "koks",
            "A loser with no checker off and one on the bar or in the winner's home loses three points.",
            (
                Choice(False),
                Choice(
                    True,
                    (
                        (
                            "grades",
                            (
                                Grade("koks", 3, Loser.NONE_OFF_ONE_BACK),
                                Grade("home mars", 2, Loser.NONE_OFF_ALL_HOME),
                                Grade("mars", 2, Loser.NONE_OFF),
                                Grade("oin", 1),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        Option(
            "first_roll",
            "Whether the dice that decided who begins are played (use_both) or both are thrown again "
            "(reroll), as in the Near East.",
            (
                Choice("use_both"),
                Choice("reroll", (("first_roll", FirstRoll.REROLL),)),
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
    ),
    departures=(
        Departure(
            "Salmi",
            "there is no triple game",
            "the German collection",
            "a loser with a checker far back loses three, koks",
            "koks=true",
        ),
        Departure(
            "the German collection",
            "the dice that decide who begins are the first throw",
            "Salmi, for the Near East,",
            "both are thrown again",
            "first_roll=reroll",
        ),
    ),
)
