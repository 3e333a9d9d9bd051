"""Prints how a table serves a room full of phones: `python tests/bench/phones.py [--https] [PHONES...]` (50 and 200 by
default); with --https over its own certificate.

The service runs as people run it, on the simulated board, in a process of its own. Phones are connections
from addresses of their own on this machine that do what the page's script does: follow the stream, or ask now
and then where all places are taken. One of them is a real Chromium, which tells when the change stood on its
screen. What is measured is the time from sending a referee's command to hearing of it.
"""

import http.client
import json
import selectors
import socket as sockets
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.store.settings.table_settings import HTTPS_AFTER
from tests.ports import kept_port
from tests.webui.conftest import CHROMIUM

ROOT = Path(__file__).resolve().parents[2]
PIN = "4711"
CHANGES = 30
"""How many changes are timed with every number of phones."""
BETWEEN = 0.25
"""Seconds between two of them."""
SLOW = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
"""A slow phone link, as browsers' tools define slow 4G: 1.6 Mbit/s down, 150 ms there and back."""
POLL = 3.0
"""Seconds after which a phone without a place asks again, as webui/static/stream.js does."""


@dataclass(frozen=True)
class Way:
    """How the service is reached on this machine: by which port, and whether over TLS, whose certificate nobody knows."""

    port: int
    tls: ssl.SSLContext | None = None

    @property
    def address(self) -> str:
        return f"{'http' if self.tls is None else 'https'}://127.0.0.1:{self.port}/"

    def socket(self, source: str) -> "sockets.socket":
        line = sockets.create_connection(("127.0.0.1", self.port), 10, (source, 0))
        return line if self.tls is None else self.tls.wrap_socket(line)

    def connection(self, source: str = "") -> http.client.HTTPConnection:
        if self.tls is None:
            return http.client.HTTPConnection("127.0.0.1", self.port, 10, (source, 0))
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=10, source_address=(source, 0), context=self.tls
        )


def any_certificate() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@dataclass
class Phone:
    """A phone that follows the stream, or polls; `heard` is when it first knew of each number."""

    number: int
    way: Way
    socket: "sockets.socket | None" = None
    status: int = 0
    retry_after: str | None = None
    left: bytes = b""
    heard: dict[int, float] = field(default_factory=dict)
    poll_at: float = 0.0
    polls: list[float] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"127.0.{1 + self.number // 200}.{1 + self.number % 200}"

    def open(self) -> None:
        self.socket = self.way.socket(self.address)
        self.socket.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{self.way.port}\r\n\r\n".encode())

    def read(self) -> None:
        assert self.socket is not None
        self.left += self.socket.recv(65536)
        while isinstance(self.socket, ssl.SSLSocket) and self.socket.pending():
            self.left += self.socket.recv(65536)
        if not self.status and b"\r\n\r\n" in self.left:
            head, self.left = self.left.split(b"\r\n\r\n", 1)
            self.status = int(head.split(b" ", 2)[1])
            headers = http.client.parse_headers(_Lines(head.split(b"\r\n", 1)[1] + b"\r\n\r\n"))
            self.retry_after = headers.get("Retry-After")
        now = time.time()
        while self.status == 200 and b"\n\n" in self.left:
            event, self.left = self.left.split(b"\n\n", 1)
            for line in event.split(b"\n"):
                name = line.split(b"\r\n")[-1]
                if name.startswith(b"id: "):
                    self.heard.setdefault(int(name[4:]), now)

    def poll(self) -> None:
        """Asks for the snapshot, on a connection of its own."""
        begun = time.time()
        connection = self.way.connection(self.address)
        connection.request("GET", "/api/state")
        answer = connection.getresponse()
        body = json.loads(answer.read())
        connection.close()
        self.polls.append(time.time() - begun)
        assert answer.status == 200, answer.status
        self.heard.setdefault(body["seq"], time.time())


class _Lines:
    """Bytes as a file of lines, for the parser of headers."""

    def __init__(self, data: bytes) -> None:
        self._lines = iter(data.splitlines(keepends=True))

    def readline(self, _: int = -1) -> bytes:
        return next(self._lines, b"")


class Referee:
    """Who changes something at the table: the score, to and fro."""

    def __init__(self, way: Way) -> None:
        self.way, self.cookie = way, ""
        self.post("/api/login", {"pin": PIN})

    def post(self, path: str, body: object) -> None:
        connection = self.way.connection()
        headers = {"Content-Type": "application/json", "X-Tableside": "1", "Cookie": self.cookie}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status < 300, (path, answer.status)
        if answer.getheader("Set-Cookie"):
            self.cookie = str(answer.getheader("Set-Cookie")).split(";")[0]
        connection.close()

    def names(self, name: str) -> None:
        self.post("/api/command", {"type": "set_names", "white": name, "black": "Ben"})


