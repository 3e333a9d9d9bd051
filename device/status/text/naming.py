"""What the players, the games, the rolls and the endings of a match are called, in a language."""

from engine.board import Side
from engine.dice import Roll
from engine.i18n import ENGLISH, Translator, marked, marked_many
from engine.match.match import Result
from engine.rules import Rules
from engine.state.match_state import MatchState
from engine.words.rollnames import Tradition, roll_names
from engine.words.wording import Names

_WINS = {
    "single": marked_many("{winner} wins: {count} point.", "{winner} wins: {count} points."),
    "gammon": marked_many(
        "{winner} wins a gammon: {count} point.", "{winner} wins a gammon: {count} points."
    ),
    "backgammon": marked_many(
        "{winner} wins a backgammon: {count} point.", "{winner} wins a backgammon: {count} points."
    ),
    "double": marked_many("{winner} wins doubly: {count} point.", "{winner} wins doubly: {count} points."),
    "triple": marked_many("{winner} wins triply: {count} point.", "{winner} wins triply: {count} points."),
    "quadruple": marked_many(
        "{winner} wins quadruply: {count} point.", "{winner} wins quadruply: {count} points."
    ),
    "passed": marked_many(
        "{loser} passes: {winner} wins {count} point.", "{loser} passes: {winner} wins {count} points."
    ),
    "resigned": marked_many(
        "{loser} resigns: {winner} wins {count} point.", "{loser} resigns: {winner} wins {count} points."
    ),
    "flag": marked_many(
        "{loser}'s time is up: {winner} wins {count} point.",
        "{loser}'s time is up: {winner} wins {count} points.",
    ),
    "men left": marked_many(
        "{winner} wins {count} point for the checkers that {loser} has not borne off.",
        "{winner} wins {count} points for the checkers that {loser} has not borne off.",
    ),
    "none off": marked_many(
        "{winner} wins before {loser} has borne off a checker: {count} point.",
        "{winner} wins before {loser} has borne off a checker: {count} points.",
    ),
    "all home": marked_many(
        "{winner} has brought all checkers home: {count} point.",
        "{winner} has brought all checkers home: {count} points.",
    ),
    "closed out": marked_many(
        "{loser} is closed out: {winner} wins {count} point.",
        "{loser} is closed out: {winner} wins {count} points.",
    ),
    "fails": marked_many(
        "{loser} cannot play a number: {winner} wins {count} point.",
        "{loser} cannot play a number: {winner} wins {count} points.",
    ),
    "dolted": marked_many(
        "{loser} is dolted: {winner} wins {count} point.",
        "{loser} is dolted: {winner} wins {count} points.",
    ),
    "interval": marked_many(
        "{winner} holds every second point and wins: {count} point.",
        "{winner} holds every second point and wins: {count} points.",
    ),
    "stuck": marked_many(
        "Neither gets on, and {winner} has won more chips: {count} point.",
        "Neither gets on, and {winner} has won more chips: {count} points.",
    ),
    "three by three": marked_many(
        "{winner} has three checkers on each of five points and wins: {count} point.",
        "{winner} has three checkers on each of five points and wins: {count} points.",
    ),
    "mother": marked_many(
        "{winner} has pinned the mother: {count} point.", "{winner} has pinned the mother: {count} points."
    ),
    "escape": marked_many(
        "The king has escaped: {winner} wins {count} point.",
        "The king has escaped: {winner} wins {count} points.",
    ),
    "capture": marked_many(
        "The king is captured: {winner} wins {count} point.",
        "The king is captured: {winner} wins {count} points.",
    ),
    "no move": marked_many(
        "{loser} cannot move: {winner} wins {count} point.",
        "{loser} cannot move: {winner} wins {count} points.",
    ),
    "repetition": marked_many(
        "{loser} has brought the same board about for the third time: {winner} wins {count} point.",
        "{loser} has brought the same board about for the third time: {winner} wins {count} points.",
    ),
}
_NAMED_WIN = marked_many("{winner} wins: {how}, {count} point.", "{winner} wins: {how}, {count} points.")
"""A win that has a name in the tradition of its game: `mars`, `hemspel`; it is called so in every language."""
_DRAWS = {
    "repetition": marked("The same board for the third time, so it is a draw: nobody wins a point."),
    "stuck": marked("Neither gets on, so it is a draw: nobody wins a point."),
    "no move": marked("There is no move to be made, so it is a draw: nobody wins a point."),
}


def result_sentence(result: Result, names: Names) -> str:
    """How a game ended: `Anna wins a gammon: 4 points.`"""
    translator = names.translator
    if result.winner is None:
        drawn = _DRAWS.get(result.how)
        return translator("A draw: nobody wins a point.") if drawn is None else translator(drawn)
    one, more = _WINS.get(result.how, _NAMED_WIN)
    winner, loser = names.of(result.winner), names.of(result.winner.other)
    return translator.many(one, more, result.points, winner=winner, loser=loser, how=result.how)


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
