"""Swiss pairings: each round those play each other who have as many points, and nobody meets the same opponent twice.

The rules are those of FIDE's Dutch system (Handbook C.04.1 and C.04.3), from which backgammon's clubs took
theirs, but for what is about colours, which give nobody an advantage here: score brackets from the top down,
as few players as can be floating down from each, the completion of the round assured before a bracket is
settled; within a bracket the upper half against the lower, in the first order of the lower half that will do;
the bye to the lowest who has had none. Where FIDE leaves no pairing at all, because everybody has met, the
fewest rematches there can be are played: a club's evening goes on. Unlike FIDE's, a pairing that was won by
forfeit is not drawn again either.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import ceil, log2

from engine.tournament.graph import Graph, Mates, augment, is_perfect, matching, spare
from engine.tournament.tournament_points import points_of
from engine.tournament.tournament_values import NOBODY, TournamentEvent, seeded

TRIES = 4000
"""How many choices of floaters are looked at in a bracket before one that is just good enough is taken."""
Couple = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Field:
    """Who is to be paired: players by rank, their points, who has met whom how often, and who floated last round."""

    ranked: tuple[int, ...]
    points: Mapping[int, float]
    met: Counter[frozenset[int]]
    byes: Counter[int]
    floated: frozenset[int]

    def graph(self, among: Iterable[int]) -> Graph:
        """Who may play whom without a rematch."""
        there = list(among)
        return {
            one: {other for other in there if other != one and not self.met[frozenset((one, other))]}
            for one in there
        }


def swiss_rounds(players: int) -> int:
    """How many rounds tell one winner of so many players, if the stronger always wins."""
    return max(1, ceil(log2(players))) if players > 1 else 1


def swiss_couples(event: TournamentEvent) -> tuple[tuple[Couple, ...], int]:
    """The couples of the next round, the leaders first, and who has a bye (NOBODY: the number is even).

    Every player who still takes part is in it once.
    """
    field = _field(event)
    resting = _bye(field)
    ranked = tuple(each for each in field.ranked if each != resting)
    again = _rematches(field, ranked)
    settled = {each for couple in again for each in couple}
    couples = [*_brackets(field, tuple(each for each in ranked if each not in settled)), *again]
    place = {player: at for at, player in enumerate(field.ranked)}

    def standing(couple: Couple) -> tuple[float, float, int]:
        one, other = (field.points[each] for each in couple)
        return -max(one, other), -min(one, other), min(place[each] for each in couple)

    couples.sort(key=standing)
    return tuple(_seats(event, couple, at) for at, couple in enumerate(couples)), resting


def _field(event: TournamentEvent) -> _Field:
    points = points_of(event)
    active = seeded(event.plan, event.active)
    seed = {player.number: at for at, player in enumerate(active)}
    ranked = tuple(sorted(seed, key=lambda number: (-points[number], seed[number])))
    met = Counter(frozenset((each.white, each.black)) for each in event.pairings if not each.is_bye)
    byes = Counter(each.white for each in event.pairings if each.is_bye)
    return _Field(ranked, points, met, byes, _floated(event))


def _floated(event: TournamentEvent) -> frozenset[int]:
    """Who played somebody with fewer points in the last round."""
    last = max((each.round for each in event.pairings), default=0)
    before = points_of(event, until=last - 1)
    return frozenset(
        one
        for each in event.pairings
        if each.round == last and not each.is_bye
        for one, other in ((each.white, each.black), (each.black, each.white))
        if before[one] > before[other]
    )


def _bye(field: _Field) -> int:
    """Who has the bye: one with the fewest so far, then so that the fewest rematches follow, then the lowest."""
    if len(field.ranked) % 2 == 0:
        return NOBODY
    graph = field.graph(field.ranked)
    fewest = min(field.byes[each] for each in field.ranked)
    best, least = NOBODY, len(field.ranked) + 1
    for player in reversed(field.ranked):
        if field.byes[player] == fewest:
            left = spare(graph, (each for each in field.ranked if each != player))
            if left < least:
                best, least = player, left
            if left == 0:
                break
    return best


def _rematches(field: _Field, ranked: Sequence[int]) -> list[Couple]:
    """The couples that have to meet again, none where the round can do without.

    Those who met least often first, then those near each other in points, the lowest in rank first.
    """
    graph = field.graph(ranked)
    left, rest = spare(graph, ranked), list(ranked)
    couples: list[Couple] = []
    while left:
        met = field.met
        often = sorted(
            combinations(reversed(rest), 2),
            key=lambda two: (met[frozenset(two)], abs(field.points[two[0]] - field.points[two[1]])),
        )
        for one, other in often:
            remaining = [each for each in rest if each not in (one, other)]
            # a couple that has not met leaves as many over as before, or the matching was not the largest
            if met[frozenset((one, other))] and spare(graph, remaining) == left - 2:
                couples.append((other, one))
                rest, left = remaining, left - 2
                break
    return couples


def _brackets(field: _Field, ranked: Sequence[int]) -> list[Couple]:
    """All couples, bracket by bracket; the field can be paired without a rematch."""
    graph = field.graph(ranked)
    couples: list[Couple] = []
    groups = _groups(field, ranked)
    down: tuple[int, ...] = ()
    for at, group in enumerate(groups):
        pool = (*down, *group)
        below = [each for lower in groups[at + 1 :] for each in lower]
        following = groups[at + 1] if at + 1 < len(groups) else ()
        floaters = _floaters(field, graph, pool, following, below)
        stay = [each for each in pool if each not in floaters]
        couples += _within(
            graph, [each for each in down if each in stay], [each for each in group if each in stay]
        )
        down = tuple(each for each in pool if each in floaters)
    return couples


def _groups(field: _Field, ranked: Sequence[int]) -> list[tuple[int, ...]]:
    by_points: dict[float, list[int]] = {}
    for player in ranked:
        by_points.setdefault(field.points[player], []).append(player)
    return [tuple(each) for each in by_points.values()]


def _floaters(
    field: _Field, graph: Graph, pool: Sequence[int], following: Sequence[int], below: Sequence[int]
) -> frozenset[int]:
    """Who is paired further down: as few as can be, of those choices one that leaves few over in the next bracket,
    then who did not float last round, then the lowest.
    """
    up = tuple(reversed(pool))
    likeliest = [each for each in up if each not in field.floated]
    likeliest += [each for each in up if each in field.floated]
    if not below:
        return frozenset()
    tries = 0
    for count in range(spare(graph, pool), len(pool) + 1, 2):
        best, least = None, len(pool) + len(following) + 1
        for chosen in islice(combinations(likeliest, count), TRIES):
            tries += 1
            floaters = frozenset(chosen)
            if not is_perfect(graph, (each for each in pool if each not in floaters)):
                continue
            if not is_perfect(graph, (*chosen, *below)):
                continue
            left = spare(graph, (*chosen, *following))
            if left < least:
                best, least = floaters, left
            if left == (count + len(following)) % 2:
                break
        if best is not None:
            return best
        if tries >= TRIES:
            break
    # Not the best, but one that will do: whom a pairing of all the rest pairs down.
    inside = set(pool)
    mates = matching(graph, (*pool, *below), matching(graph, pool))
    return frozenset(each for each in pool if mates[each] not in inside)


def _within(graph: Graph, down: Sequence[int], group: Sequence[int]) -> list[Couple]:
    """The couples of a bracket: who floated down against the highest of the group, then
    the upper half against the lower.
    """
    alive = {*down, *group}
    mates = matching(graph, alive)
    couples: list[Couple] = []
    for player in down:
        if player in alive:
            mates = _settle(graph, mates, alive, player, (*group, *reversed(down)), couples)
    rest = [each for each in group if each in alive]
    upper, lower = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    for player in rest:
        if player in alive:
            mates = _settle(graph, mates, alive, player, (*lower, *reversed(upper)), couples)
    return couples


def _settle(
    graph: Graph, mates: Mates, alive: set[int], player: int, wanted: Iterable[int], couples: list[Couple]
) -> Mates:
    """Pair a player with the first that is wanted and leaves the rest a pairing; that pairing."""
    for other in wanted:
        if other == player or other not in alive or other not in graph[player]:
            continue
        left = _without(graph, mates, alive, player, other)
        if left is not None:
            alive -= {player, other}
            couples.append((player, other))
            return left
    raise AssertionError("a pairing of all was known")


def _without(graph: Graph, mates: Mates, alive: set[int], one: int, other: int) -> Mates | None:
    """A pairing of all but two, made of one with them; None where there is none."""
    left = {a: b for a, b in mates.items() if not {a, b} & {one, other}}
    if mates[one] != other and not augment(graph, left, mates[one], alive - {one, other}):
        return None
    return left


def _seats(event: TournamentEvent, couple: Couple, at: int) -> Couple:
    """Who is White: who was it less often, then who was not last time, then by turns."""

    def key(player: int) -> tuple[int, int, bool]:
        had = [each for each in event.pairings if each.has(player) and not each.is_bye]
        white = [each.white == player for each in had]
        return (
            2 * sum(white) - len(white),
            int(bool(white) and white[-1]),
            (player == couple[0]) == bool(at % 2),
        )

    white = min(couple, key=key)
    return couple if white == couple[0] else (couple[1], couple[0])
