"""The snapshot: what is published for pages and lamps, an immutable picture of where the match stands."""

import time
from dataclasses import dataclass, field, replace
from typing import Protocol

from device.io.host import Concern, HostReport
from device.shape import Json, Shaped, choice, flag, many, maybe, of, shaped, text, thing, whole
from device.status.board_json import (
    DICE,
    EACH_SIDE,
    EITHER,
    POSITION,
    SEATING,
    SIDE,
    dice,
    each_side,
    position_json,
    seating_json,
)
from device.status.board_problem import BoardProblem
from device.status.snapshot.chouette_view import ChouetteView
from device.status.snapshot.clock_view import ClockView
from device.status.snapshot.discretion import (
    BLIND,
    RECORDING,
    board_hidden,
    for_everybody,
    hints_hidden,
    pips_hidden,
    repair_hidden,
    silenced,
)
from device.status.snapshot.fault_view import FaultView
from device.status.snapshot.question_view import QuestionView
from device.status.snapshot.repair_view import RepairView
from device.status.snapshot.views import (
    CameraView,
    GameView,
    MarksView,
    MatchView,
    PlayView,
    PrematureThrowView,
    ResignView,
)
from device.status.text.labels import LABELS, labels_of
from device.status.text.naming import names_of, roll_called
from device.status.text.status_text import (
    camera_sentence,
    cocked_sentence,
    cube_sentence,
    opening_sentence,
    put,
    setup_sentence,
    status,
    unwritten_sentence,
)
from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.i18n import ENGLISH, Phrase, Translator
from engine.match.cube import Cube, CubeAction
from engine.match.match import Score
from engine.position import Position
from engine.referee.reckoning import Reckoning, reckoned
from engine.state.match_state import MatchState, rules_now
from engine.words.rollnames import PLAIN, Tradition


