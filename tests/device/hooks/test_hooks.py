"""Hooks: told once, in order, of what everybody may know; whatever becomes of a script or an address, nobody waits."""

import json
import os
import select
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from receiver import Receiver

from device.cli.commands.hooks import hooks as hooks_command
from device.errors import HookError, SettingsError
from device.hooks.hook_delivery import signature
from device.hooks.hook_follower import (
    MOST_BEHIND,
    REST_SECONDS,
    STALE_SECONDS,
    TRIES,
    EventSource,
    HookFollower,
    Hooks,
    check_hooks,
    deliver,
)
from device.hooks.hook_memory import FILE, HookMemory
from device.hooks.samples import sample
from device.i18n import find_translator
from device.store.log.happenings import HAPPENINGS, Setting, event_of, name_of
from device.store.log.logbook import Logbook
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.store.settings import HookSettings, Settings, TableSettings, parse_settings
from device.table.inbox import Envelope
from device.table.service.table_service import Service
from engine.board import Seating, Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.cube import Cube
from engine.match.match import Crawford, Result, Score
from engine.match_format import Chosen
from engine.state.events import (
    CaptainChanged,
    Doubled,
    Event,
    GameOver,
    GameStarted,
    MatchStarted,
    Thrown,
)
from engine.state.messages import NewGame, Resign, SetNames, StartChouette
from engine.words.wording import Names

SCHEMA = json.loads((files("device.schemas") / "hook.schema.json").read_text(encoding="utf-8"))
NOW = 1.75e9
BEGINS = MatchStarted("backgammon", 5, "Anna", "Ben", Crawford.PENDING)
THROW = Thrown(Side.WHITE, Roll.of(3, 1))
DOUBLE = Doubled(Side.BLACK, 2)
WON = GameOver(Result(Side.WHITE, 2, "gammon"))


