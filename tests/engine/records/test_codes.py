"""Position codes: known ones are read and written as their programs do, any standing
comes back, nonsense is refused.
"""

import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1]))
from gnubg import gnubg

from engine.board import BAR, OFF, Side
from engine.dice import ALL_ROLLS, Roll
from engine.errors import EngineError, InvalidRecord
from engine.games import find_game
from engine.match.match import Score
from engine.position_parsing import parse_position
from engine.records.codes.game_standing import GameStanding, checked_standing, is_possible, position_of
from engine.records.codes.gnubgid import read_gnubg_id, write_gnubg_id, write_match_id, write_position_id
from engine.records.codes.ogid import read_ogid, write_ogid
from engine.records.codes.position_codes import WRITERS, read_code
from engine.records.codes.snowie_position import read_snowie_position, write_snowie_position
from engine.records.codes.xgid import read_xgid, write_xgid
from engine.words.wording import Names

W, B = Side.WHITE, Side.BLACK
START = find_game("backgammon").start

KNOWN = [
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "4HPwATDgc/ABMA:cIkFAAAAAAAE"),
    ("XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10", "b9sBCIC5bYDQAA:QQnlAGAAGAAE"),
    ("XGID=ab----D-C---cD---c-d----AB:0:0:1:52:3:2:0:7:10", "4Dk4ABZ4Dh4ADQ:cInqACAAGAAE"),
    ("XGID=-BBB--CC----eA--bc-e-B----:0:0:1:00:0:0:0:3:8", "4HPDBwDbuAMBBg:cAlgAAAAAAAE"),
]
"""XGIDs, and what GNU Backgammon makes of them."""


@pytest.mark.parametrize(("xgid", "gnubg_id"), KNOWN)
def test_an_xgid_is_what_gnu_backgammon_takes_it_for(xgid: str, gnubg_id: str) -> None:
    standing = read_code(xgid)
    assert write_gnubg_id(standing) == gnubg_id
    assert write_xgid(standing) == xgid
    assert write_xgid(read_code(gnubg_id)) == xgid.removesuffix(":8") + (":10" if xgid.endswith(":8") else "")


@pytest.mark.parametrize(
    ("code", "standing"),
    [
        ("cIkFAAAAAAAA", GameStanding(START, W, Roll.of(3, 1), jacoby=True)),
        ("QYkqASAAIAAE", GameStanding(START, W, Roll.of(5, 2), 2, B, Score(4, 2), 9)),
        ("cAngAAAAAAAE", GameStanding(START, W, length=7)),
        ("8AngAGAAGAAE", GameStanding(START, W, score=Score(3, 6), length=7, crawford=True)),
        ("QQnlAGAAGAAE", GameStanding(START, W, Roll.of(2, 1), 2, B, Score(3, 6), 7)),
    ],
)
def test_a_match_id_is_read_and_written(code: str, standing: GameStanding) -> None:
    assert read_code(f"4HPwATDgc/ABMA:{code}") == standing
    assert write_match_id(standing) == code


def test_a_match_id_as_the_manual_has_it_lacks_its_last_bit() -> None:
    assert write_match_id(read_code("4HPwATDgc/ABMA:QYkqASAAIAAA")) == "QYkqASAAIAAE"


def test_a_double_on_offer_as_gnu_backgammon_prints_it() -> None:
    code = "pLnkUAjhHnAQAA:MBmgAAAAAAAE"
    standing = read_code(code)
    assert (standing.offered, standing.to_play, standing.cube, standing.length) == (True, B, 1, 5)
    assert write_gnubg_id(standing) == code


def test_position_ids() -> None:
    assert write_position_id(START, W) == "4HPwATDgc/ABMA"
    after = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
    assert write_position_id(after, B) == "sGfwATDgc/ABMA"


@pytest.mark.parametrize(
    ("code", "to_play", "roll", "cube", "offered"),
    [
        # as OpenGammon's own library (ogxm 2.3.2) writes a game, before and after its turns
        ("11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:7:0", W, "31", (1, None), False),
        ("11ccccchhjjjjkk:66666888dddddoo:N0N::W:C:0:0:7:1", B, "", (1, None), False),
        ("11ccccchhjjjjkk:66666888dddddoo:N0N:26:W:R:0:0:7:1", B, "62", (1, None), False),
        ("11ccccchhjjjjkk:66666888bddddio:N0N::B:C:0:0:7:2", W, "", (1, None), False),
        ("11ccccchhjjjjkk:66666888bddddio:N0O::W:D:0:0:7:2", W, "", (1, None), True),
        ("11ccccchhjjjjkk:66666888bddddio:B1T::B:A:0:0:7:2", W, "", (2, B), False),
    ],
)
def test_an_ogid_tells_who_reached_it(
    code: str, to_play: Side, roll: str, cube: tuple[int, Side | None], offered: bool
) -> None:
    standing = read_code(code)
    assert (standing.to_play, standing.offered) == (to_play, offered)
    assert standing.roll == (Roll.parse(roll) if roll else None)
    assert (standing.cube, standing.owner) == cube
    assert write_ogid(standing).split(":")[:2] == code.split(":")[:2]
    assert read_ogid(write_ogid(standing)) == standing


