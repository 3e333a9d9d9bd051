"""How a chouette, its crew's stakes and its line, follows what happens on the board."""

from dataclasses import replace

from engine.board import Side
from engine.match.chouette import Chouette, grade_of
from engine.match.chouette_terms import ChouetteAct
from engine.match.cube import Cube
from engine.match.match import CheckerTurn, CubeTurn, Result
from engine.state.events import (
    CaptainChanged,
    ChouetteDone,
    Conceded,
    Event,
    GameOver,
    GameStarted,
    Thrown,
    Tied,
)
from engine.state.match_state import MatchState, Phase, with_turn


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
