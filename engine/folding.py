"""The fold of the events: the ledger after each of them."""

from dataclasses import replace

from engine.cube import Cube, CubeAction
from engine.events import (
    Amended,
    Asked,
    Beavered,
    ClockTurned,
    Cocked,
    Conceded,
    Corrected,
    CubeFault,
    Decided,
    Doubled,
    Event,
    FaultCleared,
    FaultSeen,
    FlagFell,
    GameOver,
    GameStarted,
    KeptAgreed,
    MatchOver,
    MatchStarted,
    Played,
    Raccooned,
    ResignOffered,
    ResignRefused,
    Settled,
    SetupFault,
    SetupFixed,
    SetupStands,
    Taken,
    Thrown,
    ThrownTooSoon,
    Tied,
    ViewChanged,
)
from engine.ledger import AUTOMATIC_DOUBLE, TIE, BrokenOff, Ledger, Phase, Question
from engine.match import CheckerTurn, Crawford, CubeTurn, Game, Match, Score, Turn, crawford_next
from engine.opening import next_to_play
from engine.position import Position


def apply(ledger: Ledger, event: Event, frame: int = 0) -> Ledger:
    """The ledger after an event; never fails on an event that the referee made."""
    ledger = replace(ledger, seq=ledger.seq + 1, frame=frame or ledger.frame)
    match event:
        case MatchStarted():
            match = Match(
                event.length, event.white, event.black, (), event.game_id, event.programme, event.terms
            )  # fmt: skip
            return Ledger(
                match, crawford=event.crawford, view=ledger.view, seating=ledger.seating, asked=ledger.asked,
                match_number=ledger.match_number + 1, frame=ledger.frame, seq=ledger.seq, profile=event.profile,
                by_hand=event.by_hand, kept=event.kept,
            )  # fmt: skip
        case GameStarted():
            return _game_started(ledger, event)
        case Tied():
            if event.cube is None:
                return replace(ledger, cocked=TIE)
            why = AUTOMATIC_DOUBLE.format(value=event.cube)
            return replace(ledger, cocked=why, cube=replace(ledger.cube, value=event.cube))
        case Decided():
            return replace(
                ledger, phase=Phase.TO_THROW, side=event.side, begins=event.side, roll=None, cocked=None
            )  # fmt: skip
        case Thrown():
            return replace(
                ledger,
                phase=Phase.TO_MOVE,
                side=event.side,
                roll=event.roll,
                cocked=None,
                fault=None,
                seen=None,
                hasty=None if ledger.hasty is not None and ledger.hasty.side is event.side else ledger.hasty,
                resigning=ledger.resigning if ledger.phase is Phase.TO_MOVE else None,
            )
        case Cocked():
            return replace(ledger, cocked=event.why)
        case Played():
            turn = CheckerTurn(
                event.side, event.roll, event.play, event.after, event.fault, event.inferred, ledger.frame,
                ledger.position,
            )  # fmt: skip
            return replace(
                _with_turn(ledger, turn), phase=ledger.awaited, side=turn.next_side, roll=None,
                position=event.after, fault=event.fault, seen=event.after if event.fault else None, cocked=None,
                resigning=None,
            )  # fmt: skip
        case Amended():
            return _amended(ledger, event)
        case FaultSeen():
            return replace(ledger, fault=event.fault, seen=event.seen)
        case FaultCleared():
            return replace(ledger, fault=None, seen=None)
        case Doubled():
            turn_of_cube = CubeTurn(event.side, event.value, None, ledger.frame, ledger.cube)
            return replace(
                _with_turn(ledger, turn_of_cube), phase=Phase.DOUBLED, side=event.side,
                cube=ledger.cube.offered(event.side), cube_fault=None,
            )  # fmt: skip
        case Taken():
            return replace(
                _answered(ledger, CubeAction.TAKE),
                phase=Phase.TO_THROW,
                cube=ledger.cube.taken(),
                cube_fault=None,
            )
        case Beavered():
            return replace(
                _answered(ledger, CubeAction.BEAVER),
                phase=Phase.TO_THROW,
                cube=_beavered(ledger.cube),
                cube_fault=None,
            )
        case Raccooned():
            return replace(
                _answered(ledger, CubeAction.RACCOON), cube=ledger.cube.raised(), cube_fault=None
            )  # fmt: skip
        case CubeFault():
            return replace(ledger, cube_fault=event.why)
        case GameOver():
            return _game_over(ledger, event)
        case Conceded():
            return _conceded(ledger, event)
        case MatchOver():
            return replace(ledger, winner=event.winner)
        case Asked():
            turns = len(ledger.game.turns) if ledger.game else 0
            question = Question(event.question, event.what, event.side, event.candidates, turns)
            return replace(ledger, questions=(*ledger.questions, question), asked=event.question)
        case Settled():
            left = tuple(question for question in ledger.questions if question.number != event.question)
            return replace(ledger, questions=left)
        case ViewChanged():
            return replace(ledger, view=event.view)
        case ThrownTooSoon():
            return replace(ledger, hasty=event, cocked=None)
        case SetupFault():
            return replace(ledger, setup=event.seen)
        case SetupFixed():
            return _set_up_right(ledger, event.position)
        case SetupStands():
            return replace(ledger, setup=None)
        case ResignOffered():
            return replace(ledger, resigning=event)
        case ResignRefused():
            return replace(ledger, resigning=None)
        case Corrected():
            return _corrected(ledger, event)
        case KeptAgreed():
            return replace(ledger, kept=event.kept)
        case ClockTurned():
            return replace(ledger, clock=event.clock)
        case FlagFell():
            assert ledger.clock is not None
            return replace(ledger, clock=replace(ledger.clock, fallen=(*ledger.clock.fallen, event.side)))


