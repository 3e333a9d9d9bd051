"""Boards as text, exactly: whatever stands on them is read as it is written, whether or not a game could show it.

`engine.position_parsing.parse_position` asks whether a position is possible in a game; a record has to keep those
that are not.
"""

import re
from dataclasses import replace

from engine.board import OFF
from engine.errors import InvalidPosition
from engine.i18n import phrase
from engine.past import NOTHING_PAST, Pair, Past
from engine.position import Position
from engine.rules import Rules
from engine.squares import KING, MAN, SQUARES, square_named
from engine.tafl.tafl_game import TaflGame

_SIDES = re.compile(r"\s*W:(.*?)B:(.*)", re.DOTALL)
_PART = re.compile(r"(bar|hand|off|pin|[0-9]{1,2})\(([0-9]{1,3})\)")


def read_board(text: str, game: Rules) -> Position:
    """The board that `str(position)` has written, its past telling of hand and pinned checkers alone.

    Raises InvalidPosition where it is no board of the game's shape.
    """
    found = _SIDES.fullmatch(text)
    if found is None:
        raise InvalidPosition(
            phrase(
                "{text} is no board, which is written like 'W: 24(2) 6(5) B: 13(5) off(3)'", text=repr(text)
            )
        )
    if isinstance(game, TaflGame):
        return Position(_squares(found[1]), _squares(found[2]))
    white, black = _side(found[1], game.bar), _side(found[2], game.bar)
    hand, pinned = (white[1], black[1]), (white[2], black[2])
    return Position(white[0], black[0], past_on_board(hand, pinned))


def past_on_board(hand: Pair = (0, 0), pinned: Pair = (0, 0)) -> Past:
    """The past of which a board's text tells: how many are in the hand, and which checkers are pinned."""
    return Past(hand=hand, pinned=pinned) if any((*hand, *pinned)) else NOTHING_PAST


def is_told(position: Position, game: Rules) -> bool:
    """Whether a board's text tells where all its checkers are, those in the hand and the pinned ones included."""
    try:
        told = read_board(str(position), game)
    except InvalidPosition:
        return False
    past = position.past
    return told == position and told.past == replace(told.past, hand=past.hand, pinned=past.pinned)


def _side(text: str, bar: int) -> tuple[tuple[int, ...], int, int]:
    """A side's checkers, how many of them are in the hand, and the set of those that are pinned."""
    counts, hand, pinned = [0] * (bar + 1), 0, 0
    for word in text.split():
        part = _PART.fullmatch(word)
        if part is None:
            raise InvalidPosition(
                phrase("{word} is no point with its checkers, like 13(5), bar(1) or off(2)", word=repr(word))
            )
        name, number = part[1], int(part[2])
        if name == "pin":
            _check(1 <= number < bar, word, bar)
            counts[number] += 1
            pinned |= 1 << number
            continue
        site = {"bar": bar, "hand": bar, "off": OFF}.get(name)
        if site is None:
            site = int(name)
            _check(1 <= site < bar, word, bar)
        counts[site] += number
        hand += number if name == "hand" else 0
    return tuple(counts), hand, pinned


def _check(known: bool, word: str, bar: int) -> None:
    if not known:
        raise InvalidPosition(phrase("{word}: the points are 1 to {last}", word=repr(word), last=bar - 1))


def _squares(text: str) -> tuple[int, ...]:
    counts = [0] * SQUARES
    for word in text.split():
        king = word[0] == "K"
        number = square_named(word[1:] if king else word)
        if number is None:
            raise InvalidPosition(
                phrase("{word} is no square; they are a1 to i9, and the king's has a K: Ke5", word=repr(word))
            )
        counts[number] = KING if king else MAN
    return tuple(counts)
