"""Every tables game, described once more for the naive generator: what the rules say of it, in the order they say it.

Deliberately a second description: it shares nothing with the package `engine`, so that a slip in one of the
two shows. Section and game numbers (1.4, A13) are those of the rules. Own numbering throughout: 24 is where a
path begins, 0 is off, 25 the bar or the hand (one more than the longest path).
"""

from dataclasses import dataclass, replace
from typing import Any

Value = bool | int | str
Choices = dict[str, dict[Value, dict[str, Any]]]
"""For the name of an option and a value that is not the default, the fields that it changes."""

STD = {24: 2, 13: 5, 8: 3, 6: 5}
HEAD = {24: 15}
HAND = {25: 15}


@dataclass(frozen=True, slots=True)
class Rules:
    """One game with its options decided; what is not said is modern backgammon (profile BASE_BG, section 1.1)."""

    men: int = 15
    points: int = 24
    home: int = 6
    """The last quarter is own `home`..1."""
    relation: str = "contrary"
    setup: tuple[dict[int, int], dict[int, int]] = (STD, STD)
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    dice: int = 2
    doublets: str = "twice"
    """plain | twice | product | triple_three | ascending | complement | faces | garanguet | lowest | each_once"""
    delay: int = 0
    """Own turns during which doublets are "twice" instead."""
    again: str = "never"
    """never | doublet (whether played or not) | played_doublet | from_second | first_too"""
    special: str = ""
    """acey (2-1 names a doublet) | matador (4-3 does) | two_one (2-1 is a doublet)"""
    lenient: bool = False
    """The named doublet is played although the 4-3 was not."""
    lower_compulsory: bool = False
    low_first: bool = False
    unused: str = "lost"
    """lost | opponent | loses"""
    landing: str = "hit"
    """hit | pin | solo_block | coexist"""
    hand_rule: str = "free"
    """free | all_first | pairs_first"""
    hand_min: int = 0
    """Men that must have been entered before one on the board may move."""
    entry_on_own: bool = True
    entry_on_head: bool = False
    """Own 24 is exempt from what else is said of own men on a point."""
    entry_on_blot: bool = True
    steps: frozenset[str] = frozenset()
    """Restrictions on every single move (1.4, kind S) that need no number."""
    turns: tuple[str, ...] = ()
    """Restrictions on the end of the turn (1.4, kind T), in the order in which they are applied."""
    runner_region: int = 0
    """The first man must reach own `runner_region`..1 before another may move (0: no such rule)."""
    head_limit: int = 15
    head_first: str = ""
    """When two men may leave the head on the first turn: "" never | generic | rolls | any"""
    home_before_hit: int = 0
    """Own men that must be at home or off before a hit."""
    left_before_huk: int = 0
    """Men that must have left own 24 before own 13 may be entered."""
    single_down_to: int = 99
    """On own 24 down to this point at most `single_most` own men stand together (the start pile may only shrink)."""
    single_most: int = 1
    singles_after_huk: bool = True
    """Whether that still holds once a man stands on own 13 or beyond it."""
    file_end: int = 0
    """The point on which a way ends along which no man passes another or joins one, but there (0: no such way)."""
    max_double_points: int = 24
    breaks: frozenset[str] = frozenset()
    """run | run_adjacent | entry (more on the bar than points) | entry_cannot (with that number) | not_lone_man"""
    bear_off: str = "standard"
    """standard | exact | strict_rear | any_two | none"""
    free_men: bool = False
    """No bearing off while one of one's men is pinned."""
    bear_off_next_turn: bool = False
    wins: tuple[str, ...] = ()
    """What ends the game besides bearing off the last man."""

    def start(self, side: int) -> tuple[int, ...]:
        """The men of side 0 (White) or 1 (Black) at the start, with their hand on the site beyond the path."""
        counts = [0] * (self.points + 2)
        for site, men in self.setup[side].items():
            counts[site] = men
        return tuple(counts)


# ---- the profiles of section 1.1 and of chapter 3

BASE_BG = Rules()
BASE_RUN = replace(BASE_BG, relation="parallel_opposite", setup=(HEAD, HEAD), landing="solo_block")
BASE_REV = replace(
    BASE_BG, relation="parallel_opposite", setup=(HEAD, HEAD), single_down_to=14, entry_on_own=False
)
BASE_CN = replace(BASE_BG, doublets="plain")

