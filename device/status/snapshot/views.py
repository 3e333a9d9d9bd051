"""The parts of a snapshot, each as it is shown and as JSON, and as it follows from the match state: match, game, the
last play, fault, question and the rest.
"""

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
    EACH_SIDE,
    EITHER,
    POSITION,
    SEATING,
    SIDE,
    SITE,
    TABLES,
    dice,
    each_side,
    position_json,
    seating_json,
)
from device.status.board_repair import Places, misplaced
from device.status.text.naming import game_name, names_of, result_sentence
from device.status.text.status_text import (
    kept_sentence,
    plain_fault,
    premature_sentence,
    question_sentence,
    resign_sentence,
    seating_sentence,
)
from engine.board import Seating, Shape, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.i18n import Translator
from engine.match.chess_clock import ChessClock, TimeControl
from engine.match.match import CheckerTurn, Crawford, Result
from engine.match.terms import USUAL_TERMS, ClockKind, Terms
from engine.match_format import BACKGAMMON_ONLY, MatchFormat
from engine.play import Fault, Move
from engine.plays.notation import play_text
from engine.position import Position
from engine.referee.reckoning import Reckoning
from engine.rules import Rules
from engine.squares import CORNERS, SIZE, THRONE, square_name
from engine.state.events import Candidate, Counts, Retention
from engine.state.match_state import MatchState, Phase, Question, rules_now
from engine.tables.tables_game import TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.trictrac import Trictrac, marks_of
from engine.turn.context import SWEPT
from engine.words.wording import Names, sentence

OPTION_VALUE = {"type": ["boolean", "integer", "string"]}
"""What an option of a game, a match or a profile is."""
_BACKGAMMON = find_game("backgammon")


@shaped(
    {
        "size": of(lambda view: SIZE, whole()),
        "throne": of(lambda view: square_name(THRONE), text()),
        "corners": of(lambda view: view.corners, many(text())),
        "men": of(lambda view: each_side(view.rules.men), EACH_SIDE),
    }
)
@dataclass(frozen=True, slots=True)
class SquaresView(Shaped):
    """The board of squares on which a game is played, and by which rules."""

    rules: TaflGame

    @property
    def corners(self) -> list[str]:
        """The corners, where they matter."""
        return [square_name(each) for each in sorted(CORNERS)] if self.rules.corner_escape else []


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

    @classmethod
    def of(cls, match_state: MatchState, translator: Translator) -> Self:
        """The match that is played."""
        match, names = match_state.match, names_of(match_state, translator)
        return cls(
            match_state.match_number,
            match.length,
            names.of(Side.WHITE),
            names.of(Side.BLACK),
            match_state.crawford,
            match_state.winner,
            match.agreed,
            match.terms,
            match_state.retention,
            kept_sentence(match_state, translator),
        )


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

    @classmethod
    def of(cls, match_state: MatchState, translator: Translator, *, quiet: bool) -> Self:
        """The game that is on, or is waited for; `quiet`: the referee keeps silent."""
        game, rules = match_state.game, rules_now(match_state)
        return cls(
            len(match_state.record.games),
            rules.id,
            None if quiet else match_state.phase,
            game.result if game else None,
            rules.men if isinstance(rules.men, int) else max(rules.men),
            game_name(rules, translator),
            SquaresView(rules) if isinstance(rules, TaflGame) else None,
            rules,
            len(game.turns) if game else 0,
        )


