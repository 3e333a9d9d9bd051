"""What people tell the referee: everything that a camera may get wrong can be put right by a person;
a play that they tell is of the turn that is being played, or of the last one, which it puts right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.board import Seating, Side
from engine.dice import Roll
from engine.errors import EngineError, IllegalPlay, InvalidChouette, TooManyPlays
from engine.faults.explain import explain
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, cube_after, result_of
from engine.play import Fault, Outcome, Play
from engine.plays.membership import may_end_so, turn_to
from engine.plays.notation import parse_play, played_out
from engine.plays.turn_end import agreed_end, gives_up_freely
from engine.position import Position
from engine.referee.chouette_deeds import begun_by, on_board, why_no_answer, why_no_cube, why_not_now
from engine.referee.diceless import as_seen, obeyed
from engine.referee.seats import sit
from engine.referee.throwing import choose_win, is_of_win
from engine.referee.turn_revision import choose_earlier, choose_earlier_board, put_faults_down
from engine.referee.turn_watching import press
from engine.state.events import (
    Amended,
    Beavered,
    Candidate,
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
from engine.state.match_state import (
    MatchState,
    Phase,
    Question,
    is_opening,
    may_do,
    next_place,
    rules_at,
    rules_now,
    turns_now,
    why_no_double,
)
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
from engine.trictrac import may_claim
from engine.turn.context import OF_A_TURN, Timer, TurnContext, TurnTracker
from engine.turn.turn_reading import TurnVerdict, read_turn, settled_board, shows


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn of which a person can tell how it was played: whose, with which throw, from which board.

    `number`: in its game, from 0; `played`: the play that is on record of it, None while it is still being played.
    """

    number: int
    side: Side
    roll: Roll | None
    before: Position
    played: Play | None


@dataclass(frozen=True, slots=True)
class ToldPlay:
    """A play as told, and the position after it; with its fault where it is illegal."""

    turn: ToldTurn
    play: Play
    after: Position
    fault: Fault | None


def told_turn(match_state: MatchState, side: Side) -> ToldTurn | None:
    """The turn of a side of which a person can tell how it was played: the present one,
    or else the last; None: neither.
    """
    turns = turns_now(match_state)
    if match_state.phase is Phase.TO_MOVE and match_state.side is side and match_state.position is not None:
        return ToldTurn(turns, side, match_state.roll, match_state.position, None)
    last, before = match_state.last_play, match_state.position_before
    if last is None or before is None or last.side is not side:
        return None
    if last.roll is None and rules_now(match_state).dice:
        return None
    return ToldTurn(turns - 1, side, last.roll, before, last.play)


def is_stale(match_state: MatchState, command: SetPlay | Undo) -> bool:
    """Whether a person says something of a turn that is not that any more: another came, or went, in between."""
    match command:
        case SetPlay(turn=int() as number):
            turn = told_turn(match_state, command.side)
            return turn is not None and turn.number != number
        case Undo(turns=int() as turns):
            return turns_now(match_state) != turns
        case _:
            return False


def is_time_to_claim(match_state: MatchState, side: Side, tracker: TurnTracker) -> bool:
    """Whether a side may claim points now: before it throws, or until it is seen to have touched a checker."""
    position, thrown = match_state.position, match_state.phase is Phase.TO_MOVE
    if (
        position is None
        or match_state.side is not side
        or not (thrown or match_state.phase is Phase.TO_THROW)
    ):
        return False
    rules, seating = rules_now(match_state), match_state.seating or Seating(tracker.near)
    seen = tracker.look.evidence if thrown and tracker.look is not None else None
    if seen is not None and not shows(rules, seen, position, seating):
        return False
    return may_claim(rules, position, side, thrown=thrown)


