"""Kept pictures: a picture, the model that it is read by, and the right answer; a misreading that has become a test.

NAME.jpg      the picture as the camera gave it
NAME.board    the model of the board
NAME.json     the right answer; what it leaves out is not known, and not asked for
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.board import BAR, POINTS, CubePlace
from engine.i18n import phrase
from vision.board_model import BoardModel
from vision.errors import LabelError
from vision.frame import Picture, load_picture
from vision.observation import MOST, Observation

Men = tuple[tuple[int, int], ...]
"""(light, dark) checkers by site: index 0 stands for nothing, 1-24 the points as the near
player counts them, 25 the bar.
"""
VERSION = 1
_FACES = (2, 4, 8, 16, 32, 64)
_PART = re.compile(r"(bar|[1-9]|1[0-9]|2[0-4])\(([0-9]{1,2})\)")


@dataclass(frozen=True, slots=True)
class BoardTruth:
    """What really stands on a board and lies on it; None: nobody knows.

    `dice`: the faces of those that lie flat, () for none; `cube`: the number on it and where it lies, () for none.
    """

    men: Men | None = None
    dice: tuple[int, ...] | None = None
    cube: tuple[int, CubePlace] | tuple[()] | None = None

    def as_json(self) -> dict[str, object]:
        """The answer as it stands in a file."""
        told: dict[str, object] = {"version": VERSION}
        if self.men is not None:
            for kind, name in enumerate(("light", "dark")):
                told[name] = {_key(site): pair[kind] for site, pair in enumerate(self.men) if pair[kind]}
        if self.dice is not None:
            told["dice"] = list(self.dice)
        if self.cube is not None:
            told["cube"] = {"value": self.cube[0], "at": self.cube[1].value} if self.cube else None
        return told


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPicture:
    """A picture with the model that it is read by and the right answer."""

    picture: Picture
    model: BoardModel
    truth: BoardTruth


def faults_of(seen: Observation, truth: BoardTruth) -> tuple[str, ...]:
    """What was read wrongly, a sentence each; to say that a site cannot be seen is never wrong."""
    faults = []
    if truth.men is not None:
        for site in seen.sites:
            told, right = (site.likeliest.light, site.likeliest.dark), truth.men[site.index]
            if not site.hidden and told != right:
                where = "The bar" if site.index == BAR else f"Point {site.index}"
                faults.append(
                    f"{where} is read as {_words(told)} (p {site.likeliest.p:.3f}), but holds {_words(right)}."
                )
    dice = [die.value for die in seen.dice if die.flat]
    if truth.dice is not None and Counter(dice) != Counter(truth.dice):
        faults.append(f"The dice are read as {_numbers(dice)}, but show {_numbers(truth.dice)}.")
    cube = () if seen.cube is None else (seen.cube.value, seen.cube.place)
    if truth.cube is not None and cube != truth.cube:
        faults.append(f"The cube is read as {_cube_words(cube)}, but is {_cube_words(truth.cube)}.")
    return tuple(faults)


def save_labelled(folder: Path, name: str, jpeg: bytes, model: BoardModel, truth: BoardTruth) -> None:
    """Writes a kept picture's three files. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.jpg").write_bytes(jpeg)
    model.save(folder / f"{name}.board")
    (folder / f"{name}.json").write_text(json.dumps(truth.as_json(), indent=1) + "\n", encoding="utf-8")


