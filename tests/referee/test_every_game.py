"""Every game, played at random before a referee with perfect sight: whatever is played
is recorded, and nothing else.
"""

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.board import Side
from engine.dice import Roll
from engine.games import all_games
from engine.play import Outcome
from engine.plays.turn_end import win_of
from engine.position_parsing import parse_position
from engine.state.events import Event, FaultSeen, GameOver, GameStarted, Played
from engine.state.match_state import Phase
from engine.state.messages import SetPosition, SetTurn
from engine.tables.tables_game import TablesGame
from tests.referee.random_play import decided, first_roll, results

TURNS = int(os.environ.get("TABLESIDE_TURNS", "7"))
"""Turns of each game; `make soak` plays games to their ends."""
GAMES = [game for game in all_games() if isinstance(game, TablesGame) and game.points == 24]


class Table:
    """A game played at random, correctly, under the eyes of a referee."""

    def __init__(self, game: TablesGame, evening: Any, seed: int) -> None:
        self.game, self.rng, self.evening = game, Random(seed), evening
        self.evening.see(1.5)
        self.position, self.side = game.start, Side.WHITE

    def begin(self) -> Roll | None:
        """Whoever is to begin does; the throw where the dice that decided it are played."""
        self.side, dice = decided(self.game, self.rng)
        roll = first_roll(self.game, dice)
        if dice is not None:
            self.evening.opening(*dice)
            if roll is None:
                self.evening.lift()
        return roll

    def throw(self) -> Roll:
        """The side on turn throws on its right-hand half."""
        roll = self.rng.choice(self.game.rolls)
        half, u = ("right", 0.66) if self.side is Side.WHITE else ("left", 0.16)
        dice = [(value, half, u + 0.1 * place) for place, value in enumerate(roll.dice)]
        self.evening.throw_at(*dice, seconds=1.0)
        return roll

    def outcome(self, roll: Roll) -> Outcome:
        """A legal result of the roll."""
        return self.rng.choice(results(self.game, self.position, self.side, roll))

    def show(self, outcome: Outcome) -> None:
        """The checkers are moved."""
        self.evening.hand(0.5)
        self.evening.position = self.position = outcome.position
        self.evening.see(1.5)


def last_played(events: list[Event]) -> Played:
    return next(event for event in reversed(events) if isinstance(event, Played))


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_a_game_played_by_its_rules_is_recorded_as_it_was_played(
    game: TablesGame, evening: Callable[..., Any]
) -> None:
    table = Table(game, evening(1, game_id=game.id), 5)
    at = table.evening
    assert any(isinstance(event, GameStarted) for event in at.events)
    roll = table.begin()
    for _ in range(TURNS):
        carried = table.position.past.owed if not table.position.past.again else ()
        if carried:
            owed = table.position.past.owed_roll
            outcome = table.outcome(owed)
            if outcome.play.moves:
                assert (at.match_state.phase, at.match_state.roll) == (Phase.TO_MOVE, owed)
                table.show(outcome)
            else:
                table.position = outcome.position
            if outcome.position.past.thrower_again:
                table.side = table.side.other
        side, roll = table.side, roll or table.throw()
        if carried and outcome is not None and outcome.play.moves:
            assert last_played(at.events).after == outcome.position
        assert (at.match_state.phase, at.match_state.side, at.match_state.roll) == (Phase.TO_MOVE, side, roll)
        outcome = table.outcome(roll)
        table.show(outcome)
        at.lift(1.5)
        played = last_played(at.events)
        if not outcome.play.moves:
            at.see(6.0)
            played = last_played(at.events)
        assert (played.side, played.roll, played.after, played.fault) == (side, roll, outcome.position, None)
        assert played.after.past == outcome.position.past
        assert not any(isinstance(event, FaultSeen) for event in at.events)
        won = win_of(game, outcome.position, side)
        if won is not None:
            over = next(event for event in at.events if isinstance(event, GameOver))
            assert (over.result.winner, over.result.how) == (won[0], won[2])
            return
        assert at.match_state.phase is not Phase.OVER
        table.side = side if outcome.position.past.again else side.other
        roll = None


def test_who_threw_a_doublet_throws_again_once_the_opponent_has_played_what_was_left(
    evening: Callable[..., Any],
) -> None:
    """Dames rabattues: the doublet is White's though Black has used it, and Black's own throw would be none."""
    at = evening(1, game_id="dames_rabattues")
    at.see()
    start = parse_position("W: 9(1) 5(1) off(13) B: 12(3) 8(1) off(11)", at.game)
    at.position = start
    for message in (SetPosition(start), SetTurn(Side.WHITE)):
        at.tell(message)
    at.see()
    at.throw(Side.WHITE, 6, 6)
    at.lift()
    at.see(6.0)
    assert (at.match_state.side, at.match_state.roll) == (Side.BLACK, Roll((6, 6), carried=True))
    at.play("W: 9(1) 5(1) off(13) B: 12(1) 8(1) 6(2) off(11)")
    at.throw(Side.WHITE, 3, 5)
    assert last_played(at.events).side is Side.BLACK
    assert (at.match_state.side, at.match_state.roll) == (Side.WHITE, Roll.of(5, 3))
