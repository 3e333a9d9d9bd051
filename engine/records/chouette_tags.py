"""What the tags of a record tell of a chouette: who was in the box, what each of the crew won, how all stood after.

A game of a chouette is a match of its own between the box and the captain; what it was to the others stands in tags,
which .mat, .json and .txt keep.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.match.chouette import Chouette
from engine.match.chouette_terms import CrewStake, Standing
from engine.records.record import Tags

BOX, PARTNER, CAPTAIN, CREW, STANDING = "Box", "Partner", "Captain", "Crew", "Standing"
"""The keys of such tags: who was in the box, and with them; what a captain, or another, played for; what somebody has
won in all.
"""
CHOUETTE_TAGS = (BOX, PARTNER, CAPTAIN, CREW, STANDING)
_STAKE = re.compile(r"(?P<player>.+), cube (?P<value>[1-9]\d{0,8}): (?P<points>[+-]?\d{1,9}|in play)")
_STANDING = re.compile(r"(?P<player>.+): (?P<points>[+-]?\d{1,9})")


@dataclass(frozen=True, slots=True)
class StakeTold:
    """What a player of the crew's side played for: the cube, and what was won by it; None while it was in play.

    The player of an extra is told with who gave it, as `Ben against Cleo`.
    """

    player: str
    captain: bool
    value: int
    points: int | None


@dataclass(frozen=True, slots=True)
class ChouetteTold:
    """A game of a chouette as tags tell it."""

    box: str
    stakes: tuple[StakeTold, ...]
    standings: tuple[Standing, ...]
    partners: tuple[str, ...] = ()


def chouette_tags(chouette: Chouette | None) -> Tags:
    """The tags that tell of the game of a chouette that is on, or was the last; none where there is no chouette.

    >>> from engine.board import Side
    >>> from engine.match.chouette import chouette_of
    >>> from engine.match.cube import Cube
    >>> chouette_tags(chouette_of(("Anna", "Ben", "Cleo")).begun(Cube()).finished(Side.WHITE, 1))[:2]
    (('Box', 'Anna'), ('Captain', 'Ben, cube 1: -1'))
    """
    if chouette is None:
        return ()
    played = chouette if chouette.is_on else chouette.before
    stakes = chouette.stakes or chouette.last
    if played is None or not stakes:
        return ()
    told = tuple(_stake(each, played) for each in stakes)
    standings = tuple((STANDING, f"{each.player}: {each.points:+d}") for each in chouette.scores)
    return ((BOX, played.box), *((PARTNER, each) for each in played.partners), *told, *standings)


def chouette_told(tags: Tags) -> ChouetteTold | None:
    """What tags tell of a chouette; None where nobody was in a box."""
    box = next((value for key, value in tags if key == BOX), None)
    if box is None:
        return None
    stakes = tuple(
        StakeTold(
            found["player"],
            key == CAPTAIN,
            int(found["value"]),
            None if found["points"] == "in play" else int(found["points"]),
        )
        for key, value in tags
        if key in (CAPTAIN, CREW) and (found := _STAKE.fullmatch(value))
    )
    standings = tuple(
        Standing(found["player"], int(found["points"]))
        for key, value in tags
        if key == STANDING and (found := _STANDING.fullmatch(value))
    )
    return ChouetteTold(box, stakes, standings, tuple(value for key, value in tags if key == PARTNER))


def chouette_data(tags: Tags) -> Mapping[str, object] | None:
    """What tags tell of a chouette, as JSON has it."""
    told = chouette_told(tags)
    if told is None:
        return None
    return {
        "box": told.box,
        **({"partners": list(told.partners)} if told.partners else {}),
        "stakes": [
            {"player": each.player, "captain": each.captain, "cube": each.value, "points": each.points}
            for each in told.stakes
        ],
        "standings": [{"player": each.player, "points": each.points} for each in told.standings],
    }


def _stake(stake: CrewStake, played: Chouette) -> tuple[str, str]:
    extra = "" if stake.against == played.box else f" against {stake.against}"
    key = CAPTAIN if stake.player in played.captains and not extra else CREW
    points = "in play" if stake.is_open else f"{stake.worth:+d}"
    return key, f"{stake.player}{extra}, cube {stake.cube.value}: {points}"
