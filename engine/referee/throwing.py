"""Watching for a throw: whose it is, whether it counts, what to make of one that comes out of turn; and wins of which
nobody saw it: concluded where two numbers took the last checkers off, else asked about.
"""

from engine.board import Side
from engine.dice import Roll
from engine.play import Outcome, Play
from engine.plays.legal import listed_plays
from engine.plays.turn_end import win_of
from engine.referee.between_turns import after_turn
from engine.referee.seats import opening_throw, undecided
from engine.referee.turn_watching import WON_SECONDS
from engine.referee.unseen import accept_if_due, may_have_danced, take_board, turn_missed
from engine.state.events import Candidate, Corrected, Decided, Tied
from engine.state.match_state import Phase, Question, anybody_begins, turns_now
from engine.tables.tables_game import FirstRoll, TablesGame
from engine.turn.appearance import on_board
from engine.turn.context import SWEPT, TurnContext
from engine.turn.histories import moved_about
from engine.turn.premature_throw import receive
from engine.turn.throws import COCKED_SECONDS, Throw, ThrowKind
from engine.turn.tracker import OF_A_TURN, Timer
from engine.turn.turn_reading import TurnVerdict, is_closed_out, missed_rolls
from engine.words.reasons import ThrowReason

MOST_BORNE_OFF = 4
"""So many checkers at most one throw takes off."""
NOT_OVER = "not over"
"""What Timer.WON holds once people have said that the game goes on, until checkers stand there again."""


def watch_unseen_win(context: TurnContext, side: Side) -> None:
    """The last checkers of the side on turn are gone, and nobody saw all of its throw.

    Where a throw of two numbers takes them off, the game is over, unless people say that it is not. Where a doublet
    alone does, or the board shows what no throw leaves, they may as well have been swept up: nothing is concluded, and
    people are asked at once who has won, and what.
    """
    game, position = context.game, context.position
    left = on_board(position, side)
    if not isinstance(game, TablesGame) or any(position.past.hand) or not 0 < left <= MOST_BORNE_OFF:
        return
    if on_board(context.settled, side):
        context.forget(Timer.WON)
        context.settle(SWEPT)
        return
    held = context.tracker.of(Timer.WON)
    if held is not None and held.what == NOT_OVER:
        return
    if not context.hold(Timer.WON, side).lasts(context.tracker.now, WON_SECONDS):
        return
    goes_on = Candidate(None, None, position, True, 0.5)
    shown = _of_dice_lying(context, _shown(context, game, side))
    if any(len(set(roll.dice)) > 1 for roll, _ in shown):
        options = _candidates(shown[:2])
        first = options[0]
        assert first.play is not None
        context.play(first.roll, first.play, first.position, inferred=True)
        context.ask("missed", side, (*options, goes_on))
    elif not _is_asked(context, side):
        # What was asked of an earlier turn is over with it.
        context.settle(SWEPT)
        every = _winning(game, context, side)
        ways = shown or _of_dice_lying(context, every) or every
        if ways:
            context.ask(SWEPT, side, (goes_on, *_candidates(_one_a_result(game, ways, side))))


def is_of_win(question: Question, chosen: Candidate) -> bool:
    """Whether an answer says that a game is over, or is not, of which nobody saw the last throw."""
    return question.what == SWEPT or (question.what == "missed" and chosen.play is None)


def _is_asked(context: TurnContext, side: Side) -> bool:
    """Whether people are asked about the swept board of this very turn."""
    game = context.match_state.game
    now = 0 if game is None else len(game.turns)
    return any(
        question.what == SWEPT and question.side is side and question.turns == now
        for question in context.match_state.questions
    )


def choose_win(context: TurnContext, chosen: Candidate, side: Side) -> None:
    """People say that a side has won so, or that the game goes on from the board before."""
    match_state = context.match_state
    if chosen.play is not None:
        if match_state.side is side and match_state.phase in (Phase.TO_THROW, Phase.TO_MOVE):
            context.play(chosen.roll, chosen.play, chosen.position, inferred=True)
        return
    if match_state.phase is Phase.OVER:
        context.take_back()
        # What was thrown had been concluded, too.
        context.happen(Corrected("turn", to_play=side))
        context.seat_captain()
    context.forget(*OF_A_TURN)
    context.hold(Timer.WON, NOT_OVER)


