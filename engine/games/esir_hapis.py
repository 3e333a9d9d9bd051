"""Esir or hapis, in Arabic mahbusa, the prisoner: the game of pinning as Turks and Arabs play it.

As plakoto. Both players begin with all fifteen checkers on their 24 and move in contrary directions; a
checker that lands on a single checker of the opponent's imprisons it until no checker stands on it; players
bear off once all their checkers are home and free. Who pins the last checker on the opponent's 24 wins
doubly, as soon as their own 24 is empty; if both are pinned the game is drawn.

A win counts one point, or two if the loser has borne off none.
"""

from engine.games.plakoto import GAME as PLAKOTO
from engine.tables.grades import Grade
from engine.tables.options import Departure
from engine.tables.tables_game import Choice, Option

GAME = PLAKOTO.variant(
    id="esir_hapis",
    names=(
        ("en", "Mahbusa"),
        ("tr", "Hapis"),
        ("ar", "محبوسة"),
    ),
    aliases=(
        "esir",
        "mahbouseh",
        "mahbouse",
        "mahbooseh",
        "mahbousa",
        "mahbuse",
        "prisoner",
        "المحبوسة",
        "mahbusi",
    ),
    source="Tableside rules A11; Ludii, Mahbouseh",
    rules=__doc__,
    options=(
        Option(
            "mother",
            "Whether pinning the last checker on the opponent's 24 wins the game.",
            (
                Choice(True),
                Choice(False, (("wins", ()),)),
            ),
        ),
        Option(
            "score",
            "What a win counts: one point or two (grade), or as many as the loser has checkers left "
            "on the board (per_man), for which people play to 31.",
            (
                Choice("grade"),
                Choice("per_man", (("grades", (Grade("men left", 1, per_man=True),)),)),
            ),
        ),
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
    departures=(
        Departure(
            "Salmi",
            "the mother counts, as in plakoto",
            "Ludii",
            "it does not",
            "mother=false",
        ),
        Departure(
            "Salmi",
            "a win counts one, or two",
            "Ludii",
            "as many as the loser has checkers left, up to 31",
            "score=per_man",
        ),
    ),
)
