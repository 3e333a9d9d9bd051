"""A game of somebody's own, from a file in TOML: checked, and told by line where something is wrong."""

import re
import tomllib
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

from device.errors import GameFileError
from engine.board import Side
from engine.errors import InvalidGame, Place
from engine.games import find_game
from engine.i18n import Phrase, phrase, together
from engine.plays.legal import can_play
from engine.rules import Rules
from engine.tables.declaration import written_declaration
from engine.tables.tables_game import TablesGame

SUFFIX = ".toml"
"""How the name of such a file ends, by which it is told from a game's."""
_MOST_LINES = 1000
"""In no more lines is it looked for where something is wrong, which takes the longer the more there are."""


def game_named(name: str, folder: Path = Path()) -> str:
    """The id of a game that is named by its file, which may lie in that folder; any other name as it is.

    Raises GameFileError with all that is wrong.
    """
    return game_in(folder / Path(name).expanduser()) if name.endswith(SUFFIX) else name


def game_in(path: Path) -> str:
    """The id of the game that a file declares. Raises GameFileError with all that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise GameFileError(
            phrase(
                "the game {path} cannot be read ({reason}): look at its name",
                path=path,
                reason=error.strerror,
            )
        ) from error
    except UnicodeDecodeError as error:
        raise GameFileError(
            phrase("the game {path} is not a text in UTF-8: save it as one", path=path)
        ) from error
    try:
        declared = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # a number of thousands of digits, too, and brackets within brackets
        raise GameFileError(_not_toml(path, text, str(error))) from error
    try:
        game = find_game(written_declaration(declared))
    except InvalidGame as error:
        lines = lines_of(text)
        told = sorted(((_line(lines, place), says) for place, says in error.wrong), key=itemgetter(0))
        raise GameFileError(together([_told(path, *each) for each in told])) from error
    except TypeError as error:
        raise GameFileError(
            phrase("{path} has a date or a time in it: a game has no use for them", path=path)
        ) from error
    if not _begins(game):
        raise GameFileError(
            phrase(
                "{path}: neither side can play any throw from the start: nothing would ever move", path=path
            )
        )
    return game.id


def _begins(game: Rules) -> bool:
    """Whether either side can play any throw from the start."""
    rolls = game.rolls if isinstance(game, TablesGame) else ()
    return any(can_play(game, game.start, side, roll) for roll in rolls for side in Side)


def _not_toml(path: Path, text: str, reason: str) -> Phrase:
    """Where a text stops being TOML: at the line that the reader names, or where what has no end begins."""
    lines = text.splitlines()
    named = re.search(r"at line (\d+)", reason)
    line = int(named[1]) if named else _unended(lines)
    if "overwrite" in reason or "twice" in reason:
        return phrase(
            "{path}, line {line}: what is said here was said before: leave one of the two out",
            path=path,
            line=line,
        )
    return phrase(
        "{path}, line {line}: {text} is not TOML: write a name, = and a value, like {example}; "
        "texts stand in quotes, brackets are closed",
        path=path,
        line=line,
        text=lines[line - 1].strip()[:60],
        example="men = 15",
    )


def _unended(lines: list[str]) -> int:
    """The line, from 1, where a statement begins that has no end."""
    begins = 1
    for number in range(1, min(len(lines), _MOST_LINES)):
        try:
            tomllib.loads("\n".join(lines[:number]))
        except (ValueError, RecursionError):
            continue
        begins = number + 1
    return begins


def lines_of(text: str) -> dict[Place, int]:
    """For all that stands in a text in TOML the line where it begins, counted from 1.

    A statement has ended where the lines up to there can be read: what is new in them, it said.

    >>> lines_of('men = 3  # of each side\\n\\n[[wins]]\\nkind = "AllHome"')[("wins", 0, "kind")]
    4
    """
    lines = text.splitlines()[:_MOST_LINES]
    known: dict[Place, int] = {}
    begins = None
    for number, line in enumerate(lines, 1):
        if begins is None and line.strip() and not line.lstrip().startswith("#"):
            begins = number
        if begins is None:
            continue
        try:
            read = tomllib.loads("\n".join(lines[:number]))
        except (ValueError, RecursionError):
            continue
        for place in _places(read):
            known.setdefault(place, begins)
        begins = None
    return known


def _places(value: object, at: Place = ()) -> Iterator[Place]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield (*at, name)
        yield from _places(part, (*at, name))


def _line(lines: dict[Place, int], place: Place) -> int:
    """The line where that begins, or what it is a part of; 0: it stands nowhere."""
    known = (lines[place[:length]] for length in range(len(place), 0, -1) if place[:length] in lines)
    return next(known, 0)


def _told(path: Path, line: int, wrong: Phrase) -> Phrase:
    """What is wrong, by line."""
    if line:
        return phrase("{path}, line {line}: {wrong}", path=path, line=line, wrong=wrong)
    return Phrase("{path}: {wrong}", (("path", path), ("wrong", wrong)))
