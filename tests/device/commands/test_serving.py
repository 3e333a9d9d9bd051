"""What is served ends when it is told to, by whom ever."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from device.cli.serving import SWITCH_SECONDS, start_again, until_told

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """A signal ends this process, also where the tests themselves run under nohup; afterwards it does what it did."""
    before = {each: signal.signal(each, signal.SIG_DFL) for each in SIGNALS}
    yield
    for each, does in before.items():
        signal.signal(each, does)


@pytest.mark.parametrize("told", SIGNALS, ids=lambda each: each.name)
def test_it_ends_once_and_nobody_who_is_impatient_breaks_that_off(told: signal.Signals) -> None:
    done, before = [], sys.getswitchinterval()
    with until_told(lambda: done.append("woken")):
        assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS) and before > SWITCH_SECONDS
        try:
            signal.raise_signal(told)
        finally:
            signal.raise_signal(signal.SIGINT)
            done.append("closed")
    assert done == ["woken", "closed"] and sys.getswitchinterval() == pytest.approx(before)


def test_with_nohup_it_goes_on_without_a_terminal() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with until_told(lambda: None):
        signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_a_process_that_leaves_has_said_all_and_ends_no_thread_first() -> None:
    words = "import atexit; from device.cli.serving import leave; atexit.register(print, 'broken off'); print('told'); leave(3)"
    ended = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (3, "told\n")


def test_a_process_that_begins_anew_holds_nothing_that_was_open(monkeypatch: pytest.MonkeyPatch) -> None:
    began = []
    monkeypatch.setattr(os, "execv", lambda program, words: began.append((program, words)))
    camera, other = os.pipe()
    os.set_inheritable(camera, True)
    start_again(looked_after=False)
    assert began == [(sys.executable, [sys.executable, *sys.orig_argv[1:]])]
    assert not os.get_inheritable(camera)
    os.close(camera)
    os.close(other)
