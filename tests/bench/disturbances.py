"""What may befall a film, laid on its frames in memory while they are read, and the
parts of a film that are watched.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.table.watch.film_sequence import USUAL
from engine.board import Kind
from engine.match_format import MatchFormat
from vision.frame import Frame, Picture
from vision.rectify import Corners, as_corners

Json = dict[str, Any]
LAMP_AT, LAMP_SECONDS = 0.4, 3.0
"""Where in a film the lamp is low, as a share of its length, and for how long."""
DARK = 0.05
"""With so small a share of the light, or less, nobody can be asked to see anything."""
SHOT_NOISE = 1.5
"""The noise of a camera where the lamp is low: its standard deviation in grey levels."""
LOST_SECONDS = 2.0
"""For how long no frame arrives where some are lost."""
LOST_EVERY = 3
"""In every turn of so many frames are lost."""
QUANTISER = 0.625 * 2 ** (38 / 6)
"""The step by which H.264 quantises a block's frequencies at its parameter 38, in grey levels."""
DEAD_ZONE = 1 / 3
"""A frequency's share of a step is rounded up from 1 less this on: what differs little
from frame to frame is left out.
"""
KEY_EVERY = 50
"""One frame of so many is pressed by itself, the others against the frame before."""


@dataclass(frozen=True)
class Film:
    """A film and its truth; what is played in it, and which checkers the near player has."""

    name: str
    path: Path
    truth: Json
    corners: Corners
    match_format: MatchFormat = field(default_factory=MatchFormat)
    near: Kind = Kind.LIGHT

    @property
    def rate(self) -> float:
        """How many frames a second it has."""
        return float(self.truth["fps"])

    @property
    def length(self) -> int:
        """How many frames it has."""
        return int(self.truth["frames"])


Frames = Iterator[Frame]


@dataclass(frozen=True)
class Disturbed:
    """The frames of a film under a disturbance, and the corners in them.

    Frame n of theirs is frame `first` + n * `every` of the film; in the frames of the film from the one to the other of
    each pair in `blind` nothing can be seen; `near` is said to be what the near player has, None: nothing is said.
    """

    frames: Frames
    corners: Corners
    every: float = 1.0
    first: int = 0
    blind: tuple[tuple[float, float], ...] = ()
    near: Kind | None = None


Disturbance = Callable[[Film, Frames], Disturbed]


def each(change: Callable[[Picture, Frame, Film], Picture]) -> Disturbance:
    """A disturbance of every picture by itself."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        changed = (replace(frame, taken=change(frame.picture, frame, film)) for frame in frames)
        return Disturbed(changed, film.corners)

    return disturbance


def untouched(film: Film, frames: Frames) -> Disturbed:
    """The film as it is."""
    return Disturbed(frames, film.corners)


def moved(picture: Picture, matrix: np.ndarray[Any, Any]) -> Picture:
    """A picture under an affine map."""
    size = (picture.shape[1], picture.shape[0])
    out = cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)


def grainy(picture: Picture | np.ndarray[Any, Any], number: int, sigma: float) -> Picture:
    """A picture with noise of so many grey levels; the same number, the same noise."""
    grain = np.random.default_rng(number).standard_normal(picture.shape, np.float32)
    return np.clip(picture + grain * np.float32(sigma), 0, 255).astype(np.uint8)


def sway(pixels: float, hertz: float = 0.7, degrees: float = 0.0) -> Disturbance:
    """The camera sways by so many pixels each way, and turns by so many degrees."""

    def change(picture: Picture, frame: Frame, _: Film) -> Picture:
        phase = 2 * math.pi * hertz * frame.time
        height, width = picture.shape[:2]
        angle = degrees * math.sin(0.37 * phase + 1.0)
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
        matrix[:, 2] += (pixels * math.sin(phase), pixels * 0.6 * math.sin(1.31 * phase))
        return moved(picture, matrix)

    return each(change)


def noise(sigma: float) -> Disturbance:
    """Noise of so many grey levels."""
    return each(lambda picture, frame, _: grainy(picture, frame.number, sigma))


def lamp(share: float) -> Disturbance:
    """For a while the light is so much less."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        begin = LAMP_AT * film.length
        end = begin + LAMP_SECONDS * film.rate

        def change(picture: Picture, frame: Frame, _: Film) -> Picture:
            if not begin <= frame.number < end:
                return picture
            return grainy(picture * np.float32(share), frame.number, SHOT_NOISE)

        return replace(each(change)(film, frames), blind=((begin, end),) if share <= DARK else ())

    return disturbance


