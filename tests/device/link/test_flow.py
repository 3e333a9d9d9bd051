"""The flow: nothing is sent that nobody wants, no more than fits, and again what went missing."""

from device.club.link.delivery import OVERDUE_SECONDS, WINDOW, Flow
from device.club.link.wire import Want


def test_nothing_is_sent_before_a_hub_asks() -> None:
    flow = Flow()
    assert not flow.may_send
    assert flow.want(Want("a", "t1", 5), 0.0)
    assert flow.may_send and flow.cursor == 5


def test_no_more_is_under_way_than_the_hub_has_room_for() -> None:
    flow = Flow()
    flow.want(Want("a", "t1", 0), 0.0)
    for n in range(WINDOW):
        assert flow.may_send
        flow.sent(10 * (n + 1), 0.0)
    assert not flow.may_send
    assert not flow.want(Want("a", "t1", 10), 0.1)
    assert flow.may_send and flow.cursor == 10 * WINDOW


def test_a_new_turn_begins_where_the_hub_says() -> None:
    flow = Flow()
    flow.want(Want("a", "t1", 0), 0.0)
    flow.sent(10, 0.0)
    assert flow.want(Want("a", "t2", 4), 0.1)
    assert flow.cursor == 4 and flow.due(0.1) is None


def test_what_is_under_way_for_too_long_goes_again_ever_less_often() -> None:
    flow = Flow()
    flow.want(Want("a", "t1", 3), 0.0)
    flow.sent(10, 0.0)
    flow.tick(OVERDUE_SECONDS - 0.1)
    assert flow.cursor == 10
    flow.tick(OVERDUE_SECONDS)
    assert flow.cursor == 3 and flow.may_send
    again = OVERDUE_SECONDS + 1
    flow.sent(10, again)
    flow.tick(again + OVERDUE_SECONDS)
    assert flow.cursor == 10
    flow.tick(again + 2 * OVERDUE_SECONDS)
    assert flow.cursor == 3


def test_without_a_hub_nothing_is_sent() -> None:
    flow = Flow()
    flow.want(Want("a", "t1", 3), 0.0)
    flow.sent(10, 0.0)
    flow.stop()
    assert not flow.may_send and flow.due(0.0) is None
    assert flow.want(Want("a", "t1", 10), 1.0)
