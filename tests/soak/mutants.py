"""Mutants of records: one play of a legal match changed into an illegal one, of many kinds.

What is illegal is decided by the naive generator of the tests alone, which shares nothing with the engine.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).parents[1] / "engine"), str(Path(__file__).parents[2])]

import naive
from naive_moment import Men

from engine.board import OFF, Side
from engine.match.match import CheckerTurn, Game, Match, Result, Score, Turn
from engine.play import Move, Play
from engine.plays.legal import legal_plays
from engine.plays.notation import made
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.tables.tables_game import TablesGame

Steps = list[tuple[int, int]]
DICE, BLOCK, MUST_USE = "R.dice", "R.block", "R.must_use"
CONSERVATION, BEAROFF, TOO_MANY = "R.conservation", "R.bearoff", "R.too_many"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A game up to a turn that was changed: what was done to it, and the rules that a judge may name for it.

    `then` is the checker turn that came after it in the record.
    """

    kind: str
    expected: frozenset[str]
    match: Match
    then: CheckerTurn | None
    by_moves: bool
    """Whether the moves that are written say it; else only the board after them does."""

    @property
    def turn(self) -> CheckerTurn:
        """The turn that was changed."""
        turn = self.match.games[0].turns[-1]
        assert isinstance(turn, CheckerTurn)
        return turn


@dataclass(frozen=True, slots=True)
class Spot:
    """A turn of a record: the game, the board before it, and what was played."""

    game: TablesGame
    before: Position
    turn: CheckerTurn

    @property
    def own(self) -> tuple[int, ...]:
        """The mover's checkers, in their numbering."""
        return self.before.of(self.turn.side)

    @property
    def theirs(self) -> tuple[int, ...]:
        """The opponent's checkers by the mover's numbering of the points, and their bar at 0."""
        men, facing = self.before.of(self.turn.side.other), self.game.facing(self.turn.side)
        return (men[-1], *(men[facing[point]] for point in range(1, self.game.points + 1)), 0)

    @property
    def steps(self) -> Steps:
        """The moves that were made."""
        return [(move.origin, move.target) for move in self.turn.play.moves]

    @property
    def dice(self) -> tuple[int, ...]:
        """The numbers thrown."""
        assert self.turn.roll is not None
        return self.turn.roll.dice

    @property
    def home(self) -> bool:
        """Whether all the mover's checkers are home."""
        return not any(self.own[7:])

    def points(self) -> list[int]:
        """The points where the mover has checkers."""
        return [point for point in range(1, len(self.own)) if self.own[point]]


Moves = Callable[[Spot, Random], Steps | None]
Boards = Callable[[Spot, Random], Position | None]


def _swapped(spot: Spot, chance: Random, step: tuple[int, int], *, there: bool = True) -> Steps | None:
    """The moves that were made, with this one in place of one of them; None where another breaks by it.

    `there`: its checker must be there.
    """
    steps = spot.steps
    chained = {origin for origin, _ in steps}
    free = [
        index
        for index, (origin, target) in enumerate(steps)
        if origin != spot.game.bar and target not in chained
    ]
    if steps and not free:
        return None
    if steps:
        steps[chance.choice(free)] = step
    elif spot.own[-1]:
        return None
    else:
        steps = [step]
    own = list(spot.own)
    for origin, target in steps:
        if not own[origin] and (there or (origin, target) != step):
            return None
        own[origin] -= 1
        own[target] += 1
    return steps


def wrong_die(spot: Spot, chance: Random) -> Steps | None:
    """A move by a number that was not thrown."""
    die = chance.choice([each for each in range(1, 7) if each not in spot.dice])
    moves = [(o, o - die) for o in spot.points() if o > die and spot.theirs[o - die] < 2]
    return _swapped(spot, chance, chance.choice(moves)) if moves else None


def one_number_twice(spot: Spot, chance: Random) -> Steps | None:
    """Both moves by one of two different numbers."""
    die = chance.choice(spot.dice)
    moves = [(o, o - die) for o in spot.points() if o > die and spot.theirs[o - die] < 2]
    if len(set(spot.dice)) < 2 or len(moves) < 2 or spot.own[-1]:
        return None
    return chance.sample(moves, 2)


def on_a_made_point(spot: Spot, chance: Random) -> Steps | None:
    """A move onto a point that the opponent holds."""
    moves = [(o, o - die) for die in spot.dice for o in spot.points() if o > die and spot.theirs[o - die] > 1]
    return _swapped(spot, chance, chance.choice(moves)) if moves else None


