"""Why a board that no legal play reaches is wrong: the most telling rule it breaks, and the nearest legal play."""

from collections import Counter

from engine.board import Side
from engine.chains import play_text
from engine.dice import ALL_ROLLS, Roll
from engine.fault import Fault
from engine.legal import Outcome, legal_plays
from engine.moved import WEIGHT, Account, Flaw, account_of
from engine.play import Move, Play
from engine.position import Position
from engine.tables import TablesGame, TurnSoFar

_TELLING = (
    "R.conservation",
    "R.opponent_man",
    "R.direction",
    "R.too_many",
    "R.bar_first",
    "R.block",
    "R.bearoff",
)


def explain(game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position) -> Fault:
    """The fault of a seen position that no legal play of the roll reaches from `position`."""
    account = account_of(game, position, side, game.units(roll), seen)
    outcomes = legal_plays(game, position, side, roll)
    nearest = _nearest(outcomes, side, seen, account.moves)
    if account.flaws:
        flaw = min(account.flaws, key=_telling)
    else:
        flaw = _usage_flaw(game, position, side, roll, seen, account, nearest)
    args = (("mover", side.value), ("opponent", side.other.value), *flaw.args)
    return Fault(flaw.rule, flaw.message, args, flaw.points, nearest)


def likely_play(
    game: TablesGame, position: Position, side: Side, seen: Position, roll: Roll | None = None
) -> Play:
    """The moves as they seem to have been made, legal or not; with the dice thrown, where a roll is given."""
    rolls = ALL_ROLLS if roll is None else (roll,)
    legal = [
        outcome.play
        for each in rolls
        for outcome in legal_plays(game, position, side, each)
        if outcome.position == seen
    ]
    if legal:
        return min(legal, key=lambda play: len(play.moves))
    if position == seen:
        return Play()
    moved = sum(max(0, men - there) for men, there in zip(position.of(side), seen.of(side), strict=True))
    if roll is None and moved > 2:
        rolls = tuple(each for each in rolls if each.is_doublet)
    accounts = (account_of(game, position, side, game.units(each), seen) for each in rolls)
    return Play(min(accounts, key=lambda account: account.cost).moves)


def _telling(flaw: Flaw) -> tuple[int, int]:
    rank = _TELLING.index(flaw.rule) if flaw.rule in _TELLING else len(_TELLING) + (flaw.rule in WEIGHT)
    return rank, -max(flaw.points, default=0)


def _nearest(outcomes: tuple[Outcome, ...], side: Side, seen: Position, made: tuple[Move, ...]) -> Play:
    """The legal play whose result differs least from what is seen, and shares most moves with what was made."""
    moved = Counter((move.origin, move.target) for move in made)

    def distance(outcome: Outcome) -> tuple[int, int]:
        differing = sum(
            abs(men - there)
            for each in (side, side.other)
            for men, there in zip(outcome.position.of(each), seen.of(each), strict=True)
        )
        shared = Counter((move.origin, move.target) for move in outcome.play.moves) & moved
        return differing, -shared.total()

    return min(outcomes, key=distance).play


def _usage_flaw(
    game: TablesGame,
    position: Position,
    side: Side,
    roll: Roll,
    seen: Position,
    account: Account,
    nearest: Play,
) -> Flaw:
    """The flaw of moves that are each possible but do not make up a legal play."""
    units = game.units(roll)
    most = len(nearest.moves)
    play = ("play", play_text(nearest))
    points = tuple(sorted({move.origin for move in nearest.moves}, reverse=True))
    turn = TurnSoFar(position.of(side), seen.of(side), seen.of(side.other), account.moves)
    for rule in game.turn_rules:
        if not rule.allows(turn):
            return Flaw(rule.rule, rule.message, (), ())
    if len(account.used) < most:
        if len(set(units)) == 1 and most > 1:
            message = "must_use_all" if most == len(units) else "must_use_some"
            return Flaw("R.must_use", message, (("unit", units[0]), ("count", most), play), points)
        if most == 1:
            return Flaw("R.must_use", "must_use_one", (("unit", _unit_of(nearest, units)), play), points)
        return Flaw("R.must_use", "must_use_both", (("high", units[0]), ("low", units[-1]), play), points)
    if most == 1 and account.used[0] < units[0]:
        return Flaw("R.higher_die", "higher_die", (("unit", units[0]), play), points)
    return Flaw("R.dice", "unreachable", (("roll", str(roll)),), ())


def _unit_of(play: Play, units: tuple[int, ...]) -> int:
    """The number that the only move of a play uses: its distance, or what is enough to bear off."""
    distance = play.moves[0].origin - play.moves[0].target
    return distance if distance in units else max(units)
