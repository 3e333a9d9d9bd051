"""Positions of the notebook as files that others read: plain text, and a deck of cards for Anki."""

import time
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from device.library.games.position_text import drawn_lines
from device.library.positions.asked_standing import caption, score_line
from device.library.positions.board_svg import board_svg
from device.library.positions.position_notebook import KeptPosition
from engine.i18n import Translator
from engine.records.codes.gnubgid import write_gnubg_id

ENDINGS = {"txt": "text/plain; charset=utf-8", "apkg": "application/octet-stream"}
"""The kinds of files, and their media types."""
_DECK, _MODEL = 1_874_026_311, 1_607_392_319
"""Numbers by which Anki knows the deck and its kind of card again, so that a later export brings the same
cards up to date.
"""
_STYLE = (
    ".card { font: 20px Georgia, serif; text-align: center; } svg { max-width: 100%; height: auto; }"
    " code { font-size: 12px; overflow-wrap: anywhere; }"
)


def endings() -> tuple[str, ...]:
    """Those that can be written here: cards need `genanki`, the extra `anki`."""
    return tuple(each for each in ENDINGS if each != "apkg" or find_spec("genanki"))


def about_line(kept: KeptPosition) -> str:
    """When and where, as far as that is known."""
    day = "" if kept.when is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.when))
    return ", ".join(each for each in (day, kept.place) if each)


def notebook_text(kept: Sequence[KeptPosition], translator: Translator) -> str:
    """The positions as plain text, each with its board in letters and its codes."""
    parts = []
    for each in kept:
        standing = each.standing
        head = f"{each.number}. {about_line(each)}".rstrip()
        said = [each.words] if each.words else []
        parts.append(
            "\n".join(
                [
                    head,
                    *said,
                    "",
                    *drawn_lines(standing),
                    "",
                    caption(standing, each.near, translator),
                    score_line(standing, each.near, translator),
                    each.xgid,
                    f"GNU Backgammon ID: {write_gnubg_id(standing)}",
                    "",
                ]
            )
        )
    return "\n".join(parts)


def anki_deck(kept: Sequence[KeptPosition], translator: Translator) -> bytes:
    """The positions as an Anki package, a card each: the board and what is to be decided, and behind it
    what was written down.
    """
    import genanki

    # Anki itself fills what stands in braces.
    question, answer = (
        "{{Board}}<br>{{Question}}",
        '{{FrontSide}}<hr id="answer">{{Words}}<br><small>{{About}}</small><br><code>{{XGID}}</code>',
    )
    model = genanki.Model(
        _MODEL,
        "Tableside position",
        fields=[{"name": name} for name in ("XGID", "Board", "Question", "Words", "About")],
        templates=[{"name": "Position", "qfmt": question, "afmt": answer}],
        css=_STYLE,
    )
    deck = genanki.Deck(_DECK, "Tableside")
    for each in kept:
        standing = each.standing
        asked = f"{caption(standing, each.near, translator)} {score_line(standing, each.near, translator)}"
        fields = [
            each.xgid,
            board_svg(standing, each.near),
            escape(asked),
            escape(each.words),
            escape(about_line(each)),
        ]
        guid = genanki.guid_for(each.xgid, each.near.value)
        deck.add_note(genanki.Note(model=model, fields=fields, guid=guid, tags=["tableside"]))
    with TemporaryDirectory(prefix="tableside-") as folder:
        path = Path(folder) / "deck.apkg"
        genanki.Package(deck).write_to_file(path)
        return path.read_bytes()