def drift(pixels: float) -> Disturbance:
    """From the first frame to the last the picture drifts by so many pixels."""

    def change(picture: Picture, frame: Frame, film: Film) -> Picture:
        gone = pixels * frame.number / film.length
        return moved(picture, np.array([[1, 0, gone], [0, 1, 0.6 * gone]], np.float64))

    return each(change)


def bump(pixels: float) -> Disturbance:
    """From the middle of the film on the picture lies so many pixels further."""

    def change(picture: Picture, frame: Frame, film: Film) -> Picture:
        if frame.number < film.length / 2:
            return picture
        return moved(picture, np.array([[1, 0, pixels * 0.8], [0, 1, pixels * 0.6]], np.float64))

    return each(change)


def cast(picture: Picture, _: Frame, film: Film) -> Picture:
    """The light is yellow."""
    return np.clip(picture * np.array([0.6, 0.95, 1.1], np.float32), 0, 255).astype(np.uint8)


def shadow(share: float, begin: float = 1 / 3, end: float = 2 / 3) -> Disturbance:
    """Somebody stands in the light: half of the picture, aslant, has so much less from `begin` to `end` of the film."""

    def change(picture: Picture, frame: Frame, film: Film) -> Picture:
        if not begin * film.length <= frame.number < end * film.length:
            return picture
        height, width = picture.shape[:2]
        y, x = np.ogrid[:height, :width]
        past = 1 / (1 + np.exp(-90 * ((x / width - 0.45) + 0.35 * (y / height - 0.5))))
        return np.asarray(picture * (share + (1 - share) * past[..., None]), np.uint8)

    return each(change)


def sunbeam(times: float, wide: float = 0.3) -> Disturbance:
    """While the film lasts a beam of sun, of so large a share of the width, wanders over the board from left to right. In
    it there is so many times as much light; the camera exposes for it, so that everything else is darker.
    """

    return each(lambda picture, frame, film: sunlit(picture, frame.number / film.length, times, wide))


def sunlit(picture: Picture, at: float, times: float, wide: float) -> Picture:
    """A picture of which a slanting beam of sun, its middle `at` such a share of the width, has so many times as much
    light; everything else is darker.
    """
    height, width = picture.shape[:2]
    y, x = np.ogrid[:height, :width]
    away = np.abs(x / width - 0.2 * (y / height - 0.5) - at) - wide / 2
    lit = 1 / (1 + np.exp(60 * away))
    return np.asarray(picture * ((1 + (times - 1) * lit[..., None]) / times), np.uint8)


def flicker(depth: float) -> Disturbance:
    """The lamps flicker with the mains, and a rolling shutter shows that as bands which run through the pictures."""

    def change(picture: Picture, frame: Frame, _: Film) -> Picture:
        height = picture.shape[0]
        bands = np.sin(3 * math.pi * np.arange(height) / height + 2.4 * frame.number)
        return np.clip(picture * (1 + depth * bands[:, None, None]), 0, 255).astype(np.uint8)

    return each(change)


def hunting(depth: float) -> Disturbance:
    """The camera's exposure hunts, up and down in six seconds."""

    def change(picture: Picture, frame: Frame, _: Film) -> Picture:
        gain = 1 + depth * math.sin(2 * math.pi * frame.time / 6)
        return np.clip(picture * np.float32(gain), 0, 255).astype(np.uint8)

    return each(change)


def unfocused(picture: Picture, frame: Frame, _: Film) -> Picture:
    """Every five seconds the lens looks for its focus, for one second, and pictures grow meanwhile."""
    at = frame.time % 5
    if at >= 1:
        return picture
    away = math.sin(math.pi * at)
    height, width = picture.shape[:2]
    grown = cv2.getRotationMatrix2D((width / 2, height / 2), 0, 1 + 0.015 * away)
    sigma = max(0.004 * width * away, 0.1)
    return np.asarray(cv2.GaussianBlur(moved(picture, grown), (0, 0), sigma), np.uint8)


