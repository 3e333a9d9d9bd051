"""Reasons why a throw does not count or the cube may not be moved so: a code in the log, a sentence for people."""

from enum import Enum
from typing import Self

from engine.i18n import marked


class _Reason(Enum):
    """A code with the sentence that says it, in English, marked to be translated."""

    sentence: str

    def __new__(cls, code: str, sentence: str) -> Self:
        """The member of that code."""
        made = object.__new__(cls)
        made._value_, made.sentence = code, sentence
        return made


class ThrowReason(_Reason):
    """Why a throw does not count."""

    LEANS = "leans", marked("a die leans or lies off the playing surface")
    BOTH_HALVES = "both_halves", marked("the dice lie on both halves of the board")
    # Leaning or not, people have to try it.
    ON_A_CHECKER = (
        "on_a_checker",
        marked("a die leans or lies on a checker; it counts if another die can stand on it"),
    )
    OPPONENTS_HALF = "opponents_half", marked("the dice lie on the opponent's right-hand half")
    ONE_EACH = "one_each", marked("each player throws one die to begin, on their own right-hand half")
    CLOSED_OUT = "closed_out", marked("the other player throws first, though they cannot enter")
    THROWN_AGAIN = "thrown_again", marked("the dice were thrown again")
    TIE = "tie", marked("both threw the same")
    TIE_DOUBLES = "tie_doubles", marked("both threw the same, which doubles the cube to {value}")
    UNKNOWN = "unknown", marked("the referee did not count it")


class CubeReason(_Reason):
    """Why the cube may not be moved as it was."""

    OUT_OF_PLAY = "out_of_play", marked("the cube is out of play in this game")
    OPPONENTS = "opponents", marked("the cube belongs to the opponent")
    NOT_NOW = "not_now", marked("a double is offered on one's own turn, before throwing")
    FAULT_FIRST = "fault_first", marked("the illegal play has to be put right first")
    HOLLAND = (
        "holland",
        marked("after the Crawford game nobody doubles before both players have thrown twice"),
    )
    BEFORE_OWN_PLAY = "before_own_play", marked("nobody doubles before a first play of their own")
    BEFORE_FIRST_PLAY = "before_first_play", marked("who begins does not double before their first play")
    AT_START = "at_start", marked("a game begins with the cube in the middle, 64 up")
    UNKNOWN = "unknown", marked("it may not be moved so")
