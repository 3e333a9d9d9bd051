"""Why a command would come to nothing, in a sentence for who asked."""

from device.status.text.naming import names_of
from engine.board import Side
from engine.errors import EngineError, IllegalPlay, InvalidChouette
from engine.i18n import Translator, phrase_of
from engine.referee.chouette_deeds import begun_by, why_no_answer, why_no_cube, why_not_now
from engine.referee.told_turn import fault_of, is_stale, is_time_to_claim, told_play, told_turn
from engine.state.match_state import MatchState, rules_now
from engine.state.messages import (
    AnswerCube,
    ClaimPoints,
    Command,
    DoInChouette,
    SetCube,
    SetNames,
    SetPlay,
    SetScore,
    StartChouette,
    Undo,
)
from engine.trictrac import takes_claims
from engine.turn.tracker import TurnTracker
from engine.words.wording import sentence


def refusal(
    match_state: MatchState, tracker: TurnTracker, command: Command, translator: Translator
) -> str | None:
    """Why a command would change nothing, in a sentence; None where it would be done.

    Of a play that breaks the rules it is the sentence of the rule.
    """
    if isinstance(command, SetPlay | Undo) and is_stale(match_state, command):
        return translator("The game has gone on since: look at the turn once more.")
    if isinstance(command, StartChouette | DoInChouette | SetNames | SetScore | SetCube | AnswerCube):
        return _chouette_refusal(match_state, command, translator)
    if isinstance(command, ClaimPoints):
        return _claim_refusal(match_state, tracker, command.side, translator)
    if not isinstance(command, SetPlay):
        return None
    names = names_of(match_state, translator)
    turn = told_turn(match_state, command.side)
    if turn is None:
        return translator(
            "There is no turn of {name} that could be put right now.", name=names.of(command.side)
        )
    try:
        told_play(match_state, turn, command.notation, stands=command.stands)
    except IllegalPlay as error:
        fault = fault_of(match_state, turn, command.notation)
        return phrase_of(error).in_language(translator) if fault is None else sentence(fault, names)
    except EngineError as error:
        return phrase_of(error).in_language(translator)
    return None


def _chouette_refusal(
    match_state: MatchState,
    command: StartChouette | DoInChouette | SetNames | SetScore | SetCube | AnswerCube,
    translator: Translator,
) -> str | None:
    """Why a chouette cannot be begun, or something not be done in it."""
    match command:
        case DoInChouette():
            why = why_not_now(match_state, command.deed)
            return None if why is None else why.in_language(translator)
        case StartChouette():
            try:
                begun_by(match_state, command)
            except InvalidChouette as error:
                return phrase_of(error).in_language(translator)
        case SetCube():
            why = why_no_cube(match_state)
            return None if why is None else why.in_language(translator)
        case AnswerCube():
            why = why_no_answer(match_state, command)
            return None if why is None else why.in_language(translator)
        case SetNames() if match_state.chouette is not None:
            return translator("The names are those of who plays the chouette: they join and leave there.")
        case SetScore() if match_state.chouette is not None:
            return translator(
                "In a chouette the score comes from how each game ended: take back what was told wrongly."
            )
    return None


def _claim_refusal(
    match_state: MatchState, tracker: TurnTracker, side: Side, translator: Translator
) -> str | None:
    """Why a side cannot claim points now."""
    if not takes_claims(rules_now(match_state)):
        return translator("Nobody claims points in this game: what is due is marked without it.")
    if is_time_to_claim(match_state, side, tracker):
        return None
    return translator(
        "{name} cannot claim points now: points are claimed in one's own turn, once before the throw, or after it "
        "until a checker is touched.",
        name=names_of(match_state, translator).of(side),
    )
