"""The command line: every command, its JSON, and what it says when something is wrong."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner, Result

sys.path.insert(0, str(Path(__file__).parent))

from schemas_checked import conforms

from device.cli.main import main
from device.errors import SettingsError
from device.finding import Finding, Health
from device.ops.bench import speed_figures as bench_module
from device.store.log.store import Store, sqlite_url
from device.store.settings import Settings
from device.table.service import memory as memory_module
from engine.games import all_games
from engine.match_formats import all_series
from tests.ports import kept_port
from vision.board_model import BoardModel

ROOT = Path(__file__).parents[2]
START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
OPENING = {
    "game": "backgammon",
    "position": START,
    "to_play": "W",
    "roll": [3, 1],
    "state": {},
    "options": {},
}


def tableside(*words: str | Path, said: str | bytes = "") -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], input=said)


def lines(result: Result) -> list[Any]:
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A film of four simulated seconds, with its truth."""
    folder = tmp_path_factory.mktemp("film")
    paths = {"film": folder / "film.mp4", "truth": folder / "truth.json"}
    done = tableside(
        "simulate", "-o", paths["film"], "--truth", paths["truth"], "--seed", "3", "--seconds", "4"
    )
    assert done.exit_code == 0, done.stderr
    return paths


@pytest.fixture(scope="module")
def corners(simulated: dict[str, Path]) -> str:
    truth = json.loads(simulated["truth"].read_text())
    return " ".join(f"{x},{y}" for x, y in truth["corners"])


@pytest.fixture(scope="module")
def picture(simulated: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    import cv2

    film = cv2.VideoCapture(str(simulated["film"]))
    _, first = film.read()
    film.release()
    path = tmp_path_factory.mktemp("picture") / "start.png"
    cv2.imwrite(str(path), first)
    return path


@pytest.fixture(scope="module")
def board(picture: Path, corners: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The board's model, as `calibrate` wrote it."""
    file = tmp_path_factory.mktemp("board") / "board.json"
    made = tableside("calibrate", picture, "--corners", corners, "-o", file)
    assert made.exit_code == 0, made.stderr
    assert str(file) in made.stdout
    return file


def test_help_and_version() -> None:
    told = tableside("--help")
    assert told.exit_code == 0
    for command in (
        "run",
        "calibrate",
        "read",
        "watch",
        "games",
        "plays",
        "simulate",
        "doctor",
        "bench",
        "backup",
        "restore",
        "keep",
        "markers",
    ):
        assert command in told.stdout
        assert tableside(command, "--help").exit_code == 0
    assert "tableside" in tableside("--version").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("games --jsn", "es gibt keine Option --jsn: Meintest du --json? (siehe tableside games --help)"),
        ("nothing", "es gibt keinen Befehl nothing (siehe tableside --help)"),
        ("watch", "FILM... fehlt (siehe tableside watch --help)"),
        ("games a b", "mit b ist hier nichts anzufangen (siehe tableside games --help)"),
        ("games --json=1", "--json nimmt keinen Wert"),
        ("simulate -o", "-o braucht einen Wert"),
        ("simulate -o x --match-length 100", "--match-length: 100 liegt nicht im Bereich 0<=x<=99"),
        ("simulate -o x --match-length a", "--match-length: a ist keine ganze Zahl"),
        ("simulate -o x --seconds a", "--seconds: a ist keine Zahl"),
        ("markers --paper x", "--paper: x ist keines von 'a4', 'letter'"),
        ("read .", "IMAGE...: . ist ein Ordner: Nenn eine Datei"),
        ("restore --list", "nenn eine Sicherung oder gib --from-hub an (siehe tableside restore --help)"),
    ],
)
def test_what_is_wrong_with_a_command_line_is_said_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2 and capsys.readouterr().err.startswith(f"tableside: {said}")


def test_games() -> None:
    told = lines(tableside("games", "--json"))
    assert sorted(game["id"] for game in told) == sorted(
        [*(each.id for each in all_games()), *(each.id for each in all_series())]
    )
    assert all({"id", "names", "aliases", "family", "options"} <= set(game) for game in told)
    assert "backgammon" in tableside("games").stdout
    (one,) = lines(tableside("games", "Hyper-Backgammon", "--json"))
    assert one["id"] == "hypergammon" and one["rules"] and one["options"][0]["default"] is False
    assert "three checkers" in tableside("games", "hyper").stdout
    (series,) = lines(tableside("games", "tavli", "--json"))
    assert series["id"] == "tavli_match" and series["games"][0] == "portes"


