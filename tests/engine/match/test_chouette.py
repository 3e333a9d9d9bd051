"""The chouette, by what its sources say, and by what has to be true of any."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Side
from engine.errors import InvalidChouette
from engine.match.chouette import Chouette, chouette_of, grade_of
from engine.match.chouette_terms import USUAL, Advice, ChouetteAct, ChouetteDeed, ChouetteTerms, KeepsBox
from engine.match.cube import Cube
from engine.match.match import Result
from engine.match.terms import Terms
from engine.referee.chouette_deeds import broken_duty

A = ChouetteAct
FOUR = ("Anna", "Ben", "Cleo", "Dora")
BOX, CREW = Side.WHITE, Side.BLACK
MONEY = Terms(jacoby=True, beaver=True, raccoon=True)


def begun(*, terms: Terms = MONEY, **agreed: object) -> Chouette:
    """Anna in the box, Ben captain, Cleo and Dora behind them."""
    return chouette_of(FOUR, terms, ChouetteTerms(**agreed)).begun(Cube())  # type: ignore[arg-type]


def did(chouette: Chouette, *deeds: tuple[ChouetteAct, str]) -> Chouette:
    for act, player in deeds:
        chouette = chouette.after(ChouetteDeed(act, player))
    return chouette


def duty(chouette: Chouette, act: ChouetteAct, player: str) -> str:
    return str(broken_duty(chouette, ChouetteDeed(act, player)) or "")


def scores(chouette: Chouette) -> dict[str, int]:
    return {each.player: each.points for each in chouette.scores}


def test_who_wins_keeps_the_box_and_the_losing_captain_goes_to_the_end() -> None:
    """Woolsey, a): the box wins."""
    after = begun().finished(BOX, 1)
    assert (after.line, after.box_side, after.games) == (("Anna", "Cleo", "Dora", "Ben"), BOX, 1)
    assert scores(after) == {"Anna": 3, "Ben": -1, "Cleo": -1, "Dora": -1}


def test_a_captain_who_wins_is_in_the_box_and_sits_where_they_sat() -> None:
    """Woolsey, a): the box loses."""
    after = begun().finished(CREW, 1)
    assert (after.line, after.box_side) == (("Ben", "Cleo", "Dora", "Anna"), CREW)
    assert (after.at(CREW), after.at(BOX)) == ("Ben", "Cleo")
    assert scores(after) == {"Anna": -3, "Ben": 1, "Cleo": 1, "Dora": 1}


def test_every_cube_is_settled_for_itself_and_jacoby_asks_each_whether_it_was_turned() -> None:
    """backgammontips.org, 6: a gammon counts against a player only if their cube has been offered and accepted."""
    game = did(begun(), (A.DOUBLE, "Cleo"), (A.TAKE, "Cleo"), (A.BOX_DOUBLES, "Dora"), (A.BEAVER, "Dora"))
    assert [each.cube.value for each in game.stakes] == [1, 2, 4]
    assert [each.cube.owner for each in game.stakes] == [None, BOX, CREW]
    assert game.advisers == ("Cleo", "Dora")
    assert scores(game.finished(CREW, 2)) == {"Anna": -13, "Ben": 1, "Cleo": 4, "Dora": 8}
    assert scores(begun(terms=Terms()).finished(BOX, 3)) == {"Anna": 9, "Ben": -3, "Cleo": -3, "Dora": -3}


def test_a_beaver_is_answered_by_a_raccoon_or_passed_at_what_was_doubled_to() -> None:
    game = did(begun(), (A.BOX_DOUBLES, "Cleo"), (A.BEAVER, "Cleo"))
    assert did(game, (A.RACCOON, "Cleo")).stakes[1].cube == Cube(8, CREW)
    assert did(game, (A.PASS, "Cleo")).stakes[1].points == 2
    with pytest.raises(InvalidChouette, match="Nobody has doubled"):
        did(game.thrown(), (A.RACCOON, "Cleo"))


def test_the_next_in_line_who_is_in_takes_over_where_the_captain_passes() -> None:
    """E. Friedman: if the captain drops, the next player in line assumes the captaincy for that game."""
    game = did(begun(), (A.BOX_DOUBLES, "Cleo"), (A.PASS, "Cleo"), (A.BOX_DOUBLES, "Ben"), (A.PASS, "Ben"))
    assert (game.captain, game.captains, game.at(CREW)) == ("Dora", ("Ben", "Dora"), "Dora")
    stays = did(begun(captain_stays=True), (A.BOX_DOUBLES, "Ben"), (A.PASS, "Ben"))
    assert (stays.captain, [each.player for each in stays.open]) == ("Ben", ["Cleo", "Dora"])
    assert stays.passed_on_board() == stays, "what is decided is not decided again"


def test_the_box_stays_who_beat_the_first_captain_or_only_who_lost_nothing() -> None:
    """Cambridge: rotation is determined by captain against box. Los Angeles: by the game, and its net result."""
    passed = ((A.BOX_DOUBLES, "Ben"), (A.PASS, "Ben"))
    assert did(begun(), *passed).finished(CREW, 1).line == ("Anna", "Cleo", "Dora", "Ben")
    stood_up = did(begun(keeps_box=KeepsBox.GAME), *passed).finished(CREW, 1)
    assert stood_up.line == ("Cleo", "Dora", "Ben", "Anna"), "the box behind the captain who lost, too"
    game = begun(keeps_box=KeepsBox.GAME)
    paid = game.after(ChouetteDeed(A.SETTLE, "Cleo", points=6)).finished(BOX, 1)
    assert (paid.line, paid.box_side) == (("Cleo", "Dora", "Ben", "Anna"), BOX), "won, and not broken even"
    assert did(game, (A.DOUBLE, "Dora"), (A.PASS, "Dora")).finished(BOX, 1).line[0] == "Anna"


def test_an_extra_costs_the_former_stake_and_is_played_for_against_who_gave_it() -> None:
    """backgammonmasters.com: who gives it pays a point to who took, who holds a cube of 2 against them."""
    game = did(begun(extras=True), (A.BOX_DOUBLES, "Ben"), (A.BOX_DOUBLES, "Cleo"))
    game = did(game, (A.TAKE, "Ben"), (A.PASS, "Cleo"))
    game = game.after(ChouetteDeed(A.EXTRA, "Ben", "Cleo"))
    extra = game.stakes[-1]
    assert (extra.cube, extra.price, extra.worth) == (Cube(2, CREW), 1, 1)
    assert scores(game.finished(CREW, 1)) == {"Anna": -2, "Ben": 5, "Cleo": -4, "Dora": 1}
    with pytest.raises(InvalidChouette, match="passed the box's double"):
        game.after(ChouetteDeed(A.EXTRA, "Ben", "Cleo"))
    with pytest.raises(InvalidChouette, match="not agreed"):
        begun().after(ChouetteDeed(A.EXTRA, "Ben", "Cleo"))


def test_a_partner_in_the_box_shares_what_it_wins_and_has_no_cube() -> None:
    """Clinton Hill: the box may take on a partner; who is captain plays for the crew."""
    with pytest.raises(InvalidChouette, match=r"Say which player that is about: Ben, Cleo, Dora\."):
        begun().after(ChouetteDeed(A.BOX_DOUBLES, ""))
    with pytest.raises(InvalidChouette, match="captain plays for the crew"):
        did(begun(), (A.PARTNER, "Ben"))
    with pytest.raises(InvalidChouette, match="turned already"):
        did(begun(), (A.DOUBLE, "Cleo"), (A.PARTNER, "Cleo"))
    game = did(begun(), (A.PARTNER, "Dora"))
    assert (game.partners, [each.player for each in game.stakes]) == (("Dora",), ["Ben", "Cleo"])
    with pytest.raises(InvalidChouette, match="settle it first"):
        did(game, (A.LEAVE, "Dora"))
    game = did(game, (A.DOUBLE, "Cleo"), (A.TAKE, "Cleo"))
    after = game.finished(BOX, 1)
    assert scores(after) == {"Anna": 2, "Ben": -1, "Cleo": -2, "Dora": 1}, "what is over is the box's"
    assert (after.line, after.partners) == (("Anna", "Cleo", "Dora", "Ben"), ())
    assert scores(game.finished(CREW, 1)) == {"Anna": -2, "Ben": 1, "Cleo": 2, "Dora": -1}
    late = game.begun(Cube()).told_late(Result(BOX, 1, "resigned"), Cube())
    assert scores(late) == scores(after), "told late, it is shared alike"
    parts = did(begun(), (A.PARTNER, "Dora"), (A.DOUBLE, "Cleo"), (A.PASS, "Cleo"))
    late = parts.begun(Cube()).told_late(Result(CREW, 1, "resigned"), Cube())
    assert scores(late) == scores(parts.finished(CREW, 1)) == {"Anna": -1, "Ben": 1, "Cleo": 1, "Dora": -1}
    extra = did(begun(extras=True), (A.PARTNER, "Dora"), *((A.BOX_DOUBLES, each) for each in ("Ben", "Cleo")))
    extra = did(extra, (A.PASS, "Cleo"), (A.TAKE, "Ben")).after(ChouetteDeed(A.EXTRA, "Ben", "Cleo"))
    extra = extra.after(ChouetteDeed(A.SETTLE, "Ben", points=-3))
    late = extra.begun(Cube()).told_late(Result(BOX, 1, "resigned"), Cube())
    assert [each.against for each in extra.open] == ["Cleo"]
    assert scores(late) == scores(extra.finished(BOX, 1)), "an extra is none of the box's"


def test_in_a_consultation_all_play_for_the_captain_s_cube_and_pass_it_together() -> None:
    game = did(begun(one_cube=True, extras=True), (A.PARTNER, "Dora")).with_captains_cube(Cube(2, BOX))
    assert [each.cube for each in game.stakes] == [Cube(2, BOX)] * 2
    for act in (A.DOUBLE, A.SET_CUBE):
        with pytest.raises(InvalidChouette, match="one cube, the captain's"):
            did(game, (act, "Cleo"))
    offered = game.with_captains_cube(Cube(2, BOX).offered(BOX))
    passed = offered.passed_on_board()
    assert (passed.open, passed.captains) == ((), ("Ben",))
    assert scores(passed.finished(BOX, 1)) == {"Anna": 2, "Ben": -2, "Cleo": -2, "Dora": 2}


def test_the_box_takes_half_of_what_is_doubled_together_or_passes_all_where_that_is_agreed() -> None:
    """Clinton Hill: the box must take half or more of the cubes offered to continue playing."""
    doubled = did(begun(half=True), *((A.DOUBLE, each) for each in ("Ben", "Cleo", "Dora")))
    two_passed = did(doubled, (A.PASS, "Ben"), (A.PASS, "Cleo"))
    assert "at least half" in duty(two_passed, A.TAKE, "Dora") and not duty(two_passed, A.PASS, "Dora")
    assert not did(two_passed, (A.PASS, "Dora")).open
    taken = did(doubled, (A.TAKE, "Ben"), (A.PASS, "Cleo"))
    assert "at least half" in duty(taken, A.PASS, "Dora") and not duty(taken, A.TAKE, "Dora")
    assert did(taken, (A.PASS, "Dora")).open, "what was done at the board counts as it is"
    assert not duty(taken.thrown(), A.PASS, "Dora")
    later = did(taken.thrown(), (A.TAKE, "Dora"))
    assert [each.player for each in later.open] == ["Ben", "Dora"]
    assert not duty(replace(taken, agreed=USUAL), A.PASS, "Dora")


def test_who_alone_takes_the_box_s_double_beavers_where_that_is_agreed() -> None:
    """backgammontips.org, 11: if only one member decides to take, they must beaver."""
    doubled = did(begun(lone_beaver=True), *((A.BOX_DOUBLES, each) for each in ("Ben", "Cleo", "Dora")))
    alone = did(doubled, (A.PASS, "Cleo"), (A.PASS, "Dora"))
    assert "alone takes" in duty(alone, A.TAKE, "Ben") and not duty(alone, A.BEAVER, "Ben")
    assert did(alone, (A.BEAVER, "Ben")).open[0].cube == Cube(4, CREW)
    assert not duty(did(doubled, (A.PASS, "Cleo"), (A.TAKE, "Ben")), A.TAKE, "Dora")
    assert not duty(did(begun(lone_beaver=True), (A.BOX_DOUBLES, "Ben")), A.TAKE, "Ben"), (
        "one cube, not together"
    )


def test_who_comes_during_a_game_is_ahead_of_who_loses_it_and_who_comes_after_it_behind() -> None:
    """Cambridge: ahead of the losing captain or box. Woolsey: behind the player who just lost."""
    assert did(begun(), (A.JOIN, "Ed")).finished(BOX, 1).line == ("Anna", "Cleo", "Dora", "Ed", "Ben")
    assert did(begun().finished(BOX, 1), (A.JOIN, "Ed")).line == ("Anna", "Cleo", "Dora", "Ben", "Ed")


def test_who_leaves_has_settled_and_keeps_their_score() -> None:
    game = begun()
    with pytest.raises(InvalidChouette, match="settle it first"):
        did(game, (A.LEAVE, "Cleo"))
    game = did(game.after(ChouetteDeed(A.SETTLE, "Cleo", points=-1)), (A.LEAVE, "Cleo"))
    after = game.finished(CREW, 1)
    assert (after.line, scores(after)["Cleo"]) == (("Ben", "Dora", "Anna"), -1)
    assert scores(did(after, (A.JOIN, "Cleo")))["Cleo"] == -1
    assert did(after, (A.LEAVE, "Ben")).box == "Dora"


def test_the_box_stays_while_members_of_the_crew_play_for_extras() -> None:
    game = did(
        begun(extras=True), (A.BOX_DOUBLES, "Ben"), (A.BOX_DOUBLES, "Cleo"), (A.TAKE, "Ben"), (A.PASS, "Cleo")
    )
    game = game.after(ChouetteDeed(A.EXTRA, "Ben", "Cleo"))
    for player in ("Ben", "Dora"):
        game = game.after(ChouetteDeed(A.SETTLE, player, points=1))
    assert game.is_on and all(each.against != "Anna" for each in game.open)
    with pytest.raises(InvalidChouette, match="Anna is still in this game"):
        did(game, (A.LEAVE, "Anna"))
    assert game.finished(CREW, 1).line == ("Ben", "Cleo", "Dora", "Anna")


def test_a_game_whose_end_is_told_late_is_paid_and_nobody_moves_up() -> None:
    again = begun().begun(Cube())
    paid = again.told_late(Result(BOX, 2, "resigned"), Cube(2, BOX))
    assert (scores(paid), paid.line) == ({"Anna": 4, "Ben": -2, "Cleo": -1, "Dora": -1}, FOUR)
    again = did(begun(), (A.DOUBLE, "Cleo"), (A.TAKE, "Cleo")).begun(Cube())
    late = did(again, (A.DOUBLE, "Dora")).told_late(Result(BOX, 1, "resigned"), Cube(), 2)
    assert (scores(late)["Cleo"], late.previous) == (-4, None), "what was paid is not taken back with a deed"
    assert grade_of(Result(BOX, 1, "gammon"), Cube(), MONEY) == 2, "jacoby cuts only cubes that nobody turned"


@pytest.mark.parametrize(
    ("players", "why"),
    [
        (("Anna", "Ben"), "3 to 10"),
        (("Anna", "Ben", "Anna"), "of their own"),
        (("Anna", "Ben", ""), "of their own"),
    ],
)
def test_a_chouette_is_for_more_than_two_with_names(players: tuple[str, ...], why: str) -> None:
    with pytest.raises(InvalidChouette, match=why):
        chouette_of(players)


DEEDS = st.builds(
    ChouetteDeed,
    act=st.sampled_from(A),
    player=st.sampled_from((*FOUR, "Ed")),
    against=st.sampled_from(("", *FOUR)),
    points=st.integers(-8, 8),
    value=st.sampled_from((1, 2, 4)),
    owner=st.sampled_from((None, BOX, CREW)),
)
STEPS = st.lists(DEEDS | st.tuples(st.sampled_from((None, BOX, CREW)), st.integers(1, 3)), max_size=40)


@given(STEPS, st.sampled_from(KeepsBox), st.booleans(), st.sampled_from(Advice))
def test_nothing_is_won_that_nobody_pays_and_nobody_is_lost(
    steps: list[ChouetteDeed | tuple[Side | None, int]], keeps: KeepsBox, stays: bool, advice: Advice
) -> None:
    here = begun(keeps_box=keeps, captain_stays=stays, extras=True, advice=advice)
    for step in steps:
        before = here
        if isinstance(step, tuple):
            here = here.finished(*step).begun(Cube())
            assert sorted(here.line) == sorted(before.line)
            assert here.at(BOX) != here.at(CREW)
        else:
            try:
                here = here.after(step)
            except InvalidChouette:
                assert here == before
            if step.act not in (A.JOIN, A.LEAVE):
                assert here.line == before.line
        assert sum(scores(here).values()) == 0
        assert len(set(here.line)) == len(here.line) >= 2
        assert set(here.line) <= set(scores(here))
        assert {here.captain, *here.advisers} <= {each.player for each in here.stakes}
        assert here.captain not in here.advisers
        assert replace(here, scores=before.scores).finished(None, 1).games == here.games + 1
        if not here.open:
            here = here.finished(BOX, 1).begun(Cube())
