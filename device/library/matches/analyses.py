"""Analyses as they lie in the database, one of each match; any of them can be thrown away at any time."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, delete, insert, select

from device.errors import StoreError
from device.library.analysis.analysis_values import VERSION, Analysis
from device.library.matches.story import Story
from device.store.log.database import translated_errors
from device.store.log.schema import ANALYSES, EVENTS
from device.store.log.store import Store


@dataclass(frozen=True, slots=True)
class Summary:
    """What is known of a match's analysis: of which state of the match (see `state_of`), at what ply, and its sums, as
    `values.Analysis.summary_json` has them.
    """

    state: int
    ply: int
    told: Mapping[str, Any]

    def of(self, side: str, game: int | None = None) -> Mapping[str, Any] | None:
        """The totals of a side (W, B), in all or in one game; None for a game that was not analysed."""
        players = self.told["players"] if game is None else self.told["games"].get(str(game))
        found: Mapping[str, Any] | None = None if players is None else players[side]
        return found


def state_of(story: Story) -> int:
    """What the record of a match is known by: the number of the last event that it was made of.

    Events that only tell of camera or clock do not count: the record is the same after them.
    """
    steps = [step for game in story.games for step in game.steps]
    seqs = [max((step.seq, *(reference.seq for reference in step.references))) for step in steps]
    return max(seqs, default=story.first)


def summaries(store: Store, table: str) -> dict[int, Summary]:
    """The sums of every analysis of a table's matches, by match; none where the database has no room for any."""
    query = select(ANALYSES.c.match, ANALYSES.c.last, ANALYSES.c.ply, ANALYSES.c.head)
    found: dict[int, Summary] = {}
    with suppress(StoreError), translated_errors(store.database), store.database.connect() as connection:
        for row in connection.execute(query.where(ANALYSES.c.table == table)):
            summary = json.loads(row.head)
            if summary.get("version") == VERSION:
                found[row.match] = Summary(row.last, row.ply, summary)
    return found


def analysis_of(store: Store, table: str, match: int, state: int) -> dict[str, object] | None:
    """All of a match's analysis, as docs/analysis.md has it; None where there is none of this state of the match."""
    query = select(ANALYSES.c.body).where(_of(table, match), ANALYSES.c.last == state)
    with suppress(StoreError), translated_errors(store.database), store.database.connect() as connection:
        body = connection.execute(query).scalar()
        found: dict[str, Any] = {} if body is None else json.loads(body)
        return _filled(found) if found.get("version") == VERSION else None
    return None


def keep(store: Store, table: str, match: int, state: int, analysis: Analysis) -> None:
    """Keep an analysis in place of the one before, unless the match has been removed meanwhile. Raises StoreError."""
    row = {
        "table": table,
        "match": match,
        "last": state,
        "ply": analysis.ply,
        "head": json.dumps(analysis.summary_json()),
        "body": json.dumps(analysis.as_json(), ensure_ascii=False),
    }
    there = select(EVENTS.c.seq).where(
        EVENTS.c.table == table, EVENTS.c.match == match, EVENTS.c.seq == state
    )
    with translated_errors(store.database), store.database.begin() as connection:
        connection.execute(delete(ANALYSES).where(_of(table, match)))
        if connection.execute(there).first() is not None:
            connection.execute(insert(ANALYSES), [row])


def drop(store: Store, table: str, match: int) -> None:
    """Throw the analysis of a match away. Raises StoreError."""
    with translated_errors(store.database), store.database.begin() as connection:
        connection.execute(delete(ANALYSES).where(_of(table, match)))


def _filled(found: dict[str, Any]) -> dict[str, Any]:
    """An analysis with what one that was kept before there were phases of a game does not tell."""
    for players in (found["players"], *(game["players"] for game in found["games"])):
        for totals in players.values():
            totals.setdefault("phases", {})
    for turn in (turn for game in found["games"] for turn in game["turns"]):
        for name in ("phase", "opening", "take_point"):
            turn.setdefault(name, None)
    return found


def _of(table: str, match: int) -> ColumnElement[bool]:
    return (ANALYSES.c.table == table) & (ANALYSES.c.match == match)
