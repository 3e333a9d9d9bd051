"""The notice: what is pinned up for pages and lamps, an immutable picture of where the match stands."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from device.amiss import Amiss
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
    mend_hidden,
    pips_hidden,
    silenced,
)
from device.host import Concern
from device.keepsake import kept_sentence
from device.mendshown import MendShown, mend_shown
from device.misplaced import misplaced
from device.naming import called, game_name, names_of
from device.says import (
    camera_sentence,
    cocked_sentence,
    cube_sentence,
    hasty_sentence,
    plain_fault,
    put,
    question_sentence,
    resign_sentence,
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
from device.waiting import opening_sentence, scores
from engine.beginning import rules_now
from engine.board import Seating, Shape, Side, View
from engine.chess_clock import TimeControl, full_clock
from engine.cube import Cube, CubeAction
from engine.dice import Roll
from engine.doubling import may_do
from engine.events import Candidate, Counts
from engine.fault import Fault
from engine.ledger import Ledger, Phase, Question
from engine.match import CheckerTurn, Score
from engine.notation import play_text
from engine.position import Position
from engine.rollnames import PLAIN, Tradition
from engine.tafl.game import TaflGame
from engine.tongue import ENGLISH, Saying, Tongue
from engine.wording import sentence


@dataclass(frozen=True, slots=True)
class Notice:
    """Everything that a page or a lamp needs to know, at one moment.

    `seq` changes with every change of the notice and grows while a service runs. `seen` is the faulty board where
    there is a `fault`. `cube_may` is what can be done with the cube now. `question` is the latest of the `questions` still open. `clock` is None where a match is
    played without one. `roll_name` is what the roll is called in the tradition that the settings name, where it has a
    name there. `profile` is the name of the referee's profile; `hasty` a throw made too soon, `setup` a sentence about a
    wrong starting position, `resign` an offer to give up; `kept_back` says that the board is kept from everybody but the
    referee, `pips` whether pip counts are shown. `marks` is what has been won in the course of the game, `opening` a sentence about who
    begins it by the dice that lie there. `host` is what ails the computer, `mend` the steps that put the board right. `retell` tells the same in another language. `trouble` is a sentence about the service itself, which is then also what `says` says.
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
    mend: MendShown | None = None
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
            "mend": self.mend and self.mend.as_json(),
        }


