"""Writes .bgf files and Smile documents by their descriptions, for the tests of what
reads them; analysis is left out.
"""

import gzip
import json
import struct
from typing import Any

from engine.board import Side
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Score
from engine.play import Play
from engine.position import Position

_PLAYERS = {Side.WHITE: -1, Side.BLACK: 1}
_ANSWERS = {CubeAction.TAKE: 2, CubeAction.PASS: 3}


def bgf_file(told: dict[str, Any], *, compress: bool = True, smile: bool = True) -> bytes:
    """A document in its container."""
    header = {"format": "BGF", "version": "1.0", "compress": compress, "useSmile": smile}
    body = Smile().document(told) if smile else json.dumps(told).encode()
    line = json.dumps(header, separators=(",", ":")).encode()
    return line + b"\n" + (gzip.compress(body, mtime=0) if compress else body)


def told_of(match: Match, **more: Any) -> dict[str, Any]:
    """A match as the document of a .bgf file."""
    last = match.games[-1] if match.games else None
    final = Score() if last is None else last.score
    if last is not None and last.result is not None:
        final = final.plus(last.result.winner, last.result.points)
    return {
        "matchlen": match.length,
        "nameGreen": match.white,
        "nameRed": match.black,
        "gameMode": 0,
        "useCrawford": True,
        "useJacoby": False,
        "useBeaver": False,
        "useCube": True,
        "finalGreen": final.white,
        "finalRed": final.black,
        "extMatchID": None,
        "games": [_game(game) for game in match.games],
        **more,
    }


def _game(game: Game) -> dict[str, Any]:
    entries = []
    for turn in game.turns:
        if isinstance(turn, CubeTurn):
            entries.append(_entry(turn.side, (7, 1)))
            if turn.answer is not None:
                entries.append(_entry(turn.side.other, (7, _ANSWERS[turn.answer])))
        else:
            entries.append(_turn(turn))
    result = game.result
    if result is not None and result.winner is not None:
        if result.how == "resigned":
            entries.append(_entry(result.winner.other, (7, 9)))
        entries.append(_entry(result.winner, (7, 4)))
    return {
        "scoreGreen": game.score.white,
        "scoreRed": game.score.black,
        "isCrawford": game.crawford,
        "wonPoints": 0 if result is None else result.points,
        "lostOnTime": False,
        "moves": entries,
        "initial": {"cube": 1, "points": _points(game.start), "egyptian": False, "cubeOwner": 0},
    }


def _turn(turn: CheckerTurn) -> dict[str, Any]:
    assert turn.roll is not None
    one, other = turn.roll.dice
    if not turn.play.moves:
        return _entry(turn.side, (7, 5), [one], [other])
    return _entry(turn.side, (one, other), *_moves(turn.play))


def _moves(play: Play) -> tuple[list[int], list[int]]:
    return [move.origin for move in play.moves], [move.target for move in play.moves]


def _entry(
    side: Side, dice: tuple[int, int], origins: list[int] | None = None, targets: list[int] | None = None
) -> dict[str, Any]:
    places = [[*(sites or []), -1, -1, -1, -1][:4] for sites in (origins, targets)]
    return {
        "type": "amove",
        "green": dice[0],
        "red": dice[1],
        "player": _PLAYERS[side],
        "from": places[0],
        "to": places[1],
        "comment": None,
    }


def _points(position: Position) -> list[int]:
    return [position.white[25 - point] - position.black[point] for point in range(1, 25)] + [0] * 4


class Smile:
    """Writes documents in Smile 1.0."""

    def __init__(self, *, names: bool = True, strings: bool = False) -> None:
        self.flags = names | strings << 1
        self.names: list[str] | None = [] if names else None
        self.strings: list[str] | None = [] if strings else None

    def document(self, value: Any) -> bytes:
        return b":)\n" + bytes([self.flags]) + self.value(value)

    def value(self, value: Any) -> bytes:
        match value:
            case None | True | False | "":
                return bytes([{None: 0x21, False: 0x22, True: 0x23, "": 0x20}[value]])
            case int():
                return self._whole(value)
            case float():
                bits = int.from_bytes(struct.pack(">d", value), "big")
                return b"\x29" + bytes(bits >> 7 * at & 0x7F for at in range(9, -1, -1))
            case bytes():
                return b"\xe8" + number(len(value)) + seven(value)
            case list():
                return b"\xf8" + b"".join(map(self.value, value)) + b"\xf9"
            case dict():
                return (
                    b"\xfa"
                    + b"".join(self._name(key) + self.value(each) for key, each in value.items())
                    + b"\xfb"
                )
        return self._string(value)

    def _whole(self, value: int) -> bytes:
        if -16 <= value <= 15:
            return bytes([0xC0 + zigzag(value)])
        if abs(value) < 2**63:
            return bytes([0x24 if abs(value) < 2**31 else 0x25]) + number(zigzag(value))
        told = value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)
        return b"\x26" + number(len(told)) + seven(told)

    def _string(self, text: str) -> bytes:
        at = _found(self.strings, text)
        if at is not None:
            return bytes([at + 1]) if at < 31 else bytes([0xEC | at >> 8, at & 0xFF])
        data = text.encode()
        if len(data) > 64:
            return (b"\xe0" if text.isascii() else b"\xe4") + data + b"\xfc"
        _keep(self.strings, text)
        return bytes([len(data) + (0x3F if text.isascii() else 0x7E)]) + data

    def _name(self, text: str) -> bytes:
        if text == "":
            return b"\x20"
        at = _found(self.names, text)
        if at is not None:
            return bytes([0x40 + at]) if at < 64 else bytes([0x30 | at >> 8, at & 0xFF])
        data = text.encode()
        if len(data) > (64 if text.isascii() else 57):
            return b"\x34" + data + b"\xfc"
        _keep(self.names, text)
        return bytes([len(data) + (0x7F if text.isascii() else 0xBE)]) + data


def number(value: int) -> bytes:
    """A number of seven bits a byte, six in the last."""
    told = [value & 0x3F | 0x80]
    value >>= 6
    while value:
        told.append(value & 0x7F)
        value >>= 7
    return bytes(reversed(told))


def zigzag(value: int) -> int:
    return value << 1 if value >= 0 else (-value << 1) - 1


def seven(data: bytes) -> bytes:
    """Bytes as bytes of seven bits; of an incomplete group the last has what is left at its low end."""
    told = bytearray()
    for at in range(0, len(data), 7):
        part = data[at : at + 7]
        bits, held = int.from_bytes(part, "big"), len(part)
        told += bytes(bits >> 8 * held - 7 * (place + 1) & 0x7F for place in range(held))
        told.append(bits & (1 << held) - 1)
    return bytes(told)


def _found(table: list[str] | None, text: str) -> int | None:
    # References never end in FE or FF.
    if table is None or text not in table or table.index(text) & 0xFF >= 0xFE:
        return None
    return table.index(text)


def _keep(table: list[str] | None, text: str) -> None:
    if table is not None:
        if len(table) == 1024:
            table.clear()
        table.append(text)
