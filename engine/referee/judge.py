"""The referee: a message in, events out; pure, and without a clock.

    judge(match_state, tracker, message) -> Judgement(events, frames, tracker)

`engine.state.reducer.reduce` folds the events.
"""

from dataclasses import dataclass, replace

from engine.board import Evidence, Kind, Seating, View
from engine.plays.legal import listed_plays
from engine.position import Position
from engine.referee.between_turns import after_turn
from engine.referee.cubing import answered, offered
from engine.referee.diceless import finish_move, flag, watch_move
from engine.referee.joined_game import join, lying_before
from engine.referee.seats import begun_wrongly, put_right, sit_at_the_end
from engine.referee.throwing import watch_throw
from engine.referee.timekeeping import keep_time
from engine.referee.told_commands import obey
from engine.referee.turn_ending import conclude
from engine.referee.turn_revision import said_of
from engine.referee.turn_watching import watch_turn
from engine.rules import Rules
from engine.state.events import Asked, Doubled, Event, MatchStarted, Settled, Taken, ViewChanged
from engine.state.match_state import MatchState, Phase, next_place, rules_at
from engine.state.messages import Look, Message, Tick
from engine.turn.appearance import seen_as
from engine.turn.context import TurnContext
from engine.turn.throws import follow, fresh, turned_over
from engine.turn.tracker import Timer, TurnTracker
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
    tracker: TurnTracker


def judge(match_state: MatchState, tracker: TurnTracker, message: Message) -> Judgement:
    """What a message means, as events, given all that is known and what is kept in mind."""
    context = TurnContext(match_state, tracker)
    if match_state.match_number == 0:
        context.happen(MatchStarted.of(match_state.match, match_state.profile))
    match message:
        case Look():
            _look(context, message)
        case Tick():
            context.tracker = replace(context.tracker, now=max(message.time, context.tracker.now))
            context.fresh = False
            if context.tracker.clear:
                _consider(context)
        case _:
            obey(context, message)
            # what a person has said of the last turns is not read anew
            aside = all(isinstance(event, _ASIDE) for event in context.events)
            said = said_of(match_state, context.events)
            recent = tuple(each for each in context.tracker.recent if aside and each.turn not in said)
            context.tracker = replace(context.tracker, recent=recent)
    keep_time(context, tracker, message)
    return Judgement(tuple(context.events), tuple(context.frames), context.tracker)


def finish(match_state: MatchState, tracker: TurnTracker) -> Judgement:
    """What the referee concludes when there is nothing more to be seen: the end of a film."""
    context = TurnContext(match_state, tracker)
    sit_at_the_end(context)
    if match_state.phase is Phase.TO_MOVE and tracker.look is not None:
        if match_state.diceless:
            finish_move(context, over=True)
        else:
            conclude(context, only_if_moved=True)
    return Judgement(tuple(context.events), tuple(context.frames), context.tracker)


def _look(context: TurnContext, look: Look) -> None:
    clear = look.view is View.CLEAR and look.evidence is not None and _is_its_board(context, look.evidence)
    gap = max(0.0, look.time - context.tracker.now)
    # Hands that come and go while something covers the board let nobody see it either.
    still_blind = context.tracker.blind > 0 and not clear
    if look.view in UNSEEN or still_blind or gap > GAP_SECONDS:
        blind, unwatched = context.tracker.blind + gap, context.tracker.unwatched + gap
        context.tracker = replace(context.tracker, blind=blind, unwatched=unwatched)
    context.tracker = replace(context.tracker, now=look.time, frame=look.frame, clear=clear)
    _view(context, look)
    if not clear:
        # Nothing that has to last "still and free of hands" has lasted.
        context.forget(Timer.BOARD, Timer.VERDICT, Timer.LIFTED, Timer.SHOWN, Timer.START, Timer.CUBE)
        return
    thrown = look.dice if context.seating.hand_right else turned_over(look.dice)
    before = context.tracker.look
    lost = before is not None and look.time - before.time > GAP_SECONDS
    dice = follow(context.tracker.dice, thrown, look.frame, look.time, lost=lost)
    if before is None:
        dice = lying_before(context, dice)
    context.tracker = replace(context.tracker, look=look, dice=dice)
    _consider(context)


def _is_its_board(context: TurnContext, evidence: Evidence) -> bool:
    """Whether a look is at a board of the shape on which the game is played; any other says nothing."""
    rules = (
        context.game
        if context.match_state.playing
        else rules_at(context.match_state, next_place(context.match_state))
    )
    return evidence.best(None).shape is rules.shape


