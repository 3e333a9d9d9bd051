"""Correcting: the ledger as people put it right, and as it was before what they take back."""

from dataclasses import replace

from engine.match.cube import Cube, CubeAction
from engine.match.match import Crawford, CubeTurn, Score, crawford_next
from engine.state.amending import with_turn
from engine.state.events import Corrected
from engine.state.match_state import Ledger, Phase


def corrected(ledger: Ledger, event: Corrected) -> Ledger:
    """The ledger as a person puts it right."""
    if event.undo:
        return _undone(ledger)
    changes = {
        name: value
        for name, value in (
            ("score", event.score), ("cube", _as_agreed(event.cube, ledger)), ("seating", event.seating),
            ("position", event.position),
        )
        if value is not None
    }  # fmt: skip
    ledger = replace(ledger, **changes)  # type: ignore[arg-type]
    if event.score is not None:
        ledger = _scored_otherwise(ledger, event.score)
    if event.seating is not None:
        ledger = replace(ledger, seated=True)
    if event.names is not None:
        white, black = event.names
        ledger = replace(ledger, match=replace(ledger.match, white=white, black=black))
    if event.roll is not None:
        ledger = replace(ledger, roll=event.roll, phase=Phase.TO_MOVE)
    if event.to_play is not None:
        ledger = replace(_without_open_double(ledger), side=event.to_play)
        if ledger.game is not None and not ledger.game.turns:
            ledger = replace(ledger, begins=event.to_play)
        if event.roll is None:
            ledger = replace(ledger, phase=ledger.awaited, roll=None)
    if event.position is not None or event.to_play is not None or event.roll is not None:
        ledger = replace(ledger, fault=None, seen=None, cocked=None, hasty=None, resigning=None)
    return ledger


def _as_agreed(cube: Cube | None, ledger: Ledger) -> Cube | None:
    """A cube put right by a person, its stake growing as agreed on, and a double still on offer if it was."""
    if cube is None:
        return None
    offered_by = ledger.cube.offered_by if ledger.phase is Phase.DOUBLED else cube.offered_by
    return replace(cube, offered_by=offered_by, progression=ledger.match.terms.stake_progression)


def _scored_otherwise(ledger: Ledger, score: Score) -> Ledger:
    """The game that is on began at another score, which may make it the Crawford game, or mean that it is none."""
    game, length = ledger.game, ledger.match.length
    if game is None or game.result is not None:
        return ledger
    ledger = replace(ledger, game=replace(game, score=score))
    if ledger.crawford is Crawford.OFF:
        return ledger
    if max(score.white, score.black) < length - 1:
        cube = replace(ledger.cube, in_play=ledger.cube.in_play or game.crawford)
        return replace(
            ledger, crawford=Crawford.PENDING, cube=cube, game=replace(game, score=score, crawford=False)
        )
    if crawford_next(ledger.crawford, length, score) is Crawford.ACTIVE and not ledger.cube.is_turned:
        return crawford_begun(ledger)
    return ledger


def crawford_begun(ledger: Ledger) -> Ledger:
    """The game that is on is the Crawford game, without the cube."""
    assert ledger.game is not None
    cube = replace(ledger.cube, in_play=False)
    return replace(ledger, game=replace(ledger.game, crawford=True), crawford=Crawford.ACTIVE, cube=cube)


def _without_open_double(ledger: Ledger) -> Ledger:
    last = ledger.last_turn
    if ledger.game is None or not isinstance(last, CubeTurn) or last.answer is not None:
        return ledger
    game = replace(ledger.game, turns=ledger.game.turns[:-1])
    return replace(ledger, game=game, cube=replace(ledger.cube, offered_by=None))


def _undone(ledger: Ledger) -> Ledger:
    """The last thing that ended a turn, or the game, is taken back."""
    game = ledger.game
    if game is None:
        return ledger
    score = game.score if game.result is not None else ledger.score
    stood = ledger.broken_off
    if game.result is not None and stood is not None:
        return replace(
            ledger, game=replace(game, result=None), score=score, winner=None, phase=stood.phase, side=stood.side,
            roll=stood.roll, cube=stood.cube, broken_off=None,
        )  # fmt: skip
    if game.result is not None and _passed_beaver(ledger):
        side = ledger.last_turn.next_side if ledger.last_turn else ledger.begins
        return replace(
            ledger, game=replace(game, result=None), score=score, winner=None, phase=ledger.awaited, side=side,
            roll=None,
        )  # fmt: skip
    before, last = ledger.position_before, ledger.last_turn
    if before is None or last is None:
        return ledger
    questions = tuple(question for question in ledger.questions if question.turns != len(game.turns))
    ledger = replace(
        ledger, game=replace(game, turns=game.turns[:-1], result=None), score=score, winner=None, side=last.side,
        fault=None, seen=None, cocked=None, questions=questions, hasty=None, resigning=None,
    )  # fmt: skip
    if isinstance(last, CubeTurn):
        return _cube_undone(ledger, last)
    phase = Phase.TO_MOVE if last.roll is not None else ledger.awaited
    return replace(ledger, phase=phase, roll=last.roll, position=before)


def _passed_beaver(ledger: Ledger) -> bool:
    """Whether the game has ended because a beaver was passed."""
    last = ledger.last_turn
    return (
        ledger.game is not None
        and ledger.game.result is not None
        and ledger.game.result.how == "passed"
        and isinstance(last, CubeTurn)
        and last.answer is CubeAction.BEAVER
    )


def _cube_undone(ledger: Ledger, last: CubeTurn) -> Ledger:
    """A raccoon taken back leaves the beaver, a beaver the double on offer; all else takes the double itself back.

    `ledger` is without that turn already.
    """
    before = last.before or Cube(max(1, last.value // 2), last.side if last.value > 2 else None)
    ledger = replace(ledger, phase=Phase.TO_THROW, roll=None)
    offered = before.offered(last.side)
    match last.answer:
        case CubeAction.RACCOON:
            turn = replace(last, answer=CubeAction.BEAVER)
            return replace(with_turn(ledger, turn), cube=offered.beavered())
        case CubeAction.BEAVER:
            turn = replace(last, answer=None)
            return replace(with_turn(ledger, turn), cube=offered, phase=Phase.DOUBLED)
        case _:
            return replace(ledger, cube=before)
