"""The snapshot: its JSON, and the one sentence that the referee says."""

import json
from dataclasses import replace
from typing import Any

import pytest

from device.status.snapshot.table_snapshot import Circumstances, Report, snapshot_of
from device.status.text.labels import said
from engine.board import Kind, Seating, Side, View
from engine.dice import Roll
from engine.faults.explain import explain, likely_play
from engine.games import find_game
from engine.i18n import ENGLISH
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score
from engine.match.terms import Terms
from engine.match_formats import find_match_format
from engine.past import Past
from engine.play import Fault, Move, Play
from engine.plays.legal import legal_plays
from engine.position import Position
from engine.position_parsing import parse_position
from engine.state.events import Candidate
from engine.state.match_state import MatchState, Phase, Question, new_match_state
from engine.tables.tables_game import TablesGame
from engine.trictrac import marks_of, scored
from engine.words.reasons import CubeReason, ThrowReason
from engine.words.rollnames import find_tradition

BACKGAMMON = find_game("backgammon")
START = BACKGAMMON.start
BLANK = new_match_state(Match(5, "Anna", "Ben"))
PLAY = Play((Move(8, 5), Move(6, 5)))
AFTER = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
WRONG = parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(4) 4(1)")


def playing(**changes: Any) -> MatchState:
    """A game in which Anna has played 3-1 and Ben is to throw, changed."""
    turn = CheckerTurn(Side.WHITE, Roll.of(3, 1), PLAY, AFTER)
    usual = {
        "phase": Phase.TO_THROW,
        "side": Side.BLACK,
        "position": AFTER,
        "seating": Seating(Kind.DARK, False),
        "game": Game(START, Score(1, 2), turns=(turn,)),
        "score": Score(1, 2),
        "match_number": 2,
        "seq": 17,
    }
    return replace(BLANK, **{**usual, **changes})


def fault_of(side: Side, roll: Roll, seen: Position) -> tuple[Play, Fault]:
    return likely_play(BACKGAMMON, START, side, seen, roll), explain(BACKGAMMON, START, side, roll, seen)


def pips(count: int) -> list[Any]:
    return [["{count} pip", "{count} pips", {"count": count}]]


def test_the_json_of_a_game_in_progress() -> None:
    snapshot = snapshot_of(playing(), Circumstances(table="red")).as_json()
    assert json.loads(json.dumps(snapshot)) == snapshot
    position = snapshot.pop("position")
    assert isinstance(position, dict)
    assert position["text"] == str(AFTER)
    assert position["points"]["6"] == {"W": 4, "B": 0}
    assert position["points"]["1"] == {"W": 0, "B": 2}
    assert position["points"]["24"] == {"W": 2, "B": 0}
    assert position["bar"] == position["hand"] == position["off"] == {"W": 0, "B": 0}
    assert position["pinned"] == {"W": [], "B": []}
    assert position["pips"] == {"W": 163, "B": 167}
    assert snapshot == {
        "table": "red",
        "seq": 17,
        "match": {
            "number": 2, "length": 5, "white": "Anna", "black": "Ben", "crawford": "pending", "winner": None,
            "programme": {"id": "backgammon", "games": ["backgammon"], "decider": None, "to_points": True}, "terms": Terms().values,
            "kept": "full", "kept_says": None,
        },
        "game": {
            "number": 1, "id": "backgammon", "name": "Backgammon", "phase": "to throw", "result": None, "men": 15, "turns": 1,
            "squares": None, "facing": {"W": list(range(26)), "B": [0, *range(24, 0, -1), 25]}, "dice": 2, "faces": [1, 2, 3, 4, 5, 6],
            "hand": False, "landing": "hit", "off": "borne off", "decide": "high_die", "source": "thrown",
        },
        "seen": None,
        "seating": {"near": "dark", "home_right": False},
        "to_play": "B",
        "roll": None,
        "carried": False, "either": False,
        "roll_name": None,
        "cube": {
            "value": 1, "next": 2, "may": ["double"], "owner": None, "offered_by": None, "in_play": True,
        },
        "score": {"W": 1, "B": 2},
        "last_play": {
            "side": "W", "roll": [3, 1], "notation": "8/5 6/5", "moves": [[8, 5], [6, 5]], "illegal": None,
            "captured": [], "inferred": False, "carried": False, "either": False, "from_hand": 0, "scored": [],
        },
        "says": "Ben to throw.",
        "fault": None,
        "cocked": None,
        "cube_fault": None,
        "question": None,
        "questions": 0,
        "clock": None,
        "camera": {"view": "clear", "text": "The view is clear.", "reads": True, "note": None, "ready": True},
        "profile": "home",
        "hasty": None,
        "setup": None,
        "resign": None,
        "kept_back": False,
        "marks": None,
        "opening": None,
        "host": [], "mend": None, "simulated": False, "chouette": None,
        "labels": {
            "match": [["Match to {length}", {"length": 5}], ["game {number}", {"number": 1}]],
            "cube": [["Cube in the middle at {value}", {"value": 1}]],
            "play": [["{name} {roll}:", {"name": "Anna", "roll": "3-1"}]],
            "throw": [["{roll}", {"roll": "3-1"}]],
            "spoken": [["{name} played {play} with {roll}.", {"name": "Anna", "play": "8/5 6/5", "roll": "3-1"}]],
            "remark": [],
            "W": {"duty": [], "facts": pips(163), "recorded": pips(163), "cube": []},
            "B": {"duty": [["to throw", {}]], "facts": pips(167), "recorded": pips(167), "cube": []},
            "counted_by": "W",
        },
    }  # fmt: skip


