"""The statistics: what of a log counts, what is said of dice, and what of it is kept back."""

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from device.library.match_library import Library
from device.library.matches.heads import head_of, head_text, parse_head
from device.library.matches.listed_match import ListedMatch
from device.library.matches.match_query import MatchQuery
from device.library.matches.side_tally import BREAK, Tally, tallies_of
from device.library.matches.story_telling import Telling
from device.library.statistics.dice_statistics import PAIRS, Rolls, chance_of
from device.library.statistics.match_figures import Figures, figures_of, median_of
from device.store.log.store import LogEntry, Source
from engine.board import Kind, Seating, Side
from engine.dice import Roll
from engine.faults.explain import explain
from engine.games import find_game
from engine.i18n import ENGLISH
from engine.match.chess_clock import ChessClock
from engine.match.cube import Cube
from engine.match.match import Crawford, Score
from engine.play import Play
from engine.plays.legal import legal_plays
from engine.plays.notation import parse_play, played_out
from engine.profile import profile_of
from engine.state.events import (
    ClockTurned,
    Corrected,
    Counts,
    CubeFault,
    Decided,
    Doubled,
    Event,
    FaultCleared,
    FaultSeen,
    GameStarted,
    MatchStarted,
    Played,
    PrematureThrow,
    Taken,
    Thrown,
    ThrownTooSoon,
    Tied,
)
from engine.state.messages import SetNames
from engine.words.reasons import CubeReason

sys.path.insert(0, str(Path(__file__).parents[1] / "library"))
from playing import Told

W, B = Side.WHITE, Side.BLACK
GAME = find_game("backgammon")


