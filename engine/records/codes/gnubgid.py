"""The codes of GNU Backgammon: Position ID (the checkers), Match ID (all else), and both together, joined by a colon.

A Position ID is 80 bits: the opponent's points 1 to 24 and bar, each as many ones as there are checkers
and a zero, then those of the player on roll. A Match ID is 72 bits. Both are packed from the lowest bit on
and told in base 64 (the manual, "A technical description of the Position ID" and "of the Match ID"; bit
66, not Jacoby, stands in neither, but the program writes it). Player 1, at the bottom, is White here, as X
is in an XGID; player 0 is Black.
"""

import base64
import re
from itertools import accumulate

from engine.board import BAR, Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.i18n import phrase
from engine.match.match import Score
from engine.position import Position
from engine.records.codes.game_standing import MEN, GameStanding, checked_standing, exponent, position_of
from engine.records.unreadable import impossible, is_over, looks_like

_FIELDS = (
    ("cube", 4), ("owner", 2), ("mover", 1), ("crawford", 1), ("state", 3), ("turn", 1), ("doubled", 1),
    ("resigned", 2), ("die1", 3), ("die2", 3), ("length", 15), ("score0", 15), ("score1", 15), ("no_jacoby", 1),
)  # fmt: skip
"""What a Match ID is made of, from the lowest bit on, and how many bits each has."""
_STARTS = tuple(accumulate((width for _, width in _FIELDS), initial=0))
_PLAYERS = (Side.BLACK, Side.WHITE)
_NO_OWNER = 3
_PLAYING = 1
_BASE_64 = r"[A-Za-z0-9+/]"
_IDS = re.compile(
    rf"\s*(?:GNU\s*BG\s*ID\s*[=:]?)?\s*(?:Position\s+ID\s*:)?\s*(?P<position>{_BASE_64}{{14}})"
    rf"(?:\s*:\s*|\s+(?:Match\s+ID\s*:)?\s*)?(?P<match>{_BASE_64}{{12}})?\s*",
    re.IGNORECASE,
)
_BITS = 80


def looks_like_gnubg_id(text: str) -> bool:
    """Whether a text is meant to be a Position ID, with a Match ID or without one."""
    return _IDS.fullmatch(text) is not None


def read_gnubg_id(text: str, men: int = MEN) -> GameStanding:
    """The standing that a Position ID and a Match ID tell; of the first alone: for money, White to play.

    `4HPwATDgc/ABMA:cIkFAAAAAAAA`, or as GNU Backgammon prints them. Raises InvalidRecord with one sentence.
    """
    found = _IDS.fullmatch(text)
    if found is None:
        if re.fullmatch(rf"\s*{_BASE_64}{{12}}\s*", text):
            raise InvalidRecord(
                phrase("a Match ID says nothing of the checkers: put the Position ID and a colon before it")
            )
        raise InvalidRecord(looks_like("GNU Backgammon ID", "4HPwATDgc/ABMA:cIkFAAAAAAAA"))
    if found["match"] is None:
        return checked_standing(GameStanding(read_position_id(found["position"], Side.WHITE, men)))
    return read_match_id(found["match"], found["position"], men)


def write_gnubg_id(standing: GameStanding) -> str:
    """The Position ID and the Match ID of a standing; they do not tell beavers, nor how high the cube may go."""
    return f"{write_position_id(standing.position, standing.to_play)}:{write_match_id(standing)}"


def read_position_id(code: str, on_roll: Side, men: int = MEN) -> Position:
    """The position that a Position ID tells when this side is on roll. Raises InvalidRecord."""
    data = _unpacked(code, "Position ID", "4HPwATDgc/ABMA")
    bits = f"{int.from_bytes(data, 'little'):0{_BITS}b}"[::-1]
    runs = bits.split("0")
    if sum(map(len, runs[:50])) > 2 * MEN or any(runs[50:]):
        raise InvalidRecord(impossible("Position ID", code))
    counts = [len(run) for run in runs[:50]]
    other, own = (
        {site: men for site, men in enumerate(part, 1) if men} for part in (counts[:BAR], counts[BAR:])
    )
    white, black = (own, other) if on_roll is Side.WHITE else (other, own)
    return position_of(white, black, men)


