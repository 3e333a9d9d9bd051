"""A standing drawn as a picture that can be sent, printed and put on a card: SVG, in the colours of the
pages.

White, who is X in an XGID, sits at the bottom and bears off at the right, with whichever checkers they
had. One checker is as wide as a point; from six on the uppermost bears their number.
"""

from html import escape

from engine.board import BAR, OFF, Kind, Seating, Side, column_of
from engine.records.codes.game_standing import GameStanding

WIDTH, HEIGHT = 1060, 800
_POINT, _MAN = 66, 62
_LEFT, _TOP, _FLOOR, _BAR_WIDE = 40, 50, 750, 68
_MOST = 5
"""Checkers that are drawn on one point."""
_KINDS = {Kind.LIGHT: ("#f6ead2", "#8a7350", "#241b15"), Kind.DARK: ("#3a2a20", "#120b06", "#f6ead2")}
"""How checkers are filled, edged and written on."""
_FRAME, _FELT, _POINTS, _INK = "#5b3a24", "#1f4d3a", ("#c8a26a", "#7d2f27"), "#f6ead2"
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def board_svg(standing: GameStanding, near: Kind = Kind.LIGHT, lines: tuple[str, ...] = ()) -> str:
    """The picture of a standing where White has the `near` checkers, `lines` of words below it, each as
    long as fits.
    """
    seating = Seating(near)
    high = HEIGHT + (20 + 44 * len(lines) if lines else 0)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" width="{WIDTH}" height="{high}" '
            'font-family="Georgia, serif" text-anchor="middle">'
        ),
        f'<rect width="{WIDTH}" height="{high}" fill="#f4efe5"/>' if lines else "",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="22" fill="{_FRAME}"/>',
        *_ground(standing.to_play),
        *_checkers(standing, seating),
        *_dice(standing, seating),
        *_cube(standing),
        *_pips(standing),
    ]
    for number, line in enumerate(lines):
        parts.append(_text(WIDTH / 2, HEIGHT + 48 + 44 * number, line, 32, "#231b15"))
    return "".join([*parts, "</svg>"])


def _text(x: float, y: float, text: str, size: float, fill: str, weight: int = 400) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{fill}">{escape(text)}</text>'


def _x(point: int) -> float:
    """The middle of a point that White counts so."""
    column = column_of(point)
    return _LEFT + _POINT * (column + 0.5) + (_BAR_WIDE if column >= 6 else 0)


def _ground(to_play: Side) -> list[str]:
    right = _LEFT + 6 * _POINT + _BAR_WIDE
    parts = [
        f'<rect x="{x}" y="{_TOP}" width="{6 * _POINT}" height="{_FLOOR - _TOP}" fill="{_FELT}"/>'
        for x in (_LEFT, right)
    ]
    for point in range(1, 25):
        x, low = _x(point), point <= 12
        base, tip = (_FLOOR, _FLOOR - 300) if low else (_TOP, _TOP + 300)
        parts.append(
            f'<path d="M{x - 33:g} {base}L{x:g} {tip}L{x + 33:g} {base}z" fill="{_POINTS[point % 2]}"/>'
        )
        # the points are numbered as who is to play counts them
        number = point if to_play is Side.WHITE else BAR - point
        parts.append(_text(x, _FLOOR + 32 if low else _TOP - 16, str(number), 24, _INK))
    return parts


def _man(kind: Kind, x: float, y: float, told: int = 0) -> str:
    fill, edge, ink = _KINDS[kind]
    drawn = f'<circle cx="{x:g}" cy="{y:g}" r="{_MAN / 2 - 1.5:g}" fill="{fill}" stroke="{edge}" stroke-width="3"/>'
    drawn += (
        f'<circle cx="{x:g}" cy="{y:g}" r="{_MAN / 3:g}" fill="none" stroke="{edge}" stroke-opacity=".6"/>'
    )
    return drawn + (_text(x, y + 11, str(told), 32, ink, 700) if told else "")


