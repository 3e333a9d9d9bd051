"""A chouette at the board: the captain's cube lies on it, the others' are told; the line moves up from game to game."""

from collections.abc import Callable

import pytest

from device.club.hub.card import card_of
from device.signals.display_face import face_of
from device.status.snapshot.table_snapshot import snapshot_of
from device.status.text.refusal_text import refusal
from device.store.log.event_codec import decode_event, encode_event
from device.store.log.removal import nameless
from engine.board import CubePlace, Side
from engine.i18n import ENGLISH
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed, ChouetteTerms
from engine.match.cube import Cube
from engine.match.match import Match, Result, Score
from engine.match.terms import Terms
from engine.match_format import Chosen, MatchFormat
from engine.state.events import CaptainChanged, ChouetteDone, MatchOver, MatchStarted
from engine.state.match_state import Phase, new_match_state, rules_now
from engine.state.messages import (
    AnswerCube,
    Command,
    DoInChouette,
    NewGame,
    OfferCube,
    Resign,
    SetCube,
    SetNames,
    SetScore,
    StartChouette,
    Undo,
)
from engine.state.reducer import reduce
from tests.referee.conftest import AFTER_31

W, B = Side.WHITE, Side.BLACK
A = ChouetteAct
FOUR = ("Anna", "Ben", "Cleo", "Dora")


def done(act: ChouetteAct, player: str, **more: object) -> DoInChouette:
    return DoInChouette(ChouetteDeed(act, player, **more))  # type: ignore[arg-type]


@pytest.fixture
def table(evening: Callable):
    """Anna, in the box and near, has played 3-1; Ben, the captain, is to throw for Cleo and Dora, too."""
    return begun(evening(), ChouetteTerms(extras=True))


def begun(table, agreed: ChouetteTerms):
    table.see()
    table.tell(StartChouette(FOUR, Terms(jacoby=True), agreed))
    table.opening(3, 1)
    table.play(AFTER_31)
    table.lift()
    return table


def names(table) -> tuple[str, str]:
    return table.match_state.match.white, table.match_state.match.black


def scores(table) -> list[int]:
    return [each.points for each in table.match_state.chouette.scores]


def said(table, command: Command) -> str | None:
    return refusal(table.match_state, table.tracker, command, ENGLISH)


def test_who_passes_as_captain_is_out_and_the_next_one_s_cube_lies_on_the_board(table) -> None:
    assert names(table) == ("Anna", "Ben")
    for act in (A.DOUBLE, A.TAKE):
        assert table.tell(done(act, "Cleo")) == [ChouetteDone(ChouetteDeed(act, "Cleo"))]
    table.put_cube(2, CubePlace.OFFERED_FAR)
    assert table.match_state.chouette.stake_of("Ben").cube == Cube().offered(B)
    assert table.put_cube(64, CubePlace.CENTRE) == [
        ChouetteDone(ChouetteDeed(A.PASS, "Ben")),
        CaptainChanged(("Anna", "Cleo"), Cube(2, W)),
    ]
    assert names(table) == ("Anna", "Cleo")
    assert (table.match_state.phase, table.match_state.side, table.match_state.cube) == (
        Phase.TO_THROW,
        B,
        Cube(2, W),
    )
    table.tell(Resign(W, 1))
    assert (table.match_state.game.result, scores(table)) == (Result(B, 2, "resigned"), [-4, 1, 2, 1])
    table.tell(Undo())
    assert (table.match_state.chouette.captain, scores(table)) == ("Cleo", [0, 0, 0, 0])
    table.tell(Resign(W, 1))
    assert table.match_state.chouette.line == ("Ben", "Cleo", "Dora", "Anna")
    table.position, table.cube = table.game.start, None
    begun = table.see()
    assert isinstance(begun[0], MatchStarted)
    assert (names(table), scores(table)) == (("Cleo", "Ben"), [-4, 1, 2, 1]), "Ben stays where he sits"


