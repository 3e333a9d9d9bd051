"""Amending: what is on record of the game that is on, and turns out to have been otherwise."""

from dataclasses import replace

from engine.match.match import CheckerTurn, Turn
from engine.position import Position
from engine.state.events import Amended, Reseated
from engine.state.match_state import Ledger, ReadAnew


def with_turn(ledger: Ledger, turn: Turn) -> Ledger:
    """The record with one more turn in the game that is on."""
    assert ledger.game is not None
    return replace(ledger, game=replace(ledger.game, turns=(*ledger.game.turns, turn)))


def amended(ledger: Ledger, event: Amended) -> Ledger:
    """The record with another play in place of the last one, or of an earlier one."""
    game = ledger.game
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
    ledger = replace(ledger, game=replace(game, turns=tuple(turns)))
    if event.inferred and event.turn is not None:
        ledger = replace(ledger, anew=ReadAnew(index, new.play, old.play))
    if later is not None or (event.turn is not None and game.result is not None):
        # Only the record changes: the game has gone on since, or is over.
        return ledger
    # A play that earns another throw, or does not any more.
    side = ledger.side if new.next_side is old.next_side else new.next_side
    return replace(
        ledger, position=event.after, fault=event.fault, seen=event.after if event.fault else None, side=side
    )


def reseated(ledger: Ledger, event: Reseated) -> Ledger:
    """The record as it is where the players sit otherwise: the same throws, and what was played with them."""
    assert ledger.game is not None
    plays, before, turns = iter(event.plays), event.start, []
    for turn in ledger.game.turns:
        if isinstance(turn, CheckerTurn):
            played = next(plays)
            turn = replace(
                turn,
                play=played.play,
                after=played.after,
                fault=played.fault,
                inferred=played.inferred,
                before=before,
            )
            before = played.after
        turns.append(turn)
    game = replace(ledger.game, start=event.start, turns=tuple(turns))
    return replace(
        ledger,
        game=game,
        seating=event.seating,
        position=before,
        fault=None,
        seen=None,
        setup=None,
    )


def set_up_right(ledger: Ledger, right: Position) -> Ledger:
    """The record as though the game had begun from the right set-up: the same checkers moved in every position."""
    wrong, game = ledger.position, ledger.game
    if wrong is None or game is None:
        return ledger

    def moved(position: Position) -> Position:
        return shifted(position, wrong, right) or position

    turns = tuple(
        replace(turn, after=moved(turn.after), before=None if turn.before is None else moved(turn.before))
        if isinstance(turn, CheckerTurn)
        else turn
        for turn in game.turns
    )
    game = replace(game, start=moved(game.start), turns=turns)
    return replace(ledger, position=right, game=game, setup=None, fault=None, seen=None)


def shifted(position: Position, wrong: Position, right: Position) -> Position | None:
    """A position with the checkers moved that differ between two others; None where they are no longer there."""
    white = tuple(
        men + new - old for men, new, old in zip(position.white, right.white, wrong.white, strict=True)
    )
    black = tuple(
        men + new - old for men, new, old in zip(position.black, right.black, wrong.black, strict=True)
    )
    return None if min(*white, *black) < 0 else replace(position, white=white, black=black)
