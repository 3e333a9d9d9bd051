"""The values of a tournament: its plan, players, by seed, pairings and results."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from hashlib import sha256
from types import MappingProxyType

NOBODY = 0
"""Stands for no player, where a player's number would stand."""


class PairingFormat(Enum):
    """Who plays whom: by score, each against each, or until one is left."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"


class Seeding(Enum):
    """The order that the first round goes by: drawn by lot, by rating (those without one last), or as entered."""

    LOT = "lot"
    RATING = "rating"
    ORDER = "order"


class TieBreak(Enum):
    """What tells players with as many points apart; see engine.tournament.standings."""

    HEAD_TO_HEAD = "head_to_head"
    SOLKOFF = "solkoff"
    SONNEBORN_BERGER = "sonneborn_berger"
    DIFFERENCE = "difference"


class BracketStage(Enum):
    """The bracket of a knock-out that a pairing is part of; rounds of other formats are all of the main one."""

    MAIN = "main"
    THIRD = "third"
    CONSOLATION = "consolation"


class How(Enum):
    """How a pairing ended: played out, won because the opponent did not play, or neither of them played."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class EventPlan:
    """How an event is played.

    `length` is the points that a match is played to (0: as agreed); `rounds` those of a Swiss (0: as many
    as tell a winner, see `swiss_rounds`); `cycles` how often everybody meets everybody in a round robin,
    1 or 2; `third_place` and `consolation` are further brackets of a knock-out; `lot` is the number that
    was drawn for `Seeding.LOT`; `win`, `draw` and `bye` are what they count, in match points; `ties`
    empty: what is usual for the format.
    """

    name: str
    format: PairingFormat
    length: int = 7
    rounds: int = 0
    cycles: int = 1
    third_place: bool = False
    consolation: bool = False
    seeding: Seeding = Seeding.LOT
    lot: int = 0
    win: float = 1.0
    draw: float = 0.5
    bye: float = 1.0
    ties: tuple[TieBreak, ...] = ()


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part. `number` counts from 1 and is never given again; `gone`: takes part no more."""

    number: int
    name: str
    rating: int | None = None
    club: str = ""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players who are to play each other; `black` is NOBODY for a bye.

    `number` counts the pairings of an event; `round` counts from 1 within the stage; `table` is where they play, from
    1 (0: a bye); `place` is which match of its round it is in a bracket, from 0. White is who is named first and sits
    near: colours give nobody an advantage here.
    """

    number: int
    round: int
    table: int
    white: int
    black: int
    stage: BracketStage = BracketStage.MAIN
    place: int = 0

    @property
    def is_bye(self) -> bool:
        """Whether it is a round without an opponent."""
        return self.black == NOBODY

    def has(self, player: int) -> bool:
        """Whether a player is one of the two."""
        return player != NOBODY and player in (self.white, self.black)

    def other(self, player: int) -> int:
        """The opponent of one of the two."""
        return self.black if player == self.white else self.white


@dataclass(frozen=True, slots=True)
class PairingOutcome:
    """How a pairing ended: the winner's number (NOBODY: a draw, or neither played), and the points of White and Black,
    where they are known.
    """

    winner: int
    score: tuple[int, int] | None = None
    how: How = How.PLAYED


@dataclass(frozen=True, slots=True)
class PairingResult:
    """An outcome as it was entered; `table` and `match` tell which match of the archive it comes from, if it does.

    `times` counts how often it has been entered: more than 1 is a correction.
    """

    outcome: PairingOutcome
    table: str = ""
    match: int = 0
    times: int = 1


@dataclass(frozen=True, slots=True)
class ResultQuery:
    """A finished match that may be a pairing's, where a person has to say so.

    `players` are the names at the table, `score` their points, `winner` 0 or 1 tells who of them won; `length` is what
    it was played to; `pairings` are the numbers of those that it may be; `why` is one of `exact`, `length`, `names`,
    `several`, `again`, `changed`, `undated`. `told` is `Finished.told`.
    """

    table: str
    match: int
    players: tuple[str, str]
    score: tuple[int, int]
    winner: int
    length: int
    pairings: tuple[int, ...]
    why: str
    told: str


