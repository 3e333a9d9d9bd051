"""The codec: events and messages as JSON, and back again exactly."""

import json
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from cattrs import BaseValidationError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.preconf.json import JsonConverter, make_converter

from device.errors import CodecError
from engine.board import Evidence
from engine.dice import Roll
from engine.past import Past
from engine.play import Play
from engine.position import Position
from engine.state.events import Event, KeptAgreed, MatchStarted
from engine.state.messages import Command, Look, Message, NewGame, SetKept, Tick
from engine.words.reasons import CubeReason, ThrowReason

if TYPE_CHECKING:
    from vision.squares.square_observation import Seen

EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}
"""Every kind of event by its name in the log."""
MESSAGES: dict[str, type[Message]] = {kind.__name__: kind for kind in (Look, Tick, *get_args(Command))}
"""Every kind of message by its name."""
SENTENCES: dict[str, ThrowReason | CubeReason] = {
    "a die leans or lies off the playing surface": ThrowReason.LEANS,
    "the dice lie on both halves of the board": ThrowReason.BOTH_HALVES,
    "a die leans or lies on a checker; it counts if another die can stand on it": ThrowReason.ON_A_CHECKER,
    "the dice lie on the opponent's right-hand half": ThrowReason.OPPONENTS_HALF,
    "each player throws one die to begin, on his own right-hand half": ThrowReason.ONE_EACH,
    "the other player throws first, though he cannot enter": ThrowReason.CLOSED_OUT,
    "the dice were thrown again": ThrowReason.THROWN_AGAIN,
    "the cube is out of play in this game": CubeReason.OUT_OF_PLAY,
    "the cube belongs to the opponent": CubeReason.OPPONENTS,
    "a double is offered on one's own turn, before throwing": CubeReason.NOT_NOW,
    "the illegal play has to be put right first": CubeReason.FAULT_FIRST,
    "after the Crawford game nobody doubles before both players have thrown twice": CubeReason.HOLLAND,
    "nobody doubles before a first play of his own": CubeReason.BEFORE_OWN_PLAY,
    "who begins does not double before his first play": CubeReason.BEFORE_FIRST_PLAY,
    "a game begins with the cube in the middle, 64 up": CubeReason.AT_START,
}
"""What logs hold that were written before reasons had codes: the sentences of then."""
STORED_NAMES = {"match_format": "programme", "retention": "kept"}
"""What logs and diaries call fields that have another name here."""
T = TypeVar("T")
R = TypeVar("R", ThrowReason, CubeReason)


def encode_event(event: Event) -> tuple[str, str]:
    """The kind of an event and its body, a JSON object."""
    return type(event).__name__, _text(_CONVERTER.unstructure(event))


def decode_event(kind: str, body: str) -> Event:
    """The event of that kind and body; inverse of encode_event. Raises CodecError."""
    if kind not in EVENTS:
        raise CodecError(f"{kind!r} is no event that this version knows: use the version that wrote the log")
    return _structured(_object(body), EVENTS[kind])


def encode_message(message: Message) -> str:
    """A message as one line of JSON, an object whose `kind` tells which it is; the evidence of a look included.

    Raises CodecError for evidence that is no observation of vision's.
    """
    return _text({"kind": type(message).__name__, **_CONVERTER.unstructure(message)})


def decode_message(line: str) -> Message:
    """The message on one line of JSON; inverse of encode_message. Raises CodecError."""
    values = _object(line)
    kind = values.pop("kind", None)
    if not isinstance(kind, str) or kind not in MESSAGES:
        raise CodecError(f"there is no message of the kind {kind!r}, only {', '.join(MESSAGES)}")
    return _structured(values, MESSAGES[kind])


def _structured(values: dict[str, object], kind: type[T]) -> T:
    try:
        return _CONVERTER.structure(values, kind)
    except (BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise CodecError(f"this is no {kind.__name__}: {_first(error)}") from error


def _first(error: BaseException) -> str:
    """The innermost reason of a nest of errors, in words."""
    while isinstance(error, BaseValidationError):
        error = error.exceptions[0]
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)


def _object(text: str) -> dict[str, object]:
    try:
        values = json.loads(text)
    except ValueError as error:
        raise CodecError(f"this is no JSON: {error}") from error
    if not isinstance(values, dict):
        raise CodecError("this is no object of JSON, which would begin with a brace")
    return values


def _text(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _converter() -> JsonConverter:
    converter = make_converter()
    # A past that is empty, as in most games, is not written a thousand times a match.
    for each in (Past, Position, Roll, Play):
        slim = make_dict_unstructure_fn(each, converter, _cattrs_omit_if_default=True)
        converter.register_unstructure_hook(each, slim)
    programme, kept = (override(rename=STORED_NAMES[field]) for field in ("match_format", "retention"))
    for written in (MatchStarted, NewGame, KeptAgreed, SetKept):
        write = make_dict_unstructure_fn(written, converter, match_format=programme, retention=kept)
        converter.register_unstructure_hook(written, write)
        read = make_dict_structure_fn(written, converter, match_format=programme, retention=kept)
        converter.register_structure_hook(written, read)
    converter.register_unstructure_hook(Evidence, lambda evidence: _observed(evidence).to_data())
    converter.register_structure_hook(Evidence, lambda values, _: _seen(values))
    for reason in (ThrowReason, CubeReason):
        converter.register_structure_hook(reason, _reason)
    return converter


def _reason(value: str, kind: type[R]) -> R:
    """The reason of that code, or of that sentence; one that this version does not know is UNKNOWN."""
    known = SENTENCES.get(value)
    if isinstance(known, kind):
        return known
    return {each.value: each for each in kind}.get(value, kind["UNKNOWN"])


def _observed(evidence: Evidence) -> "Seen":
    # the eye's modules are for who looks at a board: a hub reads logs without
    from vision.observation import Observation
    from vision.squares.square_observation import SquareObservation

    if not isinstance(evidence, Observation | SquareObservation):
        raise CodecError(f"a look whose evidence is a {type(evidence).__name__} cannot be written down")
    return evidence


def _seen(values: Any) -> "Seen":
    from vision.errors import VisionError
    from vision.squares.square_observation import seen_from_data

    try:
        return seen_from_data(values)
    except VisionError as error:
        raise ValueError(str(error)) from error


_CONVERTER = _converter()
