"""What an analysis says: of every turn, of every game, and of both players. docs/analysis.md tells its JSON."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from enum import Enum
from operator import attrgetter

from device.shape import (
    Json,
    JsonMember,
    Shaped,
    choice,
    flag,
    many,
    maybe,
    number,
    of,
    plain,
    shaped,
    table_of,
    text,
    thing,
    whole,
)
from device.status.board_json import SIDE
from engine.board import Side
from engine.i18n import Phrase, phrase
from engine.match.game_phase import GamePhase
from engine.match.opening_play import OpeningIdea, OpeningPlay

FORMAT = "tableside-analysis"
VERSION = 1


class MistakeGrade(Enum):
    """How grave a loss is, by GNU Backgammon's own thresholds."""

    DOUBTFUL = "doubtful"
    BAD = "bad"
    BLUNDER = "blunder"


THRESHOLDS = ((0.12, MistakeGrade.BLUNDER), (0.08, MistakeGrade.BAD), (0.04, MistakeGrade.DOUBTFUL))
"""From which loss on, normalised equity, each mark is given."""


def mark_of(loss: float) -> MistakeGrade | None:
    """How grave a loss of equity is; None: hardly a loss."""
    return next((mark for least, mark in THRESHOLDS if loss >= least), None)


def _figure(name: str, says: str = "", digits: int = 4) -> JsonMember:
    """A number, rounded."""
    get = attrgetter(name)
    return of(lambda told: round(get(told), digits), number(says))


def _figure_if_any(name: str, says: str = "", digits: int = 4) -> JsonMember:
    """The same, or null where it is not known."""
    get = attrgetter(name)
    return of(lambda told: _rounded(get(told), digits), maybe(number(says)))


def _decision(name: str) -> JsonMember:
    """A decision in a turn, where there was one."""
    get = attrgetter(name)
    says = "What was made, what is right, and what was lost."
    return of(lambda turn: get(turn) and get(turn).as_json(), maybe({"type": "object", "description": says}))


@dataclass(frozen=True, slots=True)
class PlayJudged:
    """A play beside the best one (None: it was the best); equities normalised, for who made it."""

    roll: tuple[int, ...]
    made: str
    equity: float
    best: str | None
    best_equity: float
    loss: float
    best_moves: tuple[tuple[int, int], ...] = ()

    def as_json(self) -> Json:
        """The `play` of a turn."""
        return {**_judged(self), "best_moves": [list(move) for move in self.best_moves]}


@dataclass(frozen=True, slots=True)
class CubeJudged:
    """Whether to double, `made` and `right`; equities for who may double, normalised at the cube as it stood."""

    made: str
    right: str
    no_double: float
    take: float
    passed: float
    loss: float

    def as_json(self) -> Json:
        """The `cube` of a turn."""
        return _judged(self)


@dataclass(frozen=True, slots=True)
class AnswerJudged:
    """The answer to a double, `take` or `pass`, by the other side; equities for who doubled."""

    made: str
    right: str
    take: float
    passed: float
    loss: float

    def as_json(self) -> Json:
        """The `answer` of a turn."""
        return _judged(self)


@shaped(
    {
        "turn": whole(1),
        "side": SIDE,
        "equity": _figure_if_any("equity", "After it, White's, normalised."),
        "chance": _figure_if_any("chance", "After it, White's match winning chances.", 5),
        "points": _figure_if_any("points", "After it, the points that White can expect."),
        "luck": _figure_if_any("luck"),
        "play": _decision("play"),
        "cube": _decision("cube"),
        "answer": _decision("answer"),
        "phase": maybe(choice(GamePhase)),
        "opening": of(
            lambda turn: turn.opening and {"idea": turn.opening.idea, "point": turn.opening.point},
            maybe(thing({"idea": choice(OpeningIdea), "point": maybe(whole(1))})),
        ),
        "take_point": _figure_if_any("take_point", "Chances to win the game with which a double is taken."),
    }
)
@dataclass(frozen=True, slots=True)
class TurnJudged(Shaped):
    """A turn of a game, numbered from 1: how White stands after it, what the dice were worth, and what was decided.

    `equity` is normalised; `chance` of winning the match, 0 to 1; `points` expected of the game, in single games.
    `phase` of the game, and what the first play of all is called; `take_point`: the chances to win the game, 0 to 1,
    with which a double is taken, where one was made, or not made though it was right.
    """

    turn: int
    side: Side
    equity: float | None = None
    chance: float | None = None
    points: float | None = None
    luck: float | None = None
    play: PlayJudged | None = None
    cube: CubeJudged | None = None
    answer: AnswerJudged | None = None
    phase: GamePhase | None = None
    opening: OpeningPlay | None = None
    take_point: float | None = None

    def losses(self) -> tuple[tuple[Side, float], ...]:
        """Who lost how much with each decision in it."""
        own = tuple((self.side, each.loss) for each in (self.play, self.cube) if each is not None)
        return own if self.answer is None else (*own, (self.side.other, self.answer.loss))


