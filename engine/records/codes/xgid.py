"""XGID, the position code of eXtreme Gammon: `read_xgid` and `write_xgid`.

`XGID=position:cube:owner:turn:dice:score:score:rules:length:limit`. X, the player at the bottom, is White
here: their checkers are capitals, and the 26 places run from the opponent's bar over White's points 1 to 24
to White's bar. Cube and limit are powers of two; owner and turn 1 for X, -1 for O; the dice 00 before the
throw and D while a double is offered by who is on turn, the cube as it was before it. The last rule is the
Crawford game in a match, and 1 Jacoby + 2 beavers for money.
"""

import re

from engine.board import BAR, Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.i18n import phrase
from engine.match.match import Score
from engine.position import Position
from engine.records.codes.game_standing import MEN, GameStanding, checked_standing, exponent, position_of
from engine.records.unreadable import looks_like, odd_part

_PREFIX = re.compile(r"\s*(?:XGID\s*[=:]\s*)?", re.IGNORECASE)
_NUMBER = re.compile(r"-?[0-9]{1,6}")
_SIDES = {1: Side.WHITE, -1: Side.BLACK}


def looks_like_xgid(text: str) -> bool:
    """Whether a text is meant to be an XGID."""
    plain = text.strip()
    return plain[:4].upper() == "XGID" or re.match(r"[-A-Pa-p]{26}:", plain) is not None


def read_xgid(text: str, men: int = MEN) -> GameStanding:
    """The standing that an XGID tells, of a game with so many checkers a side. Raises
    InvalidRecord with one sentence.
    """
    found = _PREFIX.match(text)
    parts = text[found.end() if found else 0 :].strip().split(":")
    if len(parts) not in (9, 10):
        raise InvalidRecord(looks_like("XGID", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"))
    position = read_board(parts[0], men)
    cube, owner, turn, ours, theirs, rules, length = (_number(parts[n]) for n in (1, 2, 3, 5, 6, 7, 8))
    limit = _number(parts[9]) if len(parts) == 10 else 10
    if turn not in _SIDES:
        raise InvalidRecord(odd_part("XGID", turn, "1, -1"))
    if owner not in (0, 1, -1):
        raise InvalidRecord(odd_part("XGID", owner, "1, -1, 0"))
    if not (0 <= cube <= 15 and 0 <= limit <= 15):
        raise InvalidRecord(odd_part("XGID", max(cube, limit, key=abs), "0-15"))
    if not 0 <= rules <= (1 if length else 3):
        raise InvalidRecord(odd_part("XGID", rules, "0, 1" if length else "0-3"))
    roll, offered = _dice(parts[4])
    return checked_standing(
        GameStanding(
            position,
            _SIDES[turn],
            roll,
            1 << cube,
            _SIDES.get(owner),
            Score(ours, theirs),
            length,
            crawford=bool(length and rules),
            jacoby=bool(not length and rules & 1),
            beaver=bool(not length and rules & 2),
            offered=offered,
            cube_limit=1 << limit,
        )
    )


def write_xgid(standing: GameStanding) -> str:
    """The XGID of a standing; it has no place for a resignation. Raises InvalidRecord
    where there is no such standing.
    """
    checked_standing(standing)
    white, black = standing.position.white, standing.position.black
    letters = []
    for site in range(BAR + 1):
        ours = white[site] if site else 0
        theirs = black[BAR - site] if site != BAR else 0
        letters.append(chr(64 + ours) if ours else chr(96 + theirs) if theirs else "-")
    signs = {Side.WHITE: 1, Side.BLACK: -1, None: 0}
    dice = "".join(map(str, standing.roll.dice)) if standing.roll else "D" if standing.offered else "00"
    rules = int(standing.crawford) if standing.length else standing.jacoby + 2 * standing.beaver
    numbers = (
        exponent(standing.cube),
        signs[standing.owner],
        signs[standing.to_play],
        dice,
        standing.score.white,
        standing.score.black,
        rules,
        standing.length,
        exponent(standing.cube_limit),
    )
    return f"XGID={''.join(letters)}:" + ":".join(map(str, numbers))


def read_board(letters: str, men: int = MEN) -> Position:
    """The position that the first part of an XGID tells. Raises InvalidRecord."""
    if re.fullmatch(r"[-A-Oa-o]{26}", letters) is None:
        raise InvalidRecord(
            phrase(
                "an XGID begins with 26 places, each - or a letter from a to o for 1 to 15 checkers, capitals for X"
            )
        )
    if letters[0].isupper() or letters[BAR].islower():
        raise InvalidRecord(
            phrase("an XGID has O's bar in its first place and X's in its 26th, not the other way round")
        )
    white = {site: ord(letter) - 64 for site, letter in enumerate(letters) if letter.isupper()}
    black = {BAR - site: ord(letter) - 96 for site, letter in enumerate(letters) if letter.islower()}
    return position_of(white, black, men)


def _number(text: str) -> int:
    if _NUMBER.fullmatch(text.strip()) is None:
        raise InvalidRecord(odd_part("XGID", text.strip(), "0"))
    return int(text)


def _dice(text: str) -> tuple[Roll | None, bool]:
    """The roll, or none, and whether a double is offered."""
    plain = text.strip().upper()
    if plain in ("00", "0", ""):
        return None, False
    if plain in ("D", "DD"):
        return None, True
    if plain in ("B", "BB", "R", "RR"):
        raise InvalidRecord(
            phrase("a beaver that has not been answered cannot be shown; use the double before it (D)")
        )
    if re.fullmatch("[1-6]{2}", plain) is None:
        raise InvalidRecord(odd_part("XGID", text.strip(), "00, 31, D"))
    return Roll.parse(plain), False
