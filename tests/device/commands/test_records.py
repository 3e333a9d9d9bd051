"""`tableside check` and `tableside convert`, as people and programs call them."""

import json
import os
import stat
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

sys.path.insert(0, str(Path(__file__).parents[2] / "engine"))

from written_matches import ILLEGAL, OTHER_GAME, PLAIN

from device.cli.main import main
from device.library.records.record_formats import WRITTEN, read_record, write_record
from engine.records.record import Record

ROOT = Path(__file__).parents[3]
RECORDS = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared")) / "records"
SCHEMA = json.loads((files("device.schemas") / "check.schema.json").read_text(encoding="utf-8"))


class Said:
    """What a command line says: its exit status, standard output and standard error."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str | Path) -> None:
        with pytest.raises(SystemExit) as ended:
            main.main([str(word) for word in words])
        self.status = ended.value.code
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, match in (("plain", PLAIN), ("illegal", ILLEGAL), ("other", OTHER_GAME)):
        (tmp_path / f"{name}.json").write_text(write_record(Record(match), "json").text, encoding="utf-8")
    (tmp_path / "plain.mat").write_text(write_record(Record(PLAIN), "mat").text, encoding="utf-8")
    (tmp_path / "letter.txt").write_text("Dear Anna,\n")
    return tmp_path


def test_several_records_are_checked_whatever_one_of_them_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, none = folder / "plain.mat", folder / "illegal.json", folder / "letter.txt"
    assert Said(capsys, "check", good).status == 0
    assert Said(capsys, "check", good, bad).status == 1
    said = Said(capsys, "check", bad, none, folder / "missing.mat", folder, good)
    assert said.status == 2
    assert f"{bad}: 2 games, 7 plays: " in said.out and f"{good}: 3 games, 8 plays: no fault\n" in said.out
    assert (
        "  game 1, turn 5 (Anna, 6-1: 8/1* 6/5): Three moves were made with two numbers: 8/2 6/5 2/1*; 8/1* is legal. [R.too_many]\n"
        in said.out
    )
    first, second, third = said.err.splitlines()
    assert first.startswith(f"tableside: {none}: this is no record of a match")
    assert third == f"tableside: {folder}: this is a folder: name the files in it"
    assert second == f"tableside: {folder / 'missing.mat'}: there is no such file"


@pytest.mark.parametrize(
    ("text", "games", "what"),
    [
        (" 7 point match\n", 0, "no game"),
        (" 7 point match\n\n Game 1\n Anna : 0      Ben : 0\n", 1, "no play"),
        ("(;FF[4]GM[6]PW[a]PB[b]MI[length:3][game:0][ws:0][bs:0])", 0, "no game"),
    ],
)
def test_a_record_in_which_nothing_was_played_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, games: int, what: str
) -> None:
    (tmp_path / "record").write_text(text)
    said = Said(capsys, "check", tmp_path / "record", "--json")
    told = json.loads(said.out)
    # What is not there breaks no rule.
    assert (said.status, told["games"], told["faults"]) == (0, games, [])
    assert told["notes"] == [f"{what} was found in it: there was nothing to check"]


def test_programs_get_a_line_for_each_record(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "check", "--json", folder / "illegal.json", folder / "plain.mat")
    illegal, plain = map(json.loads, said.out.splitlines())
    for line in (illegal, plain):
        Draft202012Validator(SCHEMA).validate(line)
    assert illegal["faults"][0] == {
        "game": 1, "turn": 5, "rule": "R.too_many", "text": "Three moves were made with two numbers: 8/2 6/5 2/1*; 8/1* is legal.",
        "player": "W", "roll": [6, 1], "play": "8/1* 6/5", "nearest": illegal["faults"][0]["nearest"],
    }  # fmt: skip
    assert (plain["format"], plain["games"], plain["plays"], plain["faults"]) == ("mat", 3, 8, [])


def test_what_a_format_cannot_hold_is_told_in_the_language_of_the_console(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {}
    for language in ("C.UTF-8", "fi_FI.UTF-8", "tlh"):
        monkeypatch.setenv("LC_ALL", language)
        said = Said(capsys, "convert", folder / "illegal.json", "--to", "mat")
        told[language] = said.err.splitlines()[0]
        assert "; Game 1: in turn 5 Anna played 6-1 as 8/1* 6/5, which was illegal" in said.out, (
            "files are in English"
        )
        missing = Said(capsys, "convert", folder / "missing.mat", "--to", "mat").err
        assert ("sellaista tiedostoa ei ole" in missing) is (language == "fi_FI.UTF-8")
    english, finnish, unknown = told.values()
    assert (
        english == unknown and ": game 1: in turn 5 Anna played 6-1 as 8/1* 6/5, which was illegal" in english
    )
    assert (
        ": peli 1: vuorossa 5 Anna pelasi heiton 6-1 näin: 8/1* 6/5, mikä oli sääntöjen vastaista" in finnish
    )
    assert "8/1* on sallittu" in finnish, "the rule's sentence, too"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("C.UTF-8", "note: the variation 'Whist' is not known here; read as backgammon"),
        ("de_DE.UTF-8", "Hinweis: die Variante 'Whist' ist hier nicht bekannt; als Backgammon gelesen"),
    ],
)
def test_what_is_odd_in_a_record_is_told_where_it_is_converted(
    folder: Path,
    language: str,
    says: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = folder / "odd.mat"
    odd.write_text('; [Variation "Whist"]\n' + (folder / "plain.mat").read_text())
    monkeypatch.setenv("LC_ALL", language)
    said = Said(capsys, "convert", odd, "--to", "json")
    assert said.err == f"tableside: {odd}: {says}\n"
    assert "read as backgammon" in said.out, "and kept with the record, in English"


def test_several_matches_in_a_file_are_checked_and_converted_one_by_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    several = folder / "several.mat"
    one = (folder / "plain.mat").read_text()
    several.write_text(one + "\n" + one.replace("Anna", "Carl"))
    said = Said(capsys, "check", several)
    assert said.status == 0
    assert [line.partition(": ")[0] for line in said.out.splitlines() if "games" in line] == [
        f"{several}, match 1",
        f"{several}, match 2",
    ]
    for number, line in enumerate(
        map(json.loads, Said(capsys, "check", "--json", several).out.splitlines()), 1
    ):
        Draft202012Validator(SCHEMA).validate(line)
        assert (line["file"], line["match"]) == (str(several), number)
    first, second = (
        Said(capsys, "convert", several, "--to", "text", *more) for more in ((), ("--match", "2"))
    )
    assert "it holds 2 matches; this is the first" in first.err and "White: Anna" in first.out
    assert second.err == "" and "White: Carl" in second.out
    missing = Said(capsys, "convert", several, "--to", "mat", "--match", "3")
    assert missing.status == 2 and "there is no match 3 in the file" in missing.err


@pytest.mark.parametrize("to", ["mat", "sgf", "txt", "json", "text"])
def test_a_record_becomes_a_file_of_another_format(
    folder: Path, to: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = folder / f"out.{to}"
    said = Said(capsys, "convert", folder / "plain.mat", "--to", to, "-o", target)
    assert (said.status, said.out) == (0, "")
    # Snowie's rows are those of Jellyfish
    assert read_record(target).format == {"txt": "mat"}.get(to, to)
    assert Said(capsys, "convert", folder / "plain.mat", "--to", to).out == target.read_text(encoding="utf-8")


def test_what_a_format_cannot_hold_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "convert", folder / "illegal.json", "--to", "mat")
    assert said.status == 0 and "which was illegal and stood" in said.err
    said = Said(capsys, "convert", folder / "other.json", "--to", "mat")
    assert (said.status, said.out) == (2, "")
    assert said.err == (
        f"tableside: {folder / 'other.json'}: this format knows only backgammon, not Hypergammon: "
        "use --to json or --to text\n"
    )
    listing = Said(capsys, "convert", folder / "other.json", "--to", "text")
    assert listing.err == ""
    said = Said(capsys, "convert", folder / "other.json", "--to", "txt")
    assert (
        said.out == listing.out
        and "a listing is written, as Snowie's text knows only backgammon, not Hypergammon" in said.err
    )


def test_a_file_is_replaced_as_a_whole_or_left_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = folder / "there.mat"
    target.write_text("precious")
    target.chmod(0o640)
    for words in (("letter.txt", "mat"), ("other.json", "mat"), ("plain.mat", "docx")):
        assert Said(capsys, "convert", folder / words[0], "--to", words[1], "-o", target).status == 2
        assert target.read_text() == "precious"
    link = folder / "link.mat"
    link.symlink_to(target)
    assert Said(capsys, "convert", folder / "plain.mat", "--to", "mat", "-o", link).status == 0
    assert link.is_symlink() and "point match" in target.read_text()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert not [path for path in folder.iterdir() if path.name.endswith(".new")]
    before = (folder / "plain.mat").read_text()
    said = Said(capsys, "convert", folder / "plain.mat", "--to", "sgf", "-o", folder / "plain.mat")
    assert (
        said.status == 2
        and "is the record itself" in said.err
        and (folder / "plain.mat").read_text() == before
    )
    said = Said(capsys, "convert", folder / "plain.mat", "--to", "sgf", "-o", folder / "no" / "such.sgf")
    assert (said.status, said.err) == (
        2,
        f"tableside: {folder / 'no' / 'such.sgf'} cannot be written: No such file or directory\n",
    )


def test_all_formats_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    helped = Said(capsys, "convert", "--help").out
    assert all(f"{name}:" in helped for name in WRITTEN)


def test_the_shared_records_pass_but_for_the_one_that_must_not(capsys: pytest.CaptureFixture[str]) -> None:
    if not RECORDS.is_dir():
        pytest.skip(f"no shared records in {RECORDS}")
    paths = sorted(path for path in RECORDS.rglob("*") if path.is_file())
    lines = {
        Path(line["file"]).name: line
        for line in map(json.loads, Said(capsys, "check", "--json", *paths).out.splitlines())
    }
    illegal = lines.pop("hand3_illegal.mat")
    assert [(fault["game"], fault["turn"], fault["rule"]) for fault in illegal["faults"]] == [
        (1, 4, "R.block"), (2, 2, "R.block"), (2, 3, "R.conservation"),
    ]  # fmt: skip
    assert len(lines) >= 20 and not any(line["faults"] for line in lines.values())