def _game_started(ledger: Ledger, event: GameStarted) -> Ledger:
    games = ledger.match.games
    # Who gave the last game up is asked as the next one begins; every other doubt is over with its game.
    questions = tuple(question for question in ledger.questions if question.what == "resigned")
    if ledger.game is not None:
        games = (*games, replace(ledger.game, cube=ledger.cube))
    game = Game(event.start, ledger.score, event.crawford, chosen=event.chosen, place=event.place)
    expired = Crawford.EXPIRED if ledger.crawford is Crawford.ACTIVE else ledger.crawford
    ledger = replace(ledger, match=replace(ledger.match, games=games), game=game)
    return replace(
        ledger, seating=event.seating, position=event.start,
        phase=ledger.awaited, side=event.to_play, begins=event.to_play, roll=None, cube=event.cube, fault=None, seen=None, cocked=None,
        cube_fault=None, questions=questions, crawford=Crawford.ACTIVE if event.crawford else expired,
        hasty=None, setup=None, resigning=None,
        # Time that every game has of its own begins anew; what was set before the first is for that.
        clock=None if games and ledger.match.terms.is_timed_by_game(ledger.match.length) else ledger.clock,
    )  # fmt: skip


def _set_up_right(ledger: Ledger, right: Position) -> Ledger:
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


def _with_turn(ledger: Ledger, turn: Turn) -> Ledger:
    assert ledger.game is not None
    return replace(ledger, game=replace(ledger.game, turns=(*ledger.game.turns, turn)))


_ANSWERS_BEFORE = {CubeAction.BEAVER: (CubeAction.TAKE,), CubeAction.RACCOON: (CubeAction.BEAVER,)}
"""The answers to a double that may become another one."""


def _beavered(cube: Cube) -> Cube:
    """The cube beavered, whether it had been taken before or not."""
    return cube.raised() if cube.offered_by is None else cube.beavered()


def _answered(ledger: Ledger, answer: CubeAction) -> Ledger:
    assert ledger.game is not None
    turns = list(ledger.game.turns)
    for index in range(len(turns) - 1, -1, -1):
        turn = turns[index]
        if isinstance(turn, CubeTurn) and turn.answer in (None, *_ANSWERS_BEFORE.get(answer, ())):
            turns[index] = replace(turn, answer=answer)
            break
    return replace(ledger, game=replace(ledger.game, turns=tuple(turns)))


