"""Terms: what people agree on for a match, whatever game they play: cube, stakes, Crawford
and the like (rules section 5).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from enum import Enum

from engine.errors import InvalidOption
from engine.i18n import Phrase, phrase, together
from engine.match.cube import Progression
from engine.tables.options import Choice, Option, OptionValue, title_of


class CubeUse(Enum):
    """Whether a game is played with the doubling cube: as is usual in it, always, or never."""

    USUAL = "usual"
    ON = "on"
    OFF = "off"


class Stake(Enum):
    """What a win counts before the cube: one, the grade, or the grade for each of the loser's checkers not off."""

    GAME = "game"
    POINT = "point"
    PER_MAN = "per_man"


class BeaverPass(Enum):
    """Whether who doubled may pass a beaver, at what the cube stood at before it, or has to play on."""

    ALLOWED = "allowed"
    MUST_ACCEPT = "must_accept"


class NoDouble(Enum):
    """Who may not double before a first play of their own: the player who begins, or both."""

    OPENER = "opener"
    BOTH = "both"


class ClockKind(Enum):
    """How a chess clock counts: not at all, with a delay before it runs, with time given back, or straight down."""

    OFF = "off"
    DELAY = "delay"
    BRONSTEIN = "bronstein"
    PLAIN = "plain"


