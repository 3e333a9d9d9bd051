"""Pictures that were kept with their right answers, of misreadings and others: every one is read as it says.

`TABLESIDE_KEPT` names a further folder of them, for pictures that are nobody else's business.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.board import CubePlace
from vision.errors import LabelError
from vision.labelled_pictures import (
    BoardTruth,
    faults_of,
    load_labelled,
    names_in,
    parse_cube,
    parse_dice,
    parse_men,
    save_labelled,
)
from vision.reading import read_picture

OWN = Path(__file__).parent / "kept"
FOLDERS = [OWN, *(Path(each) for each in [os.environ.get("TABLESIDE_KEPT")] if each)]
CASES = [(folder, name) for folder in FOLDERS for name in names_in(folder)]


@pytest.mark.parametrize(("folder", "name"), CASES, ids=[name for _, name in CASES])
def test_a_kept_picture_is_read_rightly(folder: Path, name: str) -> None:
    kept = load_labelled(folder, name)
    faults = faults_of(read_picture(kept.model, kept.picture), kept.truth)
    assert not faults, f"{folder / name}.jpg is read wrongly:\n" + "\n".join(faults)


def test_there_are_kept_pictures_and_every_answer_says_something() -> None:
    assert len(list(names_in(OWN))) >= 2
    for folder, name in CASES:
        truth = load_labelled(folder, name).truth
        assert truth.men is not None or truth.dice is not None or truth.cube is not None, name


def test_a_wrong_answer_is_found_out_by_name(tmp_path: Path) -> None:
    name = next(names_in(OWN))
    kept = load_labelled(OWN, name)
    seen = read_picture(kept.model, kept.picture)
    assert kept.truth.men is not None
    point = next(site for site in range(1, 25) if kept.truth.men[site][0])
    men = tuple((light - (site == point), dark) for site, (light, dark) in enumerate(kept.truth.men))
    wrong = replace(kept.truth, men=men, dice=(6, 6, 6), cube=(32, CubePlace.OFFERED_FAR))
    save_labelled(tmp_path, name, (OWN / f"{name}.jpg").read_bytes(), kept.model, wrong)
    faults = faults_of(seen, load_labelled(tmp_path, name).truth)
    assert len(faults) == 3
    assert faults[0].startswith(f"Point {point} is read as {kept.truth.men[point][0]} light (p ")
    assert faults[1].endswith("but show 6-6-6.") and faults[2].endswith("but is 32 offered-far.")
    assert faults_of(seen, BoardTruth()) == ()


def test_what_cannot_be_seen_is_no_fault() -> None:
    kept = load_labelled(OWN, next(names_in(OWN)))
    seen = read_picture(kept.model, kept.picture)
    blind = replace(seen, sites=tuple(replace(site, hidden=True, chances=()) for site in seen.sites))
    assert faults_of(blind, BoardTruth(men=((0, 0),) * 26)) == ()
    assert len(faults_of(seen, BoardTruth(men=((0, 0),) * 26))) == sum(
        site.likeliest.light + site.likeliest.dark > 0 for site in seen.sites
    )


def test_answers_are_written_as_readings_are_told() -> None:
    men = parse_men("light: bar(1) 24(2) 6(5) off(3)  dark: 1(2)")
    assert (men[25], men[24], men[6], men[1], men[13]) == ((1, 0), (2, 0), (5, 0), (0, 2), (0, 0))
    assert parse_men("light: none dark: none") == ((0, 0),) * 26
    assert parse_dice("3-1") == (3, 1) and parse_dice("none") == ()
    assert parse_cube("64, centre") == (64, CubePlace.CENTRE) and parse_cube("none") == ()


@pytest.mark.parametrize(
    ("parse", "text", "says"),
    [
        (parse_men, "24(2) 13(5)", "write it like"),
        (parse_men, "light: 25(1) dark: none", "no part of a board"),
        (parse_men, "light: 24(2) 24(1) dark:", "told twice"),
        (parse_dice, "7-1", "like 3-1"),
        (parse_cube, "3 centre", "64 centre"),
        (parse_cube, "64", "64 centre"),
    ],
)
def test_what_is_no_answer_is_refused_in_words(parse: object, text: str, says: str) -> None:
    with pytest.raises(LabelError, match=says):
        parse(text)  # type: ignore[operator]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 2}', '{"version": 1, "light": {"99": 1}, "dark": {}}']
)
def test_a_damaged_answer_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(LabelError, match=r"x\.json is no right answer"):
        load_labelled(tmp_path, "x")