def _view(context: TurnContext, look: Look) -> None:
    held = context.hold(Timer.VIEW, look.view)
    if look.view is context.match_state.view or look.view is View.MOVING:
        return
    if look.view is View.CLEAR or held.lasts(look.time, VIEW_SECONDS[look.view], looks=1):
        context.happen(ViewChanged(look.view), held.frame)


def _consider(context: TurnContext) -> None:
    match context.match_state.phase:
        case Phase.NO_GAME | Phase.OVER:
            if (
                _starting_position(context)
                or not rules_at(context.match_state, next_place(context.match_state)).dice
            ):
                return
            if begun_wrongly(context, _seatings(context)):
                watch_throw(context)
            elif context.match_state.phase is Phase.NO_GAME and context.tracker.join:
                join(context)
        case Phase.TO_THROW:
            if offered(context) or put_right(context) or _set_up_anew(context):
                return
            after_turn(context)
            watch_throw(context)
        case Phase.TO_MOVE if context.match_state.diceless:
            if not watch_move(context) and not _set_up_anew(context):
                flag(context)
        case Phase.TO_MOVE:
            if offered(context) or put_right(context) or _set_up_anew(context):
                return
            watch_turn(context)
        case Phase.DOUBLED:
            if not answered(context):
                _set_up_anew(context)


def _seatings(context: TurnContext) -> tuple[Seating, ...]:
    known = context.match_state.seating
    every = tuple(
        Seating(near, home_right) for home_right in (True, False) for near in (Kind.LIGHT, Kind.DARK)
    )
    return (known, *(each for each in every if each != known)) if known else every


def _starting_position(context: TurnContext) -> bool:
    game = rules_at(context.match_state, next_place(context.match_state))
    start = game.start
    for seating in _seatings(context):
        if not shows(game, context.evidence, start, seating):
            continue
        held = context.hold(Timer.START, seating)
        if held.lasts(context.tracker.now, START_SECONDS):
            first = context.match_state.phase is Phase.NO_GAME
            context.start_game(start, seating, frame=held.frame)
            if first:
                # Dice that lay there beside the first starting position are the opening throw.
                context.tracker = replace(context.tracker, dice=fresh(context.tracker.dice))
            if context.tracker.dice:
                watch_throw(context)
        return True
    context.forget(Timer.START)
    return False


def _set_up_anew(context: TurnContext) -> bool:
    """Whether a starting position has been set up in the middle of a game: it was passed, given up, or begins anew."""
    game = context.match_state.game
    if game is None:
        return False
    # Where the next game of the match format begins like this one, it is the next that begins.
    onward, again = rules_at(context.match_state, game.place + 1), context.game
    if _is_set_up(context, onward):
        return _go_on(context, game.place + 1)
    if again is not onward and _is_set_up(context, again):
        return _go_on(context, game.place)
    context.forget(Timer.START)
    return False


def _leads_there(context: TurnContext, start: Position) -> bool:
    """Whether the throw being played can lead to the starting position, as where a game begins anew within itself."""
    side, roll = context.match_state.side, context.match_state.roll
    if context.match_state.phase is not Phase.TO_MOVE or side is None or roll is None:
        return False
    return any(
        outcome.position == start for outcome in listed_plays(context.game, context.position, side, roll)
    )


def _is_set_up(context: TurnContext, rules: Rules) -> bool:
    game, seating, start = context.match_state.game, context.seating, rules.start
    taken_back = game is not None and game.start == start and len(game.turns) == 1
    if taken_back and context.match_state.phase is Phase.TO_THROW:
        # The first play is being taken back to be made again.
        return False
    there, here = seen_as(rules, start, seating), seen_as(context.game, context.position, seating)
    if there == here or not shows(rules, context.evidence, start, seating) or _leads_there(context, start):
        return False
    return context.evidence.log_likelihood(there) > context.evidence.log_likelihood(here)


def _go_on(context: TurnContext, place: int) -> bool:
    """The game whose starting position has been set up begins, once that has stood for a second."""
    game = context.match_state.game
    held = context.hold(Timer.START, ("anew", place))
    if not held.lasts(context.tracker.now, 1.0):
        return True
    if context.match_state.phase is Phase.DOUBLED and context.match_state.cube.offered_by is not None:
        context.pass_double()
        if not context.match_state.playing:
            place = next_place(context.match_state)
    if context.match_state.playing and game is not None and place != game.place:
        context.happen(Asked(context.match_state.asked + 1, "resigned", None, ()))
    context.start_game(
        rules_at(context.match_state, place).start, context.seating, frame=held.frame, place=place
    )
    return True
