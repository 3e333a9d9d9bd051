"""Smile documents are read as they were written; damaged and hostile ones are refused."""

import struct
import sys
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidRecord
from engine.records.bgf.smile import MOST_DEPTH, read_smile

sys.path.insert(0, str(Path(__file__).parents[1]))
from bgf_files import Smile

NAMES = st.text(max_size=70)
PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=100),
    st.binary(max_size=30),
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=30,
)


@given(VALUES, st.booleans(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_document_is_read_as_it_was_written(value: Any, names: bool, strings: bool) -> None:
    assert read_smile(Smile(names=names, strings=strings).document(value)) == value


def test_tables_of_names_and_strings_begin_anew_when_they_are_full() -> None:
    value = [{f"name {each % 1300}": f"string {each % 1300}"} for each in range(3000)]
    assert read_smile(Smile(strings=True).document(value)) == value


@pytest.mark.parametrize(
    ("told", "value"),
    [
        # a list as BGBlitz writes it
        ("f8ccd0c1c1f9", [6, 8, -1, -1]),
        ("28040f3e3726", struct.unpack("<f", struct.pack("<f", 29.9510))[0]),
        ("2a8482002600", Decimal("1.52")),
    ],
)
def test_bytes_that_are_known_from_elsewhere(told: str, value: Any) -> None:
    assert read_smile(b":)\n\0" + bytes.fromhex(told)) == value


@pytest.mark.parametrize(
    "told",
    [
        b":)\n",
        b":)\n\x11\x21",
        b"{}",
        b":)\n\1",
        b":)\n\1\x40",
        b":)\n\1\xfa\x40\x21\xfb",
        b":)\n\1\xfa\x80",
        b":)\n\0\1",
        b":)\n\0\xe0abc",
        b":)\n\0\x24" + bytes(12),
        b":)\n\0\x9f\xff\xff",
        b":)\n\0\xe8\x7f\xbf",
        b":)\n\0\xff",
        b":)\n\0\x2a" + bytes.fromhex("7f7f7f7fbe81") + b"\1\0",
    ],
)
def test_what_is_no_document_is_refused(told: bytes) -> None:
    with pytest.raises(InvalidRecord):
        read_smile(told)


def test_depth_and_number_of_values_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    nested = b":)\n\0" + b"\xf8" * (MOST_DEPTH + 2) + b"\xf9" * (MOST_DEPTH + 2)
    with pytest.raises(InvalidRecord, match="more in it"):
        read_smile(nested)
    monkeypatch.setattr("engine.records.bgf.smile.MOST_VALUES", 100)
    with pytest.raises(InvalidRecord, match="more in it"):
        read_smile(b":)\n\0\xf8" + b"\x21" * 100 + b"\xf9")


@given(st.binary(max_size=60), st.integers(0, 3))
def test_nothing_but_a_sentence_comes_of_any_bytes(told: bytes, flags: int) -> None:
    with suppress(InvalidRecord):
        read_smile(b":)\n" + bytes([flags]) + told)
