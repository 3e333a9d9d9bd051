"""What people tell the referee: everything that a camera may get wrong can be put right by a person;
a play that they tell is of the turn that is being played, or of the last one, which it puts right.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.board import Seating
from engine.errors import EngineError, InvalidChouette
from engine.faults.explain import explain
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed
from engine.match.cube import CubeAction
from engine.match.match import cube_after, result_of
from engine.plays.membership import may_end_so, turn_to
from engine.plays.turn_end import agreed_end, gives_up_freely
from engine.referee.chouette_deeds import begun_by, on_board, why_no_answer, why_no_cube, why_not_now
from engine.referee.diceless import as_seen, obeyed
from engine.referee.told_answers import answer
from engine.referee.told_board import board_seen, seen_of_last_turn, stand
from engine.referee.told_turn import is_stale, is_time_to_claim, told_play, told_turn
from engine.referee.turn_watching import press
from engine.state.events import (
    Beavered,
    Conceded,
    Corrected,
    Counts,
    Doubled,
    FaultCleared,
    KeptAgreed,
    Raccooned,
    ResignOffered,
    ResignRefused,
    Settled,
    Taken,
    Thrown,
)
from engine.state.match_state import Phase, is_opening, may_do, next_place, rules_at, rules_now, why_no_double
from engine.state.messages import (
    AcceptPlay,
    Answer,
    AnswerCube,
    AnswerResign,
    ClaimPoints,
    Command,
    DemandRethrow,
    DoInChouette,
    Done,
    JoinGame,
    NewGame,
    OfferCube,
    OfferResign,
    RaccoonCube,
    Resign,
    SetCube,
    SetKept,
    SetNames,
    SetPlay,
    SetPosition,
    SetRoll,
    SetScore,
    SetSeating,
    SetTurn,
    StartChouette,
    Undo,
)
from engine.tables.tables_game import FirstRoll
from engine.turn.context import TurnContext
from engine.turn.tracker import OF_A_TURN


def obey(context: TurnContext, command: Command) -> None:
    """Do what a person says; what makes no sense in the present phase changes nothing, nor
    what is meant of another turn.
    """
    if isinstance(command, SetPlay | Undo) and is_stale(context.match_state, command):
        return
    if context.match_state.diceless and obeyed(context, command):
        return
    deed = _DEEDS.get(type(command))
    if deed is not None:
        deed(context, command)


def _done(context: TurnContext, command: Done) -> None:
    if command.side in (None, context.match_state.side):
        context.tracker = replace(context.tracker, now=max(command.time, context.tracker.now))
        if context.match_state.phase is Phase.TO_MOVE:
            press(context)


def _set_turn(context: TurnContext, command: SetTurn) -> None:
    if context.match_state.phase in (Phase.TO_THROW, Phase.TO_MOVE, Phase.DOUBLED):
        context.happen(Corrected("turn", to_play=command.side))
        context.mark_dice()
        context.leave_cube()
        context.forget(*OF_A_TURN)


def _set_score(context: TurnContext, command: SetScore) -> None:
    """The score in a chouette is what each has won in its games."""
    if context.match_state.chouette is None:
        context.happen(Corrected("score", score=command.score))


def _set_cube(context: TurnContext, command: SetCube) -> None:
    """Where the captain of a chouette is out, no cube lies on the board."""
    if why_no_cube(context.match_state) is None:
        context.happen(Corrected("cube", cube=command.cube))


def _set_names(context: TurnContext, command: SetNames) -> None:
    """The names in a chouette are those of who plays in it."""
    if context.match_state.chouette is None:
        context.happen(Corrected("names", names=(command.white, command.black)))


def _set_seating(context: TurnContext, command: SetSeating) -> None:
    context.happen(Corrected("seating", seating=Seating(command.near, command.home_right)))


def _set_kept(context: TurnContext, command: SetKept) -> None:
    """Once the match is over, no more of it is kept than was agreed on before."""
    match_state = context.match_state
    is_over = match_state.winner is not None
    if command.retention is not match_state.retention and (
        not is_over or command.retention.spares_more_than(match_state.retention)
    ):
        context.happen(KeptAgreed(command.retention))


def _offer_cube(context: TurnContext, command: OfferCube) -> None:
    match_state = context.match_state
    side = match_state.side
    if side is not None and why_no_double(match_state, side) is None:
        context.happen(Doubled(side, match_state.cube.next_value))
        context.leave_cube()


def _raccoon_cube(context: TurnContext, command: RaccoonCube) -> None:
    beaver = context.match_state.beaver
    if beaver is not None and CubeAction.RACCOON in may_do(context.match_state):
        context.happen(Raccooned(beaver.side))
        context.leave_cube()


def _offer_resign(context: TurnContext, command: OfferResign) -> None:
    """A single game that the rules let a player give up freely is given up at once."""
    match_state = context.match_state
    if not match_state.playing or match_state.side is None or match_state.resigning is not None:
        return
    if command.grade == 1 and gives_up_freely(rules_now(match_state), context.position, command.side):
        context.resign(command.side, 1)
    else:
        context.happen(ResignOffered(command.side, command.grade))


def _claim(context: TurnContext, command: ClaimPoints) -> None:
    """Points are claimed before a checker is touched, or before the dice are thrown; nothing else is a claim."""
    if is_time_to_claim(context.match_state, command.side, context.tracker):
        context.claim(command.side, command.points)


def _demand_rethrow(context: TurnContext, command: DemandRethrow) -> None:
    premature = context.match_state.premature
    if premature is not None and premature.counts is Counts.UNLESS_ASKED:
        context.happen(replace(premature, counts=Counts.NO))


def _undo(context: TurnContext, command: Undo) -> None:
    """What was done last is taken back: on the board, or beside it in a chouette."""
    chouette = context.match_state.chouette
    if command.to is None and chouette is not None and chouette.is_deed_last and chouette.may_take_back:
        context.do_in_chouette(ChouetteDeed(ChouetteAct.UNDO, ""))
        return
    if context.take_back(command.to):
        stands = context.match_state.chouette
        if stands is not None and not stands.open and stands.may_take_back:
            # It ended because all had settled: the last of them has not.
            context.do_in_chouette(ChouetteDeed(ChouetteAct.UNDO, ""))
        context.seat_captain()
        context.tracker = replace(context.tracker, told=True, reread=True, thrown=(), refused=None)
        context.leave_cube()
        context.forget(*OF_A_TURN)


def _new_game(context: TurnContext, command: NewGame) -> None:
    """The next game, or match, begins; where nobody gets on in this one, both have agreed that it is over."""
    agreed = agreed_end(context.game, context.position) if context.match_state.playing else None
    if agreed is not None and not command.new_match:
        cube = context.match_state.cube
        context.end_game(result_of(context.terms, cube, context.position, *agreed, context.game))
        if context.match_state.winner is not None:
            return
    if command.new_match:
        length = context.match_state.match.length if command.length is None else command.length
        context.start_match(
            length, command.profile, command.match_format, command.terms, command.retention, command.dice
        )
    context.start_game(rules_at(context.match_state, next_place(context.match_state)).start, context.seating)


def _start_chouette(context: TurnContext, command: StartChouette) -> None:
    """A chouette begins, with its first game; names that do not do begin none."""
    try:
        chouette = begun_by(context.match_state, command)
    except InvalidChouette:
        return
    context.go_on_in_chouette(chouette, chouette.terms)
    context.start_game(rules_at(context.match_state, next_place(context.match_state)).start, context.seating)


def _do_in_chouette(context: TurnContext, command: DoInChouette) -> None:
    """What cannot be done changes nothing; what is done with the captain's cube is done on the board."""
    if why_not_now(context.match_state, command.deed) is not None:
        return
    told = on_board(context.match_state, command.deed)
    if told is None:
        context.do_in_chouette(command.deed)
    else:
        obey(context, told)


