"""Puff, the German tables: all checkers come in first, and doublets play their lower faces too.

Both players begin with all fifteen checkers in the hand, enter them on their points 24 to 19, and move in
contrary directions, each to their 1 and off. No checker on the board may move while its owner has one in the
hand or on the bar. Single checkers are hit. Both dice are thrown again after it is decided who begins.

The smaller number is played first; if it cannot be used, the whole throw is lost; if the larger cannot be
used after it, only that is lost.

A player's first doublet of the game gives two moves of its number and then, if they like, two of the number
on the lower faces, its complement to seven. Later doublets give four of each and another throw, if the upper
faces could all be played. The lower faces may be played only after all the upper ones; what cannot be played
in this order is lost.

Bearing off is as in backgammon. A win counts one point, or two (Schneider) if the loser has borne off none.
"""

from engine.tables.grades import SINGLE, Grade, Loser
from engine.tables.numbers import UnderFaces
from engine.tables.options import Departure
from engine.tables.tables_game import HAND, Choice, FirstRoll, Option, TablesGame, Unused

GAME = TablesGame(
    id="puff_contrary",
    names=(
        ("en", "Contrary Puff"),
        ("de", "Kontrarpuff"),
        ("fi", "Puff"),
    ),
    aliases=("contrare puff", "konterpuff", "gegenpuff", "kurzer puff"),
    source="Tableside rules A28; Meyers Konversations-Lexikon 1888, gamedesign.de, Ludii, Contrare Puff",
    rules=__doc__,
    setup=HAND,
    first_roll=FirstRoll.REROLL,
    numbers=UnderFaces(),
    grades=(Grade("schneider", 2, Loser.NONE_OFF), SINGLE),
    options=(
        Option(
            "generalpasch",
            "The throw that decided who begins is played, by them, as if it were their first doublet: its two numbers,"
            " and then, if they like, their lower faces.",
            (
                Choice(False),
                Choice(True, (("numbers.generalpasch", True), ("first_roll", FirstRoll.USE_BOTH))),
            ),
        ),
        Option(
            "lower_compulsory",
            "The lower faces must be played if they can be.",
            (
                Choice(False),
                Choice(True, (("numbers.lower_optional", False),)),
            ),
        ),
        Option(
            "first_doublet_rethrow",
            "The first doublet too earns another throw.",
            (
                Choice(False),
                Choice(True, (("numbers.first_again", True),)),
            ),
        ),
        Option(
            "unused",
            "Whether numbers that cannot be used are lost or played by the opponent.",
            (
                Choice("lost"),
                Choice("opponent_plays", (("unused", Unused.OPPONENT_PLAYS),)),
            ),
        ),
        Option(
            "rethrow_always",
            "A doublet earns another throw even if the upper faces could not all be played.",
            (
                Choice(False),
                Choice(True, (("numbers.always_again", True),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "Ludii",
            "the lower faces of a doublet may be left",
            "Salmi",
            "they must be played",
            "puff_s0",
        ),
        Departure(
            "Salmi",
            "the first doublet of a player earns no other throw",
            "gamedesign.de",
            "it does",
            "first_doublet_rethrow=true",
        ),
    ),
)
