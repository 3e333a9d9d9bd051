"""What stands in Mosquitto's settings beside what the hub writes there: whether it starts with both, and who else it
then lets in.

Mosquitto reads its main file line by line, and where that has `include_dir` the files of a folder in their order. A
setting of who may come in counts for the `listener` above it in the same file, once `per_listener_settings true` has
been read; it does not start where such a setting comes before that line. What stands above all listeners of its file is
said of a listener of its own, on port 1883, which some of it opens.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from device.errors import BrokerError
from engine.i18n import phrase

MAIN = "mosquitto.conf"
"""The file that Mosquitto is started with, beside the folder that it includes."""
OF_EACH = "per_listener_settings"
SECURITY = frozenset(
    {
        "acl_file",
        "allow_anonymous",
        "allow_zero_length_clientid",
        "auth_plugin",
        "auto_id_prefix",
        "password_file",
        "plugin",
        "psk_file",
    }
)
"""What is said of who may come in."""
ADMITS = frozenset({"auth_plugin", "password_file", "plugin", "psk_file"})
"""What lets in people by something that they know."""
OPENS = ADMITS | {
    "bind_address",
    "bind_interface",
    "cafile",
    "capath",
    "certfile",
    "keyfile",
    "max_connections",
    "mount_point",
    "port",
    "protocol",
    "require_certificate",
}
"""What has Mosquitto listen, where it stands above all listeners of its file."""
USUAL_PORT = 1883
LOOPBACK = ("127.", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A line of a settings file, and where it stands."""

    path: Path
    number: int
    word: str
    value: str

    @property
    def is_on(self) -> bool:
        """Whether a switch is set."""
        return self.value in ("true", "1")

    def __str__(self) -> str:
        return f"`{self.word} {self.value}` ({self.path}, line {self.number})"


@dataclass
class Listening:
    """A port that Mosquitto listens on: what opened it, at which address (empty: at all), and what is said of it."""

    opened: SettingLine | None = None
    port: int = USUAL_PORT
    address: str = ""
    security: dict[str, SettingLine] = field(default_factory=dict)

    @property
    def is_for_others(self) -> bool:
        """Whether other computers reach it."""
        return self.port != 0 and not self.address.startswith(LOOPBACK)

    @property
    def lets_all_in(self) -> bool:
        """Whether nobody is asked for a password."""
        return (line := self.security.get("allow_anonymous")) is not None and line.is_on

    def meets(self, other: "Listening") -> bool:
        """Whether the two cannot be there at a time."""
        return self.port == other.port != 0 and (
            self.address == other.address
            or any(each.address in ("", "0.0.0.0", "::") for each in (self, other))
        )


def told_before(ours: Path, gone: Collection[Path] = ()) -> bool:
    """Whether what is to be the first line of our file has been said before it: a second time Mosquitto takes it for a
    mistake.
    """
    lines = _lines_with({ours: "listener 1\n"}, gone)
    ahead = []
    for line in lines:
        if line.path == ours:
            break
        ahead.append(line)
    switches = [line for line in ahead if line.word == OF_EACH]
    return bool(switches) and switches[-1].is_on


def check_beside(written: Mapping[Path, str], gone: Collection[Path] = ()) -> tuple[str, ...]:
    """What people should know of Mosquitto's settings once these files are `written` into the folder that it includes
    and some are `gone`, a sentence each. Raises BrokerError where it would not start, or not heed what is written.
    """
    said: SettingLine | None = None
    of_each = False
    default, every, current = Listening(), list[Listening](), dict[Path, Listening]()
    for line in _lines_with(written, gone):
        if line.word == OF_EACH:
            if line.is_on and said is not None:
                raise BrokerError(_too_late(line, said, once_more=of_each))
            if of_each and not line.is_on:
                raise BrokerError(
                    phrase("{line} has Mosquitto let in at all ports alike: take that line out", line=line)
                )
            of_each = line.is_on
        elif line.word == "listener":
            port, _, address = line.value.partition(" ")
            every.append(Listening(line, _number(port), address.strip()))
            current[line.path] = every[-1]
            continue
        where = current.get(line.path, default)
        if line.word in SECURITY:
            said = said or line
            where.security[line.word] = line
        if where is default and line.word in OPENS and line.value not in ("false", "-1", "mqtt"):
            default.opened = default.opened or line
            if line.word == "port":
                default.port = _number(line.value)
            if line.word == "bind_address":
                default.address = line.value
    if default.opened is not None:
        every.append(default)
    _need_ports_of_their_own(every)
    others = [
        each for each in every if each.opened and each.opened.path not in written and each.is_for_others
    ]
    return tuple(sentence for each in others if (sentence := _heed(each, default)))