def test_an_ogid_says_how_many_checkers_there_are_and_may_end_early() -> None:
    hyper = find_game("hypergammon").start
    assert write_ogid(GameStanding(hyper)).endswith(":3")
    assert read_ogid(write_ogid(GameStanding(hyper))).position == hyper
    assert read_ogid("11jjjjjhhhccccq:ooddddd88866666:W1N") == GameStanding(
        parse_position("W: 24(2) 13(4) 8(3) 6(5) off(1) B: 24(2) 13(5) 8(3) 6(5)"), cube=2, owner=W
    )


def test_a_position_of_snowies_is_read_as_gnu_backgammon_exports_it() -> None:
    line = "5;0;0;0;1;root;gnubg;0;0;0;1;0;-1;0;0;0;0;3;5;0;5;0;0;0;-4;0;0;0;0;0;0;-6;0;-4;0;0;0;2;3;1;"
    told = read_snowie_position(line)
    position = parse_position("W: bar(1) 13(4) 6(6) 4(4) B: bar(2) 8(5) 6(5) 5(3)")
    assert told.standing == GameStanding(position, B, Roll.of(3, 1), length=5)
    assert (told.white, told.black) == ("gnubg", "root")
    assert write_snowie_position(told.standing, Names(told.white, told.black)) == line


@st.composite
def standings(draw: st.DrawFn, *, told_by_all: bool = False) -> GameStanding:
    """Any standing that can be; `told_by_all`: only what every code has a place for."""
    men = draw(st.sampled_from((15, 15, 3)))
    sites = st.lists(st.integers(0, BAR), max_size=men)
    white = draw(sites)
    facing = {BAR - site for site in white if site not in (OFF, BAR)}
    black = [site for site in draw(sites) if site not in facing]
    counts = [{site: side.count(site) for site in side if site} for side in (white, black)]
    length = draw(st.sampled_from((0, 1, 3, 7, 25, 32767)))
    top = max(0, length - 1) if length else 99
    score = Score(draw(st.integers(0, top)), draw(st.integers(0, top)))
    to_play, owner = draw(st.sampled_from(Side)), draw(st.sampled_from((None, W, B)))
    roll = draw(st.sampled_from((None, *ALL_ROLLS)))
    offered = roll is None and owner is not to_play.other and draw(st.booleans())
    crawford = bool(length) and max(score.white, score.black) == length - 1 and draw(st.booleans())
    standing = GameStanding(
        position_of(counts[0], counts[1], men),
        to_play,
        roll,
        1 << draw(st.integers(0, 10)),
        owner,
        score,
        length,
        crawford,
        offered=offered,
    )
    if told_by_all:
        return standing
    resigned = draw(st.integers(0, 3))
    return replace(
        standing,
        jacoby=not length and draw(st.booleans()),
        beaver=not length and draw(st.booleans()),
        resigned=resigned,
        resigner=draw(st.sampled_from(Side)) if resigned else None,
        cube_limit=1 << draw(st.integers(0, 15)),
    )


@given(standings())
def test_every_code_comes_back_with_all_that_it_has_a_place_for(standing: GameStanding) -> None:
    men = standing.men
    nothing = replace(standing, resigned=0, resigner=None)
    assert read_xgid(write_xgid(standing), men) == nothing
    plain = replace(standing, beaver=False, cube_limit=1024)
    assert read_gnubg_id(write_gnubg_id(standing), men) == plain
    assert read_ogid(write_ogid(standing)) == replace(nothing, jacoby=False, beaver=False, cube_limit=1024)
    if men == 15:
        told = read_snowie_position(write_snowie_position(standing, Names("A", "B")))
        assert told.standing == replace(nothing, beaver=False, cube_limit=1024, offered=False)