def _join(context: TurnContext, command: JoinGame) -> None:
    """A game is under way; if one is on record already, it is that one, and stands as is said."""
    if command.score is not None:
        obey(context, SetScore(command.score))
    seating = command.seating or context.seating
    if context.match_state.playing:
        if seating != context.seating:
            context.happen(Corrected("seating", seating=seating))
        obey(context, SetPosition(command.position))
        obey(context, SetTurn(command.to_play))
    else:
        context.start_game(command.position, seating, command.to_play)
    if command.cube is not None:
        cube = replace(context.match_state.cube, value=command.cube.value, owner=command.cube.owner)
        obey(context, SetCube(cube))


def _set_roll(context: TurnContext, command: SetRoll) -> None:
    """The throw that lies there was another one, or nobody saw it; or the last turn was played with another one."""
    match_state = context.match_state
    last, before = match_state.last_play, match_state.position_before
    if (
        match_state.phase is Phase.TO_THROW
        and last is not None
        and before is not None
        and last.side is command.side
    ):
        found = turn_to(context.game, before, last.side, command.roll, last.after)
        if found is not None:
            context.amend(found.play, found.position, command.roll, None)
        elif may_end_so(context.game, before, last.side, command.roll, last.after):
            context.amend(last.play, last.after, command.roll, None)
        else:
            fault = explain(context.game, before, last.side, command.roll, last.after)
            context.amend(last.play, last.after, command.roll, fault)
    elif match_state.phase in (Phase.TO_THROW, Phase.TO_MOVE) and match_state.game is not None:
        opening = is_opening(match_state) and context.game.first_roll is FirstRoll.USE_BOTH
        context.happen(Thrown(command.side, command.roll, opening))
        context.mark_dice(
            tuple(die for die in context.tracker.dice if die.present and die.side is command.side)
        )
        context.tracker = replace(context.tracker, told=True, reread=True, thrown=(), cocked=())
        context.forget(*OF_A_TURN)