def _shown(context: TurnContext, game: TablesGame, side: Side) -> list[tuple[Roll, Outcome]]:
    """The throws that win and leave the board that is seen, likeliest first."""
    rolls = missed_rolls(game, context.position, side, context.seating, context.evidence)
    return [(roll, scored.outcome) for roll, scored in rolls if win_of(game, scored.outcome.position, side)]


def _winning(game: TablesGame, context: TurnContext, side: Side) -> list[tuple[Roll, Outcome]]:
    """The throws that win, whatever board is seen."""
    return [
        (roll, outcome)
        for roll in game.rolls
        for outcome in listed_plays(game, context.position, side, roll)
        if win_of(game, outcome.position, side)
    ]


def _of_dice_lying(context: TurnContext, ways: list[tuple[Roll, Outcome]]) -> list[tuple[Roll, Outcome]]:
    """Those of the throws that the dice that lie there can be of."""
    lying = {die.value for die in context.tracker.dice if die.flat and not die.stale}
    return [each for each in ways if lying <= set(each[0].dice)]


def _one_a_result(
    game: TablesGame, ways: list[tuple[Roll, Outcome]], side: Side
) -> list[tuple[Roll, Outcome]]:
    """Of the throws that win the same, the first."""
    found = {win_of(game, outcome.position, side): (roll, outcome) for roll, outcome in reversed(ways)}
    return list(found.values())[::-1]


def _candidates(ways: list[tuple[Roll, Outcome]]) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(roll, outcome.play, outcome.position, True, 1.0 / len(ways)) for roll, outcome in ways
    )


OUT_OF_TURN_SECONDS = 0.8
"""How long dice lie on the wrong player's half before anything is made of it."""


def watch_throw(context: TurnContext) -> None:
    """Look for the throw of the side whose turn it is, or for the opening throw."""
    side = context.match_state.side
    throw = context.seen_throw(_thrower(context))
    if side is None and throw.kind is ThrowKind.VALID and len(throw.dice) == 2:
        throw = opening_throw(context.game, throw)
    if throw.kind is ThrowKind.NONE:
        context.forget(Timer.THROW)
        if side is not None:
            watch_unseen_win(context, side)
        return
    held = context.sight(throw)
    now = context.tracker.now
    opens = side is None and _on_one_half(throw) and not anybody_begins(context.match_state)
    match throw.kind:
        case ThrowKind.VALID if opens:
            if held.lasts(now, COCKED_SECONDS):
                _thrown_by_one(context, throw)
        case ThrowKind.VALID if side in (throw.side, None):
            if throw.lasts(now):
                _in_turn(context, throw)
        case ThrowKind.VALID:
            if held.lasts(now, OUT_OF_TURN_SECONDS):
                _out_of_turn(context, throw)
        case ThrowKind.TIE:
            if throw.lasts(now):
                context.happen(_tied(context, throw.dice[0].value), max(die.frame for die in throw.dice))
                context.mark_dice()
        case ThrowKind.COCKED:
            if held.lasts(now, COCKED_SECONDS):
                _cocked(context, throw)


def _thrown_by_one(context: TurnContext, throw: Throw) -> None:
    """Both dice on one half, where a die each decides who begins; the board may show that the game has gone on, or it
    may have been decided while nothing was seen.
    """
    if throw.side is None:
        return
    rethrown = context.game.first_roll is FirstRoll.REROLL
    if context.match_state.setup is None and not context.shows(context.position):
        _opening_missed(context, throw.side, throw)
    elif rethrown and context.tracker.missed_throw:
        context.happen(Decided(throw.side, ()))
        accept_if_due(context, throw)
    else:
        context.call_cocked(throw.side, throw, ThrowReason.ONE_EACH)


def _in_turn(context: TurnContext, throw: Throw) -> None:
    """Who is on turn has thrown, or the game begins: what still stood open of the turn before is closed with it."""
    begins_game = context.match_state.side is None
    with context.looking_back():
        after_turn(context, last_chance=True)
        _take_unexplained(context, throw)
    if not begins_game or _begun(context, throw):
        receive(context, throw)


