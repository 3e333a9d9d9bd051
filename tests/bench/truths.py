"""The truths of the shared pictures and films, brought into the form of an observation."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.board import BAR
from vision.frame import Picture, load_picture
from vision.rectify import Corners

Contents = dict[int, tuple[int, int] | None]
"""(light, dark) per site, points 1-24 and 25 the bar; None where it cannot be known."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture whose contents are known. `dice` and `cube` None where nothing is known of them."""

    name: str
    group: str
    picture: Picture
    corners: Corners
    sites: Contents
    dice: tuple[tuple[int, str | None], ...] | None = None
    cube: tuple[int, str] | None = None
    has_cube: bool | None = None
    hand: bool = False


def board_cases(boards: Path, taken: Callable[[str], bool] = lambda _: True) -> Iterator[Case]:
    """The rendered boards of a folder whose pictures' names are `taken`; what is not finished there, or is no board of
    points, is left out.
    """
    for folder in sorted(boards.iterdir()):
        facts = folder / "truth.json"
        told = json.loads(facts.read_text()) if facts.exists() else {"kind": "none"}
        if told.get("kind", "points") != "points":
            continue
        images = told["images"]
        for name, truth in images.items():
            if not taken(name):
                continue
            sites: Contents = {
                point: (here.get("light", 0), here.get("dark", 0))
                for point in range(1, 25)
                for here in [truth["points"].get(str(point), {})]
            }
            sites[BAR] = (truth["bar"]["light"], truth["bar"]["dark"])
            cube = truth["cube"]
            yield Case(
                name,
                folder.name,
                load_picture(folder / name),
                corners_of(truth["corners"]),
                sites,
                tuple((die["value"], die["half"]) for die in truth["dice"]),
                None if cube is None else (cube["value"], cube["at"]),
                cube is not None,
                truth["hand"],
            )


def photo_cases(shared: Path) -> Iterator[Case]:
    """The real photographs."""
    for photo in json.loads((shared / "photos" / "labels.json").read_text())["photos"]:
        light = photo["colour_light"]
        sites: Contents = {}
        for column, (top, bottom) in enumerate(zip(photo["top"], photo["bottom"], strict=True)):
            sites[13 + column], sites[12 - column] = _label(top, light), _label(bottom, light)
        bar = photo["bar_counts"]
        sites[BAR] = (bar[light], bar[photo["colour_dark"]])
        if "bar_partly_hidden" in photo:
            sites[BAR] = None
        values = photo["dice_values"]
        yield Case(
            photo["file"],
            photo["board"],
            load_picture(shared / "photos" / photo["file"]),
            corners_of(photo["corners"]),
            sites,
            None if values is None else tuple((value, None) for value in values),
            has_cube=None,
        )


def film_cases(shared: Path, every: int = 1) -> Iterator[tuple[str, Corners, int, Picture, Case | None]]:
    """Films frame by frame: name, corners, number, picture, and the truth where the frame's is surely known."""
    for path in sorted((shared / "clips").glob("*.json")):
        data = json.loads(path.read_text())
        corners = corners_of(data["corners"])
        film = cv2.VideoCapture(str(path.with_suffix(".mp4")))
        truths = film_truth(data)
        for number in range(data["frames"]):
            done, picture = film.read()
            if not done:
                break
            if number % every == 0:
                image = np.asarray(picture, dtype=np.uint8)
                truth = truths[number]
                case = None if truth is None else Case(str(number), path.stem, image, corners, *truth)
                yield path.stem, corners, number, image, case


def film_truth(data: dict) -> list[tuple[Contents, tuple | None, tuple | None, bool | None] | None]:  # type: ignore[type-arg]
    """Per frame: sites, dice, cube, whether there is a cube; None around events, while hands are at work."""
    truths: list[tuple[Contents, tuple | None, tuple | None, bool | None] | None] = []  # type: ignore[type-arg]
    truths = [None] * data["frames"]
    events = data["events"]
    board, dice, cube = None, (), (64, "centre")
    for event, following in zip(
        events, [*events[1:], {"frame": data["frames"] + 3, "event": "end"}], strict=True
    ):
        first, last = event["frame"], following["frame"]
        quiet: tuple[int, int] = (
            first,
            last - (6 if following["event"] in ("play", "illegal", "take", "pass", "end") else 1),
        )
        known: tuple | None  # type: ignore[type-arg]
        match event["event"]:
            case "start":
                board, known = _film_board(event["position"]), ()
            case "roll":
                dice = tuple((value, None) for value in event["dice"])
                known = dice
            case "play" | "illegal":
                board = _film_board(event.get("result") or event["seen"])
                known = None
                quiet = (
                    first,
                    last - 7
                    if following["event"] in ("roll", "cocked", "double")
                    else min(quiet[1], first + 7),
                )
            case "no play":
                known = None
                quiet = (first, first)
            case "cocked":
                known = None
            case "double":
                known = ()
                cube = (event["value"], "offered-" + event["by"])
            case "take":
                known = ()
                cube = (cube[0], event["by"])
            case _:
                continue
        for number in range(quiet[0], min(quiet[1], data["frames"])):
            truths[number] = (board, known, cube, True)
    return truths


def corners_of(data: list[list[float]]) -> Corners:
    """Corners from the JSON of the truths."""
    a, b, c, d = ((float(x), float(y)) for x, y in data)
    return a, b, c, d


def _label(label: str | int | None, light: str) -> tuple[int, int] | None:
    if label is None:
        return None
    if label == 0:
        return 0, 0
    count, kind = int(str(label)[:-1]), str(label)[-1]
    return (count, 0) if kind == light else (0, count)


def _film_board(text: str) -> Contents:
    near, far = (part.split(maxsplit=1)[1:] for part in text.split("|"))
    sites: dict[int, list[int]] = {site: [0, 0] for site in range(1, 26)}
    for kind, part in ((0, near), (1, far)):
        for place, count in re.findall(r"(\w+):(\d+)", part[0] if part else ""):
            if place == "bar":
                sites[BAR][kind] = int(count)
            elif place != "off":
                sites[int(place) if kind == 0 else 25 - int(place)][kind] = int(count)
    return {site: (light, dark) for site, (light, dark) in sites.items()}