SWEDISH_BREAKS = frozenset({"run", "entry", "not_lone_man"})
FINNISH_BREAKS = frozenset({"run", "entry_cannot", "not_lone_man"})
SWEDISH_WINS = ("jan", "uppspel", "trappspel", "dubbelt_kronspel", "enkelt_kronspel")

# ---- tier A

PLAKOTO = replace(BASE_BG, setup=(HEAD, HEAD), landing="pin", free_men=True, wins=("mother",))
FEVGA = replace(BASE_RUN, runner_region=12, turns=("keep_gap", "open_if_all_trapped"))
MOULTEZIM = replace(BASE_RUN, runner_region=12, turns=("keep_gap",))
LONG_NARDY = replace(BASE_RUN, head_limit=1, head_first="generic", turns=("prime_needs_passer",))
GUL_BARA = replace(BASE_RUN, doublets="ascending", delay=3, unused="opponent")
ACEY = replace(BASE_BG, setup=(HAND, HAND), special="acey")
JACQUET = replace(BASE_RUN, runner_region=6, turns=("six_block_needs",))
SNAKE_WHITE = {24: 2, 23: 2, 22: 2, 25: 9}
SWEDISH = replace(BASE_REV, breaks=SWEDISH_BREAKS, bear_off="strict_rear", wins=SWEDISH_WINS)
LAUTAPELI = replace(SWEDISH, bear_off="standard", breaks=FINNISH_BREAKS)
VERKEHREN = replace(BASE_REV, wins=("jan",))
PUFF = replace(
    BASE_BG, setup=(HAND, HAND), hand_rule="all_first", low_first=True, doublets="faces", again="from_second"
)
KHACHAPURI_SIDE = {24: 4, 6: 11}
HYPER_SIDE = {24: 1, 23: 1, 22: 1}
NACK_SIDE = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}

# ---- tier B

FIFTEEN_SIDE = {24: 2, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2, 18: 2, 17: 1}
THREE_POINTS = {24: 5, 12: 5, 7: 5}
FIVE_A_QUARTER = {20: 2, 11: 5, 7: 3, 5: 5}
THREE_STACKS = {24: 5, 13: 5, 7: 5}
TABULA = replace(
    BASE_BG,
    relation="parallel_same",
    setup=(HAND, HAND),
    dice=3,
    doublets="plain",
    steps=frozenset({"no_half_until_entered"}),
    bear_off="exact",
)

ENGLISH = replace(
    BASE_BG, setup=(HEAD, HEAD), dice=3, doublets="plain", single_down_to=19, entry_on_own=False
)

