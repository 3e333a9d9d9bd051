"""The crosstable: everybody's results, round by round or against everybody."""

from dataclasses import dataclass

from engine.tournament.standings import RankedPlayer, standings
from engine.tournament.tournament_values import NOBODY, How, Pairing, PairingOutcome, TournamentEvent


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """A pairing as one of its players sees it: the opponent (NOBODY: a bye), and what
    came of it, None while it is open.

    `result` is `won`, `lost`, `drawn`, `bye`, or None; `score` has their own points first;
    `is_played` is False of a forfeit.
    """

    pairing: int
    round: int
    opponent: int
    result: str | None
    score: tuple[int, int] | None
    is_played: bool


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A player's line in a crosstable: their standing, and their pairings in the order of their rounds."""

    standing: RankedPlayer
    cells: tuple[CrosstableCell, ...]

    def against(self, opponent: int) -> tuple[CrosstableCell, ...]:
        """The pairings with one opponent."""
        return tuple(each for each in self.cells if each.opponent == opponent)


def crosstable(event: TournamentEvent) -> tuple[CrosstableRow, ...]:
    """Everybody's line, the best first."""
    cells: dict[int, list[CrosstableCell]] = {each.number: [] for each in event.players}
    for pairing in sorted(event.pairings, key=lambda each: each.round):
        outcome = event.outcome(pairing)
        for player in {pairing.white, pairing.black} - {NOBODY}:
            cells[player].append(_cell(pairing, outcome, player))
    return tuple(CrosstableRow(each, tuple(cells[each.player])) for each in standings(event))


def _cell(pairing: Pairing, outcome: PairingOutcome | None, player: int) -> CrosstableCell:
    score = None
    if outcome is not None and outcome.score is not None:
        score = outcome.score if player == pairing.white else outcome.score[::-1]
    is_played = outcome is None or outcome.how is How.PLAYED
    return CrosstableCell(
        pairing.number,
        pairing.round,
        pairing.other(player),
        _word(pairing, outcome, player),
        score,
        is_played,
    )


def _word(pairing: Pairing, outcome: PairingOutcome | None, player: int) -> str | None:
    if outcome is None:
        return None
    if pairing.is_bye:
        return "bye"
    if outcome.winner == NOBODY:
        return "drawn" if outcome.how is How.PLAYED else "lost"
    return "won" if outcome.winner == player else "lost"