def leaning(share: float) -> Disturbance:
    """Somebody leans over the board in the light of a lamp, comes and goes: a soft shade, at its middle so much light."""

    def change(picture: Picture, frame: Frame, _: Film) -> Picture:
        height, width = picture.shape[:2]
        y, x = np.ogrid[:height, :width]
        there = 0.5 - 0.5 * math.cos(2 * math.pi * frame.time / 9)
        at = (0.5 + 0.35 * math.sin(0.5 * frame.time), 1.1 - 0.6 * there)
        away = np.hypot(x / width - at[0], (y / height - at[1]) * 0.75)
        shade = 1 - (1 - share) * there / (1 + np.exp(18 * (away - 0.3)))
        return np.asarray(picture * shade[:, :, None], np.uint8)

    return each(change)


def dim(share: float) -> Disturbance:
    """There is so little light all evening, and twice as much noise as where a lamp is low for a moment."""
    return each(lambda picture, frame, _: grainy(picture * np.float32(share), frame.number, 2 * SHOT_NOISE))


def glaring(picture: Picture, frame: Frame, film: Film) -> Picture:
    """From the middle of the film on a lamp is mirrored in the board."""
    if frame.number < film.length / 2:
        return picture
    height, width = picture.shape[:2]
    y, x = np.ogrid[:height, :width]
    away = np.hypot((x / width - 0.62), (y / height - 0.38) * 0.75)
    return np.clip(picture + 220 * np.exp(-((away / 0.09) ** 2))[:, :, None], 0, 255).astype(np.uint8)


def lamp_on(picture: Picture, frame: Frame, film: Film) -> Picture:
    """From the middle of the film on a warm lamp stands to the left of the board, and the camera exposes for it."""
    if frame.number < film.length / 2:
        return picture
    width = picture.shape[1]
    near = np.exp(-np.arange(width) / (0.4 * width))[None, :, None]
    lit = (1 + 2.0 * near * np.array([0.55, 0.85, 1.1])) / 1.8
    return np.clip(picture * lit, 0, 255).astype(np.uint8)


def stalled(film: Film, frames: Frames) -> Disturbed:
    """Every four seconds the camera gives the same picture for one and a half."""

    def all_of() -> Frames:
        last: Frame | None = None
        for frame in frames:
            last = frame if last is None or frame.time % 4 >= 1.5 else last
            yield replace(frame, taken=last.picture)

    return Disturbed(all_of(), film.corners)


def outages(film: Film, frames: Frames) -> Disturbed:
    """Of every eight seconds, half is lost."""
    gaps = _gaps(film, 4, 8)
    return Disturbed((f for f in frames if not _is_within(f.number, gaps)), film.corners, blind=gaps)


def stood_before(seconds: float, every: float) -> Disturbance:
    """For so many seconds of every so many somebody stands before the camera: a dark back hides four fifths of it."""

    def stood(film: Film, frames: Frames) -> Disturbed:
        gaps = _gaps(film, seconds, every)

        def hidden(picture: Picture, frame: Frame, _: Film) -> Picture:
            return _behind(picture, frame) if _is_within(frame.number, gaps) else picture

        return replace(each(hidden)(film, frames), blind=gaps)

    return stood


def _behind(picture: Picture, frame: Frame) -> Picture:
    """A picture behind somebody who stands before the camera, not quite still."""
    height, width = picture.shape[:2]
    y, x = np.ogrid[:height, :width]
    left = 0.06 * math.sin(frame.time) * width
    folds = 38 + 8 * np.sin(9 * x / width + 3 * y / height + frame.time)
    back = np.where(np.abs(x - left - width / 2) < 0.4 * width, folds, -1)[:, :, None]
    covered = grainy(back * np.array([1.2, 1.0, 0.9]), frame.number, SHOT_NOISE)
    return np.where(back < 0, picture, covered)


def _gaps(film: Film, seconds: float, every: float) -> tuple[tuple[float, float], ...]:
    """So many seconds of every so many, in frames, from the fifth second on."""
    starts = np.arange(5 * film.rate, film.length, every * film.rate).tolist()
    return tuple((at, at + seconds * film.rate) for at in starts)


def _is_within(frame: int, gaps: Sequence[tuple[float, float]]) -> bool:
    """Whether a frame lies in one of the gaps."""
    return any(start <= frame < end for start, end in gaps)


