"""Tafl plays and positions as text, both ways: `c5-c1xd1xb1`, and `W: Ke5 e3 e4 ... B: d1 e1 ...`."""

import re

from engine.board import Shape, Side
from engine.errors import AmbiguousPlay, IllegalPlay, InvalidPlay, InvalidPosition
from engine.i18n import Phrase, phrase, together
from engine.play import Move, Outcome, Play
from engine.position import Position
from engine.squares import (
    CORNERS,
    KING,
    MAN,
    SQUARES,
    THRONE,
    square_name,
    square_named,
    squares_text,
)
from engine.tafl.tafl_faults import tafl_fault
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import made, tafl_plays, tafl_text
from engine.words.wording import Names, sentence

_PLAY = re.compile(
    r"(?P<king>K)?(?:(?P<origin>[a-z]\d+)\s*[-–—>/]?\s*)?(?P<target>[a-z]\d+)(?P<taken>(?:\s*[x×]\s*[a-z]\d+)*)",
    re.IGNORECASE,
)
_NO_MOVE = {"", "-", "no move", "cannot move", "no play"}


def parse_tafl_play(game: TaflGame, position: Position, side: Side, text: str) -> Outcome:
    """The legal play that a text means; what it captures need not be said, nor where it began, if only one fits.

    Raises InvalidPlay where it is no play at all, IllegalPlay where the rules forbid it, AmbiguousPlay where
    several legal plays fit.
    """
    outcomes = tafl_plays(game, position, side)
    if text.strip().casefold() in _NO_MOVE:
        if outcomes[0].play.moves:
            raise IllegalPlay(
                phrase(
                    "a move is possible, {play} for one; it must be made", play=tafl_text(outcomes[0].play)
                )
            )
        return outcomes[0]
    king, origin, target, taken = _read(text)
    own = position.of(side)
    fitting = [
        outcome
        for outcome in outcomes
        for move in outcome.play.moves
        if move.target == target
        and (move.origin == origin or (origin is None and (own[move.origin] == KING) >= king))
    ]
    if len(fitting) > 1:
        ways = " or ".join(tafl_text(outcome.play) for outcome in fitting)
        raise AmbiguousPlay(
            phrase("{text} can mean {ways}; write where the man comes from", text=text.strip(), ways=ways)
        )
    if not fitting:
        raise IllegalPlay(_refusal(game, position, side, text, origin, target))
    found = fitting[0]
    if king and own[found.play.moves[0].origin] != KING:
        raise IllegalPlay(
            phrase(
                "{text}: the king does not stand on {square}",
                text=text.strip(),
                square=square_name(found.play.moves[0].origin),
            )
        )
    if taken and set(taken) != set(found.play.captured):
        raise IllegalPlay(
            phrase(
                "{text} is not what is captured: it is {play}",
                text=text.strip(),
                play=tafl_text(found.play),
            )
        )
    return found


def played_out(game: TaflGame, position: Position, side: Side, text: str) -> Outcome:
    """What a written play does to the board when it is made as written, legal or not; raises InvalidPlay.

    A legal play captures what it captures, whether or not the text says so.
    """
    try:
        return parse_tafl_play(game, position, side, text)
    except AmbiguousPlay:
        raise
    except IllegalPlay:
        if text.strip().casefold() in _NO_MOVE:
            return Outcome(position, Play(shape=Shape.TAFL))
        _, origin, target, taken = _read(text)
        if origin is None:
            raise InvalidPlay(
                phrase("{text} does not say where the man comes from", text=repr(text.strip()))
            ) from None
        play = Play((Move(origin, target),), taken, Shape.TAFL)
        return Outcome(made(game, position, side, play), play)


def parse_tafl_position(game: TaflGame, text: str) -> Position:
    """The position written like `W: Ke5 e3 e4 B: d1 e1`; without a K the king has been captured.

    Raises InvalidPosition with all that is wrong.
    """
    match = re.fullmatch(r"\s*W:(.*?)B:(.*)", text, re.DOTALL | re.IGNORECASE)
    if match is None:
        raise InvalidPosition(
            phrase(
                "{text} is not a position; write it like {example}",
                text=repr(text),
                example=repr(squares_text(game.start.white, game.start.black)),
            )
        )
    faults: list[Phrase] = []
    white = _parse_side(game, Side.WHITE, match[1], faults)
    black = _parse_side(game, Side.BLACK, match[2], faults)
    faults += [
        phrase("{square} is held by both", square=square_name(number))
        for number in range(SQUARES)
        if white[number] and black[number]
    ]
    if faults:
        raise InvalidPosition(together(faults))
    return Position(white, black)