@shaped(
    {
        "side": SIDE,
        "roll": of(lambda view: dice(view.roll), DICE),
        "carried": of(lambda view: view.roll is not None and view.roll.carried, flag()),
        "either": of(lambda view: view.roll is not None and view.roll.either, EITHER),
        "notation": text(),
        "moves": of(
            lambda view: [view.sites(move.origin, move.target) for move in view.moves],
            many(many(SITE, minItems=2, maxItems=2)),
        ),
        "captured": of(lambda view: view.sites(*view.captured), many(SITE)),
        "illegal": maybe(text()),
        "inferred": flag("Nobody saw it."),
        "from_hand": whole(0),
        "scored": many(text()),
    }
)
@dataclass(frozen=True, slots=True)
class PlayView(Shaped):
    """The last play: whose, with which throw, how it is written; `illegal` is a sentence where it broke the rules.

    `squares`: it was made on a board of squares, where it took off the men on those that are `captured`. So many of the
    checkers that came in were still in hand (`from_hand`); `scored` are sentences about what the throw scored.
    """

    side: Side
    roll: Roll | None
    notation: str
    moves: tuple[Move, ...]
    illegal: str | None
    inferred: bool
    captured: tuple[int, ...] = ()
    squares: bool = False
    from_hand: int = 0
    scored: tuple[str, ...] = ()

    def sites(self, *sites: int) -> list[int | str]:
        """Sites as a page names them."""
        return [square_name(each) if self.squares else each for each in sites]

    @classmethod
    def of(
        cls, match_state: MatchState, reckoning: Reckoning, translator: Translator, *, hints: bool
    ) -> Self | None:
        """The last play; without `hints` an illegal one is not explained."""
        turn = match_state.last_play
        if turn is None:
            return None
        illegal, names = None, names_of(match_state, translator)
        if turn.fault:
            illegal = (
                sentence(turn.fault, names) if hints else plain_fault(match_state, turn.side, translator)
            )
        return cls(
            turn.side,
            turn.roll,
            play_text(turn.play),
            turn.play.moves,
            illegal,
            turn.inferred,
            turn.play.captured,
            turn.play.shape is Shape.TAFL,
            _from_hand(turn),
            reckoning.score.sentences(names) if reckoning.score else (),
        )


def _from_hand(turn: CheckerTurn) -> int:
    """How many checkers came in from the hand in a turn."""
    if turn.before is None:
        return 0
    before, after = (position.past.hand[turn.side is Side.BLACK] for position in (turn.before, turn.after))
    return max(0, before - after)


@shaped(
    {
        "points": of(lambda view: each_side(view.holes and view.points), maybe(EACH_SIDE)),
        "holes": of(lambda view: each_side(view.holes), maybe(EACH_SIDE)),
        "chips": of(lambda view: None if view.holes else each_side(view.points), maybe(EACH_SIDE)),
        "claims": of(lambda view: view.claims, flag("The players claim their points, with `claim`.")),
    }
)
@dataclass(frozen=True, slots=True)
class MarksView(Shaped):
    """What each side has won in the course of a game: points and `holes`, or chips
    (then None); White's, then Black's. `claims`: the players claim them.
    """

    points: tuple[int, int]
    holes: tuple[int, int] | None
    claims: bool = False

    @classmethod
    def of(cls, rules: Rules, position: Position | None) -> Self | None:
        """What the past of a position says has been won by the way; None in games where nothing is."""
        if position is None or not isinstance(rules, TablesGame):
            return None
        if isinstance(rules.family, Trictrac):
            marks = marks_of(position.past)
            return cls(marks.points, marks.holes, rules.family.schools)
        if rules.chips:
            white, black = position.past.tally or (0, 0)
            return cls((white, black), None)
        return None


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

    @classmethod
    def of(
        cls, match_state: MatchState, reckoning: Reckoning, translator: Translator, *, hints: bool
    ) -> Self | None:
        """What is wrong with the board or the last play; without `hints` only that there is something."""
        fault, side, stands = match_state.fault, reckoning.at_fault, match_state.fault_stands
        if fault is None:
            return None
        if not hints:
            return cls(side, fault.rule, plain_fault(match_state, side, translator), (), not stands)
        rules = reckoning.rules
        there, missing = misplaced(rules, reckoning.nearest, side, fault, match_state.seen)
        text, where = sentence(fault, names_of(match_state, translator)), _places(fault, side, rules)
        return cls(side, fault.rule, text, where, not stands, there, missing)


