"""The notebook of positions: it outlasts the process, loses nothing, and is exported."""

import io
import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from device.errors import LibraryError
from device.library.positions import position_notebook as module
from device.library.positions.exporting import anki_deck, notebook_text
from device.library.positions.position_notebook import PositionNotebook
from engine.board import Kind
from engine.i18n import ENGLISH
from engine.records.codes.position_codes import read_code

ONE = read_code("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
TWO = read_code("XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10")


def test_what_is_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "positions.json"
    book = PositionNotebook(file)
    first = book.keep(ONE, Kind.LIGHT, " Café\nCentral ", "8/5 6/5", 1_780_000_000.0)
    second = book.keep(TWO, Kind.DARK, "", "", None)
    assert (first.number, first.place, second.number) == (1, "Café Central", 2)
    again = PositionNotebook(file)
    assert again.kept == (second, first)
    assert again.kept[0].standing == TWO
    changed = again.change(2, "Wien", "too good?")
    assert changed is not None and changed.words == "too good?"
    assert again.delete(1) and not again.delete(1) and again.change(1, "", "") is None
    assert PositionNotebook(file).kept == (changed,)
    # a number is not given twice while a later one is there
    assert again.keep(ONE, Kind.LIGHT, "", "", None).number == 3


@pytest.mark.parametrize(
    "damaged",
    [
        "{",
        "[1]",
        '[{"number": 1}]',
        '{"a": 1}',
        '[{"number": 1, "when": null, "place": "", "words": "", "xgid": "x", "near": "light"}]',
    ],
)
def test_a_damaged_file_is_laid_aside(tmp_path: Path, damaged: str) -> None:
    file = tmp_path / "positions.json"
    file.write_text(damaged)
    book = PositionNotebook(file)
    assert book.kept == ()
    book.keep(ONE, Kind.LIGHT, "", "", None)
    assert file.with_suffix(".damaged").read_text() == damaged
    assert len(PositionNotebook(file).kept) == 1


def test_a_full_notebook_and_a_full_disk_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = PositionNotebook(tmp_path / "gone" / "positions.json")
    with pytest.raises(LibraryError, match="cannot be written"):
        book.keep(ONE, Kind.LIGHT, "", "", None)
    assert book.kept == ()
    monkeypatch.setattr(module, "MOST", 1)
    book = PositionNotebook()
    book.keep(ONE, Kind.LIGHT, "", "", None)
    with pytest.raises(LibraryError, match="full"):
        book.keep(ONE, Kind.LIGHT, "", "", None)


def test_it_is_exported_as_text_and_as_cards(tmp_path: Path) -> None:
    book = PositionNotebook()
    book.keep(ONE, Kind.LIGHT, "Wien", "8/5 6/5 <3", 1_780_000_000.0)
    book.keep(TWO, Kind.LIGHT, "", "", None)
    text = notebook_text(book.kept, ENGLISH)
    for each in book.kept:
        assert each.xgid in text
    assert "Wien\n8/5 6/5 <3\n" in text and "The light checkers to play 3-1." in text
    decks = [anki_deck(book.kept, ENGLISH) for _ in range(2)]
    with zipfile.ZipFile(io.BytesIO(decks[0])) as archive:
        (tmp_path / "a.db").write_bytes(archive.read("collection.anki2"))
    base = sqlite3.connect(tmp_path / "a.db")
    fields = [row[0].split("\x1f") for row in base.execute("select flds from notes order by id")]
    assert base.execute("select count(*) from cards").fetchone() == (2,)
    assert (
        "tableside position"
        in json.dumps(
            [
                each["name"]
                for each in json.loads(base.execute("select models from col").fetchone()[0]).values()
            ]
        ).lower()
    )
    base.close()
    assert [each[0] for each in fields] == [each.xgid for each in book.kept]
    assert fields[1][1].startswith("<svg") and fields[1][3] == "8/5 6/5 &lt;3"
