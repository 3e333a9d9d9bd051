"""Attributing: what GNU Backgammon found, laid turn by turn beside the match as we have it.

Its records are taken for a turn only where side, dice and resulting board are the same; where they part, the
rest of the game is left out and a note says so. Nothing is guessed.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from device.errors import AnalysisError
from device.library.analysis.analysis_values import (
    Analysis,
    GameJudged,
    PlayJudged,
    TurnJudged,
    missed,
    of_analysed,
)
from device.library.analysis.cube_analysis import answered, doubled, equities, no_double
from device.library.analysis.gnubg import GnubgAnswer
from device.library.analysis.money_stakes import NOT_TOLD, Stakes, as_whites, stakes_of
from device.library.analysis.sums import SIDES, totals_of
from engine.board import Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidRecord
from engine.i18n import Phrase, marked, phrase
from engine.match.cube import CubeAction
from engine.match.equity import chance_at
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Turn
from engine.plays.legal import legal_plays
from engine.plays.notation import played_out, written
from engine.position import Position
from engine.records.codes.gnubgid import write_position_id
from engine.records.format_limits import STAND_IN
from engine.records.replay import fault_of
from engine.tables.tables_game import TablesGame

Record = dict[str, Any]
"""An entry of a game as `gnubg.match()` gives it."""
_ALIKE = 1e-6
"""Equities that differ by no more than this are the same."""
_BEAVERS: dict[CubeAction | None, int] = {CubeAction.BEAVER: 1, CubeAction.RACCOON: 2}
"""How often the cube was turned after a double that had such an answer."""
_ADRIFT = 0.01
"""By how much the sum of what was attributed may differ from its own sum."""


OTHERWISE = marked("nothing is told from turn {turn} on, which GNU Backgammon has otherwise.")
UNTAKEN = marked("nothing is told from turn {turn} on, which GNU Backgammon cannot take.")


@dataclass(slots=True)
class _Walk:
    """Where one is in a game: the board, the cube, and what is left of the program's records."""

    rules: TablesGame
    position: Position
    stakes: Stakes
    records: list[Record]
    turns: list[TurnJudged] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)


def attribute(match: Match, numbers: tuple[int, ...], answer: GnubgAnswer, ply: int) -> Analysis:
    """What the program found of the games of a match with these numbers, which it was given in this order.

    Raises AnalysisError where it has other games.
    """
    if len(answer.games) != len(numbers):
        raise AnalysisError(
            phrase(
                "GNU Backgammon found {found} games where there are {count}: nothing was taken from it",
                found=len(answer.games),
                count=len(numbers),
            )
        )
    found: list[GameJudged] = []
    notes: list[Phrase] = []
    try:
        for number, stakes in zip(numbers, stakes_of(match, numbers), strict=True):
            told = answer.games[len(found)]
            judged, remarks = _game(match, match.games[number - 1], number, stakes, told)
            found.append(judged)
            notes += [of_analysed(number, remark) for remark in remarks]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, EngineError) as error:
        raise AnalysisError(
            phrase("GNU Backgammon gave an analysis of another shape than it has here")
        ) from error
    return Analysis(answer.program, ply, tuple(found), tuple(notes))


def _game(
    match: Match, each: Game, number: int, stakes: Stakes, told: Record
) -> tuple[GameJudged, list[Phrase]]:
    rules = match.rules(each)
    assert isinstance(rules, TablesGame)
    records = _records(told["game"])
    walk, notes = _Walk(rules, each.start, stakes, records), list[Phrase]()
    for turn_number, turn in enumerate(each.turns, 1):
        if not _take(walk, turn_number, turn):
            why = OTHERWISE if walk.records else UNTAKEN
            notes.append(Phrase(why, (("turn", turn_number),)))
            break
    if walk.missed:
        notes.append(missed(walk.missed))
    totals = totals_of(told["stats"], walk.turns, match.length)
    begun = chance_at(stakes.length, stakes.score, stakes.crawford)
    judged = GameJudged(number, totals, tuple(walk.turns), begun)
    for side in Side:
        lost = sum(loss for turn in walk.turns for who, loss in turn.losses() if who is side)
        if abs(lost - judged.players[side].error) > _ADRIFT:
            notes.append(phrase("the sums are GNU Backgammon's, and more than what is told turn by turn."))
            break
    return judged, notes


def _records(told: list[Record]) -> list[Record]:
    """A game's records without those that put up a board; those after one are told apart, see `_is_board`."""
    records: list[Record] = []
    put_up = False
    for record in told:
        if record["action"].startswith("set"):
            put_up = True
        else:
            records.append({**record, "put_up": put_up})
    return records


def _take(walk: _Walk, number: int, turn: Turn) -> bool:
    """Lay a turn beside the next records; False where they are not of it."""
    if isinstance(turn, CubeTurn):
        return _take_double(walk, number, turn)
    record = walk.records[0] if walk.records else None
    before = walk.position
    if record is not None and _is_of(walk, turn, record):
        walk.records.pop(0)
        walk.turns.append(_play(walk, number, turn, record, before))
    elif turn.roll is None or turn.fault or fault_of(walk.rules, before, turn):
        walk.missed.append(number)
    else:
        return False
    walk.position = turn.after
    return True