def test_before_anything_has_happened() -> None:
    snapshot = snapshot_of(new_match_state(Match(0, "", ""))).as_json()
    assert snapshot["position"] is snapshot["to_play"] is snapshot["last_play"] is snapshot["seating"] is None
    match, game = snapshot["match"], snapshot["game"]
    assert isinstance(match, dict) and isinstance(game, dict)
    assert (match["number"], match["length"], match["white"], match["black"]) == (0, 0, "White", "Black")
    assert (match["crawford"], match["winner"]) == ("pending", None)
    assert (game["number"], game["id"], game["phase"], game["result"]) == (0, "backgammon", "no game", None)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cocked": ThrowReason.TIE}, "Both threw the same: throw again."),
        (
            {"cocked": ThrowReason.TIE_DOUBLES, "cube": Cube(2)},
            "Both threw the same, which doubles the cube to 2: throw again.",
        ),
        (
            {"phase": Phase.OVER, "side": None, "game": Game(START, Score(), result=Result(None, 0, "draw"))},
            "A draw: nobody wins a point. Set up the starting position for the next game.",
        ),
        (
            {
                "match": Match(0, "Anna", "Ben", terms=Terms(beaver=True)),
                "phase": Phase.DOUBLED,
                "cube": Cube(1, None, Side.BLACK),
            },
            "Ben doubles to 2: take or pass, or beaver?",
        ),
        (
            {
                "match": Match(0, "Anna", "Ben", terms=Terms(beaver=True, raccoon=True)),
                "cube": Cube(4, Side.WHITE),
                "game": Game(START, Score(), turns=(CubeTurn(Side.BLACK, 2, CubeAction.BEAVER),)),
            },
            "Anna beavers: the cube is at 4. Ben throws, or passes, or says raccoon.",
        ),
        (
            {
                "match": Match(5, "Anna", "Ben", game_id="tavli_match"),
                "phase": Phase.OVER,
                "side": None,
                "game": Game(START, Score(), result=Result(Side.WHITE, 2, "gammon"), place=0),
            },
            "Anna wins a gammon: 2 points. Set up the starting position of Plakoto, the next game.",
        ),
        (
            {
                "match": Match(5, "Anna", "Ben", game_id="swedish_tables"),
                "side": None,
                "game": Game(START, Score()),
            },
            "Throw a die each: who throws lower begins.",
        ),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_people_need_to_know_of_cube_draws_and_games_in_turn(
    changes: dict[str, Any], words: str
) -> None:
    assert snapshot_of(playing(**changes)).says == words


