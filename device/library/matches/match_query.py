"""A query: which matches somebody wants to see."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from device.library.matches.heads import Head


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """What matches must have to be listed; what is left out is not asked for.

    `search`: words, each of which must stand in what is told of a match; `game`: an id; `player`: a whole
    name; `dice`: what a set of dice is called; from the evening `since` to the evening `until`;
    `deleted`: only those that were deleted.
    """

    search: str = ""
    game: str = ""
    player: str = ""
    since: date | None = None
    until: date | None = None
    deleted: bool = False
    dice: str = ""

    def fits(self, head: Head, evening: date | None, called: Callable[[str], str]) -> bool:
        """Whether a match is wanted, that was played on an evening; `called` is what a game is called."""
        names = [name.casefold() for name in (head.white, head.black)]
        if self.player and self.player.casefold() not in names:
            return False
        if self.dice and self.dice.casefold() != head.dice.casefold():
            return False
        if self.game and self.game not in (head.game, *head.games):
            return False
        if (self.since or self.until) and evening is None:
            return False
        if evening is not None and (
            (self.since is not None and evening < self.since)
            or (self.until is not None and evening > self.until)
        ):
            return False
        games = (called(game) for game in (head.game, *head.games))
        told = " ".join((f"#{head.number}", *names, *games, "" if evening is None else evening.isoformat()))
        return all(word in told.casefold() for word in self.search.casefold().split())
