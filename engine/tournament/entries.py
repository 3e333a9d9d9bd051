"""The entries of an event's log: each is one thing that somebody did, and none is ever changed."""

from dataclasses import dataclass

from engine.tournament.tournament_values import Entrant, EventPlan, Pairing, PairingOutcome, ResultQuery


@dataclass(frozen=True, slots=True)
class Began:
    """The event was announced; always its first entry."""

    plan: EventPlan


@dataclass(frozen=True, slots=True)
class Replanned:
    """The plan was changed before the first round, or rounds were added."""

    plan: EventPlan


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody takes part, or what is known of them was put right."""

    player: Entrant


@dataclass(frozen=True, slots=True)
class Left:
    """A player takes part no more."""

    player: int


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who had left takes part again."""

    player: int


@dataclass(frozen=True, slots=True)
class Paired:
    """Pairings were made."""

    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Unpaired:
    """Pairings were taken back, before any of them had a result."""

    pairings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """A result was entered, or corrected; `table` and `match` tell which match of the archive it comes from,
    if it does, and `told` what that told.
    """

    pairing: int
    outcome: PairingOutcome
    table: str = ""
    match: int = 0
    told: str = ""


@dataclass(frozen=True, slots=True)
class Cleared:
    """A result was taken away again: the pairing is open."""

    pairing: int


@dataclass(frozen=True, slots=True)
class ResultAsked:
    """A finished match may be a pairing's: a person has to say."""

    query: ResultQuery


@dataclass(frozen=True, slots=True)
class ResultSettled:
    """A finished match has nothing to do with the event, or what it tells has been entered already."""

    table: str
    match: int
    told: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The event is over, or goes on after all."""

    closed: bool = True


Entry = (
    Began
    | Replanned
    | Joined
    | Left
    | Returned
    | Paired
    | Unpaired
    | Entered
    | Cleared
    | ResultAsked
    | ResultSettled
    | Closed
)
