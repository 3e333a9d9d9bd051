"""Installing for real: in a Debian of its own, without systemd and then with it, twice, and taken off again.

Run by `make test-pi`: needs root, mmdebstrap, the Debian archive and a package index, both as this machine is set up
for. TABLESIDE_CHROOTS names the folder where the systems are made; they stay there for the next time.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "analysis"))
from small_match import HAND

ROOT = Path(__file__).parents[3]
SOURCE = ("engine", "vision", "calibration", "device", "webui", "pyproject.toml", "README.md", "LICENSE")
SCRIPT = "/root/tableside/device/ops/install/pi.sh"
TABLESIDE = "/opt/tableside/venv/bin/tableside"
PACKAGES = {
    # NumPy as picamera2 brings it; numexpr stands for what is built against it, as picamera2's simplejpeg is.
    "bookworm": "ca-certificates,python3,systemd,udev,python3-numpy,python3-numexpr",
    "trixie": "ca-certificates,python3,systemd,udev,python3-numpy,python3-numexpr,python3-libcamera",
}
BUILT = {
    "bookworm": ("1.24.", "import numexpr"),
    "trixie": ("2.2.", "import numexpr, libcamera; libcamera.CameraManager.singleton()"),
}
WATCHDOG = 25
"""Seconds that the watchdog gives here: a machine that does other things, too, must
not be taken for one that stands.
"""

ONCE = {
    "Type=notify": "Type=oneshot",
    "Restart=on-failure": "Restart=no",
    "RestartForceExitStatus=75": "",
    "TimeoutStartSec=180": "TimeoutStartSec=600",
    # That of the service that runs beside it is taken away with whoever ends.
    "RuntimeDirectory=tableside": "RuntimeDirectory=tableside-once",
    "WorkingDirectory=/run/tableside": "WorkingDirectory=/run/tableside-once",
    "WatchdogSec=300": "",
}
"""What makes of the service's unit one that runs a command once, and leaves all else of it as it is."""

IN_CHROOT = """
mount --make-rprivate / && mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev"
exec chroot "$0" "$@"
"""
BOOT = """
set -e
mount --make-rprivate /
mount --bind "$0" "$0"
mount -t proc proc "$0/proc" && mount --bind "$0/proc/sys" "$0/proc/sys" && mount -o remount,ro,bind "$0/proc/sys"
mount -t sysfs -o ro sysfs "$0/sys"
umount -R /sys/fs/cgroup
mount -t cgroup2 none "$0/sys/fs/cgroup"
for each in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs "$0/$each"; done
chmod 1777 "$0/tmp"
mknod -m 666 "$0/dev/null" c 1 3; mknod -m 666 "$0/dev/zero" c 1 5; mknod -m 666 "$0/dev/full" c 1 7
mknod -m 666 "$0/dev/random" c 1 8; mknod -m 666 "$0/dev/urandom" c 1 9; mknod -m 666 "$0/dev/tty" c 5 0
mknod -m 660 "$0/dev/loop-of-others" b 7 0; chmod 666 "$0/dev/loop-of-others"
mkdir "$0/dev/pts" "$0/dev/shm"; ln -s /proc/self/fd "$0/dev/fd"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$0/dev/pts" && ln -s pts/ptmx "$0/dev/ptmx"
mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"
exec chroot "$0" env -i container=other PATH=/usr/sbin:/usr/bin /lib/systemd/systemd --log-target=journal --show-status=no
"""

pytestmark = [
    pytest.mark.skipif(
        "TABLESIDE_CHROOTS" not in os.environ, reason="minutes, and root: run by `make test-pi`"
    ),
    pytest.mark.skipif(os.geteuid() != 0, reason="a chroot needs root"),
    pytest.mark.timeout(1800),
]


