"""The virtual table plays by the rules, says the truth, and never loses a checker."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from device.choreography import scene_of
from device.disturbances import Disturbance, Trouble, disturbed
from device.pieces import Pieces
from device.playing import chance, is_shut_out
from device.slips import FLAWLESS, Mistakes, wrong_play
from device.stage import Pace
from device.table import VirtualTable
from device.truth import What, position_text, truth_json
from engine.board import Kind, Seating, Side
from engine.dice import ALL_ROLLS, Roll
from engine.games import all_games, find_game
from engine.legal import completable, legal_plays
from engine.match import CheckerTurn, Crawford, CubeTurn, Score, match_winner
from engine.position import parse_position
from engine.tables import TablesGame
from vision.scene import Scene, Sizes

GAME = find_game("backgammon")
CLUMSY = Mistakes(corrected=0.2, standing=0.15, cocked=0.3, second_thoughts=0.3)


def played(seed: int, length: int = 0, **more: object) -> tuple[VirtualTable, float]:
    table = VirtualTable(GAME, seed, match_length=length, **more)  # type: ignore[arg-type]
    return table, table.play_out()


def moments(seconds: float, step: float = 0.2) -> list[float]:
    return [number * step for number in range(int(seconds / step))]


@pytest.mark.parametrize("seed", range(8))
def test_every_turn_is_legal_unless_it_says_otherwise(seed: int) -> None:
    table, _ = played(seed, 3, mistakes=CLUMSY)
    for game in table.truth.games:
        position = game.start
        for turn in game.turns:
            if not isinstance(turn, CheckerTurn):
                continue
            if turn.roll is None:
                assert is_shut_out(GAME, position, turn.side)
                assert turn.after == position
            else:
                reachable = {each.position for each in legal_plays(GAME, position, turn.side, turn.roll)}
                assert (turn.after in reachable) is (turn.fault is None)
            position = turn.after


@pytest.mark.parametrize(
    "game", [each for each in all_games() if isinstance(each, TablesGame)], ids=lambda each: each.id
)
def test_every_game_can_be_played_out(game: TablesGame) -> None:
    table = VirtualTable(game, 3, match_length=3, mistakes=CLUMSY)
    duration = table.play_out()
    assert all(each.result is not None for each in table.truth.games)
    for t in moments(duration, 7.3):
        scene = table.scene_at(t)
        assert scene is not None
        assert sum(counted(scene).values()) == 2 * game.men
        assert game.cube or scene.cube is None


@pytest.mark.parametrize("seed", range(4))
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
    _, slow = played(2, pace=Pace().times(2))
    assert slow == pytest.approx(2 * usual)


def test_an_endless_table_goes_on_and_forgets() -> None:
    table = VirtualTable(GAME, 1, match_length=1, endless=True, pace=Pace().times(0.2))
    assert all(table.scene_at(float(t)) is not None for t in range(0, 3000, 10))
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
