"""Trictrac, the great game of old France: no checker is ever hit, but what the dice would do scores.

Each player has fifteen checkers on their 24, the talon, and brings them round towards their 1, the opponent the
other way. The higher die begins and throws both dice again. Each number is played once, a doublet too, by two
checkers or both by one. A checker lands only where no checker of the opponent's stands. Both numbers must be
played if they can be; if only one can, but either, the higher.

THE CORNERS. A player's 13 is their rest corner. It is taken only by two checkers at once; others may then come
and go as long as two stay, and the last two leave only together. The opponent's rest corner (one's own 12) is
never taken. One checker playing both numbers may touch down on either corner while it is empty. If both
corners are empty and two checkers could go to the opponent's with this throw, they may be put on the own
corner instead, by force; but not if it can be taken directly with the same throw.

THE RETURN. Nobody may go beyond their 13 while the opponent can still fill their small jan (their 24 to 19):
while twelve of their checkers are there. While they can still fill their big jan (their 18 to 13; twelve
checkers are there or behind), their big jan may only be passed through by a checker that plays both numbers and
comes to rest in their small jan. Once all fifteen are on their points 6 to 1 a player bears off: a number takes
off the checker on the point of that number, or the hindmost if all are nearer; otherwise it is played on the
board.

FILLING. A quarter is full when two checkers stand on each of its six points: the small jan (24 to 19), the
big jan (18 to 13), or the jan of return (6 to 1). Who can fill a quarter must, and who can keep a full one
must.

WHAT SCORES, for the thrower before they play; first for two different numbers, then for a doublet. A true hit:
one of their checkers could reach a single checker of the opponent's. Each die that does so is a way, and so are
both dice together if there is a point to rest on where the opponent has not made a point: 2 or 4 for each way
where the single checker stands in a big jan, 4 or 6 in a small jan. The opponent's empty rest corner hit,
with two checkers that could reach it, the own corner being held and its two checkers not counting: 4 or 6. A
quarter filled: 4 or 6 for each way in which the last checker can be placed, by either number or both
together. A full quarter kept: 4 or 6. All checkers borne off first: 4 or 6. And at the start of a setting:
the jan of six tables, if the first three throws, none a doublet, can put one checker on each of the points 23
to 18: 4; the jan of two tables, if just two checkers have left the talon and could go one to each of the two
empty rest corners: 4 or 6; the jan of mezeas, if just two have left the talon, both are on the own corner,
the other is empty, and an ace is thrown: 4 or 6.

For the opponent, after the play: each number that cannot be played, 2; a false hit, where a single checker
could be reached by both dice together only, and every point to rest on is one that the opponent has made: as
much as the true hit; and the jans of two tables and of mezeas if their own corner is held when they are thrown:
4 or 6.

HOLES. Twelve points make a hole, and two holes if the opponent has scored nothing since they were begun
(bredouille). The opponent's points are then wiped out, the surplus is kept. Who makes a hole by their own throw
may hold, which is to play on, or go: all checkers are set up again, the points of both and whatever the
opponent was due are gone, and they throw first. A hole that comes from the opponent's throw gives no such
choice. When a player has borne off all, both set up again, points are kept, and they throw first. Twelve holes
win; it counts double (grand bredouille) if the loser has made none since the winner's first.

SCHOOLS. Usually the referee marks all that is due, for both players. With the option ecole players claim their
points: the thrower before they touch a checker, the opponent, for what the throw brought them, before they
throw. No more is marked than was due, and as much as a claim was too high or too low goes to the other side,
who sends the claimer to school; who claims nothing has claimed none. What a player wins by bearing off all
is marked for them. A claim can be changed until a checker is touched; the opponent's stands as it was made.
"""

from engine.tables.numbers import Plain
from engine.tables.tables_game import HEAD, SINGLE, Choice, FirstRoll, Grade, Landing, Option, TablesGame
from engine.trictrac import Trictrac

GAME = TablesGame(
    id="trictrac",
    names=(
        ("en", "Trictrac"),
        ("fr", "Trictrac"),
        ("fi", "Trictrac"),
    ),
    aliases=("grand trictrac", "great trictrac", "tric trac", "jeu de cure"),
    source="Tableside rules A29; the tariff of the French rule books of the 18th and 19th centuries",
    rules=__doc__,
    setup=HEAD,
    first_roll=FirstRoll.REROLL,
    numbers=Plain(),
    landing=Landing.SOLO_BLOCK,
    block_at=1,
    grades=(Grade("grand bredouille", 2), SINGLE),
    family=Trictrac(),
    options=(
        Option(
            "hole_target",
            "How many holes win the game.",
            (
                Choice(12),
                Choice(11, (("family.target", 11),)),
                Choice(8, (("family.target", 8),)),
                Choice(6, (("family.target", 6),)),
            ),
        ),
        Option(
            "ecole",
            "Players claim their points, and by as much as a claim is wrong the other side scores (schools).",
            (Choice(False), Choice(True, (("family.schools", True),))),
        ),
        Option(
            "provincial",
            "A number bears off only a hindmost checker, and only if no checker can play it on the board.",
            (Choice(False), Choice(True, (("family.provincial", True),))),
        ),
        Option(
            "jan_de_rencontre",
            "Who throws second scores 4, or 6 by a doublet, if they throw just what the opponent threw first.",
            (Choice(False), Choice(True, (("family.meeting", True),))),
        ),
        Option(
            "pile_de_misere",
            "All fifteen on one's rest corner score 4, or 6 by a doublet, when they get there and whenever they stay.",
            (Choice(False), Choice(True, (("family.misery", True),))),
        ),
        Option(
            "margot",
            "The opponent scores 2, or 4 by a doublet, for each way of reaching an empty point between two of their "
            "single checkers.",
            (Choice(False), Choice(True, (("family.margot", True),))),
        ),
    ),
)