class Evening:
    """A log that grows, its logbook, and a hook that writes what it is told to a file, a line each."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.said = folder, folder / "said"
        self.store = Store(sqlite_url(folder / "log.db"))
        self.logbook = Logbook(self.store)
        self.seq, self.now, self.ticks = 0, NOW, 0.0

    def happens(self, *events: Event, shown: bool = True, wall: float = NOW) -> None:
        entries = [
            LogEntry("1", self.seq + n, 1, 1, wall, float(n), True, Source.CAMERA, (), event)
            for n, event in enumerate(events, 1)
        ]
        self.store.append(entries)
        self.seq += len(entries)
        self.logbook.note(self.seq, self.seq if shown else self.logbook.shown)

    def script(self, text: str) -> tuple[str, ...]:
        path = self.folder / "script.sh"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return (str(path), str(self.said))

    def follower(self, hook: HookSettings) -> HookFollower:
        """As after a start: what it remembers it has from the data folder."""
        source = EventSource(self.logbook, "log.db", False, Setting(Names("Anna", "Ben"), Score(1, 0)))
        made = HookFollower(
            hook,
            lambda: source,
            HookMemory(self.folder),
            clock=lambda: self.now,
            monotonic=lambda: self.ticks,
        )
        made.begin(source)
        return made

    def told(self) -> list[str]:
        return self.said.read_text().splitlines() if self.said.exists() else []


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.logbook.close()
    made.store.close()


def catch_up(evening: Evening, follower: HookFollower) -> None:
    follower.catch_up(EventSource(evening.logbook, "log.db", False))


def test_a_script_is_told_in_order_of_what_it_asked_for_and_once_over_restarts(evening: Evening) -> None:
    evening.happens(BEGINS, DOUBLE)
    hook = HookSettings(
        on=("double", "game_over"), run=evening.script('echo "$TABLESIDE_SEQ $TABLESIDE_TEXT" >> "$1"')
    )
    follower = evening.follower(hook)
    evening.happens(THROW, DOUBLE, WON)
    catch_up(evening, follower)
    assert evening.told() == ["4 Ben doubles to 2.", "5 Anna wins 2 points (gammon)."]
    evening.happens(THROW, WON)
    catch_up(evening, evening.follower(hook))
    catch_up(evening, evening.follower(hook))
    assert evening.told()[2:] == ["7 White wins 2 points (gammon)."]


def test_the_json_holds_sentence_players_score_and_the_event(evening: Evening) -> None:
    follower = evening.follower(HookSettings(on=("all",), run=evening.script('cat > "$1"')))
    evening.happens(WON)
    catch_up(evening, follower)
    told = json.loads(evening.said.read_text())
    assert told["players"] == {"white": "Anna", "black": "Ben"} and told["score"] == {"white": 3, "black": 0}
    assert (told["event"], told["kind"], told["seq"], told["simulated"]) == (
        "game_over",
        "GameOver",
        1,
        False,
    )
    assert told["body"]["result"]["points"] == 2 and told["time"] == "2025-06-15T15:06:40+00:00"


def test_a_number_that_is_given_is_not_told_as_thrown(evening: Evening) -> None:
    follower = evening.follower(
        HookSettings(on=("throw",), run=evening.script('echo "$TABLESIDE_TEXT" >> "$1"'))
    )
    start, seating = find_game("bu_da").start, Seating()
    for options in ((), (("source", "random"),)):
        evening.happens(GameStarted(start, seating, False, Cube(), chosen=Chosen("bu_da", options)), THROW)
    # a plugin's, which is gone: it is told as before
    evening.happens(GameStarted(start, seating, False, Cube(), chosen=Chosen("gone")), THROW)
    evening.happens(GameStarted(start, seating, False, Cube(), chosen=Chosen()), THROW)
    catch_up(evening, follower)
    assert evening.told() == [*["Anna is given 3-1."] * 3, "Anna throws 3-1."]


def test_in_a_chouette_it_names_the_captain_and_begins_with_the_score_of_the_game(
    evening: Evening, tmp_path: Path
) -> None:
    follower = evening.follower(HookSettings(on=("all",), run=evening.script('cat > "$1"')))
    evening.happens(CaptainChanged(("Anna", "Cleo"), Cube()), WON)
    catch_up(evening, follower)
    assert json.loads(evening.said.read_text())["players"] == {"white": "Anna", "black": "Cleo"}
    service = Service(
        Settings(table=TableSettings(data=tmp_path)), None, Store(sqlite_url(tmp_path / "tableside.db"))
    )
    for command in (StartChouette(("Anna", "Ben", "Cleo")), Resign(Side.WHITE, 1), NewGame()):
        service.handle(Envelope(command, Source.PERSON))
    assert service.broadcaster.latest().score == Score(1, 1)
    assert Hooks(service.settings, service, "")._source().setting.score == Score()


def test_what_is_kept_back_is_told_when_everybody_may_know_it(evening: Evening) -> None:
    follower = evening.follower(
        HookSettings(on=("all",), run=evening.script('echo "$TABLESIDE_EVENT" >> "$1"'))
    )
    evening.happens(THROW, DOUBLE, shown=False)
    catch_up(evening, follower)
    assert evening.told() == []
    evening.happens(WON)
    catch_up(evening, follower)
    assert evening.told() == ["throw", "double", "game_over"]


def test_a_script_that_hangs_is_killed_with_what_it_started(evening: Evening) -> None:
    os.mkfifo(evening.folder / "never")
    script = evening.script(f'sleep 1000 & echo $$ $! > "$1"; cat {evening.folder / "never"}')
    # On a busy computer the script may be killed before it has begun: then it is given longer.
    for seconds in (0.3, 3, 30):
        hook = HookSettings(on=("all",), run=script, seconds=seconds)  # type: ignore[arg-type]
        with pytest.raises(HookError, match=rf"was not done after {seconds} s, and was killed"):
            deliver(hook, sample("double", "1"))
        if evening.told():
            break
    for pid in map(int, evening.said.read_text().split()):
        with suppress(ProcessLookupError):
            handle = os.pidfd_open(pid)
            try:
                assert select.select([handle], [], [], 60)[0], f"{pid} still runs"
            finally:
                os.close(handle)


@pytest.mark.parametrize(
    ("run", "says"),
    [
        (
            ("/bin/sh", "-c", "echo the bell is missing >&2; exit 3"),
            "/bin/sh ended with 3: the bell is missing",
        ),
        (
            ("/bin/sh", "-c", "yes | head -c 3000000 >&2; echo it rang too long >&2; exit 3"),
            "/bin/sh ended with 3: it rang too long",
        ),
        (("/no/such/script",), "/no/such/script cannot be run: No such file or directory"),
    ],
)
def test_why_a_script_failed_is_said_in_a_sentence(run: tuple[str, ...], says: str) -> None:
    with pytest.raises(HookError) as caught:
        deliver(HookSettings(on=("all",), run=run), sample("double", "1"))
    assert str(caught.value) == says


def test_a_script_knows_nothing_of_the_services_environment(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_PASSWORD", "secret")
    deliver(HookSettings(on=("all",), run=evening.script('env > "$1"')), sample("double", "1"))
    assert "secret" not in evening.said.read_text() and "TABLESIDE_EVENT=double" in evening.told()


def test_after_three_failures_a_hook_rests_and_what_was_left_out_is_counted(evening: Evening) -> None:
    hook = HookSettings(on=("all",), run=evening.script('echo x >> "$1"; exit 1'))
    follower = evening.follower(hook)
    evening.happens(*[DOUBLE] * (TRIES + 2))
    catch_up(evening, follower)
    assert len(evening.told()) == TRIES
    evening.ticks += REST_SECONDS
    hook_works = evening.script('echo y >> "$1"')
    assert hook_works == hook.run
    evening.happens(DOUBLE)
    catch_up(evening, follower)
    assert evening.told() == ["x"] * TRIES + ["y"]
    known = HookMemory(evening.folder).of(hook)
    assert (known.failed, known.missed) == (None, TRIES + 2)


def test_the_doctor_says_which_hook_failed_and_keeps_its_secrets(evening: Evening) -> None:
    hook = HookSettings(on=("all",), url="http://127.0.0.1:9/hooks/abcdef", secret="xyz", seconds=60)
    follower = evening.follower(hook)
    evening.happens(DOUBLE)
    catch_up(evening, follower)
    settings = Settings(table=TableSettings(data=evening.folder), hooks=(hook,))
    finding = check_hooks(settings)
    assert (
        finding.health.value == "warning"
        and str(finding.found) == "127.0.0.1 cannot be reached: Connection refused"
    )
    german = finding.in_language(find_translator("de")).found
    assert german == "127.0.0.1 ist nicht zu erreichen: Connection refused"
    assert (
        "abcdef" not in (evening.folder / FILE).read_text()
        and "xyz" not in (evening.folder / FILE).read_text()
    )
    missing = replace(settings, hooks=(HookSettings(on=("all",), run=("/no/such/script",)),))
    assert str(check_hooks(missing).found) == "there is no /no/such/script to run"
    assert str(check_hooks(Settings()).found) == "none"


def test_of_a_hook_far_behind_the_oldest_events_are_left_out_and_stale_ones_are_not_told(
    evening: Evening,
) -> None:
    hook = HookSettings(on=("double",), run=evening.script('echo "$TABLESIDE_SEQ" >> "$1"'))
    follower = evening.follower(hook)
    evening.happens(DOUBLE)
    evening.happens(*[THROW] * MOST_BEHIND)
    evening.happens(DOUBLE, wall=NOW - STALE_SECONDS - 1)
    evening.happens(DOUBLE)
    catch_up(evening, follower)
    assert evening.told() == [str(MOST_BEHIND + 3)]
    assert HookMemory(evening.folder).of(hook).missed == 4


def test_another_log_by_the_same_name_begins_anew(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    hook = HookSettings(on=("all",), run=evening.script('echo "$TABLESIDE_SEQ" >> "$1"'))
    evening.happens(THROW)
    memory = HookMemory(evening.folder)
    memory.keep(hook, memory.of(hook).reached("log.db", 900))
    assert evening.follower(hook).at == 1
    (evening.folder / FILE).write_text("{ not JSON")
    assert evening.follower(hook).at == 1
    assert "begin with what happens from now on" in caplog.text


def test_an_address_gets_a_signed_post(evening: Evening) -> None:
    with Receiver() as receiver:
        hook = HookSettings(on=("all",), url=f"{receiver.url}/hook?x=1", secret="a phrase", seconds=60)
        deliver(hook, sample("double", "3"))
        path, headers, body = receiver.posts.get(timeout=60)
        assert path == "/hook?x=1" and headers["X-Tableside-Event"] == "double"
        assert headers["X-Tableside-Signature"] == f"sha256={signature('a phrase', body)}"
        assert json.loads(body)["text"] == "Anna doubles to 2."
        receiver.status = 500
        with pytest.raises(HookError, match=r"^127\.0\.0\.1 answered 500: look at 'url' in \[\[hooks\]\]$"):
            deliver(hook, sample("double", "3"))


def test_an_address_that_drips_is_hung_up() -> None:
    with Receiver(drips=True) as receiver:
        hook = HookSettings(on=("all",), url=receiver.url, seconds=0.3)  # type: ignore[arg-type]
        with pytest.raises(HookError, match="did not answer within 0.3 s"):
            deliver(hook, sample("double", "3"))


def test_a_thread_follows_while_the_table_goes_on(evening: Evening) -> None:
    with Receiver() as receiver:
        hook = HookSettings(on=("game_over",), url=receiver.url, only="text", seconds=60)
        follower = HookFollower(
            hook, lambda: EventSource(evening.logbook, "log.db", True), HookMemory(evening.folder)
        )
        follower.begin(EventSource(evening.logbook, "log.db", True))
        follower.start()
        evening.happens(BEGINS, WON, wall=4e9)
        assert json.loads(receiver.posts.get(timeout=60)[2]) == {"text": "Anna wins 2 points (gammon)."}
        follower.stop()
        evening.logbook.close()
        follower.join()


def test_a_service_tells_its_hooks_what_people_say(tmp_path: Path) -> None:
    with Receiver() as receiver:
        hook = HookSettings(on=("changed",), url=receiver.url, seconds=60)
        settings = Settings(table=TableSettings(name="3", data=tmp_path), hooks=(hook,))
        service = Service(settings, None, Store(sqlite_url(tmp_path / "tableside.db")))
        hooks = Hooks(settings, service, sqlite_url(tmp_path / "simulated.db"))
        service.start()
        hooks.start()
        service.tell(SetNames("Anna", "Ben"), "the referee")
        told = json.loads(receiver.posts.get(timeout=60)[2])
        assert told["players"] == {"white": "Anna", "black": "Ben"} and told["table"] == "3"
        assert "referee" not in json.dumps(told) and not told["simulated"]
        hooks.stop()
        service.stop()


@pytest.mark.parametrize("name", HAPPENINGS)
def test_there_is_a_sample_of_everything_a_hook_can_be_told_of(name: str) -> None:
    told = sample(name, "3")
    event = event_of(told)
    assert event is not None and name_of(event) == name
    assert told["text"].endswith(".") and told["sample"] is True
    Draft202012Validator(SCHEMA).validate(told)
    assert name in SCHEMA["properties"]["event"]["enum"]


GOOD = '[[hooks]]\non = "game_over"\nrun = ["/bin/true"]\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[hooks]\non = "all"', r"'hooks' must be a table: write \[\[hooks\]\] on a line"),
        (
            '[[hooks]]\nrun = ["/bin/true"]',
            r"\[\[hooks\]\], number 1: 'on' must say of what: there are match_started",
        ),
        (
            f'{GOOD}[[hooks]]\non = "gameover"\nurl = "http://a"',
            r"number 2: 'on' cannot be 'gameover': there are",
        ),
        ('[[hooks]]\non = "all"', "needs one of run, url, mqtt and plugin, and no more"),
        (
            '[[hooks]]\non = "all"\nrun = "/bin/true"\nurl = "http://a"',
            "needs one of run, url, mqtt and plugin, and no more",
        ),
        ('[[hooks]]\non = "all"\nurl = "file:///etc/passwd"', "must be an address that begins with https://"),
        ('[[hooks]]\non = "all"\nmqtt = "club/x"', r"needs a broker: name one as 'host' in \[mqtt\]"),
        ('[mqtt]\nhost = "b"\n[[hooks]]\non = "all"\nmqtt = "club/#"', "must be a topic without"),
        ('[[hooks]]\non = "all"\nrun = "/bin/true"\nseconds = 600', "must be 1 to 60, not 600"),
        ('[[hooks]]\non = "all"\nrun = "/bin/true"\nsecret = "x"', "'secret' and 'only' are for a url"),
        ('[[hooks]]\non = "all"\nsecret = 17\nrun = "x"', r"'secret' in \[hooks\] must be a text in quotes$"),
        ('[[hooks]]\non = [1]\nrun = "x"', r"'on' in \[hooks\] must be texts in square brackets"),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        parse_settings(text)


def test_the_settings_take_one_text_for_a_list_of_one() -> None:
    assert parse_settings(GOOD).hooks == (HookSettings(on=("game_over",), run=("/bin/true",)),)


def test_hooks_are_tried_on_the_command_line(tmp_path: Path) -> None:
    config = tmp_path / "t.toml"
    config.write_text(f'{GOOD}[[hooks]]\non = "all"\nrun = ["/bin/false"]\n')
    done = CliRunner().invoke(hooks_command, ["try", "game_over", "--config", str(config)])
    assert done.exit_code == 1
    assert done.stdout == "/bin/true was told: Anna wins 2 points (gammon).\n"
    assert done.stderr == "tableside: /bin/false ended with 1\n"
    told = json.loads(CliRunner().invoke(hooks_command, ["list", "--json", "--config", str(config)]).stdout)
    assert [each["to"] for each in told["hooks"]] == ["/bin/true", "/bin/false"]
    assert set(told["events"]) == set(HAPPENINGS)
