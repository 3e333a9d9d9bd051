"""Readings of single pictures: the lines of `tableside read`, for programs and for people."""

from engine.board import BAR, OFF, POINTS
from engine.tables import TablesGame
from vision.observation import Observation

Json = dict[str, object]


def reading_json(image: str, observation: Observation, game: TablesGame | None) -> Json:
    """The object that `tableside read --json` prints for a picture.

    With a `game` its number of checkers is conserved, and what is missing from the board is off.
    """
    told: Json = {"image": image, **observation.as_json()}
    if game is None:
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


def reading_text(image: str, observation: Observation, game: TablesGame | None) -> str:
    """A reading for people: what stands on the board, the dice, the cube, and how sure the least sure of it is."""
    board = observation.best((game.men, game.men) if game else None)
    lines = [f"{image}", f"  light: {_men(board.light)}", f"  dark:  {_men(board.dark)}"]
    if observation.dice:
        dice = (f"{die.value}{'' if die.flat else ' (cocked)'} {die.half}" for die in observation.dice)
        lines.append(f"  dice:  {', '.join(dice)}")
    if observation.cube:
        lines.append(f"  cube:  {observation.cube.value}, {observation.cube.place.value}")
    seen = [site for site in observation.sites if not site.hidden]
    if seen:
        doubtful = min(seen, key=lambda site: site.likeliest.p)
        name = "the bar" if doubtful.index == BAR else f"point {doubtful.index}"
        lines.append(f"  least sure: {name}, {doubtful.likeliest.p:.3f}")
    if observation.hidden:
        lines.append(
            f"  hidden: {', '.join('bar' if index == BAR else str(index) for index in observation.hidden)}"
        )
    return "\n".join(lines)


def _men(men: tuple[int, ...]) -> str:
    parts = [f"bar({men[BAR]})"] if men[BAR] else []
    parts += [f"{point}({men[point]})" for point in range(24, 0, -1) if men[point]]
    parts += [f"off({men[OFF]})"] if men[OFF] > 0 else []
    return " ".join(parts) or "none"
