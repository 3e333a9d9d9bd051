"""The verdict on an evening: every game of its record beside the game that was played."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from party import Party

from device.simulator.disturbances import Trouble
from device.simulator.truth import MatchTruth, What
from device.store.log.store import LogEntry
from engine.board import View
from engine.match.match import CheckerTurn, Game, Match, Turn
from engine.state.events import Asked, Corrected, CubeFault, FaultSeen, GameStarted, ViewChanged
from engine.state.match_state import new_match_state
from engine.state.reducer import reduce

BAD = (View.DARK, View.COVERED, View.MOVED, View.LOST)
"""What people are told of a view that is no view at the board."""
SLACK = 2.0
"""Seconds by which what is told of the view may miss a turn."""


@dataclass(slots=True)
class Recorded:
    """A game of the record: when it began, and to every turn what marks it."""

    game: Game
    start: float
    marks: dict[int, set[str]] = field(default_factory=dict)
    flagged: int = 0


@dataclass(slots=True)
class Verdict:
    """What became of a game: `marked` differences with what tells people of them, and `silent` ones, in words."""

    party: str
    number: int
    turns: int
    marked: Counter[str] = field(default_factory=Counter)
    silent: list[str] = field(default_factory=list)
    false_alarms: int = 0

    @property
    def is_right(self) -> bool:
        """Whether the record is the truth."""
        return not self.marked and not self.silent


@dataclass(frozen=True, slots=True)
class Evening:
    """What is known of an evening: its party, the log, the truth, when it ended, and when the service was not there."""

    party: Party
    entries: Sequence[LogEntry]
    truths: Sequence[MatchTruth]
    end: float
    outages: Sequence[tuple[float, float]] = ()


def recorded(entries: Sequence[LogEntry]) -> list[Recorded]:
    """Every game of a log, with what marks its turns."""
    found: dict[tuple[int, int], Recorded] = {}
    match_state = new_match_state(Match(0, "", ""))
    for entry in entries:
        event = entry.event
        match_state = reduce(match_state, event, entry.frames[0] if entry.frames else 0)
        games = match_state.record.games
        key = (match_state.match_number, len(games))
        if isinstance(event, GameStarted):
            found[key] = Recorded(games[-1], entry.monotonic)
        for back in (0, 1):
            if (known := found.get((key[0], key[1] - back))) is not None and len(games) > back:
                known.game = games[-1 - back]
        now = found.get(key)
        if now is None:
            continue
        turns = len(now.game.turns)
        match event:
            case Asked():
                for turn in (turns - 1, turns):
                    now.marks.setdefault(turn, set()).add(f"asked about ({event.what})")
                if event.what == "resigned" and (before := found.get((key[0], key[1] - 1))) is not None:
                    before.marks.setdefault(len(before.game.turns) - 1, set()).add("asked about (resigned)")
            case FaultSeen():
                now.flagged += 1
            case CubeFault():
                now.marks.setdefault(turns, set()).add("cube called")
            case Corrected():
                now.marks.setdefault(turns, set()).add("corrected")
            case _:
                pass
    return list(found.values())


def judged(evening: Evening) -> list[Verdict]:
    """The verdict on every game that was over by the end."""
    games = [
        (game, happened)
        for truth in evening.truths
        for game, happened in zip(truth.games, truth.happenings, strict=True)
    ]
    starts = [happened[0].time for _, happened in games]
    ours: list[list[Recorded]] = [[] for _ in games]
    for each in recorded(evening.entries):
        ours[max(0, bisect_right(starts, each.start + SLACK) - 1)].append(each)
    told = list(_told(evening))
    verdicts = []
    for number, ((game, happened), found) in enumerate(zip(games, ours, strict=True), 1):
        if game.result is None:
            continue
        end = starts[number] if number < len(starts) else evening.end
        times = [each.time for each in happened if each.what in (What.PLAY, What.NO_PLAY, What.DOUBLE)]
        verdicts.append(_verdict(evening.party, number, game, [*times, end], starts[number - 1], found, told))
    return verdicts


def _told(evening: Evening) -> Iterator[tuple[float, float, str]]:
    """From when to when people were told of a trouble, and of which."""
    since, view = 0.0, View.CLEAR
    for entry in evening.entries:
        if isinstance(entry.event, ViewChanged):
            if view in BAD:
                yield since, entry.monotonic, f"view {view.value} told"
            since, view = entry.monotonic, entry.event.view
    if view in BAD:
        yield since, evening.end, f"view {view.value} told"
    for start, end in evening.party.full:
        yield start, end, "disk full told"
    for start, end in evening.outages:
        yield start, end, "service not there"


def _verdict(
    party: Party,
    number: int,
    game: Game,
    times: Sequence[float],
    start: float,
    found: Sequence[Recorded],
    told: Sequence[tuple[float, float, str]],
) -> Verdict:
    verdict = Verdict(party.name, number, len(game.turns))
    if not found:
        reasons = _reasons(told, start - 5, times[0])
        verdict.marked.update(f"not recorded: {each}" for each in reasons)
        if not reasons:
            verdict.silent.append(f"{_where(party, number, start)}: the game was not recorded")
        return verdict
    best = max(found, key=lambda each: len(each.game.turns))
    for other in found:
        if other is not best and other.game.result is not None:
            verdict.silent.append(f"{_where(party, number, other.start)}: a second game was recorded")
    truth, record = [_key(turn) for turn in game.turns], [_key(turn) for turn in best.game.turns]
    moments = [start, *times]
    off: tuple[int, ...] | None = None
    for word, i1, i2, j1, j2 in SequenceMatcher(None, truth, record, autojunk=False).get_opcodes():
        if word == "equal":
            continue
        last = min(i2, len(times) - 1)
        reasons = _reasons(told, moments[i1] - SLACK, times[last] + SLACK)
        if best.game.result is None and i2 == len(truth):
            verdict.marked["the game is unfinished"] += 1
            if j2 == j1:
                continue
        near = {j1 - 1, j1, j2} if j1 == j2 else set()
        turns = range(j1, j2) if j2 > j1 else ()
        unmarked = [j for j in turns if not _marks(best, j)]
        marks = {mark for j in {*turns, *near} for mark in _marks(best, j)}
        alike = i2 > i1 and j2 > j1
        if alike and off is not None and _apart(truth[i1], record[j1]) == off:
            verdict.marked["still wrong since a marked turn"] += 1
        elif marks and not unmarked:
            verdict.marked.update(marks)
        elif marks:
            verdict.marked["a marked turn beside it"] += 1
        elif reasons:
            verdict.marked.update(reasons)
        else:
            verdict.silent.append(
                f"{_where(party, number, moments[i1])}: turn {i1 + 1}: {truth[i1:i2][:1]} recorded as {record[j1:j2][:1]}"
            )
            alike = False
        off = _apart(truth[i2 - 1], record[j2 - 1]) if alike else None
        real = {truth[i][:-1] for i in range(i1, i2)}
        verdict.false_alarms += sum(
            record[j][0] == "play" and record[j][-1] and record[j][:-1] in real for j in turns
        )
    same = _result(best.game) == _result(game)
    if not same and best.game.result is None:
        verdict.marked["the game is unfinished"] += not verdict.marked["the game is unfinished"]
    elif not same and not verdict.marked:
        verdict.silent.append(
            f"{_where(party, number, times[-1])}: the result {_result(game)} recorded as {_result(best.game)}"
        )
    elif not same:
        verdict.marked["the result, after a marked turn"] += 1
    return verdict


def _reasons(told: Sequence[tuple[float, float, str]], start: float, end: float) -> set[str]:
    return {what for since, until, what in told if since <= end and until >= start}


def _where(party: Party, number: int, time: float) -> str:
    return f"{party.name}, seed {party.seed}, game {number}, {time:.1f} s"


def _marks(each: Recorded, turn: int) -> set[str]:
    marks = set(each.marks.get(turn, ()))
    played: Turn | None = each.game.turns[turn] if 0 <= turn < len(each.game.turns) else None
    if isinstance(played, CheckerTurn):
        marks |= {"inferred"} if played.inferred else set()
        marks |= {"called illegal"} if played.fault else set()
    return marks


def _key(turn: Turn) -> tuple[Any, ...]:
    """What two accounts of a turn must agree in; at the end of a play, whether it was illegal."""
    if not isinstance(turn, CheckerTurn):
        return ("cube", turn.side.name, turn.value, turn.answer)
    roll = tuple(sorted(turn.roll.dice)) if turn.roll else None
    return ("play", turn.side.name, roll, turn.after.white, turn.after.black, turn.fault is not None)


def _apart(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[int, ...] | None:
    """By how many checkers two accounts of a play differ on every point; None where one is none."""
    if "cube" in (one[0], other[0]):
        return None
    pairs = zip((*one[3], *one[4]), (*other[3], *other[4]), strict=True)
    return tuple(there - here for there, here in pairs)


def _result(game: Game) -> tuple[Any, ...] | None:
    result = game.result
    return result and (result.winner and result.winner.name, result.points, result.how)


def injected(evening: Evening) -> Counter[str]:
    """How many faults of every kind there were by the end."""
    found: Counter[str] = Counter()
    for each in evening.party.disturbances:
        found[each.trouble.value] += each.start < evening.end
    found["disk full"] = sum(start < evening.end for start, _ in evening.party.full)
    found["clock jumps"] = sum(start < evening.end for start, *_ in evening.party.jumps)
    found["killed"] = len(evening.outages)
    assert set(found) <= {*(each.value for each in Trouble), "disk full", "clock jumps", "killed"}
    return found
