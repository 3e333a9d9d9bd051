"""The referee: a message in, events out; pure, and without a clock.

    judge(ledger, attention, message) -> Judgement(events, frames, attention)

`engine.state.reducer.apply` folds the events. Beside this module, `turns` has how a turn is watched, `throwing` the throws,
`cubing` the cube, and `commands` what people say.
"""

from dataclasses import dataclass, replace

from engine.board import Evidence, Kind, Seating, View
from engine.plays.legal import listed_plays
from engine.position import Position
from engine.referee.anew import said_of
from engine.referee.cubing import answered, offered
from engine.referee.diceless import finish_move, flag, watch_move
from engine.referee.joined_game import join, lying_before
from engine.referee.seats import sit_at_the_end
from engine.referee.start_position import begun_wrongly, put_right
from engine.referee.throwing import watch_throw
from engine.referee.timekeeping import keep_time
from engine.referee.told_commands import obey
from engine.referee.turn_watching import after_turn, conclude, watch_turn
from engine.rules import Rules
from engine.state.beginning import next_place, rules_at
from engine.state.events import Asked, Doubled, Event, MatchStarted, Settled, Taken, ViewChanged
from engine.state.match_state import Ledger, Phase
from engine.state.messages import Look, Message, Tick
from engine.turn.appearance import seen_as
from engine.turn.context import Case
from engine.turn.throws import follow, fresh
from engine.turn.tracker import Attention
from engine.turn.turn_reading import shows

START_SECONDS = 0.6
"""How long the starting position stands before the next game begins."""
VIEW_SECONDS = {View.HAND: 1.0, View.COVERED: 1.0, View.MOVED: 1.0, View.DARK: 0.4, View.LOST: 0.0}
"""How long a disturbance of the view lasts before it is told."""
_ASIDE = (MatchStarted, Doubled, Taken, Settled)
"""Events of what people say that change nothing about the last turns."""
UNSEEN = (View.COVERED, View.MOVED, View.DARK, View.LOST)
"""Views in which a turn may be missed."""
GAP_SECONDS = 2.0
"""After so long without a look nothing was seen meanwhile."""


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
        case.happen(MatchStarted.of(ledger.match, ledger.profile))
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
            # what a person has said of the last turns is not read anew
            aside = all(isinstance(event, _ASIDE) for event in case.events)
            said = said_of(ledger, case.events)
            recent = tuple(each for each in case.attention.recent if aside and each.turn not in said)
            case.attention = replace(case.attention, recent=recent)
    keep_time(case, attention, message)
    return Judgement(tuple(case.events), tuple(case.frames), case.attention)


def finish(ledger: Ledger, attention: Attention) -> Judgement:
    """What the referee concludes when there is nothing more to be seen: the end of a film."""
    case = Case(ledger, attention)
    sit_at_the_end(case)
    if ledger.phase is Phase.TO_MOVE and attention.look is not None:
        if ledger.diceless:
            finish_move(case, over=True)
        else:
            conclude(case, only_if_moved=True)
    return Judgement(tuple(case.events), tuple(case.frames), case.attention)


def _look(case: Case, look: Look) -> None:
    clear = look.view is View.CLEAR and look.evidence is not None and _is_its_board(case, look.evidence)
    gap = max(0.0, look.time - case.attention.now)
    # Hands that come and go while something covers the board let nobody see it either.
    still_blind = case.attention.blind > 0 and not clear
    if look.view in UNSEEN or still_blind or gap > GAP_SECONDS:
        case.attention = replace(case.attention, blind=case.attention.blind + gap)
    case.attention = replace(case.attention, now=look.time, frame=look.frame, clear=clear)
    _view(case, look)
    if not clear:
        # Nothing that has to last "still and free of hands" has lasted.
        case.forget("board", "verdict", "lifted", "shown", "start", "cube")
        return
    dice = follow(case.attention.dice, look.dice, look.frame, look.time)
    if case.attention.look is None:
        dice = lying_before(case, dice)
    case.attention = replace(case.attention, look=look, dice=dice)
    _consider(case)


