"""Matchings: who can be paired with whom so that as few as possible are left over (Edmonds 1965).

A graph is, for each of its vertices, the set of those it may be paired with; a matching is each vertex's partner.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

Graph = Mapping[int, AbstractSet[int]]
Mates = dict[int, int]
"""A matching; who is left over is not in it."""


def matching(graph: Graph, among: Iterable[int], begun: Mates | None = None) -> Mates:
    """A matching of the vertices `among` that leaves over as few of them as can be, made of one that was begun."""
    alive = set(among)
    mates = {a: b for a, b in (begun or {}).items() if a in alive and b in alive}
    order = sorted(alive)
    for vertex in order:
        if vertex not in mates:
            free = next((other for other in order if other not in mates and other in graph[vertex]), None)
            if free is not None:
                mates[vertex], mates[free] = free, vertex
    for vertex in order:
        if vertex not in mates:
            augment(graph, mates, vertex, alive)
    return mates


def spare(graph: Graph, among: Iterable[int]) -> int:
    """How many of the vertices `among` must be left over."""
    alive = set(among)
    return len(alive) - len(matching(graph, alive))


def is_perfect(graph: Graph, among: Iterable[int]) -> bool:
    """Whether the vertices `among` can all be paired."""
    return spare(graph, among) == 0


def augment(graph: Graph, mates: Mates, root: int, alive: AbstractSet[int]) -> bool:
    """Pair one more vertex, `root`, by changing the matching along a path; whether that can be.

    Breadth first; an odd cycle is shrunk to its base (a blossom), by letting `base` of all its vertices be the same.
    """
    base = {vertex: vertex for vertex in alive}
    parent: dict[int, int] = {}
    even, queue = {root}, deque([root])
    while queue:
        vertex = queue.popleft()
        for other in graph[vertex]:
            if other not in alive or base[vertex] == base[other] or mates.get(vertex) == other:
                continue
            if other == root or (other in mates and mates[other] in parent):
                _shrink(mates, base, parent, even, queue, vertex, other)
            elif other not in parent:
                parent[other] = vertex
                if other not in mates:
                    _flip(mates, parent, other)
                    return True
                even.add(mates[other])
                queue.append(mates[other])
    return False


def _flip(mates: Mates, parent: Mates, end: int) -> None:
    at: int | None = end
    while at is not None:
        before = parent[at]
        following = mates.get(before)
        mates[at], mates[before] = before, at
        at = following


def _shrink(
    mates: Mates, base: Mates, parent: Mates, even: set[int], queue: deque[int], one: int, two: int
) -> None:
    top = _common(mates, base, parent, one, two)
    petals: set[int] = set()
    for vertex, child in ((one, two), (two, one)):
        while base[vertex] != top:
            petals |= {base[vertex], base[mates[vertex]]}
            parent[vertex] = child
            child = mates[vertex]
            vertex = parent[child]
    for vertex in base:
        if base[vertex] in petals:
            base[vertex] = top
            if vertex not in even:
                even.add(vertex)
                queue.append(vertex)


def _common(mates: Mates, base: Mates, parent: Mates, one: int, two: int) -> int:
    seen: set[int] = set()
    at: int | None = one
    while at is not None:
        at = base[at]
        seen.add(at)
        at = parent.get(mates[at]) if at in mates else None
    at = base[two]
    while at not in seen:
        at = base[parent[mates[at]]]
    return at
