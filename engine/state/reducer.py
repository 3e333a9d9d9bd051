"""The fold of the events: the match state after each of them."""

from dataclasses import replace

from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, Crawford, CubeTurn, Game, Match, crawford_next, next_to_play
from engine.state.chouette_fold import captain_changed, followed
from engine.state.corrections import amended, corrected, reseated, set_up_right
from engine.state.events import (
    Amended,
    Asked,
    Beavered,
    CaptainChanged,
    ChouetteDone,
    ChouetteStood,
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
    PointsClaimed,
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
from engine.state.match_state import (
    BrokenOff,
    MatchState,
    Phase,
    Question,
    crawford_begun,
    game_cleared,
    with_fault,
    with_turn,
)
from engine.trictrac import claimed
from engine.words.reasons import ThrowReason


def reduce(match_state: MatchState, event: Event, frame: int = 0) -> MatchState:
    """The match state after an event; never fails on an event that the referee made."""
    match_state = replace(match_state, seq=match_state.seq + 1, frame=frame or match_state.frame)
    after = _reduced(match_state, event)
    return after if after.chouette is None else replace(after, chouette=followed(match_state, event, after))


def _reduced(match_state: MatchState, event: Event) -> MatchState:
    match event:
        case MatchStarted() | GameStarted() | GameOver() | Conceded() | MatchOver():
            return _begun_or_over(match_state, event)
        case Tied() | Decided() | Thrown() | Cocked() | ThrownTooSoon():
            return _thrown_anyhow(match_state, event)
        case Played() | Amended() | FaultSeen() | FaultCleared() | Reseated():
            return _played_anyhow(match_state, event)
        case Doubled() | Taken() | Beavered() | Raccooned() | CubeFault():
            return _cubed(match_state, event)
        case SetupFault() | SetupFixed() | SetupStands():
            return _set_up(match_state, event)
        case (
            Asked()
            | Settled()
            | ResignOffered()
            | ResignRefused()
            | PointsClaimed()
            | Corrected()
            | KeptAgreed()
        ):
            return _said(match_state, event)
        case ViewChanged():
            return replace(match_state, view=event.view)
        case ClockTurned():
            return replace(match_state, clock=event.clock)
        case FlagFell():
            return _flag_fell(match_state, event)
        case ChouetteStood():
            return replace(match_state, chouette=event.chouette(match_state.match.terms))
        case ChouetteDone():
            return match_state
        case CaptainChanged():
            return captain_changed(match_state, event)


def _begun_or_over(
    match_state: MatchState, event: MatchStarted | GameStarted | GameOver | Conceded | MatchOver
) -> MatchState:
    match event:
        case MatchStarted():
            return _match_started(match_state, event)
        case GameStarted():
            return _game_started(match_state, event)
        case GameOver():
            return _game_over(match_state, event)
        case Conceded():
            return _conceded(match_state, event)
        case MatchOver():
            return replace(match_state, winner=event.winner)


def _thrown_anyhow(
    match_state: MatchState, event: Tied | Decided | Thrown | Cocked | ThrownTooSoon
) -> MatchState:
    match event:
        case Tied():
            return _tied(match_state, event)
        case Decided():
            return replace(
                match_state, phase=Phase.TO_THROW, side=event.side, begins=event.side, roll=None, cocked=None
            )
        case Thrown():
            return _thrown(match_state, event)
        case Cocked():
            return replace(match_state, cocked=event.why)
        case ThrownTooSoon():
            return replace(match_state, premature=event, cocked=None)


def _played_anyhow(
    match_state: MatchState, event: Played | Amended | FaultSeen | FaultCleared | Reseated
) -> MatchState:
    match event:
        case Played():
            return _played(match_state, event)
        case Amended():
            return amended(match_state, event)
        case FaultSeen():
            return replace(match_state, fault=event.fault, seen=event.seen)
        case FaultCleared():
            return replace(match_state, fault=None, seen=None)
        case Reseated():
            return reseated(match_state, event)


def _cubed(match_state: MatchState, event: Doubled | Taken | Beavered | Raccooned | CubeFault) -> MatchState:
    cube = match_state.cube
    match event:
        case Doubled():
            return _doubled(match_state, event)
        case Taken():
            taken = _answered(match_state, CubeAction.TAKE)
            return replace(taken, phase=Phase.TO_THROW, cube=cube.taken(), cube_fault=None)
        case Beavered():
            beavered = _answered(match_state, CubeAction.BEAVER)
            return replace(beavered, phase=Phase.TO_THROW, cube=_beavered(cube), cube_fault=None)
        case Raccooned():
            return replace(_answered(match_state, CubeAction.RACCOON), cube=cube.raised(), cube_fault=None)
        case CubeFault():
            return replace(match_state, cube_fault=event.why)


def _set_up(match_state: MatchState, event: SetupFault | SetupFixed | SetupStands) -> MatchState:
    match event:
        case SetupFault():
            return replace(match_state, setup=event.seen)
        case SetupFixed():
            return set_up_right(match_state, event.position)
        case SetupStands():
            return replace(match_state, setup=None)


def _said(
    match_state: MatchState,
    event: Asked | Settled | ResignOffered | ResignRefused | PointsClaimed | Corrected | KeptAgreed,
) -> MatchState:
    match event:
        case Asked():
            return _asked(match_state, event)
        case Settled():
            left = tuple(question for question in match_state.questions if question.number != event.question)
            return replace(match_state, questions=left)
        case ResignOffered():
            return replace(match_state, resigning=event)
        case ResignRefused():
            return replace(match_state, resigning=None)
        case PointsClaimed():
            return _claimed(match_state, event)
        case Corrected():
            return corrected(match_state, event)
        case KeptAgreed():
            return replace(match_state, retention=event.retention)


def _match_started(match_state: MatchState, event: MatchStarted) -> MatchState:
    match = Match(
        event.length,
        event.white,
        event.black,
        (),
        event.game_id,
        event.match_format,
        event.terms,
        event.dice,
    )
    return MatchState(
        match,
        crawford=event.crawford,
        view=match_state.view,
        seating=match_state.seating,
        asked=match_state.asked,
        match_number=match_state.match_number + 1,
        frame=match_state.frame,
        seq=match_state.seq,
        profile=event.profile,
        by_hand=event.by_hand,
        retention=event.retention,
    )


def _tied(match_state: MatchState, event: Tied) -> MatchState:
    if event.cube is None:
        return replace(match_state, cocked=ThrowReason.TIE)
    cube = replace(match_state.cube, value=event.cube)
    return replace(match_state, cocked=ThrowReason.TIE_DOUBLES, cube=cube)


def _thrown(match_state: MatchState, event: Thrown) -> MatchState:
    return replace(
        match_state,
        phase=Phase.TO_MOVE,
        side=event.side,
        roll=event.roll,
        cocked=None,
        fault=None,
        seen=None,
        premature=None
        if match_state.premature is not None and match_state.premature.side is event.side
        else match_state.premature,
        resigning=match_state.resigning if match_state.phase is Phase.TO_MOVE else None,
    )


def _played(match_state: MatchState, event: Played) -> MatchState:
    turn = CheckerTurn(
        event.side,
        event.roll,
        event.play,
        event.after,
        event.fault,
        event.inferred,
        match_state.frame,
        match_state.position,
    )
    return replace(
        with_fault(with_turn(match_state, turn), event.fault, event.after),
        phase=match_state.awaited,
        side=turn.next_side,
        roll=None,
        position=event.after,
        cocked=None,
        resigning=None,
        anew=None,
    )


def _doubled(match_state: MatchState, event: Doubled) -> MatchState:
    turn_of_cube = CubeTurn(event.side, event.value, None, match_state.frame, match_state.cube)
    return replace(
        with_turn(match_state, turn_of_cube),
        phase=Phase.DOUBLED,
        side=event.side,
        cube=match_state.cube.offered(event.side),
        cube_fault=None,
    )


def _asked(match_state: MatchState, event: Asked) -> MatchState:
    turns = len(match_state.game.turns) if match_state.game else 0
    if event.turn is not None:
        turns = event.turn + 1
    question = Question(event.question, event.what, event.side, event.candidates, turns)
    return replace(match_state, questions=(*match_state.questions, question), asked=event.question)


def _claimed(match_state: MatchState, event: PointsClaimed) -> MatchState:
    assert match_state.position is not None
    thrown = match_state.phase is Phase.TO_MOVE
    return replace(
        match_state, position=claimed(match_state.position, event.side, event.points, thrown=thrown)
    )


def _flag_fell(match_state: MatchState, event: FlagFell) -> MatchState:
    assert match_state.clock is not None
    return replace(
        match_state, clock=replace(match_state.clock, fallen=(*match_state.clock.fallen, event.side))
    )


def _game_started(match_state: MatchState, event: GameStarted) -> MatchState:
    games = match_state.match.games
    # Who gave the last game up is asked as the next one begins; every other doubt is over with its game.
    questions = tuple(question for question in match_state.questions if question.what == "resigned")
    if match_state.game is not None:
        games = (*games, replace(match_state.game, cube=match_state.cube))
    game = Game(event.start, match_state.score, event.crawford, chosen=event.chosen, place=event.place)
    expired = Crawford.EXPIRED if match_state.crawford is Crawford.ACTIVE else match_state.crawford
    match_state = replace(match_state, match=replace(match_state.match, games=games), game=game)
    return replace(
        game_cleared(match_state),
        seating=event.seating,
        position=event.start,
        phase=match_state.awaited,
        side=event.to_play,
        begins=event.to_play,
        roll=None,
        cube=event.cube,
        questions=questions,
        crawford=Crawford.ACTIVE if event.crawford else expired,
        anew=None,
        seated=False,
        # Time that every game has of its own begins anew; what was set before the first is for that.
        clock=None
        if games and match_state.match.terms.is_timed_by_game(match_state.match.length)
        else match_state.clock,
    )


_ANSWERS_BEFORE = {CubeAction.BEAVER: (CubeAction.TAKE,), CubeAction.RACCOON: (CubeAction.BEAVER,)}
"""The answers to a double that may become another one."""


def _beavered(cube: Cube) -> Cube:
    """The cube beavered, whether it had been taken before or not."""
    return cube.raised() if cube.offered_by is None else cube.beavered()


def _answered(match_state: MatchState, answer: CubeAction) -> MatchState:
    assert match_state.game is not None
    turns = list(match_state.game.turns)
    for index in range(len(turns) - 1, -1, -1):
        turn = turns[index]
        if isinstance(turn, CubeTurn) and turn.answer in (None, *_ANSWERS_BEFORE.get(answer, ())):
            turns[index] = replace(turn, answer=answer)
            break
    return replace(match_state, game=replace(match_state.game, turns=tuple(turns)))


def _game_over(match_state: MatchState, event: GameOver) -> MatchState:
    assert match_state.game is not None
    broken_off = None
    if event.result.how in ("resigned", "flag"):
        broken_off = BrokenOff(match_state.phase, match_state.side, match_state.roll, match_state.cube)
    if event.result.how == "passed":
        match_state = _answered(match_state, CubeAction.PASS)
    assert match_state.game is not None
    score = match_state.score.plus(event.result.winner, event.result.points)
    game = replace(match_state.game, result=event.result)
    return replace(
        game_cleared(match_state),
        game=game,
        score=score,
        phase=Phase.OVER,
        side=None,
        roll=None,
        cube=replace(match_state.cube, offered_by=None),
        broken_off=broken_off,
    )


def _conceded(match_state: MatchState, event: Conceded) -> MatchState:
    assert match_state.match.games and match_state.game is not None
    score = match_state.score.plus(event.result.winner, event.result.points)
    games = (*match_state.match.games[:-1], replace(match_state.match.games[-1], result=event.result))
    match_state = replace(match_state, match=replace(match_state.match, games=games), score=score)
    game = replace(match_state.game, score=score) if match_state.game else None
    if match_state.side is None and match_state.phase is Phase.TO_THROW:
        # Who has won the game before begins this one, where that is the rule of it.
        starter = next_to_play(match_state.match.rules(games[-1]), event.result.winner)
        match_state = replace(match_state, side=starter, begins=starter)
    if (
        game is not None
        and crawford_next(match_state.crawford, match_state.match.length, score) is Crawford.ACTIVE
    ):
        # Had it been known in time, this game would have begun without the cube.
        return crawford_begun(replace(match_state, game=game))
    return replace(match_state, game=game)