def told_play(match_state: MatchState, turn: ToldTurn, text: str, *, stands: bool = False) -> ToldPlay:
    """The play of a turn that a text means; an illegal one only if it `stands` all the same.

    Raises InvalidPlay where it is no play or can mean several, IllegalPlay where the rules forbid it.
    """
    rules = rules_now(match_state)
    try:
        found = parse_play(rules, turn.before, turn.side, turn.roll, text)
    except IllegalPlay:
        if not stands:
            raise
        made = played_out(rules, turn.before, turn.side, text)
        return ToldPlay(
            turn, made.play, made.position, explain(rules, turn.before, turn.side, turn.roll, made.position)
        )
    return ToldPlay(turn, found.play, found.position, None)


def fault_of(match_state: MatchState, turn: ToldTurn, text: str) -> Fault | None:
    """Which rule a written play breaks; None where it breaks none, or nobody can say."""
    rules = rules_now(match_state)
    try:
        made: Outcome = played_out(rules, turn.before, turn.side, text)
        if made.position == turn.before:
            return None
        return explain(rules, turn.before, turn.side, turn.roll, made.position)
    except (EngineError, TooManyPlays):
        return None


def choose_play(context: TurnContext, chosen: Candidate, last: CheckerTurn) -> None:
    """A person says which of two plays the last turn was."""
    fault = _fault(context, chosen, context.match_state.position_before, last.side)
    if chosen.position != last.after or chosen.roll != last.roll:
        refused = last.after if chosen.position != last.after else None
        context.amend(chosen.play or last.play, chosen.position, chosen.roll, fault)
        context.tracker = replace(context.tracker, refused=refused)


def choose_dice(context: TurnContext, chosen: Candidate, question: Question) -> None:
    """A person says what was thrown in the turn that is being played; nothing else is made of its dice then."""
    match_state = context.match_state
    side = question.side
    if (
        match_state.phase is not Phase.TO_MOVE
        or side is None
        or match_state.side is not side
        or chosen.roll is None
    ):
        return
    if chosen.roll != match_state.roll:
        context.happen(Thrown(side, chosen.roll, is_opening(match_state)))
    context.tracker = replace(context.tracker, reread=True)
    context.forget(Timer.BOARD, Timer.DICE, Timer.ROLL)


def choose_long_ago(context: TurnContext, chosen: Candidate, question: Question) -> None:
    """A question that had to wait until the game was over: the answer puts its turn right in the record."""
    game, index = context.match_state.game, question.turns - 1
    if game is None or context.match_state.phase is not Phase.OVER or not 0 <= index < len(game.turns):
        return
    turn = game.turns[index]
    if not isinstance(turn, CheckerTurn) or turn.side is not question.side:
        return
    fault = _fault(context, chosen, turn.before, turn.side)
    if chosen.position != turn.after or chosen.roll != turn.roll:
        play = chosen.play or turn.play
        context.happen(Amended(play, chosen.position, chosen.roll, fault, turn=index))


def _fault(context: TurnContext, chosen: Candidate, before: Position | None, side: Side) -> Fault | None:
    """What is wrong with a play that was chosen, where it is illegal and known what it was played with."""
    known = chosen.roll is not None or not context.game.dice
    if chosen.legal or not known or before is None:
        return None
    return explain(context.game, before, side, chosen.roll, chosen.position)


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
    _stand(context, command.position)


