"""Plays as text, both ways: `24/18*/14 13/11(2)`, `bar/20`, `6/off`, each player in his own numbering."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.board import BAR, OFF, Side
from engine.chains import play_text
from engine.dice import Roll
from engine.errors import AmbiguousPlay, IllegalPlay, InvalidPlay
from engine.legal import Outcome, legal_plays
from engine.play import Move, Play
from engine.position import Position
from engine.tables import Landing, TablesGame

__all__ = ["Leg", "made", "parse_legs", "parse_play", "play_text", "played_out"]

_LEG = re.compile(
    r"(?P<stops>(?:bar|off|\d{1,2})\*?(?:[/>-](?:bar|off|\d{1,2})\*?)+)(?:\((?P<count>\d+)\))?", re.IGNORECASE
)
_DANCES = {"", "-", "dance", "dances", "no move", "cannot move", "no play"}


@dataclass(frozen=True, slots=True)
class Leg:
    """One checker's way as written: the points named, from where it came to where it went, and where `*` stands."""

    points: tuple[int, ...]
    hits: frozenset[int]


def parse_legs(text: str) -> tuple[Leg, ...]:
    """The legs of a written play, several checkers going the same way counted out. Raises InvalidPlay."""
    plain = " ".join(text.replace("(", " (").split()).replace(" (", "(").replace(")*", ")")
    if plain.casefold() in _DANCES:
        return ()
    legs: list[Leg] = []
    for word in plain.split():
        found = _LEG.fullmatch(word)
        if found is None:
            raise InvalidPlay(f"{word!r} is no move; write it like 13/8, bar/20*, 6/off or 8/5(2)")
        stops = re.split(r"[/>-]", found["stops"].casefold())
        sites = [_site(stop.rstrip("*")) for stop in stops]
        if any(site is None for site in sites):
            raise InvalidPlay(f"{word!r} names a point that does not exist; they are bar, 24 to 1 and off")
        points = tuple(site for site in sites if site is not None)
        hits = frozenset(point for point, stop in zip(points, stops, strict=True) if stop.endswith("*"))
        count = int(found["count"] or 1)
        if not 1 <= count <= 15:
            raise InvalidPlay(f"{word!r}: {count} checkers cannot go the same way")
        legs += [Leg(points, hits)] * count
    return tuple(legs)


def parse_play(game: TablesGame, position: Position, side: Side, roll: Roll, text: str) -> Outcome:
    """The legal play that a text means, whether or not it says where the checkers touched down.

    Raises InvalidPlay where it is no play at all, IllegalPlay where the rules forbid it, AmbiguousPlay where
    several legal plays fit.
    """
    legs = parse_legs(text)
    own, theirs = position.of(side), position.of(side.other)
    change: Counter[int] = Counter()
    for leg in legs:
        change[leg.points[0]] -= 1
        change[leg.points[-1]] += 1
    wanted = tuple(men + change[site] for site, men in enumerate(own))
    fitting = [
        found for found in legal_plays(game, position, side, roll) if found.position.of(side) == wanted
    ]
    if not fitting:
        what = f"{text.strip()} is not a legal play" if legs else "a play is possible"
        raise IllegalPlay(f"{what} with {roll} from {position}")
    blots = {game.relation.theirs(point) for point, men in enumerate(theirs) if men == 1 and 1 <= point <= 24}
    touched = {point for leg in legs for point in leg.points[1:]} & blots
    marked = frozenset[int]().union(*(leg.hits for leg in legs))
    if not marked <= blots:
        points = ", ".join(map(str, sorted(marked - blots)))
        raise IllegalPlay(f"{text.strip()} marks a hit on {points}, but no single checker stands there")
    exact = [found for found in fitting if _hits(found.play) == touched | marked]
    if len(exact) == 1 or len(fitting) == 1:
        return (exact or fitting)[0]
    ways = " or ".join(play_text(found.play) for found in fitting)
    raise AmbiguousPlay(f"{text.strip()} can mean {ways}; write the points between")


def played_out(game: TablesGame, position: Position, side: Side, text: str) -> Outcome:
    """What a written play does to the board when it is made as written, legal or not; raises InvalidPlay."""
    moves = [
        Move(origin, target)
        for leg in parse_legs(text)
        for origin, target in zip(leg.points, leg.points[1:], strict=False)
    ]
    return _made(game, position, side, moves)


def made(game: TablesGame, position: Position, side: Side, play: Play) -> Position:
    """The position after the moves of a play, legal or not, are made one after the other."""
    return _made(game, position, side, play.moves).position


def _made(game: TablesGame, position: Position, side: Side, moves: Iterable[Move]) -> Outcome:
    """Moves made on the board: one of a checker that is not there changes nothing, a lone opponent is hit."""
    own, theirs = list(position.of(side)), list(position.of(side.other))
    done: list[Move] = []
    for move in moves:
        opposite = game.relation.theirs(move.target)
        hit = move.target not in (OFF, BAR) and theirs[opposite] == 1 and game.landing is Landing.HIT
        if own[move.origin] and move.origin != OFF:
            own[move.origin] -= 1
            own[move.target] += 1
            if hit:
                theirs[opposite] -= 1
                theirs[BAR] += 1
            done.append(Move(move.origin, move.target, hit))
        else:
            done.append(Move(move.origin, move.target))
    ours, others = tuple(own), tuple(theirs)
    after = Position(ours, others) if side is Side.WHITE else Position(others, ours)
    return Outcome(after, Play(tuple(done)))


def _hits(play: Play) -> set[int]:
    return {move.target for move in play.moves if move.hit}


def _site(word: str) -> int | None:
    site = {"bar": BAR, "off": OFF}.get(word)
    if site is None and word.isdigit() and int(word) <= BAR:
        site = int(word)
    return site
