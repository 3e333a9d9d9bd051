"""The parts of a snapshot: match, game, fault, question and the rest, each as it is shown and as JSON."""

from dataclasses import dataclass, replace
from typing import Self

from device.shape import (
    Shaped,
    choice,
    flag,
    many,
    maybe,
    number,
    of,
    shaped,
    table_of,
    text,
    thing,
    through,
    whole,
)
from device.status.board_json import (
    DICE,
    POSITION,
    SEATING,
    SIDE,
    SITE,
    TABLES,
    dice,
    position_json,
    seating_json,
)
from device.status.repair.repair_view import Places
from device.status.snapshot.board_view import SquaresView
from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.match.chess_clock import ChessClock, TimeControl
from engine.match.match import Crawford, Result
from engine.match.terms import USUAL_TERMS, ClockKind, Terms
from engine.match_format import BACKGAMMON_ONLY, MatchFormat
from engine.position import Position
from engine.rules import Rules
from engine.state.events import Retention
from engine.state.match_state import Phase
from engine.words.wording import Names

OPTION_VALUE = {"type": ["boolean", "integer", "string"]}
"""What an option of a game, a match or a profile is."""
_BACKGAMMON = find_game("backgammon")


@shaped(
    {
        "number": whole(0),
        "length": whole(0, says="Points; 0: single games."),
        "white": text("At the near side, the bottom of the picture."),
        "black": text("At the far side."),
        "crawford": choice(Crawford),
        "winner": maybe(SIDE),
        "programme": of(
            lambda view: {
                "id": view.agreed.id,
                "games": [each.game_id for each in view.agreed.games],
                "decider": view.agreed.decider and view.agreed.decider.game_id,
                "to_points": view.agreed.goes_to_points,
            },
            thing(
                {
                    "id": text(),
                    "games": many(text()),
                    "decider": maybe(text()),
                    "to_points": flag("It may be played to so many points; else all its games are played."),
                }
            ),
        ),
        "terms": of(lambda view: view.terms.values, table_of(OPTION_VALUE)),
        "kept": choice(Retention, "What of it is kept once it is over."),
        "kept_says": maybe(text("What that means, where it is not everything.")),
    },
    name="Match",
)
@dataclass(frozen=True, slots=True)
class MatchView(Shaped):
    """The match: its number on this table, its length (0: single games), the players' names, Crawford, the winner.

    `agreed` is the games that are played in it, `terms` what else was agreed on; `kept` what of it is kept
    once it is over, `kept_says` that in a sentence where it is not everything.
    """

    number: int
    length: int
    white: str
    black: str
    crawford: Crawford
    winner: Side | None
    agreed: MatchFormat = BACKGAMMON_ONLY
    terms: Terms = USUAL_TERMS
    kept: Retention = Retention.FULL
    kept_says: str | None = None


@shaped(
    {
        "number": whole(0),
        "id": text(),
        "name": text(),
        "phase": maybe(choice(Phase)),
        "result": of(
            lambda view: (
                view.result
                and {"winner": view.result.winner, "points": view.result.points, "how": view.result.how}
            ),
            maybe(thing({"winner": maybe(SIDE), "points": whole(), "how": text()})),
        ),
        "men": whole(0),
        "turns": whole(0),
        "squares": maybe(SquaresView.SHAPE),
        **{name: through(lambda view: view.played, member) for name, member in TABLES.items()},
    },
    name="Game",
)
@dataclass(frozen=True, slots=True)
class GameView(Shaped):
    """The game: its number in the match (0: none yet), which of the games it is, what is waited for, its result.

    `phase` is None where the referee keeps silent; `men`: the checkers that each side has, at most; `name`:
    what the game is called; `squares`: its board, where that is one of squares; `rules`: how it is played;
    `turns`: how many of them have been recorded.
    """

    number: int
    id: str
    phase: Phase | None
    result: Result | None
    men: int
    name: str = "Backgammon"
    squares: SquaresView | None = None
    rules: Rules = _BACKGAMMON
    turns: int = 0

    @property
    def played(self) -> Rules:
        """By which rules it is played, on whichever board."""
        return self.rules if self.squares is None else self.squares.rules


@shaped(
    {
        "side": SIDE,
        "rule": text(),
        "text": text(),
        "told": of(lambda view: view.text, text("The same as `text`.")),
        "points": many(SITE),
        "provisional": flag("The turn has not ended yet: it can be put right."),
        "stands": many(SITE),
        "should": many(SITE),
    }
)
@dataclass(frozen=True, slots=True)
class FaultView(Shaped):
    """What is wrong with the board: the rule, a sentence, the points concerned in White's numbering, or the squares.

    `provisional`: the turn has not ended yet, so that it can still be put right. Beside the nearest legal
    play, where one is known, a checker too many stands on the points `stands`, and one is missing on the
    points `should`.
    """

    side: Side
    rule: str
    text: str
    points: Places
    provisional: bool
    stands: Places = ()
    should: Places = ()