def _stand(context: TurnContext, position: Position) -> None:
    """The board stands so; a play that leads there, if there is one, was made."""
    match_state = context.match_state
    if match_state.game is None:
        return
    last, before = match_state.last_play, match_state.position_before
    if match_state.phase is Phase.TO_MOVE and match_state.side is not None and match_state.roll is not None:
        outcome = turn_to(context.game, context.position, match_state.side, match_state.roll, position)
        if outcome is not None:
            context.play(match_state.roll, outcome.play, outcome.position)
            context.tracker = replace(context.tracker, refused=_as_seen(context))
            return
    elif (
        last is not None
        and before is not None
        and last.roll is not None
        and match_state.phase is Phase.TO_THROW
    ):
        outcome = turn_to(context.game, before, last.side, last.roll, position)
        if outcome is not None:
            refused = _as_seen(context)
            context.amend(outcome.play, outcome.position, last.roll, None)
            context.settle("play")
            context.tracker = replace(context.tracker, refused=refused)
            return
    # What the game must remember of its course is not on the board; only the hand and what is pinned are told with it.
    past = replace(context.position.past, hand=position.past.hand, pinned=position.past.pinned)
    refused = _board_seen(context)
    if match_state.phase is Phase.TO_THROW:
        refused = _as_seen(context) or refused
    context.happen(Corrected("position", position=replace(position, past=past)))
    # What the camera made of the board says nothing more, until that changes.
    context.tracker = replace(context.tracker, refused=refused if refused != position else None)
    context.forget(Timer.BOARD)


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
    refused = as_seen(context, told.after) if match_state.diceless else _board_seen(context)
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
        refused = _as_seen(context)
    context.tracker = replace(context.tracker, refused=refused)


def _as_seen(context: TurnContext) -> Position | None:
    """What the camera makes of the board at the end of the last turn, whatever a person says of it."""
    last, before, look = (
        context.match_state.last_play,
        context.match_state.position_before,
        context.tracker.look,
    )
    if last is None or last.roll is None or before is None or look is None or look.evidence is None:
        return None
    reading = read_turn(context.game, before, last.side, last.roll, context.seating, look.evidence)
    return reading.legal[0].outcome.position if reading.final is TurnVerdict.LEGAL else reading.seen


def _board_seen(context: TurnContext) -> Position | None:
    """What the camera makes of the board, whatever has been played; None where it sees none."""
    look = context.tracker.look
    if look is None or look.evidence is None:
        return None
    return settled_board(context.game, look.evidence, context.seating, context.position)


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


def _answer(context: TurnContext, command: Answer) -> None:
    question = next((each for each in context.match_state.questions if each.number == command.question), None)
    if question is None:
        return
    chosen = question.candidates[command.choice] if command.choice < len(question.candidates) else None
    last, game = context.match_state.last_play, context.match_state.game
    of_last_turn = last is not None and game is not None and len(game.turns) == question.turns
    now = 0 if game is None else len(game.turns)
    if question.what == "seating":
        if chosen is not None and chosen.seating is not None and context.match_state.playing:
            sit(context, question, chosen.seating)
    elif question.what in ("unseen", "board"):
        if chosen is not None and now == question.turns:
            _choose_board(context, chosen.position)
        elif chosen is not None and context.match_state.playing:
            choose_earlier_board(context, chosen.position, question)
    elif chosen is not None and is_of_win(question, chosen):
        if question.side is not None and now == question.turns:
            choose_win(context, chosen, question.side)
    elif chosen is not None and question.turns == now + 1:
        choose_dice(context, chosen, question)
    elif chosen is not None and last is not None and of_last_turn and last.side is question.side:
        choose_play(context, chosen, last)
    elif chosen is not None and context.match_state.playing:
        choose_earlier(context, chosen, question)
    elif chosen is not None:
        choose_long_ago(context, chosen, question)
    context.happen(Settled(question.number, command.choice))
    if question.what == "anew":
        context.forget(Timer.DOUBT)
        put_faults_down(context, context.tracker.recent)


def _choose_board(context: TurnContext, position: Position) -> None:
    """A person says which board is right after a while in which none could be seen."""
    last = context.match_state.last_play
    if position == context.position:
        return
    if last is not None and last.inferred and last.before == position:
        context.happen(Corrected("undo", undo=True))
        context.forget(*OF_A_TURN)
    else:
        _stand(context, position)


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
    Answer: _answer,
    AcceptPlay: _accept,
    Resign: _resign,
    OfferResign: _offer_resign,
    AnswerResign: _answer_resign,
    ClaimPoints: _claim,
    DemandRethrow: _demand_rethrow,
    Undo: _undo,
    NewGame: _new_game,
}
"""What comes of each command; those of the clock are the timekeeper's."""
