"""Tablut, the king's game that Linnaeus saw played in Lapland in 1732.

The board has nine by nine squares, files a to i from left to right and ranks 1 to 9 away from White. The square in the
middle, e5, is the throne. White has the king, on the throne, and eight defenders, the two squares next to him in every
direction. Black has sixteen attackers: in the middle of each edge three in a row, and one before the middle one.

White moves first, then each in turn, and a move must be made. Every piece moves in a straight line along a
rank or file, over as many empty squares as it likes; it never jumps. Only the king may stand on the throne,
and once he has left it he does not return; no piece passes over the empty throne either.

A man is captured, and taken off the board by who moved, when a move of the enemy puts him between two enemies in a row,
along a rank or file. One move may capture several men. A man may move in between two enemies without harm. The king
captures like any other defender. The throne, while it is empty, counts as an enemy of every man of either colour.

The king is captured when attackers stand on all four sides of him; beside the empty throne, on the other three. If he
is on the throne with attackers on three sides and a defender on the fourth, that defender is captured by an attacker
who moves to the square behind him; that alone does not capture the king. Nobody is captured by what was there before:
the piece that has just moved is always one of the captors.

White wins when the king reaches any square of the edge, Black when the king is captured. Who cannot
move loses. When the same board, with the same side to move, is there for the third time, the game is
drawn. A win counts one point.

People also agree that two opposite enemies capture the king like a man; that the king takes no part in
captures; that he must reach a corner; that he may go back to his throne; that everybody may enter the throne
once he has left it; or that four attackers are needed to capture him on the throne and two opposite ones
elsewhere. Where he must reach a corner, only he may stop on one, an empty corner is everybody's enemy as the
throne is, and on an edge three attackers capture him, the edge being the fourth. Where two enemies capture
the king, the empty throne can be one of them. White may be bound to warn Black: "raichi" when one way to
escape is open to the king, "tuichu" when there are two.
"""

from engine.tables.options import Departure
from engine.tables.tables_game import Choice, Option
from engine.tafl.tafl_game import Repetition, Stalemate, TaflGame, switch

GAME = TaflGame(
    id="tablut",
    names=(
        ("en", "Tablut"),
        ("de", "Tablut"),
        ("fi", "Tablut"),
        ("pl", "Tablut"),
        ("ru", "Таблут"),
        ("sv", "Tablut"),
    ),
    aliases=("tafl", "sami tafl", "lapland tafl", "linnaeus tablut"),
    source="Tableside rules A32; Linnaeus, Iter Lapponicum (1732), in the translations of Smith (1811) "
    "and Salmi (2013)",
    rules=__doc__,
    options=(
        switch("king_custodial", "Two opposite enemies capture the king, as they do a man."),
        switch("unarmed_king", "The king neither captures nor helps to capture."),
        switch("corner_escape", "The king must reach a corner, where nobody else may stop."),
        switch(
            "corner_hostile",
            "With corner_escape: an empty corner counts as an enemy of every piece.",
            default=True,
        ),
        switch(
            "edge_capture", "With corner_escape: on an edge three attackers capture the king.", default=True
        ),
        switch("king_may_return", "The king may go back to the throne, and pass over it."),
        switch("throne_open", "Once the king has left the throne, any man may enter it and pass over it."),
        switch(
            "throne_hostile",
            "The empty throne counts as an enemy wherever two enemies capture a piece.",
            default=True,
        ),
        switch(
            "king_four_on_throne_two_elsewhere",
            "Four attackers capture the king on the throne, two opposite enemies anywhere else.",
        ),
        switch("pass_throne", "Any piece may pass over the empty throne without stopping there."),
        Option(
            "stalemate",
            "What becomes of a side that cannot move: it loses, or the game is a draw.",
            (
                Choice("loses", (("stalemate", Stalemate.LOSES),)),
                Choice("draw", (("stalemate", Stalemate.DRAW),)),
            ),
        ),
        Option(
            "repetition",
            "What becomes of the game at the third repetition of a board: a draw, a loss for who made it, or nothing.",
            (
                Choice("draw", (("repetition", Repetition.DRAW),)),
                Choice("loses", (("repetition", Repetition.LOSES),)),
                Choice("nothing", (("repetition", Repetition.NOTHING),)),
            ),
        ),
        switch("announce", "White announces the king's open ways to escape: raichi for one, tuichu for two."),
    ),
    departures=(
        Departure(
            "Ludii",
            "no piece passes over the empty throne",
            "brainking.com",
            "every piece may",
            "pass_throne=true",
        ),
        Departure(
            "the Polish text",
            "four attackers capture the king, beside the empty throne three",
            "Salmi and Ludii",
            "away from the throne two opposite ones do",
            "king_four_on_throne_two_elsewhere=true",
        ),
    ),
)