def notice_of(
    ledger: Ledger,
    table: str = "1",
    *,
    seq: int | None = None,
    trouble: str | Saying | None = None,
    camera: str | Saying | None = None,
    note: str | Saying | None = None,
    tradition: Tradition = PLAIN,
    desk: bool = False,
    reads: bool = True,
    clocked: float | None = None,
    host: tuple[Concern, ...] = (),
    amiss: Amiss | None = None,
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
            reads=reads, clocked=clocked, host=host, amiss=amiss, tongue=tongue,
        )  # fmt: skip

    quiet = not desk and silenced(ledger)
    hidden = not desk and board_hidden(ledger)
    hints = desk or not hints_hidden(ledger)
    pips = desk or not pips_hidden(ledger)
    if not desk:
        ledger = for_everybody(ledger)
    names = names_of(ledger, tongue)
    question = _question(ledger, ledger.questions[-1], tongue) if ledger.questions else None
    if question is not None and hidden:
        question = replace(question, candidates=())
    fault = _fault(ledger, tongue)
    if fault is not None and not hints:
        fault = replace(fault, text=plain_fault(ledger, fault.side, tongue), points=(), stands=(), should=())
    ailment, service = put(camera, tongue), put(trouble, tongue)
    said = status(ledger, fault.text if fault else None, ailment, tradition, tongue)
    if quiet and ledger.view not in BLIND:
        said = tongue(RECORDING)
    game, rules = ledger.game, rules_now(ledger)
    return Notice(
        table=table,
        seq=ledger.seq if seq is None else seq,
        match=MatchShown(
            ledger.match_number,
            ledger.match.length,
            names.of(Side.WHITE),
            names.of(Side.BLACK),
            ledger.crawford,
            ledger.winner,
            ledger.match.agreed,
            ledger.match.terms,
            ledger.kept,
            kept_sentence(ledger, tongue),
        ),
        game=GameShown(
            len(ledger.record.games),
            rules.id,
            None if quiet else ledger.phase,
            game.result if game else None,
            rules.men if isinstance(rules.men, int) else max(rules.men),
            game_name(rules, tongue),
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
        last_play=None if hidden else _last_play(ledger, tongue, hints=hints),
        says=service or said,
        fault=fault,
        cocked=ledger.cocked and cocked_sentence(ledger.cocked, tongue),
        cube_fault=ledger.cube_fault and cube_sentence(ledger.cube_fault, tongue),
        question=question,
        questions=len(ledger.questions),
        camera=CameraShown(
            ledger.view,
            ailment or camera_sentence(ledger.view, reads=reads, tongue=tongue),
            reads,
            put(note, tongue) if ledger.view is View.CLEAR else None,
        ),
        clock=_clock(ledger, clocked, tongue),
        trouble=service,
        roll_name=called(ledger.roll, tradition),
        cube_may=() if quiet else may_do(ledger),
        profile=ledger.profile.name,
        hasty=_hasty(ledger, tongue),
        setup=None if ledger.setup is None else setup_sentence(ledger, tongue),
        resign=_resign(ledger, tongue),
        kept_back=hidden,
        pips=pips,
        marks=None if hidden else marks_shown(rules, ledger.position),
        opening=None if quiet else opening_sentence(ledger, tongue),
        host=() if quiet else tuple(each.in_tongue(tongue) for each in host),
        mend=None if mend_hidden(whole, amiss, desk=desk) else _mend(whole, amiss, tongue),
        retell=retell,
    )


def _mend(ledger: Ledger, amiss: Amiss | None, tongue: Tongue) -> MendShown | None:
    if amiss is None:
        return None
    name = names_of(ledger, tongue).of(amiss.side)
    return mend_shown(amiss, rules_now(ledger), ledger.seating, name, tongue)


def _clock(ledger: Ledger, since: float | None, tongue: Tongue) -> ClockShown | None:
    control = TimeControl.of(ledger.match.terms)
    if control is None:
        return None
    clock = ledger.clock or full_clock(ledger.match.terms, ledger.match.length, ledger.score)
    says = clock_sentence(clock, names_of(ledger, tongue))
    return ClockShown(clock, control, since if clock.running else None, says)


def _sentence(ledger: Ledger, fault: Fault, tongue: Tongue) -> str:
    return sentence(fault, names_of(ledger, tongue))


def _last_play(ledger: Ledger, tongue: Tongue, *, hints: bool) -> PlayShown | None:
    turn = ledger.last_play
    if turn is None:
        return None
    illegal = None
    if turn.fault:
        illegal = _sentence(ledger, turn.fault, tongue) if hints else plain_fault(ledger, turn.side, tongue)
    play, text = turn.play, play_text(turn.play)
    return PlayShown(
        turn.side, turn.roll, text, play.moves, illegal, turn.inferred, play.captured, play.shape is Shape.TAFL,
        _from_hand(turn), scores(ledger, turn, tongue),
    )  # fmt: skip


def _from_hand(turn: CheckerTurn) -> int:
    """How many checkers came in from the hand in a turn."""
    if turn.before is None:
        return 0
    before, after = (position.past.hand[turn.side is Side.BLACK] for position in (turn.before, turn.after))
    return max(0, before - after)


def _hasty(ledger: Ledger, tongue: Tongue) -> HastyShown | None:
    hasty = ledger.hasty
    if hasty is None:
        return None
    void, may_demand = hasty.counts is Counts.NO, hasty.counts is Counts.UNLESS_ASKED
    return HastyShown(hasty.side, hasty.roll, hasty_sentence(ledger, hasty, tongue), void, may_demand)


def _resign(ledger: Ledger, tongue: Tongue) -> ResignShown | None:
    offer = ledger.resigning
    if offer is None:
        return None
    return ResignShown(offer.side, offer.grade, resign_sentence(ledger, offer, tongue))


def _fault(ledger: Ledger, tongue: Tongue) -> FaultShown | None:
    fault = ledger.fault
    if fault is None:
        return None
    last, stands = ledger.last_play, ledger.fault_stands
    over = stands or ledger.phase is not Phase.TO_MOVE
    side = last.side if last and over else ledger.side or Side.WHITE
    rules = rules_now(ledger)
    before = ledger.position_before if last and over else ledger.position
    there, missing = misplaced(rules, before, side, fault, ledger.seen)
    where, text = places(fault, side, rules), _sentence(ledger, fault, tongue)
    return FaultShown(side, fault.rule, text, where, not stands, there, missing)


def _question(ledger: Ledger, question: Question, tongue: Tongue) -> QuestionShown:
    rules = rules_now(ledger)
    choices = tuple(
        ChoiceShown(
            candidate.position,
            play_text(candidate.play) if candidate.play else None,
            candidate.roll,
            candidate.legal,
            _choice_text(candidate, tongue),
            rules,
        )
        for candidate in question.candidates
    )
    turns = len(ledger.game.turns) if ledger.game else 0
    of_last_play = question.what in ("play", "roll") and question.turns == turns > 0
    return QuestionShown(question.number, question_sentence(ledger, question, tongue), choices, of_last_play)


def _choice_text(candidate: Candidate, tongue: Tongue) -> str:
    """An answer in a line: the play with its roll, or the board."""
    play = candidate.play
    text = str(candidate.position) if play is None else play_text(play) or tongue("no play")
    roll = candidate.roll if candidate.roll and not candidate.roll.carried else None
    if roll and candidate.legal:
        return tongue("{play} with {roll}", play=text, roll=roll)
    if roll:
        return tongue("{play} with {roll} (illegal)", play=text, roll=roll)
    return text if candidate.legal else tongue("{play} (illegal)", play=text)