def _take_unexplained(context: TurnContext, throw: Throw) -> None:
    """Beside the throw lies a board to which it does not lead, on which the opponent's checkers have moved, too, either
    after nothing was seen for a while or together with the thrower's own: turns were missed.
    """
    side, roll, game = context.match_state.side, throw.roll, context.game
    if side is None or roll is None or not isinstance(game, TablesGame):
        return
    if not turns_now(context.match_state) or undecided(context) is not None:
        # It may as well be that others sit there than it seems.
        return
    if context.shows(context.position):
        return
    reading = context.read(context.position, side, roll)
    own, theirs = (
        moved_about(context.position.of(each), reading.seen.of(each)) for each in (side, side.other)
    )
    if reading.ongoing is TurnVerdict.OPEN and theirs and (own or context.tracker.blind):
        take_board(context, reading.seen)


def _cocked(context: TurnContext, throw: Throw) -> None:
    """A throw that does not count; that of a player who is closed out and passes is the opponent's."""
    side = context.match_state.side
    if throw.side is None:
        return
    passes = side is not None and throw.side is side and context.profile.auto_pass_closed_out
    closed = passes and is_closed_out(context.game, context.position, throw.side)
    context.call_cocked(throw.side.other if closed else throw.side, throw, throw.why)


def _on_one_half(throw: Throw) -> bool:
    return len({die.side for die in throw.dice}) == 1


def _begun(context: TurnContext, throw: Throw) -> bool:
    """Whether a throw made before it was known who begins is played, or only tells who begins."""
    assert throw.side is not None and throw.roll is not None
    frame = max(die.frame for die in throw.dice)
    if anybody_begins(context.match_state) and _on_one_half(throw):
        context.happen(Decided(throw.side, ()), frame)
        return True
    if context.game.first_roll is FirstRoll.USE_BOTH:
        return True
    context.happen(Decided(throw.side, throw.roll.dice), frame)
    context.mark_dice()
    context.forget(Timer.THROW)
    return False


def _tied(context: TurnContext, value: int) -> Tied:
    """A tie at the opening, which doubles the cube if that was agreed on (rules 5.1)."""
    cube = context.match_state.cube
    doubles = cube.in_play and cube.owner is None and cube.raises < context.terms.auto_doubles
    return Tied(value, cube.next_value if doubles else None)


def _thrower(context: TurnContext) -> Side | None:
    """Whose throw dice would be: where the half does not tell, the opponent's of a player who passes closed out."""
    side, profile = context.match_state.side, context.profile
    passes = side is not None and not profile.throws.own_half and profile.auto_pass_closed_out
    if side is not None and passes and is_closed_out(context.game, context.position, side):
        return side.other
    return side


def _out_of_turn(context: TurnContext, throw: Throw) -> None:
    """The other side has thrown: the one on turn passes, has played unseen, or the dice lie on the wrong half."""
    side = context.match_state.side
    assert side is not None and throw.side is not None
    if is_closed_out(context.game, context.position, side):
        if context.profile.auto_pass_closed_out:
            context.play(None, Play(), context.position)
            receive(context, throw)
        else:
            context.call_cocked(throw.side, throw, ThrowReason.CLOSED_OUT)
        return
    if context.shows(context.position) and not may_have_danced(context, side):
        context.call_cocked(side, throw, ThrowReason.OPPONENTS_HALF)
        return
    turn_missed(context, side, throw, at_any_rate=context.tracker.was_blind)


def _opening_missed(context: TurnContext, side: Side, throw: Throw) -> None:
    """A side has thrown, and the board is no starting position any more: it is that throw which is being played.

    Or the other side has begun, and nobody saw it.
    """
    if throw.roll is not None:
        reading = context.read(context.position, side, throw.roll)
        if reading.ongoing is TurnVerdict.LEGAL:
            context.happen(Decided(side, ()))
            accept_if_due(context, throw)
            return
    context.happen(Decided(side.other, ()))
    turn_missed(context, side.other, throw, at_any_rate=True)
