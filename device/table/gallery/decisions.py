"""Decisions: events of the log in words, with the pictures that they were read from."""

from collections.abc import Iterable
from dataclasses import dataclass

from device.shape import Shaped, choice, flag, many, maybe, number, of, shape, shaped, text, whole
from device.status.text.ending_text import result_sentence
from device.status.text.status_text import camera_sentence
from device.store.log.store import LogEntry, Source
from device.store.pictures.ring import Reference, RingPicture
from engine.i18n import marked
from engine.plays.notation import play_text
from engine.state.events import (
    Amended,
    Asked,
    Beavered,
    ClockTurned,
    Cocked,
    Conceded,
    Corrected,
    CubeFault,
    Decided,
    Doubled,
    Event,
    FaultCleared,
    FaultSeen,
    FlagFell,
    GameOver,
    GameStarted,
    KeptAgreed,
    MatchOver,
    MatchStarted,
    Played,
    Raccooned,
    Reseated,
    ResignOffered,
    ResignRefused,
    Settled,
    SetupFault,
    SetupFixed,
    SetupStands,
    Taken,
    Thrown,
    ThrownTooSoon,
    Tied,
    ViewChanged,
)
from engine.state.retention import Retention
from engine.words.reasons import CubeReason
from engine.words.wording import Names, sentence

_RIGHTED = {
    "cube": marked("A person put the cube right."),
    "names": marked("A person put the names right."),
    "score": marked("A person put the score right."),
    "seating": marked("A person put right who sits where."),
}
_KEPT = {
    Retention.FULL: marked("The whole match is kept."),
    Retention.ANONYMOUS: marked("The match is kept without names."),
    Retention.OFF: marked("The match is off the record."),
}
UNDATED = "Unix time; null where the clock was not set."
"""What is to be known of a time that an event bears."""
PICTURE = shape(
    {
        "id": of(lambda kept: kept.name, text()),
        "time": of(lambda kept: round(kept.time, 2), number()),
        "view": maybe(text()),
        "read": of(lambda kept: kept.is_read, flag()),
        "events": of(lambda kept: [reference.seq for reference in kept.events], many(whole(1))),
    }
)
"""A picture of the ring as the API tells of it."""


@shaped(
    {
        "seq": of(lambda told: told.entry.seq, whole(1)),
        "event": of(lambda told: type(told.entry.event).__name__, text()),
        "says": text(),
        "source": of(lambda told: told.entry.source, choice(Source)),
        "game": of(lambda told: told.entry.game, whole(0)),
        "wall": of(lambda told: dated(told.entry), maybe(number(UNDATED))),
        "frames": of(lambda told: [PICTURE.json(each) for each in told.pictures], many(PICTURE)),
    },
    name="Decision",
)
@dataclass(frozen=True, slots=True)
class Decision(Shaped):
    """An event, what it says, and the pictures that it was read from, the oldest first."""

    entry: LogEntry
    says: str
    pictures: tuple[RingPicture, ...]


def dated(entry: LogEntry) -> float | None:
    """When an event was, in seconds since 1970; None where the clock was not set."""
    return entry.wall if entry.clock_set else None


def decisions(
    entries: Iterable[LogEntry], kept: tuple[RingPicture, ...], names: Names
) -> tuple[Decision, ...]:
    """The events of which there are pictures, the newest first."""
    found: dict[Reference, list[RingPicture]] = {}
    for each in kept:
        for reference in each.events:
            found.setdefault(reference, []).append(each)
    # an event of the same number in a log that there was before was written at another time
    told = ((entry, found.get(Reference(entry.seq, entry.wall))) for entry in entries)
    return tuple(
        Decision(entry, event_sentence(entry.event, names), tuple(pictures))
        for entry, pictures in told
        if pictures
    )[::-1]


def event_sentence(event: Event, names: Names) -> str:
    """What happened, in one sentence."""
    return _of_match(event, names) or _of_turn(event, names)


