"""Judging: what the table has no longer goes at the hub, too; what is missing is asked for; nothing else is touched."""

from hypothesis import given, settings
from hypothesis import strategies as st

from device.club.link.ingest import ManifestVerdict, judge
from device.club.link.wire import LogManifest, ManifestLine

ONE, TWO, THREE = ManifestLine(1, 1, 10, 10), ManifestLine(2, 11, 20, 10), ManifestLine(3, 21, 30, 10)


def test_nothing_is_done_where_both_have_the_same() -> None:
    assert judge(LogManifest("a", 30, (ONE, TWO, THREE)), (ONE, TWO, THREE), 30) == ManifestVerdict()


def test_what_is_gone_at_the_table_goes() -> None:
    assert judge(LogManifest("a", 30, (ONE, THREE)), (ONE, TWO, THREE), 30) == ManifestVerdict(gone=(2,))


def test_of_what_lies_beyond_the_manifest_nothing_is_said() -> None:
    """A table that has just been started knows of a game that is kept back only that it is there."""
    assert judge(LogManifest("a", 0, ()), (ONE, TWO), 20) == ManifestVerdict()
    assert judge(LogManifest("a", 15, (ONE, ManifestLine(2, 11, 15, 5))), (ONE, TWO), 20) == ManifestVerdict()


def test_what_has_not_come_yet_is_not_asked_for_again() -> None:
    assert (
        judge(LogManifest("a", 30, (ONE, TWO, THREE)), (ONE, ManifestLine(2, 11, 15, 5)), 15)
        == ManifestVerdict()
    )


def test_what_is_missing_or_too_much_is_asked_for() -> None:
    assert judge(LogManifest("a", 30, (ONE, TWO, THREE)), (ONE, THREE), 30) == ManifestVerdict(again=(2,))
    assert judge(LogManifest("a", 30, (ONE, TWO)), (ONE, ManifestLine(2, 13, 20, 8)), 30) == ManifestVerdict(
        again=(2,)
    )


def test_names_go_that_have_gone_at_the_table() -> None:
    bare = ManifestLine(2, 11, 20, 10, anonymous=True)
    assert judge(LogManifest("a", 20, (ONE, bare)), (ONE, TWO), 20) == ManifestVerdict(nameless=(2,))
    assert judge(LogManifest("a", 20, (ONE, bare)), (ONE, bare), 20) == ManifestVerdict()


LINES = st.lists(st.tuples(st.integers(1, 5), st.integers(0, 4), st.booleans()), max_size=6)


def lines(lengths: list[tuple[int, int, bool]]) -> tuple[ManifestLine, ...]:
    found, seq = [], 0
    for n, (length, hole, bare) in enumerate(lengths):
        found.append(ManifestLine(n + 1, seq + 1, seq + length, length, bare))
        seq += length + hole
    return tuple(found)


@settings(max_examples=40)
@given(LINES, st.sets(st.integers(0, 6)), st.sets(st.integers(0, 6)))
def test_doing_what_follows_makes_both_the_same(
    lengths: list[tuple[int, int, bool]], at_table: set[int], at_hub: set[int]
) -> None:
    every = lines(lengths)
    upto = every[-1].last if every else 0
    table = tuple(line for line in every if line.match in at_table)
    hub = {line.match: line for line in every if line.match in at_hub}
    verdict = judge(LogManifest("a", upto, table), tuple(hub.values()), upto)
    for match in verdict.gone:
        del hub[match]
    for line in table:
        if line.match in (*verdict.again, *verdict.nameless):
            hub[line.match] = line
    assert tuple(hub[match] for match in sorted(hub)) == table
