"""Questions about legal plays as programs ask them, and their answers: the objects of `tableside plays --json`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.board import Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidOption, InvalidPosition, InvalidRoll
from engine.games import find_game
from engine.legal import legal_plays
from engine.notation import play_text
from engine.position import Position, parse_position
from engine.result import win_of
from engine.tables import OptionValue

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Asked:
    """What can be played: in which game, from which position (as text), by whom, with which roll."""

    game: str
    position: str
    roll: Roll
    side: Side = Side.WHITE
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Playable:
    """One answer: how the play is written, the position it leads to, and how it ends the game if it does."""

    notation: str
    result: Position
    ends: str | None

    def as_json(self) -> Json:
        """One of the `plays` of an answer."""
        told: Json = {"notation": self.notation, "result": str(self.result), "state": {}}
        if self.ends is not None:
            told["ends"] = self.ends
        return told


def playable(asked: Asked) -> tuple[Playable, ...]:
    """Every distinct position that can be reached. Raises EngineError for a question that makes no sense."""
    game = find_game(asked.game).with_options(asked.options)
    position = parse_position(asked.position, game.men)
    found = []
    for outcome in legal_plays(game, position, asked.side, asked.roll):
        won = win_of(game, outcome.position, asked.side) if outcome.play.moves else None
        found.append(Playable(play_text(outcome.play), outcome.position, won[2] if won else None))
    return tuple(found)


def answer(asked: Asked) -> Json:
    """The answer to a question as JSON. Raises EngineError."""
    plays = [each.as_json() for each in playable(asked)]
    return {"plays": plays, "count": len(plays)}


def answer_json(question: object) -> Json:
    """The answer to a question in JSON; `{"error": ...}` for one that makes no sense."""
    try:
        return answer(asked_of(question))
    except ValueError as error:
        return {"error": str(error)}


def asked_of(question: object) -> Asked:
    """The question that an object of JSON asks. Raises EngineError."""
    if not isinstance(question, dict):
        raise EngineError(
            'a question is an object like {"game": ..., "position": ..., "to_play": ..., "roll": ...}'
        )
    missing = [key for key in ("game", "position", "roll") if key not in question]
    if missing:
        raise EngineError(f"the question lacks {', '.join(missing)}")
    game, position, options = question["game"], question["position"], question.get("options") or {}
    if not isinstance(game, str):
        raise EngineError(f"'game' must be a game's id, not {game!r}")
    if not isinstance(position, str):
        raise InvalidPosition(f"'position' must be a text, not {position!r}")
    if not isinstance(options, dict):
        raise InvalidOption("'options' must be an object, like {\"name\": true}")
    strange = [name for name, value in options.items() if not isinstance(value, bool | int | str)]
    if strange:
        raise InvalidOption(f"an option is true, false, a number or a text, but not so {', '.join(strange)}")
    state = question.get("state") or {}
    remembered = (
        [name for name, value in state.items() if value] if isinstance(state, dict) else [repr(state)]
    )
    if remembered:
        raise InvalidPosition(
            f"{game} has nothing to remember beside the position: leave out {', '.join(remembered)}"
        )
    return Asked(game, position, roll_of(question["roll"]), side_of(question.get("to_play") or "W"), options)


def side_of(text: object) -> Side:
    """The side called W or B. Raises InvalidPosition."""
    try:
        return Side(text)
    except ValueError:
        raise InvalidPosition(f"the side to play must be W or B, not {text!r}") from None


def option_of(text: str) -> tuple[str, OptionValue]:
    """The option written as `name=value`. Raises InvalidOption."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise InvalidOption(f"{text!r} is no option; write it like name=true")
    word = value.strip()
    if word.lower() in ("true", "yes", "on"):
        return name.strip(), True
    if word.lower() in ("false", "no", "off"):
        return name.strip(), False
    return name.strip(), int(word) if word.lstrip("-").isdecimal() else word


def roll_of(value: object) -> Roll:
    """The roll of two dice written as a text, or as a list of two numbers. Raises InvalidRoll."""
    if isinstance(value, str):
        roll = Roll.parse(value)
    elif isinstance(value, list) and all(type(die) is int for die in value):
        roll = Roll.of(*value)
    else:
        raise InvalidRoll(f"'roll' must be two dice, like [3, 1], not {value!r}")
    if len(roll.dice) != 2:
        raise InvalidRoll(f"{roll} is no roll of two dice")
    return roll
