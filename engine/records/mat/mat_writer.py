"""Writing Jellyfish .mat files that other programs read without complaint and that claim nothing false.

The format knows neither a game that began in the middle, nor a play whose roll nobody saw. A game is
written up to the first such thing; the comments at the head of the file (no other place is safe in GNU
Backgammon) say where it stops, why, and how the game ended. An illegal play that stood is written as
Snowie and GNU Backgammon have it, `61: Illegal play (...)` with the board after it as a position of
Snowie's, from which they go on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.board import Side
from engine.match.cube import Cube, CubeAction
from engine.match.match import (
    CheckerTurn,
    Crawford,
    CubeTurn,
    Game,
    Match,
    Result,
    crawford_next,
    match_winner,
)
from engine.records.codes.game_standing import standing_of
from engine.records.codes.snowie_position import write_snowie_position
from engine.records.format_limits import (
    STAND_IN,
    Boards,
    Jump,
    fit_of,
    names_in,
    remark_line,
    remarks_on,
    steps_text,
)
from engine.records.mat.cells import says_anything
from engine.records.mat.mat_reader import read_mat_record
from engine.records.result_remarks import Told, tag_of, with_results_told
from engine.records.scoring import passed_beaver
from engine.words.wording import Names

_COLUMN = 34
_ANSWERS = {CubeAction.TAKE: " Takes", CubeAction.PASS: " Drops"}


@dataclass(frozen=True, slots=True)
class _Written:
    """What the format can hold of a game: its cells in turn, and whether that is all of it."""

    cells: tuple[tuple[Side, str], ...]
    whole: bool


def write_mat(match: Match, tags: Sequence[tuple[str, str]] = ()) -> str:
    """A match as a .mat file, White in the left column; `tags` such as ("EventDate", "2026.11.20") head the file."""
    head = _tag_lines(match, tags)
    return with_results_told(
        match,
        lambda told: _written_out(match, [*head, *_results(told), ""], comments=True),
        read_mat_record,
    )


def write_grid(match: Match) -> str:
    """A match as the bare grid of a .mat file, as Snowie's .txt files have it.

    Above it stand nothing but the results that would be read as others.
    """
    return with_results_told(
        match, lambda told: _written_out(match, [*_results(told)], comments=False), read_mat_record
    )


def _results(told: Told) -> Iterator[str]:
    """The lines of results that the grid does not tell."""
    for number, result in told.items():
        key, value = tag_of(number, result)
        yield f'; [{key} "{value}"]'


def _tag_lines(match: Match, tags: Sequence[tuple[str, str]]) -> list[str]:
    own = ("variation", "crawford")
    lines = [
        f'; [{remark_line(key)} "{remark_line(value)}"]' for key, value in tags if key.casefold() not in own
    ]
    played = dict.fromkeys(chosen.rules().name for chosen in match.agreed.games)
    lines.append(f'; [Variation "{", ".join(played)}"]')
    return lines + _crawford_tag(match)


def _written_out(match: Match, lines: list[str], *, comments: bool) -> str:
    names = names_in(match)
    written = [_written(match, each, names) for each in match.games]
    if comments:
        found = remarks_on(match, Boards.ILLEGAL)
        remarks = [f"; Game {number}: {remark_line(str(remark))}" for number, remark in found]
        lines = [*lines[:-1], *remarks, *lines[-1:]]
    lines.append(f" {match.length} point match")
    for number, (each, parts) in enumerate(zip(match.games, written, strict=True), 1):
        players = f" {names.white} : {each.score.white}"
        lines += ["", f" Game {number}", f"{players:<{_COLUMN - 1}}  {names.black} : {each.score.black}"]
        lines += _rows(parts.cells)
        if parts.whole and each.result is not None and each.result.winner is not None:
            lines.append(_winner_line(match, each, each.result))
    return "\n".join(lines) + "\n"


def _crawford_tag(match: Match) -> list[str]:
    """The tag that says whether the Crawford rule held, where the games show it, or that it was not to hold."""
    state = Crawford.PENDING
    for each in match.games if match.length > 1 else ():
        state = crawford_next(state, match.length, each.score)
        if state is Crawford.ACTIVE:
            return [f'; [Crawford "{"On" if each.crawford else "Off"}"]']
    return ['; [Crawford "Off"]'] if match.length > 1 and not match.terms.crawford else []


def _written(match: Match, each: Game, names: Names) -> _Written:
    fit = fit_of(match, each, Boards.ILLEGAL)
    cells: list[tuple[Side, str]] = []
    cube = Cube()
    for part in fit.parts:
        if isinstance(part, Jump):
            cells.append((part.turn.side, _jump_cell(match, each, part, cube, names)))
        elif isinstance(part, CheckerTurn):
            cells.append((part.side, _play_cell(part)))
        else:
            cells += _cube_cells(part)
            cube = _turned(cube, part)
            if passed_beaver(each, part):
                cells.append((part.side, _ANSWERS[CubeAction.PASS]))
    return _Written(tuple(cells), fit.whole)


def _play_cell(turn: CheckerTurn) -> str:
    dice = "".join(map(str, (turn.roll or STAND_IN).dice))
    return f"{dice}: {steps_text(turn.play)}"


def _jump_cell(match: Match, each: Game, jump: Jump, cube: Cube, names: Names) -> str:
    """An illegal play that stood: the roll, and the board that the opponent then had before them."""
    dice = "".join(map(str, jump.turn.roll.dice)) if jump.turn.roll else ""
    # Readers take it that it is the opponent's turn; where it was not, nothing follows.
    side = jump.turn.side.other
    roll = jump.next_roll if jump.next_side is side else None
    standing = replace(standing_of(match, each, jump.turn.after, cube), to_play=side, roll=roll)
    # Here GNU Backgammon counts the players the other way round than where a position stands alone.
    told = write_snowie_position(standing, _wordless(names), 1 if side is Side.WHITE else 0)
    return f"{dice}: Illegal play ({told})"


def _wordless(names: Names) -> Names:
    """The names without what would end the position that they stand in; none that says something in a cell."""
    white, black = (
        " ".join(names.of(side).translate(str.maketrans("()", "  ")).split()) or side.name.title()
        for side in Side
    )
    return Names() if says_anything(white) or says_anything(black) else Names(white, black)


def _turned(cube: Cube, turn: CubeTurn) -> Cube:
    raised = {CubeAction.TAKE: 1, CubeAction.BEAVER: 2, CubeAction.RACCOON: 4}.get(
        turn.answer or CubeAction.PASS
    )
    return cube if raised is None else Cube(turn.value * raised, turn.side.other)


def _cube_cells(turn: CubeTurn) -> Iterator[tuple[Side, str]]:
    yield turn.side, f" Doubles => {turn.value}"
    if turn.answer in (CubeAction.BEAVER, CubeAction.RACCOON):
        yield turn.side.other, f" Beavers => {turn.value * 2}"
    elif turn.answer is not None:
        yield turn.side.other, _ANSWERS[turn.answer]
    if turn.answer is CubeAction.RACCOON:
        yield turn.side, f" Raccoons => {turn.value * 4}"
        yield turn.side.other, " Takes"


def _rows(cells: tuple[tuple[Side, str], ...]) -> list[str]:
    """The rows of a game: a left and a right cell each, empty where that side has nothing to say."""
    pairs: list[tuple[str, str]] = []
    for index, (side, text) in enumerate(cells):
        if side is Side.WHITE:
            pairs.append((text, ""))
        elif index and cells[index - 1][0] is Side.WHITE:
            pairs[-1] = (pairs[-1][0], text)
        else:
            pairs.append(("", text))
    return [_row(number, *pair) for number, pair in enumerate(pairs, 1)]


def _row(number: int, left: str, right: str) -> str:
    start = f"{number:3d}) {left}"
    if right:
        return f"{start:<{_COLUMN}} {right}"
    # GNU Backgammon reads the right cell of the row before once more, unless blanks follow a short word of the cube.
    return start if ":" in left else f"{start:<{_COLUMN}}  "


def _winner_line(match: Match, each: Game, result: Result) -> str:
    points = "1 point" if result.points == 1 else f"{result.points} points"
    won = match_winner(match.length, each.score.plus(result.winner, result.points)) is result.winner
    indent = 6 if result.winner is Side.WHITE else _COLUMN
    return f"{'':{indent}}Wins {points}{' and the match' if won else ''}"