def load_labelled(folder: Path, name: str) -> LabelledPicture:
    """The kept picture of that name. Raises PictureError, ModelError and LabelError."""
    try:
        data = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        truth = _truth(data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise LabelError(
            phrase(
                "{file} is no right answer ({error}): keep the picture again.",
                file=folder / f"{name}.json",
                error=error,
            )
        ) from error
    return LabelledPicture(
        load_picture(folder / f"{name}.jpg"), BoardModel.load(folder / f"{name}.board"), truth
    )


def names_in(folder: Path) -> Iterator[str]:
    """The names of all pictures kept in a folder."""
    return (path.stem for path in sorted(folder.glob("*.json")))


def parse_men(text: str) -> Men:
    """What stands on a board, written as `tableside read` tells it: `light: 24(2) bar(1)
    dark: 13(5)`. Raises LabelError.
    """
    match = re.fullmatch(r"\s*light:(.*?)dark:(.*)", text, re.DOTALL)
    if match is None:
        raise LabelError(
            phrase(
                "{text} is no board: write it like {example}, points as the near player counts them, or as a "
                "position, {position}.",
                text=repr(text),
                example="'light: 24(2) 13(5) bar(1) dark: 6(5) 1(2)'",
                position="'W: ... B: ...'",
            )
        )
    light, dark = (_side(part) for part in match.groups())
    return tuple((light.get(site, 0), dark.get(site, 0)) for site in range(BAR + 1))


def parse_dice(text: str) -> tuple[int, ...]:
    """The faces of dice like `3-1`, `none` for no dice. Raises LabelError."""
    if text.strip() == "none":
        return ()
    if not re.fullmatch(r"\s*[1-6](-[1-6]){0,3}\s*", text):
        raise LabelError(
            phrase(
                "{text} are no dice: write them like {example} or {none}.",
                text=repr(text),
                example="3-1",
                none="none",
            )
        )
    return tuple(int(face) for face in text.split("-"))


def parse_cube(text: str) -> tuple[int, CubePlace] | tuple[()]:
    """A cube like `64 centre` or `2 near`, `none` for no cube. Raises LabelError."""
    words = text.replace(",", " ").split()
    if words == ["none"]:
        return ()
    places = {place.value: place for place in CubePlace}
    if len(words) != 2 or words[0] not in map(str, _FACES) or words[1] not in places:
        raise LabelError(
            phrase(
                "{text} is no cube: write its number and where it lies, like {example}, with {places}; or {none}.",
                text=repr(text),
                example="'64 centre'",
                places=", ".join(places),
                none="none",
            )
        )
    return int(words[0]), places[words[1]]


def _side(text: str) -> dict[int, int]:
    men: dict[int, int] = {}
    for word in text.split():
        match = _PART.fullmatch(word)
        if word == "none" or re.fullmatch(r"off\([0-9]{1,2}\)", word):
            continue
        if match is None or int(match[2]) > MOST:
            raise LabelError(
                phrase(
                    "{word} is no part of a board: write parts like {one} or {other}.",
                    word=repr(word),
                    one="13(5)",
                    other="bar(1)",
                )
            )
        site = BAR if match[1] == "bar" else int(match[1])
        if site in men:
            raise LabelError(phrase("{what} is told twice.", what=match[1]))
        men[site] = int(match[2])
    return men


def _truth(data: Mapping[str, Any]) -> BoardTruth:
    if data["version"] != VERSION:
        raise ValueError(f"it is of version {data['version']}, and {VERSION} is understood")
    men, cube = None, None
    if "light" in data or "dark" in data:
        light, dark = ({_site(key): int(n) for key, n in data[kind].items()} for kind in ("light", "dark"))
        men = tuple((light.get(site, 0), dark.get(site, 0)) for site in range(BAR + 1))
    if "cube" in data:
        cube = () if data["cube"] is None else (int(data["cube"]["value"]), CubePlace(data["cube"]["at"]))
    return BoardTruth(men, tuple(int(face) for face in data["dice"]) if "dice" in data else None, cube)


def _site(key: str) -> int:
    site = BAR if key == "bar" else int(key)
    if site != BAR and site not in POINTS:
        raise ValueError(f"there is no point {key}")
    return site


def _key(site: int) -> str:
    return "bar" if site == BAR else str(site)


def _words(men: tuple[int, int]) -> str:
    parts = [f"{count} {kind}" for count, kind in zip(men, ("light", "dark"), strict=True) if count]
    return " and ".join(parts) or "nothing"


def _numbers(dice: "list[int] | tuple[int, ...]") -> str:
    return "-".join(map(str, sorted(dice, reverse=True))) or "none"


def _cube_words(cube: tuple[int, CubePlace] | tuple[()]) -> str:
    return f"{cube[0]} {cube[1].value}" if cube else "not there"
