"""Decisions: events of the log in words, with the pictures that they were read from."""

from collections.abc import Iterable
from dataclasses import dataclass

from device.ring import Kept, Reference
from device.says import camera_sentence
from device.store import Entry
from engine.dice import Roll
from engine.events import (
    Amended,
    Asked,
    Beavered,
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
    MatchOver,
    MatchStarted,
    Played,
    Raccooned,
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
from engine.match import Result
from engine.notation import play_text
from engine.play import Play
from engine.wording import Names, sentence

Json = dict[str, object]
"""An object of JSON, on its way out."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An event, what it says, and the pictures that it was read from, the oldest first."""

    entry: Entry
    says: str
    pictures: tuple[Kept, ...]

    def as_json(self) -> Json:
        """The decision as the API tells it."""
        return {
            "seq": self.entry.seq,
            "event": type(self.entry.event).__name__,
            "says": self.says,
            "source": self.entry.source.value,
            "game": self.entry.game,
            "wall": self.entry.wall if self.entry.clock_set else None,
            "frames": [picture_json(each) for each in self.pictures],
        }


def decisions(entries: Iterable[Entry], kept: tuple[Kept, ...], names: Names) -> tuple[Decision, ...]:
    """The events of which there are pictures, the newest first."""
    found: dict[Reference, list[Kept]] = {}
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


def picture_json(kept: Kept) -> Json:
    """A picture as the API tells of it."""
    return {
        "id": kept.name,
        "time": round(kept.time, 2),
        "view": kept.view,
        "read": kept.is_read,
        "events": [reference.seq for reference in kept.events],
    }


def event_sentence(event: Event, names: Names) -> str:
    """What happened, in one sentence."""
    return _of_match(event, names) or _of_turn(event, names)


def _of_turn(event: Event, names: Names) -> str:
    match event:
        case Thrown():
            return f"{names.of(event.side)} threw {event.roll}{_unseen(event.inferred)}."
        case Cocked():
            return f"{names.of(event.side)}'s throw did not count: {event.why}."
        case ThrownTooSoon():
            return f"{names.of(event.side)} threw {event.roll} too soon."
        case Tied():
            return f"Both threw a {event.value}."
        case Decided():
            return f"{names.of(event.side)} begins."
        case Played():
            return f"{names.of(event.side)} played {_made(event.play, event.roll)}{_unseen(event.inferred)}."
        case Amended():
            return f"The play was put right: {_made(event.play, event.roll)}."
        case FaultSeen():
            return sentence(event.fault, names)
        case FaultCleared():
            return f"{names.of(event.side)} put the play right."
        case Doubled():
            return f"{names.of(event.side)} doubled to {event.value}."
        case Taken():
            return f"{names.of(event.side)} took the double."
        case Beavered():
            return f"{names.of(event.side)} beavered."
        case Raccooned():
            return f"{names.of(event.side)} said raccoon."
        case CubeFault():
            return (
                "The cube was put back." if event.why is None else f"The cube was moved wrongly: {event.why}."
            )
        case Asked():
            return "The referee asked."
        case Settled():
            return "The question was settled."
        case Corrected():
            return _corrected(event, names)
        case _:
            return f"{type(event).__name__}."


def _of_match(event: Event, names: Names) -> str | None:
    match event:
        case MatchStarted():
            return "A match began."
        case GameStarted():
            return "A game began."
        case SetupFault():
            return "The board was set up wrongly."
        case SetupFixed():
            return "The starting position was put right."
        case SetupStands():
            return "The starting position stands as it is."
        case ResignOffered():
            return f"{names.of(event.side)} offered to give up."
        case ResignRefused():
            return f"{names.of(event.side)} played on."
        case GameOver() | Conceded():
            return _won(event.result, names)
        case FlagFell():
            return f"{names.of(event.side)}'s time was up."
        case MatchOver():
            return f"{names.of(event.winner)} won the match."
        case ViewChanged():
            return camera_sentence(event.view)
        case _:
            return None


def _corrected(event: Corrected, names: Names) -> str:
    if event.what == "unseen":
        return "The board was taken as it stood when it could be seen again."
    if event.undo:
        return "The last turn was taken back."
    if event.roll is not None:
        return f"A person put the roll right: {event.roll}."
    if event.position is not None:
        return f"A person put the position right: {event.position}."
    if event.to_play is not None:
        return f"A person said that it is {names.of(event.to_play)}'s turn."
    return f"A person put the {event.what} right."


def _won(result: Result, names: Names) -> str:
    if result.winner is None:
        return "The game was drawn."
    return f"{names.of(result.winner)} won the game: {result.points} x {result.how}."


def _made(play: Play, roll: Roll | None) -> str:
    return (play_text(play) or "nothing") + (f" with {roll}" if roll else "")


def _unseen(inferred: bool) -> str:
    return ", which nobody saw" if inferred else ""
