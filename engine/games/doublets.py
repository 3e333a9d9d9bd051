"""Doublets, the queen's game of old England: fifteen checkers are laid down and then borne off, and doublets decide.

As in dames rabattues nothing travels: each player has a pile for each number of a die, two checkers for the 1, the 2
and the 3, three for the 4, the 5 and the 6, on their points 7 (for the 1) to 12 (for the 6). A number lays one checker
of its pile down, six points on. Once all are down, which may be in the middle of a throw, a number bears off a checker
from its point. What the thrower cannot use is used by the opponent, if they can, before they throw.

A doublet lays down or bears off as many checkers as its dice show points, eight for two fours, of whatever piles and
points the thrower likes. The higher die begins and throws both again; who is off first wins one point.
"""

from engine.games.dames_rabattues import GAME as DAMES_RABATTUES
from engine.rabattues import Rabattues
from engine.tables.numbers import Sum

GAME = DAMES_RABATTUES.variant(
    id="doublets",
    names=(("en", "Doublets"),),
    aliases=("dubblets", "dublets", "queen's game", "queens game"),
    source="Charles Cotton, The Compleat Gamester, London 1674, chapter 29",
    rules=__doc__,
    numbers=Sum(),
    family=Rabattues(doublet_of_any=True),
    options=(),
)
