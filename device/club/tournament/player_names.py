"""Names as people paste them: one a line, numbered or not, with a rating and a club if they like."""

import re
from dataclasses import dataclass

from engine.errors import InvalidEntry
from engine.i18n import phrase
from engine.tournament.name_matching import same_name, tidy_name
from engine.tournament.tournament_values import Entrant, TournamentEvent

_NUMBERED = re.compile(r"^\s*(?:\d+\s*[.)]|[-*\u2022])\s+")
_PARTS = re.compile(r"\t|;")


@dataclass(frozen=True, slots=True)
class Pasted:
    """The players of a list, numbered for the event they are to join, and the names of it that take part already."""

    players: tuple[Entrant, ...]
    known: tuple[str, ...]


def parse_names(text: str, event: TournamentEvent) -> Pasted:
    """The players of a list: a name a line, then a rating and a club, with `;` or tabs between. Raises InvalidEntry."""
    there = {same_name(each.name) for each in event.players}
    players: list[Entrant] = []
    known: list[str] = []
    for line in text.splitlines():
        name, *more = (tidy_name(part) for part in _PARTS.split(_NUMBERED.sub("", line)))
        if not name:
            continue
        if same_name(name) in there:
            known.append(name)
            continue
        there.add(same_name(name))
        number = len(event.players) + len(players) + 1
        ratings = [part for part in more if part.isascii() and part.isdecimal()]
        clubs = [part for part in more if part and part not in ratings]
        if len(ratings) > 1 or len(clubs) > 1:
            raise InvalidEntry(phrase("This line has too many parts: {line}", line=line.strip()[:80]))
        players.append(
            Entrant(number, name, int(ratings[0][:9]) if ratings else None, clubs[0] if clubs else "")
        )
    return Pasted(tuple(players), tuple(known))