def test_the_box_doubles_everybody_and_whose_cube_is_on_offer_may_be_next_on_the_board(table) -> None:
    assert said(table, done(A.BOX_DOUBLES, "Dora")) == (
        "Nobody doubles now: a double is offered on one's own turn, before throwing."
    )
    table.throw(B, 6, 4)
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    table.lift()
    table.tell(OfferCube())
    table.tell(done(A.BOX_DOUBLES, "Cleo"))
    table.tell(done(A.BOX_DOUBLES, "Dora"))
    table.tell(done(A.TAKE, "Dora"))
    table.tell(done(A.PASS, "Ben"))
    assert (names(table), table.match_state.phase) == (("Anna", "Cleo"), Phase.DOUBLED)
    table.tell(AnswerCube(take=False))
    assert (names(table), table.match_state.cube) == (("Anna", "Dora"), Cube(2, B))
    table.tell(done(A.EXTRA, "Dora", against="Cleo"))
    shown = snapshot_of(table.match_state).as_json()
    shown["chouette"]["stakes"][-1]["value"] = 8
    _, *told = card_of(shown)["labels"]["match"]
    assert [values["cube"] for _, values in told] == ["", "", "", " \u00d72"], (
        "who holds an extra has a cube against the box, too"
    )
    table.tell(Resign(W, 2))
    assert scores(table) == [1 + 1 - 4, -1, -1 - 1 - 4, 4 + 1 + 4]
    assert table.match_state.chouette.line == ("Anna", "Cleo", "Dora", "Ben"), (
        "she has beaten who began as captain"
    )


def test_what_was_told_by_mistake_is_taken_back_and_who_settles_ends_the_game(table) -> None:
    table.tell(done(A.SETTLE, "Ben", points=1))
    assert names(table) == ("Anna", "Cleo")
    table.tell(done(A.UNDO, ""))
    assert (names(table), table.match_state.cube) == (("Anna", "Ben"), Cube())
    table.tell(done(A.SET_CUBE, "Ben", value=4, owner=B))
    assert table.match_state.chouette.stake_of("Ben").cube == table.match_state.cube == Cube(4, B)
    for player, points in zip(FOUR[1:], (1, 0, -2), strict=True):
        table.tell(done(A.SETTLE, player, points=points))
    assert (table.match_state.phase, scores(table)) == (Phase.OVER, [1, 1, 0, -2])
    table.tell(done(A.JOIN, "Ed"))
    table.tell(NewGame())
    assert names(table) == ("Cleo", "Ben")
    assert [each.player for each in table.match_state.chouette.stakes][-1] == "Ed"


def test_what_is_taken_back_leaves_the_captain_s_cube_as_it_lies_on_the_board(table) -> None:
    for command in (done(A.DOUBLE, "Cleo"), done(A.TAKE, "Cleo", against="Anna"), OfferCube()):
        table.tell(command)
    table.tell(done(A.UNDO, ""))
    assert table.match_state.chouette.stake_of("Ben").cube == table.match_state.cube == Cube().offered(B)
    table.tell(done(A.TAKE, "Ben", against="Anna"))
    table.tell(done(A.UNDO, ""))
    assert table.match_state.chouette.stake_of("Ben").cube == table.match_state.cube == Cube(2, W)
    table.tell(Resign(W, 2))
    assert scores(table) == [-6, 4, 1, 1]


def test_a_duty_is_for_what_is_told_and_the_real_cube_counts_as_it_lies(evening: Callable) -> None:
    table = begun(evening(), ChouetteTerms(half=True))
    for act, player in ((A.DOUBLE, "Cleo"), (A.DOUBLE, "Dora"), (A.TAKE, "Cleo"), (A.PASS, "Dora")):
        if player == "Dora" and act is A.PASS:
            table.put_cube(2, CubePlace.OFFERED_FAR)
        table.tell(done(act, player))
    for told in (done(A.PASS, "Ben"), AnswerCube(take=False)):
        assert said(table, told) == "To play on, the box takes at least half of the cubes, or passes all."
        assert table.tell(told) == []
    table.put_cube(64, CubePlace.CENTRE)
    assert (names(table), table.match_state.chouette.stake_of("Ben").points) == (("Anna", "Cleo"), 1)


