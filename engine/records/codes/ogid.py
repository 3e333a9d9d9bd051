"""OGID, the position code of OpenGammon: `read_ogid` and `write_ogid`.

`white:black:cube[:dice[:colour[:state[:score[:score[:length[:move[:checkers]]]]]]]]`. A letter or digit for
every checker on the board, 0 White's bar, then 1 to 9 and a to o for the points in the order in which White
travels them, p Black's bar. The cube is owner (W, B, N for nobody), power of two, and O where it is offered.
The colour is who reached the position, so that the other is to play; only while a double is offered it is the
doubler. States: IW, IB before the first play, R thrown, C a play is made, D doubled, A taken; the rest are of
games that are over. The length of the match bears a C in the Crawford game. (The definition is docs/OGID.md
of gitlab.com/eranlambooij/hedgehog-public; read here from programs that follow it, and compared with what its
own library, ogxm 2.3.2, writes.)
"""

import re

from engine.board import BAR, Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.match.match import Score
from engine.records.codes.game_standing import (
    MEN,
    MOST_LENGTH,
    GameStanding,
    checked_standing,
    exponent,
    position_of,
)
from engine.records.unreadable import is_over, looks_like, odd_part

_PLACES = "0123456789abcdefghijklmnop"
_OFF = "q"
_PREFIX = re.compile(r"\s*(?:OGID\s*[=:]\s*)?", re.IGNORECASE)
_CUBE = re.compile(r"([WBND?])([0-9]{1,2})([NOTP])")
_LENGTH = re.compile(r"([0-9]{1,5})(?:(C)|L|G[0-9]{0,5})?")
_SIDES = {"W": Side.WHITE, "B": Side.BLACK}
_GOING_ON = ("", "IW", "IB", "R", "C", "PR", "A", "D")
_SHAPE = re.compile(r"[0-9a-q]*:[0-9a-q]*:[WBND?][0-9]{1,2}[NOTP](?::|$)")


def looks_like_ogid(text: str) -> bool:
    """Whether a text is meant to be an OGID."""
    plain = text.strip()
    return plain[:4].upper() == "OGID" or _SHAPE.match(plain) is not None


def read_ogid(text: str, men: int | None = None) -> GameStanding:
    """The standing that an OGID tells; where it says nothing of the checkers, each side has `men` (None: 15).

    Raises InvalidRecord with one sentence.
    """
    found = _PREFIX.match(text)
    parts = text[found.end() if found else 0 :].strip().split(":")
    if not 3 <= len(parts) <= 11:
        raise InvalidRecord(looks_like("OGID", "11ccccchhhjjjjj:66666888dddddoo:N0N::B:C:0:0:7:0"))
    parts += [""] * (11 - len(parts))
    cube = _CUBE.fullmatch(parts[2])
    if cube is None or int(cube[2]) > 15:
        raise InvalidRecord(odd_part("OGID", parts[2], "N0N, W1N"))
    state = parts[5].upper()
    if state not in _GOING_ON or cube[3] == "P":
        raise InvalidRecord(is_over())
    length = _LENGTH.fullmatch(parts[8] or "0")
    if length is None:
        raise InvalidRecord(odd_part("OGID", parts[8], "7, 7C"))
    offered, roll = cube[3] == "O" or state == "D", _roll(parts[3])
    total = _number(parts[10], MEN if men is None else men)
    if not 1 <= total <= MEN:
        raise InvalidRecord(odd_part("OGID", parts[10], f"1-{MEN}"))
    white, black = _men(parts[0], Side.WHITE), _men(parts[1], Side.BLACK)
    return checked_standing(
        GameStanding(
            position_of(white, black, total),
            _to_play(parts[4], state, offered, roll),
            roll,
            1 << int(cube[2]),
            _SIDES.get(cube[1]),
            Score(_number(parts[6], 0), _number(parts[7], 0)),
            int(length[1]),
            crawford=length[2] is not None,
            offered=offered,
        )
    )


def write_ogid(standing: GameStanding) -> str:
    """The OGID of a standing; it has no place for Jacoby, beavers or a resignation.

    Raises InvalidRecord where there is no such standing.
    """
    checked_standing(standing)
    white, black = standing.position.white, standing.position.black
    ours = "".join(_PLACES[BAR - site] * white[site] for site in range(BAR, 0, -1))
    theirs = "".join(_PLACES[site] * black[site] for site in range(1, BAR + 1))
    owner = standing.owner.value if standing.owner else "N"
    reached = standing.to_play if standing.offered else standing.to_play.other
    parts = [
        ours,
        theirs,
        f"{owner}{exponent(standing.cube)}{'O' if standing.offered else 'N'}",
        "".join(map(str, sorted(standing.roll.dice))) if standing.roll else "",
        reached.value,
        "D" if standing.offered else "R" if standing.roll else "C",
        str(standing.score.white),
        str(standing.score.black),
        f"{standing.length}{'C' if standing.crawford else ''}",
        "0",
    ]
    if standing.men != MEN:
        parts.append(str(standing.men))
    return ":".join(parts)


def _men(letters: str, side: Side) -> dict[int, int]:
    counts: dict[int, int] = {}
    for letter in letters:
        place = _PLACES.find(letter)
        site = BAR - place if side is Side.WHITE else place
        if place < 0 and letter != _OFF or site == 0:
            raise InvalidRecord(odd_part("OGID", letter, "0-9a-p"))
        if place >= 0:
            counts[site] = counts.get(site, 0) + 1
    return counts


def _to_play(colour: str, state: str, offered: bool, roll: Roll | None) -> Side:
    if colour not in ("", "W", "B"):
        raise InvalidRecord(odd_part("OGID", colour, "W, B"))
    if not colour or (state == "IW" and roll is None):
        return Side.WHITE
    return _SIDES[colour] if offered else _SIDES[colour].other


def _roll(text: str) -> Roll | None:
    if not text:
        return None
    if re.fullmatch("[1-6]{2}", text) is None:
        raise InvalidRecord(odd_part("OGID", text, "13"))
    return Roll.parse(text)


def _number(text: str, default: int) -> int:
    if not text:
        return default
    if re.fullmatch("[0-9]{1,6}", text) is None or int(text) > MOST_LENGTH:
        raise InvalidRecord(odd_part("OGID", text, "0"))
    return int(text)
