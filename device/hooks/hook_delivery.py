"""Delivering what happened: the JSON that is told of it, to a script, to a web address or to a broker, each within its
time; or to another package.
"""

import hashlib
import hmac
import http.client
import json
import os
import select
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from device.errors import HookError
from device.packages import plugins
from device.status.text.narrator import hook_sentence
from device.store.log.happenings import Setting
from engine.i18n import Phrase, phrase
from engine.state.events import Event

if TYPE_CHECKING:
    from device.hooks.mqtt_hook import Broker
    from device.store.settings import HookSettings

_KEPT = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "XDG_RUNTIME_DIR")
"""What of the service's own environment a script is given: nothing that could be a secret."""
_MOST_SAID = 300
_MOST_HEARD = 4096
_LOOK_SECONDS = 0.1


def payload(
    name: str, event: Event, told: Mapping[str, Any], setting: Setting, *, simulated: bool
) -> dict[str, Any]:
    """What a hook is told: JSON with a sentence, who plays and how it stands, and the event as the log has it."""
    score = setting.score
    return {
        "event": name,
        "text": hook_sentence(event, setting.names, given=setting.given),
        "table": told["table"],
        "seq": told["seq"],
        "match": told["match"],
        "game": told["game"],
        "time": datetime.fromtimestamp(told["wall"], UTC).isoformat(timespec="seconds"),
        "clock_set": told["clock_set"],
        "simulated": simulated,
        "players": {"white": setting.names.white, "black": setting.names.black},
        "score": None if score is None else {"white": score.white, "black": score.black},
        "kind": told["kind"],
        "body": told["body"],
    }


