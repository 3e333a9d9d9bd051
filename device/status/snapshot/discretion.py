"""Discretion: what of all that the referee knows everybody may see while a game is on (rules section 6.3)."""

from dataclasses import replace

from device.status.board_problem import BoardProblem, Why
from engine.board import View
from engine.i18n import marked
from engine.match.cube import Cube
from engine.match.match import CheckerTurn, Game
from engine.state.match_state import MatchState, Question

RECORDING = marked("This game is being recorded. Everything is shown when it is over.")
BLIND = (View.COVERED, View.MOVED, View.DARK, View.LOST)
"""Views in which nothing can be seen of the board."""


def silenced(match_state: MatchState) -> bool:
    """Whether nothing of the game may be shown now.

    Cocked dice are not told either: in sanctioned play whether a throw counts is for the players alone to say, and a
    lamp at the board is an electronic aid even where it is right. The record follows what they do.
    """
    return match_state.profile.silent and match_state.playing


def board_hidden(match_state: MatchState) -> bool:
    """Whether the board, the plays and the picture are kept from everybody but the referee now."""
    return match_state.playing and (match_state.profile.silent or not match_state.profile.live_board)


def pips_hidden(match_state: MatchState) -> bool:
    """Whether pip counts are kept from everybody but the referee now."""
    return match_state.playing and (match_state.profile.silent or not match_state.profile.pip_counts)


def hints_hidden(match_state: MatchState) -> bool:
    """Whether what would have been legal is kept from everybody but the referee now."""
    return match_state.playing and (match_state.profile.silent or not match_state.profile.hints)


def repair_hidden(match_state: MatchState, board_problem: BoardProblem | None, *, desk: bool) -> bool:
    """Whether the steps that put the board right are kept back now: from everybody but the referee as hints are, and as
    faults are; from them too while the referee keeps silent.
    """
    if silenced(match_state):
        return True
    accuses = (
        board_problem is not None
        and board_problem.why is Why.FAULT
        and match_state.playing
        and not match_state.profile.tells_faults
    )
    return not desk and (hints_hidden(match_state) or accuses)


def log_hidden(match_state: MatchState) -> bool:
    """Whether the events of the game that is on are kept from everybody but the referee now.

    They tell the board, the faults and what would have been legal, all at once.
    """
    profile = match_state.profile
    return (
        board_hidden(match_state)
        or hints_hidden(match_state)
        or (match_state.playing and not profile.tells_faults)
    )


def for_everybody(match_state: MatchState) -> MatchState:
    """The match state as everybody may know it now; once the game is over, all of it, the
    questions that waited included.
    """
    if not match_state.playing or match_state.game is None:
        return match_state
    if silenced(match_state):
        return replace(
            match_state,
            side=None,
            roll=None,
            position=None,
            seen=None,
            fault=None,
            cocked=None,
            cube_fault=None,
            premature=None,
            setup=None,
            resigning=None,
            questions=(),
            score=match_state.game.score,
            cube=Cube(in_play=False),
            game=replace(match_state.game, turns=()),
            view=match_state.view if match_state.view in BLIND else View.CLEAR,
        )
    if match_state.profile.tells_faults:
        return match_state
    questions = tuple(question for question in match_state.questions if not _accuses(question))
    return replace(
        match_state, fault=None, seen=None, questions=questions, game=_without_faults(match_state.game)
    )


def _accuses(question: Question) -> bool:
    """Whether a question says that a play may have been illegal."""
    return not all(candidate.legal for candidate in question.candidates)


def _without_faults(game: Game) -> Game:
    turns = tuple(replace(turn, fault=None) if isinstance(turn, CheckerTurn) else turn for turn in game.turns)
    return replace(game, turns=turns)
