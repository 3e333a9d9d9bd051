"""The results of an evening: who beat whom at which table, as the archive has it; nobody writes it down."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from device.library.matches.listed_match import ListedMatch, game_title
from device.library.matches.players import players_of
from device.shape import Json
from engine.i18n import Translator


@dataclass(frozen=True, slots=True)
class Results:
    """An evening: the matches that were won, as they ended, those that were not, and the evenings before and after it.

    `evening` is None for the matches of which nobody knows when they were played; `undated` is how many those are.
    """

    evening: date | None
    won: tuple[ListedMatch, ...]
    unfinished: tuple[ListedMatch, ...]
    earlier: date | None
    later: date | None
    undated: int

    def as_json(self, translator: Translator) -> Json:
        """The answer of `GET /api/results`."""
        standing = sorted(
            players_of(reversed(self.won)),
            key=lambda each: (
                -each.record.won,
                each.record.lost,
                each.record.points_lost - each.record.points,
                each.name.casefold(),
            ),
        )
        return {
            "evening": self.evening and self.evening.isoformat(),
            "earlier": self.earlier and self.earlier.isoformat(),
            "later": self.later and self.later.isoformat(),
            "undated": self.undated,
            "results": [_result(each, translator) for each in self.won],
            "unfinished": [_match(each, translator) for each in self.unfinished],
            "players": [
                {
                    "name": each.name,
                    "won": each.record.won,
                    "lost": each.record.lost,
                    "points": each.record.points,
                    "points_lost": each.record.points_lost,
                }
                for each in standing
            ],
        }


def results_of(
    matches: Iterable[ListedMatch], evening: date | None = None, *, undated: bool = False
) -> Results:
    """The results of an evening, else of the last one on which anything was played; `undated`: of the matches of which
    nobody knows when they were played.
    """
    played = [each for each in matches if each.head.games_played]
    evenings = sorted({each.evening for each in played if each.evening is not None})
    if evening is None and not undated and evenings:
        evening = evenings[-1]
    wanted = None if undated else evening
    of_it = sorted((each for each in played if each.evening == wanted), key=_ended)
    return Results(
        wanted,
        tuple(each for each in of_it if each.head.winner is not None),
        tuple(each for each in of_it if each.head.winner is None),
        max((each for each in evenings if wanted is None or each < wanted), default=None),
        min((each for each in evenings if wanted is not None and each > wanted), default=None),
        sum(each.evening is None for each in played),
    )


def _ended(listed: ListedMatch) -> tuple[float, str, int]:
    return listed.ended or 0.0, listed.table, listed.head.number


def _match(listed: ListedMatch, translator: Translator) -> Json:
    head = listed.head
    return {
        "table": listed.table,
        "number": head.number,
        "white": head.white,
        "black": head.black,
        "game": head.game,
        "name": game_title(head.game, translator),
        "length": head.length,
        "series": head.series,
        "score": {"W": head.score[0], "B": head.score[1]},
        "ended": listed.ended,
        "open": listed.is_open,
        "playing": listed.is_playing,
    }


def _result(listed: ListedMatch, translator: Translator) -> Json:
    head = listed.head
    won, lost = ("W", "B") if head.winner == "W" else ("B", "W")
    return {
        **_match(listed, translator),
        "winner": head.winner,
        "won": head.name_of(won),
        "lost": head.name_of(lost),
    }