@pytest.mark.parametrize(
    ("what", "key"), [("terms", "cube"), ("profiles", "tournament"), ("traditions", "finnish")]
)
def test_what_else_can_be_agreed_on(what: str, key: str) -> None:
    told = lines(tableside("games", f"--{what}", "--json"))
    assert key in [each.get("id", each["name"]) for each in told]
    assert f"\n  {key}" in tableside("games", f"--{what}").stdout


def test_plays() -> None:
    asked = ("plays", "--game", "backgammon", "--position", START, "--roll", "3-1")
    (answer,) = lines(tableside(*asked, "--json"))
    assert answer["count"] == 16
    shown = tableside(*asked).stdout.splitlines()
    assert len(shown) == 16 and shown[0].split("  ")[0] == answer["plays"][0]["notation"]
    (other,) = lines(tableside(*asked, "--to-play", "B", "--option", "first_roll=reroll", "--json"))
    assert other["count"] == 16


def test_plays_in_a_batch_answers_every_line_in_order() -> None:
    questions = [
        json.dumps(OPENING),
        "nonsense",
        json.dumps({**OPENING, "roll": [6, 6]}),
        "[" * 100_000,
        "{}",
        "",
    ]
    said = "\n".join(questions).encode() + b"\xff\n" + json.dumps(OPENING).encode()
    answers = lines(tableside("plays", "--batch", "--json", said=said))
    assert [answer.get("count", "error") for answer in answers] == [
        16,
        "error",
        11,
        "error",
        "error",
        "error",
        16,
    ]


@pytest.mark.usefixtures("without_lens")
def test_calibrate_then_read(
    picture: Path, corners: str, board: Path, tmp_path: Path, without_lens: None
) -> None:
    drawn = tmp_path / "drawn.png"
    nowhere = tableside("calibrate", picture, "--corners", corners, "-o", tmp_path / "none" / "board.json")
    assert nowhere.exit_code == 2 and "No such file" in nowhere.stderr
    (read,) = lines(tableside("read", picture, "--board", board, "--overlay", drawn, "--json"))
    assert read["image"] == str(picture)
    assert set(read["points"]) == {str(point) for point in range(1, 25)}
    conforms("read", read)
    assert drawn.read_bytes().startswith(b"\x89PNG")
    (again,) = lines(tableside("read", picture, "--corners", corners, "--game", "backgammon", "--json"))
    conforms("read", again)
    counted = [again["off"], again["bar"], *again["points"].values()]
    assert {kind: sum(site[kind] for site in counted) for kind in ("light", "dark")} == {
        "light": 15,
        "dark": 15,
    }
    assert "least sure" in tableside("read", picture, "--board", board).stdout


def test_a_board_of_squares_is_calibrated_and_read(tmp_path: Path) -> None:
    import cv2

    film, truth, picture = (tmp_path / name for name in ("t.mp4", "t.json", "start.png"))
    board, drawn = tmp_path / "board.json", tmp_path / "drawn.png"
    wanted = ["simulate", "-o", film, "--truth", truth, "--game", "tablut", "--seed", "3", "--seconds", "1"]
    assert tableside(*wanted).exit_code == 0
    corners = " ".join(f"{x},{y}" for x, y in json.loads(truth.read_text())["corners"])
    reader = cv2.VideoCapture(str(film))
    cv2.imwrite(str(picture), reader.read()[1])
    reader.release()
    made = tableside("calibrate", "--start", picture, "--corners", corners, "--game", "tablut", "-o", board)
    assert made.exit_code == 0, made.stderr
    (read,) = lines(tableside("read", picture, "--board", board, "--overlay", drawn, "--json"))
    conforms("read", read)
    assert len(read["sites"]) == 81
    assert set(read["sites"]["e5"]) == {"light", "dark", "king", "p"}
    assert read["sites"]["e5"]["king"]
    assert sum(site["dark"] for site in read["sites"].values()) == 16
    assert (read["dice"], read["cube"], read["hidden"]) == ([], None, [])
    assert drawn.read_bytes().startswith(b"\x89PNG")
    (cold,) = lines(tableside("read", picture, "--corners", corners, "--game", "tablut", "--json"))
    assert sum(site["light"] for site in cold["sites"].values()) == 9
    assert "Ke5" in tableside("read", picture, "--board", board).stdout
    other = tableside("read", picture, "--board", board, "--game", "backgammon")
    assert other.exit_code == 2
    assert "model of a board of squares" in other.stderr


