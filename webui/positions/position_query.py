"""What is asked about a position, in a request's query string."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import TypeVar

from flask import request

from device.library.positions.asked_standing import asked_standing
from device.library.positions.photo_reading import backgammon
from device.shape import Schema, choice, text, whole
from engine.board import Kind, Side
from engine.dice import Roll
from engine.errors import EngineError
from engine.i18n import phrase_of
from engine.match.match import Score
from engine.position_parsing import parse_position
from engine.records.codes.game_standing import GameStanding
from engine.records.codes.position_codes import read_code
from webui.language import translator
from webui.problem import Refused

LONGEST_CODE = 400
"""The longest code or position as text, in characters."""
MOST_POINTS = 99
"""The longest match."""
QUERY: Mapping[str, Schema] = {
    "code": text("A position code of any kind; without one, what follows tells it.", maxLength=LONGEST_CODE),
    "position": text("A position as text: `W: 24(2) ... B: ...`.", maxLength=LONGEST_CODE),
    "to_play": choice(Side),
    "roll": text("Like 3-1; empty before the throw."),
    "cube": whole(1, 64),
    "owner": choice(Side, "Who has the cube; left out while it is in the middle."),
    "length": whole(0, MOST_POINTS, "0 for money."),
    "white": whole(0, MOST_POINTS, "White's score."),
    "black": whole(0, MOST_POINTS),
    "near": choice(Kind, "Which checkers White has, for the picture and the words."),
}
EnumT = TypeVar("EnumT", Side, Kind)


def asked_near(values: Mapping[str, object]) -> Kind:
    """Which checkers White has. Raises Refused."""
    return _one_of(Kind, values.get("near") or Kind.LIGHT.value, "near")


def told_standing() -> tuple[GameStanding, Kind]:
    """The standing that the present request asks about, and which checkers White has. Raises Refused."""
    near = asked_near(request.args)
    code = request.args.get("code", "")
    try:
        return (coded(code) if code else _told()), near
    except EngineError as error:
        raise Refused(HTTPStatus.BAD_REQUEST, phrase_of(error)) from error


def coded(code: str) -> GameStanding:
    """The standing that a code tells. Raises InvalidRecord, and Refused for what is longer than any."""
    if len(code) > LONGEST_CODE:
        raise _wrong("code")
    return read_code(code)


def _told() -> GameStanding:
    board = request.args.get("position", "")
    if not board or len(board) > LONGEST_CODE:
        raise _wrong("position")
    roll, owner = request.args.get("roll", ""), request.args.get("owner", "")
    score = Score(_whole("white", MOST_POINTS), _whole("black", MOST_POINTS))
    held = _one_of(Side, owner, "owner") if owner else None
    value = _whole("cube", 64, 1)
    if value < 1:
        raise _wrong("cube")
    return asked_standing(
        parse_position(board, backgammon()),
        _one_of(Side, request.args.get("to_play", "W"), "to_play"),
        Roll.parse(roll) if roll else None,
        (value, held),
        score,
        _whole("length", MOST_POINTS),
    )


def _whole(name: str, most: int, usual: int = 0) -> int:
    given = request.args.get(name, str(usual))
    if not (given.isascii() and given.isdigit() and len(given) < 4 and int(given) <= most):
        raise _wrong(name)
    return int(given)


def _one_of(kinds: type[EnumT], given: object, name: str) -> EnumT:
    found = next((each for each in kinds if each.value == given), None)
    if found is None:
        raise _wrong(name)
    return found


def _wrong(name: str) -> Refused:
    return Refused(HTTPStatus.BAD_REQUEST, translator()("'{name}' makes no sense here.", name=name))
