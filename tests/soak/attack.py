"""Floods a table that is served as in earnest, and tells what desk and phones notice: `python tests/soak/attack.py [SECONDS]`.

The service runs as people run it, on the simulated board, in a process of its own, to which every loopback address is a device of
its own. Eight addresses hold 150 connections each: reading dear pages, reading files, asking and not reading, asking a
byte at a time; or open as many as they can, one after the other, to greet over TLS and go. Meanwhile a referee says something twice a second, and a phone follows the stream. Then 252 addresses guess PINs.
Nothing but loopback is touched.
"""

import http.client
import json
import re
import selectors
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Self

from tests.ports import kept_port

ROOT = Path(__file__).resolve().parents[2]
PIN = "471147"
LOST = 30.0
"""So many seconds count where nothing is heard any more."""
OWN = {"X-Tableside": "1", "Content-Type": "application/json"}
ADDRESSES, EACH = 8, 150
BETWEEN = 0.5
SERVED = Path(__file__).with_name("attacked_table.py")
"""What runs the service."""
SLOWED = 0.5
"""Of the looks a second that there are in peace, so many are wanted while a crowd is there."""
BOUNDS = {"desk p99 s": 1.0, "events p99 s": 1.0, "memory MB": 450.0, "unanswered": 0.0}
"""What is asked."""
LOOKS = "looks a second"


def greeting() -> bytes:
    """What a browser says first over TLS, which costs nothing to say once more."""
    spoken = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), spoken, server_hostname="table").do_handshake()
    return spoken.read()


def memory(pid: int) -> float:
    """The megabytes that a process holds."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


class Referee:
    """Somebody at the desk, with one connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        answer, _ = self.post("/api/login", {"pin": PIN}, {})
        self._cookie = {"Cookie": str(answer.getheader("Set-Cookie")).partition(";")[0]}

    def post(
        self, path: str, body: object, more: dict[str, str] | None = None
    ) -> tuple[http.client.HTTPResponse, float]:
        """Sends something; the answer, and after how many seconds it was there."""
        begun = time.monotonic()
        line = http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=30, source_address=("127.0.0.200", 0)
        )
        line.request("POST", path, json.dumps(body), {**OWN, **(self._cookie if more is None else more)})
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer, time.monotonic() - begun


class Phone:
    """A phone that follows the stream, and remembers when it heard of each name."""

    def __init__(self, port: int) -> None:
        self.heard: dict[str, float] = {}
        self._line = socket.create_connection(("127.0.0.1", port), 30, ("127.0.0.201", 0))
        self._line.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        with suppress(OSError), self._line.makefile("rb") as lines:
            for line in lines:
                if line.startswith(b"data:") and b'"white"' in line:
                    with suppress(ValueError, LookupError, TypeError):
                        name = json.loads(line[5:])["match"]["white"]
                        self.heard.setdefault(name, time.monotonic())


class Newcomers:
    """Phones that come into the room one after the other, each from an address of its own, and open the live page for the
    first time; `took` tells how many seconds each had to wait for it, its scripts and styles.
    """

    def __init__(self, port: int) -> None:
        self.took: list[float] = []
        self._port = port
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._come, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(2 * LOST)

    def _come(self) -> None:
        for host in range(2, 254):
            begun = time.monotonic()
            page = self._fetch(host, "/", begun)
            for path in sorted({*re.findall(r'(?:href|src)="(/static/[^"]+)"', page)}):
                self._fetch(host, path, begun)
            self.took.append(min(LOST, time.monotonic() - begun))
            if self._stop.wait(BETWEEN):
                return

    def _fetch(self, host: int, path: str, begun: float) -> str:
        while time.monotonic() < begun + LOST and not self._stop.is_set():
            line = http.client.HTTPConnection(
                "127.0.0.1", self._port, timeout=LOST, source_address=(f"127.0.2.{host}", 0)
            )
            with suppress(OSError, http.client.HTTPException):
                line.request("GET", path, headers={"Accept": "text/html"})
                answer = line.getresponse()
                text = answer.read().decode("utf-8", "replace")
                line.close()
                if answer.status == 200:
                    return text
                # a browser comes again when it is told to
                self._stop.wait(float(answer.getheader("Retry-After") or 1))
            line.close()
        return ""


