"""Yahoudieh, a children's game of Syria and Lebanon: piles are laid down, piled up again, and borne off.

Each player has six piles, one for each number of a die, as in dames rabattues: two checkers each for the 1, the
2 and the 3, and three each for the 4, the 5 and the 6. Each number lays one checker of its pile down; once all
are laid down, each number puts one back on its pile; once all are piled up again, each number bears one off. A
doublet is two of its number, and what the thrower cannot use is lost. Who has borne off all their checkers
first has won.
"""

from engine.games.dames_rabattues import GAME as DAMES_RABATTUES
from engine.rabattues import Rabattues
from engine.tables.numbers import PLAIN
from engine.tables.tables_game import Tier, Unused

GAME = DAMES_RABATTUES.variant(
    id="yahoudieh",
    names=(
        ("en", "Yahoudieh"),
        ("ar", "يهودية"),
    ),
    aliases=("yahudiyya", "yahudieh"),
    source="Barakat 1974, pages 19 to 21, after Ludii, Yahoudieh",
    rules=__doc__,
    tier=Tier.PLAYED,
    numbers=PLAIN,
    unused=Unused.LOST,
    family=Rabattues(restack=True),
    options=(),
)
