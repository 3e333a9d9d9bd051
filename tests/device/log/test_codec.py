"""Events and messages survive the way to JSON and back."""

import json
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.errors import CodecError
from device.store.log.event_codec import (
    EVENTS,
    MESSAGES,
    SENTENCES,
    decode_event,
    decode_message,
    encode_event,
    encode_message,
)
from device.store.log.removal import nameless
from device.store.log.schema import EVENTS as LOG
from device.store.log.schema import Row
from device.store.log.witness import hashed
from engine.board import Evidence, Occupancy, Side, View
from engine.match.match import Crawford, Match
from engine.match.terms import Terms
from engine.match_format import Chosen, MatchFormat
from engine.state.events import Cocked, CubeFault, Event, KeptAgreed, MatchStarted, Retention, Tied
from engine.state.match_state import new_match_state
from engine.state.messages import Look, Message, NewGame, SetKept, SetTurn
from engine.state.reducer import reduce
from engine.words.reasons import CubeReason, ThrowReason
from vision.observation import Chance, Observation
from vision.squares.square_observation import SquareObservation

st.register_type_strategy(
    Chance, st.builds(Chance, st.integers(0, 15), st.integers(0, 15), st.floats(1e-6, 1.0, allow_nan=False))
)
_SHARE = st.floats(0.0, 1.0)
st.register_type_strategy(
    SquareObservation,
    st.builds(
        SquareObservation,
        st.tuples(*[st.just((0.5, 0.25, 0.25))] * 80, st.tuples(_SHARE, _SHARE, _SHARE)),
        st.tuples(*[st.just(0.0)] * 80, _SHARE),
        _SHARE,
        st.lists(st.integers(0, 80), max_size=3).map(tuple),
    ),
)
st.register_type_strategy(Evidence, st.from_type(Observation) | st.from_type(SquareObservation))


@settings(max_examples=50, deadline=None)
@given(st.one_of(*map(st.from_type, get_args(Event))))
def test_every_event_comes_back_exactly(event: Event) -> None:
    kind, body = encode_event(event)
    back = decode_event(kind, body)
    assert type(back) is type(event)
    assert repr(back) == repr(event)


@settings(max_examples=50, deadline=None)
@given(st.one_of(*map(st.from_type, get_args(Event))))
def test_a_log_that_lost_its_names_for_good_is_hashed_as_before(event: Event) -> None:
    row: Row = dict.fromkeys((column.name for column in LOG.columns), 0)
    as_it_was, nobodys = (
        dict(row, kind=kind, body=body) for kind, body in map(encode_event, (event, nameless(event)))
    )
    assert hashed([as_it_was]) == hashed([nobodys])


@settings(max_examples=80, deadline=None)
@given(st.one_of(*map(st.from_type, get_args(Message))))
def test_every_message_comes_back_exactly(message: Message) -> None:
    line = encode_message(message)
    assert "\n" not in line
    assert repr(decode_message(line)) == repr(message)


def test_evidence_of_another_kind_is_not_lost_in_silence() -> None:
    class Guess:
        def log_likelihood(self, occupancy: Occupancy) -> float:
            return 0.0

        def best(self, men: tuple[int, int] | None) -> Occupancy:
            return Occupancy((0,) * 26, (0,) * 26)

    with pytest.raises(CodecError, match="Guess cannot be written down"):
        encode_message(Look(0.0, 1, View.CLEAR, Guess()))


def test_every_kind_is_known() -> None:
    assert set(EVENTS.values()) == set(get_args(Event))
    assert set(MESSAGES.values()) == set(get_args(Message))


def test_a_message_as_written_by_hand() -> None:
    assert decode_message('{"kind": "SetTurn", "side": "W"}') == SetTurn(Side.WHITE)


def test_what_has_another_name_here_is_written_under_the_one_that_logs_have_for_it() -> None:
    format_ = MatchFormat("tavli_match", (Chosen("portes"), Chosen("plakoto")))
    started = MatchStarted.of(Match(3, "Anna", "Ben", (), format_.id, format_))
    for written in (encode_event(started)[1], encode_message(NewGame(match_format=format_))):
        assert json.loads(written)["programme"]["id"] == "tavli_match"
        assert "match_format" not in written
    off, start = Retention.OFF, new_match_state(Match(1, "", ""))
    assert encode_event(KeptAgreed(off)) == ("KeptAgreed", '{"kept":"off"}')
    assert reduce(start, decode_event("KeptAgreed", '{"kept":"off"}')).retention is off
    assert json.loads(encode_message(SetKept(off))) == {"kind": "SetKept", "kept": "off"}
    for kept in (encode_event(replace(started, retention=off))[1], encode_message(NewGame(retention=off))):
        assert json.loads(kept)["kept"] == "off" and "retention" not in kept


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"kind": "Shout", "time": 0}, "no message of the kind 'Shout'"),
        ({"side": "W"}, "no message of the kind None"),
        ({"kind": "SetTurn"}, "lacks 'side'"),
        ({"kind": "SetTurn", "side": "G"}, "not a valid Side"),
        ({"kind": "Answer", "question": "x", "choice": 1}, "invalid literal"),
        ({"kind": "SetRoll", "side": "W", "roll": {"dice": 3}}, "not iterable"),
    ],
)
def test_a_bad_message_is_refused_with_its_reason(values: dict[str, object], words: str) -> None:
    with pytest.raises(CodecError, match=words):
        decode_message(json.dumps(values))


@pytest.mark.parametrize("line", ["", "[]", "{", json.dumps({"kind": 3})])
def test_what_is_no_message_is_refused(line: str) -> None:
    with pytest.raises(CodecError):
        decode_message(line)


@pytest.mark.parametrize(
    ("kind", "body", "event"),
    [
        (
            "MatchStarted",
            '{"game_id":"hypergammon","length":5,"white":"Anna","black":"","crawford":"pending"}',
            MatchStarted("hypergammon", 5, "Anna", "", Crawford.PENDING),
        ),
        ("Tied", '{"value":4}', Tied(4)),
    ],
)
def test_a_log_of_an_older_version_is_read(kind: str, body: str, event: Event) -> None:
    assert decode_event(kind, body) == event


def test_a_match_of_an_older_version_is_played_as_it_was() -> None:
    body = '{"game_id":"hypergammon","length":5,"white":"Anna","black":"","crawford":"pending"}'
    match_state = reduce(new_match_state(Match(0, "", "")), decode_event("MatchStarted", body))
    assert [each.game_id for each in match_state.match.agreed.games] == ["hypergammon"]
    assert match_state.match.terms == Terms()


def test_an_event_from_the_future_is_refused() -> None:
    with pytest.raises(CodecError, match="use the version that wrote the log"):
        decode_event("Beamed", "{}")


@pytest.mark.parametrize(("written", "reason"), SENTENCES.items())
def test_a_sentence_in_an_old_log_is_the_reason_that_it_told(
    written: str, reason: ThrowReason | CubeReason
) -> None:
    kind = "Cocked" if isinstance(reason, ThrowReason) else "CubeFault"
    event = decode_event(kind, json.dumps({"side": "W", "why": written}))
    assert isinstance(event, Cocked | CubeFault) and event.why is reason
    assert json.loads(encode_event(event)[1]) == {"side": "W", "why": reason.value}
    assert decode_event(*encode_event(event)) == event


def test_a_reason_that_a_later_version_knows_keeps_no_match_from_being_read() -> None:
    event = decode_event("Cocked", '{"side": "B", "why": "rolled_off_the_table"}')
    assert event == Cocked(Side.BLACK, ThrowReason.UNKNOWN)
