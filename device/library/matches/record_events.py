"""A match from a file as events, so that it is told like one that was refereed here."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from device.errors import RecordError
from engine.board import Seating
from engine.i18n import phrase
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, Game, Match, Turn, match_winner
from engine.match.terms import CubeUse
from engine.play import Fault
from engine.state.events import (
    Beavered,
    Corrected,
    Doubled,
    Event,
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    Played,
    Raccooned,
    Taken,
    Thrown,
)
from engine.state.match_state import MatchState, new_match_state
from engine.state.reducer import reduce

ANSWERS: Mapping[CubeAction | None, tuple[type[Taken] | type[Beavered] | type[Raccooned], ...]] = {
    CubeAction.TAKE: (Taken,),
    CubeAction.BEAVER: (Beavered,),
    CubeAction.RACCOON: (Beavered, Raccooned),
}
"""What answers a double, by the answer that a record has; to pass is to lose the game."""


def events_of_record(
    match: Match, faults: Mapping[tuple[int, int], Fault] | None = None
) -> tuple[Event, ...]:
    """The events of a match that was played elsewhere; `faults` of its plays are by game and turn, both from 1.

    Raises RecordError where they would come to another match than the record.
    """
    try:
        told = _Told(match)
        for number, game in enumerate(match.games, 1):
            told.add(*_events_of_game(match, number, game, told.match_state, faults or {}))
        over = sum(game.result is not None for game in match.games)
        results = (game.result for game in match.games)
        winner = match_winner(match.length, told.match_state.score, match.match_format, over, results)
        if winner is not None:
            told.add(MatchOver(winner))
        same = [_bare(game) for game in told.match_state.record.games] == [
            _bare(game) for game in match.games
        ]
    except (AssertionError, ValueError, LookupError) as error:
        raise RecordError(_WRONG) from error
    if not same:
        raise RecordError(_WRONG)
    return tuple(told.events)


_WRONG = phrase(
    "the games of this record do not follow from one another, so they cannot be shown step by step: "
    "check the record, or convert it, at a command line"
)


class _Told:
    """Events, and what they come to."""

    def __init__(self, match: Match) -> None:
        self.events: list[Event] = []
        self.match_state = new_match_state(match)
        self.add(MatchStarted.of(match))

    def add(self, *events: Event) -> None:
        """Tell of some more."""
        for event in events:
            self.events.append(event)
            self.match_state = reduce(self.match_state, event)


def _events_of_game(
    match: Match, number: int, game: Game, before: MatchState, faults: Mapping[tuple[int, int], Fault]
) -> Iterator[Event]:
    cube = Cube(
        in_play=not game.crawford and match.terms.cube is not CubeUse.OFF,
        progression=match.terms.stake_progression,
    )
    yield GameStarted(
        game.start, before.seating or Seating(), game.crawford, cube, None, game.chosen, game.place
    )
    if before.score != game.score:
        yield Corrected("score", score=game.score)
    for index, turn in enumerate(game.turns, 1):
        yield from _events_of_turn(turn, faults.get((number, index)), is_first=index == 1)
    if game.result is not None:
        yield GameOver(game.result)


def _events_of_turn(turn: Turn, fault: Fault | None, *, is_first: bool) -> Iterator[Event]:
    if isinstance(turn, CheckerTurn):
        if turn.roll is not None:
            yield Thrown(turn.side, turn.roll, opening=is_first, inferred=turn.inferred)
        yield Played(turn.side, turn.roll, turn.play, turn.after, fault or turn.fault, turn.inferred)
        return
    yield Doubled(turn.side, turn.value)
    for each in ANSWERS.get(turn.answer, ()):
        yield each(turn.side if each is Raccooned else turn.side.other)


def _bare(game: Game) -> Game:
    """A game without what a record does not say, or says otherwise."""
    turns = tuple(
        replace(turn, fault=None, inferred=False, frame=0, before=None)
        if isinstance(turn, CheckerTurn)
        else replace(turn, frame=0, before=None)
        for turn in game.turns
    )
    return replace(game, turns=turns, cube=None, chosen=None, place=0)
