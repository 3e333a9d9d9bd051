"""Refusing: why the referee would not take what a person says, told before it goes on its way."""

from device.status.text.naming import names_of
from engine.errors import EngineError, IllegalPlay
from engine.i18n import Translator, phrase_of
from engine.referee.told_play import fault_of, is_stale, told_play, told_turn
from engine.state.match_state import MatchState
from engine.state.messages import Command, SetPlay, Undo
from engine.words.wording import sentence


def refusal(match_state: MatchState, command: Command, translator: Translator) -> str | None:
    """Why a command would change nothing, in a sentence; None where it would be done.

    Of a play that breaks the rules it is the sentence of the rule.
    """
    if isinstance(command, SetPlay | Undo) and is_stale(match_state, command):
        return translator("The game has gone on since: look at the turn once more.")
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