class System:
    """A Debian in a folder; once booted, its systemd runs in namespaces of its own."""

    def __init__(self, root: Path, suite: str) -> None:
        self.root, self.suite = root, suite
        self._init: subprocess.Popen[bytes] | None = None

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command in it, as root."""
        if self._init is None:
            before = ["unshare", "--mount", "sh", "-c", IN_CHROOT, str(self.root)]
        else:
            before = ["nsenter", f"--target={self._pid()}", "--mount", "--uts", "--ipc", "--pid", "--cgroup"]
            before += [f"--root=/proc/{self._pid()}/root", "sh", "-c", 'cd / && exec "$@"', "sh"]
        done = subprocess.run(
            [*before, *command], env=_environment(), capture_output=True, text=True, check=False
        )
        assert not check or done.returncode == 0, f"{command}: {done.stdout}\n{done.stderr}"
        return done

    @contextmanager
    def without_archive(self) -> Iterator[None]:
        """Nothing can be got from Debian's archive."""
        nowhere = self.root / "etc/apt/apt.conf.d/99nowhere"
        nowhere.write_text('Acquire::http::Proxy "http://127.0.0.1:9";\nAcquire::Retries "0";\n')
        try:
            yield
        finally:
            nowhere.unlink()

    def once(self, *command: str) -> str:
        """What a command prints that runs as the service does, behind all its walls."""
        text = (self.root / "etc/systemd/system/tableside.service").read_text()
        for have, want in ONCE.items():
            assert have in text, have
            text = text.replace(have, want)
        text = re.sub(
            r"(?m)^ExecStart=.*$",
            f"ExecStart={shlex.join(command)}\nStandardOutput=truncate:/root/said",
            text,
        )
        (self.root / "etc/systemd/system/tableside-once.service").write_text(text)
        self.run("systemctl", "daemon-reload")
        done = self.run("systemctl", "start", "tableside-once", check=False)
        journal = self.run("journalctl", "--no-pager", "-u", "tableside-once", "-n", "20").stdout
        assert done.returncode == 0, journal
        return (self.root / "root/said").read_text()

    def python(self, code: str) -> str:
        """What a program prints in the environment of the service."""
        return self.run("/opt/tableside/venv/bin/python", "-c", code).stdout.strip()

    def boot(self) -> None:
        """Start its systemd; skips the test where this machine does not let one."""
        words = ["unshare", "--mount", "--uts", "--ipc", "--pid", "--cgroup", "--fork", "--kill-child"]
        self._init = subprocess.Popen([*words, "sh", "-c", BOOT, str(self.root)], stderr=subprocess.PIPE)
        until = time.monotonic() + 60
        while self.run("systemctl", "is-system-running", check=False).stdout.strip() in ("", "offline"):
            if self._init.poll() is not None or time.monotonic() > until:
                said = self._init.stderr.read().decode() if self._init.poll() is not None else "no answer"  # type: ignore[union-attr]
                self.halt()
                pytest.skip(f"no systemd can be booted in namespaces here: {said}")
            time.sleep(0.2)

    def halt(self) -> None:
        """End its systemd, and all that runs there."""
        if self._init is not None:
            self._init.kill()
            self._init.communicate()
            self._init = None

    def show(self, what: str) -> str:
        """A property of the service, as systemd has it."""
        return self.run("systemctl", "show", "--property", what, "--value", "tableside").stdout.strip()

    def wait(self, what: str, wanted: str, seconds: float = 150) -> None:
        """Wait until a property has a value."""
        until = time.monotonic() + seconds
        while (found := self.show(what)) != wanted:
            journal = self.run("journalctl", "--no-pager", "-u", "tableside", "-n", "30").stdout
            assert time.monotonic() < until, f"{what} is {found}, not {wanted}: {journal}"
            time.sleep(0.3)

    def _pid(self) -> int:
        assert self._init is not None
        children = Path(f"/proc/{self._init.pid}/task/{self._init.pid}/children")
        # unshare --fork waits for its child, which is the first process there.
        return int((children.read_text().split() or ["0"])[0])


