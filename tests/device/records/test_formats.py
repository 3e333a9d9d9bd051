"""Files of records: found by what is in them, in whatever encoding; what is none is refused in one sentence."""

import codecs
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2] / "engine"))

from written_matches import ILLEGAL, NAMED, OTHER_GAME, PLAIN

from device.errors import RecordError
from device.library.records import files
from device.library.records.converting import written_for
from device.library.records.record_formats import WRITTEN, read_record, record_of, write_record
from engine.records.record import Record

MAT = write_record(Record(PLAIN), "mat").text


def read(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return read_record(path).format


@pytest.mark.parametrize("name", ["json", "sgf", "mat", "text"])
def test_a_file_is_known_by_what_is_in_it(name: str, tmp_path: Path) -> None:
    text = write_record(Record(PLAIN), name).text
    for called in ("m", "m.mat", "m.json", "m.sgf", "m.exe"):
        assert read(tmp_path / called, text.encode()) == name
    assert record_of(text.replace("\n", "\r\n").encode()).record.match.games[0].turns == PLAIN.games[0].turns


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-32-le", codecs.BOM_UTF32_LE),
        ("cp1252", b""),
        ("latin-1", b""),
    ],
)
def test_every_usual_encoding_is_read(encoding: str, mark: bytes) -> None:
    # the name's last letter is none in cp1252, so that latin-1 is all that is left
    name = "Käthe\x81" if encoding == "latin-1" else "Käthe €" if encoding != "latin-1" else ""
    found = record_of(mark + MAT.replace("Anna", name).encode(encoding))
    assert found.record.match.white == name


def test_a_bgf_file_is_told_from_json_by_its_first_line() -> None:
    body = b'{"matchlen": 5, "nameGreen": "Anna", "nameRed": "Ben"}'
    read = record_of(b'{"format":"BGF","version":"1.0"}\n' + body)
    assert (read.format, read.record.match.length, read.record.match.white) == ("bgf", 5, "Anna")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "the file is empty"),
        (b" \r\n \n", "the file is empty"),
        (b"\0\1\2", "this is no text"),
        (b"hello", "no record of a match: those that can be read are"),
        (b"\x89PNG\r\n", "this is a picture"),
        (b"PK\x03\x04...", "a zip archive: unpack it"),
        (b"SQLite format 3\0", "this is a database"),
        (b'{"format":"BGF","version":"1.0"}\n\x1f\x8b\0', "this .bgf file is damaged"),
        (b"RGMH", "eXtreme Gammon|.xg"),
        (b"\xff\xfea", "begins as text in UTF-16-LE, but is damaged"),
        (b"{", "this is damaged JSON"),
        (b"[1]", "that is an object, and begins with a brace"),
        (b'{"format": "tableside-match", "version": NaN}', "a number in it is none"),
        (b"[" * 200_000, "nested too deep"),
        (b'{"format": "tableside-match", "version": 99}', "written by a newer Tableside"),
        (
            b'{"format": "tableside-match", "version": ' + b"9" * 5000 + b"}",
            "a number in it is none",
        ),
        (b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "position, not a match"),
        (b"Match ID   : x\n GNU Backgammon  Position ID: 4HPwATDgc/ABMA", "position, not a match"),
        (
            b"Match ID   : x\n GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n Position ID: sGfwATDgc/ABMA",
            "export the match as .mat or .sgf",
        ),
    ],
)
def test_what_is_no_record_is_refused_in_one_sentence(data: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError) as told:
        read(tmp_path / "m.mat", data)
    assert any(each in str(told.value) for each in says.split("|")), told.value
    assert "\n" not in str(told.value) and str(tmp_path) not in str(told.value)


def test_what_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RecordError, match="this is a folder"):
        read_record(tmp_path)
    with pytest.raises(RecordError, match="no such file"):
        read_record(tmp_path / "none.mat")
    with pytest.raises(RecordError, match="cannot be read"):
        read_record(Path("a\0b"))
    monkeypatch.setattr(files, "MOST", 1 << 20)
    with pytest.raises(RecordError, match="more than 1 MB"):
        read(tmp_path / "m.mat", MAT.encode() + b" " * (1 << 20))
    with pytest.raises(RecordError, match="there is no format 'doc', only json, sgf"):
        write_record(Record(PLAIN), "doc")
    with pytest.raises(RecordError, match="'bgf' is only read here, not written: choose one of json, sgf"):
        write_record(Record(PLAIN), "bgf")


@pytest.mark.parametrize("name", list(WRITTEN))
def test_every_format_is_written(name: str) -> None:
    assert write_record(Record(NAMED), name).data


@pytest.mark.parametrize("name", ["json", "text", "xg", "ogxm"])
def test_a_long_name_outlasts_the_formats_that_have_room(name: str) -> None:
    match = replace(PLAIN, white="Αλέξανδρος Παπαδόπουλος")
    if name == "ogxm":
        pytest.importorskip("ogxm", reason="NO OGXM: pip install 'tableside[ogxm]'")
    assert record_of(write_record(Record(match), name).data).record.match.white == match.white


def test_what_a_format_cannot_hold_is_told() -> None:
    assert write_record(Record(ILLEGAL), "json").remarks == ()
    for name in ("mat", "sgf"):
        remark, *_ = write_record(Record(ILLEGAL), name).remarks
        assert str(remark).startswith("game 1: ") and "illegal" in str(remark)


def test_the_listing_on_the_page_about_formats_is_one() -> None:
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
    lines = page[page.index("    Tableside record") :].partition("\n- ")[0].rstrip().split("\n")
    listing = "\n".join(line[4:] for line in lines) + "\n"
    assert write_record(record_of(listing.encode()), "text").text == listing


SOURCES = [write_record(Record(PLAIN), name).data for name in WRITTEN]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_is_damaged_is_refused_in_words_or_read(data: st.DataObject) -> None:
    found = bytearray(data.draw(st.sampled_from(SOURCES)))
    for _ in range(data.draw(st.integers(1, 4))):
        first = data.draw(st.integers(0, len(found)))
        found[first : first + data.draw(st.integers(0, 20))] = data.draw(
            st.binary(max_size=4)
            | st.sampled_from([b"\n", b"[]", b"(", b")", b";W[31", b"Doubles", b"{", b'"', b"1)", b": "])
        )
    try:
        read = record_of(bytes(found))
    except RecordError as error:
        assert str(error) and "\n" not in str(error)
    else:
        write_record(read, "json")


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_whatever_it_is_it_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(RecordError):
        record_of(data or b" ")


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.mat", "mat"),
        ("a.SGF", "sgf"),
        ("a.json", "json"),
        ("a.txt", "txt"),
        ("a", "mat"),
        ("a.odd", "mat"),
    ],
)
def test_a_match_is_written_as_the_name_of_its_file_ends(name: str, format: str) -> None:
    assert written_for(Path(name), PLAIN) == write_record(Record(PLAIN), format)


def test_a_match_that_its_format_does_not_know_is_written_all_the_same_and_told_of() -> None:
    told = written_for(Path("a.mat"), OTHER_GAME)
    assert "point match" in told.text and told.remarks
    assert record_of(written_for(Path("a.json"), OTHER_GAME).text.encode()).record.match == OTHER_GAME