def _need_ports_of_their_own(every: list[Listening]) -> None:
    for n, one in enumerate(every):
        for other in every[:n]:
            if one.meets(other):
                raise BrokerError(
                    phrase(
                        "{one} and {other} have Mosquitto listen on port {port} twice, by which it does not start: "
                        "take one of the two out, or give it another port",
                        one=other.opened,
                        other=one.opened,
                        port=one.port,
                    )
                )


def _too_late(switch: SettingLine, said: SettingLine, *, once_more: bool) -> str:
    if once_more:
        return f"{switch} is said once more, by which Mosquitto does not start: take that line out"
    return (
        f"{said} comes before {switch.path}, by which Mosquitto does not start: take it out, or move it, below the "
        f"`listener` that it is said of, into a file of its own in {switch.path.parent}"
    )


def _heed(other: Listening, default: Listening) -> str:
    """What people should know of a port that is not ours; empty: nothing."""
    where = f"Port {other.port}, which {other.opened} opens,"
    mend = "take it out, or give it an `acl_file` that lets nobody write below the hub's prefix"
    if "acl_file" in other.security or other.security.keys() & {"plugin", "auth_plugin"}:
        return ""
    if other.lets_all_in:
        return f"{where} lets everybody in, who can pass for any table there: {mend}."
    if other.security.keys() & ADMITS:
        return f"{where} lets in whoever has a password there, who can pass for any table: {mend}."
    if other is not default and default.security:
        stray = next(iter(default.security.values()))
        return f"{where} lets nobody in any more: {stray} counts for it once it stands below that line."
    return ""


def _lines_with(written: Mapping[Path, str], gone: Collection[Path]) -> Iterator[SettingLine]:
    """All lines in the order in which Mosquitto reads them. Raises BrokerError."""
    folder = next(iter(written)).parent
    main = folder.parent / MAIN
    try:
        if not main.is_file():
            yield from _folder_lines(folder, written, gone)
            return
        is_included = False
        for line in _parsed(main, main.read_text(encoding="utf-8", errors="replace")):
            if line.word != "include_dir":
                yield line
                continue
            included = Path(line.value)
            if included.resolve() == folder.resolve():
                included, is_included = folder, True
            yield from _folder_lines(included, written, gone)
    except OSError as error:
        raise BrokerError(
            phrase("{file} cannot be read ({reason}): use sudo", file=error.filename, reason=error.strerror)
        ) from error
    if not is_included:
        raise BrokerError(
            phrase(
                "{main} does not read {folder}: write the line `include_dir {folder}` into it",
                main=main,
                folder=folder,
            )
        )


def _folder_lines(folder: Path, written: Mapping[Path, str], gone: Collection[Path]) -> Iterator[SettingLine]:
    there = {each for each in folder.glob("*.conf") if each not in gone} | {
        each for each in written if each.parent == folder
    }
    for path in sorted(there, key=_rank):
        text = written.get(path)
        yield from _parsed(path, path.read_text(encoding="utf-8", errors="replace") if text is None else text)


def _rank(path: Path) -> list[tuple[str, str]]:
    """Mosquitto's order: whatever the letters' size, and where all else is alike large ones first."""
    return [(letter.upper(), letter) for letter in path.name]


def _parsed(path: Path, text: str) -> Iterable[SettingLine]:
    for number, line in enumerate(text.split("\n"), 1):
        word, _, value = line.strip("\r ").partition(" ")
        if word and not word.startswith("#"):
            yield SettingLine(path, number, word, value.strip())


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() else 0