class FlagCosts(Enum):
    """What a player loses whose time is up: nothing until people say so, the game, or the match."""

    NOTHING = "nothing"
    GAME = "game"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Terms:
    """What people agree on for a match; every field is an option of TERMS, which says what it means."""

    cube: CubeUse = CubeUse.USUAL
    crawford: bool = True
    holland: bool = False
    jacoby: bool = False
    beaver: bool = False
    beaver_pass: BeaverPass = BeaverPass.ALLOWED
    raccoon: bool = False
    auto_doubles: int = 0
    no_double_first_turn: NoDouble = NoDouble.OPENER
    stake: Stake = Stake.POINT
    stake_progression: Progression = Progression.DOUBLING
    last_turn_equaliser: bool = False
    clock: ClockKind = ClockKind.OFF
    clock_delay: int = 12
    clock_minutes: int = 2
    flag: FlagCosts = FlagCosts.NOTHING

    def is_timed_by_game(self, length: int) -> bool:
        """Whether every game has its own time, rather than a match to `length` points (0: single games) one for all."""
        return not length or self.flag is FlagCosts.GAME

    def for_length(self, length: int) -> "Terms":
        """The same terms for a match of another length, without what is only for single games, or only for matches."""
        if not length:
            return replace(self, holland=False)
        return replace(self, jacoby=False, beaver=False, raccoon=False, auto_doubles=0)

    @property
    def values(self) -> dict[str, OptionValue]:
        """The terms as people write them: every option with its value."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    @property
    def agreed(self) -> dict[str, OptionValue]:
        """Only those options that are not at their default."""
        values = self.values
        return {option.name: values[option.name] for option in TERMS if values[option.name] != option.default}


USUAL_TERMS = Terms()
"""What holds where people have agreed on nothing."""


def _plain(value: object) -> OptionValue:
    plain = value.value if isinstance(value, Enum) else value
    assert isinstance(plain, bool | int | str)
    return plain


def _option(name: str, sentence: str, *values: bool | int | Enum) -> Option:
    return Option(name, sentence, tuple(Choice(_plain(value), ((name, value),)) for value in values))


MOST_AUTO_DOUBLES = 6
DELAYS = (12, 0, 2, 3, 5, 8, 10, 15, 18, 20, 25, 30, 45, 60)
"""The delays that can be agreed on, in seconds; 12 is usual, 18 where two play together."""
MINUTES = (2, 1, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60, 90, 120)

TERMS = (
    _option(
        "cube",
        "Whether the doubling cube is used: as is usual in the game, on in every game, or off.",
        *CubeUse,
    ),
    _option(
        "crawford",
        "In a match, the first game in which exactly one player needs one point is played without the cube.",
        True,
        False,
    ),
    _option(
        "holland",
        "After the Crawford game nobody doubles before both players have thrown twice.",
        False,
        True,
    ),
    _option(
        "jacoby",
        "Single games only: gammons and backgammons count one unless a double has been taken.",
        False,
        True,
    ),
    _option(
        "beaver",
        "Single games only: who takes a double may at once double again and keep the cube.",
        False,
        True,
    ),
    _option(
        "beaver_pass",
        "Whether who doubled may pass a beaver, at what the cube stood at before it, or must accept it.",
        *BeaverPass,
    ),
    _option(
        "raccoon",
        "Single games only: who doubled may answer a beaver by doubling once more; the cube stays where it is.",
        False,
        True,
    ),
    _option(
        "auto_doubles",
        "How many ties at the opening, at most, double the cube in the middle.",
        *range(MOST_AUTO_DOUBLES + 1),
    ),
    _option(
        "no_double_first_turn",
        "Who may not double before a first play of their own: the player who begins (opener), or both.",
        *NoDouble,
    ),
    _option(
        "stake",
        "What a win counts: one (game), its grade (point), or its grade for each of the loser's checkers not off"
        " (per_man; of the winner's, where the loser has none left); each times the cube.",
        Stake.POINT,
        Stake.GAME,
        Stake.PER_MAN,
    ),
    _option(
        "stake_progression",
        "Whether each double makes twice the stake of it (1, 2, 4, 8) or adds one (arithmetic: 1, 2, 3, 4).",
        *Progression,
    ),
    _option(
        "last_turn_equaliser",
        "If the player who began bears off their last checker, the other has one turn left; if they "
        "finish too, it is a draw.",
        False,
        True,
    ),
    _option(
        "clock",
        "A chess clock: none (off), one that waits for the delay before it runs in every turn (delay), "
        "one that gives the"
        " delay back after it (bronstein), or one that just runs (plain).",
        *ClockKind,
    ),
    _option(
        "clock_delay",
        "With a clock: how many seconds of every turn are free.",
        *DELAYS,
    ),
    _option(
        "clock_minutes",
        "With a clock: each player's minutes for every point of the match's length, or for a single game; where it is"
        " started in the middle of a match, one minute less for every point already scored.",
        *MINUTES,
    ),
    _option(
        "flag",
        "With a clock: what a player loses whose time is up: nothing until people say so, the game (every "
        "game of a match then"
        " has its own time), or the match.",
        *FlagCosts,
    ),
)
"""The terms as options: name, one sentence, and values with the default first."""

SINGLE_ONLY = ("jacoby", "beaver", "raccoon")
"""The terms that are for single games only."""
MATCH_ONLY = ("holland",)
"""Those that are for matches to some points only."""
_KNOWN = {option.name: option for option in TERMS}


def terms_of(values: Mapping[str, object], length: int, like: Terms | None = None) -> Terms:
    """The terms that people have agreed on for a match to `length` points (0: single games); the rest is as in `like`.

    Raises InvalidOption with all that is wrong, one thing after another.

    >>> terms_of({"beaver": True, "stake": "per_man"}, 0).agreed
    {'beaver': True, 'stake': 'per_man'}
    """
    changes: dict[str, object] = {}
    wrong: list[Phrase] = []
    for name, value in values.items():
        option = _KNOWN.get(name)
        if option is None:
            wrong.append(_unknown(name))
            continue
        found = [each for each in option.choices if each.value == value and type(each.value) is type(value)]
        if found:
            changes |= dict(found[0].changes)
        else:
            wrong.append(
                phrase(
                    "{name} can be {offered}, not {value}",
                    name=name,
                    offered=_offered(option),
                    value=_said(value),
                )
            )
    terms = replace(like or Terms(), **changes)  # type: ignore[arg-type]
    wrong += faults_of(terms, length)
    if wrong:
        raise InvalidOption(together(wrong))
    return terms


def faults_of(terms: Terms, length: int) -> list[Phrase]:
    """All that does not go together in the terms of a match to `length` points (0: single games)."""
    wrong: list[Phrase] = []
    if length:
        wrong += [
            phrase(
                "{name} is for single games only: play without a match length, or leave it out",
                name=_title(name),
            )
            for name in SINGLE_ONLY
            if getattr(terms, name)
        ]
    if terms.holland and not (terms.crawford and length != 0):
        wrong.append(
            phrase(
                "Holland needs Crawford, and a match to some points: it is a rule for the games after Crawford's"
            )
        )
    if terms.raccoon and not terms.beaver:
        wrong.append(phrase("Raccoon needs Beaver: it is the answer to one"))
    if terms.cube is CubeUse.OFF:
        wrong += [
            phrase("{name} needs the cube, which is off", name=_title(name))
            for name in ("jacoby", "beaver", "auto_doubles", "holland")
            if getattr(terms, name)
        ]
    return wrong


def _title(name: str) -> Phrase:
    return Phrase(title_of(name))


def _unknown(name: str) -> Phrase:
    near = get_close_matches(name, _KNOWN, 1)
    if near:
        return phrase(
            "there is no term {name} to agree on; did you mean {near}?", name=repr(name), near=repr(near[0])
        )
    return phrase(
        "there is no term {name} to agree on; there are {known}", name=repr(name), known=", ".join(_KNOWN)
    )


def _offered(option: Option) -> str:
    return " or ".join(_said(choice.value) for choice in option.choices)


def _said(value: object) -> str:
    if isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else repr(value)