def test_a_provisional_fault_of_black_is_told_in_whites_numbering() -> None:
    _, fault = fault_of(Side.BLACK, Roll.of(6, 5), WRONG)
    match_state = playing(
        phase=Phase.TO_MOVE,
        roll=Roll.of(6, 5),
        fault=fault,
        seen=WRONG,
        game=Game(START, Score()),
        position=START,
    )
    snapshot = snapshot_of(match_state)
    assert snapshot.fault is not None
    assert (snapshot.fault.side, snapshot.fault.provisional) == (Side.BLACK, True)
    assert snapshot.says == snapshot.fault.text
    assert set(snapshot.fault.points) == {25 - point for point in fault.points}
    told: Any = snapshot.as_json()
    assert told["seen"]["points"]["21"] == {"W": 0, "B": 1}
    assert told["labels"]["counted_by"] == "B", "whose play it is that is not legal"


def test_a_fault_that_stood_is_the_last_plays() -> None:
    play, fault = fault_of(
        Side.WHITE, Roll.of(3, 1), replace(AFTER, white=AFTER.white[:5] + (3,) + AFTER.white[6:])
    )
    turn = CheckerTurn(Side.WHITE, Roll.of(3, 1), play, AFTER, fault)
    snapshot = snapshot_of(playing(fault=fault, seen=AFTER, game=Game(START, Score(), turns=(turn,))))
    assert snapshot.fault is not None and snapshot.last_play is not None
    assert (snapshot.fault.side, snapshot.fault.provisional) == (Side.WHITE, False)
    assert snapshot.says == snapshot.fault.text
    assert snapshot.fault.text == snapshot.last_play.illegal
    assert snapshot.fault.text.endswith("; 8/5 6/5 is legal.")


def test_the_bar_and_the_tray_are_the_same_for_both() -> None:
    fault = Fault("R.bar_first", "bar_first", (("mover", "B"),), (25, 0, 24))
    snapshot = snapshot_of(playing(phase=Phase.TO_MOVE, roll=Roll.of(3, 1), fault=fault, seen=START))
    assert snapshot.fault is not None and snapshot.fault.points == (25, 0, 1)


def test_the_latest_question_is_asked() -> None:
    options = (
        Candidate(Roll.of(3, 1), PLAY, AFTER, True, 0.7),
        Candidate(Roll.of(3, 1), Play((Move(24, 18),)), WRONG, False, 0.2),
        Candidate(None, None, START, True, 0.1),
    )
    match_state = playing(
        questions=(Question(4, "missed", None, ()), Question(5, "play", Side.WHITE, options))
    )
    snapshot = snapshot_of(match_state).as_json()
    question = snapshot["question"]
    assert isinstance(question, dict)
    assert (snapshot["questions"], question["number"]) == (2, 5)
    assert question["text"] == snapshot["says"] == "Which of these did Anna play?"
    texts = [choice["text"] for choice in question["candidates"]]
    assert texts == ["8/5 6/5 with 3-1", "24/18 with 3-1 (illegal)", "As the camera sees it"]
    assert question["candidates"][0]["notation"] == "8/5 6/5"
    assert question["candidates"][2]["roll"] is None


def test_it_is_asked_who_has_won_what_where_nobody_saw_the_last_throw() -> None:
    end = parse_position("W: off(15) B: 24(2) 13(5) 8(3) 6(5)")
    options = (
        Candidate(None, None, START, True, 0.5),
        Candidate(Roll.of(6, 6), PLAY, end, True, 0.5),
    )
    question = snapshot_of(
        playing(cube=Cube(2, Side.WHITE), questions=(Question(5, "swept", Side.WHITE, options),))
    ).as_json()["question"]
    assert isinstance(question, dict)
    assert [choice["text"] for choice in question["candidates"]] == [
        "The game is not over: it goes on from this board",
        "Anna wins a backgammon: 6 points.",
    ]


