"""Comments of .xg files: a line of rich text (RTF) each."""

import re

_PIECE = re.compile(
    r"\\u(?P<code>-?\d{1,5})\??|\\(?P<plain>[\\{}])|\\[a-z]+-?\d* ?|[{}]|(?P<letters>[^\\{}]+)"
)
"""A letter outside ASCII, one that means something to RTF, a command, or what stands as it is."""


def rich(text: str) -> str:
    """A line of rich text that says this."""
    units = re.sub(r"([\\{}])", r"\\\1", text).encode("utf-16-le", errors="replace")
    letters = (int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2))
    return (
        r"{\rtf1\ansi " + "".join(chr(each) if 31 < each < 127 else rf"\u{each}?" for each in letters) + "}"
    )


def text_of(line: str) -> str:
    """What a line of rich text says."""
    units = b"".join(
        (int(found["code"]) & 0xFFFF).to_bytes(2, "little")
        if found["code"]
        else (found["plain"] or found["letters"] or "").encode("utf-16-le", errors="replace")
        for found in _PIECE.finditer(line)
    )
    return units.decode("utf-16-le", errors="replace")
