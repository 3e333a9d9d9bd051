"""The published schemas: they are schemas, and what the commands print is what they say."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "engine")]

from schemas_checked import conforms
from written_matches import ILLEGAL

from device.cli.main import main
from device.finding import Health
from device.library.records.record_formats import record_of
from device.ops.bench.speed_figures import Figure, machine
from device.schemas import schema_names, schema_of
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from engine.match.cube import CubeAction
from engine.match.match import Crawford
from engine.match.terms import TERMS
from engine.records.mat.mat_writer import write_mat
from engine.state.events import MatchStarted, Retention
from webui.app import create_app

START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")


def printed(*words: str | Path, said: str = "") -> list[Any]:
    told = CliRunner().invoke(main, [*map(str, words), "--json"], input=said)
    assert told.stderr == ""
    return [json.loads(line) for line in told.stdout.splitlines()]


@pytest.mark.parametrize("name", schema_names())
def test_every_schema_is_one_and_says_what_it_is_of(name: str) -> None:
    schema = schema_of(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:tableside:schema:{name}"
    assert schema["title"] and schema["description"].endswith(".")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("games", ("games",)),
        ("games", ("games", "trictrac")),
        ("games", ("games", "tavli")),
        ("terms", ("games", "--terms")),
        ("profiles", ("games", "--profiles")),
        ("traditions", ("games", "--traditions")),
        ("plays", ("plays", "--game", "bg", "--position", START, "--roll", "6-6")),
    ],
)
def test_what_is_told_of_games_is_as_published(name: str, words: tuple[str, ...]) -> None:
    told = printed(*words)
    assert told
    for each in told:
        conforms(name, each)


def test_questions_and_answers_about_plays_are_as_published() -> None:
    asked: list[dict[str, Any]] = [
        {"game": "backgammon", "position": START, "to_play": "W", "roll": [3, 1], "state": {}, "options": {}},
        {"game": "trictrac", "position": "W: 24(15) B: 24(15)", "roll": [3, 1], "state": {"points": {"W": 4, "B": 0}, "holes": [1, 0]}},
        {"game": "gul_bara", "position": "W: 24(15) B: 24(15)", "roll": [2, 1], "state": {"first_turn": True, "turns": 0}},
        {"game": "tablut", "position": "W: Ke5 e4 B: d1 e1", "roll": None, "to_play": "B"},
        {"game": "bridge", "position": START, "roll": [3, 1]},
    ]  # fmt: skip
    for question in asked:
        conforms("plays-question", question)
    answers = printed("plays", "--batch", said="\n".join(map(json.dumps, asked)))
    assert [len(each.get("plays", ())) > 0 for each in answers] == [True, True, True, True, False]
    for answer in answers:
        conforms("plays", answer)


def test_what_is_said_of_a_record_is_as_published(tmp_path: Path) -> None:
    file = tmp_path / "m.mat"
    file.write_text(write_mat(ILLEGAL).replace("31: 8/5 6/5", "31: 8/4 6/5"), encoding="utf-8")
    (told,) = printed("check", file)
    assert told["faults"] and told["notes"]
    conforms("check", told)


@pytest.mark.parametrize(
    "code", ["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "4HPwATDgc/ABMA:cAngAAAAAAAE"]
)
def test_a_position_is_as_published(code: str) -> None:
    told = CliRunner().invoke(main, ["position", code, "--to", "json"])
    conforms("position", json.loads(told.stdout))


@pytest.mark.skipif(GNUBG is None, reason="NOT TESTED: GNU Backgammon is not installed")
def test_an_analysis_is_as_published(tmp_path: Path) -> None:
    file = tmp_path / "m.mat"
    file.write_text(write_mat(ILLEGAL), encoding="utf-8")
    (told,) = printed("analyse", file, "--ply", "0", "-o", tmp_path / "m.json")
    conforms("analyse", told)
    beside = record_of((tmp_path / "m.json").read_bytes()).beside["analysis"]
    assert told == {**beside, "file": str(file)} and beside["games"][0]["turns"]
    refused = CliRunner().invoke(main, ["analyse", str(file), "-o", str(tmp_path / "m.sgf")])
    assert refused.exit_code == 2 and "only .ogxm and .json hold an analysis" in refused.stderr


def test_what_is_said_of_the_machine_is_as_published(tmp_path: Path) -> None:
    (told,) = printed("doctor", "--data", tmp_path)
    conforms("doctor", told)
    figures = [Figure("plays", "legal plays", "ms", 1.5), Figure("x", "y", "ms", 1.5, 2.5)]
    conforms("bench", {"machine": machine(), "figures": [each.as_json() for each in figures]})


def test_what_is_said_of_a_backup_is_as_published(tmp_path: Path) -> None:
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
    store = Store(sqlite_url(tmp_path / "here" / "tableside.db"))
    begun = MatchStarted("backgammon", 5, "Anna", "Ben", Crawford.PENDING)
    store.append([LogEntry("1", 1, 1, 1, 1.0, 1.0, True, Source.PERSON, (), begun)])
    store.close()
    config, file = tmp_path / "t.toml", tmp_path / "b.zip"
    config.write_text("")
    data = [("--config", config, "--data", tmp_path / folder) for folder in ("here", "there")]
    (made,) = printed("backup", "-o", file, *data[0])
    (done,) = printed("restore", file, *data[1])
    (again,) = printed("restore", file, "--force", *data[1])
    assert (made["events"], done["kept"], again["kept"] is None) == (1, None, False)
    conforms("backup", made)
    conforms("restore", done)
    conforms("restore", again)


def test_what_is_said_of_a_tables_surroundings_is_as_published(tmp_path: Path) -> None:
    config = tmp_path / "t.toml"
    config.write_text(
        '[lights]\nbackend = "simulated"\n[[hooks]]\non = "all"\nrun = ["/bin/true"]\n'
        '[[hooks]]\non = "double"\nrun = ["/bin/false"]\n'
    )
    asked = {
        "address": ("address",), "cameras": ("cameras", "--thumbnails", tmp_path), "signals": ("signals", "--seconds", "0"),
        "hooks-list": ("hooks", "list"), "hooks-try": ("hooks", "try", "double"),
    }  # fmt: skip
    for name, words in asked.items():
        told = printed(*words, "--config", config)
        assert told, name
        for each in told:
            conforms(name, each)


def commands_with_json(group: click.Group, path: str = "tableside") -> Iterator[str]:
    """The commands that print JSON, as they are called."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        if isinstance(command, click.Group):
            yield from commands_with_json(command, f"{path} {name}")
        elif command is not None and any("--json" in each.opts for each in command.params):
            yield f"{path} {name}"


