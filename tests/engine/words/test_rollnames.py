"""The names of rolls: every one that section 7 of the rules gives, three dice, and what has no name."""

import pytest

from engine.dice import ALL_ROLLS, Roll
from engine.errors import InvalidOption
from engine.words.rollnames import (
    FINNISH,
    PLAIN,
    TRADITIONS,
    called_rolls,
    find_tradition,
    roll_name,
    roll_names,
)

TABLE = """
1-1 | ess-pari    | essen-par  | yagan, yagany | alle Eß     | ambesace       | ambesas, beset
2-1 | dus-ess     | dus-es     | du ek         | Daus Eß     | deuce ace      | -
2-2 | dus-pari    | dusen-par  | dubara        | alle Daus   | two deuces     | double deux
3-1 | tress-ess   | tres-es    | se ek         | Drei Eß     | trey ace       | -
3-2 | troia-dus   | troja-dus  | se ba du      | Drei Daus, Troiedus | trey deuce | -
3-3 | tralloja    | trallorall | du se         | alle Drei   | two treys      | ternes
4-1 | neljä-ess   | kvarta-ett | charu ek      | Quater Eß   | cater ace      | -
4-2 | neljä-dus   | kvarta-dus | charu du      | Quater Daus | cater deuce    | -
4-3 | neljä-kolme | kvarta-tre | charu se      | Quater Drei | cater trey     | -
4-4 | nelikkoja   | kvartaner  | dort char     | alle Quater | two caters     | carmes
5-1 | sinka-ess   | sinka-ett  | panju ek      | Zink Eß     | cinque ace     | -
5-2 | sinka-dus   | sinka-dus  | panju du      | Zink Daus   | cinque deuce   | -
5-3 | sinka-kolme | sinka-tre  | panju se      | Zink Drei   | cinque trey    | -
5-4 | sinka-neljä | sinka-fyra | panju char    | Zink Quater | cinque cater   | -
5-5 | sinkoja     | sinkurmong | du besh       | alle Zinken | two cinques    | quines
6-1 | kuusi-ess   | sexti-ett  | sheshu ek     | Seß Eß      | sice ace       | -
6-2 | kuusi-dus   | sexti-två  | sheshu du     | Seß Daus    | sice deuce     | -
6-3 | kuusi-kolme | sexti-tre  | sheshu se     | Seß Drei    | sice trey      | -
6-4 | kuusi-neljä | sexti-fyra | sheshu char   | Seß Quater  | sice cater     | -
6-5 | kuusi-sinka | sexti-fem  | sheshu besh   | Seß Zink    | sice cinque    | -
6-6 | kuusia      | sexorall   | du shesh      | alle Seß    | two sices      | sonnez
"""
COLUMNS = ("finnish", "swedish", "russian", "german", "english", "french")
CELLS = [
    (column, roll.strip(), () if cell.strip() == "-" else tuple(cell.strip().split(", ")))
    for roll, *cells in (line.split("|") for line in TABLE.strip().splitlines())
    for column, cell in zip(COLUMNS, cells, strict=True)
]


@pytest.mark.parametrize(("tradition", "roll", "names"), CELLS)
def test_every_name_of_the_table(tradition: str, roll: str, names: tuple[str, ...]) -> None:
    thrown, chosen = Roll.parse(roll), find_tradition(tradition)
    assert roll_names(thrown, chosen) == names
    assert roll_name(thrown, chosen) == (names[0] if names else roll)


def test_the_table_is_whole() -> None:
    assert len(CELLS) == len(COLUMNS) * len(ALL_ROLLS)


@pytest.mark.parametrize(
    ("tradition", "roll", "name"),
    [
        ("champa", "2-1", "tu-da sa"),
        ("champa", "6-5", "nam panca"),
        ("champa", "3-3", "ti-ga ti-ga"),
        ("champa", "6-4", "6-4"),
        ("dashi", "2-1", "du-ta yek"),
        ("dashi", "6-5-3", "shesh-ta panj-ta se-ta"),
        ("dashi", "4-4-1", "char-ta char-ta yek"),
        ("finnish", "6-5-1", "kuusi-sinka-ess"),
        ("finnish", "3-2-1", "troia-dus-ess"),
        ("finnish", "6-6-1", "kuusia ja ess"),
        ("swedish", "6-5-5", "sexti och sinkurmong"),
        ("russian", "5-1-1", "besh, yagan"),
        ("russian", "6-6-6", "shesh shesh shesh"),
        ("german", "3-3-2", "alle Drei und Daus"),
        ("english", "5-5-4", "two cinques and cater"),
        ("english", "1-1-1", "three aces"),
        ("french", "6-6-1", "6-6-1"),
    ],
)
def test_numerals_and_three_dice(tradition: str, roll: str, name: str) -> None:
    assert roll_name(Roll.parse(roll), find_tradition(tradition)) == name


@pytest.mark.parametrize("tradition", TRADITIONS, ids=lambda each: each.id)
def test_what_was_not_thrown_has_no_name(tradition: object) -> None:
    chosen = find_tradition(getattr(tradition, "id", ""))
    assert chosen is tradition
    assert roll_name(Roll((5, 5), carried=True), chosen) == "5-5"
    assert roll_name(Roll((6, 6, 6, 6, 5), carried=True), chosen) == "6-6-6-6-5"
    assert roll_name(Roll((4,)), chosen) == "4"


def test_plain_numbers_are_numbers() -> None:
    plain = find_tradition("plain")
    assert [roll_name(roll, plain) for roll in ALL_ROLLS] == list(map(str, ALL_ROLLS))
    assert not any(roll_names(roll, plain) for roll in ALL_ROLLS)


def test_traditions_are_listed_and_found() -> None:
    ids = [tradition.id for tradition in TRADITIONS]
    assert ids == ["plain", *COLUMNS, "champa", "dashi"]
    assert all(tradition.name and (tradition.language or tradition.id == "plain") for tradition in TRADITIONS)
    assert find_tradition(" Finnish ").says_pass == "ohitan"
    with pytest.raises(InvalidOption, match="plain, finnish, swedish"):
        find_tradition("elvish")


def test_an_announcer_is_given_every_name_of_a_tradition_and_no_plain_numbers() -> None:
    names = called_rolls(FINNISH)
    assert len(names) == 21 + 56 and names["6-4"] == "kuusi-neljä" and names["6-6-1"] == "kuusia ja ess"
    assert called_rolls(PLAIN) == {} and set(called_rolls(find_tradition("french"))) == {
        f"{n}-{n}" for n in range(1, 7)
    }