@dataclass(frozen=True)
class TournamentEvent:
    """An event as its entries made it: plan, players, pairings in the order they were made, results by pairing.

    `queries` wait for a person's answer; `settled` are the matches of the archive that need none any more,
    each with what it told; `closed`: nothing is entered any more. Two events with the same results are equal,
    in whatever order they came in.
    """

    plan: EventPlan
    players: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    results: Mapping[int, PairingResult] = field(default_factory=lambda: MappingProxyType({}))
    queries: tuple[ResultQuery, ...] = ()
    settled: frozenset[tuple[str, int, str]] = frozenset()
    closed: bool = False

    def player(self, number: int) -> Entrant:
        """The player of that number. Raises KeyError."""
        return self._players[number]

    def pairing(self, number: int) -> Pairing | None:
        """The pairing of that number; None where there is none, or it was taken back."""
        return self._pairings.get(number)

    def outcome(self, pairing: Pairing) -> PairingOutcome | None:
        """How a pairing ended; None while it is open.

        A bye is won as soon as it is given, and so is a pairing without a result whose other player has gone.
        """
        if pairing.is_bye:
            return PairingOutcome(pairing.white, None, How.FORFEIT)
        found = self.results.get(pairing.number)
        if found is not None:
            return found.outcome
        there = [each for each in (pairing.white, pairing.black) if not self.player(each).gone]
        if len(there) == 2:
            return None
        return (
            PairingOutcome(there[0], None, How.FORFEIT)
            if there
            else PairingOutcome(NOBODY, None, How.NEITHER)
        )

    @property
    def open(self) -> tuple[Pairing, ...]:
        """The pairings without a result."""
        return tuple(each for each in self.pairings if self.outcome(each) is None)

    @property
    def round(self) -> int:
        """The present round: the first of the main stage with an open pairing, or else the last; 0 before the first."""
        main = [each for each in self.pairings if each.stage is BracketStage.MAIN]
        still = [each.round for each in main if self.outcome(each) is None]
        return min(still, default=max((each.round for each in main), default=0))

    @property
    def active(self) -> tuple[Entrant, ...]:
        """The players who still take part."""
        return tuple(each for each in self.players if not each.gone)

    def placed(self, stage: BracketStage, round: int, place: int) -> Pairing | None:
        """The pairing of one match of a bracket; None until it is paired."""
        return self._places.get((stage, round, place))

    @cached_property
    def _places(self) -> dict[tuple[BracketStage, int, int], Pairing]:
        return {(each.stage, each.round, each.place): each for each in self.pairings}

    @cached_property
    def _players(self) -> dict[int, Entrant]:
        return {each.number: each for each in self.players}

    @cached_property
    def _pairings(self) -> dict[int, Pairing]:
        return {each.number: each for each in self.pairings}


def seeded(plan: EventPlan, players: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Players in the order of their seeds, the first one first.

    A lot is reckoned from the number drawn for the event and the player's own, so that who comes late moves nobody.
    """
    match plan.seeding:
        case Seeding.LOT:
            return tuple(sorted(players, key=lambda each: _lot(plan.lot, each.number)))
        case Seeding.RATING:
            return tuple(sorted(players, key=lambda each: (-(each.rating or -1), each.number)))
        case Seeding.ORDER:
            return tuple(sorted(players, key=lambda each: each.number))


def bracket_order(size: int) -> tuple[int, ...]:
    """The seeds from 1 in the order in which they stand in a bracket; `size` is a power of 2.

    The first two can meet in the final only, the first four in the half-finals only, and so on.

    >>> bracket_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        whole = 2 * len(order) + 1
        order = [seed for each in order for seed in (each, whole - each)]
    return tuple(order)


def _lot(lot: int, number: int) -> bytes:
    return sha256(f"{lot}:{number}".encode()).digest()
