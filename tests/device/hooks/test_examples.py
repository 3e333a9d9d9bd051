"""The examples of docs/hooks.md, run as they are printed there: only places and addresses are the test's own."""

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from receiver import Receiver

from device.errors import HookError
from device.hooks.hook_follower import deliver
from device.hooks.samples import sample
from device.store.log.happenings import HAPPENINGS
from device.store.settings import HookSettings, parse_settings
from tests.ports import kept_port

PAGE = (Path(__file__).parents[3] / "docs" / "hooks.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)


def block(language: str, word: str) -> str:
    (found,) = [text for kind, text in BLOCKS if kind == language and word in text]
    return found


def hook(word: str, **replaced: str) -> HookSettings:
    text = block("toml", word)
    for old, new in replaced.items():
        text = text.replace(
            {
                "home": "/usr/local/lib/tableside",
                "data": "/var/lib/tableside",
                "chat": "https://chat.example.org",
                "server": "http://club-server:9000",
            }[old],
            new,
        )
    (found,) = parse_settings(text).hooks
    return found


def test_every_event_there_is_stands_in_the_page() -> None:
    told = set(
        re.findall(r"`(\w+)`", "\n".join(line for line in PAGE.splitlines() if line.startswith("| `")))
    )
    assert set(HAPPENINGS) <= told | {"game_over"} and told <= set(HAPPENINGS)


def test_the_example_of_what_is_told_has_its_keys() -> None:
    told = json.loads(block("json", "game_over"))
    made = sample("game_over", "3")
    assert (
        set(told) == set(made) - {"sample"} and told["body"] == made["body"] and told["text"] == made["text"]
    )


def test_the_script_that_speaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    voice, script = tmp_path / "espeak-ng", tmp_path / "speak.sh"
    voice.write_text(f'#!/bin/sh\nprintf %s "$*" > {tmp_path}/spoken\n')
    script.write_text(block("sh", "espeak-ng"))
    for each in (voice, script):
        each.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    deliver(hook("speak.sh", home=str(tmp_path)), sample("double", "3"))
    assert (tmp_path / "spoken").read_text() == "-- Anna doubles to 2."


def test_the_script_that_keeps_a_list(tmp_path: Path) -> None:
    script = tmp_path / "results.py"
    script.write_text(block("python", "csv.writer").replace("/usr/bin/env python3", sys.executable))
    script.chmod(0o755)
    for _ in range(2):
        deliver(hook("results.csv", home=str(tmp_path), data=str(tmp_path)), sample("game_over", "3"))
    rows = list(csv.reader((tmp_path / "results.csv").read_text().splitlines()))
    assert [row[1:] for row in rows] == [["3", "Anna", "Ben", "Anna wins 2 points (gammon)."]] * 2


def test_the_post_to_a_chat() -> None:
    with Receiver() as chat:
        deliver(hook("chat.example.org", chat=chat.url), sample("match_over", "3"))
        path, headers, body = chat.posts.get(timeout=60)
    assert (path, json.loads(body)) == ("/hooks/abc", {"text": "Anna wins the match."})
    assert headers["Content-Type"].startswith("application/json")


@pytest.fixture
def port() -> Iterator[int]:
    with kept_port() as number:
        yield number


def test_the_receiver_that_knows_the_secret(tmp_path: Path, port: int) -> None:
    program = tmp_path / "receiver.py"
    text = block("python", "compare_digest").replace("9000", str(port))
    # the last line serves for ever; it says so before
    program.write_text(
        re.sub(
            r"\n(HTTPServer.*)\.serve_forever",
            r'\nserver = \1; print("ready", flush=True); server.serve_forever',
            text,
        )
    )
    known = hook("club-server", server=f"http://127.0.0.1:{port}")
    with subprocess.Popen(
        [sys.executable, program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        try:
            deliver(known, sample("double", "3"))
            assert process.stdout.readline() == "Anna doubles to 2.\n"
            with pytest.raises(HookError, match="answered 403"):
                deliver(HookSettings(on=known.on, url=known.url, secret="a guess"), sample("double", "3"))
        finally:
            process.kill()