@dataclass(frozen=True, slots=True)
class Report:
    """What the watcher says of itself: why the board cannot be read, what is wrong with the camera, what else is to
    be noted; None: nothing. `ready`: there is a camera, or there has been one, and the board is calibrated.
    """

    board: str | Phrase | None = None
    camera: str | Phrase | None = None
    note: str | Phrase | None = None
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a snapshot tells beside the match state, whoever it is for.

    `unwritten` is why nothing can be written down, `board_problem` what is wrong on the board, `clocked` when the
    chess clock was as the match state has it, in seconds of the stopwatch; the eye `reads` boards of this shape or
    not; `simulated`: nobody plays here but the simulated board. `table` is its name, `tradition` names the rolls.
    """

    report: Report = field(default_factory=Report)
    host: HostReport = field(default_factory=HostReport)
    unwritten: Phrase | None = None
    board_problem: BoardProblem | None = None
    clocked: float | None = None
    reads: bool = True
    simulated: bool = False
    table: str = "1"
    tradition: Tradition = PLAIN


PLAINLY = Circumstances()
"""Nothing beside the match state is to be told."""


class Retell(Protocol):
    """The same moment as a snapshot in another language; without `named` nobody is called by their name in it."""

    def __call__(self, translator: Translator, *, named: bool = True) -> "Snapshot": ...


@shaped(
    {
        "table": text(),
        "seq": whole(0, says="Grows with every notice, over restarts as well."),
        "match": MatchView.SHAPE,
        "game": GameView.SHAPE,
        "position": of(lambda shown: shown.board_json(shown.position), maybe(POSITION)),
        "seen": of(lambda shown: shown.board_json(shown.seen), maybe(POSITION)),
        "seating": of(lambda shown: seating_json(shown.seating), maybe(SEATING)),
        "to_play": maybe(SIDE),
        "roll": of(lambda shown: dice(shown.roll), DICE),
        "carried": of(lambda shown: shown.roll is not None and shown.roll.carried, flag()),
        "either": of(lambda shown: shown.roll is not None and shown.roll.either, EITHER),
        "roll_name": maybe(text()),
        "cube": of(
            lambda shown: {
                "value": shown.cube.value,
                "next": shown.cube.next_value,
                "may": shown.cube_may,
                "owner": shown.cube.owner,
                "offered_by": shown.cube.offered_by,
                "in_play": shown.cube.in_play,
            },
            thing(
                {
                    "value": whole(1),
                    "next": whole(1),
                    "may": many(choice(CubeAction)),
                    "owner": maybe(SIDE),
                    "offered_by": maybe(SIDE),
                    "in_play": flag(),
                }
            ),
        ),
        "score": of(lambda shown: each_side((shown.score.white, shown.score.black)), EACH_SIDE),
        "last_play": maybe(PlayView.SHAPE),
        "says": text("What there is to say, in one sentence."),
        "fault": maybe(FaultView.SHAPE),
        "cocked": maybe(text()),
        "cube_fault": maybe(text()),
        "question": maybe(QuestionView.SHAPE),
        "questions": whole(0, says="How many are open."),
        "clock": maybe(ClockView.SHAPE),
        "camera": CameraView.SHAPE,
        "profile": text(),
        "hasty": of(lambda shown: shown.premature, maybe(PrematureThrowView.SHAPE)),
        "setup": maybe(text()),
        "resign": maybe(ResignView.SHAPE),
        "kept_back": flag("The board is kept from everybody but the referee."),
        "marks": maybe(MarksView.SHAPE),
        "opening": maybe(text()),
        "mend": maybe(RepairView.SHAPE),
        "simulated": flag("The simulated board plays by itself: nobody sits at this table."),
        "host": many(Concern.SHAPE),
        "chouette": maybe(ChouetteView.SHAPE),
        # made of all the others, once these are JSON
        "labels": of(lambda shown: {}, LABELS),
    },
    "Everything that a page or a lamp needs to know, at one moment.",
    name="Notice",
)
@dataclass(frozen=True, slots=True)
class Snapshot(Shaped):
    """Everything that a page or a lamp needs to know, at one moment.

    `seq` changes with every change of the snapshot and grows while a service runs. `seen` is the faulty
    board where there is a `fault`. `cube_may` is what can be done with the cube now. `question` is the
    latest of the `questions` still open. `clock` is None where a match is played without one. `roll_name` is
    what the roll is called in the tradition that the settings name, where it has a name there. `profile` is
    the name of the referee's profile; `premature` a throw made too soon, `setup` a sentence about a wrong
    starting position, `resign` an offer to give up; `kept_back` says that the board is kept from everybody
    but the referee, `pips` whether pip counts are shown. `marks` is what has been won in the course of the
    game, `opening` a sentence about who begins it by the dice that lie there. `host` is what is wrong with the
    computer, `chouette` that of which the game is one, `mend` the steps that put the board right, `simulated`
    whether nobody plays here but the simulated board. `retell` tells the same in another language. `trouble` is a
    sentence about the service itself, which is then also what `says` says.
    """

    table: str
    seq: int
    match: MatchView
    game: GameView
    position: Position | None
    seen: Position | None
    seating: Seating | None
    to_play: Side | None
    roll: Roll | None
    cube: Cube
    score: Score
    last_play: PlayView | None
    says: str
    fault: FaultView | None
    cocked: str | None
    cube_fault: str | None
    question: QuestionView | None
    questions: int
    camera: CameraView
    clock: ClockView | None = None
    trouble: str | None = None
    roll_name: str | None = None
    cube_may: tuple[CubeAction, ...] = ()
    profile: str = "home"
    premature: PrematureThrowView | None = None
    setup: str | None = None
    resign: ResignView | None = None
    kept_back: bool = False
    pips: bool = True
    marks: MarksView | None = None
    opening: str | None = None
    host: tuple[Concern, ...] = ()
    mend: RepairView | None = None
    simulated: bool = False
    chouette: ChouetteView | None = None
    retell: Retell | None = field(default=None, compare=False, repr=False)

    def in_language(self, translator: Translator) -> "Snapshot":
        """The same snapshot in another language, if it knows how to be told in one."""
        return self if self.retell is None else self.retell(translator)

    def without_names(self, translator: Translator) -> "Snapshot":
        """The same snapshot in a language, with nobody called by their name; only where it knows how to be told so."""
        assert self.retell is not None
        return self.retell(translator, named=False)

    def as_json(self, now: float | None = None) -> Json:
        """As `GET /api/state` and the event stream give it; `now`: of the stopwatch, for a clock that runs."""
        clock = self.clock and self.clock.read(time.monotonic() if now is None else now)
        told = self.SHAPE.json(replace(self, clock=clock))
        return {**told, "labels": labels_of(told)}

    def board_json(self, position: Position | None) -> Json | None:
        """A position of the game that is played, with pip counts if they are shown."""
        return position_json(position, self.game.played, pips=self.pips)


def snapshot_of(
    match_state: MatchState,
    around: Circumstances = PLAINLY,
    *,
    seq: int | None = None,
    desk: bool = False,
    named: bool = True,
    translator: Translator = ENGLISH,
) -> Snapshot:
    """The snapshot that says where a match state stands; `seq` is the match state's own unless given.

    It is the one for everybody, which leaves out what the profile keeps back while a game is on; with `desk` it is
    the referee's own, which leaves out nothing. Without `named` the players are White and Black.
    """
    shown = match_state if desk else for_everybody(match_state)
    moment = _Moment(
        match_state, shown, reckoned(shown), around, match_state.seq if seq is None else seq, desk
    )
    return _told(moment, translator, named=named)


@dataclass(frozen=True, slots=True)
class _Moment:
    """What a snapshot is told of, in whichever language: the `whole` match state, what of it is `shown` to who is told,
    what the rules make of that, and what there is to tell beside it.
    """

    whole: MatchState
    shown: MatchState
    reckoning: Reckoning
    around: Circumstances
    seq: int
    desk: bool


def _told(moment: _Moment, translator: Translator, *, named: bool) -> Snapshot:
    whole, match_state, reckoning, around = moment.whole, moment.shown, moment.reckoning, moment.around
    desk, report = moment.desk, around.report
    if not named:
        whole, match_state = _nameless(whole), _nameless(match_state)

    def retell(translator: Translator, *, named: bool = named) -> Snapshot:
        return _told(moment, translator, named=named)

    quiet = not desk and silenced(whole)
    hidden = not desk and board_hidden(whole)
    hints = desk or not hints_hidden(whole)
    pips = desk or not pips_hidden(whole)
    fault = FaultView.of(match_state, reckoning, translator, hints=hints)
    # what is wrong with the service itself comes before anything that the referee has to say
    unwritten = around.unwritten and unwritten_sentence(around.unwritten, whole=desk)
    service = put(unwritten or report.board or (None if quiet else around.host.grave), translator)
    camera_says = put(report.camera, translator)
    said = status(
        match_state, reckoning, fault.text if fault else None, camera_says, around.tradition, translator
    )
    if quiet and match_state.view not in BLIND:
        said = translator(RECORDING)
    return Snapshot(
        table=around.table,
        seq=moment.seq,
        match=MatchView.of(match_state, translator),
        game=GameView.of(match_state, translator, quiet=quiet),
        position=None if hidden else match_state.position,
        seen=None if hidden else match_state.seen,
        seating=match_state.seating,
        to_play=match_state.side,
        roll=match_state.roll,
        cube=match_state.cube,
        score=_score_shown(match_state),
        last_play=None if hidden else PlayView.of(match_state, reckoning, translator, hints=hints),
        says=service or said,
        fault=fault,
        cocked=match_state.cocked and cocked_sentence(match_state.cocked, match_state.cube.value, translator),
        cube_fault=match_state.cube_fault and cube_sentence(match_state.cube_fault, translator),
        question=QuestionView.of(match_state, reckoning, translator, hidden=hidden),
        questions=len(match_state.questions),
        camera=CameraView(
            match_state.view,
            camera_says or camera_sentence(match_state.view, reads=around.reads, translator=translator),
            around.reads,
            put(report.note, translator) if match_state.view is View.CLEAR else None,
            report.ready,
        ),
        clock=ClockView.of(match_state, reckoning, around.clocked, translator),
        trouble=service,
        roll_name=roll_called(match_state.roll, around.tradition),
        cube_may=() if quiet else reckoning.may,
        profile=match_state.profile.name,
        premature=PrematureThrowView.of(match_state, translator),
        setup=None if match_state.setup is None else setup_sentence(match_state, translator),
        resign=ResignView.of(match_state, translator),
        kept_back=hidden,
        pips=pips,
        marks=None if hidden else MarksView.of(reckoning.rules, match_state.position),
        opening=None if quiet else opening_sentence(match_state, reckoning, translator),
        host=() if quiet else tuple(each.in_language(translator, desk=desk) for each in around.host.concerns),
        mend=None
        if repair_hidden(whole, around.board_problem, desk=desk)
        else RepairView.of(
            around.board_problem, rules_now(whole), whole.seating, names_of(whole, translator)
        ),
        simulated=around.simulated,
        chouette=ChouetteView.of(match_state, desk=desk),
        retell=retell,
    )


def _nameless(match_state: MatchState) -> MatchState:
    """The same with nobody's name in it."""
    match = replace(match_state.match, white="", black="")
    return replace(match_state, match=match, chouette=None)


def _score_shown(match_state: MatchState) -> Score:
    """The score of the match; in a chouette, what either of the two at the board has won in it."""
    chouette, match = match_state.chouette, match_state.match
    if chouette is None:
        return match_state.score
    # Once a game is over the line has moved up, and those who played it still sit there.
    won = {each.player: each.points for each in chouette.scores}
    return Score(won.get(match.white, 0), won.get(match.black, 0))