def pressed(film: Film, frames: Frames) -> Disturbed:
    """The film is pressed hard, as by H.264 at CRF 38: blocks, and what changes little does not change at all."""

    def all_of() -> Frames:
        before: list[np.ndarray[Any, Any]] = []
        for number, frame in enumerate(frames):
            height, width = frame.picture.shape[:2]
            wide = cv2.copyMakeBorder(frame.picture, 0, -height % 16, 0, -width % 16, cv2.BORDER_REPLICATE)
            light, *colours = cv2.split(cv2.cvtColor(wide, cv2.COLOR_BGR2YCrCb).astype(np.float32))
            half = (wide.shape[1] // 2, wide.shape[0] // 2)
            planes = [light, *(cv2.resize(plane, half, interpolation=cv2.INTER_AREA) for plane in colours)]
            known = before if number % KEY_EVERY else [np.full_like(plane, 128.0) for plane in planes]
            before = [last + quantised(plane - last) for plane, last in zip(planes, known, strict=True)]
            full = (wide.shape[1], wide.shape[0])
            shown = [before[0], *(cv2.resize(np.asarray(plane), full) for plane in before[1:])]
            merged = cv2.merge([np.clip(plane, 0, 255).astype(np.uint8) for plane in shown])
            picture = cv2.cvtColor(merged, cv2.COLOR_YCrCb2BGR)[:height, :width]
            yield replace(frame, taken=np.ascontiguousarray(picture))

    return Disturbed(all_of(), film.corners)


def quantised(plane: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A plane (its sides multiples of 8) of which each block of 8 by 8 keeps whole steps of its frequencies alone."""
    rows, columns = plane.shape[0] // 8, plane.shape[1] // 8
    blocks = plane.reshape(rows, 8, columns, 8).swapaxes(1, 2)
    steps = (BASIS @ blocks @ BASIS.T) / np.float32(QUANTISER)
    kept = np.sign(steps) * np.floor(np.abs(steps) + np.float32(DEAD_ZONE)) * np.float32(QUANTISER)
    return np.asarray((BASIS.T @ kept @ BASIS).swapaxes(1, 2).reshape(plane.shape), np.float32)


BASIS = np.array(
    [
        [math.sqrt((2 if k else 1) / 8) * math.cos(math.pi * k * (2 * x + 1) / 16) for x in range(8)]
        for k in range(8)
    ],
    np.float32,
)
"""The discrete cosine transform of eight values."""


def sized(width: int) -> Disturbance:
    """The pictures are of another width."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        first = next(frames)
        scale = width / first.picture.shape[1]
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC

        def resized(frame: Frame) -> Frame:
            picture = cv2.resize(frame.picture, None, fx=scale, fy=scale, interpolation=way)
            return replace(frame, taken=np.asarray(picture, np.uint8))

        def all_of() -> Frames:
            yield resized(first)
            yield from map(resized, frames)

        return Disturbed(all_of(), as_corners((np.array(film.corners) + 0.5) * scale - 0.5))

    return disturbance


def turned(quarters: int) -> Disturbance:
    """The camera was turned by so many quarters of a turn."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        first = next(frames)
        height, width = first.picture.shape[:2]

        def turn(frame: Frame) -> Frame:
            return replace(frame, taken=np.ascontiguousarray(np.rot90(frame.picture, -quarters)))

        def all_of() -> Frames:
            yield turn(first)
            yield from map(turn, frames)

        places, sizes = film.corners, (height, width)
        for _ in range(quarters):
            places = as_corners(np.array([(sizes[0] - 1 - y, x) for x, y in places]))
            sizes = sizes[::-1]
        return Disturbed(all_of(), places)

    return disturbance


def lapse(rate: float, said: float | None = None) -> Disturbance:
    """So many frames a second are kept, each of which is said to have come so many seconds after the last."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        every = film.rate / rate

        def kept() -> Frames:
            number = 0
            for frame in frames:
                while frame.number >= number * every - 1e-6:
                    yield Frame(frame.picture, number * (said or 1 / rate), number)
                    number += 1

        return Disturbed(kept(), film.corners, every)

    return disturbance


def lost(film: Film, frames: Frames) -> Disturbed:
    """In every third turn frames are lost: while it is thrown, while it is moved, and
    while it comes to rest, by turns.
    """
    rate = film.rate
    turns = [span for span in spans(film.truth) if span.end - span.begin > LOST_SECONDS * rate / 2]
    gaps = []
    for number, span in enumerate(turns[1::LOST_EVERY]):
        start = (span.begin - rate, span.begin + 0.6 * rate, span.end - 0.5 * rate)[number % 3]
        gaps.append((start, start + LOST_SECONDS * rate))
    kept = (frame for frame in frames if not _is_within(frame.number, gaps))
    return Disturbed(kept, film.corners, blind=tuple(gaps))


def joined(share: float, told_wrong: bool = False) -> Disturbance:
    """The camera is switched on when so large a share of the film is over, and told what the near player has."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        first = round(share * film.length)

        def rest() -> Frames:
            for frame in frames:
                if frame.number >= first:
                    number = frame.number - first
                    yield Frame(frame.picture, number / film.rate, number)

        near = film.near.other if told_wrong else film.near
        return Disturbed(rest(), film.corners, first=first, near=near)

    return disturbance


def wrong_side(film: Film, frames: Frames) -> Disturbed:
    """The near player is said to have the checkers that the far one has."""
    return Disturbed(frames, film.corners, near=film.near.other)


def both(*disturbances: Disturbance) -> Disturbance:
    """One disturbance of pictures after the other."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        done = Disturbed(frames, film.corners)
        for one in disturbances:
            done = one(replace(film, corners=done.corners), done.frames)
        return done

    return disturbance


@dataclass(frozen=True)
class Span:
    """Of a turn of the truth: the frames in which its throw or double is seen first, and what came of it."""

    begin: int
    end: int


BEGIN = ("roll", "double")
END = ("play", "no play", "take", "pass", "beaver", "raccoon")


def spans(truth: Json) -> list[Span]:
    """The span of every turn, in the order of the turns; a turn without a throw begins where the one before ended."""
    events = [event for event in truth["events"] if event["event"] in BEGIN + END]
    groups: list[list[Json]] = []
    for before, event in pairwise([None, *events]):
        answers = event["event"] in ("beaver", "raccoon", "pass", "take")
        fresh = before is None or before["event"] in END
        if not groups or (fresh and not answers):
            groups.append([])
        groups[-1].append(event)
    done = [group for group in groups if group[-1]["event"] in END]
    return [Span(group[0]["frame"], group[-1]["frame"]) for group in done]


ROWS: dict[str, Disturbance] = {
    "as it is": untouched,
    "upright": turned(1),
    "upside down": turned(2),
    "640x480": sized(640),
    "crf-38": pressed,
    "rate-2.5": lapse(2.5),
    "rate-10": lapse(10.0),
    "noise-12": noise(12.0),
    "noise-25": noise(25.0),
    "sway-0.5": sway(0.5),
    "sway-1": sway(1.0),
    "sway-2": sway(2.0),
    "sway-5": sway(5.0, 1.0),
    "bump-12": bump(12.0),
    "lamp-15": lamp(0.15),
    "lamp-5": lamp(0.05),
    "lamp-0.2": lamp(0.002),
    "drift": drift(25.0),
    "cast": each(cast),
    "lost-2": lost,
    "lapse-2": lapse(2.0),
    "lapse-1": lapse(1.0),
    **{f"joined-{tenth}0": joined(tenth / 10) for tenth in range(1, 10)},
    "wrong-side": wrong_side,
    "wrong-side-joined": joined(0.3, told_wrong=True),
}
"""The disturbances, by the names of their rows."""
FURTHER: dict[str, Disturbance] = {
    "hand-held": sway(3.0, 0.5, 0.3),
    "swaying-noise": both(sway(2.0), noise(12.0)),
    "lamp-30": lamp(0.3),
    "lamp-50": lamp(0.5),
    "shadow-50": shadow(0.5),
    "shadow-30": shadow(0.3),
    "shadow-30 at first": shadow(0.3, 0.0, 0.5),
    "shadow-50 at first": shadow(0.5, 0.0, 0.5),
    "sunbeam-2": sunbeam(2.0),
    "sunbeam-3": sunbeam(3.0),
    "flicker": flicker(0.12),
    "hunting exposure": hunting(0.25),
    "hunting focus": each(unfocused),
    "leaning": leaning(0.5),
    "dim": dim(0.25),
    "dim and flickering": both(dim(0.3), flicker(0.1)),
    "swaying and flickering": both(sway(1.0), flicker(0.1)),
    "flicker-25": flicker(0.25),
    "leaning-25": leaning(0.25),
    "sunbeam-5": sunbeam(5.0),
    "glare": each(glaring),
    "lamp on": each(lamp_on),
    "stalled": stalled,
    "outages": outages,
    "stood before": stood_before(4, 8),
    "stood long before": stood_before(14, 26),
    "lapse-2 untold": lapse(2.0, USUAL),
    "lapse-1 untold": lapse(1.0, USUAL),
    "width-1920": sized(1920),
    "width-3840": sized(3840),
}
"""More of them, which are laid on films only where they are asked for by name."""
