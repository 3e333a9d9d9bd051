"""Tallies: what a match adds to the statistics, counted once when it is told."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from device.library.matches.event_time import EventTime
from device.library.matches.story import GameTold, StepKind, StoryStep
from device.store.log.store import Source
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game
from engine.state.events import FaultSeen

BREAK = 900.0
"""Seconds; a turn that took longer was a break, for what anybody can tell."""
Counts = dict[str, int]
_NAMED = ("roll", "seconds", "put_right", "stood")
_PLAIN = ("hasty", "cube_fault", "double", "take", "pass")


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted of one side.

    `rolls`: throws that the camera read, by their dice, the highest first, such as `61`, as they stand in the record
    where a person put them right; `seconds`: turns, by how long they took;
    `put_right` and `stood`: illegal plays by the rule's id; `hasty`: throws too soon; `cube_faults`.
    """

    rolls: Counts
    seconds: Counts
    put_right: Counts
    stood: Counts
    hasty: int = 0
    cube_faults: int = 0
    doubles: int = 0
    takes: int = 0
    passes: int = 0


def tallies_of(games: Iterable[GameTold]) -> dict[str, Tally]:
    """What some games come to, by side (W, B)."""
    told = tuple(games)
    found: dict[str, Tally] = {}
    for side in ("W", "B"):
        counts = Counter(each for game in told for each in _counted(game, side))
        if counts:
            rolls, seconds, put_right, stood = (_of(counts, what) for what in _NAMED)
            found[side] = Tally(rolls, seconds, put_right, stood, *(counts[what, ""] for what in _PLAIN))
    return found


def _of(counts: Counter[tuple[str, str]], what: str) -> Counts:
    return {name: count for (kind, name), count in sorted(counts.items()) if kind == what}


def _counted(told: GameTold, side: str) -> Iterator[tuple[str, str]]:
    """Everything that counts for a side, each as what it is and which of those."""
    yield from (("roll", _name(dice)) for dice in _thrown(told, side))
    yield from (("seconds", str(seconds)) for seconds in _durations(told, side))
    yield from _faults(told, side)
    for step in told.steps:
        if step.side is not None and step.side.value == side:
            if step.kind is StepKind.PREMATURE:
                yield "hasty", ""
            elif step.kind is StepKind.CUBE_FAULT and getattr(step.event, "why", None):
                yield "cube_fault", ""
    for turn in told.game.turns:
        if isinstance(turn, CubeTurn):
            if turn.side.value == side:
                yield "double", ""
            elif turn.answer is not None:
                yield "pass" if turn.answer is CubeAction.PASS else "take", ""


def _name(dice: tuple[int, ...]) -> str:
    return "".join(map(str, sorted(dice, reverse=True)))


def _thrown(told: GameTold, side: str) -> Iterator[tuple[int, ...]]:
    """The throws that were seen, and stand in the record as they were seen or as a person put them right.

    To leave out what was put right would leave out the faces that the eye takes for others, more than the rest.
    """
    # Of what was read twice for one turn the last counts.
    last = {throw.turn: throw.dice for throw in told.throws if throw.side.value == side}
    put_right = set(_put_right(told.steps)) if last else set()
    for number, dice in last.items():
        turn = told.game.turns[number - 1] if number <= len(told.game.turns) else None
        roll = turn.roll if isinstance(turn, CheckerTurn) else None
        if roll is not None and (number in put_right or sorted(roll.dice) == sorted(dice)):
            yield roll.dice


def _put_right(steps: Iterable[StoryStep]) -> Iterator[int]:
    """The turns whose roll a person told otherwise than it had been read."""
    for step in steps:
        if step.kind is StepKind.TURN and step.amended:
            yield step.turn
        elif (
            step.kind is StepKind.CORRECTION
            and step.source is Source.PERSON
            and getattr(step.event, "roll", None)
        ):
            yield step.turn + 1


def _durations(told: GameTold, side: str) -> Iterator[int]:
    """The seconds from the end of the opponent's turn to the end of one's own, without the wait for an answer.

    None of a turn in which the clock was stopped, or something was put right.
    """
    since: EventTime | None = None
    spent, before_it = 0.0, 0
    for step in told.steps:
        if any(before_it < pause < step.seq for pause in told.pauses):
            since = None
        before_it = step.seq
        if step.kind is StepKind.DOUBLE:
            before = None if since is None else _elapsed(since, step.moment)
            since, spent = (None, 0.0) if before is None else (step.moment, before)
        elif step.kind is StepKind.CORRECTION and step.source is Source.PERSON:
            since = None
        elif step.kind is StepKind.ANSWER and since is not None:
            since = step.moment
        elif step.kind is StepKind.TURN:
            took = None if since is None else _elapsed(since, step.moment)
            seen = _is_seen(told.game, step)
            if took is not None and seen and step.side and step.side.value == side and spent + took <= BREAK:
                yield round(spent + took)
            since, spent = (step.moment if seen else None), 0.0


def _is_seen(game: Game, step: StoryStep) -> bool:
    turn = game.turns[step.turn - 1] if step.turn <= len(game.turns) else None
    return step.source in (Source.CAMERA, Source.CLOCK) and not getattr(turn, "inferred", True)


def _elapsed(one: EventTime, other: EventTime) -> float | None:
    """The seconds between two moments, as far as one stopwatch or a clock that was set tells."""
    if one.boot and one.boot == other.boot:
        seconds = other.monotonic - one.monotonic
    elif one.clock_set and other.clock_set:
        seconds = other.wall - one.wall
    else:
        return None
    return seconds if 0.0 <= seconds <= BREAK else None


def _faults(told: GameTold, side: str) -> Iterator[tuple[str, str]]:
    """The turns in which an illegal play was seen, by whether it was put right or stood."""
    flagged = ""
    for step in told.steps:
        if step.side is None or step.side.value != side:
            continue
        if step.kind is StepKind.FAULT and isinstance(step.event, FaultSeen):
            flagged = step.event.fault.rule
        elif step.kind is StepKind.TURN:
            turn = told.game.turns[step.turn - 1] if step.turn <= len(told.game.turns) else None
            if isinstance(turn, CheckerTurn) and turn.fault is not None:
                yield "stood", turn.fault.rule
            elif flagged:
                yield "put_right", flagged
            flagged = ""