GAMES: dict[str, Rules] = {
    "backgammon": BASE_BG,
    "portes": BASE_BG,
    "plakoto": PLAKOTO,
    "fevga": FEVGA,
    "short_nardy": BASE_BG,
    "long_nardy": LONG_NARDY,
    "tavla": BASE_BG,
    "persian_nard": replace(BASE_BG, steps=frozenset({"no_hit_and_run"})),
    "persian_nard_s0": replace(BASE_BG, steps=frozenset({"no_hit_and_run_to_safety"})),
    "esir_hapis": PLAKOTO,
    "moultezim": MOULTEZIM,
    "moultezim_s0": FEVGA,
    "gul_bara": GUL_BARA,
    "gulbar_s4": replace(GUL_BARA, doublets="twice", delay=0, again="played_doublet"),
    "hypergammon": replace(BASE_BG, men=3, setup=(HYPER_SIDE, HYPER_SIDE)),
    "hypergammon_one": replace(BASE_BG, men=1, setup=({24: 1}, {24: 1})),
    "hypergammon_two": replace(BASE_BG, men=2, setup=({24: 1, 23: 1}, {24: 1, 23: 1})),
    "nackgammon": replace(BASE_BG, setup=(NACK_SIDE, NACK_SIDE)),
    "longgammon": replace(BASE_BG, setup=(HEAD, HEAD)),
    "acey_deucey": ACEY,
    "acey_deucey_s0": replace(ACEY, setup=(STD, STD)),
    "khachapuri": replace(BASE_RUN, setup=(KHACHAPURI_SIDE, KHACHAPURI_SIDE), turns=("prime_needs_passer",)),
    "dutch": replace(BASE_BG, setup=(HAND, HAND), hand_rule="all_first", home_before_hit=1),
    "dutch_s4": replace(BASE_BG, setup=(HAND, HAND), hand_rule="all_first"),
    "russian_backgammon": replace(
        BASE_BG,
        relation="parallel_same",
        setup=(HAND, HAND),
        hand_min=2,
        doublets="complement",
        again="played_doublet",
    ),
    "american_nardy": replace(
        BASE_RUN, relation="offset_6", setup=(SNAKE_WHITE, {22: 2, 21: 5, 20: 3, 19: 5})
    ),
    "snake": replace(BASE_BG, setup=(SNAKE_WHITE, STD), hand_rule="all_first"),
    "jacquet": JACQUET,
    "jacquet_s0": replace(JACQUET, relation="contrary"),
    "jacquet_versailles": replace(
        JACQUET, doublets="product", turns=("max_double_points",), max_double_points=2
    ),
    "jacquet_triple_three": replace(JACQUET, doublets="triple_three"),
    "jacquet_hit": replace(JACQUET, landing="hit"),
    "matador": replace(JACQUET, special="matador"),
    "swedish_tables": SWEDISH,
    "lautapeli": LAUTAPELI,
    "wilson_1888": replace(LAUTAPELI, turns=("max_prime",)),
    "verkehren": VERKEHREN,
    "verkehren_s0": replace(VERKEHREN, breaks=SWEDISH_BREAKS),
    "kotra": replace(BASE_REV, left_before_huk=5, entry_on_blot=False, wins=("jan",)),
    "kotra_s0": replace(BASE_REV, left_before_huk=5, entry_on_blot=False, wins=("jan",)),
    "puff_contrary": PUFF,
    "puff_s0": replace(PUFF, lower_compulsory=True),
    "puff_long": replace(PUFF, relation="parallel_same"),
    "tricktrack": replace(PUFF, special="two_one"),
    "giveaway": BASE_BG,
    "ping_bei": BASE_CN,
    "north_china_tables": replace(BASE_CN, again="doublet"),
    "da_jian": replace(BASE_CN, bear_off="none", wins=("six_pairs",)),
    "hui_hui": replace(BASE_CN, bear_off="any_two"),
    "san_liang": replace(BASE_CN, setup=(THREE_POINTS, THREE_POINTS), dice=3),
    "qi_liang": replace(BASE_CN, setup=(THREE_POINTS, THREE_POINTS)),
    "luo_ying": BASE_CN,
    "xia_zan": replace(BASE_CN, doublets="twice", again="doublet"),
    "bu_da": replace(BASE_CN, landing="coexist"),
    "fo": replace(BASE_CN, men=12, setup=({25: 12}, {25: 12}), hand_rule="pairs_first"),
    "san_dui": replace(BASE_CN, setup=(THREE_STACKS, THREE_STACKS), dice=3),
    "si_jia_ba": replace(BASE_CN, wins=("enkelt_kronspel",)),
    "nan_pi": replace(BASE_CN, faces=(2, 3, 4, 5)),
    "da_shi": replace(BASE_CN, dice=3, again="doublet"),
    "ssang_ryuk": BASE_CN,
    "ban_sugoroku": replace(BASE_BG, doublets="plain", bear_off="none", wins=("all_home", "closed_out")),
    "tabula": TABULA,
    "duodecim_scripta": replace(TABULA, points=36, home=12, setup=({37: 15}, {37: 15}), steps=frozenset()),
    "rencontrat": VERKEHREN,
    "ludus_anglicorum": ENGLISH,
    "emperador": replace(ENGLISH, wins=("jan",)),
    "provincial": replace(BASE_BG, setup=({19: 8, 18: 7}, {19: 8, 18: 7}), dice=3, doublets="plain"),
    "imperial": replace(
        BASE_BG, setup=({19: 5, 18: 5, 17: 5}, {19: 5, 18: 5, 17: 5}), dice=3, doublets="plain"
    ),
    "doze_canes": replace(
        BASE_BG,
        men=12,
        setup=({25: 12}, {25: 12}),
        doublets="plain",
        bear_off="none",
        wins=("twelve_at_home",),
    ),
    "laquet": replace(
        BASE_RUN,
        relation="parallel_same",
        setup=({24: 14, 1: 1}, {23: 3, 22: 3, 21: 3, 20: 3, 19: 2, 12: 1}),
        doublets="plain",
        unused="opponent",
    ),
    "quinze_tablas": replace(
        BASE_BG,
        setup=(FIFTEEN_SIDE, FIFTEEN_SIDE),
        home=24,
        dice=3,
        doublets="plain",
        single_down_to=1,
        single_most=2,
        bear_off="exact",
    ),
    "seis_dos_e_as": replace(
        BASE_BG,
        relation="parallel_same",
        setup=({18: 8, 14: 4, 13: 3}, {17: 5, 16: 5, 15: 5}),
        dice=3,
        doublets="plain",
    ),
    "pareia_de_entrada": replace(
        BASE_BG, relation="parallel_same", setup=(HAND, HAND), doublets="plain", again="doublet"
    ),
    "fallas": replace(
        BASE_BG, setup=({24: 2, 6: 13}, {24: 2, 6: 13}), dice=3, doublets="plain", unused="loses"
    ),
    "tourne_case": replace(
        BASE_BG,
        men=3,
        relation="across",
        setup=({25: 3}, {25: 3}),
        doublets="lowest",
        bear_off="none",
        file_end=13,
        wins=("three_at_the_end",),
    ),
    "tawula": replace(BASE_REV, doublets="plain", entry_on_head=True, turns=("leave_entry",)),
    "mughrabieh": replace(BASE_RUN, relation="contrary", runner_region=6),
    "irish": replace(BASE_BG, doublets="plain"),
    "toute_table": BASE_BG,
    "garanguet": replace(BASE_BG, setup=(HEAD, HEAD), dice=3, doublets="garanguet"),
}
"""The games and presets by id."""

