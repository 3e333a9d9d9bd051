"""What makes no sense together in a game of somebody's own, though each value is one that may stand there."""

from collections.abc import Iterator

from engine.errors import Wrong, wrong_at
from engine.i18n import Phrase, marked, phrase
from engine.tables.grades import Loser
from engine.tables.numbers import Bonus, Garanguet, Plain
from engine.tables.tables_game import BearOff, Landing, TablesGame

MEN, FACES = range(1, 16), range(1, 7)
"""How many checkers a side may have, and what may be on a die."""
_DICE: dict[type, tuple[int, ...]] = {Plain: (2, 3), Garanguet: (3,)}
"""With how many dice numbers can be played, where it is not two."""
_HIGHER_FIRST = marked("{place} is to be written with the higher number first, like {example}")


def contradictions(game: TablesGame) -> Iterator[Wrong]:
    """All that makes no sense together in a game, and where in its declaration."""
    yield from _checkers_wrong(game)
    yield from _dice_wrong(game)
    if (game.landing is Landing.SOLO_BLOCK) != (game.block_at == 1) or game.block_at < 1:
        closes = phrase(
            "{place} is 1 where one checker closes a point ({line}), else 2 or more",
            line=_line("landing", Landing.SOLO_BLOCK.value),
        )
        yield wrong_at(("block_at",), closes)
    if not game.grades or game.grades[-1].loser is not Loser.ANY or game.grades[-1].points < 1:
        always = phrase(
            "{place} must end with one that always fits, such as {example}",
            example='{ how = "single", points = 1 }',
        )
        yield wrong_at(("grades",), always)
    if game.bearoff is BearOff.NONE and not game.wins:
        yield wrong_at(("bearoff",), phrase("{place} leaves no way to win: say one in {key}", key="`wins`"))
    if game.first_turn is not None and game.first_turn.rule not in game.step_rules:
        alike = phrase("{place} must be one of {key}, written alike", key="`step_rules`")
        yield wrong_at(("first_turn", "rule"), alike)


def _checkers_wrong(game: TablesGame) -> Iterator[Wrong]:
    for name, setup in (("setup", game.setup), ("setup_black", game.setup_black)):
        total = sum(men for _, men in setup or ())
        if setup is not None and total != game.men:
            other = phrase(
                "{place} has {total} checkers, and each side has {men}: say {key} or put it right",
                total=total,
                men=game.men,
                key="`men`",
            )
            yield wrong_at((name,), other)
    if game.men not in MEN:
        yield wrong_at(("men",), phrase("{place} must be {least} to {most}", least=MEN[0], most=MEN[-1]))
    if game.landing is not Landing.PIN and game.shared_points(game.start):
        both = phrase(
            "{place} puts both sides on one point (White's {points}): only where they pin can they stand so",
            points=", ".join(map(str, game.shared_points(game.start))),
        )
        yield wrong_at(("setup",), both)


def _dice_wrong(game: TablesGame) -> Iterator[Wrong]:
    counts = _DICE.get(type(game.numbers), (2,))
    if game.dice not in counts:
        numbers = type(game.numbers).__name__
        if len(counts) == 1:
            few = phrase(
                "{place} must be {count} where numbers are {numbers}", count=counts[0], numbers=numbers
            )
        else:
            few = phrase(
                "{place} must be {one} or {other} where numbers are {numbers}",
                one=counts[0],
                other=counts[1],
                numbers=numbers,
            )
        yield wrong_at(("dice",), few)
    if not game.faces or not set(game.faces) <= set(FACES) or len(set(game.faces)) < len(game.faces):
        different = phrase(
            "{place} must be different numbers from {least} to {most}", least=1, most=FACES[-1]
        )
        yield wrong_at(("faces",), different)
    for place in _rolls_wrong(game):
        yield wrong_at(place, Phrase(_HIGHER_FIRST, (("example", "[4, 3]"),)))


def _rolls_wrong(game: TablesGame) -> Iterator[tuple[str, str]]:
    """Where rolls are not written as they are compared."""
    if isinstance(game.numbers, Bonus) and not _is_roll(game.numbers.roll):
        yield "numbers", "roll"
    if game.first_turn is not None and not all(map(_is_roll, game.first_turn.rolls)):
        yield "first_turn", "rolls"


def _is_roll(numbers: tuple[int, ...]) -> bool:
    return numbers == tuple(sorted(numbers, reverse=True))


def _line(key: str, value: str) -> str:
    """A line of such a file."""
    return f'{key} = "{value}"'
