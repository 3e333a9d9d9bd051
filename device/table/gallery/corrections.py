"""Corrections: what people have put right, who and when, in a sentence each."""

from collections.abc import Iterable
from dataclasses import dataclass

from device.shape import Shaped, maybe, number, of, shaped, text, whole
from device.store.log.store import LogEntry, Source
from device.table.gallery.decisions import UNDATED, dated, event_sentence
from engine.board import Side
from engine.plays.notation import play_text
from engine.state.events import (
    Amended,
    ClockTurned,
    Corrected,
    Event,
    FaultCleared,
    FlagFell,
    MatchOver,
    Played,
    Settled,
    Thrown,
    ViewChanged,
)
from engine.words.wording import Names

SHOWN = 30
"""How many corrections are told at once."""
_ASIDE = (ClockTurned, FlagFell, MatchOver, ViewChanged)
"""Events that only follow from what a person said."""


@shaped(
    {
        "seq": of(lambda told: told.entry.seq, whole(1)),
        "event": of(lambda told: type(told.entry.event).__name__, text()),
        "match": of(lambda told: told.entry.match, whole(0)),
        "game": of(lambda told: told.entry.game, whole(0)),
        "who": of(lambda told: told.entry.who, text()),
        "wall": of(lambda told: dated(told.entry), maybe(number(UNDATED))),
        "says": text(),
    }
)
@dataclass(frozen=True, slots=True)
class Correction(Shaped):
    """An event that a person made known, and what it says."""

    entry: LogEntry
    says: str


def corrections(entries: Iterable[LogEntry], names: Names) -> tuple[Correction, ...]:
    """What people have told, the newest first."""
    told = [
        Correction(entry, correction_sentence(entry.event, names))
        for entry in entries
        if entry.source is Source.PERSON and not isinstance(entry.event, _ASIDE)
    ]
    return tuple(told[::-1][:SHOWN])


def correction_sentence(event: Event, names: Names) -> str:
    """What a person has put right, in one sentence without who did it."""
    translator = names.translator
    match event:
        case Corrected():
            return _corrected(event, names)
        case Thrown():
            return translator("{name}: the throw is {roll}.", name=names.of(event.side), roll=event.roll)
        case Played():
            play = play_text(event.play) or translator("no play")
            return translator("{name}: the play is {play}.", name=names.of(event.side), play=play)
        case Amended():
            return translator("The last play is {play}.", play=play_text(event.play) or translator("no play"))
        case FaultCleared():
            return translator("The play stands as it is.")
        case Settled():
            return translator("A question is answered.")
        case _:
            return event_sentence(event, names)


def _corrected(event: Corrected, names: Names) -> str:
    translator, cube = names.translator, event.cube
    if event.undo:
        return translator("The last turn is taken back.")
    if cube is not None:
        if not cube.in_play:
            return translator("This game is played without the cube.")
        if cube.owner is None:
            return translator("The cube is in the middle at {value}.", value=cube.value)
        return translator(
            "The cube is at {value}: {name} has it.", value=cube.value, name=names.of(cube.owner)
        )
    if event.score is not None:
        score = event.score
        return translator("The score is {white} to {black}.", white=score.white, black=score.black)
    if event.names is not None:
        white, black = (names.of(side) for side in Side)
        told = [name or usual for name, usual in zip(event.names, (white, black), strict=True)]
        return translator("The players are {white} and {black}.", white=told[0], black=told[1])
    if event.position is not None:
        return translator("The board is {position}.", position=event.position)
    if event.to_play is not None:
        return translator("It is the turn of {name}.", name=names.of(event.to_play))
    return event_sentence(event, names)
