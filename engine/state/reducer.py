"""The fold of the events: the match state after each of them, also where people put it right or take something back;
and how a chouette, its crew's stakes and its line, follows the board.
"""

from dataclasses import replace

from engine.board import Side
from engine.match.chouette import Chouette, grade_of
from engine.match.chouette_terms import ChouetteAct
from engine.match.cube import Cube, CubeAction
from engine.match.match import (
    CheckerTurn,
    Crawford,
    CubeTurn,
    Game,
    Match,
    Result,
    Score,
    crawford_next,
    next_to_play,
)
from engine.position import Position
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
    ReadAnew,
    crawford_begun,
    game_cleared,
    turn_cleared,
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
            return _amended(match_state, event)
        case FaultSeen():
            return replace(match_state, fault=event.fault, seen=event.seen)
        case FaultCleared():
            return replace(match_state, fault=None, seen=None)
        case Reseated():
            return _reseated(match_state, event)


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
            return _set_up_right(match_state, event.position)
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
            return _corrected(match_state, event)
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


def _corrected(match_state: MatchState, event: Corrected) -> MatchState:
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


def _amended(match_state: MatchState, event: Amended) -> MatchState:
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


def _reseated(match_state: MatchState, event: Reseated) -> MatchState:
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


def _set_up_right(match_state: MatchState, right: Position) -> MatchState:
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


def followed(before: MatchState, event: Event, after: MatchState) -> Chouette | None:
    """The chouette after an event, with the match state before and after it."""
    if after.chouette is None:
        return None
    chouette = _followed(after.chouette, before, event, after).back_to(_plays(after))
    if isinstance(event, ChouetteDone | CaptainChanged) or before.phase is Phase.OVER or not chouette.fresh:
        return chouette
    stood, stands = ((each.phase, each.roll, each.cube, each.game) for each in (before, after))
    return replace(chouette, fresh=stood == stands)


def _followed(chouette: Chouette, before: MatchState, event: Event, after: MatchState) -> Chouette:
    match event:
        case ChouetteDone():
            return _after_deed(chouette, event, after)
        case GameStarted():
            return chouette.begun(after.cube)
        case GameOver():
            grade = grade_of(event.result, before.cube, chouette.terms, event.grade)
            if event.result.how != "passed":
                return chouette.finished(event.result.winner, grade)
            # Where that is taken back, the double is on offer again.
            return replace(chouette.passed_on_board().finished(event.result.winner, grade), before=chouette)
        case Conceded():
            return chouette.told_late(event.result, after.match.games[-1].cube or Cube(), event.grade)
        case Tied(cube=int() as value):
            return chouette.with_all_at(value)
        case Thrown():
            chouette = chouette.thrown()
    if before.phase is Phase.OVER and after.playing and chouette.before is not None:
        chouette = chouette.end_taken_back(chouette.before)
    if not after.playing:
        return chouette
    if isinstance(event, CaptainChanged):
        # A double for which it is no time any more is on offer no more.
        stake = chouette.stake_of(chouette.captain)
        return chouette.with_captains_cube(after.cube, beavered=stake is not None and stake.beavered)
    return chouette.with_captains_cube(after.cube, beavered=after.beaver is not None)


def _after_deed(chouette: Chouette, event: ChouetteDone, after: MatchState) -> Chouette:
    """The chouette after a deed, which leaves the captain's cube as it lies on the board; or decides their stake."""
    done = chouette.after(event.deed)
    if event.deed.act is not ChouetteAct.UNDO:
        done = replace(done, after_plays=_plays(after))
    stake = chouette.stake_of(chouette.captain)
    if not after.playing or done.captain != chouette.captain or stake is None or not stake.is_open:
        return done
    return done.with_captains_cube(after.cube, beavered=after.beaver is not None)


def _plays(match_state: MatchState) -> int:
    """How many plays have been made in the game."""
    turns = () if match_state.game is None else match_state.game.turns
    return sum(isinstance(turn, CheckerTurn) for turn in turns)


def settled_result(chouette: Chouette | None) -> Result | None:
    """How the game on the board ends where nobody plays for anything any more; None where it does not."""
    if chouette is None or not chouette.is_on or chouette.open:
        return None
    points = sum(each.worth for each in chouette.stakes if each.player == chouette.captain)
    winner = chouette.box_side if points < 0 else chouette.box_side.other
    return Result(winner, abs(points), "resigned") if points else Result(None, 0, "draw")


def captain_due(match_state: MatchState) -> CaptainChanged | None:
    """What puts the captain's name and cube on the board, none where their stake is decided; None where all is so."""
    chouette, match, lies = match_state.chouette, match_state.match, match_state.cube
    if chouette is None or not chouette.is_on:
        return None
    names, stake = (chouette.at(Side.WHITE), chouette.at(Side.BLACK)), chouette.stake_of(chouette.captain)
    on_board = stake is not None and stake.is_open
    cube = stake.cube if stake is not None and on_board else Cube(in_play=False)
    if names == (match.white, match.black) and (cube == lies if on_board else not lies.in_play):
        return None
    return CaptainChanged(names, cube)


def captain_changed(match_state: MatchState, event: CaptainChanged) -> MatchState:
    """The game goes on with another captain, and with their cube on the board."""
    white, black = event.names
    match_state = replace(match_state, match=replace(match_state.match, white=white, black=black))
    turn, game = match_state.last_turn, match_state.game
    if game is not None and isinstance(turn, CubeTurn) and (turn.answer is None or match_state.beaver):
        # That was about a cube which lies on the board no more.
        phase = Phase.TO_THROW if match_state.phase is Phase.DOUBLED else match_state.phase
        match_state = replace(match_state, game=replace(game, turns=game.turns[:-1]), phase=phase)
    by = event.cube.offered_by
    if by is not None and match_state.phase is Phase.TO_THROW and match_state.side is by:
        before = replace(event.cube, offered_by=None)
        match_state = with_turn(match_state, CubeTurn(by, before.next_value, None, match_state.frame, before))
        return replace(match_state, cube=event.cube, phase=Phase.DOUBLED, cube_fault=None)
    return replace(match_state, cube=replace(event.cube, offered_by=None), cube_fault=None)