def _is_its_board(case: Case, evidence: Evidence) -> bool:
    """Whether a look is at a board of the shape on which the game is played; any other says nothing."""
    rules = case.game if case.ledger.playing else rules_at(case.ledger, next_place(case.ledger))
    return evidence.best(None).shape is rules.shape


def _view(case: Case, look: Look) -> None:
    held = case.hold("view", look.view)
    if look.view is case.ledger.view or look.view is View.MOVING:
        return
    if look.view is View.CLEAR or held.lasts(look.time, VIEW_SECONDS[look.view], looks=1):
        case.happen(ViewChanged(look.view), held.frame)


def _consider(case: Case) -> None:
    match case.ledger.phase:
        case Phase.NO_GAME | Phase.OVER:
            if _starting_position(case) or not rules_at(case.ledger, next_place(case.ledger)).dice:
                return
            if begun_wrongly(case, _seatings(case)):
                watch_throw(case)
            elif case.ledger.phase is Phase.NO_GAME and case.attention.join:
                join(case)
        case Phase.TO_THROW:
            if offered(case) or put_right(case) or _set_up_anew(case):
                return
            after_turn(case)
            watch_throw(case)
        case Phase.TO_MOVE if case.ledger.diceless:
            if not watch_move(case) and not _set_up_anew(case):
                flag(case)
        case Phase.TO_MOVE:
            if offered(case) or put_right(case) or _set_up_anew(case):
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
    game = rules_at(case.ledger, next_place(case.ledger))
    start = game.start
    for seating in _seatings(case):
        if not shows(game, case.evidence, start, seating):
            continue
        held = case.hold("start", seating)
        if held.lasts(case.attention.now, START_SECONDS):
            first = case.ledger.phase is Phase.NO_GAME
            case.start_game(start, seating, frame=held.frame)
            if first:
                # Dice that lay there beside the first starting position are the opening throw.
                case.attention = replace(case.attention, dice=fresh(case.attention.dice))
            if case.attention.dice:
                watch_throw(case)
        return True
    case.forget("start")
    return False


def _set_up_anew(case: Case) -> bool:
    """Whether a starting position has been set up in the middle of a game: it was passed, given up, or begins anew."""
    game = case.ledger.game
    if game is None:
        return False
    # Where the next game of the programme begins like this one, it is the next that begins.
    onward, again = rules_at(case.ledger, game.place + 1), case.game
    if _is_set_up(case, onward):
        return _go_on(case, game.place + 1)
    if again is not onward and _is_set_up(case, again):
        return _go_on(case, game.place)
    case.forget("start")
    return False


def _leads_there(case: Case, start: Position) -> bool:
    """Whether the throw being played can lead to the starting position, as where a game begins anew within itself."""
    side, roll = case.ledger.side, case.ledger.roll
    if case.ledger.phase is not Phase.TO_MOVE or side is None or roll is None:
        return False
    return any(outcome.position == start for outcome in listed_plays(case.game, case.position, side, roll))


def _is_set_up(case: Case, rules: Rules) -> bool:
    game, seating, start = case.ledger.game, case.seating, rules.start
    taken_back = game is not None and game.start == start and len(game.turns) == 1
    if taken_back and case.ledger.phase is Phase.TO_THROW:
        # The first play is being taken back to be made again.
        return False
    there, here = seen_as(rules, start, seating), seen_as(case.game, case.position, seating)
    if there == here or not shows(rules, case.evidence, start, seating) or _leads_there(case, start):
        return False
    return case.evidence.log_likelihood(there) > case.evidence.log_likelihood(here)


def _go_on(case: Case, place: int) -> bool:
    """The game whose starting position has been set up begins, once that has stood for a second."""
    game = case.ledger.game
    held = case.hold("start", ("anew", place))
    if not held.lasts(case.attention.now, 1.0):
        return True
    if case.ledger.phase is Phase.DOUBLED and case.ledger.cube.offered_by is not None:
        case.pass_double()
        place = next_place(case.ledger)
    elif game is not None and place != game.place:
        case.happen(Asked(case.ledger.asked + 1, "resigned", None, ()))
    case.start_game(rules_at(case.ledger, place).start, case.seating, frame=held.frame, place=place)
    return True
