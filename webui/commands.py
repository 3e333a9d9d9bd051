"""Commands as the pages send them: JSON objects in, `engine.messages` commands out, nothing guessed."""

from collections.abc import Callable, Mapping
from enum import Enum
from http import HTTPStatus
from typing import TypeVar

from engine.board import Kind, Side
from engine.cube import Cube
from engine.dice import Roll
from engine.errors import EngineError
from engine.match import Score
from engine.messages import (
    AcceptPlay,
    Answer,
    AnswerCube,
    Command,
    Done,
    NewGame,
    OfferCube,
    Resign,
    SetCube,
    SetNames,
    SetPosition,
    SetRoll,
    SetScore,
    SetSeating,
    SetTurn,
    Undo,
)
from engine.position import parse_position
from webui.problem import Refused

LONGEST_MATCH = 99
"""The longest match that a page may ask for, in points."""
LONGEST_NAME = 40
"""The longest name of a player, in characters."""
CUBE_VALUES = tuple(2**power for power in range(13))
"""What the cube may stand at."""

_E = TypeVar("_E", bound=Enum)


class Fields:
    """The fields of one command, each taken once and checked. All methods raise Refused (400).

    `men`: the checkers that each side has.
    """

    def __init__(self, body: Mapping[str, object], men: int) -> None:
        self._left = dict(body)
        self.men = men

    def take(self, name: str) -> object:
        """A field that must be there."""
        if name not in self._left:
            raise _wrong(f"'{name}' is missing.")
        return self._left.pop(name)

    def optional(self, name: str, default: object = None) -> object:
        """A field that may be left out."""
        return self._left.pop(name, default)

    def end(self) -> None:
        """Nothing may be left over."""
        if self._left:
            raise _wrong(f"'{min(self._left)}' does not belong to this command.")

    def number(self, name: str, allowed: range | tuple[int, ...]) -> int:
        """A whole number out of those allowed."""
        return _number(name, self.take(name), allowed)

    def choice(self, name: str, kind: type[_E]) -> _E:
        """A member of an enum, by its value."""
        return _choice(name, self.take(name), kind)

    def name(self, name: str) -> str:
        """A player's name: one line, blanks around it removed; empty where nobody is named."""
        value = self.take(name)
        if not isinstance(value, str) or len(value) > LONGEST_NAME or not value.isprintable():
            raise _wrong(f"'{name}' must be a name of at most {LONGEST_NAME} letters on one line.")
        return value.strip()


def parse_command(body: Mapping[str, object], men: int = 15) -> Command:
    """The command that a JSON object says: its `type`, and exactly the fields of that type. Raises Refused (400).

    `men`: the checkers that each side has in the game being played.

    >>> parse_command({"type": "set_roll", "side": "W", "roll": [3, 1]})
    SetRoll(side=<Side.WHITE: 'W'>, roll=Roll(dice=(3, 1)))
    """
    fields = Fields(body, men)
    kind = fields.take("type")
    parse = _PARSERS.get(kind) if isinstance(kind, str) else None
    if parse is None:
        raise _wrong(f"'type' must be one of {', '.join(_PARSERS)}.")
    try:
        command = parse(fields)
    except EngineError as error:
        raise _wrong(f"{error}") from error
    fields.end()
    return command


def _roll(fields: Fields) -> Command:
    side, dice = fields.choice("side", Side), fields.take("roll")
    if not isinstance(dice, list) or len(dice) != 2:
        raise _wrong("'roll' must be two dice, like [3, 1].")
    return SetRoll(side, Roll.of(*(_number("roll", die, range(1, 7)) for die in dice)))


def _position(fields: Fields) -> Command:
    text = fields.take("position")
    if not isinstance(text, str):
        raise _wrong("'position' must be text like 'W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)'.")
    return SetPosition(parse_position(text, fields.men))


def _score(fields: Fields) -> Command:
    score = fields.take("score")
    if not isinstance(score, dict) or set(score) != {"W", "B"}:
        raise _wrong('\'score\' must be like {"W": 3, "B": 1}.')
    return SetScore(Score(*(_number("score", score[side], range(1000)) for side in "WB")))


def _cube(fields: Fields) -> Command:
    value, owner = fields.number("value", CUBE_VALUES), fields.take("owner")
    side = None if owner is None else _choice("owner", owner, Side)
    if side is None and value > 1:
        raise _wrong("A cube that has been turned has an owner: say who has it.")
    if side is not None and value == 1:
        raise _wrong("A cube at 1 stands in the middle: nobody owns it.")
    return SetCube(Cube(value, side, None, _flag("in_play", fields.optional("in_play", True))))


def _new_match(fields: Fields) -> Command:
    return NewGame(new_match=True, length=fields.number("length", range(LONGEST_MATCH + 1)))


_PARSERS: Mapping[str, Callable[[Fields], Command]] = {
    "done": lambda fields: Done(0.0),
    "set_roll": _roll,
    "set_position": _position,
    "set_turn": lambda fields: SetTurn(fields.choice("side", Side)),
    "set_score": _score,
    "set_cube": _cube,
    "offer_cube": lambda fields: OfferCube(),
    "take_cube": lambda fields: AnswerCube(take=True),
    "pass_cube": lambda fields: AnswerCube(take=False),
    "set_names": lambda fields: SetNames(fields.name("white"), fields.name("black")),
    "set_seating": lambda fields: SetSeating(
        fields.choice("near", Kind), _flag("home_right", fields.take("home_right"))
    ),
    "answer": lambda fields: Answer(
        fields.number("question", range(1, 10**6)), fields.number("choice", range(16))
    ),
    "accept_play": lambda fields: AcceptPlay(),
    "resign": lambda fields: Resign(fields.choice("side", Side), fields.number("grade", range(1, 4))),
    "undo": lambda fields: Undo(),
    "new_game": lambda fields: NewGame(),
    "new_match": _new_match,
}


def _number(name: str, value: object, allowed: range | tuple[int, ...]) -> int:
    if type(value) is not int or value not in allowed:
        raise _wrong(f"'{name}' must be a whole number from {allowed[0]} to {allowed[-1]}{_steps(allowed)}.")
    return value


def _steps(allowed: range | tuple[int, ...]) -> str:
    return "" if isinstance(allowed, range) else ", doubled each time"


def _choice(name: str, value: object, kind: type[_E]) -> _E:
    for member in kind:
        if member.value == value and isinstance(value, str):
            return member
    raise _wrong(f"'{name}' must be one of {', '.join(str(member.value) for member in kind)}.")


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(f"'{name}' must be true or false.")
    return value


def _wrong(detail: str) -> Refused:
    return Refused(HTTPStatus.BAD_REQUEST, detail)
