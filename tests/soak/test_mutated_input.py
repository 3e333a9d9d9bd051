"""Two hundred mutated files a parser: each is read, or refused in words. `make fuzz-parsers` goes on from there."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from parsers import Parser, parsers, record_parser, seeds

from device.library.records.record_formats import FORMATS

FILES = 200
RUNS, RUN = 6, 3000
"""What looks for a word behind any number of blanks, and then for another, is not done with such a file in an hour."""
ODD = (
    b"\0",
    b"\xff\xfe",
    b"{",
    b"[" * 500,
    b'"',
    b"(",
    b";",
    b"-1",
    b"9" * 400,
    b"1e999",
    b"NaN",
    b"\n",
    b"\\ud800",
    b"../",
)
SEEDS = seeds()


def mutated(seed: bytes, chance: random.Random) -> bytes:
    """A file with a few pieces of it gone, doubled, swapped for others, or with something odd in between."""
    found = bytearray(seed)
    for _ in range(chance.randint(1, 6)):
        at = chance.randint(0, len(found))
        length = chance.choice((0, 1, 1, 2, 7, 40))
        piece = chance.choice(
            (b"", bytes([chance.randrange(256)]), chance.choice(ODD), bytes(found[at : at + 30]) * 2)
        )
        found[at : at + length] = piece
    return bytes(found)


def with_runs(seed: bytes, chance: random.Random) -> Iterator[bytes]:
    """A file with a long run of blanks, or of what stands there, in a few places."""
    for _ in range(RUNS):
        at = chance.randrange(len(seed))
        yield seed[:at] + chance.choice((b" ", b"\t", seed[at : at + 1])) * RUN + seed[at:]


@pytest.fixture(scope="module")
def read() -> dict[str, Parser]:
    return {**{name: record_parser(name) for name in FORMATS}, **parsers()}


@pytest.mark.parametrize("name", sorted(SEEDS))
def test_whatever_becomes_of_a_file_it_is_read_or_refused_in_words(
    name: str, read: dict[str, Parser]
) -> None:
    chance = random.Random(name)
    for seed in SEEDS[name]:
        read[name](seed)
        for _ in range(FILES // len(SEEDS[name])):
            read[name](mutated(seed, chance))
        for odd in with_runs(seed, chance):
            read[name](odd)


def test_each_parser_has_something_to_begin_with(read: dict[str, Parser]) -> None:
    assert {*read} == {*SEEDS}
