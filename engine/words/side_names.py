"""Names as people type them."""

import unicodedata


def plain_name(name: str) -> str:
    """A name without capitals, accents, blanks and punctuation, by which games and series are found."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in bare if letter.isalnum())
