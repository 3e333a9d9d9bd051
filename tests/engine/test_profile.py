"""The referee's profiles as data: presets, options, and all that is wrong with a request said at once (rules 6)."""

import re
from dataclasses import fields

import pytest

from engine.errors import InvalidProfile
from engine.match.terms import terms_of
from engine.profile import (
    HOME,
    NARDY,
    OPTIONS,
    PRESETS,
    SILENT,
    TOURNAMENT,
    IllegalPlays,
    Premature,
    Profile,
    SetupFix,
    ThrowsCount,
    choices_of,
    preset_names,
    profile_of,
    terms_with,
)


def test_there_is_an_option_with_its_default_for_every_choice_of_a_profile() -> None:
    assert [option.name for option in OPTIONS] == [
        each.name for each in fields(Profile) if each.name != "name"
    ]
    assert {option.name: option.default for option in OPTIONS} == choices_of(HOME)
    assert all(option.default in option.values for option in OPTIONS)


def test_options_and_presets_say_in_a_sentence_what_they_are() -> None:
    assert all(each.sentence[0].isupper() and each.sentence.endswith(".") for each in (*OPTIONS, *PRESETS))


def test_the_presets_are_those_of_the_rules() -> None:
    assert preset_names()[:4] == ("home", "tournament", "nardy", "silent")
    assert (HOME.throws, HOME.premature, HOME.illegal_plays, HOME.setup_fix_until) == (
        ThrowsCount.STRICT,
        Premature.REROLL,
        IllegalPlays.CONDONE,
        SetupFix.SECOND_TURN,
    )
    assert (TOURNAMENT.premature, TOURNAMENT.illegal_plays) == (Premature.STAND, IllegalPlays.LEGAL_MOVES)
    assert NARDY.throws is ThrowsCount.NARDY and not NARDY.throws.own_half
    assert SILENT.silent and not SILENT.tells_faults
    for aids in (TOURNAMENT, SILENT):
        assert not (aids.pip_counts or aids.hints or aids.live_board)
    assert HOME.pip_counts and HOME.hints and HOME.live_board


def test_federations_say_where_and_of_when_their_rules_are() -> None:
    federations = PRESETS[4:]
    assert all(
        each.title and re.search(r"\b20[0-9][0-9]\b.*\.(com|eu|de|org|uk|ru)", each.source)
        for each in federations
    )
    for each in federations:
        assert terms_of(terms_with(each.name), 7).agreed.items() <= dict(each.terms).items()
    chosen = {each.name: each.profile for each in federations}
    assert chosen["usbgf"].throws is ThrowsCount.FRENCH
    assert chosen["ukbgf"].premature is Premature.STAND and terms_with("ukbgf")["clock_minutes"] == 2
    assert chosen["wbgt_2010"].premature is Premature.OPPONENT_CHOICE
    assert {name for name, each in chosen.items() if each.illegal_plays is IllegalPlays.LEGAL_MOVES} == {
        "wbgf",
        "usbgf",
        "ukbgf",
        "wbgt_2010",
        "russia_nardy",
    }
    assert terms_with("home") == terms_with("nobody's") == {}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_profile_is_known_by_its_name_and_its_choices(preset) -> None:
    assert profile_of(preset.name) == preset.profile
    assert profile_of(preset.name, choices_of(preset.profile)) == preset.profile


def test_a_preset_with_some_choices_otherwise() -> None:
    profile = profile_of(
        "tournament", {"premature": "reroll", "shared_dice": "on", "illegal_plays": "responsible"}
    )
    assert profile.premature is Premature.REROLL and profile.shared_dice
    assert profile.name == "tournament" and not profile.live_board
    assert not profile.tells_faults


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(InvalidProfile) as error:
        profile_of("turnament", {"throw": "strict", "premature": "never", "silent": "true", "zzz": "1"})
    said = str(error.value)
    for part in (
        "there is no profile 'turnament'; did you mean 'tournament'?",
        "'throw' is no option of a profile; did you mean 'throws'?",
        "'premature' must be stand, reroll or opponent_choice, not 'never'",
        "'silent' must be on or off, not 'true'",
        "'zzz' is no option of a profile; there are throws, ",
    ):
        assert part in said
