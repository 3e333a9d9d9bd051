"""The present: at which table the two of a pairing are playing, by what the tables tell of themselves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from device.club.hub.wall import SeenTable
from engine.tournament.name_matching import same_name
from engine.tournament.tournament_values import Pairing, TournamentEvent

Couple = frozenset[str]
"""The names of two who play, capitals and spaces apart."""


@dataclass(frozen=True, slots=True)
class PlayingMatch:
    """A match that is being played: at which table, and the points that each has so far, by name."""

    table: str
    points: Mapping[str, int]


Present = Mapping[Couple, PlayingMatch]
"""The matches that are being played, by who plays them."""
NOBODY_PLAYS: Present = {}


def present(tables: Iterable[SeenTable]) -> Present:
    """What is being played at the tables that are there. What one tells is not relied on to make sense."""
    found: dict[Couple, PlayingMatch] = {}
    for each in tables:
        playing = _playing(each.name, each.snapshot) if each.online and each.snapshot is not None else None
        if playing is not None:
            found[frozenset(playing.points)] = playing
    return found


def playing_now(event: TournamentEvent, pairing: Pairing, now: Present) -> tuple[str, tuple[int, int]] | None:
    """The table at which a pairing is being played, and the points of White and Black; None where it is at none."""
    if pairing.is_bye or not now:
        return None
    white, black = (same_name(event.player(each).name) for each in (pairing.white, pairing.black))
    found = now.get(frozenset((white, black)))
    return None if found is None else (found.table, (found.points[white], found.points[black]))


def _playing(table: str, snapshot: Mapping[str, Any]) -> PlayingMatch | None:
    try:
        match, score = snapshot["match"], snapshot["score"]
        white, black = same_name(match["white"]), same_name(match["black"])
        if match["winner"] is not None or not white or not black or white == black:
            return None
        return PlayingMatch(table, {white: int(score["W"]), black: int(score["B"])})
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
