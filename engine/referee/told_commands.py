"""What people tell the referee: everything that a camera may get wrong can be put right by a person."""

from dataclasses import replace

from engine.board import Seating
from engine.errors import EngineError
from engine.faults.explain import explain
from engine.match.cube import CubeAction
from engine.match.match import cube_after
from engine.match.stake_rules import result_of
from engine.plays.membership import turn_to
from engine.plays.result import gives_up_freely
from engine.position import Position
from engine.referee.anew import choose_earlier
from engine.referee.choosing import choose_dice, choose_long_ago, choose_play
from engine.referee.diceless import as_seen, obeyed
from engine.referee.seats import sit
from engine.referee.told_play import is_stale, told_play, told_turn
from engine.referee.turn_watching import press
from engine.state.beginning import is_opening, next_place, rules_at, rules_now
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
from engine.state.match_state import Phase
from engine.state.messages import (
    AcceptPlay,
    Answer,
    AnswerCube,
    AnswerResign,
    Command,
    DemandRethrow,
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
    Undo,
)
from engine.tables.tables import FirstRoll
from engine.turn.context import OF_A_TURN, Case
from engine.turn.doubling import may_do, why_no_double
from engine.turn.turn_reading import TurnVerdict, read_turn, settled_board


def obey(case: Case, command: Command) -> None:
    """Do what a person says; what makes no sense in the present phase changes nothing, nor what is meant of another turn."""
    if isinstance(command, SetPlay | Undo) and is_stale(case.ledger, command):
        return
    if case.ledger.diceless and obeyed(case, command):
        return
    ledger = case.ledger
    match command:
        case Done() if command.side not in (None, ledger.side):
            pass
        case Done():
            case.attention = replace(case.attention, now=max(command.time, case.attention.now))
            if ledger.phase is Phase.TO_MOVE:
                press(case)
        case SetRoll():
            _set_roll(case, command)
        case SetPosition():
            _set_position(case, command.position)
        case SetPlay():
            _set_play(case, command)
        case SetTurn():
            if ledger.phase in (Phase.TO_THROW, Phase.TO_MOVE, Phase.DOUBLED):
                case.happen(Corrected("turn", to_play=command.side))
                case.mark_dice()
                case.leave_cube()
                case.forget(*OF_A_TURN)
        case JoinGame():
            _join(case, command)
        case SetScore():
            case.happen(Corrected("score", score=command.score))
        case SetCube():
            case.happen(Corrected("cube", cube=command.cube))
        case OfferCube():
            side = ledger.side
            if side is not None and why_no_double(ledger, side) is None:
                case.happen(Doubled(side, ledger.cube.next_value))
                case.leave_cube()
        case AnswerCube():
            _answer_cube(case, command)
        case RaccoonCube():
            beaver = ledger.beaver
            if beaver is not None and CubeAction.RACCOON in may_do(ledger):
                case.happen(Raccooned(beaver.side))
                case.leave_cube()
        case SetNames():
            case.happen(Corrected("names", names=(command.white, command.black)))
        case SetKept():
            is_over = ledger.winner is not None
            if command.kept is not ledger.kept and (
                not is_over or command.kept.spares_more_than(ledger.kept)
            ):
                case.happen(KeptAgreed(command.kept))
        case SetSeating():
            case.happen(Corrected("seating", seating=Seating(command.near, command.home_right)))
        case Answer():
            _answer(case, command)
        case AcceptPlay():
            _accept(case)
        case Resign():
            _resign(case, command)
        case OfferResign():
            if ledger.playing and ledger.side is not None and ledger.resigning is None:
                if command.grade == 1 and gives_up_freely(rules_now(ledger), case.position, command.side):
                    case.resign(command.side, 1)
                else:
                    case.happen(ResignOffered(command.side, command.grade))
        case AnswerResign():
            _answer_resign(case, accept=command.accept)
        case DemandRethrow():
            hasty = ledger.hasty
            if hasty is not None and hasty.counts is Counts.UNLESS_ASKED:
                case.happen(replace(hasty, counts=Counts.NO))
        case Undo():
            if case.take_back(command.to):
                case.attention = replace(case.attention, told=True, reread=True, thrown=(), refused=None)
                case.leave_cube()
                case.forget(*OF_A_TURN)
        case NewGame():
            if command.new_match:
                length = ledger.match.length if command.length is None else command.length
                case.start_match(
                    length, command.profile, command.programme, command.terms, command.kept, command.dice
                )
            case.start_game(rules_at(case.ledger, next_place(case.ledger)).start, case.seating)


