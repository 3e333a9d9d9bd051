"""Films of the virtual table, with the truth beside them."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import cv2

from device.errors import CameraError
from device.simulator.slips import Mistakes
from device.simulator.stage import TablePace
from device.simulator.truth import truth_json
from device.simulator.virtual_table import VirtualTable
from device.simulator.virtual_tafl_table import TaflTable
from engine.board import Kind, Seating, Shape
from engine.i18n import phrase
from engine.match.terms import Terms
from engine.match_format import MatchFormat
from engine.profile import HOME, Profile
from engine.tables.tables_game import TablesGame
from vision.draw import corners, draw, preset
from vision.drawing.board_look import Appearance
from vision.drawing.square_drawing import on_squares

Progress = Callable[[int], None]
"""Told the number of frames written."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film that was written: its length, and how many games of the match are in it."""

    frames: int
    seconds: float
    games: int
    finished: bool


def write_film(
    path: Path,
    truth_path: Path | None,
    game: TablesGame | MatchFormat,
    seed: int = 0,
    *,
    look: Appearance | None = None,
    match_length: int = 0,
    rate: float = 5.0,
    seconds: float | None = None,
    pace: TablePace | None = None,
    mistakes: Mistakes | None = None,
    near: Kind = Kind.LIGHT,
    profile: Profile = HOME,
    terms: Terms | None = None,
    progress: Progress | None = None,
) -> Film:
    """Writes a film (MP4) of a simulated game, or of a match, and its truth (JSON); the same seed, the same film.

    It ends with the game or match, or after so many seconds. Raises CameraError where a file cannot be written.
    """
    look = look or preset()
    table: VirtualTable | TaflTable
    if isinstance(game, MatchFormat) and game.game(0).rules().shape is Shape.TAFL:
        look = on_squares(look)
        table = TaflTable(game, seed, look.sizes, match_length, pace, mistakes, Seating(near))
    else:
        table = VirtualTable(
            game, seed, look.sizes, match_length, pace, mistakes, Seating(near), profile=profile, terms=terms
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), rate, look.camera.size)
    if not film.isOpened():
        film.release()
        raise CameraError(
            phrase(
                "the film {path} cannot be written: give a path that ends in .mp4, in a folder that may be "
                "written",
                path=path,
            )
        )
    frames = 0
    try:
        for frames in count():
            moment = frames / rate
            scene = None if seconds is not None and moment >= seconds else table.scene_at(moment)
            if scene is None:
                break
            film.write(draw(scene, look, frames))
            if progress is not None:
                progress(frames + 1)
    finally:
        film.release()
    truth = table.truth_until(frames / rate)
    if truth_path is not None:
        told = truth_json(truth, rate, frames, corners(look).tolist(), match_length, game.id)
        try:
            truth_path.write_text(json.dumps(told) + "\n", encoding="utf-8")
        except OSError as error:
            raise CameraError(
                phrase(
                    "the truth cannot be written to {truth_path}: {reason}",
                    truth_path=truth_path,
                    reason=error.strerror,
                )
            ) from error
    finished = bool(truth.games) and truth.games[-1].result is not None
    return Film(frames, frames / rate, len(truth.games), finished)
