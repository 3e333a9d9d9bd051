"""A tournament as the API and the pages tell it."""

from typing import Any

from device.club.tournament.playing_now import NOBODY_PLAYS, Present, playing_now
from device.club.tournament.stored_tournament import Logged, StoredTournament
from engine.tournament.crosstable import CrosstableCell, CrosstableRow, crosstable
from engine.tournament.knockout import BracketMatch, bracket, overtaken, rounds_of
from engine.tournament.pairing import may_pair, retractable, rounds_of_event
from engine.tournament.standings import RankedPlayer, standings, ties_of
from engine.tournament.tournament_values import (
    NOBODY,
    BracketStage,
    Entrant,
    Pairing,
    PairingFormat,
    ResultQuery,
    TournamentEvent,
)

Json = dict[str, Any]


def head_json(kept: StoredTournament) -> Json:
    """A tournament in a list of them."""
    event = kept.event
    first = [each for each in standings(event) if each.rank == 1] if event.pairings else []
    return {
        "number": kept.number,
        "name": event.plan.name,
        "format": event.plan.format.value,
        "length": event.plan.length,
        "state": state_of(event),
        "round": event.round,
        "rounds": rounds_of_event(event),
        "players": len(event.players),
        "begun": kept.begun,
        "leaders": [_name(event, each.player) for each in first] if len(first) <= 3 else [],
        "questions": len(event.queries),
        "seq": kept.seq,
    }


def tournament_json(kept: StoredTournament, now: Present = NOBODY_PLAYS) -> Json:
    """A tournament, whole; `now` is what is being played at the tables."""
    event = kept.event
    plan, entered = event.plan, kept.entered()
    stale = {each.number for each in overtaken(event)} if plan.format is PairingFormat.KNOCKOUT else set()
    return {
        **head_json(kept),
        "cycles": plan.cycles,
        "third_place": plan.third_place,
        "consolation": plan.consolation,
        "seeding": plan.seeding.value,
        "scoring": {"win": plan.win, "draw": plan.draw, "bye": plan.bye},
        "may_pair": may_pair(event),
        "may_unpair": [each.number for each in retractable(event)],
        "people": [_player_json(each) for each in event.players],
        "pairings": [
            _pairing_json(event, each, entered.get(each.number), each.number in stale, now)
            for each in sorted(event.pairings, key=_order)
        ],
        "ties": [each.value for each in ties_of(event)],
        "standings": [_standing_json(event, each) for each in standings(event)],
        "crosstable": [_row_json(event, each) for each in crosstable(event)],
        "bracket": _bracket_json(event) if plan.format is PairingFormat.KNOCKOUT else None,
        "queries": [_query_json(event, each) for each in event.queries],
    }


def state_of(event: TournamentEvent) -> str:
    """How far an event is: `announced`, `running`, `over` (all is played), or `closed`."""
    if event.closed:
        return "closed"
    if not event.pairings:
        return "announced"
    if event.open or may_pair(event):
        return "running"
    return "over"


def _order(pairing: Pairing) -> tuple[str, int, bool, int, int]:
    return (pairing.stage.value, pairing.round, pairing.is_bye, pairing.table, pairing.place)


def _name(event: TournamentEvent, player: int) -> Json:
    return {"number": player, "name": event.player(player).name}


def _named(event: TournamentEvent, player: int | None) -> Json | None:
    return _name(event, player) if player else None


def _player_json(player: Entrant) -> Json:
    return {
        "number": player.number,
        "name": player.name,
        "rating": player.rating,
        "club": player.club,
        "gone": player.gone,
    }


def _pairing_json(
    event: TournamentEvent, pairing: Pairing, entered: Logged | None, stale: bool, now: Present
) -> Json:
    outcome, result = event.outcome(pairing), event.results.get(pairing.number)
    return {
        "number": pairing.number,
        "stage": pairing.stage.value,
        "round": pairing.round,
        "place": pairing.place,
        "table": pairing.table or None,
        "white": _name(event, pairing.white),
        "black": _named(event, pairing.black),
        "result": outcome
        and {
            "winner": outcome.winner or None,
            "score": outcome.score and list(outcome.score),
            "how": "bye" if pairing.is_bye else outcome.how.value,
            "corrected": bool(result and result.times > 1),
            "table": result.table if result and result.match else None,
            "match": result.match if result and result.match else None,
            "at": entered and entered.wall,
        },
        "overtaken": stale,
        "now": None if outcome else _now_json(playing_now(event, pairing, now)),
    }


def _now_json(playing: tuple[str, tuple[int, int]] | None) -> Json | None:
    return playing and {"table": playing[0], "score": list(playing[1])}


def _standing_json(event: TournamentEvent, standing: RankedPlayer) -> Json:
    ties = zip(ties_of(event), standing.ties, strict=False)
    return {
        "rank": standing.rank,
        "player": _name(event, standing.player),
        "club": event.player(standing.player).club,
        "gone": event.player(standing.player).gone,
        "points": standing.points,
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "byes": standing.byes,
        "ties": {tie.value: value for tie, value in ties},
    }


def _row_json(event: TournamentEvent, row: CrosstableRow) -> Json:
    return {
        "rank": row.standing.rank,
        "player": _name(event, row.standing.player),
        "points": row.standing.points,
        "cells": [_cell_json(event, each) for each in row.cells],
    }


def _cell_json(event: TournamentEvent, cell: CrosstableCell) -> Json:
    return {
        "pairing": cell.pairing,
        "round": cell.round,
        "opponent": _named(event, cell.opponent),
        "result": cell.result,
        "score": cell.score and list(cell.score),
        "played": cell.is_played,
    }


def _bracket_json(event: TournamentEvent) -> list[Json]:
    nodes = bracket(event)
    stages = [each for each in BracketStage if rounds_of(event, each)]
    return [
        {
            "stage": stage.value,
            "rounds": [
                [_node_json(event, each) for each in nodes if (each.stage, each.round) == (stage, round)]
                for round in sorted({each.round for each in nodes if each.stage is stage})
            ],
        }
        for stage in stages
    ]


def _node_json(event: TournamentEvent, node: BracketMatch) -> Json:
    outcome = event.outcome(node.pairing) if node.pairing else None
    is_bye = NOBODY in (node.white, node.black)
    return {
        "pairing": node.pairing.number if node.pairing else None,
        "white": _named(event, node.white),
        "black": _named(event, node.black),
        "bye": is_bye,
        "winner": outcome.winner or None if outcome else None,
        "score": list(outcome.score) if outcome and outcome.score else None,
    }


def _query_json(event: TournamentEvent, query: ResultQuery) -> Json:
    return {
        "table": query.table,
        "match": query.match,
        "players": list(query.players),
        "score": list(query.score),
        "winner": query.winner,
        "length": query.length,
        "why": query.why,
        "pairings": [each for each in query.pairings if event.pairing(each)],
    }
