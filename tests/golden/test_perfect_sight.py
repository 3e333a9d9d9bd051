"""With perfect eyes the referee's record of a simulated match is its truth: what they get wrong is their own fault."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.simulator.slips import Mistakes
from device.simulator.truth import truth_json
from device.simulator.virtual_table import VirtualTable
from device.table.watch.film import Scribe, Watched
from device.table.watch.film_json import watched_json
from engine.board import Kind, Seating
from engine.match.match import CheckerTurn, Game, Match
from engine.match.terms import Stake, Terms
from engine.match_formats import find_match_format
from engine.past import Past
from engine.profile import HOME, NARDY, SILENT, TOURNAMENT, Profile, profile_of

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "device")]

from perfect_sight import looks_at
from schemas_checked import conforms

FPS = 5


def watch(table: VirtualTable, frames: int, profile: Profile = HOME, match: Match | None = None) -> Watched:
    """What the referee makes of a table that they see perfectly; `match`: what is played, backgammon unless given."""
    scribe = Scribe(match or Match(table.length, "near", "far"), Kind.LIGHT, profile)
    for look in looks_at(table, frames, FPS):
        scribe.hear(look)
    scribe.close()
    return Watched(tuple(scribe.happenings), scribe.match_state, frames, frames / FPS, 1.0)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))])
def test_a_match_seen_perfectly_is_recorded_exactly(
    seed: int, differ: Callable[[Any, Any], list[str]]
) -> None:
    seating = Seating((Kind.LIGHT, Kind.DARK)[seed % 2], home_right=seed % 4 < 2)
    table = VirtualTable(
        find_match_format("backgammon"), seed, match_length=3, mistakes=Mistakes(), seating=seating
    )
    length = table.play_out()
    frames = int(length * FPS) + FPS
    told = watched_json(watch(table, frames))
    truth: Any = truth_json(table.truth, FPS, frames, [(0, 0)] * 4, 3, "backgammon")
    conforms("watch", told)
    conforms("truth", truth)
    assert len(told["games"]) == len(truth["games"])  # type: ignore[arg-type]
    for number, game in enumerate(truth["games"]):
        found = differ(game, {"games": [told["games"][number]]})  # type: ignore[index]
        assert found == [], f"game {number + 1}: " + "\n".join(found[:3])
    assert told["questions"] == [], json.dumps(told["questions"])[:500]


HALF_ANY = profile_of("home", {"throws": "half_any"})
SHARED = profile_of("nardy", {"shared_dice": "on"})


LONGER = [
    pytest.param(each, 3, marks=pytest.mark.long) for each in (NARDY, TOURNAMENT, HALF_ANY, SHARED, SILENT)
]
"""Matches of which `make test-long` plays every game."""


@pytest.mark.parametrize(
    ("profile", "length"),
    [(NARDY, 1), (TOURNAMENT, 1), *LONGER],
    ids=lambda each: str(getattr(each, "name", each)),
)
def test_under_every_profile_people_are_recorded_exactly(
    profile: Profile, length: int, differ: Callable[[Any, Any], list[str]]
) -> None:
    # In a tournament the referee insists on legal plays; where the players go on all the same, they go with them.
    mistakes = Mistakes(standing=0.05)
    table = VirtualTable(
        find_match_format("backgammon"), 5, match_length=length, mistakes=mistakes, profile=profile
    )
    frames = int(table.play_out() * FPS) + FPS
    told = watched_json(watch(table, frames, profile, Match(length, "near", "far")))
    truth: Any = truth_json(table.truth, FPS, frames, [(0, 0)] * 4, length, "backgammon")
    for number, game in enumerate(truth["games"]):
        found = differ(game, {"games": [told["games"][number]]})  # type: ignore[index]
        assert found == [], f"game {number + 1}: " + "\n".join(found[:3])
    assert told["questions"] == [], json.dumps(told["questions"])[:500]
    events = [each for game in told["games"] for each in game["events"]]  # type: ignore[attr-defined]
    assert not any(each["event"] == "too_soon" and each["why"] == "unfinished" for each in events)


def long(name: str, length: int, terms: Terms, seed: int) -> Any:
    """A case that only `make test-long` plays."""
    return pytest.param(name, length, terms, seed, marks=pytest.mark.long)


MONEY = Terms(beaver=True, raccoon=True, auto_doubles=2, jacoby=True)


@pytest.mark.parametrize(
    ("name", "length", "terms", "seed"),
    [
        ("backgammon", 0, MONEY, 37),
        long("backgammon", 0, MONEY, 12),
        long("backgammon", 0, MONEY, 41),
        ("portes, backgammon", 3, Terms(), 1),
        long("hypergammon, backgammon", 0, Terms(), 0),
        ("backgammon", 5, Terms(holland=True, stake=Stake.PER_MAN), 2),
        long("long_nardy", 3, Terms(), 4),
        long("tavli_match", 3, Terms(), 1),
        long("mixed_match", 3, Terms(), 1),
        long("fevga", 0, Terms(), 11),
        long("esir_hapis", 0, Terms(), 1),
        long("gul_bara", 0, Terms(), 2),
        long("dames_rabattues", 0, Terms(), 1),
        long("tabula", 0, Terms(), 1),
        long("garanguet", 0, Terms(), 1),
        long("acey_deucey", 0, Terms(), 1),
        long("xia_zan", 0, Terms(), 1),
        long("khachapuri", 0, Terms(), 1),
        long("bu_da", 0, Terms(), 1),
        long("da_jian", 0, Terms(), 1),
        ("chase_nardy", 0, Terms(), 1),
        long("icelandic_nardy", 0, Terms(), 3),
        long("trictrac", 0, Terms(), 1),
        long("toccategli", 0, Terms(), 1),
        long("verkehren", 0, Terms(), 1),
        long("ping_bei", 0, Terms(), 11),
        ("nackgammon", 0, Terms(), 11),
    ],
    ids=lambda each: str(each)[:20],
)
def test_games_in_turn_and_all_the_terms_are_recorded_exactly(
    name: str, length: int, terms: Terms, seed: int, differ: Callable[[Any, Any], list[str]]
) -> None:
    match_format = find_match_format(name)
    table = VirtualTable(match_format, seed, match_length=length, mistakes=Mistakes(), terms=terms)
    frames = int(table.play_out() * FPS) + FPS
    match = Match(length, "near", "far", (), match_format.id, match_format, terms)
    watched = watch(table, frames, match=match)
    told = watched_json(watched)
    truth: Any = truth_json(table.truth, FPS, frames, [(0, 0)] * 4, length, name)
    assert len(told["games"]) == len(truth["games"])  # type: ignore[arg-type]
    for number, game in enumerate(truth["games"]):
        found = differ(game, {"games": [told["games"][number]]})  # type: ignore[index]
        assert found == [], f"game {number + 1}: " + "\n".join(found[:3])
    assert told["questions"] == [], json.dumps(told["questions"])[:500]
    assert [each.chosen for each in watched.record.games] == [each.chosen for each in table.truth.games]
    assert [each.result for each in watched.record.games] == [each.result for each in table.truth.games]
    for seen, true in zip(watched.record.games, table.truth.games, strict=True):
        assert pasts(seen) == pasts(true)


def pasts(game: Game) -> list[Past]:
    """What the game remembered after each turn."""
    return [turn.after.past for turn in game.turns if isinstance(turn, CheckerTurn)]