def _is_of(walk: _Walk, turn: CheckerTurn, record: Record) -> bool:
    if record["action"] != "move" or SIDES[record["player"]] is not turn.side:
        return False
    roll = turn.roll or STAND_IN
    if Counter(record["dice"]) != Counter(roll.dice) or not _is_board(walk, turn.side, record):
        return False
    return _made(walk, turn.side, record["move"])[1] == turn.after


def _is_board(walk: _Walk, side: Side, record: Record) -> bool:
    """Whether a record is of the board as we have it.

    After a board has been put up, `gnubg.match()` tells boards as of the wrong side, though the program
    itself knows better: there the play that it thinks best must be a legal one on ours.
    """
    if not record["put_up"]:
        try:
            return bool(record["board"] == write_position_id(walk.position, side))
        except InvalidRecord:
            return False
    moves = record.get("analysis", {}).get("moves")
    if not moves:
        return True
    best = _made(walk, side, moves[0]["move"])[1]
    legal = legal_plays(walk.rules, walk.position, side, Roll.of(*record["dice"]))
    return any(outcome.position == best for outcome in legal)


def _made(walk: _Walk, side: Side, moves: list[list[int]]) -> tuple[str, Position]:
    """A play of the program's as people write it, and the board after it."""
    text = " ".join(f"{'bar' if origin == 25 else origin}/{target or 'off'}" for origin, target in moves)
    if not text:
        return "", walk.position
    outcome = played_out(walk.rules, walk.position, side, text)
    return written(walk.rules, walk.position, side, outcome.play), outcome.position


def _play(walk: _Walk, number: int, turn: CheckerTurn, record: Record, before: Position) -> TurnJudged:
    analysis, side = record.get("analysis", {}), turn.side
    luck = analysis.get("luck-value") if turn.roll is not None else None
    found = equities(walk.stakes, side, analysis)
    judged = TurnJudged(number, side, luck=luck, cube=None if found is None else no_double(*found))
    moves = analysis.get("moves")
    if not moves:
        return judged
    best, made = moves[0], moves[-1]
    loss = max(0.0, best["score"] - made["score"])
    text = written(walk.rules, before, side, turn.play)
    play = PlayJudged(
        tuple(turn.roll.dice) if turn.roll else (),
        text,
        made["score"],
        _made(walk, side, best["move"])[0] if loss > _ALIKE else None,
        best["score"],
        loss if loss > _ALIKE else 0.0,
        tuple((origin, target) for origin, target in best["move"]) if loss > _ALIKE else (),
    )
    equity, chance, points = walk.stakes.after(as_whites(side, made["score"]))
    return replace(judged, play=play, equity=equity, chance=chance, points=points)


def _take_double(walk: _Walk, number: int, turn: CubeTurn) -> bool:
    """A double and its answer, which are two records of the program's."""
    record = walk.records[0] if walk.records else None
    if record is None or record["action"] != "double" or SIDES[record["player"]] is not turn.side:
        return False
    stakes, side = walk.stakes, turn.side
    if turn.value != 2 * stakes.cube or not _is_board(walk, side, record):
        return False
    walk.records.pop(0)
    judged = TurnJudged(number, side)
    analysis = record.get("analysis", {})
    found = equities(stakes, side, analysis)
    if found is not None:
        judged = replace(judged, cube=doubled(*found))
    if turn.answer is None:
        walk.turns.append(judged)
        return True
    answers = {CubeAction.TAKE: "take", CubeAction.PASS: "drop"}
    answer = walk.records[0] if walk.records else None
    if turn.answer in _BEAVERS:
        return _take_beaver(walk, judged, turn)
    if answer is None or answer["action"] != answers.get(turn.answer):
        return False
    walk.records.pop(0)
    took = turn.answer is CubeAction.TAKE
    after = NOT_TOLD if took else stakes.passed(side)
    if took:
        walk.stakes = replace(stakes, cube=turn.value)
        after = stakes.taken(as_whites(side, found[1]), walk.stakes) if found else NOT_TOLD
    if found is not None:
        judged = replace(judged, answer=answered(found[1], took=took))
    equity, chance, points = after
    walk.turns.append(replace(judged, equity=equity, chance=chance, points=points))
    return True


def _take_beaver(walk: _Walk, judged: TurnJudged, turn: CubeTurn) -> bool:
    """A beaver, perhaps a raccoon, and its answer, if it had one; the program tells of none of them how good it was."""
    said = []
    while walk.records and walk.records[0]["action"] in ("double", "take", "drop"):
        said.append(walk.records.pop(0)["action"])
    doubles = _BEAVERS[turn.answer]
    if said[:doubles] != ["double"] * doubles or said[doubles:] not in (["take"], ["drop"], []):
        return False
    walk.stakes = replace(walk.stakes, cube=turn.value)
    if said[-1] == "drop":
        equity, chance, points = walk.stakes.passed(turn.side.other)
        judged = replace(judged, equity=equity, chance=chance, points=points)
    walk.stakes = replace(walk.stakes, cube=turn.value * 2**doubles)
    walk.turns.append(judged)
    return True