@shaped(
    {
        "moves": whole(0),
        "decisions": whole(0, says="Unforced plays, and close or actual decisions about the cube."),
        "error": _figure("error", "Equity lost, normalised."),
        "error_play": _figure("error_play"),
        "error_cube": _figure("error_cube"),
        "error_rate": _figure_if_any("rate", "Thousandths of equity lost a decision.", 2),
        "snowie": _figure_if_any("snowie", "Thousandths of equity lost a turn of either player.", 2),
        "chance_lost": _figure_if_any("chance_lost", "Match winning chances lost, 0 to 1.", 5),
        "luck": _figure("luck", "Equity won by the dice."),
        "doubtful": whole(0),
        "bad": whole(0),
        "blunders": whole(0),
        "phases": of(
            lambda totals: {
                phase: {
                    "plays": plays,
                    "error": round(totals.lost_by_phase[phase], 4),
                    "blunders": totals.blunders_by_phase[phase],
                }
                for phase, plays in totals.plays_by_phase.items()
            },
            table_of(thing({"plays": whole(0), "error": number(), "blunders": whole(0)})),
        ),
    },
    name="Totals",
)
@dataclass(frozen=True, slots=True)
class Totals(Shaped):
    """A player's sums; losses are equity, normalised, and never negative. `turns` are those of both players.

    `plays_by_phase`, `lost_by_phase` and `blunders_by_phase` are of plays alone, by the value of their `GamePhase`.
    """

    moves: int = 0
    turns: int = 0
    decisions: int = 0
    error_play: float = 0.0
    error_cube: float = 0.0
    chance_lost: float | None = None
    luck: float = 0.0
    doubtful: int = 0
    bad: int = 0
    blunders: int = 0
    plays_by_phase: Counter[str] = field(default_factory=Counter)
    lost_by_phase: Counter[str] = field(default_factory=Counter)
    blunders_by_phase: Counter[str] = field(default_factory=Counter)

    @property
    def error(self) -> float:
        """All equity that was lost."""
        return self.error_play + self.error_cube

    @property
    def rate(self) -> float | None:
        """Thousandths of equity lost a decision; None without a decision."""
        return 1000 * self.error / self.decisions if self.decisions else None

    @property
    def snowie(self) -> float | None:
        """Thousandths of equity lost a turn of either player; None without a turn."""
        return 1000 * self.error / self.turns if self.turns else None

    def plus(self, other: "Totals") -> "Totals":
        """Both together."""
        added = {
            each.name: getattr(self, each.name) + getattr(other, each.name)
            for each in fields(Totals)
            if each.name != "chance_lost"
        }
        known = [each.chance_lost for each in (self, other) if each.chance_lost is not None]
        return Totals(**added, chance_lost=sum(known) if known else None)


_PLAYERS = of(
    lambda told: {side.value: told.players[side] for side in Side},
    thing({side.value: Totals.SHAPE for side in Side}),
)


@shaped(
    {
        "number": whole(1),
        "chance": _figure_if_any("chance", "White's match winning chances as it began.", 5),
        "players": _PLAYERS,
        "turns": many(TurnJudged.SHAPE),
    }
)
@dataclass(frozen=True, slots=True)
class GameJudged(Shaped):
    """A game of a match, numbered from 1, with what each player lost in it; `chance` is
    White's to win the match as it began.
    """

    number: int
    players: dict[Side, Totals]
    turns: tuple[TurnJudged, ...]
    chance: float | None = None


def of_analysed(number: int, why: Phrase) -> Phrase:
    """What is to be said of the analysis of a game."""
    return phrase("Game {number}: {why}", number=number, why=why)


def hidden_from(turn: int) -> Phrase:
    """From a turn of a game on nothing is known to be analysed."""
    return phrase("nothing is told from turn {turn} on, because the file hides what was played.", turn=turn)


def missed(turns: Sequence[int]) -> Phrase:
    """Of some turns of a game an engine has nothing to say."""
    return phrase(
        "nothing is told of turn {turns}: an illegal play that stood, or a roll that nobody saw.",
        turns=", ".join(map(str, turns)),
    )


