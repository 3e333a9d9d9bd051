"""Writes .xg files by their description alone, for the tests of what reads them; analysis is left blank."""

import struct
import zlib
from datetime import date

from engine.board import Side
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match
from engine.position import Position

RECORD = 2560
_ANSWERS = {CubeAction.PASS: 0, CubeAction.TAKE: 1, CubeAction.BEAVER: 2, CubeAction.RACCOON: 2, None: -1}
_HOW = {"passed": 0, "single": 1, "gammon": 2, "backgammon": 3, "resigned": 101}


def xg_file(match: Match, *, event: str = "", day: date = date(2025, 11, 4)) -> bytes:
    """The match as an .xg file of version 30."""
    records = [_header(match, event, day)]
    for number, game in enumerate(match.games, 1):
        records += _game(match, game, number)
    records.append(_record(5, struct.pack("<3xiii", 0, 0, 0)))
    files = {"temp.xgi": records[0], "temp.xg": b"".join(records), "temp.xgr": b"", "temp.xgc": b""}
    return archive(files)


def archive(files: dict[str, bytes], *, plain: bool = False, beside: dict[str, bytes] | None = None) -> bytes:
    """Files in the container of .xg files; `plain`: not compressed. `beside`: others, compressed already."""
    body, index = b"", b""
    for name, data in (files | (beside or {})).items():
        held = zlib.compress(data) if name in files and not plain else data
        index += struct.pack(
            "<256s256siiiIBBxx",
            _short(name),
            b"",
            len(data),
            len(held),
            len(body),
            zlib.crc32(data),
            plain,
            6,
        )
        body += held
    packed = index if plain else zlib.compress(index)
    header = struct.pack("<4siiqi", b"RGMH", 1, 8232, 0, 0)
    about = struct.pack(
        "<IiiiiI12x",
        zlib.crc32(body + packed),
        len(files | (beside or {})),
        1,
        len(packed),
        len(body),
        not plain,
    )
    return header.ljust(8232, b"\0") + body + packed + about


def _record(kind: int, body: bytes) -> bytes:
    return (bytes(8) + bytes([kind]) + body).ljust(RECORD, b"\0")


def _header(match: Match, event: str, day: date) -> bytes:
    record = bytearray(_record(0, _short(match.white, 41) + _short(match.black, 41)))
    variation = {"backgammon": 0, "nackgammon": 1, "hypergammon": 2}[match.game_id]
    terms = (match.terms.crawford, match.terms.jacoby, match.terms.beaver, False)
    struct.pack_into("<ii4B", record, 92, match.length or 99999, variation, *terms)
    struct.pack_into("<d", record, 128, (day - date(1899, 12, 30)).days + 0.75)
    struct.pack_into("<iI", record, 552, 30, 0x494C4D44)
    for place, text in enumerate((event, match.white, match.black, "", "")):
        record[622 + 258 * place : 880 + 258 * place] = text.encode("utf-16-le")[:256].ljust(258, b"\0")
    return bytes(record)


def _game(match: Match, game: Game, number: int) -> list[bytes]:
    start = _board(game.start)
    doubles = [turn for turn in game.turns if isinstance(turn, CubeTurn)]
    automatic = doubles[0].before.raises if doubles and doubles[0].before is not None else 0
    head = struct.pack(
        "<3xiiB26bxiBxxxiii",
        game.score.white,
        game.score.black,
        game.crawford,
        *start,
        number,
        0,
        -1,
        -1,
        automatic,
    )
    # Before the first roll XG keeps a decision that is none.
    records = [_record(1, head), _record(2, struct.pack("<3xiiiiii26b", 1, -2, -1, -1, -1, 0, *start))]
    position, cube = game.start, Cube()
    for turn in game.turns:
        active = 1 if turn.side is Side.WHITE else -1
        if isinstance(turn, CubeTurn):
            raccoon = 2 if turn.answer is CubeAction.RACCOON else 1
            told = (active, 1, _ANSWERS[turn.answer], raccoon, 0, _power(cube), *_board(position))
            records.append(_record(2, struct.pack("<3xiiiiii26b", *told)))
            cube = _answered(cube.offered(turn.side), turn.answer)
        else:
            records.append(_move(turn, position, cube, active))
            position = turn.after
    if game.result is not None and game.result.winner is not None:
        winner = 1 if game.result.winner is Side.WHITE else -1
        how = _HOW[game.result.how]
        records.append(_record(4, struct.pack("<3xiiBxxxiii", 0, 0, 0, winner, game.result.points, how)))
    return records


def _answered(offered: Cube, answer: CubeAction | None) -> Cube:
    match answer:
        case CubeAction.TAKE:
            return offered.taken()
        case CubeAction.BEAVER:
            return offered.beavered()
        case CubeAction.RACCOON:
            return offered.beavered().raised()
        case _:
            return offered


def _power(cube: Cube) -> int:
    """The power of two on the cube, negative where the second player owns it."""
    return -cube.raises if cube.owner is Side.BLACK else cube.raises


def _move(turn: CheckerTurn, before: Position, cube: Cube, active: int) -> bytes:
    assert turn.roll is not None
    steps = [site - 1 for move in turn.play.moves for site in (move.origin, move.target)]
    steps += [-1] * (8 - len(steps))
    # The board after the play is the mover's own view.
    after = [active * count for count in _board(turn.after)[::active]]
    body = struct.pack(
        "<26b26bxxxi8i2ii", *_board(before), *after, active, *steps, *turn.roll.dice, _power(cube)
    )
    return _record(3, body)


def _board(position: Position) -> list[int]:
    white, black = position.white, position.black
    return [-black[25], *(white[site] - black[25 - site] for site in range(1, 25)), white[25]]


def _short(text: str, size: int = 256) -> bytes:
    told = text.encode("cp1252", errors="replace")[: size - 1]
    return bytes([len(told)]) + told.ljust(size - 1, b"\0")
