"""Readings of single pictures: the lines of `tableside read`, for programs and for people."""

from device.shape import Json
from engine.board import BAR, OFF, POINTS, CubePlace, Kind
from engine.i18n import ENGLISH, Translator, marked
from engine.rules import Rules
from engine.squares import square_name
from engine.tables.tables_game import TablesGame
from vision.conserving import Conserved
from vision.observation import Observation
from vision.squares.square_observation import Seen, Square, SquareObservation

TOLD = 0.7
"""The face of a die is told from this probability on."""
_DICE = {
    ("left", True): marked("{number} left"),
    ("right", True): marked("{number} right"),
    ("left", False): marked("{number} (cocked) left"),
    ("right", False): marked("{number} (cocked) right"),
}
_CUBE = {
    CubePlace.CENTRE: marked("cube:  {value}, centre"),
    CubePlace.NEAR: marked("cube:  {value}, near"),
    CubePlace.FAR: marked("cube:  {value}, far"),
    CubePlace.OFFERED_NEAR: marked("cube:  {value}, offered-near"),
    CubePlace.OFFERED_FAR: marked("cube:  {value}, offered-far"),
}


def reading_json(image: str, observation: Seen, game: Rules | None) -> Json:
    """The object that `tableside read --json` prints for a picture.

    With a `game` its number of checkers is conserved: what is not seen lies below others, where nothing can be seen, or
    is off. A die whose likeliest
    face has less than 0.7 is told as not flat, for a face that cannot be told counts for nothing.
    """
    told: Json = {"image": image, **observation.as_json()}
    told["dice"] = [
        {**its, "flat": its["flat"] and die.p >= TOLD}
        for its, die in zip(observation.as_json()["dice"], observation.dice, strict=True)
    ]
    if not isinstance(game, TablesGame) or isinstance(observation, SquareObservation):
        return told
    kept = _conserved(observation, game)
    told_of = {
        site.index: None if site.hidden else {"light": light, "dark": dark, "p": round(p, 4)}
        for site, (light, dark), p in zip(observation.sites, kept.contents, kept.chances, strict=True)
    }
    told["points"] = {str(point): told_of[point] for point in POINTS}
    told["bar"] = told_of[BAR]
    if not observation.hidden:
        light, dark = kept.off
        told["off"] = {"light": light, "dark": dark, "p": round(kept.off_chance, 4)}
    return told


def _conserved(observation: Observation, game: TablesGame) -> Conserved:
    """What stands on the board if all the game's checkers are on it or off."""
    return observation.conserving((game.men, game.men), any(game.start.past.hand))


def reading_text(image: str, observation: Seen, game: Rules | None) -> str:
    """A reading for people: what stands on the board, the dice, the cube, and how sure the least sure of it is."""
    return "\n".join([image, *(f"  {line}" for line in reading_lines(observation, game))])


def reading_lines(
    observation: Seen, game: Rules | None = None, translator: Translator = ENGLISH
) -> tuple[str, ...]:
    """The same without a heading, a line for each thing."""
    if isinstance(observation, SquareObservation):
        return _square_lines(observation, translator)
    board = (
        observation.best(None) if not isinstance(game, TablesGame) else _conserved(observation, game).board
    )
    lines = [
        translator("light: {checkers}", checkers=_men(board.light) or translator("none")),
        translator("dark:  {checkers}", checkers=_men(board.dark) or translator("none")),
    ]
    if observation.dice:
        dice = (translator(_DICE[die.half, die.flat], number=die.value) for die in observation.dice)
        lines.append(translator("dice:  {dice}", dice=", ".join(dice)))
    if observation.cube:
        lines.append(translator(_CUBE[observation.cube.place], value=observation.cube.value))
    seen = [site for site in observation.sites if not site.hidden]
    if seen:
        doubtful = min(seen, key=lambda site: site.likeliest.p)
        p = f"{doubtful.likeliest.p:.3f}"
        if doubtful.index == BAR:
            lines.append(translator("least sure: the bar, {probability}", probability=p))
        else:
            lines.append(
                translator("least sure: point {point}, {probability}", point=doubtful.index, probability=p)
            )
    if observation.hidden:
        hidden = (translator("bar") if index == BAR else str(index) for index in observation.hidden)
        lines.append(translator("hidden: {places}", places=", ".join(hidden)))
    return tuple(lines)


def _square_lines(observation: SquareObservation, translator: Translator) -> tuple[str, ...]:
    """What stands on a board of squares."""
    seen = [square for square in observation.squares if not square.hidden]

    def on(wanted: list[Square]) -> str:
        names = (("K" if square.king else "") + square_name(square.number) for square in wanted)
        return " ".join(names) or translator("none")

    light, dark = (on([each for each in seen if each.kind is kind]) for kind in (Kind.LIGHT, Kind.DARK))
    lines = [translator("light: {checkers}", checkers=light), translator("dark:  {checkers}", checkers=dark)]
    if seen:
        doubtful = min(seen, key=lambda square: square.p)
        lines.append(
            translator(
                "least sure: square {square}, {probability}",
                square=square_name(doubtful.number),
                probability=f"{doubtful.p:.3f}",
            )
        )
    if observation.hidden:
        hidden = ", ".join(map(square_name, observation.hidden))
        lines.append(translator("hidden: {places}", places=hidden))
    return tuple(lines)


def _men(men: tuple[int, ...]) -> str:
    parts = [f"bar({men[BAR]})"] if men[BAR] else []
    parts += [f"{point}({men[point]})" for point in range(24, 0, -1) if men[point]]
    parts += [f"off({men[OFF]})"] if men[OFF] > 0 else []
    return " ".join(parts)
