"""Where nothing ever stands still, people are told."""

from device.table.watch.watcher import RESTLESS, RESTLESS_SECONDS, Restless
from engine.board import View


def test_it_is_told_after_a_minute_without_rest_and_no_longer_than_that() -> None:
    restless = Restless()
    assert restless.seen(View.MOVING, 5.0) is None
    assert restless.seen(View.MOVING, 4.9 + RESTLESS_SECONDS) is None
    assert restless.seen(View.MOVING, 5.0 + RESTLESS_SECONDS) == RESTLESS
    assert restless.seen(View.HAND, 5.2 + RESTLESS_SECONDS) is None
    assert restless.seen(View.MOVING, 5.4 + RESTLESS_SECONDS) is None