def _of_turn(event: Event, names: Names) -> str:
    translator = names.translator
    match event:
        case Thrown(inferred=True):
            return translator(
                "{name} threw {roll}, which nobody saw.", name=names.of(event.side), roll=event.roll
            )
        case Thrown():
            return translator("{name} threw {roll}.", name=names.of(event.side), roll=event.roll)
        case Cocked():
            why = translator(event.why.sentence)
            return translator("{name}'s throw did not count: {why}.", name=names.of(event.side), why=why)
        case ThrownTooSoon():
            return translator("{name} threw {roll} too soon.", name=names.of(event.side), roll=event.roll)
        case Tied():
            return translator("Both threw a {number}.", number=event.value)
        case Decided():
            return translator("{name} begins.", name=names.of(event.side))
        case Played():
            return _played(event, names)
        case Amended():
            play = play_text(event.play) or translator("no play")
            if event.inferred and event.turn is not None:
                number = event.turn + 1
                return translator(
                    "Turn {number} was read anew: {play} with {roll}.",
                    number=number,
                    play=play,
                    roll=event.roll,
                )
            if event.roll is None:
                return translator("The play was put right: {play}.", play=play)
            return translator("The play was put right: {play} with {roll}.", play=play, roll=event.roll)
        case FaultSeen():
            return sentence(event.fault, names)
        case FaultCleared():
            return translator("{name} put the play right.", name=names.of(event.side))
        case Doubled():
            return translator("{name} doubled to {value}.", name=names.of(event.side), value=event.value)
        case Taken():
            return translator("{name} took the double.", name=names.of(event.side))
        case Beavered():
            return translator("{name} beavered.", name=names.of(event.side))
        case Raccooned():
            return translator("{name} said raccoon.", name=names.of(event.side))
        case CubeFault(why=None):
            return translator("The cube was put back.")
        case CubeFault(why=CubeReason() as why):
            return translator("The cube was moved wrongly: {why}.", why=translator(why.sentence))
        case Asked():
            return translator("The referee asked.")
        case Settled():
            return translator("The question was settled.")
        case Corrected():
            return _corrected(event, names)
        case ClockTurned():
            return translator("The clock went on, or stood still.")
        case _:
            return f"{type(event).__name__}."


def _played(event: Played, names: Names) -> str:
    translator, play = names.translator, play_text(event.play)
    told = {"name": names.of(event.side), "play": play, "roll": event.roll}
    if not play:
        if event.roll is None:
            return translator("{name} played nothing.", **told)
        return translator("{name} played nothing with {roll}.", **told)
    match event.roll is None, event.inferred:
        case True, False:
            return translator("{name} played {play}.", **told)
        case True, True:
            return translator("{name} played {play}, which nobody saw.", **told)
        case False, False:
            return translator("{name} played {play} with {roll}.", **told)
        case _:
            return translator("{name} played {play} with {roll}, which nobody saw.", **told)


def _of_match(event: Event, names: Names) -> str | None:
    translator = names.translator
    match event:
        case MatchStarted():
            return translator("A match began.")
        case GameStarted():
            return translator("A game began.")
        case SetupFault():
            return translator("The board was set up wrongly.")
        case SetupFixed():
            return translator("The starting position was put right.")
        case Reseated():
            return translator("The players sit otherwise than was believed: the game was read anew.")
        case SetupStands():
            return translator("The starting position stands as it is.")
        case ResignOffered():
            return translator("{name} offered to give up.", name=names.of(event.side))
        case ResignRefused():
            return translator("{name} played on.", name=names.of(event.side))
        case GameOver() | Conceded():
            return result_sentence(event.result, names)
        case FlagFell():
            return translator("{name}'s time was up.", name=names.of(event.side))
        case MatchOver():
            return translator("{name} won the match.", name=names.of(event.winner))
        case ViewChanged():
            return camera_sentence(event.view, translator=translator)
        case KeptAgreed():
            return translator(_KEPT[event.kept])
        case _:
            return None


def _corrected(event: Corrected, names: Names) -> str:
    translator = names.translator
    if event.what == "unseen":
        return translator("The board was taken as it stood when it could be seen again.")
    if event.undo:
        return translator("The last turn was taken back.")
    if event.roll is not None:
        return translator("A person put the roll right: {roll}.", roll=event.roll)
    if event.position is not None:
        return translator("A person put the position right: {position}.", position=event.position)
    if event.to_play is not None:
        return translator("A person said whose turn it is: {name}.", name=names.of(event.to_play))
    return translator(_RIGHTED.get(event.what, marked("A person put something right.")))