def _checkers(standing: GameStanding, seating: Seating) -> list[str]:
    parts: list[str] = []
    for side in Side:
        kind = seating.kind(side)
        men = standing.position.of(side)
        for own in range(1, BAR):
            point = own if side is Side.WHITE else BAR - own
            edge, way = (_FLOOR, -1) if point <= 12 else (_TOP, 1)
            for nth in range(min(men[own], _MOST)):
                told = men[own] if nth == _MOST - 1 and men[own] > _MOST else 0
                parts.append(_man(kind, _x(point), edge + way * (_MAN / 2 + _MAN * nth), told))
        middle, way = (_TOP + _FLOOR) / 2, -1 if side is Side.WHITE else 1
        for nth in range(min(men[BAR], 4)):
            told = men[BAR] if nth == 3 and men[BAR] > 4 else 0
            parts.append(
                _man(kind, _LEFT + 6 * _POINT + _BAR_WIDE / 2, middle + way * (78 + _MAN * nth), told)
            )
        x, low = _LEFT + 12 * _POINT + _BAR_WIDE + 62, side is Side.WHITE
        fill, edge_ink, _ = _KINDS[kind]
        for nth in range(men[OFF]):
            y = _FLOOR - 15 - 16 * nth if low else _TOP + 1 + 16 * nth
            parts.append(
                f'<rect x="{x - 32:g}" y="{y:g}" width="64" height="14" rx="3" fill="{fill}" stroke="{edge_ink}"/>'
            )
        if men[OFF]:
            parts.append(
                _text(
                    x,
                    _FLOOR - 26 - 16 * men[OFF] if low else _TOP + 36 + 16 * men[OFF],
                    str(men[OFF]),
                    24,
                    _INK,
                )
            )
    return parts


def _dice(standing: GameStanding, seating: Seating) -> list[str]:
    if standing.roll is None:
        return []
    first = _LEFT + 3 * _POINT if standing.to_play is Side.BLACK else _LEFT + 9 * _POINT + _BAR_WIDE
    fill, edge, ink = _KINDS[seating.kind(standing.to_play)]
    parts = []
    for nth, value in enumerate(standing.roll.dice):
        x, y = first + 40 * (2 * nth - 1), (_TOP + _FLOOR) / 2
        parts.append(
            f'<rect x="{x - 30:g}" y="{y - 30:g}" width="60" height="60" rx="11" '
            f'fill="{fill}" stroke="{edge}" stroke-width="3"/>'
        )
        parts += [
            f'<circle cx="{x + 16 * dx:g}" cy="{y + 16 * dy:g}" r="6" fill="{ink}"/>'
            for dx, dy in _PIPS[value]
        ]
    return parts


def _cube(standing: GameStanding) -> list[str]:
    value = standing.cube * 2 if standing.offered else standing.cube
    places = {None: 400.0, Side.WHITE: _FLOOR - 40.0, Side.BLACK: _TOP + 40.0}
    x, y = _LEFT + 6 * _POINT + _BAR_WIDE / 2, places[standing.owner]
    if standing.offered:
        x = _LEFT + 3 * _POINT if standing.to_play is Side.WHITE else _LEFT + 9 * _POINT + _BAR_WIDE
        y = 400.0
    shown = str(64 if value == 1 else value)
    return [
        (
            f'<rect x="{x - 29:g}" y="{y - 29:g}" width="58" height="58" rx="8" '
            'fill="#fff8e6" stroke="#1a120b" stroke-width="3"/>'
        ),
        _text(x, y + 11, shown, 32 if len(shown) < 3 else 24, "#1a120b", 700),
    ]


def _pips(standing: GameStanding) -> list[str]:
    x = _LEFT + 12 * _POINT + _BAR_WIDE + 62
    return [
        _text(x, y, str(standing.position.pip_count(side)), 26, _INK, 700)
        for side, y in ((Side.BLACK, _TOP - 16), (Side.WHITE, _FLOOR + 32))
    ]