def over_a_made_point(spot: Spot, chance: Random) -> Steps | None:
    """One checker moved by both numbers, with a stop on a point that the opponent holds."""
    if len(set(spot.dice)) < 2:
        return None
    moves = [
        [(o, o - one), (o - one, o - one - other)]
        for one, other in (spot.dice, spot.dice[::-1])
        for o in spot.points()
        if o > one + other and spot.theirs[o - one] > 1 and spot.theirs[o - one - other] < 2
    ]
    return chance.choice(moves) if moves and not spot.own[-1] else None


def nobodys_checker(spot: Spot, chance: Random) -> Steps | None:
    """A move of a checker that is not there."""
    empty = [point for point in range(7, 25) if not spot.own[point]]
    die = chance.choice(spot.dice)
    moves = [(o, o - die) for o in empty if spot.theirs[o - die] < 2]
    left = [step for step in moves if step[0] not in {target for _, target in spot.steps}]
    return _swapped(spot, chance, chance.choice(left), there=False) if left else None


def bar_forgotten(spot: Spot, chance: Random) -> Steps | None:
    """A move of another checker while one is on the bar."""
    if not spot.own[-1]:
        return None
    moves = [
        (o, o - die) for die in spot.dice for o in spot.points()[:-1] if o > die and spot.theirs[o - die] < 2
    ]
    return [chance.choice(moves)] if moves else None


def off_too_early(spot: Spot, chance: Random) -> Steps | None:
    """A checker borne off while not all are home."""
    if sum(spot.own[7:]) < 3:
        return None
    exact = [(die, OFF) for die in spot.dice if spot.own[die]]
    return _swapped(spot, chance, chance.choice(exact)) if exact else None


def off_from_before_others(spot: Spot, chance: Random) -> Steps | None:
    """A checker borne off with a number that is too high for it, while others stand behind."""
    if not spot.home:
        return None
    moves = [(o, OFF) for die in spot.dice for o in spot.points() if o < die and any(spot.own[o + 1 :])]
    return _swapped(spot, chance, chance.choice(moves)) if moves else None


def off_with_too_little(spot: Spot, chance: Random) -> Steps | None:
    """A checker borne off from a point that the numbers do not reach."""
    if not spot.home or len(set(spot.dice)) < 2:
        return None
    moves = [(o, OFF) for o in spot.points() if o > sum(spot.dice)]
    return _swapped(spot, chance, chance.choice(moves)) if moves else None


def lower_number(spot: Spot, chance: Random) -> Steps | None:
    """The lower number where only one of the two can be played, and the higher could."""
    low, high = min(spot.dice), max(spot.dice)
    if len(spot.steps) != 1 or low == high or spot.steps[0][0] - spot.steps[0][1] != high:
        return None
    moves = [(o, o - low) for o in spot.points() if o > low and spot.theirs[o - low] < 2]
    return [chance.choice(moves)] if moves and not spot.own[-1] else None


def one_less(spot: Spot, chance: Random) -> Steps | None:
    """A number not played that could be."""
    return spot.steps[:-1] if len(spot.steps) > 1 else None


def nothing(spot: Spot, chance: Random) -> Steps | None:
    """Nothing played, though something could be."""
    return [] if spot.steps else None


def one_more(spot: Spot, chance: Random) -> Steps | None:
    """A move more than the throw gives."""
    after = made(spot.game, spot.before, spot.turn.side, spot.turn.play)
    then = Spot(spot.game, after, spot.turn)
    die = chance.choice(spot.dice)
    moves = [(o, o - die) for o in then.points() if o > die and then.theirs[o - die] < 2]
    full = len(spot.steps) == (4 if len(set(spot.dice)) == 1 else 2)
    return [*spot.steps, chance.choice(moves)] if moves and full else None


def backwards(spot: Spot, chance: Random) -> Steps | None:
    """A move away from home."""
    moves = [
        (o, o + die)
        for die in spot.dice
        for o in spot.points()
        if o + die <= spot.game.points and spot.theirs[o + die] < 2
    ]
    return _swapped(spot, chance, chance.choice(moves)) if moves else None


def heedless(spot: Spot, chance: Random) -> Steps | None:
    """Any checkers moved by the numbers thrown, whatever the rules of the game say."""
    dice = spot.dice * 2 if len(set(spot.dice)) == 1 else spot.dice
    own = list(spot.own)
    steps = []
    for die in dice:
        places = [point for point in range(1, len(own)) if own[point] and (point > die or not any(own[7:]))]
        if not places:
            return None
        origin = chance.choice(places)
        target = max(origin - die, OFF)
        own[origin] -= 1
        own[target] += 1
        steps.append((origin, target))
    return steps


