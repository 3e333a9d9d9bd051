"""Judging: what a hub has of a log, held against what its table still has of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from device.club.link.wire import LogManifest, ManifestLine


@dataclass(frozen=True, slots=True)
class ManifestVerdict:
    """The numbers of the matches that are `gone` at the table, whose names are (`nameless`), and that the hub
    wants once more, since something is missing or too much (`again`).
    """

    gone: tuple[int, ...] = ()
    nameless: tuple[int, ...] = ()
    again: tuple[int, ...] = ()


def judge(manifest: LogManifest, have: Sequence[ManifestLine], upto: int) -> ManifestVerdict:
    """What follows from a manifest for a hub that has received all up to number `upto`.

    A match that either side has only the beginning of is judged when it has come to its end. What lies beyond the
    manifest's number it says nothing of: it may be a game that is kept back just now.
    """
    listed = {line.match: line for line in manifest.lines}
    mine = {line.match: line for line in have}
    gone = tuple(each.match for each in have if each.first <= manifest.upto and each.match not in listed)
    again = []
    for match, line in listed.items():
        own = mine.get(match)
        if line.last > upto or (own is not None and own.last > manifest.upto):
            continue
        if own is None or (own.first, own.last, own.count) != (line.first, line.last, line.count):
            again.append(match)
    nameless = tuple(
        match
        for match, line in listed.items()
        if line.anonymous and match in mine and not mine[match].anonymous and match not in again
    )
    return ManifestVerdict(gone, nameless, tuple(again))
