"""Unread: what is answered where the matches cannot be read."""

from http import HTTPStatus

from flask import Blueprint, Response

from device.errors import DeviceError, StoreError
from device.status.text.status_text import WITHHELD
from engine.i18n import phrase_of
from webui.desk.referee_desk import Desk
from webui.language import translator
from webui.problem import problem


def explain_unread(pages: Blueprint, desk: Desk, kind: type[DeviceError] = StoreError) -> None:
    """Makes pages say so where an error of that kind is raised; why, to who has been let in alone."""

    @pages.errorhandler(kind)
    def unread(error: DeviceError) -> Response:
        _ = translator()
        why = phrase_of(error) if desk.admits() else WITHHELD
        detail = _("The matches cannot be read now: {why}.", why=why.in_language(_))
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, detail)
