"""The referee: a message in, events out; pure, and without a clock.

    judge(ledger, attention, message) -> Judgement(events, frames, attention)

`engine.ledger.apply` folds the events. How a turn is watched is in engine.turns, throws in engine.throwing, the cube in
engine.cubing, and what people say in engine.commands.
"""

from dataclasses import dataclass, replace

from engine.attention import Attention
from engine.board import Kind, Seating, View
from engine.case import Case
from engine.commands import obey
from engine.cubing import answered, offered
from engine.events import Asked, Event, MatchStarted, ViewChanged
from engine.ledger import Ledger, Phase
from engine.match import Crawford, Result
from engine.messages import Look, Message, Tick
from engine.reading import seen_as, settled_board, shows
from engine.throwing import watch_throw
from engine.throws import ThrowKind, follow, played_out
from engine.turns import after_turn, conclude, watch_turn

START_SECONDS = 0.6
"""How long the starting position stands before the next game begins."""
VIEW_SECONDS = {View.HAND: 1.0, View.COVERED: 1.0, View.MOVED: 1.0, View.DARK: 0.4, View.LOST: 0.0}
"""How long a disturbance of the view lasts before it is told."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the referee makes of a message; `frames[i]` is the frame on which `events[i]` was first seen."""

    events: tuple[Event, ...]
    frames: tuple[int, ...]
    attention: Attention


def judge(ledger: Ledger, attention: Attention, message: Message) -> Judgement:
    """What a message means, as events, given all that is known and what is kept in mind."""
    case = Case(ledger, attention)
    if ledger.match_number == 0:
        match = ledger.match
        crawford = Crawford.PENDING if match.length > 1 else Crawford.OFF
        case.happen(MatchStarted(match.game_id, match.length, match.white, match.black, crawford))
    match message:
        case Look():
            _look(case, message)
        case Tick():
            case.attention = replace(case.attention, now=max(message.time, case.attention.now))
            case.fresh = False
            if case.attention.clear:
                _consider(case)
        case _:
            obey(case, message)
    return Judgement(tuple(case.events), tuple(case.frames), case.attention)


def finish(ledger: Ledger, attention: Attention) -> Judgement:
    """What the referee concludes when there is nothing more to be seen: the end of a film."""
    case = Case(ledger, attention)
    if ledger.phase is Phase.TO_MOVE and attention.look is not None:
        conclude(case, only_if_moved=True)
    return Judgement(tuple(case.events), tuple(case.frames), case.attention)


def _look(case: Case, look: Look) -> None:
    clear = look.view is View.CLEAR and look.evidence is not None
    case.attention = replace(case.attention, now=look.time, frame=look.frame, clear=clear)
    _view(case, look)
    if not clear:
        # Nothing that has to last "still and free of hands" has lasted.
        case.forget("board", "lifted", "start", "cube")
        return
    dice = follow(case.attention.dice, look.dice, look.frame, look.time)
    last = case.ledger.last_play
    if case.attention.look is None and case.ledger.phase is Phase.TO_THROW and last is not None:
        # The first look after a restart: dice on the last mover's half are those that he played with.
        dice = played_out(dice, last.side)
    case.attention = replace(case.attention, look=look, dice=dice)
    _consider(case)


def _view(case: Case, look: Look) -> None:
    held = case.hold("view", look.view)
    if look.view is case.ledger.view or look.view is View.MOVING:
        return
    if look.view is View.CLEAR or held.lasts(look.time, VIEW_SECONDS[look.view], looks=1):
        case.happen(ViewChanged(look.view), held.frame)


def _consider(case: Case) -> None:
    match case.ledger.phase:
        case Phase.NO_GAME | Phase.OVER:
            if not _starting_position(case) and case.ledger.phase is Phase.NO_GAME and case.attention.join:
                _join(case)
        case Phase.TO_THROW:
            if offered(case) or _set_up_anew(case):
                return
            after_turn(case)
            watch_throw(case)
        case Phase.TO_MOVE:
            if offered(case) or _set_up_anew(case):
                return
            watch_turn(case)
        case Phase.DOUBLED:
            if not answered(case):
                _set_up_anew(case)


def _seatings(case: Case) -> tuple[Seating, ...]:
    known = case.ledger.seating
    every = tuple(
        Seating(near, home_right) for home_right in (True, False) for near in (Kind.LIGHT, Kind.DARK)
    )
    return (known, *(each for each in every if each != known)) if known else every


def _starting_position(case: Case) -> bool:
    start = case.game.start
    for seating in _seatings(case):
        if not shows(case.evidence, start, seating):
            continue
        held = case.hold("start", seating)
        if held.lasts(case.attention.now, START_SECONDS):
            case.start_game(start, seating, frame=held.frame)
            if case.attention.dice:
                watch_throw(case)
        return True
    case.forget("start")
    return False


def _join(case: Case) -> None:
    throw = case.attention.throw(None)
    if throw.kind is not ThrowKind.VALID or throw.side is None or throw.roll is None:
        return
    if not throw.lasts(case.attention.now):
        return
    seating = case.seating
    case.start_game(settled_board(case.evidence, seating, case.game.start), seating, throw.side)
    case.throw(throw.side, throw.roll, throw.dice, opening=False)


def _set_up_anew(case: Case) -> bool:
    """Whether the starting position has been set up in the middle of a game: it was passed, or given up."""
    start, seating, game = case.game.start, case.seating, case.ledger.game
    taken_back = game is not None and game.start == start and len(game.turns) == 1
    if taken_back and case.ledger.phase is Phase.TO_THROW:
        # The first play is being taken back to be made again.
        case.forget("start")
        return False
    if case.position == start or case.ledger.game is None or not shows(case.evidence, start, seating):
        case.forget("start")
        return False
    if case.evidence.log_likelihood(seen_as(start, seating)) <= case.evidence.log_likelihood(
        seen_as(case.position, seating)
    ):
        return False
    held = case.hold("start", "anew")
    if not held.lasts(case.attention.now, 1.0):
        return True
    if case.ledger.phase is Phase.DOUBLED and case.ledger.cube.offered_by is not None:
        case.end_game(Result(case.ledger.cube.offered_by, case.ledger.cube.value, "passed"))
    else:
        case.happen(Asked(case.ledger.asked + 1, "resigned", None, ()))
    case.start_game(start, seating, frame=held.frame)
    return True
