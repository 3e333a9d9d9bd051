"""The virtual table for squares: every game that it plays is refereed exactly, from what can be seen of it."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "vision"))

from sure_squares import observation

from device.errors import CameraError, CodecError
from device.io.cameras import open_camera
from device.io.cameras.camera import Camera
from device.io.cameras.virtual_camera import SimulatedCamera
from device.simulator.films import write_film
from device.simulator.slips import FLAWLESS, Mistakes
from device.simulator.truth import What
from device.simulator.virtual_tafl_table import TaflTable
from device.store.log.event_codec import decode_message, encode_message
from device.store.log.store import Store, sqlite_url
from device.store.settings import MatchSettings, Settings
from device.table.service.table_service import Service
from device.table.watch.boards import measured
from device.table.watch.film import Scribe, watch_film
from engine.board import Kind, Occupancy, Seating, Shape, View
from engine.match.match import CheckerTurn, Match
from engine.match_format import Chosen, MatchFormat
from engine.match_formats import find_match_format
from engine.state.events import FaultSeen
from engine.state.messages import Look
from engine.turn.appearance import seen_as
from vision.board_model import BoardModel
from vision.draw import draw, preset
from vision.drawing.square_drawing import SQUARE, on_squares
from vision.eye import Eye
from vision.scene import Scene
from vision.squares.square_observation import SquareObservation

TABLUT = find_match_format("tablut")
OTHER = find_match_format("tablut", {"corner_escape": True, "throne_open": True, "king_custodial": True})


def perfect(scene: Scene) -> SquareObservation:
    """What perfect eyes make of a scene, by the coordinates of what stands in it; a man upon a man is the king."""
    counts = {kind: [0] * 81 for kind in Kind}
    for each in scene.checkers:
        column, row = (int(place // SQUARE) for place in (each.at.x, each.at.y))
        if 0 <= column < 9 and 0 <= row < 9:
            counts[each.kind][9 * row + column] += 1
    return observation(Occupancy(tuple(counts[Kind.LIGHT]), tuple(counts[Kind.DARK])))


def watched(table: TaflTable, match_format: MatchFormat, length: int = 0, near: Kind = Kind.LIGHT) -> Scribe:
    """The referee after having watched the whole match, five looks a second."""
    scribe = Scribe(Match(length, "near", "far", (), match_format.id, match_format), near)
    number = 0
    while (scene := table.scene_at(number / 5)) is not None:
        seen = None if scene.hands else perfect(scene)
        scribe.hear(Look(number / 5, number, View.HAND if seen is None else View.CLEAR, seen))
        number += 1
    scribe.close()
    return scribe


@pytest.mark.parametrize("match_format", [TABLUT, OTHER], ids=["tablut", "other options"])
@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))]
)
def test_a_simulated_game_is_refereed_exactly(seed: int, match_format: MatchFormat) -> None:
    near = Kind.DARK if seed % 2 else Kind.LIGHT
    mistakes = Mistakes(0.12, 0.08, 0.0, 0.12)
    table = TaflTable(match_format, seed, mistakes=mistakes, seating=Seating(near))
    scribe = watched(table, match_format, near=near)
    (truth,), (game,) = table.truth.games, scribe.match_state.record.games
    assert [turn.play for turn in game.turns if isinstance(turn, CheckerTurn)] == [
        turn.play for turn in truth.turns if isinstance(turn, CheckerTurn)
    ]
    assert [bool(turn.fault) for turn in game.turns if isinstance(turn, CheckerTurn)] == [
        bool(turn.fault) for turn in truth.turns if isinstance(turn, CheckerTurn)
    ]
    assert game.result == truth.result
    assert not scribe.match_state.questions
    illegal = [each.rule for each in table.truth.happenings[0] if each.what is What.ILLEGAL]
    told = [each.event.fault for each in scribe.happenings if isinstance(each.event, FaultSeen)]
    assert [fault.rule for fault in told if not fault.message.endswith(("stands", "stand"))] == illegal


def test_flawless_players_are_never_told_anything() -> None:
    table = TaflTable(TABLUT, 3, mistakes=FLAWLESS)
    scribe = watched(table, TABLUT)
    told = [each.event.fault for each in scribe.happenings if isinstance(each.event, FaultSeen)]
    assert all(fault.message.endswith(("stands", "stand")) for fault in told)


def test_a_match_goes_on_until_it_is_won() -> None:
    table = TaflTable(TABLUT, 5, match_length=2)
    scribe = watched(table, TABLUT, 2)
    assert [game.result for game in scribe.match_state.record.games] == [
        game.result for game in table.truth.games
    ]
    assert scribe.match_state.winner is not None


def test_the_same_seed_is_the_same_game() -> None:
    one, two = (TaflTable(TABLUT, 7) for _ in range(2))
    assert one.play_out() == two.play_out()
    assert one.truth == two.truth
    assert TaflTable(TABLUT, 8).play_out() != one.stage.now


def test_an_endless_table_forgets_what_lies_back() -> None:
    table = TaflTable(TABLUT, 1, endless=True)
    assert table.scene_at(1500.0) is not None
    assert table.stage.at(0.0).act.start > 500.0


def test_its_pictures_show_its_men() -> None:
    look = on_squares(preset())
    table = TaflTable(TABLUT, 1, look.sizes)
    scene = table.scene_at(0.5)
    assert scene is not None
    assert len(scene.checkers) == 8 + 2 + 16
    still = draw(scene, look)
    hands = next(each for at in range(10, 90) if (each := table.scene_at(at / 10)) is not None and each.held)
    assert (draw(hands, look) != still).any()


def test_a_film_of_it_has_its_truth_beside_it(tmp_path: Path) -> None:
    film = write_film(tmp_path / "t.mp4", tmp_path / "t.json", TABLUT, 2, seconds=12.0)
    assert film.frames == 60
    truth = json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))
    assert truth["game"] == "tablut"
    assert truth["games"][0]["start"].startswith("near Ke5 e3 e4")
    (origin, target), *_ = truth["games"][0]["turns"][0]["moves"]
    assert origin[0] == target[0] or origin[1:] == target[1:]


def test_what_is_seen_of_squares_can_be_written_down() -> None:
    scene = TaflTable(TABLUT, 1).scene_at(0.5)
    assert scene is not None
    look = Look(0.5, 2, View.CLEAR, perfect(scene))
    assert decode_message(encode_message(look)) == look
    with pytest.raises(CodecError, match="no observation"):
        decode_message(encode_message(look).replace('"squares":[[', '"squares":[[0.1,0.2,0.7],['))


class NoPictures(Camera):
    """A camera that gives none."""

    def read(self) -> None:
        return None

    def close(self) -> None:
        pass


def test_a_camera_that_reads_no_squares_is_told_of_on_the_notice(tmp_path: Path) -> None:
    for name, camera, reads in (
        ("tablut", NoPictures(), True),
        ("backgammon", NoPictures(), True),
        ("tablut", open_camera("simulated:3", Settings()), False),
        ("tablut", open_camera("simulated:3", Settings(match=MatchSettings(game="tablut"))), True),
    ):
        settings = Settings(match=MatchSettings(game=name))
        store = Store(sqlite_url(tmp_path / f"{name}-{reads}.db"))
        service = Service(settings, camera, store)
        snapshot = service.broadcaster.latest()
        assert snapshot.camera.reads is reads
        said = "The camera does not read this board: tell the referee every move on their page."
        assert (snapshot.camera.text == said) is not reads
        service.stop()


def test_the_simulated_camera_looks_at_squares() -> None:
    settings = Settings(match=MatchSettings(game="tablut"))
    camera = open_camera("simulated:3:50x", settings)
    assert isinstance(camera, SimulatedCamera)
    assert camera.shape is Shape.TAFL
    frame = camera.read()
    assert frame is not None and camera.corners is not None
    sight = Eye(measured(camera.corners, frame.picture, camera.shape)).see(frame)
    assert sight.view is View.CLEAR
    assert sight.observation is not None
    assert sight.observation.best(None) == seen_as(
        TABLUT.game(0).rules(), TABLUT.game(0).rules().start, Seating()
    )
    camera.close()
    assert camera.read() is None


def test_games_on_different_boards_are_not_watched_by_one_camera(tmp_path: Path) -> None:
    write_film(tmp_path / "t.mp4", None, TABLUT, 2, seconds=0.4)
    corners = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
    both = MatchFormat("both", (*TABLUT.games, Chosen()))
    with pytest.raises(CameraError, match="of points and of squares"):
        watch_film(tmp_path / "t.mp4", corners, match_format=both)
    points = BoardModel((960, 720), corners)
    with pytest.raises(CameraError, match="model of a board of points"):
        watch_film(tmp_path / "t.mp4", points, match_format=TABLUT)
