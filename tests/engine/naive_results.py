"""What a game that a turn has ended counts, told once more from the rules; nothing is
shared with the package `engine`.
"""

from naive_games import Value, rules_of
from naive_moment import Men, Moment, opposite
from naive_predicates import WINS

Result = tuple[int | None, int, str]
"""The winner's side (None: a draw), the points, and what the win is called."""

SWEDISH = {
    "jan": (4, "jan"),
    "broken": (6, "sprängjan"),
    "uppspel": (2, "uppspel"),
    "trappspel": (2, "trappspel"),
    "dubbelt_kronspel": (2, "dubbelt kronspel"),
    "enkelt_kronspel": (2, "enkelt kronspel"),
    "off": (1, "hemspel"),
}
WILSON = {name: (1, how) for name, (_, how) in SWEDISH.items()} | {
    "jan": (2, "jan"),
    "broken": (2, "sprängjan"),
    "uppspel": (2, "uppspel"),
}
FINNISH = {
    "jan": (2, "janne"),
    "broken": (2, "murtojanne"),
    "uppspel": (1, "maalipeli"),
    "trappspel": (1, "porraspeli"),
    "dubbelt_kronspel": (1, "kaksoiskruunu"),
    "enkelt_kronspel": (1, "kruunupeli"),
    "off": (1, "eropeli"),
}
VERKEHREN = {"jan": (2, "jan"), "uppspel": (2, "uppspel"), "off": (1, "single")}
CHIPS = {"off": (1, "single"), "none off": (2, "gammon")}
THREES = {**CHIPS, "enkelt_kronspel": (2, "three by three"), "any_five": (2, "three by three")}
BACKGAMMON = {**CHIPS, "one back": (3, "backgammon")}

ONE = {"off": (1, "single")}
NARDY = {"off": (1, "oin"), "none off": (2, "mars"), "none off, all home": (2, "home mars")}
SCHNEIDER = {"off": (1, "single"), "none off": (2, "schneider")}

WORTH: dict[str, dict[str, tuple[int, str]]] = {
    "swedish_tables": SWEDISH,
    "wilson_1888": WILSON,
    "lautapeli": FINNISH,
    "verkehren": VERKEHREN,
    "verkehren_s0": VERKEHREN,
    "rencontrat": {**CHIPS, "jan": (2, "jan")},
    "kotra": {"jan": (2, "jan"), "off": (2, "single")},
    "kotra_s0": {"jan": (2, "jan"), "off": (2, "single")},
    "emperador": {"jan": (2, "prime"), "off": (1, "single")},
    "mughrabieh": {"a man": (1, "men left"), "none off": (15, "men left")},
    "khachapuri": {"a man": (1, "men left"), "none off": (30, "none off")},
    "american_nardy": {"White": (3, "single"), "Black": (1, "single")},
    "giveaway": {"waits": (0, "")},
    "si_jia_ba": THREES,
    **dict.fromkeys(("da_shi", "qi_liang"), CHIPS),
    "da_jian": {"six_pairs": (1, "interval"), "six_pairs_and_three": (1, "interval"), **CHIPS},
    "doze_canes": {"twelve_at_home": (1, "six pairs")},
    "tourne_case": {"three_at_the_end": (1, "single")},
    "ban_sugoroku": {"all_home": (1, "all home"), "closed_out": (1, "closed out")},
    "backgammon": BACKGAMMON,
    "nackgammon": BACKGAMMON,
    "longgammon": BACKGAMMON,
    "dutch": BACKGAMMON,
    **dict.fromkeys(("dutch_s4", "snake", "garanguet"), BACKGAMMON),
    **dict.fromkeys(("short_nardy", "long_nardy"), NARDY),
    **dict.fromkeys(("puff_contrary", "puff_long", "puff_s0", "tricktrack"), SCHNEIDER),
    **dict.fromkeys(
        (
            "acey_deucey",
            "acey_deucey_s0",
            "duodecim_scripta",
            "hypergammon",
            "hypergammon_one",
            "hypergammon_two",
            "irish",
            "ludus_anglicorum",
            "provincial",
            "imperial",
            "laquet",
            "fallas",
            "quinze_tablas",
            "seis_dos_e_as",
            "pareia_de_entrada",
            "tawula",
            "moultezim",
            "tabula",
        ),
        ONE,
    ),
    **dict.fromkeys(
        (
            *(
                "bu_da",
                "esir_hapis",
                "fevga",
                "fo",
                "gul_bara",
                "gulbar_s4",
                "hui_hui",
                "jacquet",
                "jacquet_hit",
            ),
            *("jacquet_s0", "jacquet_triple_three", "jacquet_versailles", "matador", "moultezim_s0"),
            *("north_china_tables", "persian_nard", "persian_nard_s0", "plakoto", "russian_backgammon"),
            *("ssang_ryuk", "tavla", "toute_table"),
        ),
        CHIPS,
    ),
    **dict.fromkeys(("ping_bei", "luo_ying", "xia_zan", "nan_pi", "san_dui", "san_liang", "portes"), CHIPS),
}
"""By game: what its wins count and are called; `broken` is a jan of a turn that broke a band."""
MUNK = {"swedish_tables"}
"""The games in which any win but a jan counts one more if the loser has a man on the bar."""
OWN_QUARTER = {"swedish_tables"}
"""The games in which the band broken must have stood in the breaker's own first quarter."""