def _join(case: Case, command: JoinGame) -> None:
    """A game is under way; if one is on record already, it is that one, and stands as is said."""
    if command.score is not None:
        obey(case, SetScore(command.score))
    seating = command.seating or case.seating
    if case.ledger.playing:
        if seating != case.seating:
            case.happen(Corrected("seating", seating=seating))
        obey(case, SetPosition(command.position))
        obey(case, SetTurn(command.to_play))
    else:
        case.start_game(command.position, seating, command.to_play)
    if command.cube is not None:
        cube = replace(case.ledger.cube, value=command.cube.value, owner=command.cube.owner)
        obey(case, SetCube(cube))


def _set_roll(case: Case, command: SetRoll) -> None:
    """The throw that lies there was another one, or nobody saw it; or the last turn was played with another one."""
    ledger = case.ledger
    last, before = ledger.last_play, ledger.position_before
    if (
        ledger.phase is Phase.TO_THROW
        and last is not None
        and before is not None
        and last.side is command.side
    ):
        found = turn_to(case.game, before, last.side, command.roll, last.after)
        if found is None:
            fault = explain(case.game, before, last.side, command.roll, last.after)
            case.amend(last.play, last.after, command.roll, fault)
        else:
            case.amend(found.play, found.position, command.roll, None)
    elif ledger.phase in (Phase.TO_THROW, Phase.TO_MOVE) and ledger.game is not None:
        opening = is_opening(ledger) and case.game.first_roll is FirstRoll.USE_BOTH
        case.happen(Thrown(command.side, command.roll, opening))
        case.mark_dice(tuple(die for die in case.attention.dice if die.present and die.side is command.side))
        case.attention = replace(case.attention, told=True, reread=True, thrown=(), cocked=())
        case.forget(*OF_A_TURN)


def _set_position(case: Case, position: Position) -> None:
    ledger = case.ledger
    if ledger.game is None:
        return
    last, before = ledger.last_play, ledger.position_before
    if ledger.phase is Phase.TO_MOVE and ledger.side is not None and ledger.roll is not None:
        outcome = turn_to(case.game, case.position, ledger.side, ledger.roll, position)
        if outcome is not None:
            case.play(ledger.roll, outcome.play, outcome.position)
            case.attention = replace(case.attention, refused=_as_seen(case))
            return
    elif last is not None and before is not None and last.roll is not None and ledger.phase is Phase.TO_THROW:
        outcome = turn_to(case.game, before, last.side, last.roll, position)
        if outcome is not None:
            refused = _as_seen(case)
            case.amend(outcome.play, outcome.position, last.roll, None)
            case.settle("play")
            case.attention = replace(case.attention, refused=refused)
            return
    # What the game must remember of its course is not on the board; only the hand and what is pinned are told with it.
    past = replace(case.position.past, hand=position.past.hand, pinned=position.past.pinned)
    refused = _board_seen(case)
    if ledger.phase is Phase.TO_THROW:
        refused = _as_seen(case) or refused
    case.happen(Corrected("position", position=replace(position, past=past)))
    # What the camera made of the board says nothing more, until that changes.
    case.attention = replace(case.attention, refused=refused if refused != position else None)
    case.forget("board")


def _set_play(case: Case, command: SetPlay) -> None:
    """The present turn was played so, or the last one was; what cannot be played so changes nothing."""
    ledger = case.ledger
    turn = told_turn(ledger, command.side)
    try:
        told = None if turn is None else told_play(ledger, turn, command.notation, stands=command.stands)
    except EngineError:
        return
    if turn is None or told is None:
        return
    refused = as_seen(case, told.after) if ledger.diceless else _board_seen(case)
    if turn.played is None:
        if ledger.fault is not None:
            case.happen(FaultCleared(turn.side))
        case.play(turn.roll, told.play, told.after, told.fault)
    elif told.after != ledger.position or ledger.fault is not None:
        case.amend(told.play, told.after, turn.roll, told.fault)
        case.settle("play")
    if case.ledger.fault is not None:
        # Whoever tells it insists that it stands.
        case.happen(FaultCleared(turn.side))
    if case.ledger.phase is Phase.TO_THROW:
        refused = _as_seen(case)
    case.attention = replace(case.attention, refused=refused)


