"""The last turns weighed together: what was misread is put right by what comes after, or asked
about, and nobody is accused of it.
"""

from dataclasses import replace
from typing import Any

from device.status.text.status_text import status
from engine.board import Occupancy, Side
from engine.dice import Roll
from engine.plays.legal import legal_plays
from engine.position import Position
from engine.position_parsing import parse_position
from engine.referee.reckoning import reckoned
from engine.state.events import Amended, Asked, FaultCleared, FaultSeen, Played, Settled, Thrown
from engine.state.messages import Answer, DieSeen, Look
from engine.turn.appearance import seen_as
from tests.referee.conftest import AFTER_31, Evening, called, die, observation
from vision.observation import Chance, Observation, Site

AFTER_31_64 = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)"


def misread(seen: Occupancy, **sites: tuple[tuple[int, int], float]) -> Observation:
    """What an eye says that takes some sites for others (`p13=((4, 0), 0.9)`), and is sure of the rest."""
    plain = observation(seen)
    wrong = {int(name[1:]): what for name, what in sites.items()}

    def told(site: Site) -> Site:
        if site.index not in wrong:
            return site
        (light, dark), p = wrong[site.index]
        here = (seen.light[site.index], seen.dark[site.index])
        chances = [Chance(light, dark, p), Chance(*here, 1 - p)]
        return replace(site, chances=tuple(sorted(chances, key=lambda chance: -chance.p)))

    return Observation(tuple(told(site) for site in plain.sites))


