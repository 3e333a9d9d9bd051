"""Amending: what is on record of the game that is on, and turns out to have been otherwise."""

from dataclasses import replace

from engine.match.match import CheckerTurn, Turn
from engine.position import Position
from engine.state.events import Amended, Reseated
from engine.state.match_state import MatchState, ReadAnew


def with_turn(match_state: MatchState, turn: Turn) -> MatchState:
    """The record with one more turn in the game that is on."""
    assert match_state.game is not None
    return replace(match_state, game=replace(match_state.game, turns=(*match_state.game.turns, turn)))


def amended(match_state: MatchState, event: Amended) -> MatchState:
    """The record with another play in place of the last one, or of an earlier one."""
    game = match_state.game
    assert game is not None
    turns = list(game.turns)
    index = len(turns) - 1 if event.turn is None else event.turn
    old = turns[index]
    assert isinstance(old, CheckerTurn)
    new = replace(
        old, play=event.play, after=event.after, roll=event.roll, fault=event.fault, inferred=event.inferred
    )
    turns[index] = new
    later = next((k for k in range(index + 1, len(turns)) if isinstance(turns[k], CheckerTurn)), None)
    if later is not None:
        follower = turns[later]
        assert isinstance(follower, CheckerTurn)
        turns[later] = replace(follower, before=event.after)
    match_state = replace(match_state, game=replace(game, turns=tuple(turns)))
    if event.inferred and event.turn is not None:
        match_state = replace(match_state, anew=ReadAnew(index, new.play, old.play))
    if later is not None or (event.turn is not None and game.result is not None):
        # Only the record changes: the game has gone on since, or is over.
        return match_state
    # A play that earns another throw, or does not any more.
    side = match_state.side if new.next_side is old.next_side else new.next_side
    return replace(
        match_state,
        position=event.after,
        fault=event.fault,
        seen=event.after if event.fault else None,
        side=side,
    )


def reseated(match_state: MatchState, event: Reseated) -> MatchState:
    """The record as it is where the players sit otherwise: the same throws, and what was played with them."""
    assert match_state.game is not None
    plays, before, turns = iter(event.plays), event.start, []
    for turn in match_state.game.turns:
        if isinstance(turn, CheckerTurn):
            played = next(plays)
            turn = replace(
                turn,
                side=played.side,
                play=played.play,
                after=played.after,
                fault=played.fault,
                inferred=played.inferred,
                before=before,
            )
            before = played.after
        turns.append(turn)
    game, side = replace(match_state.game, start=event.start, turns=tuple(turns)), match_state.side
    if side is not None and event.seating.hand_right != (match_state.seating or event.seating).hand_right:
        # what lies at one player's right hand lies at the other's, where the picture is mirrored
        side = side.other
    return replace(
        match_state,
        game=game,
        side=side,
        seating=event.seating,
        position=before,
        fault=None,
        seen=None,
        setup=None,
    )


def set_up_right(match_state: MatchState, right: Position) -> MatchState:
    """The record as though the game had begun from the right set-up: the same checkers moved in every position."""
    wrong, game = match_state.position, match_state.game
    if wrong is None or game is None:
        return match_state

    def moved(position: Position) -> Position:
        return shifted(position, wrong, right) or position

    turns = tuple(
        replace(turn, after=moved(turn.after), before=None if turn.before is None else moved(turn.before))
        if isinstance(turn, CheckerTurn)
        else turn
        for turn in game.turns
    )
    game = replace(game, start=moved(game.start), turns=turns)
    return replace(match_state, position=right, game=game, setup=None, fault=None, seen=None)


def shifted(position: Position, wrong: Position, right: Position) -> Position | None:
    """A position with the checkers moved that differ between two others; None where they are no longer there."""
    white = tuple(
        men + new - old for men, new, old in zip(position.white, right.white, wrong.white, strict=True)
    )
    black = tuple(
        men + new - old for men, new, old in zip(position.black, right.black, wrong.black, strict=True)
    )
    return None if min(*white, *black) < 0 else replace(position, white=white, black=black)
