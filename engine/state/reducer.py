"""The fold of the events: the ledger after each of them."""

from dataclasses import replace

from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, Crawford, CubeTurn, Game, Match, crawford_next
from engine.match.opening_roll import next_to_play
from engine.state.amending import amended, reseated, set_up_right, with_turn
from engine.state.correcting import corrected, crawford_begun
from engine.state.events import (
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
    Reseated,
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
from engine.state.match_state import AUTOMATIC_DOUBLE, TIE, BrokenOff, Ledger, Phase, Question


def apply(ledger: Ledger, event: Event, frame: int = 0) -> Ledger:
    """The ledger after an event; never fails on an event that the referee made."""
    ledger = replace(ledger, seq=ledger.seq + 1, frame=frame or ledger.frame)
    match event:
        case MatchStarted():
            match = Match(
                event.length, event.white, event.black, (), event.game_id, event.programme, event.terms,
                event.dice,
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
                with_turn(ledger, turn), phase=ledger.awaited, side=turn.next_side, roll=None,
                position=event.after, fault=event.fault, seen=event.after if event.fault else None, cocked=None,
                resigning=None, anew=None,
            )  # fmt: skip
        case Amended():
            return amended(ledger, event)
        case FaultSeen():
            return replace(ledger, fault=event.fault, seen=event.seen)
        case FaultCleared():
            return replace(ledger, fault=None, seen=None)
        case Doubled():
            turn_of_cube = CubeTurn(event.side, event.value, None, ledger.frame, ledger.cube)
            return replace(
                with_turn(ledger, turn_of_cube), phase=Phase.DOUBLED, side=event.side,
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
            if event.turn is not None:
                turns = event.turn + 1
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
            return set_up_right(ledger, event.position)
        case SetupStands():
            return replace(ledger, setup=None)
        case ResignOffered():
            return replace(ledger, resigning=event)
        case ResignRefused():
            return replace(ledger, resigning=None)
        case Corrected():
            return corrected(ledger, event)
        case Reseated():
            return reseated(ledger, event)
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
        hasty=None, setup=None, resigning=None, anew=None, seated=False,
        # Time that every game has of its own begins anew; what was set before the first is for that.
        clock=None if games and ledger.match.terms.is_timed_by_game(ledger.match.length) else ledger.clock,
    )  # fmt: skip


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
        return crawford_begun(replace(ledger, game=game))
    return replace(ledger, game=game)
