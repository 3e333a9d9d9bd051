"""Commands as the pages send them: JSON objects in, `engine.messages` commands out, nothing guessed."""

from collections.abc import Callable, Mapping
from enum import Enum
from http import HTTPStatus
from typing import TypeVar

from engine.board import Kind, Side
from engine.cube import Cube, Progression
from engine.dice import Roll
from engine.errors import EngineError
from engine.match import Score
from engine.messages import (
    AcceptPlay,
    Answer,
    AnswerCube,
    AnswerResign,
    Command,
    DemandRethrow,
    Done,
    NewGame,
    OfferCube,
    OfferResign,
    PauseClock,
    RaccoonCube,
    Resign,
    ResumeClock,
    SetClock,
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
from engine.profile import profile_of
from engine.programme import Programme
from engine.programmes import find_programme
from engine.rules import Rules
from engine.tables import DiceSource, OptionValue, TablesGame
from engine.terms import Terms, terms_of
from webui.problem import Refused

LONGEST_MATCH = 99
"""The longest match that a page may ask for, in points."""
LONGEST_NAME = 40
"""The longest name of a player, in characters."""
CUBE_VALUES = tuple(2**power for power in range(13))
"""What the cube may stand at."""
CLOCK_SECONDS = range(24 * 3600)
"""The seconds that a player may be given."""

_E = TypeVar("_E", bound=Enum)


class Fields:
    """The fields of one command, each taken once and checked. All methods raise Refused (400).

    `men`: the checkers that each side has, or the rules; `terms`: what was agreed on for the match.
    """

    def __init__(self, body: Mapping[str, object], men: Rules | int, terms: Terms) -> None:
        self._left = dict(body)
        self.men, self.terms = men, terms

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


def parse_command(body: Mapping[str, object], men: Rules | int = 15, terms: Terms | None = None) -> Command:
    """The command that a JSON object says: its `type`, and exactly the fields of that type. Raises Refused (400).

    `men`: the checkers that each side has in the game being played, or its rules; `terms`: what was agreed on for the match.

    >>> parse_command({"type": "set_roll", "side": "W", "roll": [3, 1]})
    SetRoll(side=<Side.WHITE: 'W'>, roll=Roll(dice=(3, 1)))
    """
    fields = Fields(body, men, terms or Terms())
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
    rules = fields.men if isinstance(fields.men, TablesGame) else None
    wanted = rules.dice if rules else 2
    if not isinstance(dice, list) or len(dice) != wanted:
        raise _wrong(
            f"'roll' must be {'three dice, like [3, 2, 1]' if wanted == 3 else 'two dice, like [3, 1]'}."
        )
    roll = Roll.of(*(_number("roll", die, range(1, 7)) for die in dice))
    if rules is not None and roll not in rules.rolls:
        faces = (
            ""
            if rules.source_of_dice is DiceSource.THROWN
            else ": a number and what it lacks to seven are played"
        )
        raise _wrong(f"{roll} cannot be thrown in {rules.name}{faces}.")
    return SetRoll(side, roll)


def _done(fields: Fields) -> Command:
    side = fields.optional("side")
    return Done(0.0, None if side is None else _choice("side", side, Side))


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
    arithmetic = fields.terms.stake_progression is Progression.ARITHMETIC
    value = fields.number("value", range(1, CUBE_VALUES[-1] + 1) if arithmetic else CUBE_VALUES)
    owner = fields.take("owner")
    side = None if owner is None else _choice("owner", owner, Side)
    if side is None and value > 1 and not fields.terms.auto_doubles:
        raise _wrong("A cube that has been turned has an owner: say who has it.")
    if side is not None and value == 1:
        raise _wrong("A cube at 1 stands in the middle: nobody owns it.")
    return SetCube(Cube(value, side, None, _flag("in_play", fields.optional("in_play", True))))


def _new_match(fields: Fields) -> Command:
    length, name = fields.number("length", range(LONGEST_MATCH + 1)), fields.optional("profile")
    if name is not None and not isinstance(name, str):
        raise _wrong("'profile' must be the name of a profile, like \"home\".")
    programme, terms = _agreed(fields, length)
    profile = None if name is None else profile_of(name)
    return NewGame(new_match=True, length=length, profile=profile, programme=programme, terms=terms)


def _agreed(fields: Fields, length: int) -> tuple[Programme | None, Terms | None]:
    """What is played in a new match (`game`, `options`) and on what `terms`, where they are named. Raises Refused."""
    game, options, agreed = fields.optional("game"), fields.optional("options"), fields.optional("terms")
    if game is not None and not isinstance(game, str):
        raise _wrong("'game' must be a game's name, a series', or games with commas between them.")
    if options is not None and game is None:
        raise _wrong("'options' belong to a 'game': name it too.")
    programme, terms, wrong = None, None, []
    try:
        programme = None if game is None else find_programme(game, _values("options", options or {}))
    except EngineError as error:
        wrong.append(str(error))
    try:
        terms = None if agreed is None else terms_of(_values("terms", agreed), length)
    except EngineError as error:
        wrong.append(str(error))
    if wrong:
        raise _wrong("; ".join(wrong))
    return programme, terms


def _values(name: str, values: object) -> dict[str, OptionValue]:
    if not isinstance(values, dict) or not all(
        isinstance(each, bool | int | str) for each in values.values()
    ):
        raise _wrong(f"'{name}' must be an object of names with true, false, a number or a text each.")
    return values


_PARSERS: Mapping[str, Callable[[Fields], Command]] = {
    "done": _done,
    "pause_clock": lambda fields: PauseClock(),
    "resume_clock": lambda fields: ResumeClock(),
    "set_clock": lambda fields: SetClock(
        float(fields.number("white", CLOCK_SECONDS)), float(fields.number("black", CLOCK_SECONDS))
    ),
    "set_roll": _roll,
    "set_position": _position,
    "set_turn": lambda fields: SetTurn(fields.choice("side", Side)),
    "set_score": _score,
    "set_cube": _cube,
    "offer_cube": lambda fields: OfferCube(),
    "take_cube": lambda fields: AnswerCube(take=True),
    "pass_cube": lambda fields: AnswerCube(take=False),
    "beaver_cube": lambda fields: AnswerCube(take=True, beaver=True),
    "raccoon_cube": lambda fields: RaccoonCube(),
    "set_names": lambda fields: SetNames(fields.name("white"), fields.name("black")),
    "set_seating": lambda fields: SetSeating(
        fields.choice("near", Kind), _flag("home_right", fields.take("home_right"))
    ),
    "answer": lambda fields: Answer(
        fields.number("question", range(1, 10**6)), fields.number("choice", range(16))
    ),
    "accept_play": lambda fields: AcceptPlay(),
    "resign": lambda fields: Resign(fields.choice("side", Side), fields.number("grade", range(1, 4))),
    "offer_resign": lambda fields: OfferResign(
        fields.choice("side", Side), fields.number("grade", range(1, 4))
    ),
    "accept_resign": lambda fields: AnswerResign(accept=True),
    "refuse_resign": lambda fields: AnswerResign(accept=False),
    "demand_rethrow": lambda fields: DemandRethrow(),
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