def _changed(position: Position, side: Side, **by: int) -> Position:
    """A board with so many checkers more of a side on points (`p6=1`)."""
    men = list(position.of(side))
    for name, count in by.items():
        men[int(name[1:])] += count
    return replace(position, **{"white" if side is Side.WHITE else "black": tuple(men)})


def _standing(position: Position, side: Side) -> list[int]:
    return [point for point in range(1, 25) if position.of(side)[point]]


def opponents_checker(spot: Spot, chance: Random) -> Position | None:
    """One of the opponent's checkers moved besides."""
    after, side = spot.turn.after, spot.turn.side.other
    origin = chance.choice(_standing(after, side) or [0])
    empty = [p for p in range(1, 25) if not after.of(side)[p] and not after.of(side.other)[25 - p]]
    if not origin or not empty:
        return None
    return _changed(after, side, **{f"p{origin}": -1, f"p{chance.choice(empty)}": 1})


def hit_left_standing(spot: Spot, chance: Random) -> Position | None:
    """A checker that was hit not put on the bar, but left where it stood."""
    hit = [move.target for move in spot.turn.play.moves if move.hit]
    after = spot.turn.after
    if len(hit) != 1 or not after.of(spot.turn.side)[hit[0]]:
        return None
    return _changed(after, spot.turn.side.other, **{f"p{25 - hit[0]}": 1, "p25": -1})


def bar_unhit(spot: Spot, chance: Random) -> Position | None:
    """One of the opponent's checkers put on the bar that nobody hit."""
    side = spot.turn.side.other
    places = _standing(spot.turn.after, side)
    return _changed(spot.turn.after, side, **{f"p{chance.choice(places)}": -1, "p25": 1}) if places else None


def one_vanished(spot: Spot, chance: Random) -> Position | None:
    """A checker off the board that was not borne off."""
    side = chance.choice(list(Side))
    places = _standing(spot.turn.after, side)
    return _changed(spot.turn.after, side, **{f"p{chance.choice(places)}": -1}) if places else None


def one_appeared(spot: Spot, chance: Random) -> Position | None:
    """A checker that comes from nowhere."""
    side = chance.choice(list(Side))
    places = _standing(spot.turn.after, side)
    return _changed(spot.turn.after, side, **{f"p{chance.choice(places)}": 1}) if places else None


MOVES: dict[Moves, frozenset[str]] = {
    wrong_die: frozenset((DICE, TOO_MANY)),
    one_number_twice: frozenset((DICE, TOO_MANY)),
    on_a_made_point: frozenset((BLOCK,)),
    over_a_made_point: frozenset((BLOCK,)),
    nobodys_checker: frozenset((CONSERVATION,)),
    bar_forgotten: frozenset(("R.bar_first",)),
    off_too_early: frozenset((BEAROFF,)),
    off_from_before_others: frozenset((BEAROFF, DICE)),
    off_with_too_little: frozenset((BEAROFF, DICE)),
    lower_number: frozenset(("R.higher_die", MUST_USE)),
    one_less: frozenset((MUST_USE, "R.higher_die")),
    nothing: frozenset((MUST_USE, "R.higher_die")),
    one_more: frozenset((TOO_MANY, DICE)),
    backwards: frozenset(("R.direction", DICE)),
    heedless: frozenset(),
}
"""What is done to the moves, with the rules that may be named for it; none: any."""
BOARDS: dict[Boards, frozenset[str]] = {
    opponents_checker: frozenset(("R.opponent_man",)),
    hit_left_standing: frozenset((CONSERVATION, "R.opponent_man")),
    bar_unhit: frozenset((CONSERVATION, "R.opponent_man")),
    one_vanished: frozenset((CONSERVATION, "R.opponent_man")),
    one_appeared: frozenset((CONSERVATION, "R.opponent_man")),
}
"""What is done to the board after them."""


def legal_boards(game: TablesGame, before: Position, turn: CheckerTurn) -> set[tuple[Men, Men]]:
    """The boards that a turn may end with, as the naive generator finds them."""
    assert turn.roll is not None
    past = before.past
    pins = tuple({point for point in range(1, 25) if mask >> point & 1} for mask in past.pinned)
    seen = {"hand": past.hand, "turns": past.turns, "doublets": past.doublets, "pinned": pins}
    side = 0 if turn.side is Side.WHITE else 1
    results = naive.results(game.id, {}, (before.white, before.black), side, turn.roll.dice, seen)
    return {result[:2] for result in results}


