"""The notice: what is pinned up for pages and lamps, an immutable picture of where the match stands."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from device.boardshown import (
    MarksShown,
    PlayShown,
    SquaresShown,
    marks_shown,
    places,
    position_json,
)
from device.clockshown import ClockShown, clock_sentence
from device.discretion import (
    BLIND,
    RECORDING,
    board_hidden,
    for_everybody,
    hints_hidden,
    pips_hidden,
    silenced,
)
from device.host import Concern
from device.misplaced import misplaced
from device.says import (
    called,
    camera_sentence,
    cocked_sentence,
    cube_sentence,
    hasty_sentence,
    name_of,
    opening_sentence,
    plain_fault,
    question_sentence,
    resign_sentence,
    scores,
    setup_sentence,
    status,
)
from device.shown import (
    CameraShown,
    ChoiceShown,
    FaultShown,
    GameShown,
    HastyShown,
    Json,
    MatchShown,
    QuestionShown,
    ResignShown,
    dice,
    letter,
)
from engine.beginning import rules_now
from engine.board import Seating, Shape, Side, View
from engine.chess_clock import TimeControl, full_clock
from engine.cube import Cube, CubeAction
from engine.dice import Roll
from engine.doubling import may_do
from engine.events import Counts
from engine.fault import Fault
from engine.ledger import Ledger, Phase, Question
from engine.match import CheckerTurn, Score
from engine.notation import play_text
from engine.position import Position
from engine.rollnames import PLAIN, Tradition
from engine.tafl.game import TaflGame
from engine.tongue import ENGLISH, Tongue
from engine.wording import Names, sentence


@dataclass(frozen=True, slots=True)
class Notice:
    """Everything that a page or a lamp needs to know, at one moment.

    `seq` changes with every change of the notice and grows while a service runs. `seen` is the faulty board where
    there is a `fault`. `cube_may` is what can be done with the cube now. `question` is the latest of the `questions` still open. `clock` is None where a match is
    played without one. `roll_name` is what the roll is called in the tradition that the settings name, where it has a
    name there. `profile` is the name of the referee's profile; `hasty` a throw made too soon, `setup` a sentence about a
    wrong starting position, `resign` an offer to give up; `kept_back` says that the board is kept from everybody but the
    referee, `pips` whether pip counts are shown. `marks` is what has been won in the course of the game, `opening` a sentence about who
    begins it by the dice that lie there. `host` is what ails the computer. `retell` tells the same in another language. `trouble` is a sentence about the service itself, which is then also what `says` says.
    """

    table: str
    seq: int
    match: MatchShown
    game: GameShown
    position: Position | None
    seen: Position | None
    seating: Seating | None
    to_play: Side | None
    roll: Roll | None
    cube: Cube
    score: Score
    last_play: PlayShown | None
    says: str
    fault: FaultShown | None
    cocked: str | None
    cube_fault: str | None
    question: QuestionShown | None
    questions: int
    camera: CameraShown
    clock: ClockShown | None = None
    trouble: str | None = None
    roll_name: str | None = None
    cube_may: tuple[CubeAction, ...] = ()
    profile: str = "home"
    hasty: HastyShown | None = None
    setup: str | None = None
    resign: ResignShown | None = None
    kept_back: bool = False
    pips: bool = True
    marks: MarksShown | None = None
    opening: str | None = None
    host: tuple[Concern, ...] = ()
    retell: Callable[[Tongue], "Notice"] | None = field(default=None, compare=False, repr=False)

    def in_tongue(self, tongue: Tongue) -> "Notice":
        """The same notice in another language, if it knows how to be told in one."""
        return self if self.retell is None else self.retell(tongue)

    def as_json(self, now: float | None = None) -> Json:
        """The notice as `GET /api/state` and the event stream give it; `now`: of the stopwatch, for a clock that runs."""
        seating = self.seating
        rules = self.game.rules if self.game.squares is None else self.game.squares.rules
        return {
            "table": self.table,
            "seq": self.seq,
            "match": self.match.as_json(),
            "game": self.game.as_json(),
            "position": position_json(self.position, rules, pips=self.pips),
            "seen": position_json(self.seen, rules, pips=self.pips),
            "seating": seating and {"near": seating.near.value, "home_right": seating.home_right},
            "to_play": letter(self.to_play),
            "roll": dice(self.roll),
            "carried": self.roll is not None and self.roll.carried,
            "roll_name": self.roll_name,
            "cube": {
                "value": self.cube.value,
                "next": self.cube.next_value,
                "may": [action.value for action in self.cube_may],
                "owner": letter(self.cube.owner),
                "offered_by": letter(self.cube.offered_by),
                "in_play": self.cube.in_play,
            },
            "score": {"W": self.score.white, "B": self.score.black},
            "last_play": self.last_play and self.last_play.as_json(),
            "says": self.says,
            "fault": self.fault and self.fault.as_json(),
            "cocked": self.cocked,
            "cube_fault": self.cube_fault,
            "question": self.question and self.question.as_json(),
            "questions": self.questions,
            "clock": self.clock and self.clock.as_json(time.monotonic() if now is None else now),
            "camera": self.camera.as_json(),
            "profile": self.profile,
            "hasty": self.hasty and self.hasty.as_json(),
            "setup": self.setup,
            "resign": self.resign and self.resign.as_json(),
            "kept_back": self.kept_back,
            "marks": self.marks and self.marks.as_json(),
            "opening": self.opening,
            "host": [concern.as_json() for concern in self.host],
        }


def notice_of(
    ledger: Ledger,
    table: str = "1",
    *,
    seq: int | None = None,
    trouble: str | None = None,
    camera: str | None = None,
    note: str | None = None,
    tradition: Tradition = PLAIN,
    desk: bool = False,
    reads: bool = True,
    clocked: float | None = None,
    host: tuple[Concern, ...] = (),
    tongue: Tongue = ENGLISH,
) -> Notice:
    """The notice that says where a ledger stands.

    `seq` is the ledger's own unless given; `trouble` is a sentence about the service itself, which comes before
    anything that the referee has to say; `camera` replaces the sentence about the camera, which `reads` boards of this
    shape or not, and `note` is added to it while the view is clear; `tradition` names rolls; `host` is what ails the computer.
    `clocked` is when, by the stopwatch, the chess clock was as the ledger has it. It is the notice for everybody, which leaves out what the profile keeps back while a game is on; with `desk` it is the
    referee's own, which leaves out nothing.
    """
    whole = ledger

    def retell(tongue: Tongue) -> Notice:
        return notice_of(
            whole, table, seq=seq, trouble=trouble, camera=camera, note=note, tradition=tradition, desk=desk,
            reads=reads, clocked=clocked, host=host, tongue=tongue,
        )  # fmt: skip

    quiet = not desk and silenced(ledger)
    hidden = not desk and board_hidden(ledger)
    hints = desk or not hints_hidden(ledger)
    pips = desk or not pips_hidden(ledger)
    if not desk:
        ledger = for_everybody(ledger)
    question = _question(ledger, ledger.questions[-1]) if ledger.questions else None
    if question is not None and hidden:
        question = replace(question, candidates=())
    fault = _fault(ledger)
    if fault is not None and not hints:
        fault = replace(fault, text=plain_fault(ledger, fault.side), points=(), stands=(), should=())
    said = status(ledger, fault.text if fault else None, camera, tradition)
    if quiet and ledger.view not in BLIND:
        said = RECORDING
    game, rules = ledger.game, rules_now(ledger)
    return Notice(
        table=table,
        seq=ledger.seq if seq is None else seq,
        match=MatchShown(
            ledger.match_number,
            ledger.match.length,
            name_of(ledger, Side.WHITE),
            name_of(ledger, Side.BLACK),
            ledger.crawford,
            ledger.winner,
            ledger.match.agreed,
            ledger.match.terms,
        ),
        game=GameShown(
            len(ledger.record.games),
            rules.id,
            None if quiet else ledger.phase,
            game.result if game else None,
            rules.men if isinstance(rules.men, int) else max(rules.men),
            rules.name,
            SquaresShown(rules) if isinstance(rules, TaflGame) else None,
            rules,
            len(game.turns) if game else 0,
        ),
        position=None if hidden else ledger.position,
        seen=None if hidden else ledger.seen,
        seating=ledger.seating,
        to_play=ledger.side,
        roll=ledger.roll,
        cube=ledger.cube,
        score=ledger.score,
        last_play=None if hidden else _last_play(ledger, hints=hints),
        says=trouble or said,
        fault=fault,
        cocked=ledger.cocked and cocked_sentence(ledger.cocked),
        cube_fault=ledger.cube_fault and cube_sentence(ledger.cube_fault),
        question=question,
        questions=len(ledger.questions),
        camera=CameraShown(
            ledger.view,
            camera or camera_sentence(ledger.view, reads=reads),
            reads,
            note if ledger.view is View.CLEAR else None,
        ),
        clock=_clock(ledger, clocked),
        trouble=trouble,
        roll_name=called(ledger.roll, tradition),
        cube_may=() if quiet else may_do(ledger),
        profile=ledger.profile.name,
        hasty=_hasty(ledger),
        setup=None if ledger.setup is None else setup_sentence(ledger),
        resign=_resign(ledger),
        kept_back=hidden,
        pips=pips,
        marks=None if hidden else marks_shown(rules, ledger.position),
        opening=None if quiet else opening_sentence(ledger),
        host=() if quiet else host,
        retell=retell,
    )


def _clock(ledger: Ledger, since: float | None) -> ClockShown | None:
    control = TimeControl.of(ledger.match.terms)
    if control is None:
        return None
    clock = ledger.clock or full_clock(ledger.match.terms, ledger.match.length, ledger.score)
    says = clock_sentence(clock, name_of(ledger, Side.WHITE), name_of(ledger, Side.BLACK))
    return ClockShown(clock, control, since if clock.running else None, says)


def _sentence(ledger: Ledger, fault: Fault) -> str:
    return sentence(fault, Names(name_of(ledger, Side.WHITE), name_of(ledger, Side.BLACK)))


def _last_play(ledger: Ledger, *, hints: bool) -> PlayShown | None:
    turn = ledger.last_play
    if turn is None:
        return None
    illegal = None
    if turn.fault:
        illegal = _sentence(ledger, turn.fault) if hints else plain_fault(ledger, turn.side)
    play, text = turn.play, play_text(turn.play)
    return PlayShown(
        turn.side, turn.roll, text, play.moves, illegal, turn.inferred, play.captured, play.shape is Shape.TAFL,
        _from_hand(turn), scores(ledger, turn),
    )  # fmt: skip


def _from_hand(turn: CheckerTurn) -> int:
    """How many checkers came in from the hand in a turn."""
    if turn.before is None:
        return 0
    before, after = (position.past.hand[turn.side is Side.BLACK] for position in (turn.before, turn.after))
    return max(0, before - after)


def _hasty(ledger: Ledger) -> HastyShown | None:
    hasty = ledger.hasty
    if hasty is None:
        return None
    void, may_demand = hasty.counts is Counts.NO, hasty.counts is Counts.UNLESS_ASKED
    return HastyShown(hasty.side, hasty.roll, hasty_sentence(ledger, hasty), void, may_demand)


def _resign(ledger: Ledger) -> ResignShown | None:
    offer = ledger.resigning
    return None if offer is None else ResignShown(offer.side, offer.grade, resign_sentence(ledger, offer))


def _fault(ledger: Ledger) -> FaultShown | None:
    fault = ledger.fault
    if fault is None:
        return None
    last, stands = ledger.last_play, ledger.fault_stands
    over = stands or ledger.phase is not Phase.TO_MOVE
    side = last.side if last and over else ledger.side or Side.WHITE
    rules = rules_now(ledger)
    before = ledger.position_before if last and over else ledger.position
    there, missing = misplaced(rules, before, side, fault, ledger.seen)
    where, text = places(fault, side, rules), _sentence(ledger, fault)
    return FaultShown(side, fault.rule, text, where, not stands, there, missing)


def _question(ledger: Ledger, question: Question) -> QuestionShown:
    choices, rules = [], rules_now(ledger)
    for candidate in question.candidates:
        notation = play_text(candidate.play) if candidate.play else None
        text = (notation or "no play") if candidate.play else str(candidate.position)
        text += f" with {candidate.roll}" if candidate.roll and not candidate.roll.carried else ""
        text += "" if candidate.legal else " (illegal)"
        choices.append(
            ChoiceShown(candidate.position, notation, candidate.roll, candidate.legal, text, rules)
        )
    turns = len(ledger.game.turns) if ledger.game else 0
    of_last_play = question.what in ("play", "roll") and question.turns == turns > 0
    return QuestionShown(question.number, question_sentence(ledger, question), tuple(choices), of_last_play)
