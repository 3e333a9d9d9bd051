"""A sample of what `tests/soak/mutations.py` measures: illegal plays are found in records, and none in legal ones."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from mutations import false_alarms, measured


def test_plays_changed_into_illegal_ones_are_found_and_called_by_their_rule() -> None:
    tally = measured(120, seed=7, games=1, every=6)
    assert sum(tally.made.values()) == 120 and len(tally.made) > 10
    assert not tally.missed
    assert sum(tally.first.values()) >= 108


def test_records_as_they_are_have_no_fault() -> None:
    assert false_alarms(seed=8, games=1, every=9) == []
