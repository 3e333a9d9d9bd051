"""What a format for analysis programs can hold of a game: backgammon as its rules have it, turn after turn.

No such program knows an illegal play that stood, nor a play whose roll nobody saw. Where the format can put
the board up in the middle of a game, the game goes on from there; elsewhere it fits up to the first such
thing. Remarks say where, why, and how the game ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.board import Side
from engine.dice import Roll
from engine.match.cube import Cube, CubeAction
from engine.match.match import (
    CheckerTurn,
    CubeTurn,
    Game,
    Match,
    Result,
    Turn,
    match_winner,
)
from engine.records.codes.game_standing import is_possible, shared_point, standing_of
from engine.records.misfit_record import misfit, steps_text
from engine.records.result_remarks import clean_name, names_in, one_line
from engine.records.scoring import (
    crawford_by_score,
    cube_at_start,
    ends_with_beaver,
    is_taken_for_jacoby,
    points_counted,
)
from engine.records.variations import BACKGAMMON, HYPERGAMMON, is_known, variation_of
from engine.tables.tables import TablesGame
from engine.words.wording import Names

__all__ = [
    "STAND_IN", "Boards", "FormatFit", "Jump", "clean_name", "fit_of", "is_known", "names_in", "one_line",
    "remarks_on", "steps_text", "variation_of",
]  # fmt: skip

STAND_IN = Roll((6, 6))
"""The roll written for a player who did not throw, their entry being closed: it dances there like any other."""


_CUBE = Cube()
_MOST_CUBE = 128
"""GNU Backgammon 1.07 dies of any higher cube in a match; in single games it knows them."""


class Boards(Enum):
    """Where a format can put a board up: nowhere, only after an illegal play that stood, or wherever it is needed."""

    NOWHERE = "nowhere"
    ILLEGAL = "illegal"
    ANYWHERE = "anywhere"


@dataclass(frozen=True, slots=True)
class Jump:
    """A turn that no reader could follow: the board is put up as it stood after it. `why` is a remark on it.

    `next_side` is who is to play then, `roll` what they throw, where that is known.
    """

    turn: CheckerTurn
    why: str
    next_side: Side
    next_roll: Roll | None


@dataclass(frozen=True, slots=True)
class FormatFit:
    """What a format can hold of a game: its first turns, whether that is all of it with its result, and remarks.

    `cube`: how the cube stood when the game began; `points`: what the game counts, where somebody won it and that fits.
    """

    parts: tuple[Turn | Jump, ...]
    whole: bool
    remarks: tuple[str, ...]
    cube: Cube = _CUBE
    points: int | None = None

    @property
    def all_remarks(self) -> tuple[str, ...]:
        """The remarks, with those on boards that are put up."""
        return (*(part.why for part in self.parts if isinstance(part, Jump)), *self.remarks)


def fit_of(match: Match, each: Game, boards: Boards = Boards.NOWHERE) -> FormatFit:
    """How much of a game of a match fits into a format that can put boards up so."""
    game, names = match.rules(each), names_in(match)
    if not isinstance(game, TablesGame) or variation_of(game) not in _variations(boards):
        why = f"not written, because this format knows only backgammon, not {game.name}"
        return _stopped((), each, names, why)
    if match_winner(match.length, each.score) is not None:
        # GNU Backgammon passes over such a game, or takes it for one that begins at 0-0.
        score = f"{each.score.white}-{each.score.black}"
        why = f"not written, because it began at {score}, when the match to {match.length} was over"
        return _stopped((), each, names, why)
    if each.start != game.start and boards is not Boards.ANYWHERE:
        return _stopped((), each, names, f"not written, because it was followed only from {each.start}")
    fitting = _Fitting(match, game, each, names, boards)
    why_not = fitting.cube_misfit()
    if why_not is not None:
        return _stopped((), each, names, f"not written, because {why_not}")
    for index in range(len(each.turns)):
        reason = fitting.take(index)
        if reason is not None:
            why = f"nothing is written from turn {index + 1} on, because {reason}"
            return _stopped(fitting.parts, each, names, why, fitting.remarks, fitting.begins)
    remarks = fitting.remarks
    if each is not match.games[-1] and boards is not Boards.ANYWHERE and ends_with_beaver(each):
        # GNU Backgammon would take the beaver at the first throw of the next game.
        why = f"nothing is written from turn {len(each.turns)} on, because the game ended with a beaver"
        return _stopped(fitting.parts[:-1], each, names, why, remarks, fitting.begins)
    result = each.result
    if result is None:
        return FormatFit(tuple(fitting.parts), True, tuple(remarks), fitting.begins)
    if result.winner is None:
        remarks.append("The game was a draw, for which this format has no line.")
        return FormatFit(tuple(fitting.parts), True, tuple(remarks), fitting.begins)
    counted = points_counted(match, each, result, fitting.cube)
    if counted is None:
        remarks.append(f"{_outcome(result, names)} This format has no line for so many points.")
        return FormatFit(tuple(fitting.parts), False, tuple(remarks), fitting.begins)
    if boards is not Boards.ANYWHERE and not fitting.parts:
        remarks.append(f"{_outcome(result, names)} GNU Backgammon passes over a game without a turn.")
    if boards is not Boards.ANYWHERE and is_taken_for_jacoby(match, result, fitting.cube):
        remarks.append(f"{_outcome(result, names)} GNU Backgammon takes it for 1 point, by the Jacoby rule.")
    return FormatFit(tuple(fitting.parts), True, tuple(remarks), fitting.begins, counted)


def remarks_on(match: Match, boards: Boards) -> tuple[str, ...]:
    """What a person should know of a match as such a format has it: what is not in the file as it was, and why."""
    taken_for = (False,) * len(match.games) if boards is Boards.ANYWHERE else crawford_by_score(match)
    found = []
    for number, (each, crawford) in enumerate(zip(match.games, taken_for, strict=True), 1):
        remarks = fit_of(match, each, boards).all_remarks
        if boards is not Boards.ANYWHERE and crawford is not each.crawford:
            took = (
                "takes it for the Crawford game, which it was not"
                if crawford
                else "does not know that it was the Crawford game"
            )
            remarks = (*remarks, f"GNU Backgammon {took}.")
        found += [f"Game {number}: {one_line(remark)}" for remark in remarks]
    return tuple(found)


class _Fitting:
    """A game being fitted, turn by turn."""

    def __init__(self, match: Match, game: TablesGame, each: Game, names: Names, boards: Boards) -> None:
        self.match, self.game, self.each, self.names, self.boards = match, game, each, names, boards
        self.parts: list[Turn | Jump] = []
        self.remarks: list[str] = []
        self.begins = cube_at_start(each)
        self.cube = self.begins
        self._position = each.start
        self._last: Side | None = None

    def cube_misfit(self) -> str | None:
        """Why the format cannot hold the cube that the game began with; None where it can."""
        value = self.begins.value
        if value & (value - 1):
            return f"no program knows a cube of {value}"
        if self.match.length and value > _MOST_CUBE:
            return f"the cube stood at {value}, at which GNU Backgammon breaks down"
        if value > 1 and self.boards is not Boards.ANYWHERE:
            return f"the cube stood at {value} when it began"
        return None

    def take(self, index: int) -> str | None:
        """Take in a turn; why the format cannot go on with it, or None."""
        turn = self.each.turns[index]
        if isinstance(turn, CubeTurn):
            reason = self._double(turn)
            if reason is None:
                if self._ends_with(index) and self.each.result == Result(
                    turn.side, self.cube.value, "resigned"
                ):
                    # Resigned for what a pass costs: GNU Backgammon would count the double as taken.
                    turn = replace(turn, answer=CubeAction.PASS)
                self.parts.append(turn)
                self._last = turn.side if turn.answer is None else turn.side.other
            return reason
        reason, illegal = misfit(self.game, self._position, turn, self._last, self.names)
        if reason is None:
            if turn.roll is None:
                who = self.names.of(turn.side)
                self.remarks.append(
                    f"in turn {index + 1} {who} did not throw, the entry being closed; 6-6 stands for it."
                )
            self.parts.append(turn)
        elif self._may_put_up(turn, illegal):
            why = f"in turn {index + 1} {reason.rstrip('.')}. The board is put up as it stood after it."
            self.parts.append(Jump(turn, why, *self._follows(index, turn)))
        else:
            return reason
        self._position, self._last = turn.after, turn.side
        return None

    def _ends_with(self, index: int) -> bool:
        """Whether the game ended with this turn, a double that nobody answered."""
        turn = self.each.turns[index]
        return isinstance(turn, CubeTurn) and turn.answer is None and index == len(self.each.turns) - 1

    def _may_put_up(self, turn: CheckerTurn, illegal: bool) -> bool:
        """Whether the format can put the board up as it stood after a turn that does not fit."""
        if self.boards is Boards.ILLEGAL:
            return illegal and is_possible(standing_of(self.match, self.each, turn.after, self.cube))
        if self.boards is not Boards.ANYWHERE or shared_point(turn.after) is not None:
            return False
        return all(sum(turn.after.of(side)) == sum(self.game.start.of(side)) for side in Side)

    def _follows(self, index: int, turn: CheckerTurn) -> tuple[Side, Roll | None]:
        """Who plays after a turn, and with what roll."""
        later = self.each.turns[index + 1 : index + 2]
        side = later[0].side if later else turn.side.other
        roll = next((each.roll for each in later if isinstance(each, CheckerTurn)), None)
        return side, roll

    def _double(self, turn: CubeTurn) -> str | None:
        who, cube = self.names.of(turn.side), self.cube
        if self._last is turn.side:
            return f"{who} played twice running"
        if turn.value != cube.value * 2:
            return f"{who} doubled from {cube.value} to {turn.value}"
        if self.match.length and turn.value > _MOST_CUBE:
            return f"{who} doubled to {turn.value}, at which GNU Backgammon breaks down"
        if cube.owner is turn.side.other:
            return f"{who} doubled though the cube was not theirs"
        match turn.answer:
            case CubeAction.TAKE:
                self.cube = Cube(turn.value, turn.side.other)
            case CubeAction.BEAVER:
                self.cube = Cube(turn.value * 2, turn.side.other)
            case CubeAction.RACCOON:
                self.cube = Cube(turn.value * 4, turn.side.other)
        return None


def _variations(boards: Boards) -> tuple[str, ...]:
    return (BACKGAMMON, "nackgammon", *HYPERGAMMON) if boards is Boards.ANYWHERE else (BACKGAMMON,)


def _stopped(
    parts: Sequence[Turn | Jump],
    each: Game,
    names: Names,
    why: str,
    remarks: Sequence[str] = (),
    cube: Cube = _CUBE,
) -> FormatFit:
    return FormatFit(
        tuple(parts), False, (*remarks, f"{why.rstrip('.')}. {_outcome(each.result, names)}"), cube
    )


def _outcome(result: Result | None, names: Names) -> str:
    if result is None:
        return "The game was not finished."
    if result.winner is None:
        return "The game was a draw."
    points = "1 point" if result.points == 1 else f"{result.points} points"
    return f"{names.of(result.winner)} won {points} ({result.how})."
