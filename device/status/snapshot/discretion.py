"""Discretion: what of all that the referee knows everybody may see while a game is on (rules section 6.3)."""

from dataclasses import replace

from device.status.repair.board_problem import Amiss, Why
from engine.board import View
from engine.i18n import marked
from engine.match.cube import Cube
from engine.match.match import CheckerTurn, Game
from engine.state.match_state import Ledger, Question

RECORDING = marked("This game is being recorded. Everything is shown when it is over.")
BLIND = (View.COVERED, View.MOVED, View.DARK, View.LOST)
"""Views in which nothing can be seen of the board."""


def silenced(ledger: Ledger) -> bool:
    """Whether nothing of the game may be shown now.

    Cocked dice are not told either: in sanctioned play whether a throw counts is for the players alone to say, and a
    lamp at the board is an electronic aid even where it is right. The record follows what they do.
    """
    return ledger.profile.silent and ledger.playing


def board_hidden(ledger: Ledger) -> bool:
    """Whether the board, the plays and the picture are kept from everybody but the referee now."""
    return ledger.playing and (ledger.profile.silent or not ledger.profile.live_board)


def pips_hidden(ledger: Ledger) -> bool:
    """Whether pip counts are kept from everybody but the referee now."""
    return ledger.playing and (ledger.profile.silent or not ledger.profile.pip_counts)


def hints_hidden(ledger: Ledger) -> bool:
    """Whether what would have been legal is kept from everybody but the referee now."""
    return ledger.playing and (ledger.profile.silent or not ledger.profile.hints)


def mend_hidden(ledger: Ledger, amiss: Amiss | None, *, desk: bool) -> bool:
    """Whether the steps that put the board right are kept back now: from everybody but the referee as hints are, and as
    faults are; from him too while the referee keeps silent.
    """
    if silenced(ledger):
        return True
    accuses = (
        amiss is not None and amiss.why is Why.FAULT and ledger.playing and not ledger.profile.tells_faults
    )
    return not desk and (hints_hidden(ledger) or accuses)


def log_hidden(ledger: Ledger) -> bool:
    """Whether the events of the game that is on are kept from everybody but the referee now.

    They tell the board, the faults and what would have been legal, all at once.
    """
    profile = ledger.profile
    return board_hidden(ledger) or hints_hidden(ledger) or (ledger.playing and not profile.tells_faults)


def for_everybody(ledger: Ledger) -> Ledger:
    """The ledger as everybody may know it now; once the game is over, all of it, the questions that waited included."""
    if not ledger.playing or ledger.game is None:
        return ledger
    if silenced(ledger):
        return replace(
            ledger,
            side=None, roll=None, position=None, seen=None, fault=None, cocked=None, cube_fault=None, hasty=None,
            setup=None, resigning=None, questions=(), score=ledger.game.score, cube=Cube(in_play=False),
            game=replace(ledger.game, turns=()), view=ledger.view if ledger.view in BLIND else View.CLEAR,
        )  # fmt: skip
    if ledger.profile.tells_faults:
        return ledger
    questions = tuple(question for question in ledger.questions if not _accuses(question))
    return replace(ledger, fault=None, seen=None, questions=questions, game=_without_faults(ledger.game))


def _accuses(question: Question) -> bool:
    """Whether a question says that a play may have been illegal."""
    return not all(candidate.legal for candidate in question.candidates)


def _without_faults(game: Game) -> Game:
    turns = tuple(replace(turn, fault=None) if isinstance(turn, CheckerTurn) else turn for turn in game.turns)
    return replace(game, turns=turns)
