"""Matches of any game played at random, with all that can happen to one: illegal plays that stood,
doubles, turns that nobody saw.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from engine.board import Side
from engine.dice import Roll
from engine.errors import InvalidOption, TooManyPlays
from engine.faults.explain import explain, likely_play
from engine.games import all_games
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score, Turn, cube_after
from engine.match.terms import Stake, Terms
from engine.match_format import Chosen, MatchFormat
from engine.match_formats import find_match_format
from engine.play import Move, Outcome, Play
from engine.plays.legal import legal_plays
from engine.plays.membership import some_play
from engine.plays.notation import made
from engine.plays.turn_end import after_turn, win_of
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import OptionValue, TablesGame
from engine.tafl.tafl_game import TaflGame

ODD = 0.15
"""How often a turn is not what the rules have it."""


def random_match(rng: Random, match_format: MatchFormat, games: int = 2, turns: int = 8) -> Match:
    """A match of so many games of a match format, each of so many turns at most."""
    match = Match(
        rng.choice((0, 3, 7)),
        rng.choice(("Anna", "", "Käthe: 3", "doubles to 4; x")),
        rng.choice(("Ben", "Бен")),
        (),
        match_format.id,
        rng.choice((None, match_format)) if match_format.is_one_game else match_format,
        Terms(
            crawford=rng.random() < 0.5,
            stake=rng.choice(tuple(Stake)),
            clock_delay=rng.choice((12, 5)),
            last_turn_equaliser=rng.random() < 0.2,
        ),
    )
    score = Score()
    for place in range(games):
        known = None if rng.random() < 0.5 else match_format.game(place)
        empty = Game(Position((), ()), score, rng.random() < 0.2, chosen=known, place=place)
        played = random_game(rng, match.rules(empty), empty, turns)
        if played.result is not None:
            score = score.plus(played.result.winner, played.result.points)
        match = replace(match, games=(*match.games, played))
    return match


def random_game(rng: Random, rules: Rules, empty: Game, turns: int) -> Game:
    """A game of so many turns at most; some begin in the middle, where others have ended."""
    position, side = rules.start, rng.choice(tuple(Side))
    if rng.random() < 0.3:
        for _ in range(4):
            outcome, roll = _legal(rng, rules, position, side)
            position = outcome.position
            if win_of(rules, position, side) is not None:
                break
            side = CheckerTurn(side, roll, outcome.play, position).next_side
    played: list[Turn] = []
    start, cube, result = position, Cube(), None
    knows_before = rng.random() < 0.5
    for number in range(turns):
        if win_of(rules, position, side.other) is not None:
            break
        if isinstance(rules, TablesGame) and rng.random() < 0.1 and cube.may_double(side):
            answer = rng.choice((*CubeAction, None)[1:])
            played.append(CubeTurn(side, cube.next_value, answer, number, cube if knows_before else None))
            if answer is CubeAction.PASS:
                result = Result(side, cube.value, "passed")
                break
            cube = cube.offered(side).taken()
        turn = random_turn(rng, rules, position, side, number)
        played.append(replace(turn, before=position if knows_before else None))
        position = turn.after
        won = win_of(rules, position, side)
        if won is not None:
            result = Result(won[0], won[1] * cube.value, won[2])
            break
        side = turn.next_side
    else:
        result = rng.choice((None, Result(side, rng.randint(1, 5), rng.choice(("resigned", "flag")))))
    return replace(empty, start=start, turns=tuple(played), result=result, cube=rng.choice((None, cube)))


def random_turn(rng: Random, rules: Rules, position: Position, side: Side, frame: int) -> CheckerTurn:
    """A turn, legal for the most part; else one of which something is not known, or wrong."""
    outcome, roll = _legal(rng, rules, position, side)
    turn = CheckerTurn(side, roll, outcome.play, outcome.position, None, rng.random() < 0.1, frame)
    if rng.random() > ODD:
        return turn
    match rng.randrange(4):
        case 0 if isinstance(rules, TablesGame):
            # nobody saw the dice
            return replace(turn, roll=None, after=after_turn(rules, position, side, None, outcome.position))
        case 1:
            # a person said that the board is another
            return replace(turn, play=Play(shape=rules.shape), after=_disturbed(rng, rules, position, side))
        case 2 if isinstance(rules, TablesGame) and outcome.play.moves:
            # a play as a program wrote it, which may not be one
            moves = [
                *outcome.play.moves,
                Move(rng.randint(0, rules.bar), rng.randint(0, rules.bar), rng.random() < 0.3),
            ]
            play = Play(tuple(rng.sample(moves, len(moves))))
            return replace(turn, play=play, after=made(rules, position, side, play))
    seen = _disturbed(rng, rules, outcome.position, side)
    try:
        legal = legal_plays(rules, position, side, roll)
    except TooManyPlays:
        return turn
    if any(each.position == seen for each in legal):
        return turn
    after = after_turn(rules, position, side, roll, seen)
    fault = explain(rules, position, side, roll, seen)
    return replace(turn, play=likely_play(rules, position, side, seen, roll), after=after, fault=fault)


def _legal(rng: Random, rules: Rules, position: Position, side: Side) -> tuple[Outcome, Roll | None]:
    if isinstance(rules, TaflGame):
        return rng.choice(legal_plays(rules, position, side, None)), None
    past = position.past
    roll = past.owed_roll if past.owed and not past.again else rng.choice(rules.rolls)
    try:
        return rng.choice(legal_plays(rules, position, side, roll)), roll
    except TooManyPlays:
        return some_play(rules, position, side, roll), roll


def _disturbed(rng: Random, rules: Rules, position: Position, side: Side) -> Position:
    """A board on which a man of a side stands elsewhere, or is gone."""
    men = list(position.of(side))
    origin = rng.choice([site for site, count in enumerate(men) if count])
    free = [
        site
        for site in range(len(men))
        if site != origin
        and (rules.shape is not rules.shape.TAFL or not position.of(side.other)[site] and not men[site])
    ]
    target = rng.choice(free)
    if isinstance(rules, TaflGame):
        men[origin], men[target] = 0, men[origin]
    else:
        men[origin] -= 1
        men[target] += 1
    moved = tuple(men)
    others = position.of(side.other)
    return replace(
        position, white=moved if side is Side.WHITE else others, black=others if side is Side.WHITE else moved
    )


def as_told(match: Match) -> Match:
    """A match without what a listing leaves out: frames, and what goes without saying,
    such as whether a cube is in play.
    """
    games = []
    for each in match.games:
        turns: list[Turn] = []
        position = each.start
        for turn in each.turns:
            if isinstance(turn, CubeTurn):
                turns.append(replace(turn, frame=0, before=None))
            else:
                turns.append(replace(turn, frame=0, before=turn.before or position))
                position = turn.after
        place = 0 if match.agreed.is_one_game else each.place
        games.append(
            replace(
                each,
                chosen=match.chosen(each),
                place=place,
                cube=_plain(cube_after(each)),
                turns=tuple(turns),
            )
        )
    return replace(match, match_format=match.agreed, games=tuple(games))


def _plain(cube: Cube) -> Cube:
    return Cube(cube.value, cube.owner)


def random_formats(rng: Random) -> list[MatchFormat]:
    """Every game, with options chosen at random, and a series."""
    found = [find_match_format("tavli_match"), find_match_format("plakoto, hypergammon")]
    for game in all_games():
        options = {
            option.name: rng.choice(option.choices).value for option in game.options if rng.random() < 0.4
        }
        try:
            found.append(programme_of(game, options))
            found[-1].game(0).rules()
        except InvalidOption:
            found[-1] = programme_of(game)
    return found


def programme_of(game: Rules, options: Mapping[str, OptionValue] | None = None) -> MatchFormat:
    """The match format that is one game alone."""
    return MatchFormat(game.id, (Chosen(game.id, tuple(sorted((options or {}).items()))),))
