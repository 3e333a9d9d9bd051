"""The notice: what is pinned up for pages and lamps, an immutable picture of where the match stands."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from device.io.host import Concern
from device.status.repair.board_problem import Amiss
from device.status.repair.repair_view import MendShown
from device.status.snapshot.board_view import (
    MarksShown,
    PlayShown,
    SquaresShown,
    marks_shown,
    position_json,
    seating_json,
)
from device.status.snapshot.clock_view import ClockShown
from device.status.snapshot.discretion import (
    BLIND,
    RECORDING,
    board_hidden,
    for_everybody,
    hints_hidden,
    mend_hidden,
    pips_hidden,
    silenced,
)
from device.status.snapshot.view_making import (
    clock_part,
    fault_part,
    hasty_part,
    last_play_part,
    mend_part,
    question_part,
    resign_part,
)
from device.status.snapshot.views import (
    CameraShown,
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
from device.status.text.naming import called, game_name, names_of
from device.status.text.retention_text import kept_sentence
from device.status.text.status_text import (
    camera_sentence,
    cocked_sentence,
    cube_sentence,
    plain_fault,
    put,
    setup_sentence,
    status,
)
from device.status.text.waiting_text import opening_sentence
from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.i18n import ENGLISH, Saying, Tongue
from engine.match.cube import Cube, CubeAction
from engine.match.match import Score
from engine.position import Position
from engine.state.beginning import rules_now
from engine.state.match_state import Ledger
from engine.tafl.tafl_game import TaflGame
from engine.turn.doubling import may_do
from engine.words.rollnames import PLAIN, Tradition


@dataclass(frozen=True, slots=True)
class Notice:
    """Everything that a page or a lamp needs to know, at one moment.

    `seq` changes with every change of the notice and grows while a service runs. `seen` is the faulty board where
    there is a `fault`. `cube_may` is what can be done with the cube now. `question` is the latest of the `questions` still open. `clock` is None where a match is
    played without one. `roll_name` is what the roll is called in the tradition that the settings name, where it has a
    name there. `profile` is the name of the referee's profile; `hasty` a throw made too soon, `setup` a sentence about a
    wrong starting position, `resign` an offer to give up; `kept_back` says that the board is kept from everybody but the
    referee, `pips` whether pip counts are shown. `marks` is what has been won in the course of the game, `opening` a sentence about who
    begins it by the dice that lie there. `host` is what ails the computer, `mend` the steps that put the board right, `simulated` whether nobody plays here but the simulated board. `retell` tells the same in another language. `trouble` is a sentence about the service itself, which is then also what `says` says.
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
    simulated: bool = False
    retell: Callable[[Tongue], "Notice"] | None = field(default=None, compare=False, repr=False)

    def in_tongue(self, tongue: Tongue) -> "Notice":
        """The same notice in another language, if it knows how to be told in one."""
        return self if self.retell is None else self.retell(tongue)

    def as_json(self, now: float | None = None) -> Json:
        """The notice as `GET /api/state` and the event stream give it; `now`: of the stopwatch, for a clock that runs."""
        rules = self.game.rules if self.game.squares is None else self.game.squares.rules
        return {
            "table": self.table,
            "seq": self.seq,
            "match": self.match.as_json(),
            "game": self.game.as_json(),
            "position": position_json(self.position, rules, pips=self.pips),
            "seen": position_json(self.seen, rules, pips=self.pips),
            "seating": seating_json(self.seating),
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
            "simulated": self.simulated,
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
    ready: bool = True,
    simulated: bool = False,
    clocked: float | None = None,
    host: tuple[Concern, ...] = (),
    amiss: Amiss | None = None,
    tongue: Tongue = ENGLISH,
) -> Notice:
    """The notice that says where a ledger stands.

    `seq` is the ledger's own unless given; `trouble` is a sentence about the service itself, which comes before
    anything that the referee has to say; `camera` replaces the sentence about the camera, which `reads` boards of this
    shape or not and is `ready` for it or not, and `note` is added to it while the view is clear; `tradition` names rolls; `host` is what ails the computer.
    `clocked` is when, by the stopwatch, the chess clock was as the ledger has it. It is the notice for everybody, which leaves out what the profile keeps back while a game is on; with `desk` it is the
    referee's own, which leaves out nothing.
    """
    whole = ledger

    def retell(tongue: Tongue) -> Notice:
        return notice_of(
            whole, table, seq=seq, trouble=trouble, camera=camera, note=note, tradition=tradition, desk=desk,
            reads=reads, ready=ready, simulated=simulated, clocked=clocked, host=host, amiss=amiss, tongue=tongue,
        )  # fmt: skip

    quiet = not desk and silenced(ledger)
    hidden = not desk and board_hidden(ledger)
    hints = desk or not hints_hidden(ledger)
    pips = desk or not pips_hidden(ledger)
    if not desk:
        ledger = for_everybody(ledger)
    names = names_of(ledger, tongue)
    question = question_part(ledger, ledger.questions[-1], tongue) if ledger.questions else None
    if question is not None and hidden:
        question = replace(question, candidates=())
    fault = fault_part(ledger, tongue)
    if fault is not None and not hints:
        plain = plain_fault(ledger, fault.side, tongue)
        fault = replace(fault, text=plain, told=plain, points=(), stands=(), should=())
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
        last_play=None if hidden else last_play_part(ledger, tongue, hints=hints),
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
            ready,
        ),
        clock=clock_part(ledger, clocked, tongue),
        trouble=service,
        roll_name=called(ledger.roll, tradition),
        cube_may=() if quiet else may_do(ledger),
        profile=ledger.profile.name,
        hasty=hasty_part(ledger, tongue),
        setup=None if ledger.setup is None else setup_sentence(ledger, tongue),
        resign=resign_part(ledger, tongue),
        kept_back=hidden,
        pips=pips,
        marks=None if hidden else marks_shown(rules, ledger.position),
        opening=None if quiet else opening_sentence(ledger, tongue),
        host=() if quiet else tuple(each.in_tongue(tongue) for each in host),
        mend=None if mend_hidden(whole, amiss, desk=desk) else mend_part(whole, amiss, tongue),
        simulated=simulated,
        retell=retell,
    )