def test_a_settlement_is_taken_back_though_the_new_captain_s_offer_has_lapsed(table) -> None:
    table.tell(done(A.DOUBLE, "Cleo"))
    table.throw(B, 6, 4)
    table.tell(done(A.SETTLE, "Ben", points=1))
    assert (names(table), table.match_state.cube) == (("Anna", "Cleo"), Cube())
    table.tell(Undo())
    assert (names(table), table.match_state.chouette.stake_of("Ben").points) == (("Anna", "Ben"), None)


def test_a_pass_taken_back_after_a_throw_leaves_no_double_on_offer(table) -> None:
    table.tell(OfferCube())
    table.tell(AnswerCube(take=False))
    table.throw(B, 6, 4)
    table.tell(done(A.UNDO, ""))
    assert (names(table), table.match_state.phase) == (("Anna", "Ben"), Phase.TO_MOVE)
    assert table.match_state.chouette.stake_of("Ben").cube == table.match_state.cube == Cube()


def test_a_captain_who_stays_has_the_cube_back_where_the_pass_is_taken_back(evening: Callable) -> None:
    table = begun(evening(), ChouetteTerms(captain_stays=True))
    table.tell(OfferCube())
    table.tell(AnswerCube(take=False))
    assert (names(table), table.match_state.cube.in_play) == (("Anna", "Ben"), False)
    assert said(table, SetCube(Cube(2, B))) == "Ben is out of this game: no cube lies on the board."
    assert table.tell(SetCube(Cube(2, B))) == []
    table.tell(OfferCube())
    table.tell(AnswerCube(take=False))
    assert (table.match_state.chouette.stake_of("Ben").points, table.match_state.cube.in_play) == (1, False)
    table.tell(done(A.UNDO, ""))
    assert (table.match_state.phase, table.match_state.cube) == (Phase.DOUBLED, Cube().offered(B))
    table.tell(AnswerCube(take=True))
    assert table.match_state.chouette.stake_of("Ben").cube == table.match_state.cube == Cube(2, W)


def test_a_gammon_given_up_counts_for_every_cube_that_was_turned(table) -> None:
    table.tell(done(A.DOUBLE, "Cleo"))
    table.tell(done(A.TAKE, "Cleo"))
    table.tell(Resign(W, 2))
    assert (table.match_state.game.result.points, scores(table)) == (1, [-6, 1, 4, 1])


def test_a_game_begun_anew_is_the_first_captain_s_and_what_was_decided_in_it_is_paid(table) -> None:
    table.tell(OfferCube())
    table.tell(AnswerCube(take=False))
    assert names(table) == ("Anna", "Cleo")
    table.tell(NewGame())
    assert (names(table), table.match_state.chouette.captain) == (("Anna", "Ben"), "Ben")
    assert (scores(table), table.match_state.cube) == ([-1, 1, 0, 0], Cube())


def test_undo_takes_a_captain_s_pass_back_before_the_double_and_that_before_the_play(table) -> None:
    table.tell(OfferCube())
    table.tell(AnswerCube(take=False))
    table.tell(Undo())
    assert (names(table), table.match_state.phase) == (("Anna", "Ben"), Phase.DOUBLED)
    table.tell(Undo())
    assert (table.match_state.phase, table.match_state.chouette.stake_of("Ben").cube) == (
        Phase.TO_THROW,
        Cube(),
    )
    table.tell(done(A.DOUBLE, "Cleo"))
    table.throw(B, 6, 4)
    table.tell(Undo())
    assert table.match_state.chouette.stake_of("Cleo").cube == Cube(), (
        "it was offered after what is taken back now"
    )
    assert (table.match_state.side, table.match_state.game.turns) == (W, ())


