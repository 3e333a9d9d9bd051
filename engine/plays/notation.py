"""Plays as text, both ways: `24/18*/14 13/11(2)`, `bar/20`, `hand/22`, `6/off`, each player in their own numbering.

`*` marks a hit, `**` a made point broken, `@` a checker pinned.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.board import BAR, OFF, Shape, Side
from engine.dice import Roll
from engine.errors import AmbiguousPlay, IllegalPlay, InvalidPlay, TooManyPlays
from engine.i18n import Phrase, phrase, together
from engine.play import Move, Outcome, Play
from engine.plays.chains import goes_both_ways, play_text, site_text, told_stops
from engine.plays.legal import legal_plays
from engine.plays.membership import reached
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import Landing, TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import made as tafl_made
from engine.tafl.tafl_notation import parse_tafl_play
from engine.tafl.tafl_notation import played_out as tafl_played_out

__all__ = ["GO", "Leg", "made", "parse_legs", "parse_play", "play_text", "played_out", "written"]

_LEG = re.compile(
    r"(?P<stops>(?:bar|hand|off|\d{1,2})(?:\*{1,2}|@)?(?:[/>-](?:bar|hand|off|\d{1,2})(?:\*{1,2}|@)?)+)"
    r"(?:\((?P<count>\d+)\))?",
    re.IGNORECASE,
)
_DANCES = {"", "-", "dance", "dances", "no move", "cannot move", "no play"}


GO = "go"
"""What is written, in trictrac, for setting up again after a hole instead of playing."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One checker's way as written: the points named, from where it came to where it
    went, and where `*` or `@` stands.
    """

    points: tuple[int, ...]
    hits: frozenset[int]


def parse_legs(text: str, bar: int = BAR) -> tuple[Leg, ...]:
    """The legs of a written play, several checkers going the same way counted out. Raises InvalidPlay.

    `bar` is the number after the board's last point.
    """
    plain = re.sub(r"\)[*@]+", ")", " ".join(text.replace("(", " (").split()).replace(" (", "("))
    if plain.casefold() in _DANCES:
        return ()
    legs: list[Leg] = []
    wrong: list[Phrase] = []
    for word in plain.split():
        found = _LEG.fullmatch(word)
        if found is None:
            wrong.append(
                phrase(
                    "{word} is no move; write it like 13/8, bar/20*, hand/22, 6/off or 8/5(2)",
                    word=repr(word),
                )
            )
            continue
        stops = re.split(r"[/>-]", found["stops"].casefold())
        sites = [_site(stop.rstrip("*@"), bar) for stop in stops]
        if any(site is None for site in sites):
            wrong.append(
                phrase(
                    "{word} names a point that does not exist; they are bar, hand, {highest} to 1 and off",
                    word=repr(word),
                    highest=bar - 1,
                )
            )
            continue
        points = tuple(site for site in sites if site is not None)
        hits = frozenset(
            point for point, stop in zip(points, stops, strict=True) if stop.endswith(("*", "@"))
        )
        count = int(found["count"] or 1)
        if not 1 <= count <= 15:
            wrong.append(
                phrase("{word}: {count} checkers cannot go the same way", word=repr(word), count=count)
            )
            continue
        legs += [Leg(points, hits)] * count
    if wrong:
        raise InvalidPlay(together(wrong))
    return tuple(legs)


@dataclass(frozen=True, slots=True)
class _WrittenPlay:
    """What is written of a play in a game of the tables family: its legs, and what they say without any rule.

    `wanted` are the mover's checkers after it, `stopped` the points on which one stopped, `marked` those with a hit.
    """

    text: str
    legs: tuple[Leg, ...]
    wanted: tuple[int, ...]
    stopped: frozenset[int]
    marked: frozenset[int]

    @classmethod
    def of(cls, game: TablesGame, own: tuple[int, ...], text: str) -> "_WrittenPlay":
        """The play that a text tells; raises InvalidPlay."""
        legs = parse_legs(text, game.bar)
        change = Counter(leg.points[-1] for leg in legs)
        change.subtract(leg.points[0] for leg in legs)
        return cls(
            text.strip(),
            legs,
            tuple(men + change[site] for site, men in enumerate(own)),
            frozenset(point for leg in legs for point in leg.points[1:] if 1 <= point <= game.points),
            frozenset[int]().union(*(leg.hits for leg in legs)),
        )

    @property
    def steps(self) -> int:
        """The number of moves that are written."""
        return sum(len(leg.points) - 1 for leg in self.legs)


def parse_play(game: Rules, position: Position, side: Side, roll: Roll | None, text: str) -> Outcome:
    """The legal play that a text means, whether or not it says where the checkers touched down.

    Raises InvalidPlay where it is no play at all, IllegalPlay where the rules forbid it, AmbiguousPlay where
    several legal plays fit.
    """
    if isinstance(game, TaflGame):
        return parse_tafl_play(game, position, side, text)
    if roll is None:
        raise IllegalPlay(phrase("{text}: nothing is played without a throw", text=text.strip()))
    if text.strip().casefold() == GO:
        return _gone(game, position, side, roll)
    told = _WrittenPlay.of(game, position.of(side), text)
    fitting = _fitting(game, position, side, roll, told)
    if not fitting:
        raise _illegal(position, roll, told)
    facing, theirs = game.facing(side), position.of(side.other)
    empty = sorted(point for point in told.marked if not theirs[facing[point]])
    if empty:
        raise IllegalPlay(
            phrase(
                "{text} marks a hit on {points}, but no checker of the opponent's stands there",
                text=told.text,
                points=", ".join(map(str, empty)),
            )
        )
    lone = frozenset(point for point in told.stopped if theirs[facing[point]] == 1)
    found = _told_apart(fitting, told, lone if game.landing is Landing.HIT else frozenset())
    if found is None:
        ways = " or ".join(written(game, position, side, found.play) for found in fitting)
        raise AmbiguousPlay(
            phrase("{text} can mean {ways}; write the points between", text=told.text, ways=ways)
        )
    return found


def _illegal(position: Position, roll: Roll, told: _WrittenPlay) -> IllegalPlay:
    """That no legal play fits what is written."""
    if not told.legs:
        return IllegalPlay(
            phrase("a play is possible with {roll} from {position}", roll=roll, position=position)
        )
    return IllegalPlay(
        phrase(
            "{text} is not a legal play with {roll} from {position}",
            text=told.text,
            roll=roll,
            position=position,
        )
    )


def _told_apart(fitting: list[Outcome], told: _WrittenPlay, blots: frozenset[int]) -> Outcome | None:
    """The one among plays with the same result that is written: by what it hits, else by its moves; None: several."""
    if len(fitting) == 1:
        return fitting[0]
    exact = [found for found in fitting if _hits(found.play) == blots | told.marked]
    if len(exact) == 1:
        return exact[0]
    stepwise = [found for found in fitting if len(found.play.moves) == told.steps]
    return stepwise[0] if len(stepwise) == 1 else None


def _gone(game: TablesGame, position: Position, side: Side, roll: Roll) -> Outcome:
    """The result of setting up again instead of playing, where that may be done. Raises IllegalPlay."""
    for found in legal_plays(game, position, side, roll):
        if not found.play.moves and found.position != position:
            return found
    raise IllegalPlay(
        phrase(
            "nobody may go with {roll} from {position}: that needs a hole made by this throw",
            roll=roll,
            position=position,
        )
    )


def _fitting(
    game: TablesGame, position: Position, side: Side, roll: Roll, told: _WrittenPlay
) -> list[Outcome]:
    """The legal plays after which the mover's checkers stand as is written."""
    facing, theirs = game.facing(side), list(position.of(side.other))
    try:
        found = [
            each for each in legal_plays(game, position, side, roll) if each.position.of(side) == told.wanted
        ]
    except TooManyPlays:
        for point in told.stopped:
            if game.landing is Landing.HIT and (theirs[facing[point]] == 1 or point in told.marked):
                theirs[-1] += theirs[facing[point]]
                theirs[facing[point]] = 0
        here, there = told.wanted, tuple(theirs)
        seen = Position(here, there) if side is Side.WHITE else Position(there, here)
        one = reached(game, position, side, roll, seen)
        found = [] if one is None else [one]
    if game.landing is not Landing.HIT or game.breaks:
        return found
    # Who writes that a checker stopped on a held point, or on a lone one, means no play that passes it by.
    before = position.of(side.other)
    if any(before[facing[point]] >= game.block_at for point in told.stopped):
        return []
    hit = {point for point in told.stopped if before[facing[point]] == 1}
    return [each for each in found if hit <= _hits(each.play)]


