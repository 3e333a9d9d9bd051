"""Naming: what the players, the games and the rolls of a match state are called, in a language."""

from engine.board import Side
from engine.dice import Roll
from engine.i18n import ENGLISH, Translator
from engine.rules import Rules
from engine.state.match_state import MatchState
from engine.words.rollnames import Tradition, roll_names
from engine.words.wording import Names


def names_of(match_state: MatchState, translator: Translator = ENGLISH) -> Names:
    """What to call the players; White or Black where nobody has told a name."""
    return Names(match_state.match.white, match_state.match.black, translator)


def name_of(match_state: MatchState, side: Side, translator: Translator = ENGLISH) -> str:
    """What to call the player of one side."""
    return names_of(match_state, translator).of(side)


def game_name(rules: Rules, translator: Translator = ENGLISH) -> str:
    """What a game is called in a language, or else in English."""
    return rules.called.in_language(translator)


def roll_called(roll: Roll | None, tradition: Tradition) -> str | None:
    """What a roll is called in a tradition; None where there is no roll, or nothing to call it but its numbers."""
    return next(iter(roll_names(roll, tradition)), None) if roll else None