def main(numbers: list[int], *, https: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, kept_port() as port:
        settings = Path(folder) / "tableside.toml"
        settings.write_text(f'[web]\npin = "{PIN}"\nport = {port}\n')
        way = Way(port + HTTPS_AFTER, any_certificate()) if https else Way(port)
        command = [
            sys.executable,
            "-c",
            "from device.cli.main import main; main()",
            "run",
            "--camera",
            "simulated",
        ]
        service = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--data", folder, "--config", str(settings)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )
        try:
            wait_for(way)
            first_paint(way)
            for number in numbers:
                room(number, way, service.pid)
                time.sleep(6)  # until the service has learnt that they are gone
        finally:
            service.terminate()
            service.wait()


def wait_for(way: Way) -> None:
    deadline = time.time() + 60
    while time.time() < deadline:
        try:
            connection = way.connection()
            connection.request("GET", "/api/state")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the service does not answer")


def first_paint(way: Way) -> None:
    """A line for every language: bytes over the wire, and the first paint over a slow link."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        for language in ("en", "fi", "ru", "el"):
            context = chromium.new_context(
                viewport={"width": 390, "height": 844}, locale=language, ignore_https_errors=True
            )
            page = context.new_page()
            client = context.new_cdp_session(page)
            client.send("Network.enable")
            client.send("Network.emulateNetworkConditions", SLOW)
            received: list[int] = []
            client.on(
                "Network.dataReceived", lambda each, got=received: got.append(each["encodedDataLength"])
            )
            page.goto(way.address, wait_until="commit")
            painted = page.evaluate(
                """new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()[0].startTime))
                     .observe({ type: "paint", buffered: true }))"""
            )
            at_paint = sum(received)
            page.wait_for_selector("body[data-connection=live]")
            print(
                f"first paint in {language}: {painted:.0f} ms with {at_paint / 1000:.0f} kB over a slow link, "
                f"{sum(received) / 1000:.0f} kB until it is live"
            )
            context.close()
        chromium.close()


def room(number: int, way: Way, pid: int) -> None:
    """What `number` phones hear of a change, and when."""
    from playwright.sync_api import sync_playwright

    referee = Referee(way)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 390, "height": 844}, ignore_https_errors=True)
        page.goto(way.address)
        page.wait_for_selector("body[data-connection=live]")
        page.evaluate(
            """() => { window.seen = {}; new MutationObserver(() => requestAnimationFrame(() => {
                 const name = document.querySelector('[data-side=W] [data-field=name]').textContent;
                 window.seen[name] ??= performance.timeOrigin + performance.now();
               })).observe(document.body, { subtree: true, childList: true, characterData: true }); }"""
        )
        phones = [Phone(each, way) for each in range(number - 1)]
        waiting = selectors.DefaultSelector()
        for phone in phones:
            phone.open()
            assert phone.socket is not None
            waiting.register(phone.socket, selectors.EVENT_READ, phone)
        _listen(waiting, phones, 2.0)
        before = _cpu(pid)
        began = time.time()
        sent: dict[str, float] = {}
        stream_times: list[float] = []
        for change in range(CHANGES):
            name = f"Anna {number}-{change}"
            known = {phone.number: set(phone.heard) for phone in phones}
            sent[name] = time.time()
            referee.names(name)
            _listen(waiting, phones, BETWEEN)
            for phone in phones:
                fresh = [
                    at
                    for seq, at in phone.heard.items()
                    if seq not in known[phone.number] and at >= sent[name]
                ]
                if phone.status == 200 and fresh:
                    stream_times.append(min(fresh) - sent[name])
        busy = (_cpu(pid) - before) / (time.time() - began)
        seen: dict[str, float] = page.evaluate("window.seen")
        chromium.close()
    screen = [seen[name] / 1000 - at for name, at in sent.items() if name in seen]
    statuses = Counter(phone.status for phone in phones)
    retry = {phone.retry_after for phone in phones if phone.status == 503}
    polls = [each for phone in phones for each in phone.polls]
    print(
        f"{number} phones: answers {dict(statuses)}"
        + (f", Retry-After {sorted(map(str, retry))}" if retry else "")
    )
    print(f"  event to stream: {_spread(stream_times)}, heard {len(stream_times)} times")
    print(f"  event to screen: {_spread(screen)}, seen {len(screen)} of {CHANGES} changes")
    if polls:
        print(f"  polling instead: {_spread(polls)} an answer, {len(polls)} answers")
    print(f"  the service takes {busy:.0%} of a core, {_memory(pid):.0f} MB")
    for phone in phones:
        if phone.socket is not None:
            phone.socket.close()


def _listen(waiting: selectors.BaseSelector, phones: list[Phone], seconds: float) -> None:
    until = time.time() + seconds
    while (left := until - time.time()) > 0:
        for key, _ in waiting.select(min(left, 0.05)):
            phone: Phone = key.data
            phone.read()
            if phone.status == 503 and phone.socket is not None:
                waiting.unregister(phone.socket)
                phone.socket.close()
                phone.socket = None
                phone.poll_at = time.time() + POLL * (phone.number % 50) / 50
        for phone in phones:
            if phone.socket is None and time.time() >= phone.poll_at:
                phone.poll()
                phone.poll_at = time.time() + POLL


def _spread(times: list[float]) -> str:
    if not times:
        return "never"
    ordered = sorted(each * 1000 for each in times)
    return (
        f"median {statistics.median(ordered):.0f} ms, p95 {ordered[int(len(ordered) * 0.95)]:.0f}, "
        f"worst {ordered[-1]:.0f}"
    )


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _memory(pid: int) -> float:
    lines: Any = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


if __name__ == "__main__":
    asked = [each for each in sys.argv[1:] if each != "--https"]
    main([int(each) for each in asked] or [50, 200], https="--https" in sys.argv)