def _places(fault: Fault, side: Side, game: Rules) -> tuple[int, ...] | tuple[str, ...]:
    """Where a side's fault is: the points as the near player of backgammon counts them, or the names of the squares."""
    if not isinstance(game, TablesGame):
        return tuple(square_name(each) for each in fault.points)
    lies = game.lying(side)
    return tuple(lies[point] for point in fault.points)


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

    @classmethod
    def of(
        cls,
        match_state: MatchState,
        question: Question,
        candidate: Candidate,
        win: Result | None,
        translator: Translator,
    ) -> Self:
        """An answer, and what it would win."""
        return cls(
            candidate.position,
            play_text(candidate.play) if candidate.play else None,
            candidate.roll,
            candidate.legal,
            _choice_text(match_state, question, candidate, win, translator),
            rules_now(match_state),
            candidate.seating,
        )


def _choice_text(
    match_state: MatchState,
    question: Question,
    candidate: Candidate,
    win: Result | None,
    translator: Translator,
) -> str:
    """An answer in a line: the play with its roll, what was won, where a board that is drawn comes from, or who sits
    how.
    """
    if candidate.seating is not None:
        return seating_sentence(match_state, candidate.seating, translator)
    if candidate.play is None:
        return _board_text(question, candidate, translator)
    if question.what == SWEPT:
        names = names_of(match_state, translator)
        return translator("The game is over.") if win is None else result_sentence(win, names)
    text = play_text(candidate.play) or translator("no play")
    roll = candidate.roll if candidate.roll and not candidate.roll.carried else None
    if roll and candidate.legal:
        return translator("{play} with {roll}", play=text, roll=roll)
    if roll:
        return translator("{play} with {roll} (illegal)", play=text, roll=roll)
    return text if candidate.legal else translator("{play} (illegal)", play=text)


def _board_text(question: Question, candidate: Candidate, translator: Translator) -> str:
    """Where a board comes from: what the camera sees is believed of one that was hidden, else what is on record; or
    that with it the game goes on.
    """
    if question.what in ("missed", SWEPT):
        return translator("The game is not over: it goes on from this board")
    is_first = candidate is question.candidates[0]
    if is_first is (question.what == "unseen"):
        return translator("As the camera sees it")
    return translator("As it was before") if question.what == "unseen" else translator("As it is on record")


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

    @classmethod
    def of(
        cls, match_state: MatchState, reckoning: Reckoning, translator: Translator, *, hidden: bool
    ) -> Self | None:
        """The latest question that is open; without its boards where those are `hidden`."""
        if not match_state.questions:
            return None
        question = match_state.questions[-1]
        choices = () if hidden else zip(question.candidates, reckoning.wins, strict=True)
        turns = len(match_state.game.turns) if match_state.game else 0
        return cls(
            question.number,
            question_sentence(match_state, question, translator),
            tuple(ChoiceView.of(match_state, question, each, win, translator) for each, win in choices),
            question.what in ("play", "roll") and question.turns == turns > 0,
        )


@shaped({"side": SIDE, "grade": whole(1, 3), "text": text()})
@dataclass(frozen=True, slots=True)
class ResignView(Shaped):
    """An offer to give the game up that has not been answered: whose, for 1, 2 or 3 times the cube, in a sentence."""

    side: Side
    grade: int
    text: str

    @classmethod
    def of(cls, match_state: MatchState, translator: Translator) -> Self | None:
        """The offer that has been made."""
        offer = match_state.resigning
        if offer is None:
            return None
        return cls(offer.side, offer.grade, resign_sentence(match_state, offer, translator))


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

    @classmethod
    def of(cls, match_state: MatchState, translator: Translator) -> Self | None:
        """The throw that was made too soon."""
        premature = match_state.premature
        if premature is None:
            return None
        return cls(
            premature.side,
            premature.roll,
            premature_sentence(match_state, premature, translator),
            premature.counts is Counts.NO,
            premature.counts is Counts.UNLESS_ASKED,
        )


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

    @classmethod
    def of(
        cls, match_state: MatchState, reckoning: Reckoning, since: float | None, translator: Translator
    ) -> Self | None:
        """The clock, which was as the match state has it `since` then; None where a match is played without one."""
        clock, control = reckoning.clock, TimeControl.of(match_state.match.terms)
        if clock is None or control is None:
            return None
        says = clock_sentence(clock, names_of(match_state, translator))
        return cls(clock, control, since if clock.running else None, says)

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
