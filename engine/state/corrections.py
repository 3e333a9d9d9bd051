"""The match state where the record is put right, by a person or by what was seen since, or something is taken back."""

from dataclasses import replace

from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, Crawford, CubeTurn, Score, crawford_next
from engine.position import Position
from engine.state.events import Amended, Corrected, Reseated
from engine.state.match_state import (
    MatchState,
    Phase,
    ReadAnew,
    crawford_begun,
    turn_cleared,
    with_fault,
    with_turn,
)


def corrected(match_state: MatchState, event: Corrected) -> MatchState:
    """The match state as a person puts it right."""
    if event.undo:
        return _undone(match_state)
    changes = {
        name: value
        for name, value in (
            ("score", event.score),
            ("cube", _as_agreed(event.cube, match_state)),
            ("seating", event.seating),
            ("position", event.position),
        )
        if value is not None
    }
    match_state = replace(match_state, **changes)  # type: ignore[arg-type]
    if event.score is not None:
        match_state = _scored_otherwise(match_state, event.score)
    if event.seating is not None:
        match_state = replace(match_state, seated=True)
    if event.names is not None:
        white, black = event.names
        match_state = replace(match_state, match=replace(match_state.match, white=white, black=black))
    if event.roll is not None:
        match_state = replace(match_state, roll=event.roll, phase=Phase.TO_MOVE)
    if event.to_play is not None:
        match_state = replace(_without_open_double(match_state), side=event.to_play)
        if match_state.game is not None and not match_state.game.turns:
            match_state = replace(match_state, begins=event.to_play)
        if event.roll is None:
            match_state = replace(match_state, phase=match_state.awaited, roll=None)
    if event.position is not None or event.to_play is not None or event.roll is not None:
        return turn_cleared(match_state)
    return match_state


def _as_agreed(cube: Cube | None, match_state: MatchState) -> Cube | None:
    """A cube put right by a person, its stake growing as agreed on, and a double still on offer if it was."""
    if cube is None:
        return None
    offered_by = match_state.cube.offered_by if match_state.phase is Phase.DOUBLED else cube.offered_by
    return replace(cube, offered_by=offered_by, progression=match_state.match.terms.stake_progression)


def _scored_otherwise(match_state: MatchState, score: Score) -> MatchState:
    """The game that is on began at another score, which may make it the Crawford game, or mean that it is none."""
    game, length = match_state.game, match_state.match.length
    if game is None or game.result is not None:
        return match_state
    match_state = replace(match_state, game=replace(game, score=score))
    if match_state.crawford is Crawford.OFF:
        return match_state
    if max(score.white, score.black) < length - 1:
        cube = replace(match_state.cube, in_play=match_state.cube.in_play or game.crawford)
        return replace(
            match_state, crawford=Crawford.PENDING, cube=cube, game=replace(game, score=score, crawford=False)
        )
    if (
        crawford_next(match_state.crawford, length, score) is Crawford.ACTIVE
        and not match_state.cube.is_turned
    ):
        return crawford_begun(match_state)
    return match_state


def _without_open_double(match_state: MatchState) -> MatchState:
    last = match_state.last_turn
    if match_state.game is None or not isinstance(last, CubeTurn) or last.answer is not None:
        return match_state
    game = replace(match_state.game, turns=match_state.game.turns[:-1])
    return replace(match_state, game=game, cube=replace(match_state.cube, offered_by=None))


def _undone(match_state: MatchState) -> MatchState:
    """The last thing that ended a turn, or the game, is taken back."""
    game = match_state.game
    if game is None:
        return match_state
    score = game.score if game.result is not None else match_state.score
    stood = match_state.broken_off
    if game.result is not None and stood is not None:
        return replace(
            match_state,
            game=replace(game, result=None),
            score=score,
            winner=None,
            phase=stood.phase,
            side=stood.side,
            roll=stood.roll,
            cube=stood.cube,
            broken_off=None,
        )
    if game.result is not None and _passed_beaver(match_state):
        side = match_state.last_turn.next_side if match_state.last_turn else match_state.begins
        return replace(
            match_state,
            game=replace(game, result=None),
            score=score,
            winner=None,
            phase=match_state.awaited,
            side=side,
            roll=None,
        )
    before, last = match_state.position_before, match_state.last_turn
    if before is None or last is None:
        return match_state
    questions = tuple(question for question in match_state.questions if question.turns != len(game.turns))
    match_state = replace(
        turn_cleared(match_state),
        game=replace(game, turns=game.turns[:-1], result=None),
        score=score,
        winner=None,
        side=last.side,
        questions=questions,
    )
    if isinstance(last, CubeTurn):
        return _cube_undone(match_state, last)
    phase = Phase.TO_MOVE if last.roll is not None else match_state.awaited
    return replace(match_state, phase=phase, roll=last.roll, position=before)


def _passed_beaver(match_state: MatchState) -> bool:
    """Whether the game has ended because a beaver was passed."""
    last = match_state.last_turn
    return (
        match_state.game is not None
        and match_state.game.result is not None
        and match_state.game.result.how == "passed"
        and isinstance(last, CubeTurn)
        and last.answer is CubeAction.BEAVER
    )


def _cube_undone(match_state: MatchState, last: CubeTurn) -> MatchState:
    """A raccoon taken back leaves the beaver, a beaver the double on offer; all else takes the double itself back.

    `match_state` is without that turn already.
    """
    before = last.before or Cube(max(1, last.value // 2), last.side if last.value > 2 else None)
    match_state = replace(match_state, phase=Phase.TO_THROW, roll=None)
    offered = before.offered(last.side)
    match last.answer:
        case CubeAction.RACCOON:
            turn = replace(last, answer=CubeAction.BEAVER)
            return replace(with_turn(match_state, turn), cube=offered.beavered())
        case CubeAction.BEAVER:
            turn = replace(last, answer=None)
            return replace(with_turn(match_state, turn), cube=offered, phase=Phase.DOUBLED)
        case _:
            return replace(match_state, cube=before)


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
    return replace(with_fault(match_state, event.fault, event.after), position=event.after, side=side)


def reseated(match_state: MatchState, event: Reseated) -> MatchState:
    """The record as it is where the players sit otherwise: their throws, and what was played with them."""
    assert match_state.game is not None
    plays, before, turns = iter(event.plays), event.start, []
    for turn in match_state.game.turns:
        if isinstance(turn, CheckerTurn):
            played = next(plays)
            turn = replace(
                turn,
                side=played.side,
                roll=played.roll,
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
        return position.shifted(wrong, right) or position

    turns = tuple(
        replace(turn, after=moved(turn.after), before=None if turn.before is None else moved(turn.before))
        if isinstance(turn, CheckerTurn)
        else turn
        for turn in game.turns
    )
    game = replace(game, start=moved(game.start), turns=turns)
    return replace(match_state, position=right, game=game, setup=None, fault=None, seen=None)