@pytest.mark.parametrize(
    ("there", "asks", "answer"),
    [
        (
            Seating(Kind.DARK),
            "It looks as if Anna played the dark checkers: is that so?",
            "dark checkers, and bears off on the right",
        ),
        (
            Seating(Kind.LIGHT, False),
            "It looks as if the board were the other way round: who sits how?",
            "light checkers, and bears off on the left",
        ),
        (
            Seating(Kind.DARK, False),
            "It looks as if the board were the other way round: who sits how?",
            "dark checkers, and bears off on the left",
        ),
    ],
)
def test_it_is_asked_who_sits_how(there: Seating, asks: str, answer: str) -> None:
    options = tuple(Candidate(None, None, AFTER, True, 0.5, seating) for seating in (Seating(), there))
    snapshot = snapshot_of(playing(questions=(Question(5, "seating", None, options),))).as_json()
    question = snapshot["question"]
    assert isinstance(question, dict)
    assert question["text"] == asks
    assert [choice["text"] for choice in question["candidates"]] == [
        "Anna has the light checkers, and bears off on the right.",
        f"Anna has the {answer}.",
    ]
    assert question["candidates"][1]["seating"] == {"near": there.near.value, "home_right": there.home_right}


def over(how: str, points: int, **changes: Any) -> MatchState:
    game = Game(START, Score(), result=Result(Side.WHITE, points, how))
    return playing(**{"phase": Phase.OVER, "side": None, "game": game, **changes})


NEXT = "Set up the starting position for the next game."


@pytest.mark.parametrize(
    ("match_state", "says"),
    [
        (BLANK, "Set up the starting position."),
        (playing(side=None), "Throw a die each: who throws higher begins."),
        (playing(side=Side.WHITE), "Anna to throw."),
        (playing(phase=Phase.TO_MOVE, side=Side.WHITE, roll=Roll.of(4, 6)), "Anna threw 6-4."),
        (
            playing(
                game=Game(START, Score(), turns=(CheckerTurn(Side.WHITE, Roll.of(6, 6), Play(), START),))
            ),
            "Anna cannot play. Ben to throw.",
        ),
        (
            playing(
                game=Game(START, Score(), turns=(CubeTurn(Side.WHITE, 2, CubeAction.TAKE),)), side=Side.WHITE
            ),
            "Anna to throw.",
        ),
        (playing(phase=Phase.DOUBLED, cube=Cube(1, None, Side.BLACK)), "Ben doubles to 2: take or pass?"),
        (playing(cocked=ThrowReason.LEANS), "The dice are cocked: throw again."),
        (
            playing(cube_fault=CubeReason.OPPONENTS),
            "Put the cube back: the cube belongs to the opponent.",
        ),
        (playing(view=View.HAND), "Ben to throw."),
        (playing(view=View.COVERED), "Something covers the board: take it away."),
        (
            playing(questions=(Question(1, "missed", Side.BLACK, ()),)),
            "Nobody saw what Ben threw: which of these was it?",
        ),
        (
            playing(questions=(Question(1, "resigned", None, ()),)),
            "The board was set up anew: who gave the last game up, and for how much? Say so under Resign.",
        ),
        (over("single", 1), f"Anna wins: 1 point. {NEXT}"),
        (over("gammon", 4), f"Anna wins a gammon: 4 points. {NEXT}"),
        (over("backgammon", 3), f"Anna wins a backgammon: 3 points. {NEXT}"),
        (over("passed", 2), f"Ben passes: Anna wins 2 points. {NEXT}"),
        (over("resigned", 1), f"Ben resigns: Anna wins 1 point. {NEXT}"),
        (over("flag", 1), f"Ben's time is up: Anna wins 1 point. {NEXT}"),
        (
            over("gammon", 4, winner=Side.WHITE, score=Score(5, 2)),
            "Anna wins a gammon: 4 points. Anna wins the match, 5 to 2.",
        ),
    ],
)
def test_what_the_referee_says(match_state: MatchState, says: str) -> None:
    assert snapshot_of(match_state).says == says