def _set_position(context: TurnContext, command: SetPosition) -> None:
    stand(context, command.position)


def _set_play(context: TurnContext, command: SetPlay) -> None:
    """The present turn was played so, or the last one was; what cannot be played so changes nothing."""
    match_state = context.match_state
    turn = told_turn(match_state, command.side)
    try:
        told = None if turn is None else told_play(match_state, turn, command.notation, stands=command.stands)
    except EngineError:
        return
    if turn is None or told is None:
        return
    refused = as_seen(context, told.after) if match_state.diceless else board_seen(context)
    if turn.played is None:
        if match_state.fault is not None:
            context.happen(FaultCleared(turn.side))
        context.play(turn.roll, told.play, told.after, told.fault)
    elif told.after != match_state.position or match_state.fault is not None:
        context.amend(told.play, told.after, turn.roll, told.fault)
        context.settle("play")
    if context.match_state.fault is not None:
        # Whoever tells it insists that it stands.
        context.happen(FaultCleared(turn.side))
    if context.match_state.phase is Phase.TO_THROW:
        refused = seen_of_last_turn(context)
    context.tracker = replace(context.tracker, refused=refused)


def _answer_cube(context: TurnContext, command: AnswerCube) -> None:
    """An answer that breaks a duty of the chouette changes nothing."""
    by, may = context.match_state.cube.offered_by, may_do(context.match_state)
    if why_no_answer(context.match_state, command) is not None:
        return
    if not command.take:
        if CubeAction.PASS in may:
            context.pass_double()
    elif by is not None and (CubeAction.BEAVER if command.beaver else CubeAction.TAKE) in may:
        context.happen(Beavered(by.other) if command.beaver else Taken(by.other))
        context.leave_cube()


def _resign(context: TurnContext, command: Resign) -> None:
    """A side gives this game up; or, where that is asked, has given up the one before."""
    match_state = context.match_state
    asked = next((each for each in match_state.questions if each.what == "resigned"), None)
    if asked is not None and match_state.match.games and match_state.match.games[-1].result is None:
        last = match_state.match.games[-1]
        cube, winner = cube_after(last), command.side.other
        result = result_of(context.terms, cube, last.position, winner, command.grade, "resigned")
        context.happen(Conceded(result, 1 if context.match_state.chouette is None else command.grade))
        context.happen(Settled(asked.number, None))
        context.end_match_if_won()
    elif match_state.game is not None and match_state.phase not in (Phase.OVER, Phase.NO_GAME):
        context.resign(command.side, command.grade)


def _answer_resign(context: TurnContext, command: AnswerResign) -> None:
    """The opponent's answer to an offer to give the game up (rules 6.6): refused, it is played on."""
    offer = context.match_state.resigning
    if offer is None:
        return
    if command.accept:
        context.resign(offer.side, offer.grade)
    else:
        context.happen(ResignRefused(offer.side.other))


def _accept(context: TurnContext, command: AcceptPlay) -> None:
    """The players let an illegal play stand."""
    match_state = context.match_state
    if match_state.fault is None or match_state.side is None:
        return
    if match_state.phase is Phase.TO_MOVE and match_state.roll is not None and match_state.seen is not None:
        play, fault = context.explained(
            context.position, match_state.side, match_state.roll, match_state.seen
        )
        context.play(match_state.roll, play, match_state.seen, fault)
    last = context.match_state.last_play
    context.happen(FaultCleared(last.side if last is not None else match_state.side))
    context.recall_premature()


_DEEDS: Mapping[type[Command], Callable[[TurnContext, Any], None]] = {
    Done: _done,
    SetRoll: _set_roll,
    SetPosition: _set_position,
    SetPlay: _set_play,
    SetTurn: _set_turn,
    JoinGame: _join,
    SetScore: _set_score,
    SetCube: _set_cube,
    OfferCube: _offer_cube,
    AnswerCube: _answer_cube,
    RaccoonCube: _raccoon_cube,
    SetNames: _set_names,
    StartChouette: _start_chouette,
    DoInChouette: _do_in_chouette,
    SetKept: _set_kept,
    SetSeating: _set_seating,
    Answer: answer,
    AcceptPlay: _accept,
    Resign: _resign,
    OfferResign: _offer_resign,
    AnswerResign: _answer_resign,
    ClaimPoints: _claim,
    DemandRethrow: _demand_rethrow,
    Undo: _undo,
    NewGame: _new_game,
}
