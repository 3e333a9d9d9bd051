"""Converting what a file does not say: nothing is made up for it."""

import pytest

from device.library.records.converting import converted
from device.library.records.record_formats import record_of
from engine.records.record_audit import audit

HIDDEN = (
    b" 5 point match\n\n Game 1\n Anna : 0                          Ben : 0\n"
    b"  1) 31: 8/5 6/5                     62: ???\n  2) 53: 8/3 6/3                     44: 24/20(2)\n      Wins 1 point\n"
)


@pytest.mark.parametrize("to", ["mat", "txt", "sgf", "text"])
def test_a_game_with_a_hidden_play_ends_before_it(to: str) -> None:
    written = converted(record_of(HIDDEN), to)
    assert str(written.remarks[0]).startswith("game 1: nothing is written from turn 2 on, because the file")
    back = record_of(written.text.encode()).record
    assert len(back.match.games[0].turns) == 1 and audit(back).faults == ()
    assert to != "mat" or f'; [Remark "{written.remarks[0]}"]' in written.text


def test_json_says_that_it_is_hidden() -> None:
    read = record_of(HIDDEN)
    back = record_of(converted(read, "json").text.encode()).record
    assert (back.match, back.lost) == (read.record.match, ((1, 2),))
