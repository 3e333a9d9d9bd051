"""The card of a table: small, of what everybody may see alone, and never upset by what comes."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.club.hub.card import attention_of, card_of, safe_page
from device.status.text.labels import said
from engine.i18n import ENGLISH

RUBBISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def test_it_shows_who_plays_and_how_it_stands(snapshot: dict[str, Any]) -> None:
    card = card_of(snapshot)
    assert (card["match"]["white"], card["match"]["black"], card["match"]["length"]) == ("Anna", "Ben", 5)
    assert card["to_play"] == "B" and card["attention"] == "" and card["fault"] is None
    assert card["last_play"]["notation"] == "8/5 6/5" and card["last_play"]["moves"] == [[8, 5], [6, 5]]
    points = card["position"]["points"]
    assert points["5"] == [2, 0] and points["24"] == [2, 0] and "2" not in points
    assert card["board"] == {}  # it lies as most do


def test_it_is_a_third_of_the_notice(snapshot: dict[str, Any]) -> None:
    assert len(json.dumps(card_of(snapshot))) < 0.45 * len(json.dumps(snapshot))


def test_what_is_kept_back_is_not_there(snapshot: dict[str, Any]) -> None:
    silent = {**snapshot, "position": None, "seen": None, "last_play": None, "kept_back": True}
    card = card_of(silent)
    assert card["position"] is None and card["last_play"] is None and card["kept_back"]


@pytest.mark.parametrize(
    ("part", "value", "wants"),
    [
        ("fault", {"text": "No.", "points": [20]}, "fault"),
        ("cube_fault", "The cube is turned.", "fault"),
        ("setup", "The board is set up wrongly.", "fault"),
        ("question", {"text": "Which?"}, "question"),
        ("resign", {"side": "W"}, "question"),
        ("camera", {"view": "moved"}, "blind"),
        ("camera", {"view": "hand"}, ""),
    ],
)
def test_it_tells_who_wants_somebody(snapshot: dict[str, Any], part: str, value: object, wants: str) -> None:
    assert attention_of({**snapshot, part: value}) == wants


@given(data=st.data())
def test_rubbish_is_no_notice_and_nothing_worse(snapshots: list[dict[str, Any]], data: st.DataObject) -> None:
    told = copy.deepcopy(data.draw(st.sampled_from(snapshots)))
    where = told
    name = data.draw(st.sampled_from(sorted(told)))
    while isinstance(where[name], dict) and where[name] and data.draw(st.booleans()):
        where, name = where[name], data.draw(st.sampled_from(sorted(where[name])))
    where[name] = data.draw(RUBBISH)
    try:
        card = card_of(told)
        assert json.dumps(card)
        for label in (card["labels"]["match"], card["labels"]["play"]):
            assert isinstance(said(label, ENGLISH), str)
    except ValueError as error:
        assert "no notice" in str(error)


def test_a_link_leads_to_pages_alone() -> None:
    assert safe_page("https://table3.local/") == "https://table3.local/"
    for odd in ("javascript:alert(1)", "//[", "data:text/html,x", None, 7, "http:///x", "ftp://a/"):
        assert safe_page(odd) == ""
