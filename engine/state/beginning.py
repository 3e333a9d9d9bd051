"""How the next game of a match begins: which game it is, and who begins it (rules sections 1.11 and 5.6)."""

from engine.board import Side
from engine.match.opening_roll import first_to_play, next_to_play
from engine.rules import Rules
from engine.state.match_state import Ledger
from engine.tables.tables import Decide, NextGame


def rules_at(ledger: Ledger, place: int) -> Rules:
    """The rules of the game at a place of the match's programme."""
    match = ledger.match
    return match.agreed.game(place).rules(last_turn_equaliser=match.terms.last_turn_equaliser)


def rules_now(ledger: Ledger) -> Rules:
    """The rules of the game that is played, or has been; before the first, of that."""
    return rules_at(ledger, 0) if ledger.game is None else ledger.match.rules(ledger.game)


def next_place(ledger: Ledger) -> int:
    """The place in the programme of the game that begins next: a game left unfinished is played again."""
    game = ledger.game
    if game is None or ledger.winner is not None:
        return 0
    return game.place if game.result is None else game.place + 1


def starter(ledger: Ledger, place: int) -> Side | None:
    """Who begins the game at a place of the programme; None where dice, or the players, are to decide that."""
    match, game = ledger.match, ledger.game
    first = first_to_play(rules_at(ledger, place))
    if ledger.winner is not None or game is None:
        return first
    if game.result is None and game.place != place:
        # Nobody knows yet how the last game ended, which may not matter.
        return first if match.rules(game).next_game is NextGame.DECIDE_AGAIN else None
    finished = [each for each in ledger.record.games if each.result is not None]
    if not finished or finished[-1].result is None:
        return first
    return next_to_play(match.rules(finished[-1]), finished[-1].result.winner) or first


def anybody_begins(ledger: Ledger) -> bool:
    """Whether it is for the players to know who begins: by agreement, or by a result that nobody has told yet."""
    if rules_now(ledger).decide is Decide.AGREED:
        return True
    games = ledger.match.games
    untold = any(question.what == "resigned" for question in ledger.questions)
    if not games or games[-1].result is not None or not untold:
        return False
    return ledger.match.rules(games[-1]).next_game is not NextGame.DECIDE_AGAIN


def is_opening(ledger: Ledger) -> bool:
    """Whether the throw that is played, or waited for, is that of one die each, with which the game begins."""
    game = ledger.game
    fresh = game is not None and not game.turns and ledger.begins is None
    return fresh and game is not None and game.start == rules_now(ledger).start and not anybody_begins(ledger)
