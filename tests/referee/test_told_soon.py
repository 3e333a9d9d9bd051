"""An illegal board has stood for its second whatever its dice were taken for meanwhile."""

from dataclasses import replace

from engine.board import Side
from engine.position_parsing import parse_position
from engine.referee.flagging import FAULT_SECONDS
from engine.state.events import Event, FaultSeen, Thrown
from engine.state.messages import Look, Message
from engine.turn.appearance import seen_as
from tests.referee.conftest import AFTER_31, AFTER_64, observation


def test_dice_seen_better_do_not_begin_the_wait_for_a_fault_anew(started) -> None:
    started.play(AFTER_31)
    started.lift()
    six, three = (replace(die, half="left") for die in started.make_dice(Side.BLACK, 6, 3))
    # Until a hand has passed over it, the 3 is rather taken for a 2, and might even be a 4.
    hardly = replace(three, faces=(0.004, 0.6, 0.384, 0.004, 0.004, 0.004))
    started.show_dice(six, hardly, seconds=1.0)
    assert str(started.match_state.roll) == "6-2"
    started.hand()
    started.position, started.dice = parse_position(AFTER_64, started.game.men), (six, three)
    happened = started.see(started.STEP)
    # The first look at the board, its second, and ten frames.
    happened += started.see(FAULT_SECONDS + 10 * started.STEP)
    told = [event for event in happened if isinstance(event, FaultSeen | Thrown)]
    assert [type(event) for event in told] == [Thrown, FaultSeen]
    assert str(told[0].roll) == "6-3"


def test_hands_that_rest_rather_end_a_play_than_leave_it_half_made(started) -> None:
    """Two threes with 3-1: the eye is not so sure of the second that a play half made were out of the question."""
    tell, unsure = started.tell, (10, 13)

    def told(message: Message) -> list[Event]:
        if isinstance(message, Look) and message.evidence is not None:
            rough = observation(seen_as(started.game, started.position, started.seating), 0.9)
            sites = (
                here if here.index in unsure else site
                for here, site in zip(rough.sites, message.evidence.sites, strict=True)
            )
            message = replace(message, evidence=replace(message.evidence, sites=tuple(sites)))
        return tell(message)

    started.tell = told
    happened = started.play("W: 24(2) 13(4) 10(1) 8(2) 6(5) 5(1) B: 24(2) 13(5) 8(3) 6(5)", seconds=2.0)
    (fault,) = (event for event in happened if isinstance(event, FaultSeen))
    assert fault.fault.rule == "R.dice"