def test_undo_past_a_change_of_captain_makes_the_former_captain_play_on(table) -> None:
    table.throw(B, 6, 4)
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    table.lift()
    table.tell(done(A.JOIN, "Ed"))
    table.tell(OfferCube())
    table.tell(AnswerCube(take=False))
    assert names(table) == ("Anna", "Cleo")
    table.throw(W, 2, 1)
    table.play("W: 24(2) 13(5) 8(2) 6(3) 5(2) 3(1) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    table.lift()
    table.tell(Undo(to=1))
    stands = table.match_state.chouette
    assert (names(table), stands.captain, stands.stake_of("Ben").points) == (("Anna", "Ben"), "Ben", None)
    assert (stands.stake_of("Ben").cube, table.match_state.cube) == (Cube(), Cube())
    assert stands.line == (*FOUR, "Ed"), "who has joined since stays"
    resumed = new_match_state(Match(0, "", ""))
    for event in table.events:
        resumed = reduce(resumed, decode_event(*encode_event(event)))
    assert resumed.chouette == stands


def test_the_end_that_all_settling_or_passing_brought_is_taken_back_with_the_last_of_it(table) -> None:
    for player in FOUR[1:]:
        table.tell(done(A.SETTLE, player, points=2))
    assert table.match_state.phase is Phase.OVER
    table.tell(Undo())
    assert (table.match_state.playing, scores(table)) == (True, [0, 0, 0, 0])
    assert [each.player for each in table.match_state.chouette.open] == ["Dora"]
    assert names(table) == ("Anna", "Dora")
    table.tell(OfferCube())
    table.tell(AnswerCube(take=False))
    assert table.match_state.phase is Phase.OVER
    table.tell(Undo())
    assert [each.player for each in table.match_state.chouette.open] == ["Dora"]
    table.tell(Resign(W, 1))
    assert scores(table) == [-5, 2, 2, 1]


def test_in_a_consultation_several_play_against_several_for_one_cube(evening: Callable) -> None:
    table = evening()
    table.see()
    table.tell(StartChouette(FOUR, Terms(jacoby=True), ChouetteTerms(one_cube=True, lone_beaver=True)))
    assert table.match_state.match.terms.beaver, "who may have to beaver may beaver"
    table.tell(done(A.PARTNER, "Dora"))
    table.opening(3, 1)
    table.play(AFTER_31)
    table.lift()
    assert said(table, done(A.PARTNER, "Cleo")) == "Partners join the box before the first play of a game."
    assert table.tell(done(A.PARTNER, "Cleo")) == []
    assert said(table, done(A.DOUBLE, "Cleo")) == "All play for one cube, the captain's."
    told = snapshot_of(table.match_state, desk=True).as_json()["chouette"]
    assert (told["partners"], [each["player"] for each in told["stakes"]]) == (["Dora"], ["Ben", "Cleo"])
    table.tell(OfferCube())
    table.tell(AnswerCube(take=True))
    assert {each.cube for each in table.match_state.chouette.open} == {Cube(2, W)}
    table.tell(Resign(W, 1))
    assert scores(table) == [-2, 2, 2, -2]


def test_who_joins_between_games_stays_where_the_end_is_taken_back_and_who_left_is_in_it_again(table) -> None:
    table.tell(Resign(W, 1))
    table.tell(done(A.JOIN, "Ed"))
    table.tell(done(A.LEAVE, "Cleo"))
    table.tell(Undo())
    assert (table.match_state.chouette.line, scores(table)) == ((*FOUR, "Ed"), [0, 0, 0, 0, 0])
    table.tell(Resign(W, 1))
    assert scores(table) == [-3, 1, 1, 1, 0]


def test_the_games_of_a_format_are_played_in_turn(evening: Callable) -> None:
    table = evening()
    tavli = MatchFormat("tavli", (Chosen("portes"), Chosen("plakoto")), Chosen("fevga"))
    table.match_state = new_match_state(Match(0, "", "", (), "tavli", tavli))
    table.tell(StartChouette(FOUR))
    played = []
    for _ in range(3):
        played.append((rules_now(table.match_state).id, table.match_state.game.start))
        table.tell(Resign(W, 1))
        table.tell(NewGame())
    assert not any(isinstance(event, MatchOver) for event in table.events), "no game of it decides a match"
    assert played == [(each, Chosen(each).rules().start) for each in ("portes", "plakoto", "portes")]


def test_what_cannot_be_done_is_refused_in_words(table) -> None:
    assert said(table, done(A.LEAVE, "Cleo")) == "Cleo is still in this game: settle it first."
    assert table.tell(done(A.LEAVE, "Cleo")) == []
    assert said(table, StartChouette(("Anna", "Ben"))) == "A chouette is begun by 3 to 10 players."
    assert said(table, SetNames("Ed", "Flo")) is not None
    assert table.tell(SetNames("Ed", "Flo")) == []
    assert said(table, SetScore(Score(3, 0))) is not None
    assert table.tell(SetScore(Score(3, 0))) == []
    table.tell(NewGame(new_match=True, length=5))
    assert said(table, done(A.DOUBLE, "Cleo")) == "Nobody plays a chouette here: begin one first."
    assert table.match_state.chouette is None


def test_the_log_of_a_game_tells_how_the_chouette_stood_and_names_nobody_where_no_names_are_kept(
    table,
) -> None:
    table.tell(done(A.DOUBLE, "Cleo"))
    table.tell(Resign(B, 1))
    table.tell(NewGame())
    table.tell(Resign(B, 1))
    first = max(n for n, event in enumerate(table.events) if isinstance(event, MatchStarted))
    events = [decode_event(*encode_event(event)) for event in table.events]
    assert events == table.events
    resumed, bare = new_match_state(Match(0, "", "")), new_match_state(Match(0, "", ""))
    for event in events[first:]:
        resumed = reduce(resumed, event)
    assert resumed.chouette == table.match_state.chouette
    for event in events:
        bare = reduce(bare, nameless(event))
    assert not any(name in str(nameless(event)) for name in FOUR for event in events)
    assert (bare.chouette, bare.score) == (None, table.match_state.score)


def test_the_snapshot_says_who_plays_for_what_and_what_can_be_done(table) -> None:
    table.tell(done(A.DOUBLE, "Cleo"))
    shown = snapshot_of(table.match_state).as_json()
    assert not any(each["may"] or each["extras"] for each in shown["chouette"]["stakes"]), (
        "for the desk alone"
    )
    told = snapshot_of(table.match_state, desk=True).as_json()["chouette"]
    _, *standings = card_of(shown)["labels"]["match"]
    assert [(values["player"], values["won"]) for _, values in standings] == [(each, "0") for each in FOUR]
    assert told["line"] == list(FOUR)
    ben, cleo, dora = told["stakes"]
    assert (ben["on_board"], cleo["offered_by"], cleo["next"]) == (True, "B", 2)
    assert (cleo["may"], dora["may"]) == (
        ["take", "pass", "settle"],
        ["double", "settle"],
    )
    table.tell(Resign(W, 1))
    assert face_of(snapshot_of(table.match_state), 0.0).score == "-3 +1"
    assert snapshot_of(table.match_state, named=False).as_json()["chouette"] is None


def test_a_board_that_is_set_up_anew_leaves_it_to_be_told_how_the_others_ended(table) -> None:
    table.tell(OfferCube())
    table.position = table.game.start
    begun = table.see(4)
    assert [type(each).__name__ for each in begun[:4]] == [
        "ChouetteDone", "CaptainChanged", "Asked", "GameStarted",
    ]  # fmt: skip
    table.tell(Resign(W, 2))
    assert scores(table) == [-3, 1, 1, 1], "a gammon counts for nobody whose cube was not turned"
    assert table.match_state.chouette.line == FOUR


def test_how_a_game_ended_may_be_told_when_the_next_one_is_over(table) -> None:
    table.tell(OfferCube())
    table.position = table.game.start
    table.see(4)
    for player in FOUR[1:]:
        table.tell(done(A.SETTLE, player, points=2))
    table.tell(Resign(W, 1))
    assert scores(table) == [-9, 1 + 2, 1 + 2, 1 + 2]
    table.tell(Undo())
    assert (table.match_state.playing, scores(table)) == (True, [-3, 1, 1, 1])
