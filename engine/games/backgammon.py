"""Modern backgammon.

Each player has fifteen checkers: two on their 24 point, five on 13, three on 8 and five on 6. The players move
in contrary directions, each from their 24 towards their 1 and then off the board. To begin, each throws one
die; the higher moves first and uses both numbers, and a tie is thrown again.

A checker moves as many points as a die shows, to a point that is empty, held by its own side, or holds exactly one
checker of the opponent's, which is hit and put on the bar. The two numbers are played one after the other, with one
checker or two; equal numbers are played four times. Both numbers must be used if there is any way to do so; if only
one can be, but either, it must be the higher. A checker on the bar must enter on the opponent's home table before
anything else is moved.

Once all fifteen are on their points 6 to 1, a player bears off: a number takes a checker off the point of that
number; if none stands there or behind it, the hindmost one; otherwise the number is played inside. A smaller
number may be played first even if that wastes part of the larger one.

Who has borne off all their checkers wins: a single game; a gammon, counting two, if the loser has none off; a
backgammon, counting three, if moreover one of the loser's checkers is on the bar or in the winner's home table.
"""

from engine.tables.grades import GAMMON, SINGLE, Grade, Loser
from engine.tables.options import Departure
from engine.tables.tables_game import Choice, FirstRoll, Option, TablesGame

GAME = TablesGame(
    id="backgammon",
    names=(
        ("en", "Backgammon"),
        ("fi", "Backgammon"),
        ("de", "Backgammon"),
        ("sq", "Tavlla"),
        ("ru", "Бэкгаммон"),
        ("bg", "Табла"),
        ("ja", "バックギャモン"),
        ("ko", "백개먼"),
    ),
    aliases=(
        "bg",
        "gammon",
        "modern backgammon",
        "western backgammon",
        "tables",
        "table",
        "royal table",
        "brettspiel",
        "wurfzabel",
        "tavola reale",
        "tablas reales",
        "tavlle",
    ),
    source="Tableside rules A1; the rules of the international federations",
    rules=__doc__,
    cube=True,
    options=(
        Option(
            "backgammon_requires_none_off",
            "A loser who has borne off a checker cannot lose a backgammon.",
            (
                Choice(True),
                Choice(False, (("grades", (Grade("backgammon", 3, Loser.ONE_BACK), GAMMON, SINGLE)),)),
            ),
        ),
        Option(
            "first_roll",
            "Whether the dice that decided who begins are played (use_both) or both are thrown again (reroll).",
            (Choice("use_both"), Choice("reroll", (("first_roll", FirstRoll.REROLL),))),
        ),
    ),
    departures=(
        Departure(
            "the international federations",
            "the dice that decide who begins are the first throw",
            "Salmi, of older play,",
            "both are thrown again",
            "first_roll=reroll",
        ),
    ),
)
