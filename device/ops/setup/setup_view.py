"""The state of a set-up as its pages are told it."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from device.ops.setup.calibrating import hex_of
from device.ops.setup.draft import Draft
from device.ops.setup.setup_notebook import Doing
from device.ops.setup.setup_steps import MAY_SKIP, Progress, SetupStep
from device.ops.setup.signal_trials import trials_of
from device.ops.setup.step_verdict import StepVerdict
from device.ops.setup.viewfinder import Viewfinder
from device.redacting import without_secrets
from device.shape import Json
from device.signals.signal_follower import Signals
from device.store.settings import CameraSettings, Settings
from engine.board import Shape
from engine.i18n import ENGLISH, Translator
from vision.board_model import BoardModel


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a set-up at one moment; `seq` counts its changes, `held`: the
    referee reads nothing meanwhile.
    """

    seq: int
    progress: Progress
    draft: Draft
    settings: Settings
    at: SetupStep | None
    held: bool
    doing: Doing | None
    verdicts: Mapping[SetupStep, StepVerdict]

    def as_json(self, translator: Translator = ENGLISH) -> Json:
        """The greater part of the state, its sentences in a language."""
        progress, draft, following = self.progress, self.draft, self.progress.next
        steps = [
            {
                "id": step.value,
                "done": step in progress.done,
                "skipped": step in progress.skipped,
                "may_skip": step in MAY_SKIP,
                "open": progress.is_open(step),
            }
            for step in SetupStep
        ]
        corners: Json = {
            "places": draft.corners,
            "sure": draft.sure,
            "confirmed": draft.confirmed,
            "width": None if draft.size is None else draft.size[0],
            "still": draft.pictures.get(SetupStep.CORNERS.value),
            "near_known": draft.near_known,
        }
        return {
            "seq": self.seq,
            "steps": steps,
            "next": None if following is None else following.value,
            "at": None if self.at is None else self.at.value,
            "calibrating": self.held,
            "shape": "squares" if draft.shape is Shape.TAFL else "points",
            "work": None if self.doing is None else _work_json(self.doing, translator),
            "verdicts": {step.value: verdict.as_json(translator) for step, verdict in self.verdicts.items()},
            "corners": corners,
            "pictures": dict(draft.pictures),
            "match": match_json(self.settings),
        }


def camera_json(finder: Viewfinder, settings: CameraSettings) -> Json:
    """The camera that is watched through."""
    picture = finder.picture()
    height, width = (0, 0) if picture is None else picture.shape[:2]
    return {
        "id": without_secrets(finder.source),
        "name": finder.name,
        "rotate": settings.rotate,
        "mirror": settings.mirror,
        "width": width,
        "height": height,
    }


def colours_json(draft: Draft, settings: Settings, model: BoardModel | None) -> Json | None:
    """Whose checkers are whose, once the starting position was seen."""
    if SetupStep.START not in draft.progress.done:
        return None
    colour_model = None if model is None else model.colour_model
    return {
        "near": draft.near and draft.near.value,
        "home_right": draft.home_right,
        "light": colour_model and hex_of(colour_model.light),
        "dark": colour_model and hex_of(colour_model.dark),
        "white": settings.match.white,
        "black": settings.match.black,
    }


def signals_json(signals: Signals, trying: str | None, translator: Translator = ENGLISH) -> Json:
    """What can be tried at the table, and what is being tried."""
    return {
        "there": [each.as_json(translator) for each in trials_of(signals)],
        "trying": trying,
        "missing": list(signals.missing),
        "on": next((each.name for each in signals.signals if each.kind == "lamps"), "off"),
    }


def match_json(settings: Settings) -> Json:
    """What is played, by whom, and how."""
    match = settings.match
    return {
        "game": match.game,
        "options": dict(match.options),
        "length": match.length,
        "series": match.match_format.games_agreed,
        "terms": match.terms.values,
        "profile": settings.profile.name,
        "white": match.white,
        "black": match.black,
        "tradition": settings.announce.tradition,
    }


def _work_json(doing: Doing, translator: Translator) -> Json:
    seconds = round(time.monotonic() - doing.since, 1)
    return {"step": doing.step, "says": doing.says.in_language(translator), "seconds": seconds}