def mutants(matches: list[Match], chance: Random) -> Iterator[Mutant]:
    """Mutants of matches without end: a kind at random, then turns at random until one can be changed so.

    The matches are all of games that are PLAIN, or none of them is.
    """
    games = [(match, each) for match in matches for each in match.games]
    places = [(match, each, index) for match, each in games for index in _turns(each)]
    ways = [*MOVES, *BOARDS] if matches[0].game_id in PLAIN else list(EVERYWHERE)
    while True:
        way = chance.choice(ways)
        found = (mutant(*chance.choice(places), way, chance) for _ in range(TRIES))
        made_of_it = next((each for each in found if each is not None), None)
        if made_of_it is not None:
            yield made_of_it


def mutant(match: Match, each: Game, index: int, way: Moves | Boards, chance: Random) -> Mutant | None:
    """A turn changed in a certain way; None where that way does not make it illegal."""
    game, turn = match.rules(each), each.turns[index]
    assert isinstance(game, TablesGame) and isinstance(turn, CheckerTurn)
    spot = Spot(game, _before(each, index), turn)
    plain = game.id in PLAIN
    if way in BOARDS:
        after = way(spot, chance)
        play, expected = turn.play, BOARDS[way]
        if not isinstance(after, Position):
            return None
    else:
        steps = way(spot, chance)
        if not isinstance(steps, list):
            return None
        play = Play(tuple(Move(origin, target) for origin, target in steps))
        expected = MOVES[way] if plain else frozenset()
        after = made(game, spot.before, turn.side, play)
    legal = legal_boards(game, spot.before, turn)
    if (after.white, after.black) in legal:
        return None
    turns = (*each.turns[:index], replace(turn, play=play, after=after))
    alone = replace(match, games=(replace(each, turns=turns, result=None),))
    following = each.turns[index + 1] if index + 1 < len(each.turns) else None
    then = following if isinstance(following, CheckerTurn) else None
    # A cell left empty where only one play is legal is a habit of real files, and no claim that nothing was played.
    told = way in MOVES and not (way is nothing and len(legal) == 1)
    return Mutant(way.__name__, expected, alone, then, told)


EVERYWHERE: tuple[Moves, ...] = (heedless, wrong_die, backwards, nothing, one_less)
"""What can be done in any game of the tables family."""
TRIES = 300
"""So many turns are looked at for one that can be changed in a certain way."""
PLAIN = ("backgammon", "nackgammon", "hypergammon")
"""Games whose rules are backgammon's own."""
GAMES = (*PLAIN, "portes", "plakoto", "fevga", "long_nardy", "moultezim")
"""Games of which random ones are played."""


def random_matches(chance: Random, games: int) -> list[Match]:
    """Legal matches of several games, played at random."""
    return [
        Match(0, "Anna", "Ben", (_random_game(name, chance),), name) for name in GAMES for _ in range(games)
    ]


def _random_game(name: str, chance: Random) -> Game:
    match = Match(0, "", "", (), name)
    start = Game(match.agreed.game(0).rules().start, Score(), chosen=match.agreed.game(0))  # type: ignore[union-attr]
    game = match.rules(start)
    position, side = start.start, chance.choice(list(Side))
    turns: list[Turn] = []
    result = None
    while result is None and len(turns) < 400:
        rolls = [roll for roll in game.rolls if turns or not roll.is_doublet]
        roll = chance.choice(rolls)
        outcome = chance.choice(legal_plays(game, position, side, roll))
        turns.append(CheckerTurn(side, roll, outcome.play, outcome.position))
        position = outcome.position
        won = win_of(game, position, side)
        result = None if won is None else Result(won[0], won[1], won[2])
        side = turns[-1].next_side
    return replace(start, turns=tuple(turns), result=result)


def _turns(each: Game) -> list[int]:
    return [
        index
        for index, turn in enumerate(each.turns)
        if isinstance(turn, CheckerTurn) and turn.roll is not None and not turn.roll.carried
    ]


def _before(each: Game, index: int) -> Position:
    plays = [turn.after for turn in each.turns[:index] if isinstance(turn, CheckerTurn)]
    return plays[-1] if plays else each.start