def _amended(ledger: Ledger, event: Amended) -> Ledger:
    assert ledger.game is not None
    if event.turn is not None:
        return _amended_long_ago(ledger, event, event.turn)
    last = ledger.game.turns[-1]
    assert isinstance(last, CheckerTurn)
    turn = replace(
        last, play=event.play, after=event.after, roll=event.roll, fault=event.fault, inferred=event.inferred
    )
    game = replace(ledger.game, turns=(*ledger.game.turns[:-1], turn))
    # A play that earns another throw, or does not any more.
    side = ledger.side if turn.next_side is last.next_side else turn.next_side
    return replace(
        ledger, game=game, position=event.after, fault=event.fault, seen=event.after if event.fault else None,
        side=side,
    )  # fmt: skip


def _amended_long_ago(ledger: Ledger, event: Amended, index: int) -> Ledger:
    """Only the record changes: the game has gone on since, from the board as it was."""
    assert ledger.game is not None
    turns = list(ledger.game.turns)
    old = turns[index]
    assert isinstance(old, CheckerTurn)
    turns[index] = replace(
        old, play=event.play, after=event.after, roll=event.roll, fault=event.fault, inferred=event.inferred
    )
    follower = turns[index + 1] if index + 1 < len(turns) else None
    if isinstance(follower, CheckerTurn):
        turns[index + 1] = replace(follower, before=event.after)
    return replace(ledger, game=replace(ledger.game, turns=tuple(turns)))


def _game_over(ledger: Ledger, event: GameOver) -> Ledger:
    assert ledger.game is not None
    broken_off = None
    if event.result.how in ("resigned", "flag"):
        broken_off = BrokenOff(ledger.phase, ledger.side, ledger.roll, ledger.cube)
    if event.result.how == "passed":
        ledger = _answered(ledger, CubeAction.PASS)
    assert ledger.game is not None
    score = ledger.score.plus(event.result.winner, event.result.points)
    game = replace(ledger.game, result=event.result)
    return replace(
        ledger, game=game, score=score, phase=Phase.OVER, side=None, roll=None, cocked=None, fault=None, seen=None,
        cube_fault=None, cube=replace(ledger.cube, offered_by=None), hasty=None, setup=None, resigning=None,
        broken_off=broken_off,
    )  # fmt: skip


def _conceded(ledger: Ledger, event: Conceded) -> Ledger:
    assert ledger.match.games and ledger.game is not None
    score = ledger.score.plus(event.result.winner, event.result.points)
    games = (*ledger.match.games[:-1], replace(ledger.match.games[-1], result=event.result))
    ledger = replace(ledger, match=replace(ledger.match, games=games), score=score)
    game = replace(ledger.game, score=score) if ledger.game else None
    if ledger.side is None and ledger.phase is Phase.TO_THROW:
        # Who has won the game before begins this one, where that is the rule of it.
        starter = next_to_play(ledger.match.rules(games[-1]), event.result.winner)
        ledger = replace(ledger, side=starter, begins=starter)
    if game is not None and crawford_next(ledger.crawford, ledger.match.length, score) is Crawford.ACTIVE:
        # Had it been known in time, this game would have begun without the cube.
        return _crawford_begun(replace(ledger, game=game))
    return replace(ledger, game=game)


def _as_agreed(cube: Cube | None, ledger: Ledger) -> Cube | None:
    """A cube put right by a person, its stake growing as agreed on, and a double still on offer if it was."""
    if cube is None:
        return None
    offered_by = ledger.cube.offered_by if ledger.phase is Phase.DOUBLED else cube.offered_by
    return replace(cube, offered_by=offered_by, progression=ledger.match.terms.stake_progression)


def _corrected(ledger: Ledger, event: Corrected) -> Ledger:
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
        return _crawford_begun(ledger)
    return ledger


def _crawford_begun(ledger: Ledger) -> Ledger:
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
            return replace(_with_turn(ledger, turn), cube=offered.beavered())
        case CubeAction.BEAVER:
            turn = replace(last, answer=None)
            return replace(_with_turn(ledger, turn), cube=offered, phase=Phase.DOUBLED)
        case _:
            return replace(ledger, cube=before)
