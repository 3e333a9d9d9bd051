"""The referee's profile: which throws count, what an illegal play and a throw made too soon lead to, what is shown
(rules 6).

Presets and options are data, each with a sentence for people; `profile_of` puts a profile together and says all that
is wrong with a request at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import Enum

from engine.errors import InvalidProfile
from engine.i18n import Phrase, phrase, together


class ThrowsCount(Enum):
    """Which throws count (rules section 6.1). Under `nardy` and `half_any` the thrower is whose turn it is."""

    STRICT = "strict"
    NARDY = "nardy"
    FRENCH = "french"
    HALF_ANY = "half_any"

    @property
    def own_half(self) -> bool:
        """Whether dice belong on the thrower's right-hand half, which then tells who has thrown."""
        return self in (ThrowsCount.STRICT, ThrowsCount.FRENCH)


class Premature(Enum):
    """What becomes of a throw made before the opponent has finished their turn (rules section 6.4)."""

    STAND = "stand"
    REROLL = "reroll"
    OPPONENT_CHOICE = "opponent_choice"


class IllegalPlays(Enum):
    """What becomes of an illegal play that the opponent has not put right before they throw (rules section 6.3)."""

    CONDONE = "condone"
    LEGAL_MOVES = "legal_moves"
    RESPONSIBLE = "responsible"


class SetupFix(Enum):
    """Until when a starting position that was set up wrongly may be put right (rules section 6.5)."""

    SECOND_TURN = "second_turn"
    FIVE_THROWS = "five_throws"


@dataclass(frozen=True, slots=True)
class Profile:
    """How a match is refereed; `name` is the preset that it began as. See OPTIONS for what each choice means."""

    name: str = "home"
    throws: ThrowsCount = ThrowsCount.STRICT
    premature: Premature = Premature.REROLL
    illegal_plays: IllegalPlays = IllegalPlays.CONDONE
    setup_fix_until: SetupFix = SetupFix.SECOND_TURN
    shared_dice: bool = False
    auto_pass_closed_out: bool = True
    silent: bool = False
    pip_counts: bool = True
    hints: bool = True
    live_board: bool = True

    @property
    def tells_faults(self) -> bool:
        """Whether the referee says that a play is illegal while the game is on."""
        return not self.silent and self.illegal_plays is not IllegalPlays.RESPONSIBLE

    @property
    def tells_chances(self) -> bool:
        """Whether winning chances may be asked for: an aid like pip counts and hints, and never more than these."""
        return not self.silent and self.pip_counts and self.hints


