"""A tournament as the API and the pages tell it: of every part its JSON and its schema are one declaration;
and at which table the two of a pairing are playing, by what the tables tell of themselves.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from device.club.hub.wall import SeenTable
from device.club.tournament.stored_tournament import Logged, StoredTournament
from device.shape import (
    Json,
    PartShown,
    choice,
    flag,
    its,
    its_part,
    its_part_if_any,
    its_parts,
    many,
    maybe,
    number,
    of,
    parts_json,
    shape,
    table_of,
    text,
    thing,
    whole,
)
from engine.tournament.crosstable import crosstable
from engine.tournament.knockout import bracket, overtaken, rounds_of
from engine.tournament.name_matching import same_name
from engine.tournament.pairing import may_pair, retractable, rounds_of_event
from engine.tournament.standings import standings, ties_of
from engine.tournament.tournament_values import (
    NOBODY,
    BracketStage,
    How,
    Pairing,
    PairingFormat,
    PairingOutcome,
    PairingResult,
    Seeding,
    TieBreak,
    TournamentEvent,
)

Couple = frozenset[str]
"""The names of two who play, capitals and spaces apart."""


@dataclass(frozen=True, slots=True)
class PlayingMatch:
    """A match that is being played: at which table, and the points that each has so far, by name."""

    table: str
    points: Mapping[str, int]


Present = Mapping[Couple, PlayingMatch]
"""The matches that are being played, by who plays them."""
NOBODY_PLAYS: Present = {}


def present(tables: Iterable[SeenTable]) -> Present:
    """What is being played at the tables that are there. What one tells is not relied on to make sense."""
    found: dict[Couple, PlayingMatch] = {}
    for each in tables:
        playing = _playing(each.name, each.snapshot) if each.online and each.snapshot is not None else None
        if playing is not None:
            found[frozenset(playing.points)] = playing
    return found


def playing_now(event: TournamentEvent, pairing: Pairing, now: Present) -> tuple[str, tuple[int, int]] | None:
    """The table at which a pairing is being played, and the points of White and Black; None where it is at none."""
    if pairing.is_bye or not now:
        return None
    white, black = (same_name(event.player(each).name) for each in (pairing.white, pairing.black))
    found = now.get(frozenset((white, black)))
    return None if found is None else (found.table, (found.points[white], found.points[black]))


def _playing(table: str, snapshot: Mapping[str, Any]) -> PlayingMatch | None:
    try:
        match, score = snapshot["match"], snapshot["score"]
        white, black = same_name(match["white"]), same_name(match["black"])
        if match["winner"] is not None or not white or not black or white == black:
            return None
        return PlayingMatch(table, {white: int(score["W"]), black: int(score["B"])})
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


class _Paired(NamedTuple):
    """A pairing of an event: the entry of its result, if it has one, and what is being played at the tables.

    `stale`: by a result that was corrected later, others would play here.
    """

    pairing: Pairing
    entered: Logged | None
    stale: bool
    now: Present


class _Result(NamedTuple):
    """What came of a pairing, and what was entered of it, if anything was."""

    paired: _Paired
    outcome: PairingOutcome
    entered: PairingResult | None


class _Whole(NamedTuple):
    """A tournament as it is kept, and what is being played at the tables."""

    kept: StoredTournament
    now: Present

    @property
    def event(self) -> TournamentEvent:
        """How it stands."""
        return self.kept.event


def tournament_json(kept: StoredTournament, now: Present = NOBODY_PLAYS) -> Json:
    """A tournament, whole; `now` is what is being played at the tables."""
    return TOURNAMENT.json(_Whole(kept, now))


def head_json(kept: StoredTournament) -> Json:
    """A tournament in a list of them."""
    return TOURNAMENT_HEAD.json(_Whole(kept, NOBODY_PLAYS))


_TWO = many(whole(0), minItems=2, maxItems=2)
_SCORE = maybe(_TWO)

PERSON = shape(
    {
        "number": of(lambda it: it.part, whole(1)),
        "name": of(lambda it: it.whole.player(it.part).name, text()),
    }
)
_ENTRANT = shape(
    {"number": whole(1), "name": text(), "rating": maybe(whole(1)), "club": text(), "gone": flag()}
)
_RESULT = shape(
    {
        "winner": of(lambda it: it.outcome.winner or None, maybe(whole(1))),
        "score": of(lambda it: it.outcome.score, _SCORE),
        "how": of(
            lambda it: "bye" if it.paired.pairing.is_bye else it.outcome.how,
            choice((*(each.value for each in How), "bye")),
        ),
        "corrected": of(lambda it: it.entered is not None and it.entered.times > 1, flag()),
        "table": of(
            lambda it: it.entered.table if it.entered and it.entered.match else None,
            maybe(text("Where the match was played that it comes from; null: a person entered it.")),
        ),
        "match": of(
            lambda it: it.entered.match if it.entered and it.entered.match else None, maybe(whole(1))
        ),
        "at": of(
            lambda it: it.paired.entered and it.paired.entered.wall,
            maybe(number("When it was entered, in Unix time.")),
        ),
    }
)
_PLAYING = shape(
    {"table": of(lambda it: it[0], text()), "score": of(lambda it: it[1], _TWO)}, "Where it is being played."
)
_PAIRING = shape(
    {
        "number": its("part.pairing.number", whole(1)),
        "stage": its("part.pairing.stage", choice(BracketStage)),
        "round": its("part.pairing.round", whole(1)),
        "place": its("part.pairing.place", whole(0)),
        "table": of(lambda it: it.part.pairing.table or None, maybe(whole(1))),
        "white": its_part("pairing.white", PERSON),
        "black": its_part_if_any("pairing.black", PERSON),
        "result": of(lambda it: _result(it), maybe(_RESULT)),
        "overtaken": of(
            lambda it: it.part.stale, flag("By a result that was corrected later, others would play here.")
        ),
        "now": of(lambda it: _now(it), maybe(_PLAYING)),
    }
)
_STANDING = shape(
    {
        "rank": its("part.rank", maybe(whole(1))),
        "player": its_part("player", PERSON),
        "club": of(lambda it: it.whole.player(it.part.player).club, text()),
        "gone": of(lambda it: it.whole.player(it.part.player).gone, flag()),
        "points": its("part.points", number()),
        "won": its("part.won", whole(0)),
        "drawn": its("part.drawn", whole(0)),
        "lost": its("part.lost", whole(0)),
        "byes": its("part.byes", whole(0)),
        "ties": of(
            lambda it: {tie.value: each for tie, each in zip(ties_of(it.whole), it.part.ties, strict=False)},
            table_of(number()),
        ),
    }
)
_CELL = shape(
    {
        "pairing": its("part.pairing", whole(1)),
        "round": its("part.round", whole(1)),
        "opponent": its_part_if_any("opponent", PERSON),
        "result": its("part.result", maybe(choice(("won", "lost", "drawn", "bye")))),
        "score": its("part.score", _SCORE),
        "played": its("part.is_played", flag("False: by forfeit.")),
    }
)
_ROW = shape(
    {
        "rank": its("part.standing.rank", maybe(whole(1))),
        "player": its_part("standing.player", PERSON),
        "points": its("part.standing.points", number()),
        "cells": its_parts("cells", _CELL),
    }
)
_NODE = shape(
    {
        "pairing": of(lambda it: it.part.pairing and it.part.pairing.number, maybe(whole(1))),
        "white": its_part_if_any("white", PERSON),
        "black": its_part_if_any("black", PERSON),
        "bye": of(lambda it: NOBODY in (it.part.white, it.part.black), flag()),
        "winner": of(lambda it: (told := _outcome(it)) and (told.winner or None), maybe(whole(1))),
        "score": of(lambda it: (told := _outcome(it)) and told.score, _SCORE),
    }
)
_QUERY = shape(
    {
        "table": its("part.table", text()),
        "match": its("part.match", whole(1)),
        "players": its("part.players", many(text(), minItems=2, maxItems=2)),
        "score": its("part.score", _TWO),
        "winner": its("part.winner", whole(0, 1)),
        "length": its("part.length", whole(0)),
        "why": its("part.why", choice(("names", "length", "several", "again", "changed", "undated"))),
        "pairings": of(
            lambda it: [each for each in it.part.pairings if it.whole.pairing(each)], many(whole(1))
        ),
    }
)
_HEAD = {
    "number": of(lambda it: it.kept.number, whole(1)),
    "name": of(lambda it: it.event.plan.name, text()),
    "format": of(lambda it: it.event.plan.format, choice(PairingFormat)),
    "length": of(lambda it: it.event.plan.length, whole(0)),
    "state": of(
        lambda it: _state(it.event),
        choice(
            ("announced", "running", "over", "closed"),
            "`over`: all is played; `closed`: nothing is entered any more.",
        ),
    ),
    "round": of(lambda it: it.event.round, whole(0, says="The present one; 0 before the first.")),
    "rounds": of(lambda it: rounds_of_event(it.event), whole(0)),
    "players": of(lambda it: len(it.event.players), whole(0)),
    "begun": of(lambda it: it.kept.begun, number("Unix time.")),
    "leaders": of(
        lambda it: parts_json(PERSON, it.event, _leaders(it.event)),
        many(PERSON, "Who is first; nobody where more than three are."),
    ),
    "questions": of(
        lambda it: len(it.event.queries),
        whole(0, says="How many matches wait for a person to say which pairing they are."),
    ),
    "seq": of(lambda it: it.kept.seq, whole(1, says="Grows with everything that is entered.")),
}
TOURNAMENT_HEAD = shape(_HEAD, name="TournamentHead")
TOURNAMENT = shape(
    {
        **_HEAD,
        "cycles": of(lambda it: it.event.plan.cycles, whole(1, 2)),
        "third_place": of(lambda it: it.event.plan.third_place, flag()),
        "consolation": of(lambda it: it.event.plan.consolation, flag()),
        "seeding": of(lambda it: it.event.plan.seeding, choice(Seeding)),
        "scoring": of(
            lambda it: {each: getattr(it.event.plan, each) for each in ("win", "draw", "bye")},
            thing({"win": number(), "draw": number(), "bye": number()}),
        ),
        "may_pair": of(lambda it: may_pair(it.event), flag("POST .../pair makes pairings now.")),
        "may_unpair": of(
            lambda it: [each.number for each in retractable(it.event)],
            many(whole(1), "What POST .../unpair takes back."),
        ),
        "people": of(lambda it: [_ENTRANT.json(each) for each in it.event.players], many(_ENTRANT)),
        "pairings": of(lambda it: parts_json(_PAIRING, it.event, _paired(it)), many(_PAIRING)),
        "ties": of(lambda it: ties_of(it.event), many(choice(TieBreak))),
        "standings": of(
            lambda it: parts_json(_STANDING, it.event, standings(it.event)),
            many(_STANDING, "The best first; without a rank: left a round robin before half of it."),
        ),
        "crosstable": of(lambda it: parts_json(_ROW, it.event, crosstable(it.event)), many(_ROW)),
        "bracket": of(
            lambda it: _brackets(it.event) if it.event.plan.format is PairingFormat.KNOCKOUT else None,
            maybe(many(thing({"stage": choice(BracketStage), "rounds": many(many(_NODE))}))),
        ),
        "queries": of(
            lambda it: parts_json(_QUERY, it.event, it.event.queries),
            many(_QUERY, "Matches that may be pairings, where a person has to say."),
        ),
    },
    name="Tournament",
)


def _state(event: TournamentEvent) -> str:
    if event.closed:
        return "closed"
    if not event.pairings:
        return "announced"
    if event.open or may_pair(event):
        return "running"
    return "over"


def _leaders(event: TournamentEvent) -> list[int]:
    first = [each.player for each in standings(event) if each.rank == 1] if event.pairings else []
    return first if len(first) <= 3 else []


def _paired(it: _Whole) -> list[_Paired]:
    """The pairings in the order in which they are told."""
    event, entered = it.event, it.kept.entered()
    stale = (
        {each.number for each in overtaken(event)} if event.plan.format is PairingFormat.KNOCKOUT else set()
    )
    return [
        _Paired(each, entered.get(each.number), each.number in stale, it.now)
        for each in sorted(event.pairings, key=_order)
    ]


def _order(pairing: Pairing) -> tuple[str, int, bool, int, int]:
    return (pairing.stage.value, pairing.round, pairing.is_bye, pairing.table, pairing.place)


def _result(it: PartShown) -> Json | None:
    event, paired = it
    outcome = event.outcome(paired.pairing)
    result = event.results.get(paired.pairing.number)
    return None if outcome is None else _RESULT.json(_Result(paired, outcome, result))


def _now(it: PartShown) -> Json | None:
    event, paired = it
    if event.outcome(paired.pairing):
        return None
    playing = playing_now(event, paired.pairing, paired.now)
    return playing and _PLAYING.json(playing)


def _outcome(node: PartShown) -> PairingOutcome | None:
    return node.whole.outcome(node.part.pairing) if node.part.pairing else None


def _brackets(event: TournamentEvent) -> list[Json]:
    nodes = bracket(event)
    stages = [each for each in BracketStage if rounds_of(event, each)]
    return [
        {
            "stage": stage,
            "rounds": [
                parts_json(
                    _NODE, event, (node for node in nodes if (node.stage, node.round) == (stage, round))
                )
                for round in sorted({each.round for each in nodes if each.stage is stage})
            ],
        }
        for stage in stages
    ]
