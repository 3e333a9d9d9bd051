"""Folding: what an event is after each of its entries, and which entries it can take."""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from engine.errors import InvalidEntry
from engine.i18n import Phrase, marked, phrase
from engine.tournament.entries import (
    Began,
    Cleared,
    Closed,
    Entered,
    Entry,
    Joined,
    Left,
    Paired,
    Replanned,
    ResultAsked,
    ResultSettled,
    Returned,
    Unpaired,
)
from engine.tournament.name_matching import same_name, tidy_name
from engine.tournament.tournament_values import (
    NOBODY,
    BracketStage,
    Entrant,
    EventPlan,
    How,
    Pairing,
    PairingFormat,
    PairingOutcome,
    PairingResult,
    Seeding,
    TournamentEvent,
)

LONGEST = 80
"""The longest name of a player or an event, in characters."""
LENGTH, ROUNDS, PLAYERS = 99, 99, 1000
"""The longest match, the most rounds, the most players."""
QUICKER = marked("Somebody else was quicker: look, and try once more.")


def fold(entries: Iterable[Entry]) -> TournamentEvent:
    """The event that entries make, in their order. Raises InvalidEntry."""
    event: TournamentEvent | None = None
    for entry in entries:
        event = grown(event, entry)
    if event is None:
        raise InvalidEntry(phrase("There is no such tournament."))
    return event


def grown(event: TournamentEvent | None, entry: Entry) -> TournamentEvent:
    """An event with one more entry. Raises InvalidEntry where it cannot take it, with a sentence that says why.

    What no page leads anybody into is said to programs, in English.
    """
    if event is None:
        if not isinstance(entry, Began):
            raise InvalidEntry(phrase("There is no such tournament."))
        return TournamentEvent(_checked_plan(entry.plan))
    if event.closed and not isinstance(entry, Closed):
        raise InvalidEntry(phrase("This tournament is closed: open it again first."))
    match entry:
        case Began():
            raise InvalidEntry(phrase("This tournament has begun already."))
        case Replanned(plan):
            return replace(event, plan=_replanned(event, plan))
        case Joined(player):
            return replace(event, players=_joined(event, player))
        case Left(number):
            return replace(event, players=_with(event, replace(_player(event, number), gone=True)))
        case Returned(number):
            return replace(event, players=_with(event, replace(_player(event, number), gone=False)))
        case Paired(pairings):
            return _paired(event, pairings)
        case Unpaired(numbers):
            return _unpaired(event, numbers)
        case Entered():
            return _entered(event, entry)
        case Cleared(number):
            return _cleared(event, number)
        case ResultAsked(query):
            others = (
                each for each in event.queries if (each.table, each.match) != (query.table, query.match)
            )
            return replace(event, queries=(*others, query))
        case ResultSettled(table, match, told):
            return _settled(event, table, match, told)
        case Closed(closed):
            return replace(event, closed=closed)


def _checked_plan(plan: EventPlan) -> EventPlan:
    name = tidy_name(plan.name)
    if not name or len(name) > LONGEST:
        raise InvalidEntry(phrase("A name of at most {longest} letters is needed.", longest=LONGEST))
    if not 0 <= plan.length <= LENGTH:
        raise InvalidEntry(
            phrase("A match is played to 1 to {length} points, or 0: as agreed.", length=LENGTH)
        )
    if not 0 <= plan.rounds <= ROUNDS:
        raise InvalidEntry(
            phrase("There are 1 to {rounds} rounds, or 0: as many as are needed.", rounds=ROUNDS)
        )
    if plan.cycles not in (1, 2):
        raise InvalidEntry(phrase("Everybody meets everybody once or twice."))
    if not all(0 <= each <= 10 for each in (plan.win, plan.draw, plan.bye)) or plan.win <= plan.draw:
        raise InvalidEntry(phrase("A win must count more than a draw, and nothing more than 10."))
    return replace(plan, name=name)


def _replanned(event: TournamentEvent, plan: EventPlan) -> EventPlan:
    fixed = ("format", "cycles", "seeding", "lot", "third_place", "consolation")
    if event.pairings and any(getattr(plan, each) != getattr(event.plan, each) for each in fixed):
        raise InvalidEntry(
            phrase("After the first pairing only the name, the length and the rounds can be changed.")
        )
    return _checked_plan(plan)


def _joined(event: TournamentEvent, player: Entrant) -> tuple[Entrant, ...]:
    name = tidy_name(player.name)
    if not name or len(name) > LONGEST:
        raise InvalidEntry(phrase("A name of at most {longest} letters is needed.", longest=LONGEST))
    if player.rating is not None and not 0 < player.rating < 10000:
        raise InvalidEntry(phrase("A rating is a number from 1 to 9999."))
    if any(
        same_name(each.name) == same_name(name) and each.number != player.number for each in event.players
    ):
        raise InvalidEntry(phrase("{name} takes part already: give the second one another name.", name=name))
    known = next((each for each in event.players if each.number == player.number), None)
    if known is None:
        if player.number != len(event.players) + 1:
            raise InvalidEntry(Phrase(QUICKER))
        if len(event.players) >= PLAYERS:
            raise InvalidEntry(phrase("A tournament has at most {most} players.", most=PLAYERS))
        if event.pairings and event.plan.format is not PairingFormat.SWISS:
            raise InvalidEntry(phrase("Only a Swiss tournament takes players after its first pairing."))
        return (*event.players, replace(player, name=name, club=tidy_name(player.club)[:LONGEST]))
    if event.pairings and event.plan.seeding is Seeding.RATING and known.rating != player.rating:
        raise InvalidEntry(phrase("Ratings stay as they were at the first pairing."))
    club = tidy_name(player.club)[:LONGEST]
    return _with(event, replace(player, name=name, club=club, gone=known.gone))