def _read(text: str) -> tuple[bool, int | None, int, tuple[int, ...]]:
    """Whether a written play names the king, where it begins and ends, and what it captures; raises InvalidPlay."""
    found = _PLAY.fullmatch(text.strip())
    if found is None:
        raise InvalidPlay(
            phrase("{text} is no move; write it like c5-c1 or c5-c1xd1", text=repr(text.strip()))
        )
    names = re.findall(r"[a-zA-Z]\d+", found["taken"])
    named = [*([found["origin"]] if found["origin"] else []), found["target"], *names]
    unknown = [name for name in named if square_named(name) is None]
    if unknown:
        raise InvalidPlay(
            phrase(
                "{text} names {several}; the squares are a1 to i9",
                text=repr(text.strip()),
                several=", ".join(unknown),
            )
        )
    numbers = [number for name in named if (number := square_named(name)) is not None]
    origin = numbers.pop(0) if found["origin"] else None
    return found["king"] is not None, origin, numbers[0], tuple(dict.fromkeys(numbers[1:]))


def _refusal(
    game: TaflGame, position: Position, side: Side, text: str, origin: int | None, target: int
) -> Phrase:
    """Why a written play is illegal."""
    plain = text.strip()
    if origin is None:
        return phrase("{plain}: no man can go to {square}", plain=plain, square=square_name(target))
    if not position.of(side)[origin]:
        return phrase(
            "{plain}: none of {side}'s men stands on {square}",
            plain=plain,
            side=phrase("White") if side is Side.WHITE else phrase("Black"),
            square=square_name(origin),
        )
    if origin == target:
        return phrase("{plain} is no move", plain=plain)
    play = Play((Move(origin, target),), (), Shape.TAFL)
    own = position.of(side)
    if own[target]:
        return phrase("{plain}: another man stands on {square}", plain=plain, square=square_name(target))
    fault = tafl_fault(game, position, side, made(game, position, side, play))
    return phrase("{plain}: {fault}", plain=plain, fault=sentence(fault, Names()))


def _parse_side(game: TaflGame, side: Side, text: str, faults: list[Phrase]) -> tuple[int, ...]:
    counts = [0] * SQUARES
    name = side.value
    kings = 0
    for word in text.replace(",", " ").split():
        king = word[0] in "Kk"
        number = square_named(word[1:] if king else word)
        if number is None:
            faults.append(
                phrase(
                    "{name}: {word} is no square; they are a1 to i9, and the king's has a K: Ke5",
                    name=name,
                    word=repr(word),
                )
            )
            continue
        if counts[number]:
            faults.append(phrase("{name}: {square} is named twice", name=name, square=square_name(number)))
        if king and side is Side.BLACK:
            faults.append(
                phrase(
                    "{name}: the king belongs to White, not on {square}",
                    name=name,
                    square=square_name(number),
                )
            )
        if not king and number == THRONE and not game.throne_open:
            faults.append(phrase("{name}: only the king may stand on the throne, e5", name=name))
        if not king and number in CORNERS and game.corner_escape:
            faults.append(
                phrase(
                    "{name}: only the king may stand on a corner, {square}",
                    name=name,
                    square=square_name(number),
                )
            )
        kings += king and side is Side.WHITE
        counts[number] = KING if king and side is Side.WHITE else MAN
    if kings > 1:
        faults.append(phrase("{name}: {kings} kings, but there is one", name=name, kings=kings))
    white, black = game.men
    most = white - 1 if side is Side.WHITE else black
    men = counts.count(MAN)
    if men > most:
        if side is Side.WHITE:
            faults.append(
                phrase(
                    "{name}: {men} men, but the game has {most} and the king", name=name, men=men, most=most
                )
            )
        else:
            faults.append(phrase("{name}: {men} men, but the game has {most}", name=name, men=men, most=most))
    return tuple(counts)