class Crowd:
    """1,200 connections that are a nuisance in one of four ways, or ever new ones, until they are stopped."""

    def __init__(self, port: int, secure: int, how: str) -> None:
        self._port, self._how = secure if how == "greeting" else port, how
        self._stop = threading.Event()
        self.held = self.answered = 0
        does = self._greet if how == "greeting" else self._sit
        self._threads = [
            threading.Thread(target=does, args=(host,), daemon=True) for host in range(ADDRESSES)
        ]

    def __enter__(self) -> Self:
        for each in self._threads:
            each.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for each in self._threads:
            each.join(10)

    def _open(self, host: int) -> socket.socket | None:
        try:
            line = socket.create_connection(("127.0.0.1", self._port), 5, (f"127.0.0.{2 + host}", 0))
        except OSError:
            return None
        line.setblocking(False)
        return line

    def _greet(self, host: int) -> None:
        hello = greeting()
        while not self._stop.is_set():
            line = self._open(host)
            if line is None:
                continue
            self.held = 1
            with line, selectors.DefaultSelector() as waiting, suppress(OSError):
                line.send(hello)
                waiting.register(line, selectors.EVENT_READ)
                self.answered += bool(waiting.select(1.0)) and bool(line.recv(65536))

    def _sit(self, host: int) -> None:
        path = "/static/desk.js" if self._how == "files" else "/matches/1"
        ask = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n".encode()
        lines: list[socket.socket] = []
        opens_at = 0.0
        while not self._stop.is_set():
            # who is turned away comes again a second later
            may_open, opens_at = (
                (True, time.monotonic() + 1) if time.monotonic() >= opens_at else (False, opens_at)
            )
            while may_open and len(lines) < EACH and not self._stop.is_set():
                line = self._open(host)
                if line is None:
                    break
                lines.append(line)
                with suppress(OSError):
                    line.send(ask[:1] if self._how == "slow" else ask)
            self.held = max(self.held, len(lines))
            with selectors.DefaultSelector() as waiting:
                for line in lines:
                    waiting.register(line, selectors.EVENT_READ)
                for key, _ in waiting.select(0.2):
                    line = key.fileobj
                    assert isinstance(line, socket.socket)
                    if self._how == "not reading":
                        with suppress(OSError):
                            line.send(ask)
                        continue
                    try:
                        gone = not line.recv(65536)
                        self.answered += 1
                        if not gone and self._how in ("reading", "files"):
                            line.send(ask)
                    except BlockingIOError:
                        gone = False
                    except OSError:
                        gone = True
                    if gone:
                        lines.remove(line)
                        line.close()
            if self._how == "slow":
                for line in lines:
                    with suppress(OSError):
                        line.send(b"X")
                self._stop.wait(1.0)
            elif self._how == "not reading":
                self._stop.wait(0.2)
        for line in lines:
            line.close()


