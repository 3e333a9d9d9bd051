"""What the referee says is put into a language whole: no word of it stays English, and none is glued to another."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pseudo import PSEUDO, WINS, left_in_english

from device.io.host import HostReport
from device.io.host.concerns import FULL, LAST, LITTLE, READ_ONLY, SLOWED, UNSET, WARM, WEAK
from device.shape import Json
from device.signals.display_face import face_of
from device.simulator.slips import wrong_play
from device.status.snapshot.table_snapshot import PLAINLY, Circumstances, Report, snapshot_of
from device.status.text.naming import names_of, result_sentence
from device.status.text.narrator import event_sentence
from device.table.watch.watcher import FOLLOWED, UNCALIBRATED
from engine.board import Side, View
from engine.dice import Roll
from engine.faults.explain import explain
from engine.match.chess_clock import ChessClock
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed, ChouetteTerms
from engine.match.cube import Cube
from engine.match.match import Match, Result
from engine.match.terms import ClockKind, Terms
from engine.match_formats import find_match_format
from engine.play import Fault
from engine.plays.legal import legal_plays
from engine.profile import SILENT, TOURNAMENT
from engine.referee.judge import judge
from engine.state.events import (
    Asked,
    Candidate,
    CaptainChanged,
    ChouetteDone,
    ChouetteStood,
    Cocked,
    Counts,
    CubeFault,
    Event,
    FaultSeen,
    PointsClaimed,
    PrematureThrow,
    ResignOffered,
    SetupFault,
    ThrownTooSoon,
    Tied,
    ViewChanged,
)
from engine.state.match_state import MatchState, Phase, new_match_state, rules_now, why_no_double
from engine.state.messages import (
    AnswerCube,
    Command,
    Done,
    NewGame,
    OfferCube,
    Resign,
    SetPosition,
    SetRoll,
    SetTurn,
    StartChouette,
    Undo,
)
from engine.state.reducer import reduce
from engine.tables.tables_game import TablesGame
from engine.turn.tracker import TurnTracker
from engine.words.reasons import CubeReason, ThrowReason
from engine.words.rollnames import FINNISH
from engine.words.texts import TEXTS
from engine.words.wording import Names, sentence

WORDS = {
    "says", "text", "illegal", "scored", "cocked", "cube_fault", "note", "setup", "opening", "advice", "trouble", "white", "black",
}  # fmt: skip
"""What of a snapshot is there to be read."""
NAMES = Names("Anna", "Ben", PSEUDO)


def read(told: object, name: str = "") -> Iterator[str]:
    """Everything in a snapshot that is there to be read."""
    if isinstance(told, dict):
        for key, value in told.items():
            yield from read(value, key)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from read(value, name)
    elif isinstance(told, str) and name in WORDS:
        yield told


def check(match_state: MatchState, around: Circumstances = PLAINLY) -> Json:
    """A snapshot of which every word is put into the language, for everybody and at the desk."""
    for desk in (True, False):
        snapshot = snapshot_of(match_state, around, desk=desk, translator=PSEUDO)
        told = snapshot.as_json(now=0.0)
        for text in read(told):
            assert not left_in_english(text), text
        for line in face_of(snapshot, 0.0, "", PSEUDO).lines:
            assert not left_in_english(line.replace("Tableside", "")), line
    return told


class Evening:
    """A match that is refereed by hand; whatever is told of it on the way is checked."""

    def __init__(self, game: str, length: int = 0, seed: int = 1, **terms: Any) -> None:
        match_format = find_match_format(game)
        self.match_state = new_match_state(
            Match(length, "Anna", "Ben", (), match_format.id, match_format, Terms(**terms)), TOURNAMENT
        )
        self.tracker, self.rng, self.told = TurnTracker(), Random(seed), set[str]()
        self.tell(NewGame())

    def tell(self, command: Command) -> None:
        judgement = judge(self.match_state, self.tracker, command)
        self.tracker = judgement.tracker
        for event in judgement.events:
            self.happen(event)

    def happen(self, event: Event, around: Circumstances = PLAINLY) -> None:
        self.match_state = reduce(self.match_state, event)
        said = event_sentence(event, names_of(self.match_state, PSEUDO))
        assert not left_in_english(said), said
        self.told.add(str(check(self.match_state, around)["says"]))

    def aside(self, event: Event, around: Circumstances = PLAINLY) -> None:
        """Something that happens, and is as though it had not."""
        before = self.match_state
        self.happen(event, around)
        self.match_state = before

    def turn(self) -> None:
        """One step of the game: who is on turn throws, or plays."""
        match_state, rules = self.match_state, rules_now(self.match_state)
        side = match_state.side
        if side is None:
            self.tell(SetTurn(Side.WHITE))
        elif match_state.phase is Phase.TO_THROW:
            self.tell(
                SetRoll(
                    side, self.rng.choice(rules.rolls if isinstance(rules, TablesGame) else (Roll.of(1),))
                )
            )
        else:
            assert match_state.position is not None
            outcome = self.rng.choice(legal_plays(rules, match_state.position, side, match_state.roll))
            if isinstance(rules, TablesGame) and match_state.roll and rules.family is None:
                wrong = wrong_play(rules, match_state.position, side, match_state.roll, outcome, self.rng)
                if wrong is not None:
                    fault = explain(rules, match_state.position, side, match_state.roll, wrong.position)
                    self.aside(FaultSeen(side, fault, wrong.position))
            self.tell(SetPosition(outcome.position))
            if self.match_state.seq == match_state.seq:
                self.tell(Done(0.0))

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.match_state.phase is Phase.OVER:
                return
            self.turn()


@pytest.mark.parametrize(
    ("game", "steps"),
    [
        ("backgammon", 80),
        ("tavli_match", 300),
        ("long_nardy", 120),
        ("trictrac", 24),
        ("toc", 40),
        ("tablut", 120),
        ("irish", 30),
        ("bu_da", 30),
        ("lautapeli", 60),
        ("fevga", 40),
    ],
)
def test_an_evening_is_told_in_one_language(game: str, steps: int) -> None:
    evening = Evening(game, 3)
    evening.play(steps)
    assert len(evening.told) > 3


def played() -> Evening:
    evening = Evening("backgammon", 5, beaver=True, raccoon=True, clock=ClockKind.DELAY)
    evening.play(6)
    return evening


def test_what_goes_wrong_is_told_in_one_language() -> None:
    evening = played()
    while evening.match_state.phase is not Phase.TO_THROW:
        evening.turn()
    match_state = evening.match_state
    side, position = match_state.side, match_state.position
    assert side is not None and position is not None
    for why in set(ThrowReason) - {ThrowReason.TIE, ThrowReason.TIE_DOUBLES}:
        evening.aside(Cocked(side, why))
    for value in (None, 2):
        evening.aside(Tied(3, value))
    assert why_no_double(match_state, side.other) in CubeReason
    for reason in (*CubeReason, None):
        evening.aside(CubeFault(side, reason))
    for counts in Counts:
        for premature in PrematureThrow:
            evening.aside(ThrownTooSoon(side, Roll.of(3, 1), premature, counts))
            evening.aside(ThrownTooSoon(side.other, Roll.of(3, 1), premature, counts))
    for grade in (1, 2, 3):
        evening.aside(ResignOffered(side, grade))
    evening.aside(PointsClaimed(side, 4), Circumstances(reads=False))
    evening.aside(SetupFault(match_state.record.games[-1].turns[-1].after))
    for view in View:
        evening.aside(ViewChanged(view))
        evening.aside(ViewChanged(view), Circumstances(reads=False))
    outcomes = legal_plays(rules_now(match_state), position, side, Roll.of(2, 1))
    for what in ("play", "roll", "missed", "swept", "unseen", "resigned"):
        for each in (side, None):
            answers = (
                Candidate(Roll.of(2, 1), outcomes[0].play, outcomes[0].position, True, 0.5),
                Candidate(Roll.of(2, 1), outcomes[0].play, outcomes[0].position, False, 0.5),
                Candidate(None, outcomes[0].play, outcomes[0].position, False, 0.5),
                Candidate(None, None, position, True, 0.5),
            )
            evening.aside(Asked(1, what, each, answers))
    evening.tell(Undo())


def test_the_cube_is_told_in_one_language() -> None:
    evening = played()
    while evening.match_state.phase is not Phase.TO_THROW:
        evening.turn()
    evening.tell(OfferCube())
    assert evening.match_state.phase is Phase.DOUBLED
    text = snapshot_of(evening.match_state, Circumstances(tradition=FINNISH), translator=PSEUDO).says
    assert left_in_english(text) == "oletanohitan"
    evening.tell(AnswerCube(take=True, beaver=True))
    evening.tell(Resign(Side.WHITE, 2))


def test_a_chouette_is_told_in_one_language() -> None:
    evening = Evening("backgammon")
    evening.tell(StartChouette(("Anna", "Ben", "7"), Terms(beaver=True), ChouetteTerms(extras=True)))
    deeds = [
        ChouetteDone(ChouetteDeed(act, *named)) for act in ChouetteAct for named in (("7", "Ben"), ("", ""))
    ]
    for event in (*deeds, ChouetteStood((), ()), CaptainChanged(("Anna", "7"), Cube())):
        said = event_sentence(event, NAMES)
        assert not left_in_english(said), said


def test_clock_silence_and_the_computer_are_told_in_one_language() -> None:
    evening = played()
    for changes in (
        {"clock": ChessClock(10.0, 20.0, fallen=(Side.WHITE, Side.BLACK))},
        {"clock": ChessClock(10.0, 20.0, paused=True, stopped=True)},
        {"clock": ChessClock(10.0, 20.0, stopped=True)},
        {"profile": SILENT},
        {"match": replace(evening.match_state.match, white="", black="")},
    ):
        check(replace(evening.match_state, **changes))  # type: ignore[arg-type]
    concerns = (FULL, LAST, LITTLE, READ_ONLY, SLOWED, UNSET, WARM, WEAK)
    check(evening.match_state, Circumstances(Report(note=FOLLOWED), HostReport(concerns)))
    uncalibrated = Circumstances(Report(UNCALIBRATED))
    said = snapshot_of(evening.match_state, uncalibrated, translator=PSEUDO).says
    assert not left_in_english(said), said


def test_every_sentence_of_the_rules_is_told_in_one_language() -> None:
    args = {
        "mover": "W", "opponent": "B", "owner": "B", "move": "13/7", "play": "13/7 8/5", "legal": "13/10", "point": "5",
        "points": "19, 18 and 17", "numbers": "6 and 5", "origin": "5", "target": "7", "roll": "3-1", "region": 12, "unit": 4,
        "high": 6, "low": 5, "need": "a 3", "tried": "13/10 8/5", "count": 2, "given": 2, "left": 1, "needed": 3, "later": "6s", "earlier": "5 and the 4",
        "square": "e5", "squares": "e5, e6",
    }  # fmt: skip
    for message in TEXTS:
        known = {**args, "needed": "6, 5 and 4"} if message == "prime_needs" else args
        for count in (1, 2, 5):
            said = sentence(Fault("R.some", message, tuple({**known, "count": count}.items())), NAMES)
            assert not left_in_english(said), said


def test_every_win_is_told_in_one_language() -> None:
    known = [
        "single", "gammon", "backgammon", "passed", "resigned", "flag", "escape", "capture", "no move", "repetition", "men left",
        "none off", "all home", "closed out", "dolted", "fails", "interval", "stuck", "three by three", "mother", "double", "triple", "quadruple", *WINS,
    ]  # fmt: skip
    for how in known:
        for winner in (Side.BLACK, None):
            for points in (1, 4):
                said = result_sentence(Result(winner, points, how), NAMES)
                assert not left_in_english(said), said