class Log:
    """Events written down by hand, a second after each other; a game of backgammon that White begins."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self.now = 0.0
        self.position = GAME.start
        self.happen(MatchStarted("backgammon", 5, "Anna", "Ben", Crawford.PENDING))
        self.happen(GameStarted(GAME.start, Seating(Kind.LIGHT, True), False, Cube(), W))

    def happen(
        self, *events: Event, source: Source = Source.CAMERA, after: float = 1.0, boot: str = "b"
    ) -> None:
        for event in events:
            self.now += after
            seq = len(self.entries) + 1
            self.entries.append(
                LogEntry("1", seq, 1, 1, 1.75e9, self.now, False, source, (seq,), event, boot=boot)
            )

    def turn(
        self,
        side: Side,
        dice: tuple[int, int],
        *,
        seconds: float = 1.0,
        told: bool = False,
        unseen: bool = False,
    ) -> None:
        roll = Roll.of(*dice)
        self.happen(
            Thrown(side, roll, inferred=unseen), source=Source.PERSON if told else Source.CAMERA, after=0.0
        )
        outcome = legal_plays(GAME, self.position, side, roll)[0]
        self.position = outcome.position
        self.happen(Played(side, roll, outcome.play, outcome.position, inferred=unseen), after=seconds)

    @property
    def tallies(self) -> dict[str, Tally]:
        telling = Telling()
        for entry in self.entries:
            telling.add(entry)
        story = telling.story()
        head = head_of(story)
        assert parse_head(head_text(head)) == head
        return tallies_of(story.games)


def test_only_rolls_that_the_camera_read_count() -> None:
    log = Log()
    log.turn(W, (3, 1))
    log.turn(B, (6, 5), told=True)
    log.turn(W, (6, 4), unseen=True)
    log.turn(B, (4, 1))
    log.turn(W, (2, 1))
    log.happen(Corrected("roll", roll=Roll.of(5, 5)), source=Source.PERSON)
    tallies = log.tallies
    assert {side: tally.rolls for side, tally in tallies.items()} == {"W": {"21": 1, "31": 1}, "B": {"41": 1}}


def test_a_roll_that_was_seen_and_put_right_counts_as_it_was_put_right() -> None:
    log = Log()
    log.happen(Thrown(W, Roll.of(3, 1)))
    log.happen(Corrected("roll", roll=Roll.of(6, 1)), source=Source.PERSON)
    outcome = parse_play(GAME, GAME.start, W, Roll.of(6, 1), "13/7 8/7")
    log.happen(Played(W, Roll.of(6, 1), outcome.play, outcome.position))
    assert log.tallies["W"].rolls == {"61": 1}


def test_a_roll_that_the_play_contradicts_does_not_count() -> None:
    log = Log()
    log.happen(Thrown(W, Roll.of(3, 1)))
    outcome = parse_play(GAME, GAME.start, W, Roll.of(6, 1), "13/7 8/7")
    log.happen(Played(W, Roll.of(6, 1), outcome.play, outcome.position))
    assert "W" not in log.tallies


def test_who_begins_does_not_count_since_its_ties_are_seldom_seen() -> None:
    log = Log()
    log.happen(Tied(4), Decided(W, (6, 2)), Tied(1))
    log.happen(Thrown(B, Roll.of(5, 3), opening=True))
    outcome = parse_play(GAME, GAME.start, B, Roll.of(5, 3), "8/3 6/3")
    log.happen(Played(B, Roll.of(5, 3), outcome.play, outcome.position))
    log.position = outcome.position
    log.turn(W, (4, 4))
    assert {side: tally.rolls for side, tally in log.tallies.items() if tally.rolls} == {"W": {"44": 1}}


def test_a_throw_that_stands_since_the_opponent_likes_it_does_not_count() -> None:
    log = Log()
    for counts in (Counts.UNLESS_ASKED, Counts.LATER):
        for side, dice in ((W, (3, 1)), (B, (6, 5))):
            log.happen(ThrownTooSoon(side, Roll.of(*dice), PrematureThrow.UNFINISHED, counts))
            log.turn(side, dice)
    assert {side: tally.rolls for side, tally in log.tallies.items()} == {"W": {"31": 1}, "B": {"65": 1}}


def test_numbers_that_somebody_picks_are_no_throws() -> None:
    log = Log()
    start = find_game("bu_da").start
    log.entries.clear()
    log.happen(MatchStarted("bu_da", 0, "", "", Crawford.PENDING))
    log.happen(GameStarted(start, Seating(Kind.LIGHT, True), False, Cube(), W))
    log.happen(Thrown(W, Roll.of(6, 1)), Played(W, Roll.of(6, 1), Play(), start))
    assert not any(tally.rolls for tally in log.tallies.values())


def test_time_runs_from_the_end_of_a_turn_to_that_of_the_next() -> None:
    log = Log()
    log.turn(W, (3, 1), seconds=7)  # nobody knows when it began
    log.turn(B, (6, 5), seconds=21)
    log.happen(Doubled(W, 2), after=4)
    log.happen(Taken(B), after=300)  # the answer is no part of a turn
    log.turn(W, (6, 4), seconds=9)
    log.turn(B, (4, 1), seconds=BREAK + 1)
    log.turn(W, (2, 1), seconds=3)
    log.turn(B, (2, 1), seconds=5, unseen=True)
    log.turn(W, (5, 1), seconds=6)  # after what nobody saw
    assert {side: log.tallies[side].seconds for side in "WB"} == {"W": {"3": 1, "13": 1}, "B": {"21": 1}}
    assert (log.tallies["W"].doubles, log.tallies["B"].takes, log.tallies["B"].passes) == (1, 1, 0)


def test_a_turn_in_which_the_clock_stood_or_something_was_put_right_has_no_time() -> None:
    log = Log()
    log.turn(W, (3, 1))
    log.turn(B, (6, 5), seconds=8)
    log.happen(ClockTurned(ChessClock(60, 60, paused=True, stopped=True)), source=Source.PERSON)
    log.happen(ClockTurned(ChessClock(60, 60)), source=Source.PERSON, after=200)
    log.turn(W, (6, 4), seconds=9)
    log.turn(B, (4, 1), seconds=7)
    log.happen(Corrected("score", score=Score(1, 0)), source=Source.PERSON, after=90)
    log.turn(W, (2, 1), seconds=3)
    log.turn(B, (2, 1), seconds=5)
    assert {side: log.tallies[side].seconds for side in "WB" if side in log.tallies} == {
        "W": {},
        "B": {"5": 1, "7": 1, "8": 1},
    }


def test_no_time_is_told_across_a_restart_whose_clock_was_not_set() -> None:
    log = Log()
    log.turn(W, (3, 1))
    log.turn(B, (6, 5), seconds=8)
    first = log.tallies["B"].seconds
    log.entries[-1] = replace(log.entries[-1], boot="another")
    assert (first, log.tallies.get("B", Tally({}, {}, {}, {})).seconds) == ({"8": 1}, {})


def test_illegal_plays_are_put_right_or_stand() -> None:
    log = Log()
    wrong = played_out(GAME, GAME.start, W, "8/4 6/5")
    fault = explain(GAME, GAME.start, W, Roll.of(3, 1), wrong.position)
    log.happen(Thrown(W, Roll.of(3, 1)), FaultSeen(W, fault, wrong.position), FaultCleared(W))
    right = parse_play(GAME, GAME.start, W, Roll.of(3, 1), "8/5 6/5")
    log.happen(
        Played(W, Roll.of(3, 1), right.play, right.position),
        CubeFault(B, CubeReason.OPPONENTS),
        CubeFault(B, None),
    )
    second = played_out(GAME, right.position, B, "24/15")
    fault = explain(GAME, right.position, B, Roll.of(6, 5), second.position)
    log.happen(Thrown(B, Roll.of(6, 5)), Played(B, Roll.of(6, 5), second.play, second.position, fault))
    white, black = log.tallies["W"], log.tallies["B"]
    assert (list(white.put_right.values()), white.stood) == ([1], {})
    assert (black.put_right, list(black.stood.values()), black.cube_faults) == ({}, [1], 1)
    assert {*white.put_right, *black.stood} <= {"R.dice", "R.too_many", "R.must_use"}


def dice(counts: dict[str, int]) -> Rolls:
    return Rolls(counts)


def test_dice_are_judged_with_care() -> None:
    assert "too few" in dice({"61": 60, "33": 60}).says(ENGLISH)
    fair = {pair: round(1240 * chance_of(pair)) for pair in PAIRS}
    total = sum(fair.values())
    assert (
        dice(fair)
        .says(ENGLISH)
        .startswith(f"No evidence against these dice in {total} rolls (p\u00a0=\u00a0")
    )
    chance = Random(1)
    loaded = Counter(
        "".join(sorted(chance.choices("123456", (1, 1, 1, 1, 1, 1.6), k=2), reverse=True))
        for _ in range(1240)
    )
    said = dice(loaded).says(ENGLISH)
    assert "only rarely (p\u00a0<\u00a00.001)" in said and "look again with new rolls" in said
    # Dice that stick together have fair faces and no fair pairs.
    together = dice({f"{face}{face}": 50 for face in "123456"})
    faces, pairs = together.tests()
    assert faces.p == pytest.approx(1.0) and pairs.p < 1e-9 and "only rarely" in together.says(ENGLISH)
    three = dice({"642": 100, "531": 100})
    assert (three.faces, [test.degrees for test in three.tests()]) == (dict.fromkeys("123456", 100), [5])
    assert three.as_json(ENGLISH)["pairs"] == []


@pytest.mark.parametrize(
    ("counts", "median"),
    [({}, None), ({7: 1}, 7), ({3: 1, 9: 1}, 6), ({1: 2, 5: 1}, 1), ({1: 1, 2: 1, 9: 2}, 5.5)],
)
def test_the_median(counts: dict[int, int], median: float | None) -> None:
    assert median_of(counts) == median


def listed(library: Library, *, admitted: bool) -> tuple[ListedMatch, ...]:
    return library.listing(MatchQuery(), admitted=admitted, limit=10**9).matches


def counted(figures: Figures) -> tuple[int, int, int]:
    return figures.games, figures.turns, sum(figures.seconds.values())


def test_a_player_is_told_apart_and_the_game_that_is_kept_back_is_left_out(tmp_path: Path) -> None:
    told = Told(tmp_path / "log.db")
    library = Library(told.service)
    told.begin(1)
    told.tell(SetNames("Anna", "Ben"))
    told.play(7)
    told.win(W)
    told.begin(3, profile=profile_of("silent"))
    told.tell(SetNames("Ben", "Cleo"))
    told.play(5)
    everything = figures_of(listed(library, admitted=True))
    public = figures_of(listed(library, admitted=False))
    assert (everything.turns, public.turns) == (12, 7)
    assert (everything.matches, public.matches) == (2, 1)
    # Everything was told by a person here, so that no roll counts.
    assert everything.rolls.total == 0 and "0 rolls were seen" in str(everything.as_json(ENGLISH)["dice"])
    assert everything.sets == 0
    of_ben = figures_of(listed(library, admitted=True), "ben")
    assert of_ben.as_json(ENGLISH)["times"] == everything.as_json(ENGLISH)["times"]
    library.close()
    told.close()


def test_sets_of_dice_are_told_apart_by_their_names(tmp_path: Path) -> None:
    told = Told(tmp_path / "log.db", '[match]\ndice = "red precision"\n')
    library = Library(told.service)
    told.begin(1)
    told.play(3)
    told.win(W)
    told.begin(1, dice="Blue")
    told.play(2)
    told.win(B)
    told.begin(1)
    told.play(4)
    everything = listed(library, admitted=True)
    assert [each.head.dice for each in everything] == ["Blue", "Blue", "red precision"]
    assert library.listing(MatchQuery(), admitted=True).dice == ("Blue", "red precision")
    found = library.listing(MatchQuery(dice="RED precision"), admitted=True).matches
    assert (len(found), figures_of(found).turns) == (1, everything[-1].head.turns)
    text = library.download(everything[-1].head.number, "mat", admitted=True)
    assert text is not None and '; [Dice "red precision"]' in text.data.decode()
    thrown = [
        replace(each, head=replace(each.head, tallies={"W": Tally({"61": 1}, {}, {}, {})}))
        for each in everything
    ]
    assert (figures_of(everything).sets, figures_of(thrown).sets, figures_of(thrown[:2]).sets) == (0, 2, 1)
    # A set goes from table to table; without a name each table has its own.
    moved = [replace(thrown[0], table="1"), replace(thrown[0], table="2")]
    unnamed = [replace(each, head=replace(each.head, dice="")) for each in moved]
    assert (figures_of(moved).sets, figures_of(unnamed).sets, figures_of(moved + unnamed).sets) == (1, 2, 3)
    library.close()
    told.close()