def p99(times: list[float]) -> float:
    """The value that 99 of 100 do not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.99))] if times else 999.0


def reached(said: Mapping[str, float], heard: Mapping[str, float]) -> list[float]:
    """How long after each name was said, one after the other, a phone had heard of it, or of a later one: who is slow is
    told the newest alone.
    """
    found, latest = list[float](), float("inf")
    for name, at in reversed(said.items()):
        latest = min(latest, heard.get(name, latest))
        found.append(min(latest - at, LOST))
    return found


def flood(port: int, secure: int, pid: int, looks: Path, how: str, seconds: float) -> dict[str, float]:
    """What desk and phone notice of a crowd of that kind."""
    referee, phone = Referee(port), Phone(port)
    desk: list[float] = []
    said: dict[str, float] = {}
    most, refused = memory(pid), 0
    with (
        Crowd(port, secure, how) if how != "nobody" else nullcontext() as crowd,
        Newcomers(port) as newcomers,
    ):
        begun, seen = time.monotonic(), looks.stat().st_size
        written = looks.with_name(f"{looks.name}.log").read_text().count("\n")
        while time.monotonic() < begun + seconds:
            name = f"{how} {len(said)}"
            said[name] = time.monotonic()
            try:
                answer, took = referee.post(
                    "/api/command", {"type": "set_names", "white": name, "black": "Ben"}
                )
                refused += answer.status != 202
            except OSError:
                took, refused = 30.0, refused + 1
            desk.append(took)
            most = max(most, memory(pid))
            time.sleep(BETWEEN)
        rate = (looks.stat().st_size - seen) / (time.monotonic() - begun)
        time.sleep(2)
    events = reached(said, phone.heard)
    writing = [float(each) for each in looks.with_name(f"{looks.name}.log").read_text().split()[written:]]
    if crowd is not None:
        print(f"  ({crowd.held} connections of one address at most, {crowd.answered} answers read)")
    told = {"desk p99 s": p99(desk), "events p99 s": p99(events), "memory MB": most, "unanswered": refused}
    # of an event that comes late it tells whether the disk was slow
    of_it = {"writing the log p99 s": p99(writing), "a new phone's page p99 s": p99(newcomers.took)}
    return {**told, **of_it, LOOKS: rate}


def guess(port: int, seconds: float) -> tuple[int, int]:
    """How many PINs 252 addresses try, and how many of these tries are even looked at."""
    tried = looked_at = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for host in range(2, 254):
            if time.monotonic() >= end:
                break
            line = http.client.HTTPConnection(
                "127.0.0.1", port, timeout=30, source_address=(f"127.0.1.{host}", 0)
            )
            with suppress(OSError, http.client.HTTPException):
                line.request("POST", "/api/login", json.dumps({"pin": f"{tried % 10**6:06d}"}), OWN)
                looked_at += line.getresponse().status == 401
                tried += 1
            line.close()
    return tried, looked_at


def main(seconds: float) -> int:
    """Attacks in all ways, one after the other; 1 where a bound is not kept."""
    broken: list[str] = []
    peace = 0.0
    with tempfile.TemporaryDirectory() as data, kept_port() as port, kept_port() as secure:
        settings = Path(data) / "tableside.toml"
        web = f'host = "127.0.0.1"\nport = {port}\npin = "{PIN}"\nhttps_port = {secure}'
        settings.write_text(f"[web]\n{web}\n")
        looks = Path(data) / "looks"
        words = [
            sys.executable,
            str(SERVED),
            str(looks),
            "run",
            "--camera",
            "simulated",
            "--config",
            str(settings),
            "--data",
            data,
        ]
        said = Path(data) / "said"
        with said.open("wb") as file:
            served = subprocess.Popen(words, cwd=ROOT, stdout=file, stderr=file)
        try:
            for _ in range(600):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                if served.poll() is not None:
                    sys.exit(f"the table does not start: {said.read_text()}")
                time.sleep(0.1)
            for how in ("nobody", "reading", "files", "not reading", "slow", "greeting"):
                told = flood(port, secure, served.pid, looks, how, seconds)
                peace = told[LOOKS] if how == "nobody" else peace
                print(
                    f"{how:12}", "  ".join(f"{name} {value:.2f}" for name, value in told.items()), flush=True
                )
                broken += [f"{how}: {name}" for name, bound in BOUNDS.items() if told[name] > bound]
                broken += [f"{how}: {LOOKS}"] if told[LOOKS] < SLOWED * peace else []
            tried, looked_at = guess(port, seconds)
            print(f"252 addresses tried {tried} PINs in {seconds:.0f} s, of which {looked_at} were looked at")
            broken += ["guessing"] if looked_at > 20 + seconds / 600 + 1 else []
        finally:
            served.terminate()
            served.wait(30)
    print("not kept: " + ", ".join(broken) if broken else "all bounds are kept")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0))
