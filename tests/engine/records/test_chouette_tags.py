"""What records tell of a chouette, written and read back."""

from collections.abc import Callable
from typing import Any

import pytest

from device.library.records.converting import converted
from device.library.records.record_format import Read
from device.library.records.record_formats import listing
from device.library.records.tableside_json import write_json
from engine.board import Side
from engine.i18n import ENGLISH
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed, ChouetteTerms, Standing
from engine.match.match import Match
from engine.records.chouette_tags import StakeTold, chouette_tags, chouette_told
from engine.records.listing.listing_reader import read_text_record
from engine.records.mat.mat_reader import read_mat_record
from engine.records.mat.mat_writer import write_mat
from engine.records.record import Record, Tags
from engine.records.sgf.sgf_reader import read_sgf_record
from engine.records.sgf.sgf_writer import write_sgf
from engine.records.tableside.json_reader import record_from
from engine.referee.judge import judge
from engine.state.match_state import MatchState, new_match_state
from engine.state.messages import Command, DoInChouette, Resign, SetTurn, StartChouette
from engine.state.reducer import reduce
from engine.turn.tracker import TurnTracker


def told(*commands: Command) -> MatchState:
    match_state, tracker = new_match_state(Match(0, "", "")), TurnTracker()
    for command in commands:
        judgement = judge(match_state, tracker, command)
        tracker = judgement.tracker
        for event in judgement.events:
            match_state = reduce(match_state, event)
    return match_state


def deed(act: ChouetteAct, player: str, against: str = "", **more: Any) -> DoInChouette:
    return DoInChouette(ChouetteDeed(act, player, against, **more))


GAME = (
    StartChouette(("Anna", "Ben: B.", "Cleo", "Dora", "Ed]"), agreed=ChouetteTerms(extras=True)),
    deed(ChouetteAct.PARTNER, "Ed]"),
    deed(ChouetteAct.SET_CUBE, "Cleo", value=2),
    deed(ChouetteAct.SETTLE, "Cleo", points=-3),
    SetTurn(Side.BLACK),
)


@pytest.mark.parametrize(
    "kept",
    [
        lambda match, tags: read_mat_record(write_mat(match, tags)).tags,
        lambda match, tags: read_text_record(listing(match, tags, ENGLISH)).tags,
        lambda match, tags: record_from(json_of(write_json(Record(match, (), tags), {}))).tags,
        lambda match, tags: read_sgf_record(write_sgf(match, tags)).tags,
    ],
    ids=["mat", "txt", "json", "sgf"],
)
def test_what_a_game_of_a_chouette_was_to_everybody_comes_back(kept: Callable[[Match, Tags], Tags]) -> None:
    match_state = told(*GAME, Resign(Side.WHITE, 2))
    found = chouette_told(kept(match_state.record, chouette_tags(match_state.chouette)))
    assert found is not None
    assert (found.box, found.partners, found.stakes) == (
        "Anna",
        ("Ed]",),
        (StakeTold("Ben: B.", True, 1, 2), StakeTold("Cleo", False, 2, -3), StakeTold("Dora", False, 1, 2)),
    )
    assert found.standings == (
        Standing("Anna", -1), Standing("Ben: B.", 2), Standing("Cleo", -3), Standing("Dora", 2), Standing("Ed]", 0),
    )  # fmt: skip


def test_a_game_that_is_on_has_stakes_in_play_and_none_of_a_chouette_has_no_tags() -> None:
    found = chouette_told(chouette_tags(told(*GAME).chouette))
    assert found is not None
    assert [each.points for each in found.stakes] == [None, -3, None]
    assert chouette_tags(None) == ()
    assert chouette_told((("EventDate", "2026.11.26"),)) is None
    brought = chouette_told((("Box", "Anna"), ("Captain", "Ben, cube 0: -1"), ("Crew", "Cleo, cube 2: +2")))
    assert brought is not None and brought.stakes == (StakeTold("Cleo", False, 2, 2),), "no cube shows 0"


def test_what_has_no_place_for_it_says_so() -> None:
    match_state = told(*GAME, Resign(Side.WHITE, 2))
    record = Record(match_state.record, (), chouette_tags(match_state.chouette))
    remarks = [str(each) for each in converted(Read(record, "json"), "xg").remarks]
    assert "this format has no place for the chouette, in which Anna was in the box." in remarks


def json_of(text: str) -> dict[str, object]:
    import json

    data: dict[str, object] = json.loads(text)
    assert data["chouette"]["box"] == "Anna"  # type: ignore[index]
    return data
