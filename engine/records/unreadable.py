"""Why a file cannot be read as a match, in the sentences that several formats share."""

from engine.errors import InvalidRecord
from engine.i18n import Phrase, phrase


def damaged(kind: str, why: Phrase) -> Phrase:
    """A file of that ending is damaged."""
    return phrase("this {kind} file is damaged: {why}", kind=kind, why=why)


def unknown_game(kind: str, number: int) -> Phrase:
    """A file of that ending is of a game that its program knows by that number."""
    return phrase(
        "this {kind} file is of a game that is not known here (its number is {number})",
        kind=kind,
        number=number,
    )


def strange() -> Phrase:
    """Something in a file, or all of it, is of a kind that nothing is known of."""
    return phrase("this is of a kind that is not known here")


def unsure(why: Phrase) -> Phrase:
    """What a file says can be taken in two ways."""
    return phrase("it cannot be read with certainty: {why}", why=why)


def of_game(number: int, why: Phrase) -> Phrase:
    """What is wrong with a game, or odd about it."""
    return phrase("game {number}: {why}", number=number, why=why)


def in_game(number: int, where: Phrase | str, why: Phrase | str | InvalidRecord) -> Phrase:
    """What is wrong, or odd, at a place of a game."""
    return phrase("game {number}, {where}: {why}", number=number, where=where, why=why)


def too_long(number: int) -> Phrase:
    """A game has more turns or entries than any that was played."""
    return phrase("game {number} goes on and on; nobody plays so long", number=number)


def too_many_games(most: int) -> Phrase:
    """A file has more games than any match."""
    return phrase("this file has more than {most} games, which no match has", most=most)


def looks_like(kind: str, example: str) -> Phrase:
    """A text is meant to be a position code of a kind, and has not its form."""
    return phrase("this is no {kind}, which looks like {example}", kind=kind, example=example)


def odd_part(kind: str, part: object, example: str) -> Phrase:
    """A part of a position code that makes no sense."""
    text = repr(part[:20]) if isinstance(part, str) else part
    return phrase("in this {kind} {part} stands where {example} could", kind=kind, part=text, example=example)


def impossible(kind: str, code: str) -> Phrase:
    """A position code has its form, and tells what there is not."""
    return phrase("{code} is no {kind}: it tells of what there is not", kind=kind, code=code)


def is_over() -> Phrase:
    """A position code is of a game that is over."""
    return phrase("that game is over, so that there is nothing left to play in it")