def run_script(hook: "HookSettings", told: dict[str, Any]) -> None:
    """Run a script, the JSON on its standard input and the most useful of it in its environment. Raises HookError.

    After its time the script and all that it has started in its group are killed.
    """
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    environment |= {
        f"TABLESIDE_{name.upper()}": str(told[name])
        for name in ("event", "text", "table", "match", "game", "seq")
    }
    with tempfile.TemporaryFile() as given:
        given.write(json.dumps(told, ensure_ascii=False).encode())
        given.seek(0)
        try:
            process = subprocess.Popen(
                hook.run,
                stdin=given,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=environment,
                cwd="/",
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = (error.strerror if isinstance(error, OSError) else None) or error
            raise HookError(
                phrase("{script} cannot be run: {why}", script=hook.run[0], why=str(why))
            ) from error
    assert process.stderr is not None
    with process.stderr:
        said = _heard_until_end(process, process.stderr.fileno(), time.monotonic() + hook.seconds)
    if process.poll() is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise HookError(
            phrase(
                "{script} was not done after {seconds} s, and was killed",
                script=hook.run[0],
                seconds=str(hook.seconds),
            )
        )
    if process.returncode != 0:
        last = said.decode(errors="replace").strip().splitlines()[-1:]
        ended = phrase("{script} ended with {status}", script=hook.run[0], status=process.returncode)
        raise HookError(phrase("{ended}: {said}", ended=ended, said=last[0][:_MOST_SAID]) if last else ended)


def _heard_until_end(process: "subprocess.Popen[bytes]", pipe: int, until: float) -> bytes:
    """What a script said last, at its end or when its time is over; more than that is kept nowhere."""
    said, is_open = b"", True
    while process.poll() is None and (left := until - time.monotonic()) > 0:
        if is_open and select.select([pipe], [], [], min(left, _LOOK_SECONDS))[0]:
            heard = os.read(pipe, _MOST_HEARD)
            said, is_open = (said + heard)[-_MOST_HEARD:], bool(heard)
        elif not is_open:
            with suppress(subprocess.TimeoutExpired):
                process.wait(left)
    while is_open and select.select([pipe], [], [], 0)[0] and time.monotonic() < until:
        heard = os.read(pipe, _MOST_HEARD)
        said, is_open = (said + heard)[-_MOST_HEARD:], bool(heard)
    return said


def post(hook: "HookSettings", told: dict[str, Any]) -> None:
    """Post the JSON to a web address. Raises HookError, which does not say more of the address than its host."""
    address = urlsplit(hook.url)
    host, secure = address.hostname or "", address.scheme == "https"
    data = json.dumps({hook.only: told["text"]} if hook.only else told, ensure_ascii=False).encode()
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "tableside",
        "X-Tableside-Event": str(told["event"]),
        "X-Tableside-Delivery": f"{told['match']}-{told['seq']}",
    }
    if hook.secret:
        headers["X-Tableside-Signature"] = f"sha256={signature(hook.secret, data)}"
    if secure:
        connection: http.client.HTTPConnection = http.client.HTTPSConnection(
            host, address.port, timeout=hook.seconds, context=ssl.create_default_context()
        )
    else:
        connection = http.client.HTTPConnection(host, address.port, timeout=hook.seconds)
    silent = phrase("{host} did not answer within {seconds} s", host=host, seconds=str(hook.seconds))
    late = threading.Event()
    over = threading.Timer(hook.seconds, _hang_up, (connection, late))
    over.daemon = True
    over.start()
    try:
        path = (address.path or "/") + (f"?{address.query}" if address.query else "")
        connection.connect()
        if late.is_set():
            # its time was over before there was a connection that could be hung up
            raise TimeoutError
        connection.request("POST", path, data, headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as error:
        if late.is_set() or isinstance(error, TimeoutError):
            raise HookError(silent) from None
        why = str(getattr(error, "strerror", None) or error)
        raise HookError(phrase("{host} cannot be reached: {why}", host=host, why=why)) from None
    finally:
        over.cancel()
        connection.close()
    if late.is_set():
        raise HookError(silent)
    if not 200 <= status < 300:
        raise HookError(
            phrase("{host} answered {status}: look at 'url' in [[hooks]]", host=host, status=int(status))
        )


def signature(secret: str, data: bytes) -> str:
    """What shows a receiver who knows the secret that these bytes came from here:
    HMAC-SHA-256, in hexadecimal digits.
    """
    return hmac.new(secret.encode(), data, hashlib.sha256).hexdigest()


def publish(hook: "HookSettings", told: dict[str, Any], broker: "Broker | None") -> None:
    """Publish the JSON at the broker of the settings. Raises HookError."""
    from device.club.link.topics import encode

    if broker is None:
        raise HookError(phrase("no broker is set: name one as 'host' in [mqtt]"))
    topic = hook.mqtt.replace("{table}", encode(str(told["table"]))).replace("{event}", str(told["event"]))
    broker.publish(topic, json.dumps(told, ensure_ascii=False).encode(), hook.seconds)


def call(hook: "HookSettings", told: dict[str, Any]) -> None:
    """Call the function of another package (`tableside.hooks`) with the JSON. Raises HookError, whatever it raises."""
    function = plugins("hooks").get(hook.plugin)
    if function is None:
        raise HookError(_not_installed(hook.plugin))
    try:
        function(told)
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())[:_MOST_SAID]
        raise HookError(phrase("{name} failed: {why}", name=hook.plugin, why=why)) from error


def _not_installed(name: str) -> Phrase:
    return phrase("there is no hook {name}: install the package that brings it where Tableside is", name=name)


def what_is_missing(hook: "HookSettings") -> Phrase | None:
    """Why a hook's script cannot be run, as far as the file tells, or that no package brings it; None where nothing
    speaks against it.
    """
    import shutil

    if hook.plugin and hook.plugin not in plugins("hooks"):
        return _not_installed(hook.plugin)
    if not hook.run or shutil.which(hook.run[0]) is not None:
        return None
    path = Path(hook.run[0])
    if path.is_file():
        return phrase("{file} may not be run: chmod +x {file}", file=str(path))
    return phrase("there is no {file} to run", file=str(path))


def _hang_up(connection: http.client.HTTPConnection, late: threading.Event) -> None:
    late.set()
    if connection.sock is not None:
        with suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)
