"""The virtual table plays by the rules, says the truth, and never loses a checker."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from device.errors import CameraError
from device.simulator.choreography import scene_of
from device.simulator.disturbances import Disturbance, Trouble, disturbed
from device.simulator.pieces import Pieces
from device.simulator.playing import chance
from device.simulator.slips import FLAWLESS, Mistakes, wrong_play
from device.simulator.stage import TablePace
from device.simulator.truth import What, position_text, truth_json
from device.simulator.virtual_table import VirtualTable
from engine.board import Kind, Occupancy, Seating, Side
from engine.dice import ALL_ROLLS, Roll
from engine.games import all_games, find_game
from engine.match.match import CheckerTurn, Crawford, CubeTurn, Game, Score, match_winner
from engine.plays.legal import completable, legal_plays, listed_plays
from engine.plays.turn_end import win_of
from engine.position_parsing import parse_position
from engine.tables.tables_game import DiceSource, TablesGame
from engine.turn.appearance import seen_as
from engine.turn.turn_reading import is_closed_out
from vision.scene import Scene, Sizes


def tables_game(name: str) -> TablesGame:
    """The game of that name."""
    game = find_game(name)
    assert isinstance(game, TablesGame)
    return game


GAME = tables_game("backgammon")
CLUMSY = Mistakes(corrected=0.2, standing=0.15, cocked=0.3, second_thoughts=0.3)


def played(seed: int, length: int = 0, **more: object) -> tuple[VirtualTable, float]:
    table = VirtualTable(GAME, seed, match_length=length, **more)  # type: ignore[arg-type]
    return table, table.play_out()


def moments(seconds: float, step: float = 0.2) -> list[float]:
    return [number * step for number in range(int(seconds / step))]


@pytest.mark.parametrize("seed", range(4))
def test_every_turn_is_legal_unless_it_says_otherwise(seed: int) -> None:
    table, _ = played(seed, 3, mistakes=CLUMSY)
    for game in table.truth.games:
        position = game.start
        for turn in game.turns:
            if not isinstance(turn, CheckerTurn):
                continue
            if turn.roll is None:
                assert is_closed_out(GAME, position, turn.side)
                assert turn.after == position
            else:
                reachable = {each.position for each in legal_plays(GAME, position, turn.side, turn.roll)}
                assert (turn.after in reachable) is (turn.fault is None)
            position = turn.after


BOARD_GAMES = [each for each in all_games() if isinstance(each, TablesGame) and each.points == 24]
TAKEN = {
    "acey_deucey", "american_nardy", "da_shi", "dutch_s4", "fevga", "jacquet_hit", "kotra_s0", "matador", "mughrabieh",
    "russian_backgammon", "tokkadille_1853",
}  # fmt: skip
"""The games of a dozen mechanics that are played out each time; the others are with what takes long."""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(each, id=each.id, marks=[] if each.id in TAKEN else pytest.mark.long)
        for each in BOARD_GAMES
    ],
)
def test_every_game_can_be_played_out(game: TablesGame) -> None:
    table = VirtualTable(game, 6, match_length=1, mistakes=CLUMSY)
    table.play_out()
    assert all(each.result is not None for each in table.truth.games)
    for played_game, happened in zip(table.truth.games, table.truth.happenings, strict=True):
        assert_lawful(game, played_game)
        for each in happened:
            scene = table.scene_at(each.time + 1e-6)
            assert scene is not None
            assert sum(counted(scene).values()) == 2 * game.men
            assert game.cube or scene.cube is None
            if each.what is What.ROLL:
                assert len(scene.dice) == game.dice
            if each.position is not None:
                assert board_of(scene, table.sizes) == seen_as(game, each.position, table.seating)


def assert_lawful(game: TablesGame, record: Game) -> None:
    """Every turn is one that its side may play, and its past follows from the one before; a fault is none of these."""
    position, side = record.start, None
    for turn in record.turns:
        assert isinstance(turn, CheckerTurn)
        assert side in (None, turn.side)
        listed = listed_plays(game, position, turn.side, turn.roll)
        fitting = [each for each in listed if each.position == turn.after]
        if turn.fault is not None:
            assert not fitting
        elif turn.roll is None:
            assert is_closed_out(game, position, turn.side)
        elif listed:
            assert turn.after.past == fitting[0].position.past
        position, side = turn.after, turn.next_side
    assert record.result is not None
    last = record.turns[-1]
    assert isinstance(last, CheckerTurn)
    won = win_of(game, position, last.side)
    assert won is not None
    assert (won[0], won[2]) == (record.result.winner, record.result.how)


def board_of(scene: Scene, sizes: Sizes) -> Occupancy:
    """What stands on the points and the bar, told by where the checkers lie."""
    light, dark = [0] * 26, [0] * 26
    for checker in scene.checkers:
        x, y = checker.at.x, checker.at.y
        if 0 < x < sizes.width and 0 < y < sizes.depth and not checker.on_edge:
            left = 6 * sizes.point_width
            column = int((x if x < left else x - sizes.bar) / sizes.point_width)
            on_bar = left <= x <= left + sizes.bar
            slot = 25 if on_bar else 12 - column if y < sizes.depth / 2 else 13 + column
            (light if checker.kind is Kind.LIGHT else dark)[slot] += 1
    return Occupancy(tuple(light), tuple(dark))


def test_no_two_checkers_lie_in_the_same_place() -> None:
    for name in ("plakoto", "bu_da", "long_nardy"):
        table = VirtualTable(tables_game(name), 2, mistakes=CLUMSY)
        table.play_out()
        for each in table.truth.happenings[0]:
            scene = table.scene_at(each.time + 1e-6)
            assert scene is not None
            flat = [checker.at for checker in scene.checkers if not checker.on_edge]
            for index, at in enumerate(flat):
                for other in flat[:index]:
                    apart = abs(at.x - other.x) + abs(at.y - other.y)
                    assert apart > 0.8 * table.sizes.checker or abs(at.z - other.z) > 0.4


def test_a_checker_that_is_pinned_lies_under_the_one_that_pins_it() -> None:
    game = tables_game("plakoto")
    table = VirtualTable(game, 2, mistakes=FLAWLESS)
    table.play_out()
    seen = 0
    for each in table.truth.happenings[0]:
        if each.what is not What.PLAY or each.position is None or not any(each.position.past.pinned):
            continue
        seen += 1
        scene = table.scene_at(each.time + 1e-6)
        assert scene is not None
        for side, bits in zip(Side, each.position.past.pinned, strict=True):
            for point in (point for point in range(1, 25) if bits >> point & 1):
                slot = point if side is Side.WHITE else 25 - point
                stack = [
                    checker
                    for checker in scene.checkers
                    if abs(checker.at.x - table.sizes.point_x(slot)) < 1
                    and (checker.at.y < table.sizes.depth / 2) is (slot <= 12)
                ]
                kind = table.seating.kind(side)
                under = next(checker for checker in stack if checker.kind is kind)
                assert sum(checker.kind is kind for checker in stack) == 1
                above = [
                    checker
                    for checker in stack
                    if abs(checker.at.y - under.at.y) < 1.5 and checker.at.z > under.at.z + 0.5
                ]
                assert len(above) == 1
                assert under.at.z == 0
    assert seen > 3


def test_what_the_opponent_could_not_play_is_played_before_the_throw() -> None:
    table = VirtualTable(tables_game("dames_rabattues"), 1, mistakes=FLAWLESS)
    table.play_out()
    game = table.truth.games[0]
    turns = [turn for turn in game.turns if isinstance(turn, CheckerTurn)]
    carried = [number for number, turn in enumerate(turns) if turn.roll is not None and turn.roll.carried]
    assert carried
    for number in carried:
        assert turns[number].play.moves
        assert turns[number].roll == Roll(turns[number - 1].after.past.owed, carried=True)
        assert turns[number].side is turns[number - 1].side.other
    told: Any = truth_json(table.truth, 5.0, 10_000, [(0.0, 0.0)] * 4, 0, "dames_rabattues")
    assert [number for number, turn in enumerate(told["turns"]) if turn.get("carried")] == carried


def test_numbers_that_are_picked_in_secret_make_seven() -> None:
    game = tables_game("esir_hapis")
    secret = replace(game, source_of_dice=DiceSource.CHANCE)
    table = VirtualTable(secret, 1)
    table.play_out()
    rolls = [each.roll for each in table.truth.happenings[0] if each.what is What.ROLL and each.roll]
    assert rolls
    assert all(sum(roll.dice) == 7 for roll in rolls)


def test_a_game_in_which_nobody_gets_on_any_more_ends() -> None:
    game = tables_game("da_jian")
    results = set()
    for seed in range(8):
        table = VirtualTable(game, seed)
        table.play_out()
        result = table.truth.games[0].result
        assert result is not None
        results.add(result.how)
    assert "stuck" in results and results <= {"stuck", "interval"}
    told: Any = truth_json(table.truth, 5.0, 10_000, [(0.0, 0.0)] * 4, 0, "da_jian")
    assert told["ended"]["how"] in results


def test_a_position_is_told_with_its_hand_and_its_pins() -> None:
    text = "W: 24(13) 10(2) B: 24(12) 20(2) pin(15)"
    assert position_text(parse_position(text, find_game("plakoto"))) == (
        "near 24:13 10:2 | far 24:12 20:2 pin:15"
    )
    text = "W: hand(3) 20(12) B: bar(1) hand(2) 20(12)"
    game = find_game("acey_deucey")
    assert position_text(parse_position(text, game)) == "near hand:3 20:12 | far bar:1 hand:2 20:12"


def test_a_game_of_another_board_is_not_played_on_this_one() -> None:
    game = tables_game("duodecim_scripta")
    with pytest.raises(CameraError, match="36 points"):
        VirtualTable(game)


@pytest.mark.parametrize("seed", range(2))
def test_sides_alternate_and_the_higher_die_begins(seed: int) -> None:
    table, _ = played(seed, 3)
    for game in table.truth.games:
        sides = [turn.side for turn in game.turns if isinstance(turn, CheckerTurn)]
        assert all(before is not after for before, after in pairwise(sides))
        first = game.turns[0]
        assert isinstance(first, CheckerTurn)
        assert first.roll is not None
        assert not first.roll.is_doublet


@pytest.mark.parametrize("seed", range(4))
def test_a_match_is_counted_right(seed: int) -> None:
    table, _ = played(seed, 5)
    games = table.truth.games
    score = Score()
    crawford_games = 0
    for game in games:
        assert game.score == score
        assert match_winner(5, score) is None
        assert game.result is not None
        crawford_games += game.crawford
        if game.crawford:
            assert not any(isinstance(turn, CubeTurn) for turn in game.turns)
        score = score.plus(game.result.winner, game.result.points)
    assert match_winner(5, score) is not None
    assert crawford_games <= 1
    needed_one = any((game.score.white == 4) != (game.score.black == 4) for game in games)
    assert (crawford_games == 1) is needed_one


def test_the_same_seed_plays_the_same_game() -> None:
    first, duration = played(3)
    second, again = played(3)
    assert first.truth == second.truth
    assert duration == again
    assert [first.scene_at(t) for t in moments(30)] == [second.scene_at(t) for t in moments(30)]
    assert played(4)[0].truth != first.truth


def test_looking_ahead_or_back_changes_nothing() -> None:
    straight, random = VirtualTable(GAME, 6), VirtualTable(GAME, 6)
    forward = [straight.scene_at(t) for t in moments(60)]
    backward = [random.scene_at(t) for t in reversed(moments(60))]
    assert forward == backward[::-1]


def counted(scene: Scene) -> Counter[Kind]:
    return Counter(checker.kind for checker in (*scene.checkers, *scene.held))


@pytest.mark.parametrize("seed", range(3))
def test_every_scene_has_all_checkers(seed: int) -> None:
    table, duration = played(seed, 3, mistakes=CLUMSY)
    for t in moments(duration, 0.37):
        scene = table.scene_at(t)
        assert scene is not None
        assert counted(scene) == {Kind.LIGHT: 15, Kind.DARK: 15}
        assert len(scene.held) <= 1
        assert len(scene.dice) <= 2


@pytest.mark.parametrize("seed", range(3))
def test_hands_are_there_exactly_while_something_moves(seed: int) -> None:
    table, duration = played(seed, 1, mistakes=CLUMSY)
    scenes = [table.scene_at(t) for t in moments(duration, 0.05)]
    for before, after in pairwise(scenes):
        assert before is not None
        assert after is not None
        things = [(each.checkers, each.held, each.dice, each.cube) for each in (before, after)]
        if things[0] != things[1]:
            assert before.hands or after.hands
        if before.hands and after.hands:
            assert before.hands != after.hands


def test_the_timeline_is_without_gaps_and_events_are_in_order() -> None:
    table, duration = played(2, 3, mistakes=CLUMSY)
    acts = table.stage.acts
    assert acts[0].start == 0
    assert acts[-1].end == duration
    assert all(before.end == after.start for before, after in pairwise(acts))
    times = [each.time for happened in table.truth.happenings for each in happened]
    assert times == sorted(times)
    assert table.scene_at(duration + 1) is None


@pytest.mark.parametrize("seed", range(3))
def test_what_happens_is_seen_still_and_without_hands(seed: int) -> None:
    table, _ = played(seed, 3, mistakes=CLUMSY)
    for happened in table.truth.happenings:
        for each in happened:
            if each.what in (What.OVER, What.NO_PLAY):
                continue
            scene, later = table.scene_at(each.time + 1e-6), table.scene_at(each.time + 0.3)
            assert scene is not None
            assert not scene.hands
            assert scene == later


def test_the_truth_of_a_film_has_the_turns_that_are_seen_in_it_to_their_end() -> None:
    table = VirtualTable(tables_game("backgammon"), 5)
    truth = table.truth_until(60.0)
    ends = {round(each.time * 5) for each in truth.happenings[0] if each.what is What.PLAY}
    assert ends
    for frames in sorted(ends | {end + 1 for end in ends}):
        told: Any = truth_json(truth.until(frames / 5), 5.0, frames, [(0.0, 0.0)] * 4, 0, "backgammon")
        seen = [each["event"] for each in told["events"]]
        assert len(told["turns"]) == seen.count("play") + seen.count("no play") + seen.count("double")


def test_the_position_on_the_table_is_the_one_in_the_truth() -> None:
    table, _ = played(5, 3, mistakes=CLUMSY)
    for game, happened in zip(table.truth.games, table.truth.happenings, strict=True):
        for each in happened:
            if each.what not in (What.PLAY, What.START, What.ILLEGAL) or each.position is None:
                continue
            scene = table.scene_at(each.time + 1e-6)
            assert scene is not None
            fresh = Pieces(GAME, table.seating, table.sizes, Random(0))
            for origin, target, side in fresh.shuffled(each.position):
                fresh.take(origin, side)
                fresh.put(target, side)
            assert matched(scene, fresh)
        assert game.result is not None


def matched(scene: Scene, fresh: Pieces) -> bool:
    """Whether each checker of a scene lies within half a centimetre of one of the same kind elsewhere."""
    left = list(fresh.checkers)
    for checker in scene.checkers:
        near = [
            each
            for each in left
            if each.kind is checker.kind
            and abs(each.at.x - checker.at.x) + abs(each.at.y - checker.at.y) < 0.8
            and abs(each.at.z - checker.at.z) < 0.1
        ]
        if not near:
            return False
        left.remove(near[0])
    return not left


def test_dice_lie_on_the_throwers_right_hand_half_and_flat() -> None:
    table, _ = played(7, 3)
    half = table.sizes.width / 2
    for game, happened in zip(table.truth.games, table.truth.happenings, strict=True):
        for each in happened:
            if each.what is not What.ROLL or each.roll is None:
                continue
            scene = table.scene_at(each.time + 1e-6)
            assert scene is not None
            assert Roll.of(*(die.value for die in scene.dice)) == each.roll
            assert all(die.tip == 0 for die in scene.dice)
            opening = each.time == next(one.time for one in happened if one.what is What.ROLL)
            sides = {die.at.x > half for die in scene.dice}
            assert sides == ({True, False} if opening else {each.side is Side.WHITE})
        assert game.turns


def test_a_cocked_throw_leans_or_lies_on_the_wrong_half() -> None:
    table, _ = played(1, 5, mistakes=replace(FLAWLESS, cocked=0.5))
    leaning = astray = 0
    for happened in table.truth.happenings:
        for each in happened:
            if each.what is not What.COCKED:
                continue
            scene = table.scene_at(each.time + 1e-6)
            assert scene is not None
            right = {die.at.x > table.sizes.width / 2 for die in scene.dice}
            leaning += any(abs(die.tip) > 0.4 for die in scene.dice)
            astray += right == {True, False}
    assert leaning > 3
    assert astray > 0


def test_mistakes_are_made_as_often_as_asked_and_told() -> None:
    flawless, _ = played(1, 5, mistakes=FLAWLESS)
    told = {each.what for happened in flawless.truth.happenings for each in happened}
    assert told.isdisjoint({What.ILLEGAL, What.COCKED})
    clumsy, _ = played(1, 5, mistakes=CLUMSY)
    illegal = [each for happened in clumsy.truth.happenings for each in happened if each.what is What.ILLEGAL]
    standing = sum(not each.corrected for each in illegal)
    faults = [
        turn
        for game in clumsy.truth.games
        for turn in game.turns
        if isinstance(turn, CheckerTurn) and turn.fault
    ]
    assert len(faults) == standing > 0
    assert len(illegal) > standing
    assert all(each.rule.startswith("R.") for each in illegal)


@pytest.mark.parametrize("roll", ALL_ROLLS, ids=str)
def test_a_wrong_play_is_wrong_and_keeps_the_checkers(roll: Roll) -> None:
    meant = legal_plays(GAME, GAME.start, Side.BLACK, roll)[0]
    wrong = wrong_play(GAME, GAME.start, Side.BLACK, roll, meant, Random(1))
    assert wrong is not None
    assert wrong.position not in completable(GAME, GAME.start, Side.BLACK, roll)
    assert sum(wrong.position.black) == 15
    assert wrong.position.white == GAME.start.white


def test_doubles_are_offered_and_answered() -> None:
    answers: Counter[str] = Counter()
    for seed in range(12):
        if len(answers) == 2:
            break
        table, _ = played(seed)
        game = table.truth.games[0]
        owner, value = None, 1
        for turn in game.turns:
            if isinstance(turn, CubeTurn):
                assert turn.value == 2 * value
                assert owner in (None, turn.side)
                assert turn.answer is not None
                answers[turn.answer.value] += 1
                owner, value = turn.side.other, turn.value
        assert game.result is not None
        if game.result.how != "passed":
            assert game.result.points % value == 0
    assert answers["take"] > 0
    assert answers["pass"] > 0


def test_a_race_far_ahead_is_likely_to_be_won() -> None:
    position = parse_position("W: 6(2) 5(2) off(11) B: 13(5) 8(5) 6(5)")
    assert chance(position, Side.WHITE) > 0.95
    assert chance(position, Side.BLACK) < 0.1


@pytest.mark.parametrize("seating", [Seating(), Seating(Kind.DARK), Seating(home_right=False)])
def test_the_board_is_set_up_as_people_sit(seating: Seating) -> None:
    scene = VirtualTable(GAME, 0, seating=seating).scene_at(0.0)
    assert scene is not None
    sizes = Sizes()
    corner = [
        checker.kind
        for checker in scene.checkers
        if checker.at.y < sizes.point_length
        and abs(checker.at.x - sizes.point_x(6 if seating.home_right else 7)) < 1
    ]
    assert corner == [seating.near] * 5


def test_setting_up_ends_at_the_start_from_anywhere() -> None:
    pieces = Pieces(GAME, Seating(), Sizes(), Random(1))
    for text in (
        "W: off(15) B: bar(2) 24(3) 1(10)",
        "W: 1(15) B: 23(15)",
        "W: 12(7) 1(8) B: 1(2) 6(3) 12(10)",
    ):
        for goal in (parse_position(text), GAME.start):
            for origin, target, side in pieces.shuffled(goal):
                pieces.take(origin, side)
                pieces.put(target, side)
            assert pieces.shuffled(goal) == []
            assert len(pieces.checkers) == 30


def test_an_act_outside_its_time_is_its_nearer_end() -> None:
    table, _ = played(1)
    act = next(each for each in table.stage.acts if each.carried is not None)
    assert scene_of(act, act.start - 5, table.sizes) == scene_of(act, act.start, table.sizes)
    assert scene_of(act, act.end + 5, table.sizes) == scene_of(act, act.end, table.sizes)


def test_a_slower_pace_takes_longer() -> None:
    _, usual = played(2)
    _, slow = played(2, pace=TablePace().times(2))
    assert slow == pytest.approx(2 * usual)


def test_an_endless_table_goes_on_and_forgets() -> None:
    table = VirtualTable(GAME, 1, match_length=1, endless=True, pace=TablePace().times(0.2))
    assert all(table.scene_at(float(t)) is not None for t in range(0, 1500, 10))
    assert len(table.stage.acts) < 3000


def test_disturbances_last_as_long_as_they_should() -> None:
    scene = Scene()
    troubles = (
        Disturbance(Trouble.DARK, 1, 2),
        Disturbance(Trouble.CUP, 2, 3),
        Disturbance(Trouble.PUSHED, 3, 4),
    )
    assert disturbed(scene, 0.5, troubles, Sizes()) == scene
    assert disturbed(scene, 1.0, troubles, Sizes()).light < 0.1
    assert len(disturbed(scene, 2.0, troubles, Sizes()).cups) == 1
    assert any(disturbed(scene, 3.5, troubles, Sizes()).nudge)
    assert disturbed(scene, 4.0, troubles, Sizes()) == scene


def test_the_truth_can_be_written_down() -> None:
    table, duration = played(1, 3, mistakes=CLUMSY)
    corners = [(1.0, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.0)]
    told = json.loads(
        json.dumps(truth_json(table.truth, 5.0, int(duration * 5) + 1, corners, 3, "backgammon"))
    )
    assert {"fps", "frames", "corners", "turns", "events", "ended", "cube", "games"} <= told.keys()
    assert len(told["games"]) == len(table.truth.games)
    assert told["turns"] == told["games"][0]["turns"]
    assert told["events"][0] == {"event": "start", "position": position_text(GAME.start), "frame": 0}
    for game in told["games"]:
        frames = [event["frame"] for event in game["events"]]
        assert frames == sorted(frames)
        assert all(turn["player"] in ("near", "far") for turn in game["turns"])


def test_the_truth_of_a_part_holds_the_turns_finished_by_then() -> None:
    table, duration = played(1)
    whole = table.truth.games[0]
    part = table.truth_until(duration / 2).games[0]
    assert part.result is None
    assert 0 < len(part.turns) < len(whole.turns)
    assert whole.turns[: len(part.turns)] == part.turns
    assert table.truth_until(duration).games == table.truth.games


def test_a_match_has_a_crawford_game_without_a_cube() -> None:
    for seed in range(20):
        table, _ = played(seed, 3)
        for game, happened in zip(table.truth.games, table.truth.happenings, strict=True):
            if game.crawford:
                scene = table.scene_at(happened[0].time + 1e-6)
                assert scene is not None
                assert scene.cube is None
                assert table.crawford in (Crawford.ACTIVE, Crawford.EXPIRED)
                return
    pytest.fail("no Crawford game in twenty matches")