def played_out(game: Rules, position: Position, side: Side, text: str) -> Outcome:
    """What a written play does to the board when it is made as written, legal or not; raises InvalidPlay."""
    if isinstance(game, TaflGame):
        return tafl_played_out(game, position, side, text)
    moves = [
        Move(origin, target, target in leg.hits)
        for leg in parse_legs(text, game.bar)
        for origin, target in zip(leg.points, leg.points[1:], strict=False)
    ]
    return _made(game, position, side, moves)


def made(game: Rules, position: Position, side: Side, play: Play) -> Position:
    """The position after the moves of a play, legal or not, are made one after the other."""
    if isinstance(game, TaflGame):
        return tafl_made(game, position, side, play)
    return _made(game, position, side, play.moves).position


def _made(game: TablesGame, position: Position, side: Side, moves: Iterable[Move]) -> Outcome:
    """Moves made on the board: one of a checker that is not there changes nothing, a lone opponent is hit.

    A made point is broken where the move says that it hits and the game knows of breaking.
    """
    own, theirs = list(position.of(side)), list(position.of(side.other))
    done: list[Move] = []
    for move in moves:
        opposite = game.facing(side)[move.target]
        taken = _taken(game, theirs[opposite], move)
        if own[move.origin]:
            own[move.origin] -= 1
            own[move.target] += 1
            theirs[-1] += taken
            theirs[opposite] -= taken
            done.append(Move(move.origin, move.target, taken > 0))
        else:
            done.append(Move(move.origin, move.target))
    ours, others = tuple(own), tuple(theirs)
    white, black = (ours, others) if side is Side.WHITE else (others, ours)
    return Outcome(Position(white, black, position.past), Play(tuple(done)))


