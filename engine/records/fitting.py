"""What a format for analysis programs can hold of a game: backgammon as its rules have it, turn after turn.

No such program knows an illegal play that stood, nor a play whose roll nobody saw. A game fits up to the first such
thing; remarks say where it stops, why, and how the game ended.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import Side
from engine.chains import Chain
from engine.cube import CubeAction
from engine.dice import ALL_ROLLS, Roll
from engine.games import find_game
from engine.legal import legal_plays
from engine.match import CheckerTurn, CubeTurn, Game, Result, Turn, cube_after
from engine.notation import made
from engine.play import Play
from engine.position import Position
from engine.records.replay import fault_of
from engine.rules import Rules
from engine.tables import TablesGame
from engine.wording import Names, sentence

BACKGAMMON = "backgammon"
"""The game that such formats are for, and whose rules their readers play by."""
STAND_IN = Roll((6, 6))
"""The roll written for a player who did not throw, his entry being closed: it dances there like any other."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What a format can hold of a game: its first turns, whether that is all of it with its result, and remarks."""

    turns: tuple[Turn, ...]
    whole: bool
    remarks: tuple[str, ...]


def fit_of(game: Rules, each: Game, names: Names, *, from_anywhere: bool = False) -> Fit:
    """How much of a game fits; `from_anywhere`: the format can say how the checkers stood when it began."""
    if not is_known(game) or not isinstance(game, TablesGame):
        why = f"not written, because this format knows only backgammon, not {game.name}"
        return _stopped((), each, names, why)
    if each.start != game.start and not from_anywhere:
        return _stopped((), each, names, f"not written, because it was followed only from {each.start}")
    remarks: list[str] = []
    position, last = each.start, None
    for index, turn in enumerate(each.turns):
        reason = _misfit(game, position, turn, last, names)
        if reason is not None:
            why = f"nothing is written from turn {index + 1} on, because {reason}"
            return _stopped(each.turns[:index], each, names, why, remarks)
        if isinstance(turn, CheckerTurn):
            if turn.roll is None:
                who = names.of(turn.side)
                remarks.append(
                    f"in turn {index + 1} {who} did not throw, the entry being closed; 6-6 stands for it."
                )
            position, last = turn.after, turn.side
        else:
            last = turn.side if turn.answer is None else turn.side.other
    if each.result is not None and each.result.winner is None:
        remarks.append("The game was a draw, for which this format has no line.")
    elif each.result is not None and not _is_a_grade(each, each.result):
        remarks.append(f"{_outcome(each.result, names)} This format has no line for so many points.")
        return Fit(each.turns, False, tuple(remarks))
    return Fit(each.turns, True, tuple(remarks))


def is_known(game: Rules) -> bool:
    """Whether programs for backgammon can play through a game, as far as it is played as they know it."""
    return isinstance(game, TablesGame) and game.start == find_game(BACKGAMMON).start and not game.giveaway


def passed_beaver(each: Game, turn: CubeTurn) -> bool:
    """Whether a game ended because this double was beavered, and the beaver passed."""
    ended = each.result is not None and each.result.how == "passed" and each.turns[-1] is turn
    return ended and turn.answer is CubeAction.BEAVER


def clean_name(name: str, default: str) -> str:
    """A player's name that no reader of such formats stumbles over: one line, no colon, at most 40 letters."""
    plain = "".join(letter if letter.isprintable() and letter not in ':;"' else " " for letter in name)
    return " ".join(plain.split())[:40].strip() or default


def one_line(text: str) -> str:
    """A remark on one line, with no quotation mark in it that could end it."""
    return " ".join(text.replace('"', "'").split())


def _is_a_grade(each: Game, result: Result) -> bool:
    """Whether a result is one to three times the cube: programs read any other as one of these, without a word."""
    cube = cube_after(each).value
    told_elsewhere = ("passed", "resigned")
    return result.how in told_elsewhere or result.points in (cube, 2 * cube, 3 * cube)


def _stopped(turns: tuple[Turn, ...], each: Game, names: Names, why: str, remarks: Sequence[str] = ()) -> Fit:
    return Fit(turns, False, (*remarks, f"{why.rstrip('.')}. {_outcome(each.result, names)}"))


def _outcome(result: Result | None, names: Names) -> str:
    if result is None:
        return "The game was not finished."
    if result.winner is None:
        return "The game was a draw."
    points = "1 point" if result.points == 1 else f"{result.points} points"
    return f"{names.of(result.winner)} won {points} ({result.how})."


def _misfit(game: TablesGame, position: Position, turn: Turn, last: Side | None, names: Names) -> str | None:
    """Why the format cannot hold a turn after one of that side; None where it can."""
    who = names.of(turn.side)
    if last is turn.side:
        return f"{who} played twice running"
    if isinstance(turn, CubeTurn):
        return None if turn.answer is not CubeAction.RACCOON else f"{who} answered a beaver with a raccoon"
    if turn.roll is None:
        closed = not turn.play.moves and all(
            not legal_plays(game, position, turn.side, roll)[0].play.moves for roll in ALL_ROLLS
        )
        return None if closed else f"nobody saw what {who} threw for {steps_text(turn.play) or 'his turn'}"
    if len(turn.roll.dice) != 2:
        return f"{who} threw {turn.roll}"
    fault = turn.fault or fault_of(game, position, turn)
    played = f"{who} played {turn.roll} as {steps_text(turn.play) or 'nothing'}"
    if fault is None:
        known = legal_plays(find_game(BACKGAMMON), position, turn.side, turn.roll)
        if any(outcome.position == turn.after for outcome in known):
            return None
        return f"{played}, as {game.name} has it, which is no play of the backgammon that this format is for"
    if turn.fault is None and made(game, position, turn.side, turn.play) != turn.after:
        return f"the board after {played} does not follow from the one before"
    return f"{played}, which was illegal and stood: {sentence(fault, names)}"


def steps_text(play: Play) -> str:
    """The moves of a play one by one, so that nobody need guess over which point a checker went."""
    counted: Counter[tuple[int, int]] = Counter()
    hits: set[tuple[int, int]] = set()
    for move in play.moves:
        counted[move.origin, move.target] += 1
        if move.hit:
            hits.add((move.origin, move.target))
    return " ".join(
        str(Chain(((origin, False), (target, (origin, target) in hits)), count))
        for (origin, target), count in counted.items()
    )
