"""What the libraries of a table and of a hub have in common before either shows a match."""

from http import HTTPStatus

from flask import Blueprint, Response

from device.errors import LogError, RecordError
from engine.i18n import phrase_of
from webui.desk.referee_desk import Desk, explain_unread
from webui.language import translator
from webui.library.evenings import (
    by_evening,
    date_text,
    day_text,
    decimal_text,
    evening_text,
    hour_text,
    match_page,
    signed,
)
from webui.library.scoresheet import sheet_lines
from webui.problem import problem


def library_blueprint(desk: Desk) -> Blueprint:
    """A blueprint called `library`, with what its templates call, which says so where the matches cannot be read,
    one of them cannot be told, or there is no file of it of some kind.
    """
    pages = Blueprint("library", __name__)
    for each in (by_evening, date_text, day_text, decimal_text, evening_text, hour_text, sheet_lines, signed):
        pages.add_app_template_filter(each)
    pages.add_app_template_global(match_page)

    explain_unread(pages, desk)

    @pages.errorhandler(LogError)
    def senseless(error: LogError) -> Response:
        return problem(HTTPStatus.BAD_GATEWAY, phrase_of(error).in_language(translator()))

    @pages.errorhandler(RecordError)
    def no_such_file(error: RecordError) -> Response:
        detail = translator()(
            "This match has no such file: {why}.", why=phrase_of(error).in_language(translator())
        )
        return problem(HTTPStatus.NOT_FOUND, detail)

    return pages
