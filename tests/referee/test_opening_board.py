"""The board that a game was joined with: what the first look leaves open is told by the turns since."""

from dataclasses import replace

import pytest

from engine.board import Side
from engine.match.match import CheckerTurn
from engine.position_parsing import parse_position
from engine.state.events import Asked, Event, FaultSeen, Reseated
from engine.state.messages import Answer, Look, Message
from engine.turn.appearance import seen_as
from tests.referee.conftest import Evening
from vision.observation import Chance, Observation

OFF = "W: 9(1) 5(2) 4(3) 3(3) 2(4) off(2) B: 24(4) 19(1) 3(1) 2(4) 1(5)"
TURNS = (
    (Side.BLACK, (6, 2), "W: 9(1) 5(2) 4(3) 3(3) 2(4) off(2) B: 24(4) 13(1) 2(4) 1(6)"),
    (Side.WHITE, (5, 1), "W: 5(2) 4(3) 3(4) 2(4) off(2) B: 24(4) 13(1) 2(4) 1(6)"),
    (Side.BLACK, (6, 4), "W: 5(2) 4(3) 3(4) 2(4) off(2) B: 24(4) 3(1) 2(4) 1(6)"),
)


@pytest.mark.parametrize("hardly", [0.75, 0.85])
def test_checkers_that_were_off_are_known_to_be_once_they_are_seen_to_be_missing(hardly: float) -> None:
    """One is still on its way, so that a first look that is not sure rather overlooked two."""
    table = Evening(join=True)
    table.position, table.sure = parse_position(OFF), hardly
    table.see()
    for side, dice, after in TURNS:
        table.throw(side, *dice)
        table.sure = 0.995
        table.play(after)
        table.lift(3.0)
    game = table.match_state.game
    assert game is not None and game.start == parse_position(OFF)
    assert [turn.after for turn in game.turns] == [parse_position(after) for _, _, after in TURNS]  # type: ignore[union-attr]
    assert table.match_state.questions == () and not any(isinstance(each, FaultSeen) for each in table.events)


def test_a_heap_that_was_read_short_is_whole_though_some_seem_to_be_off() -> None:
    """Twelve on one point, of which the eye sees ten as often as not, and the others on their way: none is off."""
    table = Evening(join=True)
    start = "W: 24(1) 13(2) 6(12) B: 24(2) 13(5) 8(3) 6(5)"
    table.position, table.sure = parse_position(start), 0.7
    table.see()
    table.throw(Side.WHITE, 5, 1)
    table.play("W: 24(1) 13(1) 8(1) 6(11) 5(1) B: 24(2) 13(5) 8(3) 6(5)")
    table.lift(3.0)
    game = table.match_state.game
    assert game is not None and game.start == parse_position(start)
    assert not any(isinstance(each, FaultSeen | Reseated | Asked) for each in table.events)


class Miscounting(Evening):
    """An evening before an eye that gives these chances to numbers of White's in their largest heap."""

    chances: tuple[tuple[int, float], ...] = ((11, 0.29), (12, 0.19), (13, 0.16), (6, 0.1), (10, 0.09))

    def tell(self, message: Message) -> list[Event]:
        if isinstance(message, Look) and isinstance(message.evidence, Observation):
            light = seen_as(self.game, self.position, self.seating).light
            heap = light.index(max(light))
            told = tuple(Chance(men, 0, p) for men, p in self.chances)
            sites = (
                replace(site, chances=told) if site.index == heap else site for site in message.evidence.sites
            )
            message = replace(message, evidence=replace(message.evidence, sites=tuple(sites)))
        return super().tell(message)


def test_a_heap_that_is_counted_short_again_and_again_stays_in_question_and_accuses_nobody() -> None:
    table = Miscounting(join=True)
    start = "W: 4(1) 2(12) off(2) B: 3(3) 1(12)"
    table.position = parse_position(start)
    table.see()
    for side, dice, after, chances in (
        (Side.BLACK, (3, 1), "W: 4(1) 2(12) off(2) B: 3(2) 1(11) off(2)", table.chances),
        (
            Side.WHITE,
            (2, 1),
            "W: 3(1) 2(11) off(3) B: 3(2) 1(11) off(2)",
            ((10, 0.91), (11, 0.05), (9, 0.02)),
        ),
        (Side.BLACK, (6, 4), "W: 3(1) 2(11) off(3) B: 1(11) off(4)", ((10, 0.91), (11, 0.05), (9, 0.02))),
        (Side.WHITE, (6, 5), "W: 2(10) off(5) B: 1(11) off(4)", ((11, 0.82), (12, 0.11), (10, 0.01))),
    ):
        table.throw(side, *dice)
        table.chances = chances
        table.play(after)
        table.lift(3.0)
    (asked,) = (each for each in table.match_state.questions if each.what == "unseen")
    assert parse_position(start) in [each.position for each in asked.candidates]
    game = table.match_state.game
    assert game is not None and len(game.turns) == 4
    assert not any(isinstance(turn, CheckerTurn) and turn.fault for turn in game.turns)
    assert not any(isinstance(each, FaultSeen) for each in table.events)
    # four turns later people say which it was: all boards since are those of the record with that difference
    table.tell(
        Answer(asked.number, [each.position for each in asked.candidates].index(parse_position(start)))
    )
    game = table.match_state.game
    assert game is not None and game.start == parse_position(start)
    assert table.match_state.position == table.position
    assert all(each.what != "unseen" for each in table.match_state.questions)
    assert not any(isinstance(turn, CheckerTurn) and turn.fault for turn in game.turns)
