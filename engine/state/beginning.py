"""How the next game of a match begins: which game it is, and who begins it (rules sections 1.11 and 5.6)."""

from engine.board import Side
from engine.match.match import first_to_play, next_to_play
from engine.rules import Rules
from engine.state.match_state import MatchState
from engine.tables.tables import Decide, NextGame


def rules_at(match_state: MatchState, place: int) -> Rules:
    """The rules of the game at a place of the match's format."""
    match = match_state.match
    return match.agreed.game(place).rules(last_turn_equaliser=match.terms.last_turn_equaliser)


def rules_now(match_state: MatchState) -> Rules:
    """The rules of the game that is played, or has been; before the first, of that."""
    return rules_at(match_state, 0) if match_state.game is None else match_state.match.rules(match_state.game)


def next_place(match_state: MatchState) -> int:
    """The place in the match format of the game that begins next: a game left unfinished is played again."""
    game = match_state.game
    if game is None or match_state.winner is not None:
        return 0
    return game.place if game.result is None else game.place + 1


def starter(match_state: MatchState, place: int) -> Side | None:
    """Who begins the game at a place of the match format; None where dice, or the players, are to decide that."""
    match, game = match_state.match, match_state.game
    first = first_to_play(rules_at(match_state, place))
    if match_state.winner is not None or game is None:
        return first
    if game.result is None and game.place != place:
        # Nobody knows yet how the last game ended, which may not matter.
        return first if match.rules(game).next_game is NextGame.DECIDE_AGAIN else None
    finished = [each for each in match_state.record.games if each.result is not None]
    if not finished or finished[-1].result is None:
        return first
    return next_to_play(match.rules(finished[-1]), finished[-1].result.winner) or first


def anybody_begins(match_state: MatchState) -> bool:
    """Whether it is for the players to know who begins: by agreement, or by a result that nobody has told yet."""
    if rules_now(match_state).decide is Decide.AGREED:
        return True
    games = match_state.match.games
    untold = any(question.what == "resigned" for question in match_state.questions)
    if not games or games[-1].result is not None or not untold:
        return False
    return match_state.match.rules(games[-1]).next_game is not NextGame.DECIDE_AGAIN


def is_opening(match_state: MatchState) -> bool:
    """Whether the throw that is played, or waited for, is that of one die each, with which the game begins."""
    game = match_state.game
    fresh = game is not None and not game.turns and match_state.begins is None
    return (
        fresh
        and game is not None
        and game.start == rules_now(match_state).start
        and not anybody_begins(match_state)
    )