@shaped(
    {
        "format": of(lambda _: FORMAT, text()),
        "version": of(lambda _: VERSION, whole(1)),
        "program": text("Such as GNU Backgammon 1.07.001."),
        "ply": whole(0),
        "players": _PLAYERS,
        "games": many(GameJudged.SHAPE),
        "notes": of(lambda told: [str(note) for note in told.notes], many(text())),
    },
    name="Analysis",
)
@dataclass(frozen=True, slots=True)
class Analysis(Shaped):
    """An analysis of a match, by which program and at what ply; `notes` say what was left out, each a sentence."""

    program: str
    ply: int
    games: tuple[GameJudged, ...]
    notes: tuple[Phrase, ...] = ()

    @property
    def players(self) -> dict[Side, Totals]:
        """The sums over all games."""
        return {side: _sum(each.players[side] for each in self.games) for side in Side}

    def head_json(self) -> Json:
        """Who analysed it, and the sums."""
        return {"program": self.program, "ply": self.ply, "players": plain(_PLAYERS.value(self))}

    def summary_json(self) -> Json:
        """What lists tell: of both players and of every game, the sums."""
        games = {str(game.number): plain(_PLAYERS.value(game)) for game in self.games}
        return {"version": VERSION, **self.head_json(), "games": games}


@shaped(
    {
        name: _figure(name, "From 0 to 1.")
        for name in ("win", "gammon", "backgammon", "lose_gammon", "lose_backgammon")
    }
)
@dataclass(frozen=True, slots=True)
class OutcomeChances(Shaped):
    """How likely the side to play wins, wins and loses gammons and backgammons, the higher among the lower; 0 to 1."""

    win: float
    gammon: float
    backgammon: float
    lose_gammon: float
    lose_backgammon: float

    def __str__(self) -> str:
        return f"wins {self.win:.1%}, gammons {self.gammon:.1%}; loses gammons {self.lose_gammon:.1%}"


@shaped(
    {
        "play": text(),
        "equity": _figure("equity", "Normalised."),
        "loss": _figure("loss", "Against the best play."),
        "mark": of(lambda play: mark_of(play.loss), maybe(choice(MistakeGrade))),
        "chances": OutcomeChances.SHAPE,
    }
)
@dataclass(frozen=True, slots=True)
class CandidatePlay(Shaped):
    """A play, its equity, normalised, for who makes it, and how much less that is than the best one's."""

    play: str
    equity: float
    loss: float
    chances: OutcomeChances


@shaped(
    {
        "no_double": _figure("no_double", "Normalised."),
        "take": _figure("take", "Normalised."),
        "pass": _figure("passed", "Normalised."),
        "doubles": flag("To double is right."),
        "takes": flag("To take a double is right."),
        "too_good": flag("It is wrong to double since more can be won."),
    }
)
@dataclass(frozen=True, slots=True)
class CubeDecision(Shaped):
    """Whether to double and to take; equities, normalised, for who may double, after each."""

    no_double: float
    take: float
    passed: float

    @property
    def doubles(self) -> bool:
        """Whether to double is right."""
        return min(self.take, self.passed) > self.no_double

    @property
    def takes(self) -> bool:
        """Whether to take a double is right."""
        return self.take < self.passed

    @property
    def too_good(self) -> bool:
        """Whether it is wrong to double since more than the cube can be won."""
        return not self.doubles and self.no_double > self.passed


@shaped(
    {
        "program": text(),
        "ply": whole(0),
        "plays": many(CandidatePlay.SHAPE, "The best plays of the throw, the best first."),
        "chances": maybe(OutcomeChances.SHAPE),
        "cube": maybe(CubeDecision.SHAPE),
    }
)
@dataclass(frozen=True, slots=True)
class PositionAnalysis(Shaped):
    """What is thought of a position, by which program and at what ply.

    Of a throw there are `plays`, the best first, none where nothing can be played; without a throw the `chances`,
    and the `cube` where the side to play may double.
    """

    program: str
    ply: int
    plays: tuple[CandidatePlay, ...] = ()
    chances: OutcomeChances | None = None
    cube: CubeDecision | None = None

    def lines(self) -> list[str]:
        """The same for people at a terminal."""
        lines = [
            f"{number}. {each.play or 'no play':<24} {each.equity:+.3f} ({-each.loss:+.3f})  {each.chances}"
            for number, each in enumerate(self.plays, 1)
        ]
        if self.chances is not None:
            lines.append(f"Chances: {self.chances}")
        if self.cube is not None:
            cube = self.cube
            double = "double" if cube.doubles else "too good to double" if cube.too_good else "no double"
            lines.append(f"No double {cube.no_double:+.3f}, take {cube.take:+.3f}, pass {cube.passed:+.3f}")
            lines.append(f"Right: {double}, {'take' if cube.takes else 'pass'}")
        return [*lines, f"{self.program}, {self.ply}-ply"]


def _sum(totals: Iterable[Totals]) -> Totals:
    found = Totals()
    for each in totals:
        found = found.plus(each)
    return found


def _judged(what: PlayJudged | CubeJudged | AnswerJudged) -> Json:
    """A decision with its loss and how grave that is."""
    mark = mark_of(what.loss)
    told: Json = {
        "pass" if key == "passed" else key: _rounded(value)
        if isinstance(value, float)
        else list(value)
        if isinstance(value, tuple)
        else value
        for key, value in asdict(what).items()
    }
    return {**told, "mark": None if mark is None else mark.value}


def _rounded(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)