def test_every_command_that_prints_json_has_a_schema() -> None:
    descriptions = " ".join(schema_of(name)["description"] for name in schema_names())
    found = list(commands_with_json(main))
    assert {"tableside read", "tableside hooks try"} <= {*found}
    assert [each for each in found if not re.search(rf"`{each}( --[a-z]+)* --json`", descriptions)] == []


def test_the_page_about_schemas_names_each_of_them() -> None:
    page = (HERE.parents[1] / "docs" / "schemas.md").read_text(encoding="utf-8")
    assert [name for name in schema_names() if f"device/schemas/{name}.schema.json" not in page] == []


def test_the_schemas_name_every_value_that_there_is() -> None:
    match = schema_of("match")
    double = match["$defs"]["double"]["properties"]["answer"]["enum"]
    assert {*double, "double"} == {*(each.value for each in CubeAction), None}
    assert match["properties"]["kept"]["enum"] == [each.value for each in Retention]
    health = schema_of("doctor")["properties"]["findings"]["items"]["properties"]["health"]["enum"]
    assert health == [each.value for each in Health]
    assert {each["name"] for each in printed("games", "--terms")} == {each.name for each in TERMS}


def test_the_schemas_are_served(tmp_path: Path) -> None:
    from device.store.settings import parse_settings
    from device.table.service.table_service import Service

    service = Service(parse_settings(""), None, Store(sqlite_url(tmp_path / "log.db")))
    client = create_app(service).test_client()
    listed: Any = client.get("/api/schemas").json
    assert [each["name"] for each in listed["schemas"]] == list(schema_names())
    for each in listed["schemas"]:
        answer = client.get(each["url"])
        assert (answer.status_code, answer.content_type) == (200, "application/schema+json")
        assert answer.get_json(force=True) == schema_of(each["name"])
    assert client.get("/api/schemas/nonsense").status_code == 404
    assert client.get("/api/schemas/..%2fsecret").status_code == 404
    service.stop()
