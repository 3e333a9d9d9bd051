"""Writing Jellyfish .mat files that other programs read without complaint and that claim nothing false.

The format knows neither a game that began in the middle, nor an illegal play that stood, nor a play whose roll nobody
saw. A game is written up to the first such thing; the comments at the head of the file (no other place is safe in
GNU Backgammon) say where it stops, why, and how the game ended.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.board import Side
from engine.cube import CubeAction
from engine.match import CheckerTurn, Crawford, CubeTurn, Game, Match, Result, crawford_next, match_winner
from engine.records.fitting import STAND_IN, clean_name, fit_of, one_line, passed_beaver, steps_text
from engine.rules import Rules
from engine.wording import Names

_COLUMN = 34
_ANSWERS = {CubeAction.TAKE: " Takes", CubeAction.PASS: " Drops"}


@dataclass(frozen=True, slots=True)
class _Written:
    """What the format can hold of a game: its cells in turn, whether that is all of it, and remarks."""

    cells: tuple[tuple[Side, str], ...]
    whole: bool
    remarks: tuple[str, ...]


def write_mat(match: Match, tags: Sequence[tuple[str, str]] = ()) -> str:
    """A match as a .mat file, White in the left column; `tags` such as ("EventDate", "2026.11.20") head the file."""
    names = Names(clean_name(match.white, "White"), clean_name(match.black, "Black"))
    written = [_written(match.rules(each), each, names) for each in match.games]
    lines = [f'; [{one_line(key)} "{one_line(value)}"]' for key, value in tags]
    played = dict.fromkeys(chosen.rules().name for chosen in match.agreed.games)
    lines.append(f'; [Variation "{", ".join(played)}"]')
    lines += _crawford_tag(match)
    for number, parts in enumerate(written, 1):
        lines += [f"; Game {number}: {one_line(remark)}" for remark in parts.remarks]
    lines += ["", f" {match.length} point match"]
    for number, (each, parts) in enumerate(zip(match.games, written, strict=True), 1):
        players = f" {names.white} : {each.score.white}"
        lines += ["", f" Game {number}", f"{players:<{_COLUMN - 1}}  {names.black} : {each.score.black}"]
        lines += _rows(parts.cells)
        if parts.whole and each.result is not None and each.result.winner is not None:
            lines.append(_winner_line(match, each, each.result))
    return "\n".join(lines) + "\n"


def _crawford_tag(match: Match) -> list[str]:
    """The tag that says whether the Crawford rule held, where the games show it."""
    state = Crawford.PENDING
    for each in match.games if match.length > 1 else ():
        state = crawford_next(state, match.length, each.score)
        if state is Crawford.ACTIVE:
            return [f'; [Crawford "{"On" if each.crawford else "Off"}"]']
    return []


def _written(game: Rules, each: Game, names: Names) -> _Written:
    fit = fit_of(game, each, names)
    cells: list[tuple[Side, str]] = []
    for turn in fit.turns:
        if isinstance(turn, CheckerTurn):
            cells.append((turn.side, _play_cell(turn)))
        else:
            cells += _cube_cells(turn)
            if passed_beaver(each, turn):
                cells.append((turn.side, _ANSWERS[CubeAction.PASS]))
    return _Written(tuple(cells), fit.whole, fit.remarks)


def _play_cell(turn: CheckerTurn) -> str:
    dice = "".join(map(str, (turn.roll or STAND_IN).dice))
    return f"{dice}: {steps_text(turn.play)}"


def _cube_cells(turn: CubeTurn) -> Iterator[tuple[Side, str]]:
    yield turn.side, f" Doubles => {turn.value}"
    if turn.answer is CubeAction.BEAVER:
        yield turn.side.other, f" Beavers => {turn.value * 2}"
    elif turn.answer is not None:
        yield turn.side.other, _ANSWERS[turn.answer]


def _rows(cells: tuple[tuple[Side, str], ...]) -> list[str]:
    """The rows of a game: a left and a right cell each, the left one empty where Black begins."""
    if not cells:
        return []
    texts = [text for _, text in cells]
    if cells[0][0] is Side.BLACK:
        texts.insert(0, "")
    rows = []
    for number, index in enumerate(range(0, len(texts), 2), 1):
        pair = texts[index : index + 2]
        left = f"{number:3d}) {pair[0]}"
        rows.append(f"{left:<{_COLUMN}} {pair[1]}" if len(pair) > 1 else left)
    return rows


def _winner_line(match: Match, each: Game, result: Result) -> str:
    points = "1 point" if result.points == 1 else f"{result.points} points"
    won = match_winner(match.length, each.score.plus(result.winner, result.points)) is result.winner
    indent = 6 if result.winner is Side.WHITE else _COLUMN
    return f"{'':{indent}}Wins {points}{' and the match' if won else ''}"
