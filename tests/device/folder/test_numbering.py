"""The numbers of snapshots grow over restarts."""

import json
import os
from pathlib import Path

import pytest

from device.store.folder.numbering import BLOCK, Numbering


def test_a_service_begins_above_all_that_was_ever_given(tmp_path: Path) -> None:
    first = Numbering(tmp_path / "notices.json")
    assert first.beyond(7) == 0
    for seq in range(7, 7 + 2 * BLOCK):
        first.reach(seq)
    # it is killed now; the log knows of 40 events
    again = Numbering(tmp_path / "notices.json")
    beyond = again.beyond(40)
    assert 40 + beyond >= 7 + 2 * BLOCK
    # killed before there was another snapshot than the first
    assert Numbering(tmp_path / "notices.json").beyond(40) > beyond
    # a log that goes further goes on as it is
    assert again.beyond(10**6) == 0


def test_numbers_are_reserved_a_block_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "notices.json"
    numbers = Numbering(file)
    numbers.reach(5)
    written = file.stat().st_mtime_ns
    numbers.reach(5 + BLOCK - 1)
    assert file.stat().st_mtime_ns == written and json.loads(file.read_text()) == {"upto": 5 + BLOCK}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"upto": "9"}', '{"upto": -4}', '{"upto": true}'])
def test_a_file_that_says_nothing_counts_for_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "notices.json").write_text(text)
    assert Numbering(tmp_path / "notices.json").beyond(3) == 0


def test_a_disk_that_cannot_be_written_to_stops_nothing(tmp_path: Path) -> None:
    numbers = Numbering(tmp_path / "no" / "folder" / "notices.json")
    numbers.reach(5)
    assert not os.path.exists(tmp_path / "no")
    Numbering().reach(5)