@pytest.mark.parametrize(
    ("tradition", "name", "says"),
    [
        ("plain", None, "Anna threw 6-4."),
        ("finnish", "kuusi-neljä", "Anna threw 6-4, kuusi-neljä."),
        ("english", "sice cater", "Anna threw 6-4, sice cater."),
        ("french", None, "Anna threw 6-4."),
    ],
)
def test_a_roll_is_called_by_its_name(tradition: str, name: str | None, says: str) -> None:
    match_state = playing(phase=Phase.TO_MOVE, side=Side.WHITE, roll=Roll.of(4, 6))
    snapshot = snapshot_of(match_state, Circumstances(tradition=find_tradition(tradition)))
    assert (snapshot.roll_name, snapshot.as_json()["roll_name"], snapshot.says) == (name, name, says)


def test_a_double_is_answered_in_the_words_of_the_tradition() -> None:
    match_state = playing(phase=Phase.DOUBLED, cube=Cube(1, None, Side.BLACK))
    says = snapshot_of(match_state, Circumstances(tradition=find_tradition("finnish"))).says
    assert says == "Ben doubles to 2: take (oletan) or pass (ohitan)?"


def test_trouble_comes_before_all() -> None:
    snapshot = snapshot_of(
        playing(view=View.DARK), Circumstances(Report("The disk is full.", "It is night.")), seq=99
    )
    assert (snapshot.says, snapshot.camera.text, snapshot.seq) == ("The disk is full.", "It is night.", 99)


def test_what_ails_the_camera_is_said_where_nothing_can_be_seen() -> None:
    assert (
        snapshot_of(playing(view=View.LOST), Circumstances(Report(camera="Its cable is out."))).says
        == "Its cable is out."
    )
    assert snapshot_of(playing(), Circumstances(Report(camera="Its cable is out."))).says == "Ben to throw."


def test_what_the_camera_notes_is_told_only_while_it_sees() -> None:
    seen, dark = (
        snapshot_of(playing(view=view), Circumstances(Report(note="I follow it."))).camera
        for view in (View.CLEAR, View.DARK)
    )
    assert (seen.note, seen.text) == ("I follow it.", "The view is clear.")
    assert dark.note is None


@pytest.mark.parametrize("view", list(View))
def test_every_view_has_its_sentence(view: View) -> None:
    assert snapshot_of(playing(view=view)).camera.text.endswith(".")


def of_game(name: str, text: str | None = None, **changes: Any) -> MatchState:
    """A single game of that name that stands so, at its start unless a position is given, Ben to throw."""
    match = Match(0, "Anna", "Ben", game_id=name)
    game = find_game(name)
    position = game.start if text is None else parse_position(text, game)
    return playing(**{"match": match, "position": position, "game": Game(game.start, Score()), **changes})


def json_of(match_state: MatchState) -> Any:
    return json.loads(json.dumps(snapshot_of(match_state).as_json()))


def test_blacks_points_lie_where_his_way_leads() -> None:
    snapshot = json_of(of_game("long_nardy"))
    assert snapshot["game"]["facing"]["B"][24] == 12
    assert snapshot["position"]["points"]["12"] == {"W": 0, "B": 15}
    assert snapshot["position"]["points"]["24"] == {"W": 15, "B": 0}
    offset = json_of(of_game("american_nardy", "W: hand(9) 24(6) B: 24(15)"))
    assert offset["game"]["facing"]["B"][24] == 18 and offset["position"]["points"]["18"]["B"] == 15
    rows = json_of(of_game("duodecim_scripta"))
    assert len(rows["position"]["points"]) == 36 and len(rows["game"]["facing"]["W"]) == 38


def test_a_fault_of_black_is_shown_where_his_way_leads() -> None:
    fault = Fault("R.head", "head", (("mover", "B"),), (24, 18))
    snapshot = snapshot_of(
        of_game("long_nardy", phase=Phase.TO_MOVE, roll=Roll.of(3, 1), fault=fault, seen=START)
    )
    assert snapshot.fault is not None and snapshot.fault.points == (12, 6)


