"""Writing Jellyfish .mat files that other programs read without complaint and that claim nothing false.

The format knows neither a game that began in the middle, nor an illegal play that stood, nor a play whose roll nobody
saw. A game is written up to the first such thing; the comments at the head of the file (no other place is safe in
GNU Backgammon) say where it stops, why, and how the game ended.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.board import Side
from engine.chains import Chain
from engine.cube import CubeAction
from engine.dice import ALL_ROLLS, Roll
from engine.games import find_game
from engine.legal import legal_plays
from engine.match import (
    CheckerTurn,
    Crawford,
    CubeTurn,
    Game,
    Match,
    Result,
    Turn,
    crawford_next,
    cube_after,
    match_winner,
)
from engine.notation import made
from engine.play import Play
from engine.position import Position
from engine.records.replay import fault_of
from engine.rules import Rules
from engine.tables import TablesGame
from engine.wording import Names, sentence

_BACKGAMMON = "backgammon"
"""The game that the format is for, and whose rules its readers play by."""
_STAND_IN = Roll((6, 6))
"""The roll written for a player who did not throw, his entry being closed: it dances there like any other."""
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
    lines = [f'; [{_one_line(key)} "{_one_line(value)}"]' for key, value in tags]
    played = dict.fromkeys(chosen.rules().name for chosen in match.agreed.games)
    lines.append(f'; [Variation "{", ".join(played)}"]')
    lines += _crawford_tag(match)
    for number, parts in enumerate(written, 1):
        lines += [f"; Game {number}: {_one_line(remark)}" for remark in parts.remarks]
    lines += ["", f" {match.length} point match"]
    for number, (each, parts) in enumerate(zip(match.games, written, strict=True), 1):
        players = f" {names.white} : {each.score.white}"
        lines += ["", f" Game {number}", f"{players:<{_COLUMN - 1}}  {names.black} : {each.score.black}"]
        lines += _rows(parts.cells)
        if parts.whole and each.result is not None and each.result.winner is not None:
            lines.append(_winner_line(match, each, each.result))
    return "\n".join(lines) + "\n"


def clean_name(name: str, default: str) -> str:
    """A player's name that no reader of the format stumbles over: one line, no colon, at most 40 letters."""
    plain = "".join(letter if letter.isprintable() and letter not in ':;"' else " " for letter in name)
    return " ".join(plain.split())[:40].strip() or default


def _one_line(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _crawford_tag(match: Match) -> list[str]:
    """The tag that says whether the Crawford rule held, where the games show it."""
    state = Crawford.PENDING
    for each in match.games if match.length > 1 else ():
        state = crawford_next(state, match.length, each.score)
        if state is Crawford.ACTIVE:
            return [f'; [Crawford "{"On" if each.crawford else "Off"}"]']
    return []


def _written(game: Rules, each: Game, names: Names) -> _Written:
    if not isinstance(game, TablesGame) or game.start != find_game(_BACKGAMMON).start or game.giveaway:
        return _stopped(
            [], each, names, f"not written, because this format knows only backgammon, not {game.name}"
        )
    if each.start != game.start:
        return _stopped([], each, names, f"not written, because it was followed only from {each.start}")
    cells: list[tuple[Side, str]] = []
    remarks: list[str] = []
    position = each.start
    for index, turn in enumerate(each.turns):
        reason = _misfit(game, position, turn, cells, names)
        if reason is not None:
            return _stopped(
                cells, each, names, f"nothing is written from turn {index + 1} on, because {reason}", remarks
            )
        if isinstance(turn, CheckerTurn):
            if turn.roll is None:
                who = names.of(turn.side)
                remarks.append(
                    f"in turn {index + 1} {who} did not throw, the entry being closed; 6-6 stands for it."
                )
            cells.append((turn.side, _play_cell(turn)))
            position = turn.after
        else:
            cells += _cube_cells(turn)
            ended = each.result is not None and each.result.how == "passed" and each.turns[-1] is turn
            if ended and turn.answer is CubeAction.BEAVER:
                cells.append((turn.side, _ANSWERS[CubeAction.PASS]))
    if each.result is not None and each.result.winner is None:
        remarks.append("The game was a draw, for which this format has no line.")
    elif each.result is not None and not _is_a_grade(each, each.result):
        remarks.append(f"{_outcome(each.result, names)} This format has no line for so many points.")
        return _Written(tuple(cells), False, tuple(remarks))
    return _Written(tuple(cells), True, tuple(remarks))


def _is_a_grade(each: Game, result: Result) -> bool:
    """Whether a result is one to three times the cube: programs read any other as one of these, without a word."""
    cube = cube_after(each).value
    told_elsewhere = ("passed", "resigned")
    return result.how in told_elsewhere or result.points in (cube, 2 * cube, 3 * cube)


def _stopped(
    cells: list[tuple[Side, str]], each: Game, names: Names, why: str, remarks: Sequence[str] = ()
) -> _Written:
    return _Written(tuple(cells), False, (*remarks, f"{why.rstrip('.')}. {_outcome(each.result, names)}"))


def _outcome(result: Result | None, names: Names) -> str:
    if result is None:
        return "The game was not finished."
    if result.winner is None:
        return "The game was a draw."
    points = "1 point" if result.points == 1 else f"{result.points} points"
    return f"{names.of(result.winner)} won {points} ({result.how})."


def _misfit(
    game: TablesGame, position: Position, turn: Turn, cells: list[tuple[Side, str]], names: Names
) -> str | None:
    """Why the format cannot hold a turn; None where it can."""
    who = names.of(turn.side)
    if cells and cells[-1][0] is turn.side:
        return f"{who} played twice running"
    if isinstance(turn, CubeTurn):
        return None if turn.answer is not CubeAction.RACCOON else f"{who} answered a beaver with a raccoon"
    if turn.roll is None:
        closed = not turn.play.moves and all(
            not legal_plays(game, position, turn.side, roll)[0].play.moves for roll in ALL_ROLLS
        )
        return None if closed else f"nobody saw what {who} threw for {_steps(turn.play) or 'his turn'}"
    if len(turn.roll.dice) != 2:
        return f"{who} threw {turn.roll}"
    fault = turn.fault or fault_of(game, position, turn)
    played = f"{who} played {turn.roll} as {_steps(turn.play) or 'nothing'}"
    if fault is None:
        known = legal_plays(find_game(_BACKGAMMON), position, turn.side, turn.roll)
        if any(outcome.position == turn.after for outcome in known):
            return None
        return f"{played}, as {game.name} has it, which is no play of the backgammon that this format is for"
    if turn.fault is None and made(game, position, turn.side, turn.play) != turn.after:
        return f"the board after {played} does not follow from the one before"
    return f"{played}, which was illegal and stood: {sentence(fault, names)}"


def _play_cell(turn: CheckerTurn) -> str:
    dice = "".join(map(str, (turn.roll or _STAND_IN).dice))
    return f"{dice}: {_steps(turn.play)}"


def _steps(play: Play) -> str:
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
