"""Wins of which nobody saw the throw: concluded where two numbers took the last checkers off, else asked about."""

from engine.board import Side
from engine.dice import Roll
from engine.play import Outcome
from engine.plays.legal import listed_plays
from engine.plays.turn_end import win_of
from engine.referee.turn_watching import WON_SECONDS
from engine.state.events import Candidate, Corrected
from engine.state.match_state import Phase, Question
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import on_board
from engine.turn.context import OF_A_TURN, SWEPT, TurnContext
from engine.turn.tracker import Timer
from engine.turn.turn_reading import missed_rolls, settled_board

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
    if on_board(settled_board(game, context.evidence, context.seating, position), side):
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