def write_position_id(position: Position, on_roll: Side) -> str:
    """The Position ID of a position when this side is on roll. Raises InvalidRecord."""
    checked_standing(GameStanding(position))
    bits = "".join(
        "1" * position.of(side)[site] + "0" for side in (on_roll.other, on_roll) for site in range(1, BAR + 1)
    )
    return _packed(int(bits[::-1], 2), 10)[:14]


def read_match_id(code: str, position_id: str, men: int = MEN) -> GameStanding:
    """The standing that a Match ID tells of the checkers of a Position ID. Raises InvalidRecord."""
    whole = int.from_bytes(_unpacked(code, "Match ID", "cIkFAAAAAAAA"), "little")
    if whole >> _STARTS[-1]:
        raise InvalidRecord(impossible("Match ID", code))
    told = {
        name: whole >> start & (1 << width) - 1
        for (name, width), start in zip(_FIELDS, _STARTS, strict=False)
    }
    if told["state"] > _PLAYING:
        raise InvalidRecord(is_over())
    if told["owner"] == 2:
        raise InvalidRecord(impossible("Match ID", code))
    mover, resigned = _PLAYERS[told["mover"]], told["resigned"]
    return checked_standing(
        GameStanding(
            read_position_id(position_id, mover, men),
            mover,
            _roll(told["die1"], told["die2"], code),
            1 << told["cube"],
            None if told["owner"] == _NO_OWNER else _PLAYERS[told["owner"]],
            Score(told["score1"], told["score0"]),
            told["length"],
            crawford=bool(told["crawford"]),
            jacoby=not told["no_jacoby"] and not told["length"],
            offered=bool(told["doubled"]),
            resigned=resigned,
            resigner=_PLAYERS[told["turn"]].other if resigned else None,
        )
    )


def write_match_id(standing: GameStanding) -> str:
    """The Match ID of a standing. Raises InvalidRecord where there is no such standing."""
    checked_standing(standing)
    mover, dice = standing.to_play, standing.roll.dice if standing.roll else (0, 0)
    turn = standing.resigner.other if standing.resigner else mover.other if standing.offered else mover
    told = {
        "cube": exponent(standing.cube),
        "owner": _NO_OWNER if standing.owner is None else _PLAYERS.index(standing.owner),
        "mover": _PLAYERS.index(mover),
        "crawford": standing.crawford,
        "state": _PLAYING,
        "turn": _PLAYERS.index(turn),
        "doubled": standing.offered,
        "resigned": standing.resigned,
        "die1": dice[0],
        "die2": dice[1],
        "length": standing.length,
        "score0": standing.score.black,
        "score1": standing.score.white,
        "no_jacoby": not standing.jacoby,
    }
    whole = sum(int(told[name]) << start for (name, _), start in zip(_FIELDS, _STARTS, strict=False))
    return _packed(whole, 9)


def _roll(first: int, second: int, code: str) -> Roll | None:
    if first == second == 0:
        return None
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise InvalidRecord(impossible("Match ID", code))
    return Roll.of(first, second)


def _unpacked(code: str, kind: str, example: str) -> bytes:
    """The bytes of a code that is as long as the example. Raises InvalidRecord where it is none."""
    if re.fullmatch(rf"{_BASE_64}{{{len(example)}}}", code) is None:
        raise InvalidRecord(looks_like(kind, example))
    return base64.b64decode(code + "=" * (-len(code) % 4))


def _packed(number: int, size: int) -> str:
    return base64.b64encode(number.to_bytes(size, "little")).decode("ascii")
