"""The last turns and what people put right, as the referee's desk tells them of the log."""

from device.store.log.store import LogEntry, Source
from device.store.pictures.ring import Reference, RingPicture
from device.table.gallery.decisions import Decision, corrections
from device.table.gallery.recent_turns import last_turns
from engine.board import Seating, Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.chess_clock import ChessClock
from engine.match.cube import Cube
from engine.match.match import Match, Score
from engine.plays.notation import parse_play
from engine.position import Position
from engine.position_parsing import parse_position
from engine.state.events import (
    Amended,
    ClockTurned,
    Corrected,
    Doubled,
    Event,
    FaultCleared,
    GameStarted,
    MatchStarted,
    Played,
    Taken,
    Thrown,
)
from engine.state.match_state import MatchState, new_match_state
from engine.state.reducer import reduce
from engine.words.wording import Names

GAME = find_game("backgammon")
MATCH = Match(5, "Anna", "Ben")


def played(before: Position, side: Side, roll: Roll, text: str) -> tuple[Thrown, Played]:
    found = parse_play(GAME, before, side, roll, text)
    return Thrown(side, roll), Played(side, roll, found.play, found.position)


def logged(*events: Event, who: str = "") -> tuple[MatchState, tuple[LogEntry, ...]]:
    match_state, entries = new_match_state(MATCH), []
    for seq, event in enumerate(events, 1):
        match_state = reduce(match_state, event)
        source = Source.PERSON if who else Source.CAMERA
        entries.append(LogEntry("1", seq, 1, 1, 1e9 + seq, 0.0, seq != 1, source, (), event, who=who))
    return match_state, tuple(entries)


def pictures(entries: tuple[LogEntry, ...]) -> list[Decision]:
    """Two pictures of each event: its own, and that of the event before it."""
    return [Decision(each, "", tuple(_kept(seq) for seq in (each.seq - 1, each.seq))) for each in entries]


def _kept(seq: int) -> RingPicture:
    return RingPicture(1, seq, float(seq), "clear", True, None, (Reference(seq, 1e9 + seq),), 1)


BEGUN = (MatchStarted.of(MATCH), GameStarted(GAME.start, Seating(), False, Cube()))


def test_the_last_turns_are_those_that_still_stand() -> None:
    first = played(GAME.start, Side.WHITE, Roll.of(3, 1), "8/5 6/5")
    wrong = played(first[1].after, Side.BLACK, Roll.of(6, 4), "24/14")
    other = parse_play(GAME, first[1].after, Side.BLACK, Roll.of(6, 4), "24/18 13/9")
    again = Played(Side.BLACK, Roll.of(6, 4), other.play, other.position)
    amended = parse_play(GAME, first[1].after, Side.BLACK, Roll.of(6, 4), "8/2 6/2")
    right = Amended(amended.play, amended.position, Roll.of(6, 4))
    match_state, entries = logged(
        *BEGUN,
        *first,
        *wrong,
        Corrected("undo", undo=True),
        again,
        right,
        Doubled(Side.WHITE, 2),
        Taken(Side.BLACK),
    )
    newest, reply, opening = last_turns(match_state, entries, pictures(entries))
    assert [each.number for each in (newest, reply, opening)] == [2, 1, 0]
    assert (newest.says, reply.says) == ("Anna: double to 2", "Ben, 6-4: 8/2 6/2")
    assert opening.says == "Anna, 3-1: 8/5 6/5"
    assert [type(entry.event).__name__ for entry in reply.told] == ["Played", "Amended"]
    assert [each.name for each in opening.before] == ["1-2", "1-3"]
    assert [each.name for each in opening.after] == ["1-4"], "a picture from before is none from after"
    told = opening.as_json()
    assert (told["turn"], told["seq"], told["who"]) == (0, 4, "")
    assert [frame["when"] for frame in told["frames"]] == ["before", "before", "after"]  # type: ignore[attr-defined]
    assert [turn.told for turn in last_turns(match_state, entries[-1:], ())] == [(), (), ()], (
        "the log may not reach back"
    )
    assert last_turns(new_match_state(MATCH), (), ()) == ()


def test_what_people_put_right_is_told_with_who_and_when() -> None:
    board = parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)")
    throw, play = played(GAME.start, Side.WHITE, Roll.of(3, 1), "8/5 6/5")
    events: tuple[Event, ...] = (
        *BEGUN,
        throw,
        play,
        FaultCleared(Side.WHITE),
        ClockTurned(ChessClock(0, 0)),
        Corrected("cube", cube=Cube(2, Side.BLACK)),
        Corrected("cube", cube=Cube(in_play=False)),
        Corrected("cube", cube=Cube()),
        Corrected("score", score=Score(2, 1)),
        Corrected("names", names=("Carl", "")),
        Corrected("position", position=board),
        Corrected("turn", to_play=Side.BLACK),
        Corrected("undo", undo=True),
    )
    _, entries = logged(*events, who="Maria")
    told = corrections(entries, Names("Anna", "Ben"))
    assert [each.says for each in told] == [
        "The last turn is taken back.",
        "It is the turn of Ben.",
        f"The board is {board}.",
        "The players are Carl and Ben.",
        "The score is 2 to 1.",
        "The cube is in the middle at 1.",
        "This game is played without the cube.",
        "The cube is at 2: Ben has it.",
        "The play stands as it is.",
        "Anna: the play is 8/5 6/5.",
        "Anna: the throw is 3-1.",
        "A game began.",
        "A match began.",
    ]
    first = told[-1].as_json()
    assert (first["who"], first["wall"]) == ("Maria", None) and told[0].as_json()["wall"] == 1e9 + 14
    assert corrections(logged(*events)[1], Names("Anna", "Ben")) == ()
