"""The last turns of a game with the pictures from before and after each, for who wants to look at it again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from device.shape import Json, Shaped, choice, many, maybe, number, of, shaped, text, thing, whole
from device.status.board_json import SIDE
from device.status.text.naming import names_of
from device.store.log.store import LogEntry, Source
from device.store.pictures.ring import RingPicture
from device.table.gallery.decisions import PICTURE, UNDATED, Decision, dated
from engine.board import Side
from engine.i18n import ENGLISH, Translator
from engine.match.match import CheckerTurn, Turn
from engine.plays.notation import play_text
from engine.state.events import Amended, Corrected, Doubled, GameOver, GameStarted, Played, Thrown
from engine.state.match_state import MatchState
from engine.words.wording import sentence

SHOWN = 6
"""How many turns are told at once."""
_BROKEN_OFF = ("resigned", "flag")
"""How games end of which only the end is taken back first."""


@shaped(
    {
        "turn": of(lambda view: view.number, whole(0, says="Its number in the game.")),
        "side": SIDE,
        "says": text(),
        "illegal": maybe(text()),
        "seq": of(lambda view: view.last and view.last.seq, maybe(whole(1))),
        "source": of(lambda view: view.last and view.last.source, maybe(choice(Source))),
        "who": of(lambda view: view.last.who if view.last else "", text()),
        "wall": of(lambda view: view.last and dated(view.last), maybe(number(UNDATED))),
        "frames": of(
            lambda view: view.pictures_json(),
            many(thing({**PICTURE.schema["properties"], "when": choice(("before", "after"))})),
        ),
    }
)
@dataclass(frozen=True, slots=True)
class TurnView(Shaped):
    """A turn: its number in its game, from 0; what it was; the events that tell of it;
    pictures from before and after it.
    """

    number: int
    side: Side
    says: str
    illegal: str | None
    told: tuple[LogEntry, ...]
    before: tuple[RingPicture, ...]
    after: tuple[RingPicture, ...]

    @property
    def last(self) -> LogEntry | None:
        """The last event that tells of it."""
        return self.told[-1] if self.told else None

    def pictures_json(self) -> list[Json]:
        """The pictures, each with when it was taken."""
        pictures = {"before": self.before, "after": self.after}
        return [{**PICTURE.json(each), "when": when} for when, kept in pictures.items() for each in kept]


@dataclass(frozen=True, slots=True)
class _Told:
    """The events of one turn: its throw, if there was one, and how it was played, first and last."""

    thrown: tuple[LogEntry, ...]
    played: tuple[LogEntry, ...]


def last_turns(
    match_state: MatchState,
    entries: Iterable[LogEntry],
    seen: Iterable[Decision],
    translator: Translator = ENGLISH,
) -> tuple[TurnView, ...]:
    """The last turns of the game that is on, the newest first; `seen` are the decisions of which there are pictures."""
    turns = match_state.game.turns if match_state.game is not None else ()
    pictures = {each.entry.seq: each.pictures for each in seen}
    told = (
        _told(entry for entry in entries if entry.match == match_state.match_number)[-len(turns) :]
        if turns
        else []
    )
    count = min(SHOWN, len(turns))
    missing: list[_Told | None] = [None] * max(0, count - len(told))
    pairs = zip(
        range(len(turns) - count, len(turns)), [*missing, *told][-count:] if count else [], strict=True
    )
    return tuple(
        _shown(match_state, number, turns[number], each, pictures, translator) for number, each in pairs
    )[::-1]


def _told(entries: Iterable[LogEntry]) -> list[_Told]:
    """The events of the turns that still stand, turn by turn; those of the first may be gone from the log."""
    turns: list[_Told] = []
    thrown: tuple[LogEntry, ...] = ()
    broken_off = False
    for entry in entries:
        match entry.event:
            case GameStarted():
                turns, thrown, broken_off = [], (), False
            case Thrown():
                thrown = (*thrown, entry)
            case Played() | Doubled():
                turns.append(_Told(thrown if isinstance(entry.event, Played) else (), (entry,)))
                thrown = ()
            case Amended(turn=None) if turns:
                turns[-1] = replace(turns[-1], played=(*turns[-1].played, entry))
            case GameOver(result=result):
                broken_off = result.how in _BROKEN_OFF
            case Corrected(undo=True) if broken_off:
                broken_off = False
            case Corrected(undo=True) if turns:
                thrown = turns.pop().thrown
            case _:
                pass
    return turns


def _shown(
    match_state: MatchState,
    number: int,
    turn: Turn,
    told: _Told | None,
    pictures: dict[int, tuple[RingPicture, ...]],
    translator: Translator,
) -> TurnView:
    names = names_of(match_state, translator)
    thrown, played = (told.thrown, told.played) if told is not None else ((), ())
    before = _pictures(thrown, pictures)
    after = tuple(each for each in _pictures(played, pictures) if each not in before)
    illegal = sentence(turn.fault, names) if isinstance(turn, CheckerTurn) and turn.fault else None
    return TurnView(
        number, turn.side, _says(turn, names.of(turn.side), translator), illegal, played, before, after
    )


def _pictures(
    entries: Sequence[LogEntry], pictures: dict[int, tuple[RingPicture, ...]]
) -> tuple[RingPicture, ...]:
    found = {each.name: each for entry in entries for each in pictures.get(entry.seq, ())}
    return tuple(sorted(found.values(), key=lambda each: each.time))


def _says(turn: Turn, name: str, translator: Translator) -> str:
    if not isinstance(turn, CheckerTurn):
        return translator("{name}: double to {value}", name=name, value=turn.value)
    play = play_text(turn.play) or translator("no play")
    if turn.roll is None:
        return translator("{name}: {play}", name=name, play=play)
    return translator("{name}, {roll}: {play}", name=name, roll=turn.roll, play=play)