def test_what_is_in_hand_is_not_on_the_bar() -> None:
    position = json_of(of_game("dutch", "W: hand(13) 21(2) B: bar(1) hand(12) 20(2)"))["position"]
    assert (position["bar"], position["hand"]) == ({"W": 0, "B": 1}, {"W": 13, "B": 12})


def test_who_is_pinned_is_told_in_whites_numbering() -> None:
    snapshot = json_of(of_game("plakoto", "W: 24(13) 18(1) pin(10) B: 24(11) 15(2) 3(1) pin(7)"))
    assert snapshot["position"]["pinned"] == {"W": [10], "B": [18]}
    assert snapshot["game"]["landing"] == "pin"


@pytest.mark.parametrize(("games", "told"), [
    (0, "Match of 5 games \u00b7 game 1 \u00b7 Swedish Tables"),
    (5, "Match of 5 games \u00b7 deciding game \u00b7 Swedish Tables"),
])  # fmt: skip
def test_a_series_that_has_an_end_is_so_many_games_long(games: int, told: str) -> None:
    match_format = find_match_format("brade_match", {"games": 5})
    before = (Game(find_game("swedish_tables").start, Score()),) * games
    match = Match(0, "Anna", "Ben", before, "swedish_tables", match_format)
    told_now = json_of(of_game("swedish_tables", match=match))["labels"]["match"]
    assert said(told_now, ENGLISH) == told


def test_captured_checkers_are_taken_and_have_no_pips() -> None:
    snapshot = json_of(of_game("chase_nardy"))
    assert (snapshot["game"]["off"], snapshot["position"]["pips"]) == ("taken", None)


@pytest.mark.parametrize("name", ["dames_rabattues", "doublets", "kiz_tavlasi", "doze_canes"])
def test_where_nothing_travels_or_nothing_is_borne_off_no_pips_are_told(name: str) -> None:
    snapshot = json_of(of_game(name))
    assert snapshot["position"]["pips"] is None
    told = [text for side in ("W", "B") for text, *_ in snapshot["labels"][side]["facts"]]
    assert not [text for text in told if "pip" in text]


def test_who_keeps_to_one_half_lies_straight_across_and_has_no_pips() -> None:
    position = json_of(of_game("tourne_case", "W: hand(2) 22(1) B: hand(1) 22(1) 13(1)"))["position"]
    stands = {place: men for place, men in position["points"].items() if any(men.values())}
    assert stands == {"3": {"W": 1, "B": 0}, "22": {"W": 0, "B": 1}, "13": {"W": 0, "B": 1}}
    assert position["pips"] is None


def turned(name: str, past: Past, side: Side = Side.WHITE, **changes: Any) -> MatchState:
    """A game in which a side has just played and left this past."""
    start = find_game(name).start
    after = replace(start, past=past)
    turn = CheckerTurn(side, Roll.of(5, 5), PLAY, after)
    return of_game(name, **{"position": after, "game": Game(start, Score(), turns=(turn,)), **changes})