def _as_seen(case: Case) -> Position | None:
    """What the camera makes of the board at the end of the last turn, whatever a person says of it."""
    last, before, look = case.ledger.last_play, case.ledger.position_before, case.attention.look
    if last is None or last.roll is None or before is None or look is None or look.evidence is None:
        return None
    reading = read_turn(case.game, before, last.side, last.roll, case.seating, look.evidence)
    return reading.legal[0].outcome.position if reading.final is TurnVerdict.LEGAL else reading.seen


def _board_seen(case: Case) -> Position | None:
    """What the camera makes of the board, whatever has been played; None where it sees none."""
    look = case.attention.look
    if look is None or look.evidence is None:
        return None
    return settled_board(case.game, look.evidence, case.seating, case.position)


def _answer_cube(case: Case, command: AnswerCube) -> None:
    by, may = case.ledger.cube.offered_by, may_do(case.ledger)
    if not command.take:
        if CubeAction.PASS in may:
            case.pass_double()
    elif by is not None and (CubeAction.BEAVER if command.beaver else CubeAction.TAKE) in may:
        case.happen(Beavered(by.other) if command.beaver else Taken(by.other))
        case.leave_cube()


def _resign(case: Case, command: Resign) -> None:
    """A side gives this game up; or, where that is asked, has given up the one before."""
    ledger = case.ledger
    asked = next((each for each in ledger.questions if each.what == "resigned"), None)
    if asked is not None and ledger.match.games and ledger.match.games[-1].result is None:
        last = ledger.match.games[-1]
        cube, winner = cube_after(last), command.side.other
        result = result_of(case.terms, cube, last.position, winner, command.grade, "resigned")
        case.happen(Conceded(result))
        case.happen(Settled(asked.number, None))
        case.end_match_if_won()
    elif ledger.game is not None and ledger.phase not in (Phase.OVER, Phase.NO_GAME):
        case.resign(command.side, command.grade)


def _answer_resign(case: Case, *, accept: bool) -> None:
    """The opponent's answer to an offer to give the game up (rules 6.6): refused, it is played on."""
    offer = case.ledger.resigning
    if offer is None:
        return
    if accept:
        case.resign(offer.side, offer.grade)
    else:
        case.happen(ResignRefused(offer.side.other))


def _answer(case: Case, command: Answer) -> None:
    question = next((each for each in case.ledger.questions if each.number == command.question), None)
    if question is None:
        return
    chosen = question.candidates[command.choice] if command.choice < len(question.candidates) else None
    last, game = case.ledger.last_play, case.ledger.game
    of_last_turn = last is not None and game is not None and len(game.turns) == question.turns
    now = 0 if game is None else len(game.turns)
    if question.what == "seating":
        if chosen is not None and chosen.seating is not None and case.ledger.playing:
            sit(case, question, chosen.seating)
    elif question.what in ("unseen", "board"):
        if chosen is not None and now == question.turns:
            _choose_board(case, chosen.position)
    elif chosen is not None and question.turns == now + 1:
        choose_dice(case, chosen, question)
    elif chosen is not None and last is not None and of_last_turn and last.side is question.side:
        choose_play(case, chosen, last)
    elif chosen is not None and case.ledger.playing:
        choose_earlier(case, chosen, question)
    elif chosen is not None:
        choose_long_ago(case, chosen, question)
    case.happen(Settled(question.number, command.choice))


def _choose_board(case: Case, position: Position) -> None:
    """A person says which board is right after a while in which none could be seen."""
    last = case.ledger.last_play
    if position == case.position:
        return
    if last is not None and last.inferred and last.before == position:
        case.happen(Corrected("undo", undo=True))
        case.forget(*OF_A_TURN)
    else:
        _set_position(case, position)


def _accept(case: Case) -> None:
    """The players let an illegal play stand."""
    ledger = case.ledger
    if ledger.fault is None or ledger.side is None:
        return
    if ledger.phase is Phase.TO_MOVE and ledger.roll is not None and ledger.seen is not None:
        play, fault = case.explained(case.position, ledger.side, ledger.roll, ledger.seen)
        case.play(ledger.roll, play, ledger.seen, fault)
    last = case.ledger.last_play
    case.happen(FaultCleared(last.side if last is not None else ledger.side))
    case.recall_hasty()