class Mistaken(Evening):
    """An evening in which the eye takes some sites for others."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.wrong: dict[str, tuple[tuple[int, int], float]] = {}

    def tell(self, message: Any) -> list[Any]:
        if isinstance(message, Look) and message.evidence is not None and self.wrong:
            seen = seen_as(self.game, self.position, self.seating)
            message = replace(message, evidence=misread(seen, **self.wrong))
        return super().tell(message)


def begun() -> Mistaken:
    """Anna (White) has thrown 3-1."""
    table = Mistaken()
    table.see()
    table.opening(3, 1)
    return table


def asked(table: Evening) -> list[str]:
    return [event.what for event in table.events if isinstance(event, Asked)]


def record(table: Evening) -> list[tuple[Side, Roll | None, Position]]:
    assert table.match_state.game is not None
    return [(turn.side, turn.roll, turn.after) for turn in table.match_state.game.turns]  # type: ignore[union-attr]


def _turn_of(table: Mistaken, position: str, wrong: dict[str, Any]) -> list[Any]:
    """A turn whose end the eye misreads, until the next throw is on the board."""
    table.wrong = wrong
    events = table.play(position)
    return events + table.lift()


def test_what_was_believed_of_a_turn_is_taken_back_when_the_next_turn_disproves_it() -> None:
    table = begun()
    # White plays 8/5 6/5; what is seen is 8/4, a legal play: a pile of two is read as one of one, and a blot is
    # imagined
    wrong = {"p6": ((5, 0), 0.97), "p5": ((0, 0), 0.97), "p4": ((1, 0), 0.97)}
    _turn_of(table, AFTER_31, wrong)
    believed = parse_position("W: 24(2) 13(5) 8(2) 6(5) 4(1) B: 24(2) 13(5) 8(3) 6(5)")
    assert record(table) == [(Side.WHITE, Roll.of(3, 1), believed)]
    table.throw(Side.BLACK, 6, 4)
    assert record(table)[0][2] == believed
    table.wrong = {}
    events = table.play(AFTER_31_64) + table.lift()
    amended = [event for event in events if isinstance(event, Amended)]
    assert [(event.turn, event.after, event.inferred) for event in amended] == [
        (0, parse_position(AFTER_31), True)
    ]
    assert record(table) == [
        (Side.WHITE, Roll.of(3, 1), parse_position(AFTER_31)),
        (Side.BLACK, Roll.of(6, 4), parse_position(AFTER_31_64)),
    ]
    assert called(table.events) == [] and table.match_state.questions == ()


def test_people_are_told_of_a_turn_that_was_read_anew_until_the_present_one_is_over() -> None:
    table = begun()
    _turn_of(table, AFTER_31, {"p6": ((5, 0), 0.97), "p5": ((0, 0), 0.97), "p4": ((1, 0), 0.97)})
    table.throw(Side.BLACK, 6, 4)
    table.wrong = {}
    table.play(AFTER_31_64)
    assert status(table.match_state, reckoned(table.match_state)).startswith(
        "I read turn 1 anew: 8/5 6/5, not 8/4."
    )
    table.lift()
    assert "anew" not in status(table.match_state, reckoned(table.match_state))


def test_a_question_is_settled_by_how_the_game_goes_on() -> None:
    table = begun()
    wrong = {"p6": ((5, 0), 0.6), "p5": ((0, 0), 0.6), "p4": ((1, 0), 0.6)}
    _turn_of(table, AFTER_31, wrong)
    table.see(3.0)
    table.throw(Side.BLACK, 6, 4)
    assert asked(table) == ["play"] and len(table.match_state.questions) == 1
    table.wrong = {}
    events = table.play(AFTER_31_64) + table.lift()
    assert any(isinstance(event, Settled) for event in events) and table.match_state.questions == ()
    assert record(table)[0][2] == parse_position(AFTER_31)
    assert called(table.events) == []


def test_a_checker_does_not_vanish_while_others_are_on_their_way() -> None:
    table = begun()
    table.play(AFTER_31)
    table.lift()
    table.throw(Side.BLACK, 6, 4)
    # one of the five on Black's 6 (White's 19) is hidden from the eye
    _turn_of(table, AFTER_31_64, {"p19": ((0, 4), 0.95)})
    table.throw(Side.WHITE, 5, 2)
    assert record(table)[-1][2] == parse_position(AFTER_31_64)
    assert called(table.events) == []


def test_dice_hardly_read_become_a_question_within_the_turn_and_its_answer_counts() -> None:
    for choice, fault in ((0, True), (1, False)):
        table = begun()
        table.play(AFTER_31)
        table.lift()
        table.throw(Side.BLACK, 6, 3, p=0.985)
        assert table.play(AFTER_31_64, seconds=1.2) == []
        (question,) = [event for event in table.see(2.0) if isinstance(event, Asked)]
        assert question.what == "roll" and table.match_state.fault is None
        assert [(each.roll, each.legal) for each in question.candidates] == [
            (Roll.of(6, 3), False),
            (Roll.of(6, 4), True),
        ]
        table.tell(Answer(question.question, choice))
        events = table.see(3.0)
        assert any(isinstance(event, FaultSeen) for event in events) is fault
        assert table.match_state.roll == Roll.of(6, 3 if fault else 4)
        table.lift(3.0)
        assert (table.match_state.last_play.fault is not None) is fault
        assert table.match_state.questions == ()


def test_a_roll_concluded_from_the_board_is_not_changed_back_by_dice_that_show_what_they_showed() -> None:
    table = begun()
    table.play(AFTER_31)
    table.lift()
    table.throw(Side.BLACK, 6, 3, p=0.3)
    events = table.play(AFTER_31_64, seconds=6.0)
    assert [event for event in events if isinstance(event, Thrown)] == [
        Thrown(Side.BLACK, Roll.of(6, 4), inferred=True)
    ]


def test_a_throw_hardly_read_is_asked_about_where_its_play_fits_another_throw() -> None:
    table = Evening(join=True)
    table.position = parse_position("W: 6(2) 5(2) 4(2) 3(2) 2(2) 8(3) 7(2) B: bar(1) 6(5) 5(5) 4(4)")
    table.see()
    hardly = DieSeen((0.01, 0.01, 0.01, 0.02, 0.5, 0.45), "left", True, 0.3, 0.6)
    table.dice = (die(5, "left", 0.2, 0.45), hardly)
    table.see()
    # 5-5 and 6-5 both dance, or enter, alike: here neither can be played
    table.lift(5.0)
    (question,) = table.match_state.questions
    assert question.what == "roll" and [each.roll for each in question.candidates] == [
        Roll.of(5, 5),
        Roll.of(6, 5),
    ]
    assert all(each.legal and each.position == table.position for each in question.candidates)
    table.tell(Answer(question.number, 1))
    assert table.match_state.last_play is not None and table.match_state.last_play.roll == Roll.of(6, 5)


def test_an_earlier_turn_told_otherwise_moves_the_boards_since() -> None:
    table = begun()
    wrong = {"p6": ((5, 0), 0.6), "p5": ((0, 0), 0.6), "p4": ((1, 0), 0.6)}
    _turn_of(table, AFTER_31, wrong)
    table.see(3.0)
    table.throw(Side.BLACK, 6, 4)
    (question,) = table.match_state.questions
    # the eye goes on being wrong, so that nothing but a person can put it right
    _turn_of(table, AFTER_31_64, {name: (what, 0.9) for name, (what, _) in wrong.items()})
    table.throw(Side.WHITE, 6, 5)
    believed = parse_position("W: 24(2) 13(5) 8(2) 6(5) 4(1) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    assert [turn[2] for turn in record(table)][1] == believed
    if question in table.match_state.questions:
        right = next(
            k for k, each in enumerate(question.candidates) if each.position == parse_position(AFTER_31)
        )
        table.tell(Answer(question.number, right))
        assert [turn[2] for turn in record(table)] == [parse_position(AFTER_31), parse_position(AFTER_31_64)]
        assert table.match_state.position == parse_position(AFTER_31_64)


def test_nobody_is_accused_of_a_board_on_which_both_sides_have_moved() -> None:
    table = begun()
    table.play(AFTER_31)
    table.lift()
    table.throw(Side.BLACK, 6, 4)
    # Black plays it, and White throws and plays 5-2 while nobody looks; Black's dice still seem to lie there
    table.play("W: 24(2) 13(4) 8(3) 6(3) 5(2) 4(1) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    table.lift(4.0)
    assert called(table.events) == []
    assert asked(table) == ["unseen"]
    assert table.match_state.last_play is not None and table.match_state.last_play.inferred


def test_a_board_that_was_put_right_answers_what_was_asked_about_the_dice() -> None:
    """The play fitted 6-4 and was taken back for one that fits 6-3 alone: it was 6-3, and the first play was illegal."""
    table = begun()
    table.play(AFTER_31)
    table.lift()
    table.throw(Side.BLACK, 6, 3, p=0.985)
    (question,) = [event for event in table.play(AFTER_31_64, seconds=3.0) if isinstance(event, Asked)]
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 15(1) 13(5) 8(3) 6(5)")
    events = table.lift(3.0)
    told = [type(event) for event in events if isinstance(event, FaultSeen | FaultCleared | Played | Settled)]
    assert told == [FaultSeen, Settled, FaultCleared, Played]
    (seen,) = [event for event in events if isinstance(event, FaultSeen)]
    assert seen.seen == question.candidates[0].position and not question.candidates[0].legal
    assert table.match_state.questions == () and table.match_state.last_play.fault is None  # type: ignore[union-attr]


def test_who_soon_takes_back_what_may_as_well_be_illegal_has_been_asked() -> None:
    """It is as likely that the dice were misread: within two seconds and a half the question stands."""
    table = begun()
    table.play(AFTER_31)
    table.lift()
    table.throw(Side.BLACK, 6, 3, p=0.87)
    assert [event.what for event in table.play(AFTER_31_64, seconds=2.4) if isinstance(event, Asked)] == [
        "roll"
    ]


def test_a_turn_that_is_legal_by_other_dice_alone_is_taken_so_where_its_own_were_hardly_read() -> None:
    """It was 2-1; the eye says 1-1, by which a fourth checker would have had to be moved, which it hardly sees."""
    table = begun()
    table.play(AFTER_31)
    table.lift()
    table.hand()
    hardly = DieSeen((0.7, 0.25, 0.02, 0.01, 0.01, 0.01), "left", True, 0.3, 0.6)
    table.dice = (die(1, "left", 0.2, 0.45), hardly)
    table.see()
    after = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(4) 10(1) 8(3) 6(5)"
    table.wrong = {"p19": ((0, 4), 0.3), "p20": ((0, 1), 0.05)}
    table.play(after)
    table.lift(4.0)
    assert (
        record(table)[1] == (Side.BLACK, Roll.of(2, 1), parse_position(after)) and called(table.events) == []
    )
    (question,) = table.match_state.questions
    assert [each.roll for each in question.candidates] == [Roll.of(2, 1), Roll.of(1, 1)]


def test_a_second_fault_that_follows_another_is_told_too() -> None:
    table = begun()
    table.wrong = {"p5": ((2, 0), 0.02), "p4": ((0, 0), 0.02)}
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(1) 4(1) B: 24(2) 13(5) 8(3) 6(5)")
    table.lift(3.0)
    table.throw(Side.BLACK, 6, 4)
    assert called(table.events) and not asked(table)
    events = table.play("W: 24(2) 13(5) 8(2) 6(4) 5(1) 4(1) B: 24(1) 15(1) 13(5) 8(3) 6(5)", seconds=3.0)
    assert [event.side for event in called(events)] == [Side.BLACK]
    table.lift(3.0)
    assert table.match_state.last_play is not None and table.match_state.last_play.fault is not None


def test_a_pinned_checker_that_nobody_sees_accuses_nobody() -> None:
    """Plakoto: Black pins White's blot, which is hidden beneath, and White's heap is read as one more."""
    table = Mistaken(join=True, game_id="plakoto")
    table.position = parse_position("W: 24(11) 23(1) 20(1) 12(2) B: 24(10) 22(1) 21(1) 16(2) 11(1)")
    table.see()
    table.throw(Side.WHITE, 2, 1)
    table.play("W: 24(11) 22(1) 20(1) 12(1) 10(1) B: 24(10) 22(1) 21(1) 16(2) 11(1)")
    table.lift(3.0)
    table.throw(Side.BLACK, 6, 4)
    plays = legal_plays(table.game, table.position, Side.BLACK, Roll.of(6, 4))
    pins = [each.position for each in plays if any(each.position.past.pinned)]
    table.hand()
    table.wrong = {"p10": ((0, 1), 0.99999), "p24": ((12, 0), 0.9)}
    table.position = pins[0]
    table.see(3.0)
    table.lift(3.0)
    last = table.match_state.last_play
    assert last is not None and last.after == table.position and last.inferred and called(table.events) == []
    (question,) = table.match_state.questions
    assert [each.legal for each in question.candidates] == [True, False]
