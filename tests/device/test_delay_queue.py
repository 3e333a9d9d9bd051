"""The queue of what is told after a delay: in which order, when, and what becomes of more than may wait."""

from device.delay_queue import DelayQueue


def test_a_moment_is_due_when_it_is_old_enough_until_the_next_one_is() -> None:
    queue = DelayQueue[str]()
    assert queue.due(99.0) is None and queue.next_time(0.0) is None
    queue.add(1.0, "thrown")
    queue.add(2.0, "played")
    assert queue.due(0.9) is None and queue.next_time(0.9) == 1.0
    first = queue.due(1.0)
    assert first is not None and first.value == "thrown" and queue.due(1.9) is first
    assert list(queue.newest_first()) == ["played", "thrown"]
    second = queue.due(2.0)
    assert second is not None and second.value == "played" and queue.next_time(2.0) is None
    assert list(queue.newest_first()) == ["played"], "what came before is let go"


def test_more_than_may_wait_does_not_keep_what_is_due() -> None:
    queue = DelayQueue[int](most=3)
    told = []
    for second in range(12):
        queue.add(float(second), second)
        due = queue.due(second - 6.0)
        told.append(None if due is None else due.value)
    assert told[:6] == [None] * 6 and told[6] == 0 and None not in told[6:]
    assert told == sorted(told, key=lambda value: -1 if value is None else value), "in order"
    last = queue.due(11.0)
    assert last is not None and last.value == 11, "the last of them comes in its time, too"
