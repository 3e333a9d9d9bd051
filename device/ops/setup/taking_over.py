"""Taking over: what the set-up made and chose is kept, and the service goes on with it, without a restart."""

import logging
from dataclasses import replace
from pathlib import Path

from device.errors import SettingsError
from device.ops.setup.setup_notebook import Notebook
from device.ops.setup.viewfinder import Viewfinder, fitting_model
from device.store.folder import board_position
from device.store.settings import Settings
from device.store.settings.chosen import keep_chosen, overridden
from device.table.service.startup import match_wanted
from device.table.service.table_service import Service
from engine.i18n import phrase
from engine.state.messages import NewGame, SetNames, SetSeating
from vision.board_model import BoardModel
from vision.errors import VisionError

SIMULATED_BOARD = "board.simulated.json"
"""The file of the simulated board's model, in the data folder."""

_log = logging.getLogger(__name__)


def board_file(settings: Settings, *, simulated: bool) -> Path:
    """Where the model of a board is kept: that of the simulated one apart from a real one's."""
    return settings.table.data / SIMULATED_BOARD if simulated else settings.board_file


def former_model(service: Service, finder: Viewfinder) -> BoardModel | None:
    """The board as it was calibrated before, if it is before this camera; None where it is not known."""
    try:
        model = board_position.load(board_file(service.settings, simulated=finder.is_simulated))
    except (OSError, VisionError) as error:
        _log.warning("the board is not read: %s", error)
        return None
    picture = finder.picture()
    if model is None or picture is None or model.size != (picture.shape[1], picture.shape[0]):
        return None
    return fitting_model(finder.camera, model)


def model_of(service: Service, notes: Notebook, finder: Viewfinder) -> BoardModel | None:
    """The model that the set-up has made, or else the one that was made before and still holds."""
    return notes.drawer.model() or former_model(service, finder)


def take_over(service: Service, notes: Notebook, finder: Viewfinder) -> None:
    """Keep the model and the choices, begin the match as agreed on, and read. Raises SettingsError."""
    draft, simulated = notes.draft, finder.is_simulated
    settings, file = (
        overridden(service.settings, draft.chosen),
        board_file(service.settings, simulated=simulated),
    )
    made, model = notes.drawer.model(), model_of(service, notes, finder)
    assert model is not None
    if made is not None or model.near is not draft.near:
        model = replace(model, near=draft.near)
        _save(model, file)
    keep_chosen(settings.table.data, draft.chosen)
    service.settings = settings
    if simulated:
        # It plays what was agreed on, from the start.
        finder.change(finder.source, settings, draft.shape)
    match = settings.match
    profile, dice = settings.profile.profile, match_wanted(match).dice or None
    service.tell(NewGame(True, match.length, profile, match.match_format, match.terms, dice=dice))
    if draft.near is not None:
        service.tell(SetSeating(draft.near, draft.home_right is not False))
    service.tell(SetNames(match.white, match.black))
    service.watcher.go_on(model, file)
    notes.drawer.drop_model()


def _save(model: BoardModel, file: Path) -> None:
    fresh = file.with_name(f"{file.name}.new")
    try:
        model.save(fresh)
        fresh.replace(file)
    except OSError as error:
        text = phrase(
            "the board cannot be kept in {file} ({why}): look at the disk", file=file, why=error.strerror
        )
        raise SettingsError(text) from error
