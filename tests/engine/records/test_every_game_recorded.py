"""Records of every game: what was played at random, with all that can go wrong, comes back as the very same match."""

import json
import sys
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from random_matches import as_told, random_formats, random_match

from engine.match.match import Match
from engine.match_format import MatchFormat
from engine.records.listing.listing_reader import read_text
from engine.records.listing.listing_text import write_text
from engine.records.record import Record
from engine.records.tableside.json_reader import record_from
from engine.records.tableside.json_writer import record_data
from engine.words.wording import Names

FORMATS = random_formats(Random(7))


def comes_back(match: Match) -> None:
    # repr shows what == leaves out: what is remembered of the past, and the cube
    data = json.loads(json.dumps(record_data(Record(match))))
    assert repr(record_from(data).match) == repr(match)
    text = write_text(match, (), Names(match.white, match.black), lambda result: f"Over: {result.how}.")
    assert repr(as_told(read_text(text))) == repr(as_told(match)), text


@pytest.mark.parametrize("match_format", FORMATS, ids=[each.id for each in FORMATS])
def test_every_game_comes_back_as_it_was_played(match_format: MatchFormat) -> None:
    comes_back(random_match(Random(match_format.id), match_format, games=len(match_format.games)))


@pytest.mark.long
@pytest.mark.parametrize("match_format", FORMATS, ids=[each.id for each in FORMATS])
def test_every_game_comes_back_played_to_its_end(match_format: MatchFormat) -> None:
    comes_back(random_match(Random(f"{match_format.id} end"), match_format, games=2, turns=150))
