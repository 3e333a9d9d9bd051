"""The wiring as a drawing: the header in the middle, its parts at both sides, in SVG that any browser shows."""

from xml.sax.saxutils import escape

from device.signals.wiring.parts import GROUND, PINS, POWER, Part, name_of, parts_of
from device.signals.wiring.symbols import HEIGHTS, SIGNAL_ROWS, DrawingSide, symbol
from device.store.settings import Settings

WIDTH, MIDDLE, TOP, PITCH = 1400, 700, 112, 31
"""Pixels: the drawing's width and middle, where the first pin is, and from pin to pin."""
GAP = 12
_CHIP_FROM, _CHIP_TO, _PARTS_AT = 40, 118, 262
_RED, _ORANGE, _BLACK, _UNUSED = "#c62f2f", "#d97a16", "#30343b", "#c9ced6"
_STYLE = (
    "text{font-family:'Segoe UI','Helvetica Neue',Helvetica,'DejaVu Sans',Arial,sans-serif;fill:#20242b}"
    ".name{font-size:16px;font-weight:600}.note{font-size:13.5px;fill:#5a626e}.pin{font-size:12px;font-weight:600}"
    ".chip{font-size:12.5px}.head{font-size:24px;font-weight:600}.tiny{font-size:11.5px}"
)


def drawing(settings: Settings) -> str:
    """An SVG document of what hangs on the header's pins."""
    parts = parts_of(settings)
    sides = {-1: [p for p in parts if p.pins[0] % 2], 1: [p for p in parts if not p.pins[0] % 2]}
    tallest = max(_height(each) for each in sides.values())
    below = _rows(PINS // 2) + 30
    height = max(below, TOP - 26 + tallest) + 142
    used = {pin: part for part in parts for pin in part.pins}
    body = [_board(below), _headline(parts)]
    for direction, those in sides.items():
        body += _side(DrawingSide(MIDDLE, direction), those)
    body += [_pin(pin, used.get(pin)) for pin in range(1, PINS + 1)]
    body.append(_legend(height - 90))
    about = "; ".join(f"{part.name}: {_pins(part)}" for part in parts) or "nothing hangs on the pins"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-size="14">\n'
        f"<title>Tableside: wiring</title>\n<desc>{escape(about)}</desc>\n<style>{_STYLE}</style>\n"
        f'<rect width="{WIDTH}" height="{height}" rx="14" fill="#ffffff"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _rows(row: int) -> float:
    return TOP + (row - 1) * PITCH


def _row(pin: int) -> float:
    return _rows((pin + 1) // 2)


def _height(parts: list[Part]) -> float:
    return sum(HEIGHTS[part.kind] + GAP for part in parts)


def _headline(parts: tuple[Part, ...]) -> str:
    text = "What hangs on the pins" if parts else "Nothing hangs on the pins"
    return (
        f'<text x="{MIDDLE}" y="44" text-anchor="middle" class="head">{text}</text>'
        f'<text x="{MIDDLE}" y="70" text-anchor="middle" class="note">'
        "The header of a Raspberry Pi from above, USB sockets at the bottom, memory card at the top</text>"
    )


def _board(below: float) -> str:
    top = TOP - 26
    return (
        f'<rect x="{MIDDLE - 38}" y="{top}" width="76" height="{below - top}" rx="8" fill="#23272e"/>'
        f'<text x="{MIDDLE}" y="{below + 18}" text-anchor="middle" class="tiny">USB</text>'
    )


def _pin(pin: int, part: Part | None) -> str:
    direction = -1 if pin % 2 else 1
    x, y = MIDDLE + direction * 18, _row(pin)
    colour = _UNUSED
    if pin in GROUND:
        colour = _BLACK
    elif pin in POWER:
        colour = _RED if POWER[pin] == "5 V" else _ORANGE
    elif part is not None:
        colour = part.colour
    is_named = colour != _UNUSED
    square = f'<rect x="{x - 12}" y="{y - 12}" width="24" height="24" rx="{3 if pin == 1 else 12}"'
    chip_x = MIDDLE - _CHIP_TO if direction < 0 else MIDDLE + _CHIP_FROM
    chip = (
        f'<rect x="{chip_x}" y="{y - 11}" width="{_CHIP_TO - _CHIP_FROM}" height="22" rx="5" '
        f'fill="{colour if is_named else "none"}" fill-opacity="{0.13 if part is not None or pin in POWER else 0.07}"/>'
        f'<text x="{chip_x + (_CHIP_TO - _CHIP_FROM) / 2}" y="{y + 4.5}" text-anchor="middle" class="chip" '
        f'style="fill:{"#20242b" if is_named else "#9aa1ac"}">{name_of(pin)}</text>'
    )
    ink = "#ffffff" if is_named else "#4a515c"
    edge = "#8a929d" if pin in GROUND else "#ffffff"
    return (
        f'{chip}{square} fill="{colour}" stroke="{edge}" stroke-width="1.5"/>'
        f'<text x="{x}" y="{y + 4}" text-anchor="middle" class="pin" style="fill:{ink}">{pin}</text>'
    )


def _side(side: DrawingSide, parts: list[Part]) -> list[str]:
    drawn = []
    y = max(TOP - 26.0, _start(parts))
    for part in parts:
        rows = [y + row for row in SIGNAL_ROWS[part.kind]]
        for pin, row in zip(part.pins, rows, strict=True):
            drawn.append(_wire(side, _row(pin), row, _wire_colour(pin, part)))
        drawn.append(symbol(side, _PARTS_AT, y, part, f"{_pins(part)}"))
        y += HEIGHTS[part.kind] + GAP
    return drawn


def _start(parts: list[Part]) -> float:
    """Where a side begins, so that its parts lie beside their pins as far as may be."""
    if not parts:
        return 0.0
    pins = [_row(pin) for part in parts for pin in part.pins]
    return (min(pins) + max(pins)) / 2 - _height(parts) / 2


def _wire_colour(pin: int, part: Part) -> str:
    return _BLACK if pin in GROUND else (_ORANGE if pin in POWER else part.colour)


def _wire(side: DrawingSide, from_y: float, to_y: float, colour: str) -> str:
    start, end = side.x(_CHIP_TO), side.x(_PARTS_AT)
    half = (start + end) / 2
    return (
        f'<path d="M{start} {from_y} C{half} {from_y} {half} {to_y} {end} {to_y}" fill="none" '
        f'stroke="{colour}" stroke-width="2.6" stroke-linecap="round"/>'
    )


def _pins(part: Part) -> str:
    named = [f"{name_of(pin)} (pin {pin})" for pin in part.pins]
    return ", ".join(named)


def _legend(y: float) -> str:
    lines = (
        "A ground sign is a wire to any black pin; those wires are not drawn. All black pins are one.",
        "Switch the Pi off before you wire. A pin bears 3.3 V: never connect 5 V to a pin with a GPIO number.",
    )
    ground = (
        f'<path d="M60 {y - 2} v10 M46 {y + 8} h28 M51 {y + 14} h18 M56 {y + 20} h8" '
        f'stroke="{_BLACK}" stroke-width="2.4" fill="none"/>'
    )
    return (
        f'<rect x="28" y="{y - 22}" width="{WIDTH - 56}" height="84" rx="10" fill="#f4f6f8"/>{ground}'
        + "".join(
            f'<text x="96" y="{y + 10 + 26 * n}" class="note">{line}</text>' for n, line in enumerate(lines)
        )
    )