@shaped(
    {
        "position": of(lambda view: position_json(view.position, view.rules), POSITION),
        "notation": maybe(text()),
        "roll": of(lambda view: dice(view.roll), DICE),
        "legal": flag(),
        "text": text(),
        "seating": of(
            lambda view: seating_json(view.seating),
            maybe({**SEATING, "description": "By which it stands so, where that is asked."}),
        ),
    }
)
@dataclass(frozen=True, slots=True)
class ChoiceView(Shaped):
    """One of the answers to a question: the board it means, the play and throw that lead there, a line of
    text; the seating, if that is asked.
    """

    position: Position
    notation: str | None
    roll: Roll | None
    legal: bool
    text: str
    rules: Rules = _BACKGAMMON
    seating: Seating | None = None


@shaped(
    {
        "number": whole(1),
        "text": text(),
        "candidates": many(ChoiceView.SHAPE, "The first is believed meanwhile."),
    },
    name="Question",
)
@dataclass(frozen=True, slots=True)
class QuestionView(Shaped):
    """The question that the people are asked now; its candidates are numbered from 0, the likeliest first.

    `of_last_play`: it doubts how the last turn was played, and no turn has been played since.
    """

    number: int
    text: str
    candidates: tuple[ChoiceView, ...]
    of_last_play: bool


@shaped({"side": SIDE, "grade": whole(1, 3), "text": text()})
@dataclass(frozen=True, slots=True)
class ResignView(Shaped):
    """An offer to give the game up that has not been answered: whose, for 1, 2 or 3 times the cube, in a sentence."""

    side: Side
    grade: int
    text: str


@shaped(
    {
        "side": SIDE,
        "roll": of(lambda view: dice(view.roll), DICE),
        "text": text(),
        "void": flag(),
        "may_demand": flag(),
    }
)
@dataclass(frozen=True, slots=True)
class PrematureThrowView(Shaped):
    """A throw made too soon: whose, in a sentence; `void`: it does not count;
    `may_demand`: unless the opponent objects.
    """

    side: Side
    roll: Roll
    text: str
    void: bool
    may_demand: bool


@shaped(
    {
        "view": choice(View),
        "text": text(),
        "reads": flag(),
        "note": maybe(text()),
        "ready": flag("There is a camera, and the board is calibrated."),
    }
)
@dataclass(frozen=True, slots=True)
class CameraView(Shaped):
    """What the camera can see of the board, in one word and one sentence; `reads`: it can read a board of this shape.

    `note`: what else there is to tell while it sees the board clearly; `ready`: there is a camera and the board is
    calibrated, so that nobody need set anything up.
    """

    view: View
    text: str
    reads: bool = True
    note: str | None = None
    ready: bool = True


@shaped(
    {
        "kind": of(lambda view: view.control.kind, choice(ClockKind)),
        "W": of(lambda view: round(view.clock.white, 1), number("Seconds left.")),
        "B": of(lambda view: round(view.clock.black, 1), number("Seconds left.")),
        "free": of(
            lambda view: round(view.clock.unspent, 1) if view.control.kind is ClockKind.DELAY else 0.0,
            number("Seconds of this turn that still cost nothing."),
        ),
        "running": of(lambda view: view.clock.running, maybe(SIDE)),
        "stopped": of(lambda view: view.clock.stopped or view.since is None, flag()),
        "paused": of(lambda view: view.clock.paused, flag()),
        "fallen": of(lambda view: view.clock.fallen, many(SIDE)),
        "says": text(),
    },
    name="Clock",
)
@dataclass(frozen=True, slots=True)
class ClockView(Shaped):
    """A clock as it was `since` then, in seconds of this computer's stopwatch; None: it has not run since.

    `says`: what there is to say of it, empty while it runs.
    """

    clock: ChessClock
    control: TimeControl
    since: float | None = None
    says: str = ""

    def at(self, now: float) -> ChessClock:
        """The clock at a moment of the same stopwatch."""
        return (
            self.clock if self.since is None else self.clock.after(max(0.0, now - self.since), self.control)
        )

    def read(self, now: float) -> Self:
        """The same as it is at a moment of that stopwatch, and is written as JSON."""
        return replace(self, clock=self.at(now))


def clock_text(seconds: float) -> str:
    """A time as clocks show it: `1:02:07`, `12:07`, and `0:09` to the last second.

    >>> clock_text(727.2), clock_text(0.4), clock_text(3727)
    ('12:08', '0:01', '1:02:07')
    """
    whole = -int(-seconds // 1)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


def clock_sentence(clock: ChessClock, names: Names) -> str:
    """What there is to say of a clock: whose flag has fallen, that it stands still; empty while it runs."""
    translator = names.translator
    if clock.fallen:
        return " ".join(translator("{name}'s time is up.", name=names.of(side)) for side in clock.fallen)
    if clock.paused:
        return translator("The clock is stopped.")
    return translator("The clock waits until the board can be seen.") if clock.stopped else ""
