"""The broadcaster: many followers, none of whom holds the writer up."""

import threading
from dataclasses import replace

from device.status.snapshot.broadcaster import KEPT, Broadcaster
from device.status.snapshot.table_snapshot import Snapshot, snapshot_of
from engine.i18n import Translator
from engine.match.match import Match
from engine.state.events import Retention
from engine.state.match_state import new_match_state

PATIENCE = 20.0


def snapshot(seq: int) -> Snapshot:
    return snapshot_of(new_match_state(Match(5, "Anna", "Ben")), seq=seq)


def test_the_latest_notice_hangs_there() -> None:
    board = Broadcaster(snapshot(0))
    board.post(snapshot(1))
    board.post(snapshot(2))
    assert board.latest().seq == 2
    assert board.wait(1, PATIENCE) == snapshot(2)


def test_nothing_new_is_none() -> None:
    board = Broadcaster(snapshot(3))
    assert board.wait(3, 0.0) is None


def test_who_knows_more_than_a_service_started_again_is_told() -> None:
    board = Broadcaster(snapshot(3))
    assert board.wait(99, 0.0) == snapshot(3)


def test_who_was_away_is_told_all_that_he_missed() -> None:
    now = [0.0]
    board = Broadcaster(snapshot(0), lambda: now[0])
    for seq in (3, 4, 9):
        now[0] += 1
        board.post(snapshot(seq))
    assert [(each.snapshot.seq, each.at) for each in board.after(3) or ()] == [(4, 2.0), (9, 3.0)]
    assert board.after(9) == ()
    # not known, or another life's
    assert board.after(5) is None and board.after(77) is None


def test_of_a_match_that_is_not_kept_whole_nobody_is_told_when_it_is_over() -> None:
    playing = replace(new_match_state(Match(5, "Anna", "Ben")), match_number=1, retention=Retention.ANONYMOUS)
    board = Broadcaster(snapshot_of(playing, seq=0))
    board.post(snapshot_of(playing, seq=1))
    assert board.after(0) is not None
    board.post(snapshot_of(replace(playing, match=Match(5, "", "")), seq=2))
    assert board.after(0) is None and board.after(1) is None and board.after(2) == ()


def test_what_was_missed_is_told_in_ones_language() -> None:
    board = Broadcaster(snapshot(0))
    for seq in (1, 2):
        board.post(snapshot(seq))
    shouting = Translator("xx", str.upper)
    missed = board.after(0, shouting) or ()
    assert [each.snapshot.says.isupper() for each in missed] == [True, True]
    assert missed[-1].snapshot is board.latest(shouting)


def test_only_the_last_notices_are_kept() -> None:
    board = Broadcaster(snapshot(0))
    for seq in range(1, KEPT + 1):
        board.post(snapshot(seq))
    assert board.after(0) is None
    assert len(board.after(1) or ()) == KEPT - 1


def test_fifty_followers_all_reach_the_last_notice_in_order() -> None:
    board = Broadcaster(snapshot(0))
    last, followers = 500, 50
    seen: list[list[int]] = [[] for _ in range(followers)]
    ready = threading.Barrier(followers + 1)

    def follow(mine: list[int]) -> None:
        ready.wait(PATIENCE)
        at = 0
        while at < last:
            newer = board.wait(at, PATIENCE)
            assert newer is not None
            at = newer.seq
            mine.append(at)

    threads = [threading.Thread(target=follow, args=(mine,)) for mine in seen]
    for thread in threads:
        thread.start()
    ready.wait(PATIENCE)
    for seq in range(1, last + 1):
        board.post(snapshot(seq))
    for thread in threads:
        thread.join(PATIENCE)
    assert all(mine[-1] == last and mine == sorted(set(mine)) for mine in seen)


def test_closing_wakes_everybody() -> None:
    board = Broadcaster(snapshot(0))
    found: list[Snapshot | None] = []
    threads = [threading.Thread(target=lambda: found.append(board.wait(0, PATIENCE))) for _ in range(50)]
    for thread in threads:
        thread.start()
    board.close()
    for thread in threads:
        thread.join(PATIENCE)
    assert found == [None] * 50
    assert board.closed
