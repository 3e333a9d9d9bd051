"""Chains: the moves of a play gathered by checker, and their text."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import BAR, OFF, Shape
from engine.play import Move, Play
from engine.tafl.tafl_moves import tafl_text


@dataclass(frozen=True, slots=True, order=True)
class Chain:
    """One checker's way in a play: its first and last point and every point between where it hit.

    `stops` are (point, hit), the first being where it came from; `count` checkers go this way, of which only the
    first hits.
    """

    stops: tuple[tuple[int, bool], ...]
    count: int = 1

    def __str__(self) -> str:
        text = "/".join(site_text(point) + ("*" if hit else "") for point, hit in self.stops)
        return text + (f"({self.count})" if self.count > 1 else "")


def site_text(point: int, bar: int = BAR) -> str:
    """A point, the bar or the tray as it is written in a play; `bar` is the number after the board's last point."""
    return {bar: "bar", OFF: "off"}.get(point, str(point))


def play_text(play: Play) -> str:
    """A play as people write it; nothing at all for a dance.

    >>> play_text(Play((Move(24, 18), Move(18, 14))))
    '24/14'
    >>> play_text(Play((Move(25, 20, True), Move(13, 8), Move(13, 8))))
    'bar/20* 13/8(2)'
    """
    if play.shape is Shape.TAFL:
        return tafl_text(play)
    return " ".join(map(str, chains(play)))


def goes_both_ways(moves: Sequence[Move]) -> bool:
    """Whether some moves lead back where others lead on, as where piles are laid down and piled up again.

    There what comes later may be allowed by what came before, so that the text follows the order of the moves.
    """
    return len({move.target > move.origin for move in moves}) > 1


def told_stops(points: Sequence[int], marked: Sequence[bool]) -> list[int]:
    """Which of the places that a checker comes to one after the other are written: those that are marked, the last,
    and all of a way that ends where it began. `points` begins with where it came from.
    """
    last = len(points) - 1
    whole = points[0] == points[-1]
    return [place for place in range(1, last + 1) if whole or place == last or marked[place - 1]]


def chains(play: Play) -> tuple[Chain, ...]:
    """The chains of a play, hindmost checkers first; in the order made, where it goes both ways."""
    ways: list[list[Move]] = []
    for move in play.moves:
        way = next((way for way in ways if way[-1].target == move.origin and move.origin != OFF), None)
        if way is None:
            ways.append([move])
        else:
            way.append(move)
    counted: Counter[tuple[int, ...]] = Counter()
    hits: dict[tuple[int, ...], tuple[bool, ...]] = {}
    for way in sorted(ways, key=lambda way: [move.hit for move in way], reverse=True):
        stops = told_stops([way[0].origin, *(move.target for move in way)], [move.hit for move in way])
        kept = [way[place - 1] for place in stops]
        points = (way[0].origin, *(move.target for move in kept))
        counted[points] += 1
        hits.setdefault(points, (False, *(move.hit for move in kept)))
    found = [Chain(tuple(zip(points, hits[points], strict=True)), count) for points, count in counted.items()]
    if goes_both_ways(play.moves):
        return tuple(found)
    return tuple(sorted(found, key=lambda chain: [-point for point, _ in chain.stops]))
