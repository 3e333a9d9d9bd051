"""Tavla, the tables of Turkey and the Arab lands: backgammon without the cube.

As backgammon, but both dice are thrown again after it is decided who begins, so that the first play can be a
doublet; the winner of a game begins the next; a win counts one point, or two (mars) if the loser has borne
off no checker. There is no triple game and no cube.

By custom there is one pair of dice for both players, thrown by hand from beside the board.
"""

from engine.tables.bases import NEAR_EASTERN

GAME = NEAR_EASTERN.variant(
    id="tavla",
    names=(
        ("en", "Tavla"),
        ("tr", "Tavla"),
        ("ar", "طاولة"),
        ("he", "שש בש"),
        ("fi", "Lähi-idän lautapeli"),
    ),
    aliases=(
        "tawla",
        "tawleh",
        "frangieh",
        "tavle",
        "near eastern tables",
        "middle eastern tables",
        "şeş beş",
        "طاولة الزهر",
        "طاوله",
        "turkish backgammon",
        "turkish tavla",
        "middle eastern tavla",
    ),
    source="Tableside rules A9; backgammon-game.eu on Tavla and Takhteh",
    rules=__doc__,
)
