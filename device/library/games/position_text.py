"""A standing as people and programs see it on the command line: the board in letters, and every code of it."""

from device.shape import Json
from engine.board import BAR, OFF, Side
from engine.errors import InvalidRecord
from engine.games import find_game
from engine.i18n import phrase
from engine.records.codes.game_standing import MEN, GameStanding
from engine.records.codes.position_codes import WRITERS
from engine.tables.tables_game import Landing, Relation, TablesGame

_ROWS = 5
_NAMES = {Side.WHITE: "White (X)", Side.BLACK: "Black (O)"}
_CODES = {"xgid": "", "gnubg": "GNU Backgammon ID: ", "ogid": "OGID="}


def men_of(game_id: str) -> int:
    """How many checkers a side has in a game that position codes can be of. Raises UnknownGame and InvalidRecord."""
    game = find_game(game_id)
    like = (
        isinstance(game, TablesGame)
        and game.points == 24
        and game.landing is Landing.HIT
        and game.relation is Relation.CONTRARY
        and game.men <= MEN
        and game.counts_pips
        and game.family is None
    )
    if not like or not isinstance(game, TablesGame):
        raise InvalidRecord(
            phrase(
                "position codes are for backgammon and games on its board, not for {game}", game=game.called
            )
        )
    return game.men


def drawn_lines(standing: GameStanding) -> list[str]:
    """The board as letters, White at the bottom."""
    return [
        _edge(range(13, 25)),
        *_half(standing, range(13, 25), top=True),
        " |" + " " * 19 + "|BAR|" + " " * 19 + "|",
        *_half(standing, range(12, 0, -1), top=False),
        _edge(range(12, 0, -1)),
    ]


def board_lines(standing: GameStanding) -> list[str]:
    """The same, and all that is told beside it."""
    lines = [*drawn_lines(standing), "", f"{standing.position}", *_told(standing), ""]
    return lines + [f"{name}{WRITERS[code](standing)}" for code, name in _CODES.items()]


def code_json(standing: GameStanding) -> Json:
    """A standing for programs: the position as text, whose turn, the roll, the cube, the match, and every code."""
    return {
        "position": str(standing.position),
        "to_play": standing.to_play.value,
        "roll": list(standing.roll.dice) if standing.roll else None,
        "cube": {
            "value": standing.cube,
            "owner": standing.owner.value if standing.owner else None,
            "offered": standing.offered,
            "limit": standing.cube_limit,
        },
        "score": {"W": standing.score.white, "B": standing.score.black},
        "length": standing.length,
        "crawford": standing.crawford,
        "jacoby": standing.jacoby,
        "beaver": standing.beaver,
        "resigned": standing.resigned,
        "resigner": standing.resigner.value if standing.resigner else None,
        "pips": {side.value: standing.position.pip_count(side) for side in Side},
        "codes": {code: write(standing) for code, write in WRITERS.items()},
    }


def _told(standing: GameStanding) -> list[str]:
    who = _NAMES[standing.to_play]
    does = f"to play {standing.roll}" if standing.roll else "to throw or double"
    if standing.offered:
        does = f"has doubled to {standing.cube * 2}"
    score = f"{standing.score.white}:{standing.score.black}"
    match = f"match to {standing.length}" if standing.length else "for money"
    rules = [("Crawford game", standing.crawford), ("Jacoby", standing.jacoby), ("beavers", standing.beaver)]
    owner = f"owned by {_NAMES[standing.owner]}" if standing.owner else "in the middle"
    lines = [
        f"{who} {does}. Cube {standing.cube}, {owner}.",
        ", ".join([match, f"score {score}", *(name for name, holds in rules if holds)]),
        "Pips: " + ", ".join(f"{_NAMES[side]} {standing.position.pip_count(side)}" for side in Side),
    ]
    if standing.resigner is not None:
        lines.append(f"{_NAMES[standing.resigner]} offers to resign {standing.resigned} times the cube.")
    return lines


def _edge(points: range) -> str:
    numbers = [f"{point:>2}-" for point in points]
    return (
        " +"
        + "".join(numbers[:6])[:-1].rjust(17, "-")
        + "--+---+"
        + "".join(numbers[6:])[:-1].rjust(17, "-")
        + "--+"
    )


def _half(standing: GameStanding, points: range, *, top: bool) -> list[str]:
    """Half the board, five rows of checkers, a number on the last where there are more."""
    columns = [_column(*_men_on(standing, point)) for point in points]
    bar_side = Side.WHITE if top else Side.BLACK
    bar = _column(standing.position.of(bar_side)[BAR], _letter(bar_side))
    off_side = Side.BLACK if top else Side.WHITE
    off = standing.position.of(off_side)[OFF]
    rows = []
    for row in range(_ROWS):
        cells = [column[row] for column in columns]
        end = f"  {off} off" if off and row == 0 else ""
        rows.append(f" | {'  '.join(cells[:6])}  | {bar[row]} | {'  '.join(cells[6:])}  |{end}")
    return rows if top else rows[::-1]


def _men_on(standing: GameStanding, point: int) -> tuple[int, str]:
    white, black = standing.position.white[point], standing.position.black[BAR - point]
    return (white, _letter(Side.WHITE)) if white else (black, _letter(Side.BLACK))


def _column(men: int, letter: str) -> list[str]:
    column = [letter] * min(men, _ROWS) + [" "] * (_ROWS - men)
    if men > _ROWS:
        column[-1] = f"{men:x}"
    return column


def _letter(side: Side) -> str:
    return "X" if side is Side.WHITE else "O"
