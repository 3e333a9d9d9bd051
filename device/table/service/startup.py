"""The match that the settings want, and whether it has to begin."""

from dataclasses import replace

from device.store.settings import MatchSettings
from engine.match.match import Match
from engine.profile import Profile
from engine.state.events import MatchStarted, Retention
from engine.state.match_state import MatchState


def match_wanted(settings: MatchSettings) -> Match:
    """The match that settings want, before its first game."""
    match_format = settings.match_format
    return Match(
        settings.length,
        settings.white,
        settings.black,
        (),
        match_format.id,
        match_format,
        settings.terms,
        " ".join(settings.dice.split()),
    )


def wanted_begins(
    settings: MatchSettings, profile: Profile, match_state: MatchState, *, is_forgetful: bool = False
) -> MatchStarted | None:
    """What begins the match that settings want, where another game was played here, or none is going on; else None.

    `is_forgetful`: the board does not know how the match was left, as the simulated one, which begins with a new one.
    """
    if match_state.match_number == 0:
        return None
    match, last = match_wanted(settings), match_state.match
    # Settings that name no set of dice leave the one that was named at the desk.
    match = replace(match, dice=match.dice or last.dice)
    is_free = match_state.winner is not None or (match_state.game is None and not last.games)
    is_other = match.agreed != last.agreed and not match_state.by_hand
    is_changed = (match.agreed, match.length, match.terms, match.dice, profile) != (
        last.agreed,
        last.length,
        last.terms,
        last.dice,
        match_state.profile,
    )
    is_cut_off = match_state.winner is None and (match_state.playing or bool(last.length and last.games))
    if not (is_other or (is_free and is_changed) or (is_forgetful and is_cut_off)):
        return None
    # The players go on, but for those of a match that is not kept with their names.
    known = last if match_state.retention is Retention.FULL else match
    named = replace(match, white=match.white or known.white, black=match.black or known.black)
    return replace(MatchStarted.of(named, profile), retention=match_state.retention)