@given(standings(told_by_all=True), st.sampled_from(list(WRITERS)), st.sampled_from(list(WRITERS)))
def test_one_code_can_be_turned_into_another(standing: GameStanding, first: str, second: str) -> None:
    through = read_code(WRITERS[first](standing), standing.men)
    assert through == standing
    assert read_code(WRITERS[second](through), standing.men) == standing


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "no position code"),
        ("hello", "no position code"),
        ("XGID=", "no XGID, which looks like XGID="),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10:1:2", "no XGID, which looks like XGID="),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10", "26 places"),
        ("XGID=-b----Z-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "26 places"),
        ("XGID=Bb----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "O's bar in its first place"),
        ("XGID=-b----O-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "White has 25 checkers"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:0:31:0:0:0:0:10", "0 stands where 1, -1 could"),
        ("XGID=-b----E-C---eE---c-e----B-:0:2:1:31:0:0:0:0:10", "2 stands where 1, -1, 0 could"),
        ("XGID=-b----E-C---eE---c-e----B-:99:0:1:31:0:0:0:0:10", "99 stands where 0-15 could"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:0:10", "'71' stands where 00, 31, D could"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:0:0:10", "beaver"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:9:0:0:7:10", "at 9-0 a match to 7 is over"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:7:10", "Crawford game"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:2:7:10", "2 stands where 0, 1 could"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:x:0:0:7:10", "'x' stands where 0 could"),
        ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:0:0:0:7:10", "does not own the cube"),
        ("cIkFAAAAAAAA", "says nothing of the checkers"),
        ("//////////////:cIkFAAAAAAAA", "no Position ID: it tells of what there is not"),
        ("4HPwATDgc/ABMA:////////////", "no Match ID: it tells of what there is not"),
        ("4HPwATDgc/ABMA:cArgAAAAAAAE", "that game is over"),
        ("4HPwATDgc/ABMA:YAngAAAAAAAE", "no Match ID: it tells of what there is not"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::B:G:0:0:7:0", "over"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N:77:B:C:0:0:7:0", "'77' stands where 13 could"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::X:C:0:0:7:0", "'X' stands where W, B could"),
        ("p1ccccchhhjjjj:66666888dddddoo:N0N::B:C:0:0:7:0", "'p' stands where 0-9a-p could"),
        ("66666:66666:N0N", "both sides stand"),
        ("5;0;0;0;1;a;b;0;0;0;1;0;", "40 fields"),
        ("W: 24(2) B: 1(2)", "White's|stand|point"),
    ],
)
def test_what_is_no_code_is_refused_in_a_sentence(code: str, said: str) -> None:
    with pytest.raises(EngineError, match=said) as refused:
        read_code(code)
    assert "\n" not in str(refused.value)


ALPHABET = "XGIDOgidxPosition MatcBAabcdefoqpzN01235:;-=/+W() \n\u0661é"


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.one_of(
        st.text(max_size=80),
        st.text(ALPHABET, max_size=80),
        st.sampled_from([code for both in KNOWN for code in both]).flatmap(
            lambda code: st.tuples(st.integers(0, len(code)), st.text(ALPHABET, max_size=3)).map(
                lambda change: code[: change[0]] + change[1] + code[change[0] + 1 :]
            )
        ),
    )
)
@example("XGID=" + "\u0661" * 26 + ":0:0:1:31:0:0:0:0:10")
def test_whatever_it_is_it_is_read_or_refused(text: str) -> None:
    try:
        standing = read_code(text)
    except EngineError:
        return
    assert read_xgid(write_xgid(standing)).position == standing.position


def test_impossible_standings_are_not_written() -> None:
    for wrong in (
        GameStanding(START, roll=Roll.of(3, 1), offered=True),
        GameStanding(START, cube=3),
        GameStanding(START, length=5, jacoby=True),
        GameStanding(START, resigned=2),
        GameStanding(find_game("tablut").start),
        GameStanding(START, length=40000),
    ):
        with pytest.raises(InvalidRecord):
            checked_standing(wrong)
        assert not is_possible(wrong)


def test_gnu_backgammon_takes_every_code_and_gives_it_back(tmp_path: Path) -> None:
    found = [standing for standing in _many() if not standing.offered and standing.men == 15]
    commands = ["new match 7"]
    for each in found:
        commands += [f"set gnubgid {write_gnubg_id(each)}", "show board"]
    xgids = [each for each in found if each.to_play is W and each.length]
    for each in xgids:
        commands += [f"set xgid {write_xgid(each)}", "show board"]
    said = gnubg(tmp_path, *commands)
    ids = re.findall(r"Position ID: (\S+)\s+Match ID\s+: (\S+)", said)
    shown = [f"{position}:{match}" for position, match in ids]
    for each in found + xgids:
        assert write_gnubg_id(each) in shown, write_xgid(each)
    assert len(found) > 40 and len(xgids) > 10


def _many() -> list[GameStanding]:
    """Some standings, always the same, of which the game is not over."""
    dice, found = Random(3), []
    for _ in range(60):
        length = dice.choice((0, 3, 7, 13))
        white = [dice.randint(1, BAR) for _ in range(dice.randint(1, 15))]
        facing = {BAR - site for site in white if site != BAR}
        black = [site for site in (dice.randint(1, BAR) for _ in range(15)) if site not in facing] or [BAR]
        counts = [{site: side.count(site) for site in side} for side in (white, black)]
        score = Score(dice.randint(0, length - 1), dice.randint(0, length - 1)) if length else Score()
        crawford = length > 1 and (score.white == length - 1) != (score.black == length - 1)
        cube = 1 if crawford else dice.choice((1, 2, 4))
        owner = None if cube == 1 else dice.choice((W, B))
        roll = dice.choice((None, *ALL_ROLLS))
        found.append(
            GameStanding(
                position_of(*counts), dice.choice((W, B)), roll, cube, owner, score, length, crawford
            )
        )
    return found