@pytest.mark.parametrize(
    ("match_state", "says"),
    [
        (turned("ssang_ryuk", Past(again=True), side=Side.BLACK), "Ben throws again."),
        (turned("plakoto", Past(last_turn=Side.BLACK)), "Ben has one turn left. Ben to throw."),
        (
            turned("gul_bara", Past(owed=(5, 5)), phase=Phase.TO_MOVE, roll=Roll((5, 5), carried=True)),
            "Ben plays Anna's 5 and 5 first.",
        ),
        (
            turned("gul_bara", Past(owed=(6, 5, 5)), phase=Phase.TO_MOVE, roll=Roll((6, 5, 5), carried=True)),
            "Ben plays Anna's 6, 5 and 5 first.",
        ),
        (
            turned(
                "dames_rabattues",
                Past(owed=(6, 6), thrower_again=True),
                phase=Phase.TO_MOVE,
                roll=Roll((6, 6), carried=True),
            ),
            "Ben plays Anna's 6 and 6 first. Then Anna throws again.",
        ),
        (
            turned(
                "icelandic_nardy",
                Past(owed=(5, 2), either=True),
                phase=Phase.TO_MOVE,
                roll=Roll((5, 2), carried=True, either=True),
            ),
            "Ben first plays the 5 or the 2, whichever Anna has left.",
        ),
        (of_game("icelandic_nardy", side=None), "Agree who begins: they throw."),
        (of_game("bu_da", side=None), "Agree who begins: they are given a number."),
        (turned("bu_da", Past()), "Anna picks a number for Ben: lay it and what it lacks to seven as dice."),
    ],
)
def test_what_the_referee_says_in_other_games(match_state: MatchState, says: str) -> None:
    assert snapshot_of(match_state).says == says


def test_a_wrong_setup_is_told_with_what_is_in_hand() -> None:
    wrong = parse_position("W: hand(14) 21(1) B: hand(15)", find_game("dutch"))
    said = snapshot_of(of_game("dutch", setup=wrong)).says
    assert said.startswith(
        "The board is set up wrongly. Anna should have 15 in hand, not 14, 0 on their 21, not 1"
    )


def test_carried_numbers_are_no_throw() -> None:
    match_state = of_game("gul_bara", phase=Phase.TO_MOVE, roll=Roll((5, 5), carried=True))
    snapshot = json_of(match_state)
    assert (snapshot["roll"], snapshot["carried"]) == ([5, 5], True)


def test_who_begins_by_the_first_throw_is_told() -> None:
    opening: dict[str, Any] = {"phase": Phase.TO_MOVE, "side": Side.BLACK, "roll": Roll.of(6, 5)}
    assert snapshot_of(of_game("backgammon", **opening)).opening == "Ben threw the higher die and begins."
    assert snapshot_of(of_game("backgammon")).opening is None


def test_what_a_throw_of_trictrac_scored_is_told_and_marked() -> None:
    game, roll = find_game("trictrac"), Roll.of(6, 4)
    assert isinstance(game, TablesGame)
    before = parse_position("W: 24(11) 17(2) 16(2) B: 24(12) 14(1) 12(1) 13(1)", game)
    outcome = next(
        each
        for each in legal_plays(game, before, Side.WHITE, roll)
        if scored(game, before, Side.WHITE, roll, each)
    )
    turn = CheckerTurn(Side.WHITE, roll, outcome.play, outcome.position, before=before)
    snapshot = json_of(
        of_game("trictrac", position=outcome.position, game=Game(before, Score(), turns=(turn,)))
    )
    sentences = snapshot["last_play"]["scored"]
    assert sentences and all("scores" in each for each in sentences)
    assert snapshot["says"] == f"{' '.join(sentences)} Ben to throw."
    marks = marks_of(outcome.position.past)
    assert snapshot["marks"]["points"] == {"W": marks.points[0], "B": marks.points[1]}
    assert snapshot["marks"]["holes"] == {"W": marks.holes[0], "B": marks.holes[1]}


def test_chips_are_marked() -> None:
    snapshot = json_of(turned("da_shi", Past(tally=(2, 0))))
    assert snapshot["marks"] == {"points": None, "holes": None, "chips": {"W": 2, "B": 0}, "claims": False}


def test_a_play_says_how_many_came_from_the_hand() -> None:
    game = find_game("dutch")
    before, after = (
        parse_position(text, game)
        for text in ("W: bar(1) hand(14) B: hand(15)", "W: hand(13) 21(1) 20(1) B: hand(15)")
    )
    turn = CheckerTurn(Side.WHITE, Roll.of(5, 4), Play((Move(25, 21), Move(25, 20))), after, before=before)
    snapshot = snapshot_of(of_game("dutch", position=after, game=Game(game.start, Score(), turns=(turn,))))
    assert snapshot.last_play is not None and snapshot.last_play.from_hand == 1
