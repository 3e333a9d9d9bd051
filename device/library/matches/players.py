"""Players: who has played at a table, against whom, and with what success."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from device.library.matches.event_time import EventTime, evening_of
from device.library.matches.heads import GameEnding
from device.library.matches.listed_match import ListedMatch, game_title
from device.shape import Json, Shaped, shaped, whole
from engine.i18n import Translator
from engine.match.game_phase import GamePhase

Dates = Callable[[EventTime], float | None]


@shaped(
    {name: whole(0) for name in ("matches", "won", "lost", "games", "games_won", "points", "points_lost")}
)
@dataclass(slots=True)
class WinRecord(Shaped):
    """Matches and games that somebody has played, and how many of them were won; `points`
    won and lost in finished games.
    """

    matches: int = 0
    won: int = 0
    lost: int = 0
    games: int = 0
    games_won: int = 0
    points: int = 0
    points_lost: int = 0

    def add_match(self, listed: ListedMatch, side: str) -> None:
        """Count a match, and the games in it."""
        head = listed.head
        self.matches += 1
        self.won += head.winner == side
        self.lost += head.winner not in (side, None)
        for outcome in head.outcomes:
            self.add_game(outcome, side)

    def add_game(self, outcome: GameEnding, side: str) -> None:
        """Count a finished game."""
        self.games += 1
        self.games_won += outcome.winner == side
        gained = points_of(outcome, side)
        self.points += max(gained, 0)
        self.points_lost += max(-gained, 0)


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player by the name that was told last, and the matches in which it was told with
    their side (W, B), newest first.
    """

    name: str
    matches: tuple[tuple[ListedMatch, str], ...]
    record: WinRecord = field(default_factory=WinRecord)

    def as_json(self) -> Json:
        """A player in a list."""
        last = self.matches[0][0]
        record = self.record
        return {
            "name": self.name,
            **record.as_json(),
            "open": record.matches - record.won - record.lost,
            "last": last.ended,
            **analysed(self.matches),
        }

    def whole_json(self, dates: Dates, translator: Translator) -> Json:
        """A player with opponents, games, and points over time."""
        opponents: dict[str, tuple[str, WinRecord]] = {}
        games: dict[str, WinRecord] = {}
        for listed, side in self.matches:
            head = listed.head
            opponent = head.name_of("B" if side == "W" else "W")
            opponents.setdefault(opponent.casefold(), (opponent, WinRecord()))[1].add_match(listed, side)
            for outcome in head.outcomes:
                games.setdefault(outcome.game, WinRecord()).add_game(outcome, side)
            for game in head.games:
                games.setdefault(game, WinRecord()).matches += 1
                games[game].won += head.winner == side
                games[game].lost += head.winner not in (side, None)
        return {
            **self.as_json(),
            "opponents": [{"name": name, **record.as_json()} for name, record in opponents.values()],
            "by_game": [
                {"game": game, "name": game_title(game, translator), **record.as_json()}
                for game, record in games.items()
            ],
            "line": self._line(dates),
            "matches_played": [{**each.as_json(translator), "side": side} for each, side in self.matches],
        }

    def _line(self, dates: Dates) -> list[Json]:
        line: list[Json] = []
        total = 0
        for listed, side in reversed(self.matches):
            for outcome in listed.head.outcomes:
                points, time = points_of(outcome, side), dates(outcome.moment)
                total += points
                evening = evening_of(time)
                line.append(
                    {
                        "match": listed.head.number,
                        "game_number": outcome.number,
                        "game": outcome.game,
                        "time": time,
                        "evening": evening and evening.isoformat(),
                        "opponent": listed.head.name_of("B" if side == "W" else "W"),
                        "points": points,
                        "total": total,
                        "how": outcome.how,
                        "luck": _of_game(listed, side, outcome.number, "luck"),
                        "error": _of_game(listed, side, outcome.number, "error"),
                        **({"table": listed.table} if listed.table else {}),
                    }
                )
        return line


def players_of(matches: Iterable[ListedMatch]) -> tuple[KnownPlayer, ...]:
    """Everybody who has a name in some matches, which are the newest first; who played last comes first."""
    found: dict[str, tuple[str, list[tuple[ListedMatch, str]]]] = {}
    for listed in matches:
        for side in ("W", "B"):
            name = listed.head.name_of(side)
            if name:
                found.setdefault(name.casefold(), (name, []))[1].append((listed, side))
    players = []
    for name, played in found.values():
        record = WinRecord()
        for listed, side in played:
            record.add_match(listed, side)
        players.append(KnownPlayer(name, tuple(played), record))
    return tuple(players)


def analysed(matches: Iterable[tuple[ListedMatch, str]]) -> dict[str, Any]:
    """A player's luck, equity won by the dice a match, and error rate, over the matches that were analysed: thousandths
    of equity lost a decision, in all, with `plays` and with the `cube`; `rating` is XG's, half of it. `phases`: what
    plays lost, and how many blunders they were, phase by phase. `analysed`: how many matches these were.
    """
    totals = [
        told
        for listed, side in matches
        if listed.analysis is not None and (told := listed.analysis.of(side)) is not None
    ]
    decisions = sum(told["decisions"] for told in totals)

    def lost(what: str, unit: float = 1000) -> float | None:
        return round(unit * sum(told[what] for told in totals) / decisions, 1) if decisions else None

    return {
        "analysed": len(totals),
        "luck": round(sum(told["luck"] for told in totals) / len(totals), 2) if totals else None,
        "error": lost("error"),
        "plays": lost("error_play"),
        "cube": lost("error_cube"),
        "rating": lost("error", 500),
        "phases": list(_phases(totals)),
    }


def _phases(totals: Iterable[Mapping[str, Any]]) -> Iterator[Json]:
    """Each phase in which anything was played, in order; an analysis of an earlier version knows none."""
    told = [each.get("phases", {}) for each in totals]
    for phase in GamePhase:
        sums = {
            what: sum(each.get(phase.value, {}).get(what, 0) for each in told)
            for what in ("plays", "error", "blunders")
        }
        if sums["plays"]:
            rate = round(1000 * sums["error"] / sums["plays"], 1)
            yield {"phase": phase.value, "plays": sums["plays"], "error": rate, "blunders": sums["blunders"]}


def _of_game(listed: ListedMatch, side: str, number: int, what: str) -> float | None:
    """What the analysis of a game tells of a side."""
    told = None if listed.analysis is None else listed.analysis.of(side, number)
    return None if told is None else told[what]


def points_of(outcome: GameEnding, side: str) -> int:
    """The points that a game brought a side; less than none where the opponent won it."""
    if outcome.winner is None:
        return 0
    return outcome.points if outcome.winner == side else -outcome.points