_HIT: dict[str, Any] = {"landing": "hit"}
_KOTRA_BREAKS: dict[str, Any] = {"breaks": SWEDISH_BREAKS}

ADJACENT_ONLY: Choices = {
    "adjacent_only": {True: {"breaks": frozenset({"run_adjacent", "entry", "not_lone_man"})}}
}
BY_NUMBER: Choices = {"entry_breaking": {"cannot_enter": {"breaks": FINNISH_BREAKS}}}
BY_POINTS: Choices = {"entry_breaking": {"more_than_points": {"breaks": SWEDISH_BREAKS}}}
VERKEHREN_OPTIONS: Choices = {
    "uppspel_double": {True: {"wins": ("jan", "uppspel")}},
    "five_blots_first": {True: {"left_before_huk": 5}},
}
NEXT_TURN: Choices = {"bearoff_start": {"next_turn": {"bear_off_next_turn": True}}}

OPTIONS: dict[str, Choices] = {
    "plakoto": {"bearoff_need": {"all_in_Q4": {"free_men": False}}},
    "esir_hapis": {
        "mother": {False: {"wins": ()}},
        "bearoff_need": {"all_in_Q4": {"free_men": False}},
    },
    "fevga": {
        "runner_region": {"11..1": {"runner_region": 11}},
        "both_quarters": {True: {"turns": ("keep_gap", "keep_their_gap", "open_if_all_trapped")}},
    },
    "moultezim": {"open_if_all_trapped": {True: {"turns": ("keep_gap", "open_if_all_trapped")}}},
    "short_nardy": NEXT_TURN,
    "long_nardy": {
        **NEXT_TURN,
        "head_exception": {"rolls": {"head_first": "rolls"}, "any_first_throw": {"head_first": "any"}},
        "prime_check": {"step": {"turns": (), "steps": frozenset({"prime_needs_passer"})}},
    },
    "khachapuri": {"prime_needs_passer": {False: {"turns": ()}}},
    "persian_nard": {"hit_and_run": {"only_to_safety": {"steps": frozenset({"no_hit_and_run_to_safety"})}}},
    "gul_bara": {
        "unused": {"lost": {"unused": "lost"}},
        "delay": {number: {"delay": number} for number in range(3)},
        "head_limit": {1: {"head_limit": 1}},
        "prime_needs_passer": {True: {"turns": ("prime_needs_passer",)}},
    },
    "gulbar_s4": {"unused": {"lost": {"unused": "lost"}}},
    "acey_deucey": {
        "european": {True: {"doublets": "complement", "again": "played_doublet", "bear_off": "exact"}}
    },
    "dutch": {"no_hit_until_home": {False: {"home_before_hit": 0}}},
    "russian_backgammon": {"hand_min": {number: {"hand_min": number} for number in (1, 2, 15)}},
    "american_nardy": {"landing": {"hit": _HIT}, "hand_rule": {"all_first": {"hand_rule": "all_first"}}},
    "jacquet": {"six_block": {False: {"turns": ()}}},
    "jacquet_versailles": {"landing": {"hit": _HIT}},
    "matador": {"matador_lenient": {True: {"lenient": True}}, "six_block": {False: {"turns": ()}}},
    "swedish_tables": {**ADJACENT_ONLY, **BY_NUMBER, "bands_after_huk": {True: {"singles_after_huk": False}}},
    "lautapeli": {
        "adjacent_only": {True: {"breaks": frozenset({"run_adjacent", "entry_cannot", "not_lone_man"})}},
        **BY_POINTS,
    },
    "wilson_1888": BY_POINTS,
    "verkehren": {
        "bands": {"five": {"turns": ("max_prime",), "breaks": frozenset({"entry"})}},
        **VERKEHREN_OPTIONS,
    },
    "verkehren_s0": {**VERKEHREN_OPTIONS, **BY_NUMBER},
    "kotra": {
        "start_side_max": {2: {"single_down_to": 13, "single_most": 2}},
        "break": {True: _KOTRA_BREAKS},
    },
    "puff_contrary": {
        "lower_compulsory": {True: {"lower_compulsory": True}},
        "first_doublet_rethrow": {True: {"again": "first_too"}},
        "rethrow_always": {True: {"again": "second_whether_played_or_not"}},
        "unused": {"opponent_plays": {"unused": "opponent"}},
    },
    "giveaway": {
        "base": {
            "long_nardy": {
                name: getattr(LONG_NARDY, name)
                for name in ("relation", "setup", "landing", "head_limit", "head_first", "turns")
            }
        }
    },
    "ping_bei": {"doublet_rethrow": {True: {"again": "doublet"}}},
    "da_jian": {
        "bearoff": {"std": {"bear_off": "standard"}},
        "spare": {"anywhere": {"wins": ("six_pairs_and_three",)}},
    },
    "bu_da": {"landing": {"solo_block": {"landing": "solo_block"}}},
    "fo": {"no_hit": {True: {"steps": frozenset({"no_hit"})}}},
    "xia_zan": {"reroll_if_complete": {True: {"again": "played_doublet"}}},
    "hui_hui": {"stop_at_home": {True: {"wins": ("all_home",)}}},
    "si_jia_ba": {"any_five": {True: {"wins": ("any_five",)}}},
    "da_shi": {"corner_doublet": {True: {"steps": frozenset({"corner_doublet"})}}},
    "ssang_ryuk": {
        "points_per_quarter": {5: {"points": 20, "home": 5, "setup": (FIVE_A_QUARTER, FIVE_A_QUARTER)}}
    },
    "tabula": {"bearoff": {"standard": {"bear_off": "standard"}}},
    "tourne_case": {"played": {"both": {"doublets": "each_once"}}},
    "garanguet": {"landing": {"solo_block": {"landing": "solo_block"}}},
}
"""What a value of an option changes; a value that is not listed is the default."""
OPTIONS["tricktrack"] = OPTIONS["puff_contrary"]
OPTIONS["puff_long"] = {**OPTIONS["puff_contrary"], "two_one": {True: {"special": "two_one"}}}
OPTIONS["kotra_s0"] = OPTIONS["kotra"]
OPTIONS["duodecim_scripta"] = OPTIONS["tabula"]
OPTIONS["acey_deucey_s0"] = OPTIONS["acey_deucey"]
OPTIONS["jacquet_s0"] = OPTIONS["jacquet_hit"] = OPTIONS["jacquet_triple_three"] = OPTIONS["jacquet"]


def rules_of(game_id: str, options: dict[str, Value]) -> Rules:
    """The game as agreed; what does not bear on movement changes nothing. Raises KeyError for no such game."""
    rules = GAMES[game_id]
    for name, value in options.items():
        rules = replace(rules, **OPTIONS.get(game_id, {}).get(name, {}).get(value, {}))
    return rules