def _taken(game: TablesGame, there: int, move: Move) -> int:
    """How many of so many checkers that a move meets goes back: a lone one always, else as the move says."""
    if move.target in (OFF, game.bar):
        return 0
    if game.landing is Landing.DRAW:
        return min(there, 1) if move.hit else 0
    lone, broken = there == 1 and game.landing is Landing.HIT, there > 1 and bool(game.breaks) and move.hit
    return there if lone or broken else 0


def written(game: Rules, position: Position, side: Side, play: Play) -> str:
    """A play as people write it from a position, nothing at all for a dance.

    Beyond play_text it says `**` where a made point is broken, `@` where a checker is pinned, and `hand/` for checkers
    that come in from the hand, those on the bar being first.
    """
    if play.shape is not Shape.TABLES or not isinstance(game, TablesGame):
        return play_text(play)
    counted: Counter[tuple[str, tuple[int, ...]]] = Counter()
    marks: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    for way in sorted(_ways(_marked(game, position, side, play)), key=_marks_of, reverse=True):
        points = [way[0].move.origin, *(step.move.target for step in way)]
        kept = [way[place - 1] for place in told_stops(points, [bool(step.mark) for step in way])]
        key = way[0].start, (way[0].move.origin, *(step.move.target for step in kept))
        counted[key] += 1
        marks.setdefault(key, [step.mark for step in kept])
    texts: list[str] = []
    keys = list(counted)
    if not goes_both_ways(play.moves):
        keys.sort(key=lambda key: ([-point for point in key[1]], key[0]))
    for key in keys:
        start, sites = key
        stops = [site_text(point, game.bar) + mark for point, mark in zip(sites[1:], marks[key], strict=True)]
        texts.append("/".join([start, *stops]) + (f"({counted[key]})" if counted[key] > 1 else ""))
    return " ".join(texts)


@dataclass(frozen=True, slots=True)
class _Step:
    """A move with the name of where it begins and what is written behind where it ends."""

    move: Move
    start: str
    mark: str


def _marked(game: TablesGame, position: Position, side: Side, play: Play) -> list[_Step]:
    own, theirs, there = position.of(side), list(position.of(side.other)), game.facing(side)
    hand = position.past.hand[0 if side is Side.WHITE else 1]
    on_bar = own[-1] - min(hand, own[-1])
    steps: list[_Step] = []
    for move in play.moves:
        start = site_text(move.origin, game.bar)
        if move.origin == len(own) - 1:
            start = "bar" if on_bar > 0 or not any(game.start.past.hand) else "hand"
            on_bar -= 1
        mark = "*" if move.hit else ""
        if 1 <= move.target <= game.points:
            men = theirs[there[move.target]]
            if move.hit and men > 1 and game.landing is not Landing.DRAW:
                mark = "**"
            elif men == 1 and game.landing is Landing.PIN:
                mark = "@"
            if mark:
                theirs[there[move.target]] -= 1 if game.landing is Landing.DRAW else men
        steps.append(_Step(move, start, mark))
    return steps


def _ways(steps: list[_Step]) -> list[list[_Step]]:
    """The steps gathered by checker, each checker's in order."""
    found: list[list[_Step]] = []
    for step in steps:
        way = next((way for way in found if way[-1].move.target == step.move.origin != OFF), None)
        if way is None:
            found.append([step])
        else:
            way.append(step)
    return found


def _marks_of(way: list[_Step]) -> list[bool]:
    return [bool(step.mark) for step in way]


def _hits(play: Play) -> set[int]:
    return {move.target for move in play.moves if move.hit}


def _site(word: str, bar: int) -> int | None:
    site = {"bar": bar, "hand": bar, "off": OFF}.get(word)
    if site is None and word.isdigit() and int(word) <= bar:
        site = int(word)
    return site
