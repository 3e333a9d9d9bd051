"""Taking results: what a finished match of the archive says of a tournament's pairings.

It is a pairing's result where both names are those of one open pairing of the present round, the length is
right, and it ended after the pairing was made. Where one of these is not sure a person is asked, and nothing
is entered. Nothing at all is said of matches between people who are not paired now.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from device.club.tournament.stored_tournament import StoredTournament
from device.library.matches.listed_match import ListedMatch
from engine.tournament.entries import Entered, Entry, ResultAsked
from engine.tournament.result_matching import Finished, PairingFit, fits, is_swapped, tells_the_same
from engine.tournament.tournament_values import Pairing, PairingFormat, TournamentEvent


@dataclass(frozen=True, slots=True)
class _Claim:
    """A pairing of an event that a match may be."""

    kept: StoredTournament
    fit: PairingFit


def finished_of(listed: ListedMatch) -> Finished | None:
    """A match of the archive as a tournament looks at it; None where nobody won it, or nobody was named."""
    head = listed.head
    if head.winner is None or listed.is_open or not (head.white.strip() or head.black.strip()):
        return None
    return Finished(
        listed.table,
        head.number,
        (head.white, head.black),
        head.score,
        "WB".index(head.winner),
        head.length,
    )


def taken(
    all_kept: Iterable[StoredTournament], found: Finished, ended: float | None
) -> Iterator[tuple[int, Entry]]:
    """The entries that a match gives rise to, each with the number of the event it is for."""
    running = [each for each in all_kept if not each.event.closed and not _is_known(each.event, found, ended)]
    corrected = [(each, pairing) for each in running if (pairing := _source(each.event, found)) is not None]
    if corrected:
        yield from (
            (kept.number, entry) for kept, pairing in corrected for entry in _changed(kept, pairing, found)
        )
        return
    claims = [_Claim(kept, fit) for kept in running for fit in _open_fits(kept, found, ended)]
    exact = [each for each in claims if each.fit.is_exact]
    if not claims:
        for kept in running:
            yield from ((kept.number, entry) for entry in _played_again(kept, found, ended))
        return
    claims = exact or claims
    why = _doubt(claims, found, ended)
    for number in dict.fromkeys(each.kept.number for each in claims):
        mine = [each for each in claims if each.kept.number == number]
        if why:
            yield number, ResultAsked(found.asked(tuple(each.fit.pairing.number for each in mine), why))
        else:
            (only,) = mine
            yield number, entered(only.kept.event, only.fit.pairing, found, swapped=only.fit.swapped)


def entered(
    event: TournamentEvent, pairing: Pairing, found: Finished, *, swapped: bool | None = None
) -> Entered:
    """The result of a pairing by a match."""
    if swapped is None:
        swapped = is_swapped(event, pairing, found.players)
    return Entered(
        pairing.number, found.outcome(event, pairing, swapped=swapped), found.table, found.match, found.told
    )


def _is_known(event: TournamentEvent, found: Finished, ended: float | None) -> bool:
    """Whether a match was entered, put aside or asked about as it is; who asked when it
    was played may know that by now.
    """
    told = (found.table, found.match, found.told)
    return told in event.settled or any(
        (each.table, each.match, each.told) == told and not (each.why == "undated" and ended is not None)
        for each in event.queries
    )


def _source(event: TournamentEvent, found: Finished) -> Pairing | None:
    """The pairing whose result came from this very match when it told something else."""
    numbers = (
        n for n, each in event.results.items() if (each.table, each.match) == (found.table, found.match)
    )
    return next((pairing for number in numbers if (pairing := event.pairing(number))), None)


def _changed(kept: StoredTournament, pairing: Pairing, found: Finished) -> Iterator[Entry]:
    now = entered(kept.event, pairing, found)
    if kept.event.results[pairing.number].outcome == now.outcome:
        # names were put right: it tells the same
        yield now
    else:
        yield ResultAsked(found.asked((pairing.number,), "changed"))


def _present(event: TournamentEvent) -> tuple[Pairing, ...]:
    """The pairings that are played now: of a round robin all, since its rounds are often played in any order."""
    if event.plan.format is PairingFormat.SWISS:
        return tuple(each for each in event.pairings if each.round == event.round)
    return event.pairings


def _in_time(kept: StoredTournament, pairings: Iterable[Pairing], ended: float | None) -> tuple[Pairing, ...]:
    made = kept.paired_at()
    return tuple(each for each in pairings if ended is None or ended >= made[each.number])


def _open_fits(kept: StoredTournament, found: Finished, ended: float | None) -> tuple[PairingFit, ...]:
    still = (each for each in _present(kept.event) if kept.event.outcome(each) is None)
    return fits(kept.event, found, _in_time(kept, still, ended))


def _played_again(kept: StoredTournament, found: Finished, ended: float | None) -> Iterator[Entry]:
    """What a match says of pairings that have a result: where it came from, or another one."""
    done = (each for each in _present(kept.event) if each.number in kept.event.results)
    exact = [each for each in fits(kept.event, found, _in_time(kept, done, ended)) if each.is_exact]
    for fit in exact[:1]:
        result = kept.event.results[fit.pairing.number]
        told = entered(kept.event, fit.pairing, found, swapped=fit.swapped)
        if len(exact) == 1 and not result.match and tells_the_same(result, told.outcome):
            yield told
        else:
            yield ResultAsked(found.asked(tuple(each.pairing.number for each in exact), "again"))


def _doubt(claims: list[_Claim], found: Finished, ended: float | None) -> str:
    """Why a person has to say which pairing a match is; empty where there is no doubt."""
    if not all(each.fit.is_exact for each in claims):
        return "names"
    if len(claims) > 1:
        return "several"
    length = claims[0].kept.event.plan.length
    if length and found.length != length:
        return "length"
    return "undated" if ended is None else ""