@dataclass(frozen=True, slots=True)
class ProfileOption:
    """One choice in a profile: its name, the values that it takes, its default at home, and a sentence."""

    name: str
    values: tuple[str, ...]
    default: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A profile with a name of its own and a sentence that says what it is for.

    A federation's has a `title`, its name, `source` and date of its rules, and the `terms` on which they have a match
    played. What its rules leave open is as in the tournament profile.
    """

    profile: Profile
    sentence: str
    title: str = ""
    source: str = ""
    terms: tuple[tuple[str, bool | int | str], ...] = ()

    @property
    def name(self) -> str:
        """What the preset is called."""
        return self.profile.name


HOME = Profile()
TOURNAMENT = Profile(
    "tournament",
    premature=Premature.STAND,
    illegal_plays=IllegalPlays.LEGAL_MOVES,
    pip_counts=False,
    hints=False,
    live_board=False,
)
NARDY = Profile("nardy", throws=ThrowsCount.NARDY)
SILENT = Profile(
    "silent",
    premature=Premature.STAND,
    illegal_plays=IllegalPlays.RESPONSIBLE,
    silent=True,
    pip_counts=False,
    hints=False,
    live_board=False,
)

_TWO_MINUTES = (("clock", "delay"), ("clock_delay", 12), ("clock_minutes", 2))
"""Two minutes for every point of the match, and twelve seconds of every turn that are free."""

PRESETS: tuple[Preset, ...] = (
    Preset(
        HOME,
        "Announces an illegal play to everybody, and lets it stand if nobody minds; shows all that it knows.",
    ),
    Preset(
        TOURNAMENT,
        "Insists on legal plays, lets a throw made too soon stand, and shows the room nothing that helps a player.",
    ),
    Preset(
        NARDY,
        "As at home, but both dice of a throw may lie in either half of the board, so long as it is one half.",
    ),
    Preset(
        SILENT,
        "Records everything, shows nothing and asks nothing until the game is over: for sanctioned play.",
    ),
    Preset(
        replace(TOURNAMENT, name="wbgf"),
        "By the world federation: an illegal play has to be put right. A chess clock is agreed on by itself.",
        "WBGF",
        "Tournament Rules, edition 2.1, August 2023 (cnbackgammon.eu/rules-wbgf)",
    ),
    Preset(
        replace(TOURNAMENT, name="usbgf", throws=ThrowsCount.FRENCH),
        "By the federation of the USA: an illegal play has to be put right, a die flat on a checker counts, "
        "and there are two minutes a point and twelve seconds a turn.",
        "USBGF",
        "Tournament Rules of 2018, effective January 2019 (usbgf.org; clock: gammonassociates.com)",
        _TWO_MINUTES,
    ),
    Preset(
        replace(TOURNAMENT, name="ukbgf"),
        "By the British federation: an illegal play has to be put right, a throw made too soon stands, and "
        "there are two minutes a point and twelve seconds a turn.",
        "UKBGF",
        "UKBGF rules as tournaments of 2019 print them (westoverconsulting.co.uk/rules.html)",
        _TWO_MINUTES,
    ),
    Preset(
        replace(TOURNAMENT, name="wbgt_2010", premature=Premature.OPPONENT_CHOICE),
        "By the World Backgammon Tour of 2010: an illegal play has to be put right, and a throw made too soon "
        "is thrown again if the opponent asks for it.",
        "WBGT 2010",
        "Tournament rules, edition 1.1, February 2010 (dubrovnik-backgammon.blogspot.com; bgonline.org 68850)",
    ),
    Preset(
        replace(TOURNAMENT, name="backgammon_deutschland", illegal_plays=IllegalPlays.RESPONSIBLE),
        "By Backgammon Deutschland: the world federation's rules, but an illegal play is the players' own business.",
        "Backgammon Deutschland",
        "Turnierregeln on edition 2.1 of the WBGF's, August 2023 (backgammon-deutschland.de/turnierregeln)",
    ),
    Preset(
        replace(TOURNAMENT, name="russia_nardy"),
        "By the rules of the sport of nardy in Russia: the doubling cube is in use in long and short nardy, too.",
        "Нарды, Россия",
        "Rules of the sport of nardy, Ministry of Sport, 22 July 2024, article 26 (bazanpa.ru); the rest not seen",
        (("cube", "on"),),
    ),
    Preset(
        replace(TOURNAMENT, name="turkiye_tavla", illegal_plays=IllegalPlays.CONDONE),
        "By tournaments of Türkiye Tavla: a wrong play can be put right until the opponent throws, then it stands.",
        "Türkiye Tavla",
        "Turnuva kuralları, 1 November 2025 (turkiyetavla.com/turnuva/2102)",
    ),
)
"""The usual profiles, then federations', as far as their rules are to be read in public."""

