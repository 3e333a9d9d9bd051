"""An evening that is over leaves nothing behind, however it came to its end."""

import subprocess
import sys
from pathlib import Path

import pytest

from device.club.rehearsal.evening import Evening, Guard, SimulatedTable
from device.club.rehearsal.own_broker import OwnBroker, broker_program
from device.store.settings import MqttSettings, Settings

sys.path.insert(0, str(Path(__file__).parents[1] / "link"))
sys.path.insert(0, str(Path(__file__).parents[1] / "library"))
from evening import until


def test_who_is_killed_leaves_neither_a_process_nor_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a folder; of $HOME"
    folder.mkdir()
    left = subprocess.Popen(["sleep", "60"])
    says = "import sys; from pathlib import Path; from device.club.rehearsal.evening import Guard\n"
    says += "guard = Guard(Path(sys.argv[1]), int(sys.argv[2])); print(guard._watch.pid, flush=True); input()"
    words = [sys.executable, "-c", says, str(folder), str(left.pid)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None and program.stdout.readline()
        program.kill()
    try:
        assert left.wait(30) != 0
    finally:
        left.kill()
    # It is removed after that.
    until(lambda: not folder.exists())


def test_who_says_good_bye_is_not_cleared_up_after(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "60"]) as left:
        guard = Guard(tmp_path, left.pid)
        guard.close()
        assert guard._watch.poll() is not None and left.poll() is None and tmp_path.exists()
        left.kill()


def test_who_will_not_wait_for_the_broker_leaves_none_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    if broker_program() is None:
        pytest.skip("Mosquitto is not installed: `make test` installs it")
    begun: list[OwnBroker] = []

    def interrupted(broker: OwnBroker) -> bool:
        begun.append(broker)
        raise KeyboardInterrupt

    monkeypatch.setattr(OwnBroker, "_listens", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Evening(Settings(), 1)
    assert [broker._process.poll() is not None for broker in begun] == [True]


def test_a_table_that_fails_to_stop_keeps_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: SimulatedTable) -> None:
        raise RuntimeError("it hangs")

    evening = Evening(Settings(mqtt=MqttSettings("127.0.0.1", 1)), 2, own_broker=False)
    folder, tables = evening.settings.table.data, evening._tables
    monkeypatch.setattr(SimulatedTable, "stop", fail)
    with pytest.raises(RuntimeError, match="it hangs"):
        evening.close()
    monkeypatch.undo()
    for table in tables:
        table.stop()
    assert not folder.exists()