@pytest.mark.parametrize(
    ("name", "says"), [("drawn.xyz", "end it in .png"), ("none/drawn.png", "No such file")]
)
def test_an_overlay_that_cannot_be_written_is_told(
    picture: Path, board: Path, tmp_path: Path, name: str, says: str
) -> None:
    told = tableside("read", picture, "--board", board, "--overlay", tmp_path / name)
    assert told.exit_code == 2 and says in told.stderr and told.stderr.count("\n") == 1


def test_read_goes_on_after_a_bad_picture(picture: Path, board: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.png"
    bad.write_text("no picture")
    told = tableside("read", bad, picture, "--board", board, "--json")
    assert told.exit_code == 2
    assert [json.loads(line)["image"] for line in told.stdout.splitlines()] == [str(picture)]
    assert told.stderr.count("\n") == 1 and "is not a picture" in told.stderr


@pytest.mark.usefixtures("without_lens")
def test_watch(simulated: dict[str, Path], corners: str, tmp_path: Path) -> None:
    record = tmp_path / "match.mat"
    (told,) = lines(tableside("watch", simulated["film"], "--corners", corners, "--json", "-o", record))
    conforms("watch", told)
    assert told["frames"] == json.loads(simulated["truth"].read_text())["frames"]
    assert record.exists()


def test_a_film_of_a_game_under_way(simulated: dict[str, Path], board: Path) -> None:
    joining = (
        "--position",
        START,
        "--to-play",
        "B",
        "--score",
        "3-2",
        "--cube",
        "2 W",
        "--match-length",
        "5",
    )
    (told,) = lines(tableside("watch", simulated["film"], "--board", board, *joining, "--json"))
    conforms("watch", told)
    assert told["games"][0]["start"] == START.replace("W:", "near:").replace("B:", "far:")


@pytest.mark.parametrize(
    ("joining", "said"),
    [
        (("--position", START), "give --to-play W or --to-play B"),
        (("--score", "3-2"), "give --position, too"),
        (("--position", START, "--to-play", "W", "--score", "three"), "write it like '3-2'"),
        (("--position", START, "--to-play", "W", "--cube", "2 W B"), "write it like '2 W'"),
        (("--position", "W: 24(3)", "--to-play", "W"), "position"),
    ],
)
def test_a_game_under_way_that_makes_no_sense_is_refused(
    joining: tuple[str, ...], said: str, simulated: dict[str, Path], corners: str
) -> None:
    done = tableside("watch", simulated["film"], "--corners", corners, *joining)
    assert done.exit_code != 0 and said in done.stderr and "Traceback" not in done.stderr


def test_simulate_makes_the_same_film_from_the_same_seed(simulated: dict[str, Path], tmp_path: Path) -> None:
    truth = tmp_path / "truth.json"
    tableside("simulate", "-o", tmp_path / "again.mp4", "--truth", truth, "--seed", "3", "--seconds", "4")
    assert truth.read_text() == simulated["truth"].read_text()
    conforms("truth", json.loads(truth.read_text()))


def test_doctor(tmp_path: Path) -> None:
    well = tableside("doctor", "--data", tmp_path, "--json")
    (told,) = [json.loads(line) for line in well.stdout.splitlines()]
    assert well.exit_code == (0 if told["well"] else 1)
    assert {"check", "health", "found", "advice"} == set(told["findings"][0])
    (tmp_path / "tableside.db").write_bytes(b"something else entirely, and long enough" * 50)
    (tmp_path / "no.png").write_text("no picture")
    none = tableside("doctor", "--data", tmp_path, "--picture", tmp_path / "no.png")
    assert none.exit_code == 2 and none.stderr.startswith("tableside: ")
    sick = tableside("doctor", "--data", tmp_path)
    assert sick.exit_code == 1 and "!!  database" in sick.stdout and sick.stderr == ""


def test_backup_and_restore(tmp_path: Path) -> None:
    config, file = tmp_path / "t.toml", tmp_path / "b.zip"
    config.write_text('[table]\nname = "7"\n')
    Store(sqlite_url(tmp_path / "tableside.db")).close()
    where = ("--config", config, "--data", tmp_path)
    (told,) = lines(tableside("backup", *where, "-o", file, "--json"))
    assert (told["file"], told["table"], told["events"]) == (str(file), "7", 0)
    assert set(told["files"]) == {"events.jsonl", "tableside.toml"}
    assert "0 events and 1 file are in" in tableside("backup", *where, "-o", file).stdout
    back = tableside("restore", file, "--data", tmp_path / "new")
    assert back.exit_code == 0 and "--config names them" in back.stdout
    (told,) = lines(tableside("restore", file, "--data", tmp_path / "new", "--json"))
    assert told["events"] == 0 and str(told["kept"]).startswith(str(tmp_path / "new" / "before-"))
    assert "is kept in" in tableside("restore", file, "--data", tmp_path / "new").stdout
    elsewhere = tmp_path / "club.toml"
    elsewhere.write_text(f'[camera]\nboard = "{tmp_path / "club.json"}"\n')
    BoardModel((640, 480), ((80.0, 60.0), (560.0, 60.0), (600.0, 420.0), (40.0, 420.0))).save(
        tmp_path / "board.json"
    )
    tableside("backup", *where, "-o", file)
    back = tableside("restore", file, "--data", tmp_path / "new", "--config", elsewhere)
    assert f"copy them over {elsewhere}" in back.stdout and f"name {tmp_path / 'club.json'}" in back.stdout
    wrong = tableside("restore", config, "--data", tmp_path / "other")
    assert wrong.exit_code == 2 and "no backup of Tableside" in wrong.stderr
    assert not (tmp_path / "other").exists()


@pytest.mark.long
def test_bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("POSITIONS", "PICTURES", "LOOKS", "APPENDS", "FOLLOWERS", "NOTICES"):
        monkeypatch.setattr(bench_module, name, 3)
    monkeypatch.setattr(memory_module, "EVENTS", 0)
    (told,) = lines(tableside("bench", "--data", tmp_path, "--json"))
    conforms("bench", told)
    figures = {figure["name"]: figure for figure in told["figures"]}
    stages = {"stillness", "rectify", "board", "dice", "cube", "checkers", "fuse"}
    compared = {"reading", "look", "yolo", "ratio", "look ratio", *stages}
    assert set(figures) == {"plays", *compared, "judging", "writing", "telling", "memory", "most"}
    assert all(figure["median"] > 0 for figure in figures.values())
    assert told["machine"]["cores"]
    monkeypatch.setattr(bench_module, "measure", lambda _: [bench_module.telling_figure()])
    assert "telling" in tableside("bench").stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nonsense"], "there is no command nonsense"),
        (["games", "bridge"], "no game called 'bridge'"),
        (["games", "plakoto", "--terms"], "leave 'plakoto' out"),
        (["plays"], "give --game, --position, --roll, or --batch; only a game"),
        (["plays", "--batch", "--game", "bg"], "read from standard input"),
        (["plays", "--game", "bg", "--position", START, "--roll", "7-1"], "a die shows 1 to 6"),
        (["plays", "--game", "bg", "--position", START, "--roll", "3-1-2"], "played with 2 dice"),
        (["plays", "--game", "bg", "--position", START, "--roll", "6-6-6"], "played with 2 dice"),
        (["plays", "--game", "bg", "--position", "W: 6(99) B:", "--roll", "6-1"], "99 checkers"),
        (
            ["plays", "--game", "bg", "--position", START, "--roll", "6-1", "--option", "x"],
            "'x' is no option",
        ),
        (["read"], "IMAGE... is missing"),
        (["read", "a.jpg"], "say where the board is, with --board or with --corners"),
        (["read", "a.jpg", "--corners", "1,2 3"], "are not four corners"),
        (["read", "a.jpg", "--corners", "0,0 9,0 nan,9 0,9"], "every number must be finite"),
        (["calibrate", "a.jpg", "--corners", "0,0 inf,0 9,9 0,9", "-o", "b"], "every number must be finite"),
        (["read", "a.jpg", "--corners", "0,0 9,0 9,9 0,9"], "a.jpg cannot be read"),
        (["read", "a.jpg", "b.jpg", "--board", "b.json", "--overlay", "o.png"], "one picture at a time"),
        (["watch", "none.mp4", "--corners", "0,0 9,0 9,9 0,9"], "there is no film none.mp4"),
        (["calibrate", "--corners", "0,0 9,0 9,9 0,9", "-o", "b.json"], "give a picture of the board"),
        (["run", "--config", "none.toml"], "none.toml cannot be read"),
        (["run", "--board", "none.json"], "--board: there is no none.json"),
        (["run", "--port", "0"], "is not in the range"),
        (["run", "--game", "bridge", "--camera", "simulated"], "no game called 'bridge'"),
        (["run", "--camera", "nosuch"], "'nosuch' is neither a camera"),
        (["run", "--lights", "disco", "--camera", "simulated"], "no lights 'disco'"),
        (["run", "--profile", "strict", "--camera", "simulated"], "no profile 'strict'"),
        (["simulate", "-o", "no.mp4", "--profile", "nardi"], "did you mean 'nardy'?"),
        (["doctor", "--config", "none.toml"], "none.toml cannot be read"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    told = tableside(*words)
    assert told.exit_code == 2
    assert told.stderr.startswith("tableside: ") and told.stderr.count("\n") == 1
    assert says in told.stderr
    assert told.stdout == ""


def test_an_error_of_our_own_shows_its_place_only_with_debug(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("engine.games.all_games", broken)
    told = tableside("games")
    assert told.exit_code == 2 and "please report" in told.stderr and told.stderr.count("\n") == 1
    assert isinstance(tableside("--debug", "games").exception, RuntimeError)


def test_corners_outside_a_picture_find_no_board(picture: Path) -> None:
    told = tableside("read", picture, "--corners", "0,0 0,0 0,0 0,0")
    assert told.exit_code == 1 and told.stderr.count("\n") == 1


@pytest.fixture
def port() -> Iterator[int]:
    with kept_port() as number:
        yield number


@pytest.mark.parametrize("end", [pytest.param(signal.SIGTERM, marks=pytest.mark.long), signal.SIGINT])
def test_run_serves_until_it_is_told_to_stop(port: int, end: signal.Signals, tmp_path: Path) -> None:
    words = [
        "run",
        "--camera",
        "simulated:3",
        "--lights",
        "simulated",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    words += ["--data", str(tmp_path / "data")]
    systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    systemd.bind(f"\0tableside-{port}")
    systemd.settimeout(60)
    told = tmp_path / "stderr"
    with told.open("w") as errors:
        service = subprocess.Popen(
            [sys.executable, "-X", "importtime", "-m", "device.cli", *words],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "PYTHONUNBUFFERED": "1",
                "XDG_CONFIG_HOME": str(tmp_path),
                "NOTIFY_SOCKET": f"@tableside-{port}",
            },
        )
    assert service.stdout is not None
    assert f"http://127.0.0.1:{port}/ " in service.stdout.readline()
    assert re.search(
        rf"PIN .* at http://127\.0\.0\.1:{port}/setup with the code \d{{6}}", service.stdout.readline()
    )
    stream = _opened(f"http://127.0.0.1:{port}/api/events")
    assert stream.readline().startswith(b"retry")
    with _opened(f"http://127.0.0.1:{port}/api/state") as state:
        assert json.load(state)["table"] == "1"
    while b"READY=1" not in systemd.recv(4096):
        pass
    service.send_signal(end)
    service.communicate(timeout=60)
    while b"STOPPING=1" not in systemd.recv(4096):
        pass
    systemd.close()
    stream.close()
    imports, complaints = [], []
    for line in told.read_text().splitlines():
        (imports if line.startswith("import time:") else complaints).append(line)
    assert (service.returncode, complaints) == (0, [])
    assert any("device.table.watch" in line for line in imports)
    assert not [line for line in imports if "device.club" in line], "a table without a broker needs no club"
    assert (tmp_path / "data" / "simulated.db").exists()


def test_run_reads_the_board_that_calibrate_wrote(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Path] = []

    def start(settings: Settings, *_: object, **__: object) -> NoReturn:
        started.append(settings.board_file)
        raise SettingsError("that will do")

    monkeypatch.setattr("device.ops.assembly.table_assembly.start_table", start)
    monkeypatch.setattr(
        "device.ops.doctor.machine_checks.check_port", lambda *_: Finding("port", Health.OK, "free")
    )
    monkeypatch.chdir(tmp_path)
    shutil.copy(board, "board.json")
    assert "that will do" in tableside("run", "--data", "data", "--board", "board.json").stderr
    assert "that will do" in tableside("run", "--data", "data").stderr
    assert started == [Path("board.json"), Path("data/board.json")]


def test_run_on_a_port_that_is_taken_says_so(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        told = tableside(
            "run", "--host", "127.0.0.1", "--port", str(number), "--data", tmp_path, "--camera", "simulated"
        )
    assert told.exit_code == 2 and "choose another with --port" in told.stderr


def _opened(url: str) -> Any:
    """The answer to a request, asked again until the server listens."""
    end, tick = time.monotonic() + 60, threading.Event()
    while time.monotonic() < end:
        try:
            return urllib.request.urlopen(url, timeout=60)
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError):
                raise
        tick.wait(0.02)
    raise AssertionError(f"nobody listens at {url}")
