"""All that reads what others wrote, by name, each with the errors in which it says that this is none; and small inputs that are read."""

import json
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "engine"))

Parser = Callable[[bytes], object]


def parsers() -> Mapping[str, Parser]:
    """What reads a text or a file of others, each with the errors in which it says that this is none."""
    from device.club.link.seen_table import parse_snapshot
    from device.club.link.wire import About, Batch, LogManifest, ResendRequest, ResentPart, Want
    from device.club.tournament.event_store import KINDS, decode_entry
    from device.errors import DeviceError
    from device.ops.backup import check_backup
    from device.ops.backup.copy_wire import CopyAsk, CopyOffer, CopyPart, CopyQuery, parse_answer
    from device.store.log.event_codec import EVENTS, decode_event, decode_message
    from device.store.settings import parse_settings
    from device.store.settings.game_file import game_in
    from engine.board import Side
    from engine.errors import EngineError
    from engine.games import find_game
    from engine.plays.notation import parse_play
    from engine.position_parsing import parse_position
    from vision.board_model import BoardModel
    from vision.errors import VisionError

    folder = Path(tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm" if Path("/dev/shm").exists() else None))
    backgammon = find_game("backgammon")
    start = backgammon.start  # type: ignore[union-attr]
    heard = (About.parse, Batch.parse, Want.parse, ResendRequest.parse, ResentPart.parse, LogManifest.parse,
             lambda data: parse_snapshot(data, "1"), CopyOffer.parse, CopyPart.parse, CopyAsk.parse, CopyQuery.parse, parse_answer)  # fmt: skip

    def filed(name: str, read: Callable[[Path], object]) -> Parser:
        def one(data: bytes) -> None:
            (folder / name).write_bytes(data)
            read(folder / name)

        return one

    def kinded(kinds: Mapping[str, object], read: Callable[[str, str], object]) -> Parser:
        names = sorted(kinds)
        return lambda data: data and read(names[data[0] % len(names)], data[1:].decode(errors="replace"))

    def texts(read: Callable[[str], object]) -> Parser:
        return lambda data: read(data.decode(errors="replace"))

    found: Mapping[str, Parser] = {
        "settings": texts(parse_settings),
        "game": filed("game.toml", game_in),
        "board": filed("board.json", BoardModel.load),
        "backup": filed("backup.zip", check_backup),
        "events": kinded(EVENTS, decode_event),
        "messages": texts(decode_message),
        "entries": kinded(KINDS, decode_entry),
        "wire": lambda data: data and heard[data[0] % len(heard)](data[1:]),
        "positions": texts(parse_position),
        "plays": texts(lambda text: parse_play(backgammon, start, Side.WHITE, None, text)),
    }
    told = (EngineError, DeviceError, VisionError, RecursionError)

    def guarded(read: Parser) -> Parser:
        def one(data: bytes) -> None:
            with suppress(*told):
                read(data)

        return one

    return {name: guarded(read) for name, read in found.items()}


def record_parser(name: str) -> Parser:
    """What reads a format of records."""
    from device.errors import RecordError
    from device.library.records.record_format import Contents
    from device.library.records.record_formats import FORMATS
    from engine.errors import EngineError

    form = FORMATS[name]

    def one(data: bytes) -> None:
        # A file that nests too deep is told as such by whoever calls the parser.
        with suppress(EngineError, RecordError, RecursionError):
            for part in form.parts(Contents(data)):
                form.read(Contents(part))

    return one


def seeds() -> Mapping[str, tuple[bytes, ...]]:
    """What is read well, of as many as can be written here."""
    from bgf_files import bgf_file, told_of
    from written_matches import PLAIN

    from device.club.link.wire import About, Want
    from device.library.records.record_formats import FORMATS, WRITTEN, write_record
    from device.ops.backup.copy_wire import CopyOffer
    from device.store.log.event_codec import EVENTS, encode_event, encode_message
    from device.store.settings.sample_file import sample
    from engine.board import Side
    from engine.dice import Roll
    from engine.records.record import Record
    from engine.state.events import Thrown
    from engine.state.messages import SetRoll

    kind, body = encode_event(Thrown(Side.WHITE, Roll((3, 1))))
    backup = BytesIO()
    with zipfile.ZipFile(backup, "w") as archive:
        archive.writestr("events.jsonl", "")
        member = {
            "bytes": 0,
            "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "mtime_ns": 0,
        }
        told = {
            "program": "tableside",
            "format": 1,
            "version": "1",
            "schema": 1,
            "table": "1",
            "made": None,
            "events": 0,
        }
        archive.writestr("manifest.json", json.dumps({**told, "files": {"events.jsonl": member}}))
    text = write_record(Record(PLAIN), "mat").data
    return {
        **dict.fromkeys(FORMATS, (text,)),
        **{name: (write_record(Record(PLAIN), name).data,) for name in WRITTEN},
        "bgf": (bgf_file(told_of(PLAIN), compress=False),),
        "gam": (b" Anna                          Ben\n  1) 31: 8/5 6/5                   62: 24/18 13/11\n  2)  Doubles => 2                  Drops\n",),
        "fibs": (b"Score is 0-0 in a 3 point match.\nanna is X - ben is O\nX: (3 1) 17-20 19-20\nO: (6 2) 24-18 13-11\nX: doubles.\nO: rejects.\nX: wins 1 point.\n",),
        "bgammon": (b"bgammon-replay 00000024\ni 1702738670 anna ben 3 0 0 1 1 0\n1 r 3-1 8/5 6/5\n2 r 6-2 1/7 12/14\n1 d 2 0\n",),
        "sgg": (b"anna vs. ben\nVariant: Backgammon\nGame 1.0-0/3\n1\t31: 8/5, 6/5\n1\t\t62: 24/18, 13/11\n2\tDouble\n2\t\tPass\nanna wins 1 point.\n",),
        "settings": (sample().replace("#", "").encode(), b'[table]\nname = "1"\n[web]\nport = 80\n'),
        "game": (b'id = "mine"\nbase = "backgammon"\n',),
        "board": (b'{"version": 1, "corners": [[0, 0], [9, 0], [9, 9], [0, 9]]}',),
        "backup": (backup.getvalue(),),
        "events": (bytes([sorted(EVENTS).index(kind)]) + body.encode(),),
        "messages": (encode_message(SetRoll(Side.WHITE, Roll((3, 1)))).encode(),),
        "entries": (b"\0{}",),
        "wire": (b"\0" + About("1", "1", "http://a/", "log", "one").payload(), b"\2" + Want("log", "turn", 3).payload(),
                 b"\7" + CopyOffer("0" * 16, "a.zip", 9, "0" * 64).payload()),
        "positions": (b"W: 24(2) 13(5) 8(3) 6(5) B: bar(1) 13(5) 8(3) 6(5)",),
        "plays": (b"24/18(2) 13/7*(2)", b"bar/22 13/off"),
    }  # fmt: skip
