"""The board in SGF files: points as letters, lists of them, and positions that are put up.

White moves down the alphabet: a to x are their points 1 to 24, y the bar, z the tray.
"""

from collections.abc import Iterable

from engine.board import BAR, OFF, Side
from engine.errors import InvalidRecord
from engine.i18n import phrase
from engine.play import Play
from engine.position import Position
from engine.records.codes.game_standing import position_of
from engine.records.sgf.tree import Node


def letter(site: int, side: Side) -> str:
    """The letter of a site in a side's own numbering."""
    if site == OFF:
        return "z"
    if site == BAR:
        return "y"
    return chr(ord("a") - 1 + (site if side is Side.WHITE else BAR - site))


def site_of(mark: str, side: Side) -> int | None:
    """The site that a letter stands for, in a side's own numbering; None where it stands for none."""
    if mark == "z":
        return OFF
    if mark == "y":
        return BAR
    if len(mark) != 1 or not "a" <= mark <= "x":
        return None
    white = ord(mark) - ord("a") + 1
    return white if side is Side.WHITE else BAR - white


def moves_written(play: Play, side: Side) -> str:
    """The moves of a play, two letters each."""
    return "".join(letter(move.origin, side) + letter(move.target, side) for move in play.moves)


def moves_text(marks: str, side: Side) -> str | None:
    """The moves that letters stand for, as text such as `8/5 6/5`; None where they stand for none."""
    sites = [site_of(mark, side) for mark in marks]
    if len(sites) % 2 or any(site is None for site in sites):
        return None
    return " ".join(f"{origin}/{target}" for origin, target in zip(sites[::2], sites[1::2], strict=True))


def written_up(position: Position) -> str:
    """The properties that put a position up: the board emptied, then every checker."""
    put = ""
    for side in Side:
        letters = [
            mark
            for site, men in enumerate(position.of(side))
            if site != OFF
            for mark in [letter(site, side)] * men
        ]
        put += f"A{side.value}[{']['.join(letters)}]" if letters else ""
    return f"AE[a:y]{put}"


def put_up(node: Node, position: Position, men: int) -> Position | None:
    """The position that a node puts up where another one stood, or None where it does not. Raises InvalidRecord."""
    counts = [dict(enumerate(position.of(side))) for side in (Side.WHITE, Side.BLACK)]
    emptied = changed = False
    for each in node:
        if each.name not in ("AE", "AW", "AB"):
            continue
        marks = [mark for value in each.values for mark in _listed(value)]
        if each.name == "AE":
            for mark in marks:
                for side, men_at in zip((Side.WHITE, Side.BLACK), counts, strict=True):
                    men_at[site_of(mark, side) or OFF] = 0
            emptied = True
        elif marks:
            side = Side.WHITE if each.name == "AW" else Side.BLACK
            if not emptied and not changed:
                # Checkers without an emptied board stand on an empty one.
                counts = [{}, {}]
            changed = True
            for mark in marks:
                site = site_of(mark, side)
                if site:
                    at = counts[side is Side.BLACK]
                    at[site] = at.get(site, 0) + 1
    if not changed and not emptied:
        return None
    return _found(counts, men)


def _found(counts: list[dict[int, int]], men: int) -> Position:
    white, black = ({site: men for site, men in side.items() if site and men} for side in counts)
    position = position_of(white, black, men)
    for point in range(1, BAR):
        if position.white[point] and position.black[BAR - point]:
            raise InvalidRecord(phrase("both sides are put on White's point {point}", point=point))
    return position


def _listed(value: str) -> Iterable[str]:
    """The letters that a value lists: one, or all from one to another."""
    plain = value.strip()
    first, colon, last = plain.partition(":")
    if not colon:
        return plain if len(plain) == 1 and "a" <= plain <= "z" else ()
    if len(first) != 1 or len(last) != 1 or not "a" <= first <= last <= "z":
        return ()
    return map(chr, range(ord(first), ord(last) + 1))
