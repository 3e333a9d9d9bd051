"""The head of a match: what a list of matches tells of each."""

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from device.library.matches.event_time import EventTime
from device.library.matches.side_tally import Tally, tallies_of
from device.library.matches.story import GameTold, StepKind, Story, counted
from engine.state.events import Retention

BROUGHT = 1_000_000
"""Matches with a number above it were played elsewhere, and brought in as files; no table has played so many."""
VERSION = 4
"""Of heads as they are kept."""
_UNCOUNTED = (1, 2, 3)
"""Versions that counted less, or otherwise: their heads are listed at once, and told again before statistics."""


def is_brought(number: int) -> bool:
    """Whether a match was brought in, by its number."""
    return number > BROUGHT


@dataclass(frozen=True, slots=True)
class GameEnding:
    """How a game of a match ended: which game it was, who won (W, B, None: a draw), how much, how, and when."""

    number: int
    game: str
    winner: str | None
    points: int
    how: str
    moment: EventTime


@dataclass(frozen=True, slots=True)
class Head:
    """What is told of a match in a list.

    `first` and `last` are the numbers of its events; `game` is the id of the game or series, `games` of what has been
    played; sides are W and B; `dice` what the set of dice is called; `series` of how many games it is where that is
    agreed on, else 0; `withheld`: the game that is being played is left out; `counted`: it is not of an earlier
    version, which counted otherwise what is in `tallies`.
    """

    number: int
    first: int
    last: int
    white: str
    black: str
    game: str
    games: tuple[str, ...]
    length: int
    score: tuple[int, int]
    winner: str | None
    begun: EventTime
    ended: EventTime
    turns: int
    faults: int
    questions: int
    corrections: int
    outcomes: tuple[GameEnding, ...]
    games_played: int
    retention: Retention
    tallies: dict[str, Tally] = field(default_factory=dict)
    is_husk: bool = False
    withheld: bool = False
    dice: str = ""
    counted: bool = True
    series: int = 0

    def name_of(self, side: str) -> str:
        """The name of the player of a side; empty where nobody was named."""
        return self.white if side == "W" else self.black


def head_of(story: Story, *, withheld: bool = False) -> Head:
    """The head of a match, by its story."""
    match_state, match = story.match_state, story.match
    turns, faults, questions, corrections = counted(story.games)
    played = [match.chosen(each.game).game_id for each in story.games]
    return Head(
        number=story.number,
        first=story.first,
        last=story.last,
        white=match.white,
        black=match.black,
        game=match.agreed.id,
        games=tuple(dict.fromkeys(played)),
        length=match.length,
        score=(match_state.score.white, match_state.score.black),
        winner=match_state.winner.value if match_state.winner else None,
        begun=story.begun,
        ended=story.ended,
        turns=turns,
        faults=faults,
        questions=questions,
        corrections=corrections,
        outcomes=tuple(
            _outcome(each, game) for each, game in zip(story.games, played, strict=True) if each.result
        ),
        games_played=len(story.games),
        retention=story.retention,
        tallies=tallies_of(story.games),
        is_husk=story.is_husk,
        withheld=withheld,
        dice=match.dice,
        series=match.agreed.games_agreed,
    )


def head_text(head: Head) -> str:
    """A head as it is kept; what only is so for a while is left out."""
    data = asdict(replace(head, withheld=False))
    del data["counted"], data["retention"]
    return json.dumps({"version": VERSION, **data, "kept": head.retention.value}, ensure_ascii=False)


def parse_head(text: str) -> Head | None:
    """A head that was kept, by this version or an earlier one; None where it is another version's."""
    data: dict[str, Any] = json.loads(text)
    version = data.pop("version", None)
    if version not in (*_UNCOUNTED, VERSION):
        return None
    outcomes = tuple(
        GameEnding(**{**each, "moment": EventTime(**each["moment"])}) for each in data["outcomes"]
    )
    white, black = data["score"]
    told = {
        "games": tuple(data["games"]),
        "score": (white, black),
        "outcomes": outcomes,
        "retention": Retention(data.pop("kept")),
        "begun": EventTime(**data["begun"]),
        "ended": EventTime(**data["ended"]),
        "tallies": {side: Tally(**each) for side, each in data.get("tallies", {}).items()},
        "counted": version not in _UNCOUNTED,
    }
    return Head(**{**data, **told})


def _outcome(told: GameTold, game: str) -> GameEnding:
    result = told.result
    assert result is not None
    ending = [step for step in told.steps if step.kind is StepKind.RESULT] or told.steps
    winner = result.winner.value if result.winner else None
    return GameEnding(told.number, game, winner, result.points, result.how, ending[-1].moment)
