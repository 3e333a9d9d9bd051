"""A game that is under way when a camera or a film begins to show it, as the command line names it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from device.cli.cli_options import with_all
from device.cli.output import Misuse
from engine.i18n import phrase

if TYPE_CHECKING:
    from device.store.settings import MatchSettings
    from engine.match.cube import Cube
    from engine.match.match import Score
    from engine.state.messages import JoinGame

_T = TypeVar("_T")

_OPTIONS = (
    click.option(
        "--position",
        metavar="P",
        help="The board of a game that is under way, like 'W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)'.",
    ),
    click.option("--to-play", type=click.Choice(["W", "B"]), help="Who is to throw then: W near, B far."),
    click.option("--score", metavar="W-B", help="The score of the match then, like 3-2."),
    click.option("--cube", metavar='"2 W"', help="The cube then: its value, and who has it."),
)


@dataclass(frozen=True, slots=True)
class Joining:
    """The options as they were given."""

    position: str | None
    to_play: str | None
    score: str | None
    cube: str | None

    def game(self, match: "MatchSettings") -> "JoinGame | None":
        """What they tell of a game under way, None where they are left out; UsageError where they make no sense."""
        if self.position is None:
            if self.to_play or self.score or self.cube:
                raise Misuse(
                    phrase(
                        "a game that is under way needs its board: give {option}, too", option="--position"
                    )
                )
            return None
        if self.to_play is None:
            raise Misuse(
                phrase(
                    "who is to throw on that board? give {option} or {other}, too",
                    option="--to-play W",
                    other="--to-play B",
                )
            )
        from engine.board import Side
        from engine.match.match import Match
        from engine.position_parsing import parse_position
        from engine.state.match_state import new_match_state, rules_at
        from engine.state.messages import JoinGame

        match_format = match.match_format
        match_state = new_match_state(
            Match(match.length, "", "", (), match_format.id, match_format, match.terms)
        )
        return JoinGame(
            parse_position(self.position, rules_at(match_state, 0)),
            Side(self.to_play),
            None if self.score is None else score_told(self.score),
            None if self.cube is None else cube_told(self.cube),
        )


def with_joining(command: Callable[..., None]) -> Any:
    """Gives a command the options that tell of a game under way, as `joining`."""

    @wraps(command)
    def told(
        *args: Any,
        position: str | None,
        to_play: str | None,
        score: str | None,
        cube: str | None,
        **more: Any,
    ) -> None:
        command(*args, joining=Joining(position, to_play, score, cube), **more)

    return with_all(_OPTIONS, told)


def score_told(given: str) -> "Score":
    """The score that --score tells. Raises UsageError."""
    return _read("--score", given, "3-2", _score)


def cube_told(given: str) -> "Cube":
    """The cube that --cube tells. Raises UsageError."""
    return _read("--cube", given, "2 W", _cube)


def _read(option: str, given: str, example: str, read: Callable[[str], _T]) -> _T:
    try:
        return read(given)
    except ValueError:
        raise Misuse(
            phrase(
                "{option} {given} is not understood: write it like {example}",
                option=option,
                given=repr(given),
                example=repr(example),
            )
        ) from None


def _score(given: str) -> "Score":
    from engine.match.match import Score

    white, black = map(int, given.split("-"))
    return Score(white, black)


def _cube(given: str) -> "Cube":
    from engine.board import Side
    from engine.match.cube import Cube

    value, *owner = given.split()
    if int(value) < 1 or len(owner) > 1 or (int(value) == 1 and owner):
        raise ValueError(given)
    return Cube(int(value), Side(owner[0]) if owner else None)
