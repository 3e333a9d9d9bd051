"""A position as Snowie tells it, forty fields and a semicolon behind each, as GNU Backgammon exchanges it too.

Length; 1 for Jacoby; 0; 1 for money; whose turn; the names of who is on turn and of the other; 1 in the
Crawford game; their scores; the cube and its owner (1 who is on turn, -1 the other, 0 nobody); the other's
bar, the points 1 to 24 as who is on turn counts them, and their bar, the other's checkers below zero; two
dice, or 0 and 0. (GNU Backgammon's import.c, "Snowie .txt files", which names the bars the other way round
than the program reads and writes them; here the sign tells.)
"""

import re
from dataclasses import dataclass

from engine.board import BAR, Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.i18n import phrase
from engine.match.match import Score
from engine.records.codes.game_standing import MEN, GameStanding, checked_standing, position_of
from engine.records.unreadable import odd_part
from engine.words.wording import Names

_KIND = "Snowie"
_FIELDS = 40
_NUMBER = re.compile(r"\s*[-+]?[0-9]{1,6}\s*")


@dataclass(frozen=True, slots=True)
class SnowiePosition:
    """A standing with the players' names as a line of Snowie's tells it; who has the turn 0 is White."""

    standing: GameStanding
    white: str
    black: str


def looks_like_snowie_position(text: str) -> bool:
    """Whether a text is meant to be a position of Snowie's."""
    return re.match(r"\s*[0-9]{1,5};[01];[0-9]{1,3};[0-9]{1,3};[01];", text) is not None


def read_snowie_position(text: str) -> SnowiePosition:
    """The standing and the names that a line of Snowie's tells. Raises InvalidRecord with one sentence."""
    fields = text.strip().removesuffix(";").split(";")
    if len(fields) != _FIELDS:
        raise InvalidRecord(
            phrase(
                "a position of Snowie's has {wanted} fields, not {found}", wanted=_FIELDS, found=len(fields)
            )
        )
    length, jacoby, _, _, turn = (_number(each) for each in fields[:5])
    crawford, ours, theirs, cube, owner, *board, first, second = (_number(each) for each in fields[7:])
    if turn not in (0, 1) or owner not in (-1, 0, 1):
        raise InvalidRecord(odd_part(_KIND, f"{turn};{owner}", "0;0"))
    on_turn = Side.WHITE if turn == 0 else Side.BLACK
    own = {point: men for point, men in enumerate(board[1:25], 1) if men > 0}
    other = {BAR - point: -men for point, men in enumerate(board[1:25], 1) if men < 0}
    own[BAR] = sum(max(0, board[place]) for place in (0, BAR))
    other[BAR] = sum(max(0, -board[place]) for place in (0, BAR))
    white, black = (own, other) if on_turn is Side.WHITE else (other, own)
    names, score = (fields[5].strip(), fields[6].strip()), Score(ours, theirs)
    if on_turn is Side.BLACK:
        names, score = (names[1], names[0]), Score(theirs, ours)
    standing = GameStanding(
        position_of(white, black, MEN),
        on_turn,
        _roll(first, second),
        cube,
        {1: on_turn, -1: on_turn.other}.get(owner),
        score,
        length,
        crawford=bool(crawford and length),
        jacoby=bool(jacoby and not length),
    )
    return SnowiePosition(checked_standing(standing), *names)


def write_snowie_position(standing: GameStanding, names: Names, turn: int | None = None) -> str:
    """A standing as a line of Snowie's; it tells neither beavers nor doubles that are offered. Raises InvalidRecord.

    `turn`: what stands for whose turn it is; 0 for White and 1 for Black unless given.
    """
    checked_standing(standing)
    side = standing.to_play
    own, other, score = standing.position.of(side), standing.position.of(side.other), standing.score
    owner = 0 if standing.owner is None else 1 if standing.owner is side else -1
    fields: list[object] = [
        standing.length,
        int(standing.jacoby),
        0,
        int(not standing.length),
        (0 if side is Side.WHITE else 1) if turn is None else turn,
        names.of(side),
        names.of(side.other),
        int(standing.crawford),
        score.of(side),
        score.of(side.other),
        standing.cube,
        owner,
        -other[BAR],
        *(own[point] - other[BAR - point] for point in range(1, BAR)),
        own[BAR],
        *(standing.roll.dice if standing.roll else (0, 0)),
    ]
    return "".join(f"{field};" for field in fields)


def _number(text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise InvalidRecord(odd_part(_KIND, text.strip(), "0"))
    return int(text)


def _roll(first: int, second: int) -> Roll | None:
    if first == second == 0:
        return None
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise InvalidRecord(odd_part(_KIND, f"{first};{second}", "3;1"))
    return Roll.of(first, second)
