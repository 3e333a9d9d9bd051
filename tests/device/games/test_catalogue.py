"""The catalogue: every game under its tier and kind, its rules and options for people and programs."""

import json

import pytest

from device.i18n import find_translator
from device.library.games.agreements import LISTS
from device.library.games.catalogue import (
    Listed,
    game_json,
    game_lines,
    game_text,
    kind_of,
    listed_games,
    option_json,
    told_json,
    words_of,
)
from engine.games import all_games, find_game
from engine.i18n import ENGLISH
from engine.match.terms import TERMS
from engine.match_formats import all_series, find_series
from engine.profile import OPTIONS, choices_of, preset_names, profile_of
from engine.tables.tables_game import Tier
from engine.words.rollnames import plain_name

EVERYTHING = listed_games(all_games(), all_series())


def test_everything_that_can_be_played_is_listed_once() -> None:
    ids = [each.id for each in EVERYTHING]
    assert sorted(ids) == sorted({game.id for game in all_games()} | {each.id for each in all_series()})
    shown = [line.split()[0] for line in game_lines(EVERYTHING).splitlines() if line.startswith("    ")]
    assert shown == ids


def test_games_stand_under_their_tier_and_kind() -> None:
    lines = game_lines(EVERYTHING).splitlines()
    headings = [line for line in lines if line and not line.startswith(" ")]
    assert headings == ["In living use", "From history", "Several games on one score"]
    historic = lines.index("From history")
    for game in all_games():
        (at,) = (index for index, line in enumerate(lines) if line.split()[:1] == [game.id])
        assert (at > historic) == (game.tier is Tier.HISTORIC)
        assert lines[at].endswith(", reconstructed") == game.reconstructed


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("backgammon", "hitting"),
        ("tabula", "hitting"),
        ("plakoto", "pinning"),
        ("narde", "running"),
        ("jacquet_hit", "running"),
        ("american_nardy", "running"),
        ("bräde", "revertier"),
        ("kotra", "revertier"),
        ("puff_long", "puff"),
        ("ad_elta_stelpur", "chase"),
        ("dames_rabattues", "rabattues"),
    ],
)
def test_the_kind_of_a_game(name: str, kind: str) -> None:
    assert kind_of(find_game(name)) == kind


@pytest.mark.parametrize("each", EVERYTHING, ids=lambda each: each.id)
def test_a_game_is_told_to_programs_and_to_people(each: Listed) -> None:
    told = json.loads(json.dumps(game_json(each, with_rules=True)))
    assert set(told["names"].items()) == set(each.names), "each language has one name; others are aliases"
    assert told["rules"] and told["source"] and told["tier"] in ("A", "B")
    text = game_text(each)
    assert each.source in text and each.id in text and "\n\n\n" not in text
    assert ("Reconstructed:" in text) == told["reconstructed"]
    for option in told["options"]:
        assert option["text"].endswith(".") and option["values"][0] == option["default"]
        assert {type(value).__name__ for value in option["values"]} == {
            {"boolean": "bool", "integer": "int", "text": "str"}[option["type"]]
        }
        assert f"  {option['name']} ({option['type']}; " in text


def test_no_two_games_answer_to_one_name() -> None:
    owners: dict[str, str] = {}
    for each in EVERYTHING:
        for word in (each.id, *(name for _, name in each.names), *each.aliases):
            assert owners.setdefault(plain_name(word), each.id) == each.id, word


def test_a_series_tells_its_games() -> None:
    series = find_series("tavli")
    assert series is not None
    told = game_json(series)
    assert (told["family"], told["games"]) == ("series", ["portes", "plakoto", "fevga"])
    assert "Games: portes, plakoto, fevga" in game_text(series)
    mixed = find_series("mixed_match")
    assert mixed is not None and "Decider: hypergammon" in game_text(mixed)


def test_a_game_is_told_to_pages_in_their_language() -> None:
    game = find_game("backgammon")
    english, finnish = told_json(game, ENGLISH), told_json(game, find_translator("fi"))
    assert " ".join(str(english["rules"]).split()) == " ".join((game.rules or "").split())
    assert str(finnish["rules"]).startswith("Nykyaikainen backgammon.\n\nKummallakin on viisitoista nappulaa")
    (first, *_), (ours, *_) = english["options"], finnish["options"]  # type: ignore[misc]
    assert first["title"] == "Backgammon requires none off" and first["words"] == ["yes", "no"]
    assert ours["text"].startswith("Jos häviäjä") and ours["values"] == first["values"]
    assert words_of("per_man") == "per man" and words_of(12) == "12"
    assert told_json(find_game("ad_elta_stelpur"), find_translator("sv"))["name"] == "Chasing the Girls"


def test_the_terms_of_a_match_are_listed() -> None:
    told, text = LISTS["terms"]
    assert list(told()) == [option_json(option) for option in TERMS]
    assert all(f"\n  {option.name} (" in text() for option in TERMS)


def test_the_profiles_are_listed_with_what_they_choose() -> None:
    told, text = LISTS["profiles"]
    profiles = list(told())
    assert tuple(each["name"] for each in profiles) == preset_names()
    for each in profiles:
        options = each["options"]
        assert isinstance(options, list) and [option["name"] for option in options] == [
            o.name for o in OPTIONS
        ]
        chosen = {option["name"]: option["default"] for option in options}
        assert choices_of(profile_of(str(each["name"]))) == chosen
    assert "premature stand, illegal_plays legal_moves" in text()


def test_the_names_of_rolls_are_listed() -> None:
    told, text = LISTS["traditions"]
    traditions = {str(each["id"]): each for each in told()}
    finnish, french = traditions["finnish"], traditions["french"]
    assert isinstance(finnish["rolls"], dict) and finnish["rolls"]["6-4"] == ["kuusi-neljä"]
    assert isinstance(french["rolls"], dict) and french["rolls"]["1-1"] == ["ambesas", "beset"]
    assert (finnish["take"], finnish["pass"], french["take"]) == ("oletan", "ohitan", None)
    assert "6-6 sonnez" in text() and "take oletan, pass ohitan" in text()
