"""The wire: what is sent comes out as it went in, and what anybody else may send is refused, never a surprise."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.club.link.seen_table import parse_snapshot
from device.club.link.wire import (
    MOST_BYTES,
    About,
    Batch,
    LogManifest,
    ManifestLine,
    ResendRequest,
    ResentPart,
    Want,
    WireError,
    packed,
    storable,
    unpacked,
)
from device.store.log.schema import checked_row

MESSAGES = (
    About("3", "0.1.0", "http://pi.local:8080/", "a1", "b2", True, True),
    Batch("a1", "t-1", 3, 5, ({"seq": 4},)),
    ResentPart("a1", 2, "x", 0, 2, ({"seq": 4},)),
    Want("a1", "t-1", 7, (1795324834.508758, 37128.72)),
    Want("a1", "t-1", 0),
    ResendRequest("a1", 2, "x"),
    LogManifest("a1", 9, (ManifestLine(1, 1, 4, 4), ManifestLine(3, 6, 9, 3, True))),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
)
ROW = {
    "seq": 4, "match": 1, "game": 1, "schema": 1, "wall": 1.5, "monotonic": 2.5, "clock_set": True, "source": "camera",
    "frames": "[7]", "kind": "MatchOver", "body": '{"winner":"W"}', "boot": None,
}  # fmt: skip


@pytest.mark.parametrize("message", MESSAGES, ids=lambda each: type(each).__name__)
def test_what_is_sent_comes_out_as_it_went_in(message: Any) -> None:
    assert type(message).parse(message.payload()) == message


@pytest.mark.parametrize("kind", (About, Batch, ResentPart, Want, ResendRequest, LogManifest))
@settings(max_examples=25)
@given(data=st.data())
def test_rubbish_is_refused_with_a_sentence(kind: Any, data: st.DataObject) -> None:
    model = next(each for each in MESSAGES if type(each) is kind)
    fields = json.loads(model.payload())
    spoilt = data.draw(st.sampled_from(sorted(set(fields) - {"wire", "simulated", "rows"})))
    payload = data.draw(
        st.binary(max_size=30)
        | JSON.map(lambda value: json.dumps(value).encode())
        | JSON.map(lambda value: json.dumps({**fields, spoilt: value}).encode())
    )
    try:
        found = kind.parse(payload)
    except WireError as error:
        assert str(error)
    else:
        assert kind.parse(found.payload()) == found


def test_nothing_huge_or_endless_is_taken() -> None:
    for payload in (
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"a":NaN}',
        b'{"a":1e999}',
        b'{"a":1' + b"0" * 400 + b"}",
        b'{"a":"\\ud800"}',
        b'{"a":"' + b"x" * MOST_BYTES + b'"}',
    ):
        with pytest.raises(WireError):
            unpacked(payload)


def test_a_page_is_an_address_or_none() -> None:
    with pytest.raises(WireError, match="page"):
        About.parse(packed({**json.loads(MESSAGES[0].payload()), "page": "javascript:alert(1)"}))


@pytest.mark.parametrize(
    "spoilt",
    [
        {"seq": 2**31},
        {"seq": True},
        {"seq": -1},
        {"wall": 1e999},
        {"wall": "x"},
        {"wall": 1e308},
        {"wall": -1e11},
        {"kind": "NoSuchEvent"},
        {"body": "{"},
        {"body": '{"winner":"nobody"}'},
        {"frames": "[" * 5000},
        {"source": "heaven"},
        {"schema": 99},
        {"boot": "x" * 41},
        {"boot": "\ud800"},
        {"game": 2**40},
        {"body": '{"winner":"W","\x00":1}'},
        {"body": '{"winner":"W","x":"\\ud800"}'},
        {"body": '{"winner":"W","x":"\\u0000"}'},
        {"match": None},
    ],
    ids=str,
)
def test_a_row_that_no_database_should_have_is_refused(spoilt: dict[str, Any]) -> None:
    with pytest.raises(WireError):
        storable({**ROW, **spoilt}, checked_row, "3")


def test_a_row_is_filed_where_the_hub_wants_it() -> None:
    row = storable({**ROW, "table": "another", "who": "somebody"}, checked_row, "3 (2)")
    assert (row["table"], row["who"], row["seq"]) == ("3 (2)", None, 4)


def test_a_notice_is_its_own_tables() -> None:
    deep = b'{"table":"3","roll":' + b"[" * 200 + b"]" * 200 + b"}"
    for payload in (b"{}", b'{"table":"3"}', b"x" * 70_000, deep):
        with pytest.raises(WireError):
            parse_snapshot(payload, "3")
