"""Readings of single pictures: the lines of `tableside read`, for programs and for people."""

from engine.board import BAR, OFF, POINTS, Kind
from engine.rules import Rules
from engine.tables import TablesGame
from engine.tafl.board import square_name
from vision.square_observation import Seen, Square, SquareObservation

Json = dict[str, object]
TOLD = 0.7
"""The face of a die is told from this probability on."""


def reading_json(image: str, observation: Seen, game: Rules | None) -> Json:
    """The object that `tableside read --json` prints for a picture.

    With a `game` its number of checkers is conserved, and what is missing from the board is off. A die whose likeliest
    face has less than 0.7 is told as not flat, for a face that cannot be told counts for nothing.
    """
    told: Json = {"image": image, **observation.as_json()}
    told["dice"] = [
        {**its, "flat": its["flat"] and die.p >= TOLD}
        for its, die in zip(observation.as_json()["dice"], observation.dice, strict=True)
    ]
    if not isinstance(game, TablesGame) or isinstance(observation, SquareObservation):
        return told
    board = observation.best((game.men, game.men))
    chances = {site.index: site for site in observation.sites}

    def at(index: int) -> Json | None:
        site = chances[index]
        if site.hidden:
            return None
        light, dark = board.light[index], board.dark[index]
        p = sum(chance.p for chance in site.chances if (chance.light, chance.dark) == (light, dark))
        return {"light": light, "dark": dark, "p": round(p, 4)}

    told["points"] = {str(point): at(point) for point in POINTS}
    told["bar"] = at(BAR)
    if not observation.hidden:
        told["off"] = {"light": board.light[OFF], "dark": board.dark[OFF]}
    return told


def reading_text(image: str, observation: Seen, game: Rules | None) -> str:
    """A reading for people: what stands on the board, the dice, the cube, and how sure the least sure of it is."""
    return "\n".join([image, *(f"  {line}" for line in reading_lines(observation, game))])


def reading_lines(observation: Seen, game: Rules | None = None) -> tuple[str, ...]:
    """The same without a heading, a line for each thing."""
    if isinstance(observation, SquareObservation):
        return _square_lines(observation)
    board = observation.best((game.men, game.men) if isinstance(game, TablesGame) else None)
    lines = [f"light: {_men(board.light)}", f"dark:  {_men(board.dark)}"]
    if observation.dice:
        dice = (f"{die.value}{'' if die.flat else ' (cocked)'} {die.half}" for die in observation.dice)
        lines.append(f"dice:  {', '.join(dice)}")
    if observation.cube:
        lines.append(f"cube:  {observation.cube.value}, {observation.cube.place.value}")
    seen = [site for site in observation.sites if not site.hidden]
    if seen:
        doubtful = min(seen, key=lambda site: site.likeliest.p)
        name = "the bar" if doubtful.index == BAR else f"point {doubtful.index}"
        lines.append(f"least sure: {name}, {doubtful.likeliest.p:.3f}")
    if observation.hidden:
        lines.append(
            f"hidden: {', '.join('bar' if index == BAR else str(index) for index in observation.hidden)}"
        )
    return tuple(lines)


def _square_lines(observation: SquareObservation) -> tuple[str, ...]:
    """What stands on a board of squares."""
    seen = [square for square in observation.squares if not square.hidden]

    def on(wanted: list[Square]) -> str:
        names = (("K" if square.king else "") + square_name(square.number) for square in wanted)
        return " ".join(names) or "none"

    lines = [
        f"light: {on([square for square in seen if square.kind is Kind.LIGHT])}",
        f"dark:  {on([square for square in seen if square.kind is Kind.DARK])}",
    ]
    if seen:
        doubtful = min(seen, key=lambda square: square.p)
        lines.append(f"least sure: {square_name(doubtful.number)}, {doubtful.p:.3f}")
    if observation.hidden:
        lines.append(f"hidden: {', '.join(map(square_name, observation.hidden))}")
    return tuple(lines)


def _men(men: tuple[int, ...]) -> str:
    parts = [f"bar({men[BAR]})"] if men[BAR] else []
    parts += [f"{point}({men[point]})" for point in range(24, 0, -1) if men[point]]
    parts += [f"off({men[OFF]})"] if men[OFF] > 0 else []
    return " ".join(parts) or "none"
