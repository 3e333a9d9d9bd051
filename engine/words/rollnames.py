"""The names of rolls: what players of several traditions call what the dice show (rules section 7).

The spellings are those of the section; the number words of the Russian tradition are Persian, but for the Turkish 4 of
`dort` and 5 of `besh`.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, groupby

from engine.dice import Roll
from engine.errors import InvalidOption
from engine.i18n import marked, phrase

_NO_NAMES: Mapping[tuple[int, ...], tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class Tradition:
    """A way of calling rolls, the larger number always first.

    `id` is what people choose it by; `language` is the BCP 47 code of its words. `names` are the names of two dice,
    highest first, the usual name before others. `words` are the numbers from 1 to 6, empty where nobody wrote one down.
    Where there is no name, words are put together: `joint` between different numbers, `beside` between the name of a
    pair and a third number; `alike` is what three equal dice are called. `says_take` and `says_pass` answer a double.
    """

    id: str
    name: str
    language: str
    names: Mapping[tuple[int, ...], tuple[str, ...]] = field(default_factory=lambda: _NO_NAMES)
    words: tuple[str, ...] = ("",) * 6
    joint: str = "-"
    beside: str = " "
    alike: tuple[str, ...] = ("",) * 6
    says_take: str = ""
    says_pass: str = ""

    def word(self, number: int) -> str:
        """The word for a number from 1 to 6; empty where there is none."""
        return self.words[number - 1]


def _table(*rows: tuple[str, ...]) -> dict[tuple[int, ...], tuple[str, ...]]:
    """The names of the 21 rolls: a row for each higher number from 1, in it the lower numbers from 1.

    Other names of the same roll follow a slash; an empty name is none.
    """
    return {
        (high, low): tuple(cell.split(" / "))
        for high, row in enumerate(rows, 1)
        for low, cell in enumerate(row, 1)
        if cell
    }


PLAIN = Tradition("plain", marked("Plain numbers"), "")
FINNISH = Tradition(
    "finnish",
    marked("Finnish, after Jäämaa"),
    "fi",
    _table(
        ("ess-pari",),
        ("dus-ess", "dus-pari"),
        ("tress-ess", "troia-dus", "tralloja"),
        ("neljä-ess", "neljä-dus", "neljä-kolme", "nelikkoja"),
        ("sinka-ess", "sinka-dus", "sinka-kolme", "sinka-neljä", "sinkoja"),
        ("kuusi-ess", "kuusi-dus", "kuusi-kolme", "kuusi-neljä", "kuusi-sinka", "kuusia"),
    ),
    ("ess", "dus", "kolme", "neljä", "sinka", "kuusi"),
    beside=" ja ",
    says_take="oletan",
    says_pass="ohitan",
)
SWEDISH = Tradition(
    "swedish",
    marked("Swedish, as in Finland"),
    "sv-FI",
    _table(
        ("essen-par",),
        ("dus-es", "dusen-par"),
        ("tres-es", "troja-dus", "trallorall"),
        ("kvarta-ett", "kvarta-dus", "kvarta-tre", "kvartaner"),
        ("sinka-ett", "sinka-dus", "sinka-tre", "sinka-fyra", "sinkurmong"),
        ("sexti-ett", "sexti-två", "sexti-tre", "sexti-fyra", "sexti-fem", "sexorall"),
    ),
    ("ett", "två", "tre", "fyra", "fem", "sexti"),
    beside=" och ",
)
RUSSIAN = Tradition(
    "russian",
    marked("Russian, in Persian and Turkish words"),
    "ru-Latn",
    _table(
        ("yagan / yagany",),
        ("du ek", "dubara"),
        ("se ek", "se ba du", "du se"),
        ("charu ek", "charu du", "charu se", "dort char"),
        ("panju ek", "panju du", "panju se", "panju char", "du besh"),
        ("sheshu ek", "sheshu du", "sheshu se", "sheshu char", "sheshu besh", "du shesh"),
    ),
    ("ek", "du", "se", "char", "besh", "shesh"),
    joint=" ",
    beside=", ",
)
GERMAN = Tradition(
    "german",
    marked("German"),
    "de",
    _table(
        ("alle Eß",),
        ("Daus Eß", "alle Daus"),
        ("Drei Eß", "Drei Daus / Troiedus", "alle Drei"),
        ("Quater Eß", "Quater Daus", "Quater Drei", "alle Quater"),
        ("Zink Eß", "Zink Daus", "Zink Drei", "Zink Quater", "alle Zinken"),
        ("Seß Eß", "Seß Daus", "Seß Drei", "Seß Quater", "Seß Zink", "alle Seß"),
    ),
    ("Eß", "Daus", "Drei", "Quater", "Zink", "Seß"),
    joint=" ",
    beside=" und ",
)
ENGLISH = Tradition(
    "english",
    marked("Old English"),
    "en",
    _table(
        ("ambesace",),
        ("deuce ace", "two deuces"),
        ("trey ace", "trey deuce", "two treys"),
        ("cater ace", "cater deuce", "cater trey", "two caters"),
        ("cinque ace", "cinque deuce", "cinque trey", "cinque cater", "two cinques"),
        ("sice ace", "sice deuce", "sice trey", "sice cater", "sice cinque", "two sices"),
    ),
    ("ace", "deuce", "trey", "cater", "cinque", "sice"),
    joint=" ",
    beside=" and ",
    alike=("three aces", "three deuces", "three treys", "three caters", "three cinques", "three sices"),
)
FRENCH = Tradition(
    "french",
    marked("French, doublets only"),
    "fr",
    _table(
        ("ambesas / beset",),
        ("", "double deux"),
        ("", "", "ternes"),
        ("", "", "", "carmes"),
        ("", "", "", "", "quines"),
        ("", "", "", "", "", "sonnez"),
    ),
)
CHAMPA = Tradition(
    "champa",
    marked("Champa numerals, without a four"),
    "cmc",
    words=("sa", "tu-da", "ti-ga", "", "panca", "nam"),
    joint=" ",
)
DASHI = Tradition(
    "dashi",
    marked("Dashi numerals"),
    "fa-Latn",
    words=("yek", "du-ta", "se-ta", "char-ta", "panj-ta", "shesh-ta"),
    joint=" ",
)

TRADITIONS = (PLAIN, FINNISH, SWEDISH, RUSSIAN, GERMAN, ENGLISH, FRENCH, CHAMPA, DASHI)
"""Every tradition that rolls can be called in."""


def find_tradition(name: str) -> Tradition:
    """The tradition with this id, capitals and accents apart.

    Raises InvalidOption, which names them all.
    """
    for tradition in TRADITIONS:
        if plain_name(tradition.id) == plain_name(name):
            return tradition
    known = ", ".join(tradition.id for tradition in TRADITIONS)
    raise InvalidOption(
        phrase("nobody here calls rolls in {name}; choose one of {known}", name=repr(name), known=known)
    )


def roll_name(roll: Roll, tradition: Tradition) -> str:
    """What a roll is called; its plain numbers, such as `6-4`, where the tradition has no word for it.

    Three dice are called by the name of a pair and the third number, or number by number; numbers left over by the
    opponent were not thrown and have no name.

    >>> roll_name(Roll.of(4, 6), FINNISH), roll_name(Roll.of(6, 6, 1), ENGLISH), roll_name(Roll.of(2, 1), FRENCH)
    ('kuusi-neljä', 'two sices and ace', '2-1')
    """
    names = roll_names(roll, tradition)
    return names[0] if names else str(roll)


def roll_names(roll: Roll, tradition: Tradition) -> tuple[str, ...]:
    """All the names of a roll, the usual one first; none where the tradition has no word for it."""
    dice = roll.dice
    if roll.carried or len(dice) not in (2, 3):
        return ()
    if len(dice) == 2 and dice in tradition.names:
        return tradition.names[dice]
    if not all(map(tradition.word, dice)):
        return ()
    if len(dice) == 3 and dice[0] == dice[2] and tradition.alike[dice[0] - 1]:
        return (tradition.alike[dice[0] - 1],)
    return (_put_together(dice, tradition),)


def called_rolls(tradition: Tradition) -> dict[str, str]:
    """What a tradition usually calls every throw of two or three dice, as `6-4`; only those that it has names for.

    >>> called_rolls(FINNISH)["6-4"], "6-4-1" in called_rolls(PLAIN)
    ('kuusi-neljä', False)
    """
    faces = range(6, 0, -1)
    throws = (Roll.of(*dice) for count in (2, 3) for dice in combinations_with_replacement(faces, count))
    named = ((roll, roll_names(roll, tradition)) for roll in throws)
    return {str(roll): names[0] for roll, names in named if names}


def _put_together(dice: tuple[int, ...], tradition: Tradition) -> str:
    """A name made of number words, and of the names of pairs and of the two higher of three different numbers."""
    runs = [(number, len(tuple(group))) for number, group in groupby(dice)]
    if len(dice) == 3 and len(runs) == 2:
        return tradition.beside.join(_of_run(number, count, tradition) for number, count in runs)
    if len(runs) == 3 and dice[:2] in tradition.names:
        return tradition.joint.join((tradition.names[dice[:2]][0], tradition.word(dice[2])))
    return tradition.joint.join(map(tradition.word, dice))


def _of_run(number: int, count: int, tradition: Tradition) -> str:
    if count == 1:
        return tradition.word(number)
    pair = tradition.names.get((number, number))
    return pair[0] if pair else tradition.joint.join((tradition.word(number),) * 2)


def plain_name(name: str) -> str:
    """A name without capitals, accents, blanks and punctuation, by which games and series are found."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in bare if letter.isalnum())