def _player(event: TournamentEvent, number: int) -> Entrant:
    found = next((each for each in event.players if each.number == number), None)
    if found is None:
        raise InvalidEntry(phrase("Nobody in this tournament has the number {number}.", number=number))
    return found


def _with(event: TournamentEvent, player: Entrant) -> tuple[Entrant, ...]:
    return tuple(player if each.number == player.number else each for each in event.players)


def _paired(event: TournamentEvent, pairings: tuple[Pairing, ...]) -> TournamentEvent:
    numbers = [each.number for each in pairings]
    if not pairings or numbers != list(range(_next(event), _next(event) + len(numbers))):
        raise InvalidEntry(Phrase(QUICKER))
    for each in pairings:
        players = {_player(event, each.white).number, each.black and _player(event, each.black).number}
        if len(players) != 2:
            raise InvalidEntry(phrase("Nobody plays against themselves."))
    busy: set[tuple[object, int, int]] = set()
    for each in (*event.pairings, *pairings):
        for player in (each.white, each.black):
            key = (each.stage, each.round, player)
            if player != NOBODY and key in busy:
                raise InvalidEntry(phrase("Nobody plays twice in a round."))
            busy.add(key)
    return replace(event, pairings=(*event.pairings, *pairings))


def _next(event: TournamentEvent) -> int:
    return max((each.number for each in event.pairings), default=0) + 1


def _unpaired(event: TournamentEvent, numbers: tuple[int, ...]) -> TournamentEvent:
    gone = set(numbers)
    known = {each.number for each in event.pairings}
    if not gone or not gone <= known:
        raise InvalidEntry(Phrase(QUICKER))
    if gone & event.results.keys():
        raise InvalidEntry(phrase("A pairing that has a result stays: take the result away first."))
    kept = tuple(each for each in event.pairings if each.number not in gone)
    for each in event.pairings:
        if each.number in gone and any(_builds_on(later, each, event.plan) for later in kept):
            raise InvalidEntry(phrase("Later rounds are paired already: take those back first."))
    # Their numbers will be others', and a match that may have been one of them is looked at anew.
    queries = tuple(each for each in event.queries if not gone & set(each.pairings))
    return replace(event, pairings=kept, queries=queries)


def _builds_on(later: Pairing, earlier: Pairing, plan: EventPlan) -> bool:
    """Whether a pairing was made of how an earlier one ended."""
    if plan.format is PairingFormat.ROUND_ROBIN:
        # all its rounds are one piece
        return True
    if plan.format is PairingFormat.SWISS:
        return later.round >= earlier.round
    if (
        earlier.stage is BracketStage.MAIN
        and earlier.round == 1
        and later.stage is BracketStage.MAIN
        and later.round == 1
    ):
        return True
    return (
        later.round > earlier.round
        and later.stage is earlier.stage
        and later.place == earlier.place >> (later.round - earlier.round)
    )


def _entered(event: TournamentEvent, entry: Entered) -> TournamentEvent:
    pairing = event.pairing(entry.pairing)
    if pairing is None:
        raise InvalidEntry(Phrase(QUICKER))
    _check_outcome(event, pairing, entry.outcome)
    before = event.results.get(entry.pairing)
    times = 1 if before is None else before.times + (before.outcome != entry.outcome)
    result = PairingResult(entry.outcome, entry.table, entry.match, times)
    grown = replace(event, results=MappingProxyType({**event.results, entry.pairing: result}))
    return _settled(grown, entry.table, entry.match, entry.told) if entry.match else grown


def _check_outcome(event: TournamentEvent, pairing: Pairing, outcome: PairingOutcome) -> None:
    if pairing.is_bye:
        raise InvalidEntry(phrase("A bye has no result."))
    if outcome.winner not in (NOBODY, pairing.white, pairing.black):
        raise InvalidEntry(phrase("The winner must be one of the two who play."))
    if (outcome.how is How.NEITHER) != (outcome.winner == NOBODY and outcome.how is not How.PLAYED):
        raise InvalidEntry(phrase("A match that neither played has no winner."))
    if outcome.winner == NOBODY and event.plan.format is PairingFormat.KNOCKOUT and outcome.how is How.PLAYED:
        raise InvalidEntry(phrase("A knock-out match must have a winner."))
    if outcome.score is None:
        return
    white, black = outcome.score
    if outcome.how is not How.PLAYED:
        raise InvalidEntry(phrase("A match that was not played has no points."))
    if not (0 <= white <= 999 and 0 <= black <= 999):
        raise InvalidEntry(phrase("Points are whole numbers from 0 to 999."))
    ahead = pairing.white if white > black else pairing.black if black > white else NOBODY
    if ahead != outcome.winner:
        raise InvalidEntry(phrase("Who won must have more points than who lost."))
    if (
        event.plan.length
        and outcome.winner
        and not min(white, black) < event.plan.length <= max(white, black)
    ):
        raise InvalidEntry(
            phrase(
                "The match is to {length}: the winner has that many points, and the loser fewer.",
                length=event.plan.length,
            )
        )


def _cleared(event: TournamentEvent, number: int) -> TournamentEvent:
    if number not in event.results:
        raise InvalidEntry(Phrase(QUICKER))
    left = {each: result for each, result in event.results.items() if each != number}
    return replace(event, results=MappingProxyType(left))


def _settled(event: TournamentEvent, table: str, match: int, told: str) -> TournamentEvent:
    queries = tuple(each for each in event.queries if (each.table, each.match) != (table, match))
    return replace(event, queries=queries, settled=event.settled | {(table, match, told)})