def _environment() -> dict[str, str]:
    """How packages are got, as this machine is set up for it, and nothing else."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name.startswith("PIP_")
        or name.endswith("_CA_BUNDLE")
        or "SSL_CERT" in name
        or "proxy" in name.lower()
    }
    return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", **kept}


def _mirror() -> list[str]:
    """The Debian archive that this machine's apt uses; none: mmdebstrap's own choice."""
    form = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI)", "Created-By: Packages"]
    told = subprocess.run(form, capture_output=True, text=True, check=False).stdout
    found = re.findall(r"^Debian (\S+?)/?$", told, re.MULTILINE)
    return [each for each in dict.fromkeys(found) if not each.endswith("-security")][:1]


@pytest.fixture(scope="module", params=list(PACKAGES))
def system(request: pytest.FixtureRequest) -> Iterator[System]:
    suite = request.param
    folder = (ROOT / os.environ["TABLESIDE_CHROOTS"]).resolve()
    fresh, used = folder / f"pi-{suite}", folder / f"pi-{suite}-used"
    if not (fresh / ".made").exists():
        shutil.rmtree(fresh, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        mirror = [f"deb {each} {suite} main" for each in _mirror()]
        words = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={PACKAGES[suite]}"]
        subprocess.run([*words, suite, str(fresh), *mirror], check=True)
        (fresh / ".made").touch()
    shutil.rmtree(used, ignore_errors=True)
    subprocess.run(["cp", "-a", "--reflink=auto", str(fresh), str(used)], check=True)
    for file in ("/etc/resolv.conf", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt"):
        if Path(file).exists():
            shutil.copyfile(file, used / file[1:])
    for name in SOURCE:
        target = used / "root/tableside" / name
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / name, target)
    system = System(used, suite)
    yield system
    system.halt()
    shutil.rmtree(used, ignore_errors=True)


def _laid(root: Path) -> dict[str, tuple[str, int, int]]:
    """What lies where the installer puts things: text, mode and owner of each file."""
    found = {}
    for folder in ("etc/tableside", "etc/systemd/system", "etc/udev/rules.d", "etc/sysusers.d"):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file():
                status = path.stat()
                found[str(path)] = (path.read_text(), status.st_mode, status.st_uid)
    return found


def test_it_installs_where_systemd_does_not_run(system: System) -> None:
    said = system.run("sh", SCRIPT, "install", "--without-analysis").stdout
    assert "http://" in said and "█" in said, said
    assert "GNU Backgammon is left out, as wanted" in said
    assert "the service will start with the system" in said
    assert system.run("id", "-nG", "tableside").stdout.split() == ["tableside", "video", "gpio", "spi", "i2c"]
    assert (
        system.run("stat", "-c", "%U %G %a", "/var/lib/tableside").stdout.strip()
        == "tableside tableside 2770"
    )
    file = "/etc/tableside/tableside.toml"
    assert system.run("stat", "-c", "%U %G %a", file).stdout.strip() == "root tableside 660"
    assert system.run("systemctl", "is-enabled", "tableside").stdout.strip() == "enabled"


def test_numpy_stays_the_systems_and_lives_with_opencv_and_what_is_built_against_it(system: System) -> None:
    numpy, built = BUILT[system.suite]
    code = f"{built}\nimport numpy, cv2, spidev, luma.oled.device\ncv2.imencode('.jpg', numpy.zeros((8, 8, 3), 'u1'))"
    told = system.python(f"{code}\nprint(numpy.__version__, numpy.__file__)").splitlines()[-1]
    version, file = told.split()
    assert version.startswith(numpy)
    assert file.startswith("/usr/lib/python3/dist-packages/")
    assert system.run("/opt/tableside/venv/bin/python", "-m", "pip", "check", check=False).returncode == 0


def test_a_second_time_changes_nothing(system: System) -> None:
    settings = system.root / "etc/tableside/tableside.toml"
    settings.write_text(
        settings.read_text()
        .replace('#name = "1"', 'name = "red"')
        .replace("#megabytes = 500", "megabytes = 20")
    )
    before = _laid(system.root)
    with system.without_archive():
        said = system.run("sh", SCRIPT, "install").stdout
    assert _laid(system.root) == before
    assert "GNU Backgammon could not be installed" in said and "http://" in said, said


def test_a_program_that_the_archive_does_not_have_is_left_out(system: System) -> None:
    pin = system.root / "etc/apt/preferences.d/none"
    pin.write_text("Package: gnubg\nPin: release *\nPin-Priority: -1\n")
    said = system.run("sh", SCRIPT, "install").stdout
    pin.unlink()
    assert "GNU Backgammon is not to be had on this system" in said and "http://" in said, said


def test_it_starts_with_the_system_and_is_ready_when_the_pages_answer(system: System) -> None:
    system.boot()
    system.wait("ActiveState", "active")
    page = json.loads(system.run(TABLESIDE, "address", "--json").stdout)["addresses"][0]
    asked = f"import urllib.request as u; print(u.urlopen('{page}api/state').read().decode())"
    assert json.loads(system.python(asked))["table"] == "red"
    assert system.show("StatusText")
    assert system.show("NRestarts") == "0"


def test_it_may_do_nothing_else(system: System) -> None:
    main = system.show("MainPID")
    status = dict(
        re.findall(r"^(\w+):\s*(.*)$", (system.run("cat", f"/proc/{main}/status").stdout), re.MULTILINE)
    )
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 1 << 10, "nothing but to bind port 80"
    assert status["Uid"].split()[0] != "0"
    inside = ["nsenter", f"--target={main}", "--mount", f"--root=/proc/{main}/root"]
    for file in ("/etc/x", "/usr/x", "/opt/tableside/x", "/root/x"):
        tried = system.run(*inside, "touch", file, check=False)
        assert tried.returncode != 0, file
    # the page of the settings writes the settings file
    system.run(*inside, "touch", "/etc/tableside/x", "/var/lib/tableside/x", "/run/tableside/x", "/tmp/x")
    assert not system.run("ls", "/tmp/x", check=False).stdout, "its /tmp is its own"
    # A device that its user might open by its mode, but that is none of the service's.
    cgroup = system.run("cat", f"/proc/{main}/cgroup").stdout.strip().partition("::")[2]
    tried = system.run(
        "sh",
        "-c",
        f"echo $$ > /sys/fs/cgroup{cgroup}/cgroup.procs && exec head -c1 /dev/loop-of-others",
        check=False,
    )
    assert "not permitted" in tried.stderr, tried.stderr


def test_on_a_running_system_it_is_installed_with_what_analyses(system: System) -> None:
    said = system.run("sh", SCRIPT, "install").stdout
    assert "installing GNU Backgammon" in said and "could not" not in said, said
    system.wait("ActiveState", "active")


def test_matches_are_analysed_as_the_service_runs_and_wait_for_all_others(system: System) -> None:
    (system.root / "var/lib/tableside/hand.mat").write_text(HAND)
    told = json.loads(system.once(TABLESIDE, "analyse", "/var/lib/tableside/hand.mat", "--json"))
    assert told["program"].startswith("GNU Backgammon 1.") and told["notes"] == []
    assert [len(game["turns"]) > 0 for game in told["games"]] == [True, True]
    code = "import os; from device.library.analysis.gentle_process import gently; os.execvp('nice', [*gently(), 'sh', '-c', 'nice; ionice; chrt -p 0'])"
    nice, disk, policy, _ = system.once("/opt/tableside/venv/bin/python", "-c", code).splitlines()
    assert (nice, disk, policy.split()[-1]) == ("19", "idle", "SCHED_IDLE")


def test_killed_it_comes_back(system: System) -> None:
    main = system.show("MainPID")
    system.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", "tableside")
    system.wait("NRestarts", "1")
    system.wait("ActiveState", "active")
    assert system.show("MainPID") != main


def test_standing_still_it_is_started_anew_by_the_watchdog(system: System) -> None:
    folder = system.root / "etc/systemd/system/tableside.service.d"
    folder.mkdir(exist_ok=True)
    (folder / "test.conf").write_text(f"[Service]\nWatchdogSec={WATCHDOG}\nTimeoutAbortSec=1\n")
    system.run("systemctl", "daemon-reload")
    system.run("systemctl", "restart", "tableside")
    system.run("systemctl", "kill", "--kill-whom=main", "--signal=STOP", "tableside")
    system.wait("NRestarts", "1", WATCHDOG + 60)
    system.wait("ActiveState", "active")
    assert "watchdog" in system.run("journalctl", "--no-pager", "-u", "tableside").stdout.lower()
    (folder / "test.conf").unlink()


def test_an_upgrade_on_a_running_system_starts_it_anew_and_tells_the_pin(system: System) -> None:
    main = system.show("MainPID")
    said = system.run("sh", SCRIPT, "install").stdout
    assert re.search(r"with the code \d{6}", said), said
    assert "GNU Backgammon" not in said, "it is there"
    system.wait("ActiveState", "active")
    assert system.show("MainPID") != main


def test_taken_off_the_data_and_settings_stay(system: System) -> None:
    data = system.root / "var/lib/tableside/tableside.db"
    assert data.exists()
    for _ in range(2):
        assert "/var/lib/tableside" in system.run("sh", SCRIPT, "uninstall").stdout
        assert data.exists() and (system.root / "etc/tableside/tableside.toml").exists()
        assert not (system.root / "opt/tableside").exists()
        assert not (system.root / "usr/local/bin/tableside").is_symlink()
        assert system.show("LoadState") == "not-found"
    assert not system.run("find", "/proc", "-maxdepth", "1", "-user", "tableside").stdout
    assert system.run("id", "tableside").returncode == 0, "the data's owner stays"