def result(
    game_id: str, options: dict[str, Value], before: tuple[Men, Men], after: tuple[Men, Men], side: int
) -> Result | None:
    """The result after a turn of `side` from one position to another, both as (White's men, Black's men)."""
    rules, worth = rules_of(game_id, options), WORTH[game_id]
    mine, theirs = after[side], after[1 - side]
    at = Moment(mine, theirs, frozenset(), frozenset(), 0, ())
    for win in rules.wins:
        if not WINS[win](at):
            continue
        if win == "jan":
            broken = _bands_broken(game_id, rules_of(game_id, options).relation, before, after, side)
            points, how = worth["broken" if broken and "broken" in worth else "jan"]
            if options.get("murtojanne_only") and not broken:
                points = 1
            return side, options.get("jan", 1 if options.get("munk_levels") else points), how
        if win.startswith("six_pairs") and _goes_on(options, mine, theirs):
            return None
        points, how = worth[win]
        if options.get("double") and not theirs[13]:
            points, how = 2, "double"
        return side, *_with_munk(game_id, options, points, how, theirs[25])
    if mine[0] < rules.men:
        return None
    if "waits" in worth:  # A30: the other side has a turn more, to draw
        return None
    if "White" in worth:  # A20
        return side, *worth["Black" if side else "White"]
    if "a man" in worth and theirs[0]:  # A16: as many points as men are left
        points, how = worth["a man"]
        return side, points * (rules.men - theirs[0]), how
    if "none off, all home" in worth and theirs[0] == 0 and not any(theirs[7:]):
        return side, *worth["none off, all home"]
    if "one back" in worth and theirs[0] == 0 and any(theirs[19:]):
        return side, *worth["one back"]
    if "none off" in worth and theirs[0] == 0:
        return side, *worth["none off"]
    return side, *_with_munk(game_id, options, *worth["off"], theirs[25])


def chips(
    game_id: str,
    options: dict[str, Value],
    before: tuple[Men, Men],
    after: tuple[Men, Men],
    side: int,
    dice: tuple[int, ...],
) -> int:
    """The chips that a turn wins in the course of the game (B2, B5, B13)."""
    was, mine, theirs = before[side], after[side], after[1 - side]
    if game_id == "da_shi":
        tidy = [
            _three_by_three(men) or bool(options.get("all_home") and sum(men[1:7]) == sum(men))
            for men in (was, mine)
        ]
        return (len(set(dice)) == 1) + (tidy[1] and not tidy[0])
    if game_id == "qi_liang":
        seven = _seven(mine, options)
        lost = 6 in dice and sum(was[1:6]) > 0 and not any(was[6:]) and bool(options.get("exposing_head"))
        won = 0 if not seven or seven == _seven(was, options) else 1 if _seven(theirs, options) else 2
        return won - 3 * lost
    even = all(mine[point] >= 2 for point in range(2, 13, 2)) and sum(mine[2:13:2]) == 15
    return int(game_id == "da_jian" and even and _goes_on(options, mine, theirs))


def _three_by_three(men: Men) -> bool:
    return men[2:6] == (3, 3, 3, 3) and 3 in (men[1], men[6])


def _seven(men: Men, options: dict[str, Value]) -> str:
    """Which of the twelve points of one's side have two men, as a word of x and o, if they are seven as is asked."""
    word = "".join("x" if count >= 2 else "o" for count in men[1:13])
    wanted = "x" * 7 in word if options.get("consecutive") else word.count("x") == 7
    return word if wanted else ""


def _bands_broken(
    game_id: str, relation: str, before: tuple[Men, Men], after: tuple[Men, Men], side: int
) -> bool:
    """Whether the turn has emptied a point that held two men or more of the other side, where it counts."""
    rules = rules_of(game_id, {})
    assert rules.relation == relation
    where = range(19, 25) if game_id in OWN_QUARTER else range(1, 25)
    theirs = [opposite(rules, side, point) for point in where]
    return any(before[1 - side][point] >= 2 and after[1 - side][point] == 0 for point in theirs)


def _goes_on(options: dict[str, Value], mine: Men, theirs: Men) -> bool:
    """B2: from the even pattern one may go on while the point behind it, own 1, is empty."""
    odd = all(mine[point] >= 2 for point in range(1, 13, 2))
    return options.get("second_pattern") != "off" and not odd and mine[1] == 0 and theirs[24] == 0


def _with_munk(
    game_id: str, options: dict[str, Value], points: int, how: str, on_bar: int
) -> tuple[int, str]:
    """A24: a munk more for a man on the bar; or its level by name, every win counting one."""
    more = 1 if on_bar and (options.get("munk_points") or game_id in MUNK) else 0
    if not options.get("munk_levels"):
        return points + more, how
    if how in ("hemspel", "eropeli"):
        return 1, ("strunthemspel", "munk", "dubbelmunk")[min(on_bar, 2)]
    return 1, how + ("", " + munk", " + dubbelmunk")[min(on_bar, 2)]