_SWITCH = ("on", "off")
OPTIONS: tuple[ProfileOption, ...] = (
    ProfileOption(
        "throws",
        tuple(each.value for each in ThrowsCount),
        "strict",
        "Where dice count: flat on the thrower's right-hand half (strict), in one half, either one (nardy), as strict, "
        "but also flat on a checker (french), or flat anywhere (half_any).",
    ),
    ProfileOption(
        "premature",
        tuple(each.value for each in Premature),
        "reroll",
        "A throw made before the opponent has finished: it counts (stand), is thrown again (reroll), or "
        "is thrown again "
        "if the opponent asks for it (opponent_choice).",
    ),
    ProfileOption(
        "illegal_plays",
        tuple(each.value for each in IllegalPlays),
        "condone",
        "An illegal play is announced and stands once the opponent throws (condone), has to be put right "
        "before they may "
        "throw (legal_moves), or is the players' own business (responsible).",
    ),
    ProfileOption(
        "setup_fix_until",
        tuple(each.value for each in SetupFix),
        "second_turn",
        "A wrong starting position can be put right until the player who began has thrown for their second turn "
        "(second_turn), or until five throws have been made (five_throws).",
    ),
    ProfileOption(
        "shared_dice",
        _SWITCH,
        "off",
        "One pair of dice for both: lifting them ends no turn, but the clock, the button or the opponent's throw does.",
    ),
    ProfileOption(
        "auto_pass_closed_out",
        _SWITCH,
        "on",
        "A player who has a checker on the bar that no throw can bring in passes without throwing.",
    ),
    ProfileOption(
        "silent",
        _SWITCH,
        "off",
        "Nothing is shown and nothing asked while a game is on: no lamp, no board, no fault, not even a cocked die.",
    ),
    ProfileOption("pip_counts", _SWITCH, "on", "Pip counts are shown to everybody while a game is on."),
    ProfileOption(
        "hints", _SWITCH, "on", "A fault is told with what would have been legal, and where on the board."
    ),
    ProfileOption(
        "live_board", _SWITCH, "on", "The board and the plays are shown to everybody while a game is on."
    ),
)
"""Every choice that a profile holds, in the order of its fields."""

_KINDS: Mapping[str, type[Enum]] = {
    "throws": ThrowsCount,
    "premature": Premature,
    "illegal_plays": IllegalPlays,
    "setup_fix_until": SetupFix,
}


def preset_names() -> tuple[str, ...]:
    """The names of the presets."""
    return tuple(preset.name for preset in PRESETS)


def profile_of(name: str = "home", choices: Mapping[str, str] | None = None) -> Profile:
    """The preset of that name with some options chosen otherwise, given as text (`on` or `off` for a switch).

    Raises InvalidProfile, whose message says everything that is wrong.

    >>> profile_of("tournament", {"premature": "reroll"}).premature
    <Premature.REROLL: 'reroll'>
    """
    faults: list[Phrase] = []
    preset = next((each for each in PRESETS if each.name == name), None)
    if preset is None:
        faults.append(
            phrase("there is no profile {name}; {near}", name=repr(name), near=_near(name, preset_names()))
        )
    known = {option.name: option for option in OPTIONS}
    changes: dict[str, object] = {}
    for key, text in (choices or {}).items():
        option = known.get(key)
        if option is None:
            near = _near(key, tuple(known))
            faults.append(phrase("{option} is no option of a profile; {near}", option=repr(key), near=near))
        elif text not in option.values:
            faults.append(
                phrase(
                    "{option} must be {values}, not {text}",
                    option=repr(key),
                    values=_or(option.values),
                    text=repr(text),
                )
            )
        else:
            kind = _KINDS.get(key)
            changes[key] = (text == "on") if kind is None else kind(text)
    if faults or preset is None:
        raise InvalidProfile(together(faults))
    return replace(preset.profile, **changes)  # type: ignore[arg-type]


def terms_with(name: str) -> dict[str, bool | int | str]:
    """The terms that the preset of that name has a match played on; none of a name that there is not."""
    return {term: value for preset in PRESETS if preset.name == name for term, value in preset.terms}


def choices_of(profile: Profile) -> dict[str, str]:
    """What a profile chooses for every option, as text; `profile_of(name, choices_of(...))` gives it back."""
    found = {}
    for option in OPTIONS:
        value = getattr(profile, option.name)
        found[option.name] = str(value.value) if isinstance(value, Enum) else _SWITCH[0 if value else 1]
    return found


def _near(word: str, known: tuple[str, ...]) -> Phrase:
    near = get_close_matches(word, known, 1)
    if near:
        return phrase("did you mean {name}?", name=repr(near[0]))
    return phrase("there are {names}", names=", ".join(known))


def _or(values: tuple[str, ...]) -> Phrase:
    return phrase("{several} or {last}", several=", ".join(values[:-1]), last=values[-1])
