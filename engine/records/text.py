"""A match as plain text for people: every game in its customary notation, illegal plays and all: `write_text`."""

from collections.abc import Callable, Iterator, Sequence

from engine.board import Side
from engine.cube import CubeAction
from engine.match import CheckerTurn, CubeTurn, Game, Match, Result, Turn
from engine.notation import play_text
from engine.rules import Rules
from engine.tongue import marked
from engine.wording import Names, sentence

_ANSWERS = {
    CubeAction.TAKE: marked("takes"),
    CubeAction.PASS: marked("passes"),
    CubeAction.BEAVER: marked("beavers"),
    CubeAction.RACCOON: marked("beavers, answered by a raccoon"),
}
_TITLES = {
    "EventDate": marked("Date: {value}"),
    "EventTime": marked("Time: {value}"),
    "Clock": marked("Clock: {value}"),
}


def write_text(
    match: Match, tags: Sequence[tuple[str, str]], names: Names, ended: Callable[[Result], str]
) -> str:
    """A match as text, in the language of the names; `tags` such as ("EventDate", "2026.11.20") stand at its head.

    `ended` tells how a game ended, in a sentence.
    """
    tongue = names.tongue
    white, black = names.of(Side.WHITE), names.of(Side.BLACK)
    lines = [tongue("White: {white}, Black: {black}", white=white, black=black)]
    if match.length:
        lines.append(tongue.many("Match to {count} point", "Match to {count} points", match.length))
    else:
        lines.append(tongue("Single games"))
    lines += [tongue(_TITLES[key], value=value) for key, value in tags if key in _TITLES]
    for number, each in enumerate(match.games, 1):
        lines += ["", *_game(match.rules(each), each, number, names)]
        lines.append("  " + (ended(each.result) if each.result else tongue("The game was not finished.")))
    return "\n".join(lines) + "\n"


def _game(rules: Rules, each: Game, number: int, names: Names) -> Iterator[str]:
    tongue = names.tongue
    name = dict(rules.names).get(tongue.code, rules.name)
    score = f"{each.score.white}:{each.score.black}"
    if each.crawford:
        yield tongue(
            "Game {number}, {name}, score {score}, Crawford game", number=number, name=name, score=score
        )
    else:
        yield tongue("Game {number}, {name}, score {score}", number=number, name=name, score=score)
    if each.start != rules.start:
        yield "  " + tongue("It was followed from {position}", position=each.start)
    width = max((len(names.of(side)) for side in Side), default=0)
    for count, turn in enumerate(each.turns, 1):
        yield f"{count:4}. {names.of(turn.side):<{width}}  {_turn(turn, names)}".rstrip()
        if isinstance(turn, CheckerTurn) and turn.fault is not None:
            yield f"{'':6}! {tongue('Illegal, and stood:')} {sentence(turn.fault, names)}"


def _turn(turn: Turn, names: Names) -> str:
    tongue = names.tongue
    if isinstance(turn, CubeTurn):
        offer = tongue("doubles to {value}", value=turn.value)
        return (
            offer
            if turn.answer is None
            else f"{offer}; {names.of(turn.side.other)} {tongue(_ANSWERS[turn.answer])}"
        )
    roll = "" if turn.roll is None else f"{turn.roll}: "
    unseen = f" ({tongue('nobody saw it')})" if turn.inferred else ""
    return f"{roll}{play_text(turn.play) or tongue('no play')}{unseen}"
