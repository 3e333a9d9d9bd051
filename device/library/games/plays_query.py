"""Questions about legal plays as programs ask them, and their answers: the objects of `tableside plays --json`."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from device.library.games.situation import remembered, state_of
from device.shape import Json
from engine.board import Side
from engine.dice import Roll, roll_in
from engine.errors import EngineError, InvalidOption, InvalidPosition, InvalidRoll, TooManyPlays, UnknownGame
from engine.faults.explain import explain
from engine.games import find_game
from engine.i18n import phrase, together
from engine.match.match import CheckerTurn
from engine.match_formats import find_series
from engine.play import Outcome
from engine.plays.legal import every_play, legal_plays
from engine.plays.membership import reached, sampled
from engine.plays.notation import GO, written
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.rules import Rules
from engine.tables.tables_game import OptionValue, TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.words.wording import Names, sentence

MOMENTS = 150_000
"""So many moments of a turn are looked at to list its results."""
TOLD = 1_000
"""So many of the results of one throw are told."""


@dataclass(frozen=True, slots=True)
class PlaysQuestion:
    """What can be played: in which game, from which position (as text), by whom, with which roll.

    No roll: in a game without dice, or where numbers owed by the opponent are played. `state`: see
    device.library.games.situation. `legal`: the board, as text, of which is asked whether it is a result.
    """

    game: str
    position: str
    roll: Roll | None
    side: Side = Side.WHITE
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    state: Mapping[str, object] = field(default_factory=dict)
    legal: str | None = None


@dataclass(frozen=True, slots=True)
class PlayAnswer:
    """One answer: how the play is written, the position it leads to, and how it ends the game if it does: what that
    is called, who has won (None: a draw) and what it counts, before the cube.

    `state` is what is remembered of the position, `again` whether the same side throws once more.
    """

    notation: str
    result: Position
    ends: str | None
    winner: Side | None = None
    points: int = 0
    state: Json = field(default_factory=dict)
    again: bool = False

    def as_json(self) -> Json:
        """One of the `plays` of an answer."""
        told: Json = {"notation": self.notation, "result": str(self.result), "state": self.state}
        if self.again:
            told["again"] = True
        if self.result.past.owed and self.ends is None:
            told["owed"] = list(self.result.past.owed)
            if self.result.past.either:
                told["owed_one"] = True
        if self.ends is not None:
            told["ends"] = self.ends
            told["winner"] = self.winner and self.winner.value
            told["points"] = self.points
        return told


@dataclass(frozen=True, slots=True)
class Playable:
    """What can be played: the first of the results, and how many there are (at least, where not all are `counted`)."""

    plays: tuple[PlayAnswer, ...]
    count: int
    counted: bool = True


def playable(asked: PlaysQuestion) -> Playable:
    """The distinct positions that can be reached. Raises EngineError with all that makes no sense in the question.

    Of many the first are told; where they cannot be listed, some of them.
    """
    game, position, roll = _examined(asked)
    try:
        outcomes, counted = _outcomes(game, position, asked.side, roll), True
    except TooManyPlays:
        assert isinstance(game, TablesGame) and roll is not None
        outcomes, counted = sampled(game, position, asked.side, roll, TOLD), False
    told = _told(game, position, asked.side, roll, outcomes[:TOLD])
    return Playable(told, len(outcomes), counted)


def _told(
    game: Rules, position: Position, side: Side, roll: Roll | None, outcomes: Iterable[Outcome]
) -> tuple[PlayAnswer, ...]:
    """Results as answers."""
    over = win_of(game, position, side.other) is not None
    found = []
    for outcome in outcomes:
        won = None if over else win_of(game, outcome.position, side)
        after = outcome.position
        went = not outcome.play.moves and outcome.position != position
        text = GO if went else written(game, position, side, outcome.play)
        again = won is None and CheckerTurn(side, roll, outcome.play, after).next_side is side
        winner, points, how = won or (None, 0, None)
        found.append(PlayAnswer(text, after, how, winner, points, state_of(game, after, side), again))
    return tuple(found)


def is_legal(asked: PlaysQuestion) -> PlayAnswer | str:
    """The result that shows the board that is asked about, or why there is none, as a sentence.

    Raises EngineError with all that makes no sense in the question, and TooManyPlays where a search had to be given up.
    """
    assert asked.legal is not None
    game, position, roll = _examined(asked)
    seen = parse_position(asked.legal, game)
    try:
        outcomes = _outcomes(game, position, asked.side, roll)
    except TooManyPlays:
        assert isinstance(game, TablesGame) and roll is not None
        found = reached(game, position, asked.side, roll, seen, MOMENTS)
    else:
        found = next((each for each in outcomes if each.position == seen), None)
    if found is not None:
        return _told(game, position, asked.side, roll, (found,))[0]
    return sentence(explain(game, position, asked.side, roll, seen), Names())


_T = TypeVar("_T")


def _tried(wrong: list[EngineError], read: Callable[[], _T]) -> _T | None:
    """What is read, or None where that is an error, which joins those that are wrong."""
    try:
        return read()
    except EngineError as error:
        wrong.append(error)
        return None


def _refused(wrong: list[EngineError]) -> EngineError:
    """One error that says all that is wrong."""
    return wrong[0] if len(wrong) == 1 else EngineError("; ".join(dict.fromkeys(map(str, wrong))))


def _examined(
    asked: PlaysQuestion, unread: frozenset[str] = frozenset()
) -> tuple[Rules, Position, Roll | None]:
    """The game, position and roll that are asked about; parts of the question that are `unread` are not looked at.

    Raises EngineError with all that is wrong.
    """
    series = find_series(asked.game)
    if series is not None:
        games = together([find_game(each).called for each in dict.fromkeys(series.games)], ", ")
        raise UnknownGame(
            phrase(
                "{name} is several games on one score: ask about one of them, {games}",
                name=series.called,
                games=games,
            )
        )
    plain = find_game(asked.game)
    wrong: list[EngineError] = []
    game = _tried(wrong, lambda: plain.with_options(asked.options)) or plain
    parsed = None if "position" in unread else _tried(wrong, lambda: parse_position(asked.position, game))
    stands = parsed or game.start
    told = _tried(wrong, lambda: remembered(game, stands, asked.side, asked.state))
    known = parsed is not None and told is not None and "state" not in unread
    roll = asked.roll
    if "roll" not in unread and (known or roll is not None):
        roll = _tried(wrong, lambda: _roll(game, told or stands, asked.roll))
    if wrong:
        raise _refused(wrong)
    return game, told or stands, roll


def _roll(game: Rules, position: Position, roll: Roll | None) -> Roll | None:
    """The roll to be played, or the numbers owed. Raises InvalidRoll for one that the game does not have."""
    if isinstance(game, TaflGame):
        if roll is not None:
            raise InvalidRoll(phrase("{name} has no dice: leave the roll out", name=game.called))
        return None
    owed = position.past.owed
    if owed and roll is not None:
        numbers = "-".join(map(str, owed))
        raise InvalidRoll(
            phrase(
                "the numbers owed, {numbers}, are played before the throw: leave the roll out, then ask again",
                numbers=numbers,
            )
        )
    if owed:
        return position.past.owed_roll
    if roll is None:
        raise InvalidRoll(
            phrase("{name} is played with dice: say what each of them shows, like 3-1", name=game.called)
        )
    return roll_in(game, roll.dice)


def _outcomes(game: Rules, position: Position, side: Side, roll: Roll | None) -> tuple[Outcome, ...]:
    """The legal results, listed even where they are rather many. Raises TooManyPlays where they are beyond listing."""
    if isinstance(game, TaflGame) or roll is None:
        return legal_plays(game, position, side, roll)
    return every_play(game, position, side, roll, MOMENTS)


def answer(asked: PlaysQuestion) -> Json:
    """The answer to a question as JSON. Raises EngineError."""
    if asked.legal is not None:
        found = is_legal(asked)
        return (
            {"legal": False, "text": found} if isinstance(found, str) else {"legal": True, **found.as_json()}
        )
    can = playable(asked)
    told: Json = {"plays": [each.as_json() for each in can.plays], "count": can.count}
    if not can.counted:
        told["at_least"] = True
    if not can.counted or can.count > TOLD:
        told["truncated"] = True
    return told


def answer_json(question: object) -> Json:
    """The answer to a question in JSON; `{"error": ...}` for one that makes no sense."""
    try:
        return answer(asked_of(question))
    except ValueError as error:
        return {"error": str(error)}


def asked_of(question: object) -> PlaysQuestion:
    """The question that an object of JSON asks. Raises EngineError."""
    if not isinstance(question, dict):
        raise EngineError(
            'a question is an object like {"game": ..., "position": ..., "to_play": ..., "roll": ...}'
        )
    missing = [key for key in ("game", "position") if key not in question]
    if missing:
        raise EngineError(f"the question lacks {', '.join(missing)}")
    wrong: list[EngineError] = []
    unread: set[str] = set()

    def part(name: str, read: Callable[[object], _T], otherwise: _T) -> _T:
        found = _tried(wrong, lambda: read(question[name]))
        if found is None:
            unread.add(name)
        return otherwise if found is None else found

    def optional(name: str, read: Callable[[object], _T], otherwise: _T) -> _T:
        return part(name, read, otherwise) if question.get(name) else otherwise

    asked = PlaysQuestion(
        part("game", _game_of, ""),
        part("position", _position_of, ""),
        None if question.get("roll") is None else part("roll", roll_of, Roll((1, 1))),
        optional("to_play", side_of, Side.WHITE),
        optional("options", _options_of, {}),
        optional("state", _state_of, {}),
        optional("legal", _position_of, None),
    )
    if not wrong:
        return asked
    if "game" not in unread:
        _tried(wrong, lambda: _examined(asked, frozenset(unread)))
    raise _refused(wrong)


def _game_of(value: object) -> str:
    if not isinstance(value, str):
        raise EngineError(f"'game' must be a game's id, not {value!r}")
    return value


def _position_of(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidPosition(f"'position' must be a text, not {value!r}")
    return value


def _options_of(value: object) -> Mapping[str, OptionValue]:
    if not isinstance(value, dict):
        raise InvalidOption("'options' must be an object, like {\"name\": true}")
    strange = [name for name, each in value.items() if not isinstance(each, bool | int | str)]
    if strange:
        raise InvalidOption(f"an option is true, false, a number or a text, but not so {', '.join(strange)}")
    return value


def _state_of(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise InvalidPosition(f"'state' must be an object, like {{\"first_turn\": true}}, not {value!r}")
    return value


def side_of(text: object) -> Side:
    """The side called W or B. Raises InvalidPosition."""
    try:
        return Side(text)
    except ValueError:
        raise InvalidPosition(
            phrase("the side to play must be W or B, not {side}", side=repr(text))
        ) from None


def option_of(text: str) -> tuple[str, OptionValue]:
    """The option written as `name=value`. Raises InvalidOption."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise InvalidOption(phrase("{option} is no option; write it like name=true", option=repr(text)))
    word = value.strip()
    if word.lower() in ("true", "yes", "on"):
        return name.strip(), True
    if word.lower() in ("false", "no", "off"):
        return name.strip(), False
    return name.strip(), int(word) if re.fullmatch(r"-?[0-9]{1,9}", word) else word


def roll_of(value: object) -> Roll:
    """The roll written as a text, or as a list of numbers. Raises InvalidRoll."""
    if isinstance(value, str):
        return Roll.parse(value)
    if isinstance(value, list) and all(type(die) is int for die in value):
        return Roll.of(*value)
    raise InvalidRoll(f"'roll' must be two dice, like [3, 1], or as many as the game has, not {value!r}")
